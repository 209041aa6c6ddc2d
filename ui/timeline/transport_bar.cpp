// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/transport_bar.h"

#include "engine/figures/figures.h"
#include "engine/run/frame/computed.h"
#include "engine/run/frame/quantity.h"
#include "engine/run/run_sums.h"
#include "ui/alarms/alarm_badge.h"
#include "ui/kit/text_size.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/number_name.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QComboBox>
#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::ui {

namespace {

struct SpeedStep {
    const char* name;
    double simulatedPerSecond;
};

constexpr auto kSpeeds = std::to_array<SpeedStep>({
    {QT_TRANSLATE_NOOP("TransportBar", "1 s/s"), 1.0},
    {QT_TRANSLATE_NOOP("TransportBar", "10 s/s"), 10.0},
    {QT_TRANSLATE_NOOP("TransportBar", "1 min/s"), 60.0},
    {QT_TRANSLATE_NOOP("TransportBar", "2 min/s"), 120.0},
    {QT_TRANSLATE_NOOP("TransportBar", "5 min/s"), 300.0},
    {QT_TRANSLATE_NOOP("TransportBar", "10 min/s"), 600.0},
    {QT_TRANSLATE_NOOP("TransportBar", "30 min/s"), 1800.0},
    {QT_TRANSLATE_NOOP("TransportBar", "1 h/s"), 3600.0},
    {QT_TRANSLATE_NOOP("TransportBar", "As fast as possible"), 0.0},
});

/// A project always opens at this speed: nobody misses its first incident.
constexpr double kOpeningSpeed = 120.0;

constexpr auto kFirstHeadlines = std::to_array<std::string_view>(
    {"pue", "facility_consumed_kw", "cost.total_usd", "utilization"});

/// "620 s/s", "12.4 min/s", "1.2 h/s".
QString speedText(double simulatedPerSecond) {
    if (simulatedPerSecond >= 3600.0) {
        return numberText(simulatedPerSecond / 3600.0, 3) + " h/s";
    }
    if (simulatedPerSecond >= 60.0) {
        return numberText(simulatedPerSecond / 60.0, 3) + " min/s";
    }
    return numberText(simulatedPerSecond, 2) + " s/s";
}

QWidget* stack(QLabel* upper, QLabel* lower, QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(10, 2, 10, 2);
    layout->setSpacing(0);
    layout->addWidget(upper);
    layout->addWidget(lower);
    return box;
}

/// The longest that a label says, and what is next to it.
struct Widest {
    QLabel* label;
    QString text;
    int besidePx;
};

/// Room for all of these, now and whenever text size changes: nothing moves while numbers do.
void keepWidth(QWidget* box, const std::vector<Widest>& words) {
    const auto fit = [box, words] {
        int most = 0;
        for (const Widest& w : words) {
            most = std::max(most, w.label->fontMetrics().horizontalAdvance(w.text) + w.besidePx);
        }
        box->setMinimumWidth(most);
    };
    // After the labels' own, which were connected before.
    QObject::connect(&Theme::instance(), &Theme::changed, box, fit);
    fit();
}

}  // namespace

