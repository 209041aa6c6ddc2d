// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/step_chart.h"

#include "engine/watch/page_questions.h"
#include "engine/watch/run_questions.h"
#include "ui/jobs/job_palette.h"
#include "ui/jobs/parts_bar.h"
#include "ui/kit/theme.h"
#include "ui/simulation/ask_run.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/workspace.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace headroom::ui {

namespace {

constexpr double kBarsPx = 64.0;
constexpr double kChartGapPx = 4.0;
constexpr double kKindSwatchPx = 10.0;
constexpr double kThinnestPx = 2.0;  ///< a phase that is shorter is drawn this wide
constexpr int kTicks = 4;
constexpr qint64 kAskEveryMs = 1000;

QString kilowattText(double kw) {
    return quantityText(models::unit::kilowatt.toSi * kw, models::unit::kilowatt, 4);
}

}  // namespace

StepChart::StepChart(Workspace* workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
    setObjectName("jobTimeline");
    setAccessibleName(tr("Step timeline"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, qOverload<>(&QWidget::update));
    connect(workspace, &Workspace::slowTick, this, &StepChart::ask);
    describe();
}

void StepChart::showJob(std::int64_t job) {
    if (job == job_) {
        return;
    }
    job_ = job;
    ++question_;
    isAsking_ = false;
    askedS_ = -1.0;
    answer_.reset();
    why_.clear();
    describe();
    updateGeometry();
    update();
    ask();
}

void StepChart::ask() {
    const auto frame = workspace_->frame();
    engine::AnyRun* source = workspace_->source();
    const bool isDue =
        askedS_ < 0.0 || (frame && frame->timeS != askedS_ && since_.elapsed() >= kAskEveryMs);
    if (job_ < 0 || !frame || source == nullptr || isAsking_ || !isDue || !isVisible()) {
        return;
    }
    const auto question = engine::askedQuestion("step-timeline", {{"job", std::to_string(job_)}});
    if (!question) {
        take(tl::unexpected(question.error()));
        return;
    }
    isAsking_ = true;
    askedS_ = frame->timeS;
    since_.start();
    askRun(*source, *question, this,
           [this, number = ++question_](const engine::Result<engine::RunReply>& reply) {
               if (number == question_) {
                   isAsking_ = false;
                   take(engine::answerIn(reply));
               }
           });
}

void StepChart::take(const engine::Result<engine::RunAnswer>& answer) {
    const std::size_t before = answer_ ? answer_->sheet.rows.size() : 0;
    answer_.reset();
    why_.clear();
    if (answer) {
        answer_ = *answer;
    } else {
        why_ = sentencesOf(answer.error());
    }
    describe();
    if (before != (answer_ ? answer_->sheet.rows.size() : 0)) {
        updateGeometry();
    }
    update();
}

double StepChart::wholeS() const {
    const std::size_t rows = answer_ ? answer_->sheet.rows.size() : 0;
    return rows == 0 ? 0.0
                     : answer_->number(rows - 1, "start_s") + answer_->number(rows - 1, "length_s");
}

double StepChart::mostKw() const {
    double most = 0.0;
    for (std::size_t row = 0; answer_ && row < answer_->sheet.rows.size(); ++row) {
        most = std::max(most, answer_->number(row, "power_kw"));
    }
    return most;
}

int StepChart::kindOf(std::size_t row) const {
    std::vector<std::string> kinds;
    for (std::size_t r = 0; r <= row; ++r) {
        const std::string kind = answer_->text(r, "kind");
        const auto found = std::find(kinds.begin(), kinds.end(), kind);
        if (r == row) {
            return static_cast<int>(found - kinds.begin());
        }
        if (found == kinds.end()) {
            kinds.push_back(kind);
        }
    }
    return 0;
}

QString StepChart::headText() const {
    if (!answer_) {
        return why_.isEmpty() ? tr("Step timeline") : tr("Step timeline: %1").arg(why_);
    }
    return tr("Step timeline  %1  ·  up to %2")
        .arg(partText(wholeS(), "s", wholeS()), kilowattText(mostKw()));
}

QString StepChart::phaseText(int row) const {
    const auto r = static_cast<std::size_t>(row);
    const double whole = wholeS();
    QString text = tr("%1: starts at %2, takes %3, draws %4")
                       .arg(QString::fromStdString(answer_->text(r, "phase")),
                            partText(answer_->number(r, "start_s"), "s", whole),
                            partText(answer_->number(r, "length_s"), "s", whole),
                            kilowattText(answer_->number(r, "power_kw")));
    if (const double slowest = answer_->number(r, "slowest_rank"); !std::isnan(slowest)) {
        text += tr("; slowest rank %1 (%2)")
                    .arg(slowest)
                    .arg(QString::fromStdString(answer_->text(r, "slowest_at")));
    }
    return text;
}

/// Screen readers get the figures of all phases.
void StepChart::describe() {
    QString text = headText();
    for (std::size_t row = 0; answer_ && row < answer_->sheet.rows.size(); ++row) {
        text += QStringLiteral("; ") + phaseText(static_cast<int>(row));
    }
    setAccessibleDescription(text);
}

double StepChart::lineHeight() const {
    return fontMetrics().height() + 3.0;
}

QRectF StepChart::area() const {
    return {0.5, lineHeight() + kChartGapPx, width() - 1.0, kBarsPx};
}

QRectF StepChart::phaseArea(std::size_t row) const {
    const QRectF bars = area();
    const double perS = bars.width() / std::max(wholeS(), 1e-300);
    const double high =
        bars.height() * answer_->number(row, "power_kw") / std::max(mostKw(), 1e-300);
    const double wide = std::max(kThinnestPx, perS * answer_->number(row, "length_s"));
    const double left =
        std::min(bars.left() + perS * answer_->number(row, "start_s"), bars.right() - wide);
    return {left, bars.bottom() - high, wide, high};
}

int StepChart::phaseAt(QPointF place) const {
    const QRectF bars = area();
    // Thin phases lie over the long one before them.
    for (std::size_t row = answer_ ? answer_->sheet.rows.size() : 0; row-- > 0;) {
        QRectF column = phaseArea(row);
        column.setTop(bars.top());
        if (column.contains(place)) {
            return static_cast<int>(row);
        }
    }
    return -1;
}

QSize StepChart::sizeHint() const {
    const double lines = answer_ ? 3.0 * lineHeight() + kBarsPx + 2.0 * kChartGapPx : lineHeight();
    return {300, static_cast<int>(std::ceil(lines))};
}

QSize StepChart::minimumSizeHint() const {
    return {220, sizeHint().height()};
}

void StepChart::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    painter.setFont(heavy);
    painter.setPen(answer_ ? colours.text : colours.muted);
    painter.drawText(QRectF(0, 0, width(), lineHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(heavy).elidedText(headText(), Qt::ElideRight, width()));
    painter.setFont(font());
    if (!answer_) {
        return;
    }
    painter.fillRect(area(), colours.alternate);
    for (std::size_t row = 0; row < answer_->sheet.rows.size(); ++row) {
        painter.fillRect(phaseArea(row), JobPalette::ofPart(kindOf(row)));
    }
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area());
    paintAxis(painter);
    paintKinds(painter);
}

