// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/text_size.h"

#include "ui/kit/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr double kLeastPoints = 7.0;

}  // namespace

void keepTextSize(QWidget* widget, double morePoints, QFont::Weight weight) {
    const auto fit = [widget, morePoints, weight] {
        QFont font = QApplication::font();
        const double share =
            static_cast<double>(Theme::instance().textPercent()) / Theme::kUsualText;
        font.setPointSizeF(std::max(kLeastPoints, font.pointSizeF() + share * morePoints));
        font.setWeight(weight);
        widget->setFont(font);
    };
    QObject::connect(&Theme::instance(), &Theme::changed, widget, fit);
    fit();
}

QSize ElidedLabel::minimumSizeHint() const {
    return {fontMetrics().horizontalAdvance(QStringLiteral("Mm…")),
            QLabel::minimumSizeHint().height()};
}

QString ElidedLabel::shownText() const {
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QString shown = shownText();
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(),
                          isEnabled(), shown, foregroundRole());
}

void ElidedLabel::setText(const QString& text) {
    QLabel::setText(text);
    tellWhole();
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    tellWhole();
}

void ElidedLabel::tellWhole() {
    setToolTip(shownText() == text() ? QString() : text());
}

}  // namespace headroom::ui