TransportBar::TransportBar(Workspace* workspace, CommandSet* commands, QWidget* parent)
    : QToolBar(parent),
      workspace_(workspace),
      commands_(commands),
      speed_(new QComboBox(this)),
      day_(new QLabel(this)),
      clock_(new QLabel(this)),
      state_(new QLabel(this)),
      before_(new QLabel(this)) {
    setObjectName("transportBar");
    setWindowTitle(tr("Transport"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    Theme::instance().keepIconSize<QToolBar>(this, 22);
    for (const char* id : {"run.restart", "run.stepBack", "run.play", "run.step"}) {
        addAction(commands->action(id));
    }
    for (const SpeedStep& step : kSpeeds) {
        speed_->addItem(tr(step.name), step.simulatedPerSecond);
    }
    speed_->setObjectName("speedChoice");
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("Simulated time per second of real time ([ and ])"));
    speed_->setCurrentIndex(std::max(0, speed_->findData(workspace->control().speed())));
    speed_->setFocusPolicy(Qt::TabFocus);
    addWidget(speed_);

    keepTextSize(clock_, 3.0, QFont::DemiBold);
    clock_->setObjectName("clock");
    clock_->setAccessibleName(tr("Simulated time"));
    keepTextSize(day_, -1.0);
    day_->setForegroundRole(QPalette::PlaceholderText);
    auto* time = stack(day_, clock_, this);
    time->setToolTip(tr("Simulated local standard time. Double-click to go to a time."));
    time->setObjectName("clockBox");
    time->installEventFilter(this);
    keepWidth(time, {{clock_, "00:00:00", 36}, {day_, "00 May 0000 · day 00", 20}});
    addWidget(time);
    keepTextSize(state_, -1.0);
    state_->setForegroundRole(QPalette::PlaceholderText);
    keepWidth(state_, {{state_, "behind: 00.0 min/s ", 0}});
    addWidget(state_);
    auto* gap = new QWidget(this);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(gap);
    addWidget(new AlarmBadge(workspace, this));
    before_->setObjectName("figuresBefore");
    before_->setText(tr("Before the change:"));
    before_->setToolTip(
        tr("These figures are of the last step, before the design was changed. Play or step for "
           "figures of the present design"));
    before_->setForegroundRole(QPalette::BrightText);
    before_->hide();
    // A bar only notices that of a widget inside one that stays.
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(before_);
    addWidget(box);
    addHeadlines();

    connect(speed_, &QComboBox::currentIndexChanged, this,
            [this] { workspace_->control().setSpeed(speed_->currentData().toDouble()); });
    commands->on("run.slower", this, [this] { changeSpeed(-1); });
    commands->on("run.faster", this, [this] { changeSpeed(+1); });
    connect(workspace, &Workspace::frameArrived, this, &TransportBar::showFrame);
    connect(workspace, &Workspace::opened, this, [this] {
        if (workspace_->documentNumber() !=
            std::exchange(document_, workspace_->documentNumber())) {
            speed_->setCurrentIndex(speed_->findData(kOpeningSpeed));
        }
        showFrame();
    });
    connect(workspace, &Workspace::closed, this, &TransportBar::showFrame);
    connect(workspace, &Workspace::playStateChanged, this, &TransportBar::showState);
    showFrame();
    showState();
}

bool TransportBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonDblClick && watched->objectName() == "clockBox") {
        commands_->action("run.goto")->trigger();
        return true;
    }
    return QToolBar::eventFilter(watched, event);
}

/// A narrow window hides the last ones: what a person who decides asks first comes first.
void TransportBar::addHeadlines() {
    auto rows = engine::figuresIn(engine::kNowInWindow | engine::kInWindow);
    const auto rank = [](const engine::Figure* row) {
        return std::find(kFirstHeadlines.begin(), kFirstHeadlines.end(), row->key) -
               kFirstHeadlines.begin();
    };
    std::stable_sort(
        rows.begin(), rows.end(),
        [&](const engine::Figure* a, const engine::Figure* b) { return rank(a) < rank(b); });
    for (const engine::Figure* row : rows) {
        const QString label = utf8Text(row->label);
        const QString widest = QStringLiteral("00.00 M ") + unitSymbol(row->shown.symbol);
        auto* name = new QLabel(label, this);
        keepTextSize(name, -1.0);
        name->setForegroundRole(QPalette::PlaceholderText);
        auto* value = new QLabel(this);
        keepTextSize(value, 1.0, QFont::DemiBold);
        value->setAccessibleName(label);
        auto* box = stack(name, value, this);
        keepWidth(box, {{value, widest, 20}, {name, label, 20}});
        box->setToolTip(QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                            .arg(label.toHtmlEscaped(), utf8Text(row->why).toHtmlEscaped()));
        box->setProperty(kNumberProperty, utf8Text("figure/" + std::string(row->key)));
        headlines_.push_back({row, addWidget(box), value});
    }
}

void TransportBar::changeSpeed(int steps) {
    speed_->setCurrentIndex(
        std::clamp(speed_->currentIndex() + steps, 0, static_cast<int>(kSpeeds.size()) - 1));
}

