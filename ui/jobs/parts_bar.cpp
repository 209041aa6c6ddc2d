// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/parts_bar.h"

#include "ui/jobs/job_palette.h"
#include "ui/jobs/job_text.h"
#include "ui/kit/ink.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kBarPx = 20.0;
constexpr double kColumnGapPx = 6.0;
constexpr double kSwatchPx = 10.0;
constexpr double kSharePx = 50.0;
constexpr double kValuePx = 84.0;

}  // namespace

QString partText(double value, const std::string& unit, double whole) {
    if (unit == "s") {
        return whole < 1.0     ? quantityText(value, models::unit::millisecond, 3)
               : whole < 120.0 ? quantityText(value, models::unit::second, 3)
                               : lengthText(value);
    }
    if (unit == "B") {
        return quantityText(value, models::unit::gigabyte, 3);
    }
    if (unit == "J") {
        return quantityText(value, models::unit::kilowattHour, 3);
    }
    if (unit == "USD") {
        return moneyText(value);
    }
    return quantityText(value, {unit, 1.0}, 3);
}

PartsBar::PartsBar(const QString& title, const QString& emptyText, QWidget* parent)
    : QWidget(parent), title_(title), empty_(emptyText) {
    setAccessibleName(title);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    describe();
}

void PartsBar::setParts(std::vector<engine::JobPart> parts, double capacity) {
    const bool resized = parts.size() != parts_.size();
    parts_ = std::move(parts);
    capacity_ = std::isfinite(capacity) ? capacity : 0.0;
    describe();
    if (resized) {
        updateGeometry();
    }
    update();
}

void PartsBar::setNote(const QString& note) {
    note_ = note;
    describe();
    update();
}

double PartsBar::sum() const {
    double sum = 0.0;
    for (const engine::JobPart& part : parts_) {
        sum += part.value;
    }
    return sum;
}

double PartsBar::whole() const {
    return std::max({capacity_, sum(), 1e-300});
}

QString PartsBar::headText() const {
    if (parts_.empty()) {
        return title_;
    }
    const std::string& unit = parts_.front().unit;
    QString text = QStringLiteral("%1  %2").arg(title_, partText(sum(), unit, whole()));
    if (capacity_ > 0.0) {
        text += tr(" of %1").arg(partText(capacity_, unit, whole()));
        if (sum() > capacity_) {
            text += tr(" — does not fit");
        }
    }
    return note_.isEmpty() ? text : text + QStringLiteral("  ·  ") + note_;
}

/// For those who hear it.
void PartsBar::describe() {
    QString text = headText();
    for (const engine::JobPart& part : parts_) {
        text += QStringLiteral("; %1 %2").arg(QString::fromStdString(part.label),
                                              partText(part.value, part.unit, whole()));
    }
    setAccessibleDescription(text);
}

double PartsBar::lineHeight() const {
    return fontMetrics().height() + 3.0;
}

QRectF PartsBar::barArea() const {
    return {0.5, lineHeight() + 2.5, width() - 1.0, kBarPx};
}

double PartsBar::rowTop(std::size_t part) const {
    return barArea().bottom() + kColumnGapPx + static_cast<double>(part) * lineHeight();
}

QSize PartsBar::sizeHint() const {
    const double rows = parts_.empty() ? 1.0 : static_cast<double>(parts_.size());
    const double bar = parts_.empty() ? 0.0 : kBarPx + kColumnGapPx;
    return {300, static_cast<int>(std::ceil((rows + 1.0) * lineHeight() + bar + 6.0))};
}

QSize PartsBar::minimumSizeHint() const {
    return {220, sizeHint().height()};
}

int PartsBar::partAt(QPointF place) const {
    const QRectF bar = barArea();
    double x = bar.left();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const double width = std::max(0.0, parts_[i].value) / whole() * bar.width();
        if (QRectF(x, bar.top(), width, bar.height()).contains(place) ||
            QRectF(0, rowTop(i), this->width(), lineHeight()).contains(place)) {
            return static_cast<int>(i);
        }
        x += width;
    }
    return -1;
}

void PartsBar::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    const QRectF head(0, 0, width(), lineHeight());
    painter.setFont(heavy);
    painter.setPen(capacity_ > 0.0 && sum() > capacity_ ? colours.bad : colours.text);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(heavy).elidedText(headText(), Qt::ElideRight, width()));
    painter.setFont(font());
    if (parts_.empty()) {
        painter.setPen(colours.muted);
        painter.drawText(head.translated(0, lineHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(empty_, Qt::ElideRight, width()));
        return;
    }
    const QRectF bar = barArea();
    painter.fillRect(bar, colours.alternate);
    double x = bar.left();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const QColor colour = JobPalette::ofPart(static_cast<int>(i));
        const double part = std::max(0.0, parts_[i].value) / whole() * bar.width();
        const QRectF area(x, bar.top(), part, bar.height());
        painter.fillRect(area, colour);
        const QString words = QString::fromStdString(parts_[i].label);
        if (part > fontMetrics().horizontalAdvance(words) + 10.0) {
            painter.setPen(inkOn(colour));
            painter.drawText(area, Qt::AlignCenter, words);
        }
        x += part;
        if (i + 1 < parts_.size() && part > 2.0) {
            painter.fillRect(QRectF(x - 1.0, bar.top(), 1.0, bar.height()), colours.base);
        }
    }
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    if (capacity_ > 0.0) {
        const double limit = bar.left() + capacity_ / whole() * bar.width();
        painter.setPen(QPen(sum() > capacity_ ? colours.bad : colours.text, 2.0));
        painter.drawLine(QPointF(limit, bar.top() - 3), QPointF(limit, bar.bottom() + 3));
    }
    const double total = std::max(sum(), 1e-300);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const QRectF row(0, rowTop(i), width(), lineHeight());
        painter.fillRect(QRectF(1, row.center().y() - kSwatchPx / 2.0, kSwatchPx, kSwatchPx),
                         JobPalette::ofPart(static_cast<int>(i)));
        painter.setPen(colours.text);
        const QRectF label = row.adjusted(kSwatchPx + 8, 0, -kSharePx - kValuePx, 0);
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(QString::fromStdString(parts_[i].label),
                                                  Qt::ElideRight, static_cast<int>(label.width())));
        painter.drawText(row.adjusted(0, 0, -kSharePx, 0), Qt::AlignRight | Qt::AlignVCenter,
                         partText(parts_[i].value, parts_[i].unit, whole()));
        painter.setPen(colours.muted);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter,
                         progressText(parts_[i].value / total));
    }
}

bool PartsBar::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const int part = partAt(help->pos()); part >= 0) {
            const engine::JobPart& p = parts_[static_cast<std::size_t>(part)];
            QToolTip::showText(help->globalPos(),
                               QStringLiteral("<b>%1  %2</b><br>%3")
                                   .arg(QString::fromStdString(p.label).toHtmlEscaped(),
                                        partText(p.value, p.unit, whole()).toHtmlEscaped(),
                                        QString::fromStdString(p.why).toHtmlEscaped()),
                               this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

}  // namespace headroom::ui
