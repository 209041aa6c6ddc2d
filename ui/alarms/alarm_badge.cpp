// SPDX-License-Identifier: Apache-2.0
#include "ui/alarms/alarm_badge.h"

#include "engine/replay/player.h"
#include "ui/alarms/alarm_model.h"
#include "ui/kit/ink.h"
#include "ui/kit/theme.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/workspace.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>
#include <optional>

namespace headroom::ui {

using engine::AlarmSeverity;

namespace {

constexpr int kMark = 26;  // pixels of the icon

/// The heaviest that is active; none if all is well.
std::optional<AlarmSeverity> heaviest(const AlarmDesk& desk) {
    for (const AlarmSeverity severity :
         {AlarmSeverity::Critical, AlarmSeverity::Warning, AlarmSeverity::Notice}) {
        if (desk.active(severity) > 0) {
            return severity;
        }
    }
    return std::nullopt;
}

QFont largeOf(const QFont& font) {
    QFont large = font;
    large.setPointSizeF(font.pointSizeF() + 6.0);
    large.setWeight(QFont::Bold);
    return large;
}

}  // namespace

AlarmBadge::AlarmBadge(Workspace* workspace, QWidget* parent)
    : QAbstractButton(parent), workspace_(workspace) {
    setObjectName("alarmBadge");
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    connect(this, &QAbstractButton::clicked, this, [this] { workspace_->alarms().show(); });
    connect(&workspace->alarms(), &AlarmDesk::changed, this, &AlarmBadge::follow);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    follow();
}

void AlarmBadge::follow() {
    const AlarmDesk& desk = workspace_->alarms();
    const auto worst = heaviest(desk);
    const QString all = desk.summary();
    // Where a recording keeps none, to say that there are none would be wrong.
    const bool isKnown = workspace_->source() != nullptr && workspace_->source()->knowsAlarms();
    setText(!worst ? (isKnown ? tr("No alarms") : QString())
                   : alarmCountText(desk.active(*worst), *worst));
    const int causes = worst ? desk.causes(*worst) : 0;
    causes_ = !worst || causes == desk.active(*worst) ? QString()
              : causes == 1                           ? tr("of 1 cause")
                                                      : tr("of %1 causes").arg(causes);
    const auto groups = static_cast<int>(desk.groups().size());
    setAccessibleName(!worst              ? tr("No alarms")
                      : causes_.isEmpty() ? tr("Alarms: %1").arg(all)
                                          : tr("Alarms: %1, %2").arg(all, causes_));
    setToolTip(worst ? groups == 1
                           ? tr("%1 active, all of one cause. Click to list them.").arg(all)
                           : tr("%1 active, of %2 causes. Click to list them.").arg(all).arg(groups)
               : !isKnown
                   ? QString()
                   : tr("Nothing is broken, overloaded or lost. Click for those that ended."));
    updateGeometry();
    update();
}

QSize AlarmBadge::sizeHint() const {
    const QFontMetrics large(largeOf(font()));
    // Room for most numbers, so that the foot does not move.
    const int words =
        std::max(large.horizontalAdvance(text()), large.horizontalAdvance(tr("88 critical")));
    const int causes =
        causes_.isEmpty() ? 0 : fontMetrics().horizontalAdvance(QLatin1Char(' ') + causes_) + 6;
    return {kMark + words + causes + 30, std::max(kMark, large.height()) + 8};
}

void AlarmBadge::paintEvent(QPaintEvent*) {
    if (text().isEmpty()) {
        return;
    }
    const ThemeColours& colours = Theme::instance().colours();
    const AlarmDesk& desk = workspace_->alarms();
    const auto worst = heaviest(desk);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5);
    QColor ink = worst ? alarmColour(*worst) : colours.good;
    if (worst) {
        const bool isFresh = desk.fresh(*worst) > 0;
        painter.setPen(QPen(ink, 2.0));
        painter.setBrush(isFresh ? QBrush(ink) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(area, 5, 5);
        ink = isFresh ? inkOn(ink) : ink;
    }
    const QRectF mark(area.left() + 8.0, area.center().y() - kMark / 2.0, kMark, kMark);
    painter.drawPixmap(mark.topLeft(),
                       Theme::pixmap(worst ? alarmIcon(*worst) : QStringLiteral("ok"), kMark, ink,
                                     devicePixelRatioF()));
    painter.setFont(worst ? largeOf(font()) : font());
    painter.setPen(worst ? ink : colours.text);
    const QRectF words = area.adjusted(kMark + 14.0, 0, -4, 0);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, text());
    if (!causes_.isEmpty()) {
        const double after = painter.fontMetrics().horizontalAdvance(text() + QLatin1Char(' '));
        painter.setFont(font());
        painter.drawText(words.adjusted(after, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, causes_);
    }
    if (hasFocus()) {
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
    }
}

}  // namespace headroom::ui
