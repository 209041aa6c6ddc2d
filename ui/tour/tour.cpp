// SPDX-License-Identifier: Apache-2.0
#include "ui/tour/tour.h"

#include "ui/kit/theme.h"

#include <QApplication>
#include <QCoreApplication>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace headroom::ui {

namespace {

#define T(text) QT_TRANSLATE_NOOP("Tour", text)

// clang-format off
constexpr auto kStops = std::to_array<TourStop>({
    {"centreViews", "", T("The Facility"),
     T("Drag to turn, wheel to come closer, click a rack or a machine. The tabs show the same facility as a plan, "
       "as its wiring, its piping, its network and its jobs; what is selected in one is selected in all.")},
    {"transportBar", "", T("Time"),
     T("Play lets time pass, up to hours a second. The figures of the facility are at the right; point at one to read its meaning.")},
    {"inspectorDock", "inspector", T("Every Number"),
     T("The inspector shows the selection: its present state, the values of the project, and the source of each figure. "
       "Shift+F1 on a row explains its value with the numbers of this instant.")},
    {"chartDock", "charts", T("Events"),
     T("Charts keep every step. Marks are events: click one to see what led to it. "
       "Alarms, jobs and events are the tabs next to it.")},
    {"workspaceSwitch", "", T("Explore, Design, Simulate"),
     T("Explore looks, Design draws and changes the facility, Simulate breaks things and compares. "
       "F1 opens the manual wherever you are.")},
});
// clang-format on

#undef T

constexpr const char* kShownKey = "tour/shown";
constexpr int kCardWidth = 340, kGap = 14, kRim = 4;  // pixels
constexpr int kDim = 150;                             // of 255

QString tourWord(const char* text) {
    return QCoreApplication::translate("Tour", text);
}

}  // namespace

std::span<const TourStop> Tour::stops() {
    return kStops;
}

bool Tour::wasShown() {
    return QSettings().value(kShownKey, false).toBool();
}

Tour::Tour(QWidget* window)
    : QWidget(window),
      window_(window),
      card_(new QFrame(this)),
      title_(new QLabel(card_)),
      text_(new QLabel(card_)),
      count_(new QLabel(card_)),
      back_(new QPushButton(tr("Back"), card_)),
      next_(new QPushButton(tr("Next"), card_)) {
    setObjectName("tour");
    setAccessibleName(tr("Tour"));
    hide();
    card_->setObjectName("tourCard");
    card_->setFrameShape(QFrame::StyledPanel);
    card_->setAutoFillBackground(true);
    card_->setFixedWidth(kCardWidth);
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    heavy.setPointSizeF(font().pointSizeF() + 2.0);
    title_->setFont(heavy);
    text_->setWordWrap(true);
    count_->setForegroundRole(QPalette::PlaceholderText);
    auto* leave = new QPushButton(tr("Leave"), card_);
    leave->setObjectName("tourLeave");
    leave->setToolTip(tr("Help > Tour shows it again (Esc)"));
    back_->setObjectName("tourBack");
    next_->setObjectName("tourNext");
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(count_);
    buttons->addStretch(1);
    for (QPushButton* each : {leave, back_, next_}) {
        each->setFocusPolicy(Qt::TabFocus);
        buttons->addWidget(each);
    }
    auto* column = new QVBoxLayout(card_);
    column->setContentsMargins(16, 14, 16, 12);
    column->setSpacing(8);
    column->addWidget(title_);
    column->addWidget(text_);
    column->addLayout(buttons);
    connect(leave, &QPushButton::clicked, this, &Tour::leave);
    connect(back_, &QPushButton::clicked, this, [this] { go(at_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] { go(at_ + 1); });
}

void Tour::begin() {
    QSettings().setValue(kShownKey, true);
    qApp->installEventFilter(this);
    show();
    raise();
    go(0);
}

void Tour::leave() {
    if (!isVisible()) {
        return;
    }
    qApp->removeEventFilter(this);
    hide();
    emit ended();
}

void Tour::go(int stop) {
    if (stop < 0) {
        return;
    }
    if (stop >= static_cast<int>(kStops.size())) {
        leave();
        return;
    }
    at_ = stop;
    const TourStop& to = kStops[static_cast<std::size_t>(stop)];
    title_->setText(tourWord(to.title));
    text_->setText(tourWord(to.text));
    count_->setText(tr("%1 of %2").arg(stop + 1).arg(kStops.size()));
    back_->setEnabled(stop > 0);
    next_->setText(stop + 1 < static_cast<int>(kStops.size()) ? tr("Next") : tr("Done"));
    next_->setDefault(true);
    if (*to.pane != '\0') {
        emit paneWanted(to.pane);
    }
    place();
    // Docks that were hidden have their place when events were handled.
    QTimer::singleShot(0, this, &Tour::place);
}

/// Around the part, with the card where there is most room.
void Tour::place() {
    setGeometry(window_->rect());
    const auto* part = window_->findChild<QWidget*>(kStops[static_cast<std::size_t>(at_)].part);
    hole_ = part == nullptr || !part->isVisible()
                ? QRect()
                : QRect(part->mapTo(window_, QPoint(0, 0)), part->size())
                      .adjusted(-kRim, -kRim, kRim, kRim)
                      .intersected(rect());
    card_->setFixedHeight(card_->layout()->heightForWidth(kCardWidth));
    const QSize card = card_->size();
    const QRect around = rect().adjusted(kGap, kGap, -kGap, -kGap);
    QPoint at = around.center() - QPoint(card.width() / 2, card.height() / 2);
    if (!hole_.isEmpty()) {
        if (hole_.top() - card.height() - kGap > 0 && hole_.top() > height() / 2) {
            at = {hole_.left(), hole_.top() - card.height() - kGap};
        } else if (hole_.left() - card.width() - kGap > 0) {
            at = {hole_.left() - card.width() - kGap, hole_.top()};
        } else if (hole_.right() + card.width() + kGap < width()) {
            at = {hole_.right() + kGap, hole_.top()};
        } else if (hole_.bottom() + card.height() + kGap < height()) {
            at = {hole_.left(), hole_.bottom() + kGap};
        }
    }
    card_->move(
        std::clamp(at.x(), around.left(), std::max(around.left(), around.right() - card.width())),
        std::clamp(at.y(), around.top(), std::max(around.top(), around.bottom() - card.height())));
    // The part itself is not covered: it can be tried.
    QRegion covered(rect());
    covered -= hole_.adjusted(kRim, kRim, -kRim, -kRim);
    covered += card_->geometry();
    setMask(covered);
    raise();
    update();
}

void Tour::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), QColor(0, 0, 0, kDim));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::instance().colours().accent, 2.0 * kRim));
    painter.drawRect(hole_);
}

bool Tour::takeKey(int key) {
    switch (key) {
        case Qt::Key_Escape:
            leave();
            return true;
        case Qt::Key_Right:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            go(at_ + 1);
            return true;
        case Qt::Key_Left:
            go(at_ - 1);
            return true;
        default:
            return false;
    }
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    if (watched == window_ &&
        (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)) {
        QTimer::singleShot(0, this, &Tour::place);
    }
    const bool isKey =
        event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (!isKey || widget == nullptr || widget->window() != window_) {
        return QWidget::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isOurs = key->key() == Qt::Key_Escape || key->key() == Qt::Key_Right ||
                        key->key() == Qt::Key_Left || key->key() == Qt::Key_Return ||
                        key->key() == Qt::Key_Enter;
    if (isOurs && event->type() == QEvent::ShortcutOverride) {
        event->accept();  // before any shortcut has it
        return true;
    }
    return isOurs ? takeKey(key->key()) : QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