void StepChart::paintAxis(QPainter& painter) const {
    const QRectF bars = area();
    painter.setPen(Theme::instance().colours().muted);
    for (int tick = 0; tick <= kTicks; ++tick) {
        const double share = static_cast<double>(tick) / kTicks;
        const double x = bars.left() + share * bars.width();
        const QString text = partText(share * wholeS(), "s", wholeS());
        const double wide = fontMetrics().horizontalAdvance(text);
        painter.drawText(QPointF(std::clamp(x - 0.5 * wide, bars.left(), bars.right() - wide),
                                 bars.bottom() + fontMetrics().ascent() + 2.0),
                         text);
    }
}

void StepChart::paintKinds(QPainter& painter) const {
    double x = 1.0;
    const double top = area().bottom() + lineHeight();
    int kinds = 0;
    for (std::size_t row = 0; row < answer_->sheet.rows.size(); ++row) {
        if (kindOf(row) < kinds) {
            continue;
        }
        const QString words = QString::fromStdString(answer_->text(row, "kind"));
        painter.fillRect(
            QRectF(x, top + 0.5 * (lineHeight() - kKindSwatchPx), kKindSwatchPx, kKindSwatchPx),
            JobPalette::ofPart(kinds++));
        painter.setPen(Theme::instance().colours().text);
        painter.drawText(QRectF(x + kKindSwatchPx + 4.0, top, width(), lineHeight()),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
        x += kKindSwatchPx + 14.0 + fontMetrics().horizontalAdvance(words);
    }
}

void StepChart::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
}

bool StepChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    auto* help = static_cast<QHelpEvent*>(event);
    if (const int row = phaseAt(help->pos()); row >= 0) {
        QToolTip::showText(
            help->globalPos(),
            QStringLiteral("%1<br>%2")
                .arg(phaseText(row).toHtmlEscaped(),
                     QString::fromStdString(answer_->text(static_cast<std::size_t>(row), "why"))
                         .toHtmlEscaped()),
            this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

}  // namespace headroom::ui