/// A served run has the speed that somebody gave it, which need not be one of the list.
void TransportBar::showSpeed() {
    const bool isServed = workspace_->servedRun().link() != nullptr;
    const double wanted =
        isServed ? workspace_->status().wantedSpeed : workspace_->control().speed();
    if (speed_->currentData().toDouble() == wanted) {
        return;
    }
    const QSignalBlocker quiet(speed_);
    constexpr int kListed = static_cast<int>(kSpeeds.size());
    if (speed_->count() > kListed) {
        speed_->removeItem(kListed);
    }
    if (speed_->findData(wanted) < 0) {
        speed_->addItem(speedText(wanted), wanted);
    }
    speed_->setCurrentIndex(speed_->findData(wanted));
}

void TransportBar::showFrame() {
    const auto frame = workspace_->frame();
    const QDateTime moment = frame ? momentClock(frame->timeS) : QDateTime();
    const QLocale english(QLocale::English);
    if (!moment.isValid()) {
        clock_->setText(QStringLiteral("--:--:--"));
        day_->setText(tr("Simulated time"));
    } else if (TimeNotation::instance().isSinceStart()) {
        clock_->setText(durationText(frame->timeS));
        day_->setText(english.toString(moment, "d MMM yyyy HH:mm:ss"));
    } else {
        clock_->setText(moment.toString("HH:mm:ss"));
        day_->setText(
            QStringLiteral("%1 · %2").arg(english.toString(moment, "d MMM yyyy"),
                                          tr("day %1").arg(qint64(frame->timeS / 86400.0) + 1)));
    }
    const bool known = isComputed(frame.get());
    // Points of a design that has no step yet: they remain, but not as if they were of it.
    const bool isBefore = known && workspace_->status().isOfDesignBefore;
    before_->setVisible(isBefore);
    const auto quantity = [&](engine::FacilityQuantity q) {
        return known ? frame->facility[static_cast<std::size_t>(q)] : 0.0;
    };
    const engine::Sums now = engine::sumsOfNow(quantity),
                       sinceStart = engine::sumsSinceStart(quantity);
    for (const Headline& headline : headlines_) {
        const engine::Figure& figure = *headline.figure;
        const double value = figure.value(figure.isIn(engine::kNowInWindow) ? now : sinceStart);
        headline.value->setText(known ? quantityText(value, figure.shown) : QStringLiteral("–"));
        headline.value->setEnabled(!isBefore);
        headline.place->setVisible(!figure.isShownIfDefined() || (known && std::isfinite(value)));
    }
}

void TransportBar::showState() {
    const auto status = workspace_->status();
    showSpeed();
    QAction* play = commands_->action("run.play");
    // Called four times a second: what is set anew is drawn anew, and with it the whole window.
    if (const QString word = status.playing ? tr("Pause") : tr("Play"); play->text() != word) {
        play->setIcon(Theme::icon(status.playing ? "pause" : "play"));
        play->setText(word);
    }
    for (const char* id : {"run.play", "run.step", "run.restart"}) {
        commands_->action(id)->setEnabled(workspace_->isOpen() && !workspace_->loader().isBusy() &&
                                          (status.failure.empty() || id[4] == 'r'));
    }
    QString text, tip;
    QPalette::ColorRole role = QPalette::PlaceholderText;
    if (!status.failure.empty()) {
        text = tr("stopped by an error");
        role = QPalette::BrightText;
        tip = QString::fromStdString(status.failure);
    } else if (!status.playing && status.moving) {
        text = tr("pausing…");
        tip = tr("The step under way is being finished");
    } else if (status.playing) {
        tip = status.behind ? tr("The simulation cannot keep the chosen speed on this machine")
                            : tr("Speed reached over the last second");
        text = status.behind ? tr("behind: %1").arg(speedText(status.achievedSpeed))
                             : speedText(status.achievedSpeed);
    } else {
        text = !workspace_->isOpen()             ? QString()
               : workspace_->source() != nullptr ? tr("paused")
                                                 : tr("not simulated");
    }
    if (state_->foregroundRole() != role) {
        state_->setForegroundRole(role);
    }
    if (state_->toolTip() != tip) {
        state_->setToolTip(tip);
    }
    state_->setText(text);
}

}  // namespace headroom::ui
