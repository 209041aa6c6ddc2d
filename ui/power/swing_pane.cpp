// SPDX-License-Identifier: Apache-2.0
#include "ui/power/swing_pane.h"

#include "ui/power/swing_charts.h"
#include "ui/quantity_text.h"
#include "ui/shell/theme.h"
#include "ui/shell/workspace.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableWidget>
#include <QThread>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

using engine::SwingComparison;
using engine::SwingEvent;
using engine::SwingMeasure;
using engine::SwingMetrics;

/// While playing: a picture a second, and no more than a fifth of a processor.
constexpr qint64 kLeastMs = 1000;
constexpr qint64 kRest = 4;

constexpr QChar kThinSpace(0x2009);
constexpr double kWindowsS[] = {10.0, 60.0, 300.0};

constexpr const char* kMeasureTips[] = {
    QT_TRANSLATE_NOOP("SwingPane", "Low-priority work keeps accelerators busy while the job waits"),
    QT_TRANSLATE_NOOP("SwingPane", "Accelerators keep a floor of power and limit their ramps"),
    QT_TRANSLATE_NOOP("SwingPane", "Steps of jobs begin evenly spread, not by chance"),
    QT_TRANSLATE_NOOP("SwingPane", "Groups of one job begin one after the other; the step grows"),
    QT_TRANSLATE_NOOP("SwingPane", "Capacitors in the power shelves take the fast part"),
    QT_TRANSLATE_NOOP("SwingPane", "Batteries of the UPS take the fast part"),
    QT_TRANSLATE_NOOP("SwingPane", "A battery at the grid connection takes what is left"),
};
static_assert(std::size(kMeasureTips) == static_cast<std::size_t>(SwingMeasure::Count));

QString text(std::string_view s) {
    QString made = QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
    if (!made.isEmpty()) {
        made[0] = made[0].toUpper();
    }
    return made;
}

QString power(double watts) {
    return quantityText(watts, models::unit::megawatt, 3);
}

/// Figures that are compared, so all in the unit of the largest; what is 10,000 times less than
/// that unit is rounding.
class Compared {
  public:
    Compared(const models::Unit& unit, std::initializer_list<double> all)
        : unit_(shownUnit(unit, std::max(all))) {}

    QString operator()(double si) const {
        return numberText(std::round(si / unit_.toSi * 1e4) / 1e4, 3) + kThinSpace + unit_.symbol;
    }

  private:
    ShownUnit unit_;
};

QString frequencyText(const SwingMetrics& m) {
    return quantityText(m.lines.front().frequencyHz, models::unit::hertz, 3);
}

QString lineText(const SwingMetrics& m, const Compared& show) {
    return m.lines.empty() ? SwingPane::tr("none")
                           : SwingPane::tr("%1 at %2").arg(show(m.bandW()), frequencyText(m));
}

/// Signed per cent; rounding is not a cost.
QString costText(double share) {
    if (std::abs(share) < 5e-5) {
        return QStringLiteral("0\u2009%");
    }
    return (share > 0.0 ? QStringLiteral("+") : QString()) +
           quantityText(share, models::unit::percent, 2);
}

struct Column {
    QString name;
    QString why;
};

QTableWidget* makeTable(const QString& object, const QString& name,
                        const std::vector<Column>& columns) {
    auto* table = new QTableWidget(0, static_cast<int>(columns.size()));
    table->setObjectName(object);
    table->setAccessibleName(name);
    for (int c = 0; c < table->columnCount(); ++c) {
        auto* head = new QTableWidgetItem(columns[static_cast<std::size_t>(c)].name);
        head->setToolTip(columns[static_cast<std::size_t>(c)].why);
        head->setTextAlignment((c == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        table->setHorizontalHeaderItem(c, head);
    }
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setHighlightSections(false);
    table->verticalHeader()->setVisible(false);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 3);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setTabKeyNavigation(false);
    return table;
}

QTableWidgetItem* cell(QTableWidget* table, int row, int column, const QString& text,
                       const QString& why) {
    QTableWidgetItem* item = table->item(row, column);
    if (item == nullptr) {
        item = new QTableWidgetItem;
        item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        table->setItem(row, column, item);
    }
    item->setText(text);
    item->setToolTip(why);
    return item;
}

}  // namespace

SwingPane::SwingPane(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      window_(new QComboBox(this)),
      event_(new QComboBox(this)),
      button_(new QPushButton(tr("Compute"), this)),
      verdict_(new QLabel(this)),
      state_(new QLabel(this)),
      pages_(new QStackedWidget(this)),
      empty_(new QLabel(this)),
      charts_(new SwingCharts(this)) {
    setObjectName("swingPane");
    const QString trendWhy =
        tr("Largest change of the trend within a minute; the trend is a mean over 20 s that lets "
           "nothing above 0.1 Hz through");
    limits_ = makeTable(
        "swingLimits", tr("Power swings and limits of the grid operator"),
        {{tr("Quantity"), tr("What is measured in the window")},
         {tr("Rack demand"), tr("Before any storage outside the chips")},
         {tr("Utility"), tr("At the grid connection, with the measures in use")},
         {tr("Allowed"), tr("Limit of the grid operator: power_smoothing, limit_… of the project")},
         {tr("Verdict"), tr("Whether the utility power holds the limit")}});
    measures_ = makeTable(
        "swingMeasures", tr("Measures against power swings"),
        {{tr("Measure"), tr("Each alone with its figures, at the grid connection")},
         {tr("Range"), tr("Peak to peak in the window")},
         {tr("Ramp 1 s"), tr("Largest change over 1 s, as a rate")},
         {tr("Line"), tr("Amplitude, half of peak to peak, of the largest line in the band")},
         {tr("Energy"),
          tr("More energy from the grid in the same time than without measures, with what storages "
             "hold taken off")},
         {tr("Throughput"),
          tr("Work that synchronous jobs lose, mean over their accelerators")},
         {tr("Trend, 1 min"), trendWhy}});
    auto* tabs = new QTabWidget(this);
    tabs->setDocumentMode(true);
    tabs->addTab(limits_, tr("Limits"));
    tabs->addTab(measures_, tr("Measures"));
    auto* splitter = new QSplitter(pages_);
    splitter->addWidget(charts_);
    splitter->addWidget(tabs);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({700, 580});
    splitter->setChildrenCollapsible(false);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setMargin(20);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    pages_->addWidget(empty_);
    pages_->addWidget(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(pages_, 1);

    connect(workspace, &Workspace::opened, this, &SwingPane::forget);
    connect(workspace, &Workspace::closed, this, &SwingPane::forget);
    // Comes four times a second, with the end of a play as well.
    connect(workspace, &Workspace::playStateChanged, this, &SwingPane::refresh);
    connect(button_, &QPushButton::clicked, this, &SwingPane::compute);
    connect(window_, &QComboBox::currentIndexChanged, this, &SwingPane::compute);
    connect(event_, &QComboBox::currentIndexChanged, this, &SwingPane::compute);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        fillLimits();
        showState();
    });
    forget();
}

SwingPane::~SwingPane() {
    for (QThread* thread : findChildren<QThread*>()) {
        thread->wait();
    }
}

QWidget* SwingPane::makeControls() {
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 3, 8, 3);
    for (const double windowS : kWindowsS) {
        window_->addItem(quantityText(windowS, models::unit::second, 3), windowS);
    }
    window_->setCurrentIndex(1);
    window_->setObjectName("swingWindow");
    window_->setAccessibleName(tr("Window"));
    window_->setToolTip(tr("Length of the window. Lines closer than 4 divided by it merge."));
    event_->addItem(tr("no event"), static_cast<int>(SwingEvent::None));
    event_->addItem(tr("checkpoint"), static_cast<int>(SwingEvent::Checkpoint));
    event_->addItem(tr("job stops"), static_cast<int>(SwingEvent::Stop));
    event_->addItem(tr("job starts"), static_cast<int>(SwingEvent::Start));
    event_->setObjectName("swingEvent");
    event_->setAccessibleName(tr("Event"));
    event_->setToolTip(
        tr("What happens to the largest job a quarter into the window, in these charts only"));
    button_->setObjectName("swingCompute");
    button_->setToolTip(tr("Compute the charts for the present instant of the run"));
    auto* windowName = new QLabel(tr("&Window"), bar);
    windowName->setBuddy(window_);
    auto* eventName = new QLabel(tr("&Event"), bar);
    eventName->setBuddy(event_);
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    verdict_->setFont(heavy);
    verdict_->setObjectName("swingVerdict");
    state_->setObjectName("swingState");
    state_->setForegroundRole(QPalette::PlaceholderText);
    state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layout->addWidget(windowName);
    layout->addWidget(window_);
    layout->addSpacing(8);
    layout->addWidget(eventName);
    layout->addWidget(event_);
    layout->addSpacing(8);
    layout->addWidget(button_);
    layout->addSpacing(12);
    layout->addWidget(verdict_);
    layout->addWidget(state_, 1);
    return bar;
}

void SwingPane::forget() {
    ++run_;
    asked_ = again_ = false;
    frame_.reset();
    since_.invalidate();
    tookMs_ = 0;
    showEmpty(workspace_->isOpen()
                  ? tr("Not computed yet.")
                  : tr("Open a project: how its power pulses with the steps of training is drawn "
                       "here."));
}

void SwingPane::refresh() {
    if (!isVisible() || !workspace_->isOpen() || isBusy() || workspace_->frame() == frame_) {
        return;
    }
    if (workspace_->status().playing && since_.isValid() &&
        since_.elapsed() < std::max(kLeastMs, kRest * tookMs_)) {
        return;
    }
    compute();
}

void SwingPane::compute() {
    SimulationSource* source = workspace_->source();
    if (source == nullptr) {
        return;
    }
    if (isBusy()) {
        again_ = true;
        return;
    }
    asked_ = true;
    again_ = false;
    frame_ = workspace_->frame();
    // Answered on the simulation thread. The application outlives it; the pane is looked at on this
    // thread only.
    source->askSwingPlant([self = QPointer<SwingPane>(this),
                           run = run_](std::shared_ptr<const engine::SwingPlant> plant) {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, run, plant] {
                if (self && self->run_ == run) {
                    self->take(plant);
                }
            },
            Qt::QueuedConnection);
    });
    showState();
}

void SwingPane::take(const std::shared_ptr<const engine::SwingPlant>& plant) {
    asked_ = false;
    if (plant->loads.empty()) {
        since_.start();
        showEmpty(plant->timeS <= 0.0 ? tr("Not simulated yet. Press Play to see how power pulses "
                                           "with the steps of training.")
                  : plant->steadyJobs > 0
                      ? tr("No synchronous training runs at this instant. Running and steady: %1.")
                            .arg(plant->steadyJobs)
                      : tr("No synchronous training runs at this instant."));
    } else {
        render(plant);
        return;
    }
    if (again_) {
        compute();
    }
}

void SwingPane::render(const std::shared_ptr<const engine::SwingPlant>& plant) {
    rendering_ = true;
    engine::WaveformOptions options;
    options.windowS = window_->currentData().toDouble();
    options.event = static_cast<SwingEvent>(event_->currentData().toInt());
    auto result = std::make_shared<std::shared_ptr<const SwingPicture>>();
    auto took = std::make_shared<qint64>(0);
    QThread* thread = QThread::create([plant, options, result, took] {
        QElapsedTimer timer;
        timer.start();
        *result = std::make_shared<const SwingPicture>(makeSwingPicture(*plant, options));
        *took = timer.elapsed();
    });
    thread->setParent(this);
    connect(thread, &QThread::finished, this, [this, thread, result, took, run = run_] {
        thread->deleteLater();
        rendering_ = false;
        if (run == run_) {
            finish(*result, *took);
        }
        if (again_) {
            compute();
        }
    });
    thread->start(QThread::LowPriority);
    showState();
}

void SwingPane::finish(std::shared_ptr<const SwingPicture> picture, qint64 tookMs) {
    picture_ = std::move(picture);
    tookMs_ = tookMs;
    since_.start();
    charts_->show(picture_);
    fillLimits();
    fillMeasures();
    pages_->setCurrentIndex(1);
    showState();
    emit shown();
}

QString SwingPane::emptyText() const {
    return pages_->currentIndex() == 0 ? empty_->text() : QString();
}

void SwingPane::showEmpty(const QString& why) {
    picture_.reset();
    empty_->setText(why);
    pages_->setCurrentIndex(0);
    charts_->show(nullptr);
    fillLimits();
    fillMeasures();
    showState();
    emit shown();
}

void SwingPane::showState() {
    const ThemeColours& c = Theme::instance().colours();
    button_->setEnabled(workspace_->isOpen());
    if (!picture_) {
        verdict_->clear();
        state_->setText(isBusy() ? tr("computing…") : QString());
        return;
    }
    const auto& verdicts = picture_->waveform.verdicts;
    const auto broken = std::count_if(verdicts.begin(), verdicts.end(),
                                      [](const engine::SwingVerdict& v) { return !v.held; });
    QPalette p = palette();
    p.setColor(QPalette::WindowText, verdicts.empty() ? c.muted : broken > 0 ? c.bad : c.good);
    verdict_->setPalette(p);
    verdict_->setText(verdicts.empty() ? tr("No limits are stated")
                      : broken > 0
                          ? tr("%1 of %2 limits exceeded").arg(broken).arg(verdicts.size())
                          : tr("All %1 limits held").arg(verdicts.size()));
    verdict_->setToolTip(tr("The utility power against the limits of the grid operator"));
    const engine::SwingPlant& plant = picture_->plant;
    int accelerators = 0;
    QStringList names;
    for (const engine::SwingLoad& load : plant.loads) {
        accelerators += load.accelerators;
        double stepS = 0.0;
        for (const models::ActivityPhase& phase : load.phases) {
            stepS += phase.durationS;
        }
        names << tr("%1: %2 accelerators, step %3, mean %4")
                     .arg(QString::fromStdString(load.name))
                     .arg(load.accelerators)
                     .arg(quantityText(stepS, models::unit::second, 3), power(load.meanInputW));
    }
    QString said =
        plant.loads.size() == 1
            ? tr("1 synchronous job, %1 accelerators").arg(accelerators)
            : tr("%1 synchronous jobs, %2 accelerators").arg(plant.loads.size()).arg(accelerators);
    if (plant.steadyJobs > 0) {
        said += tr(", %1 steady").arg(plant.steadyJobs);
    }
    said += tr(" · at %1").arg(durationText(plant.timeS));
    state_->setText(isBusy() && !workspace_->status().playing ? tr("computing…") : said);
    constexpr qsizetype kNamed = 12;
    if (names.size() > kNamed) {
        const auto more = names.size() - kNamed;
        names.resize(kNamed);
        names << tr("and %1 more").arg(more);
    }
    names.prepend(said);
    state_->setToolTip(names.join('\n'));
}

void SwingPane::fillLimits() {
    struct Line {
        QString name, why;
        std::string_view verdict;
        double racks, utility;
        models::Unit unit;
    };
    if (!picture_) {
        limits_->setRowCount(0);
        return;
    }
    const engine::Waveform& w = picture_->waveform;
    const SwingMetrics& racks =
        w.metrics[static_cast<std::size_t>(engine::SwingPoint::RackInput)];
    const SwingMetrics& utility =
        w.metrics[static_cast<std::size_t>(engine::SwingPoint::Utility)];
    const auto share = [](const SwingMetrics& m) {
        return m.meanW > 0.0 ? m.bandW() / m.meanW : 0.0;
    };
    constexpr models::Unit kPower = models::unit::megawatt;
    constexpr models::Unit kRamp = models::unit::megawattPerSecond;
    const Compared band(kPower, {racks.bandW(), utility.bandW()});
    const std::vector<Line> lines{
        {tr("Peak to peak"), tr("Largest less smallest power in the window"), "range",
         racks.rangeW(), utility.rangeW(), kPower},
        {tr("Ramp over 1 s"), tr("Largest change over 1 s, as a rate"), "ramp-second",
         racks.ramp1sWPerS, utility.ramp1sWPerS, kRamp},
        {tr("Trend, 1 min"),
         tr("Largest change of the trend within a minute; the trend is a mean over 20 s that lets "
            "nothing above 0.1 Hz through"),
         "ramp-minute", racks.rampMinuteWPerS, utility.rampMinuteWPerS,
         models::unit::megawattPerMinute},
        {tr("Largest line"),
         tr("Amplitude, half of peak to peak, of the largest line from %1 to %2. Rack demand: %3; "
            "utility: %4")
             .arg(quantityText(picture_->plant.smoothing.bandLowHz, models::unit::hertz, 3),
                  quantityText(picture_->plant.smoothing.bandHighHz, models::unit::hertz, 3),
                  lineText(racks, band), lineText(utility, band)),
         "band", racks.bandW(), utility.bandW(), kPower},
        {tr("Line over mean"), tr("Amplitude of the largest line over the mean power"), "band-share",
         share(racks), share(utility), models::unit::percent},
        {tr("Ramp over 100 ms"), tr("Largest change over 100 ms, as a rate"), {},
         racks.ramp100msWPerS, utility.ramp100msWPerS, kRamp},
        {tr("Mean"), tr("Mean power in the window"), {}, racks.meanW, utility.meanW, kPower},
    };
    const ThemeColours& c = Theme::instance().colours();
    limits_->setRowCount(static_cast<int>(lines.size()));
    for (int r = 0; r < limits_->rowCount(); ++r) {
        const Line& line = lines[static_cast<std::size_t>(r)];
        const auto verdict =
            std::find_if(w.verdicts.begin(), w.verdicts.end(),
                         [&](const engine::SwingVerdict& v) { return v.id == line.verdict; });
        const bool limited = verdict != w.verdicts.end();
        const Compared show(line.unit,
                            {line.racks, line.utility, limited ? verdict->allowed : 0.0});
        cell(limits_, r, 0, line.name, line.why);
        cell(limits_, r, 1, show(line.racks), line.why);
        cell(limits_, r, 2, show(line.utility), line.why);
        cell(limits_, r, 3, limited ? show(verdict->allowed) : QStringLiteral("–"),
             limited ? line.why : tr("The project states no such limit"));
        QTableWidgetItem* word =
            cell(limits_, r, 4, !limited ? QString() : verdict->held ? tr("held") : tr("exceeded"),
                 limited ? tr("%1 of %2 allowed")
                               .arg(show(verdict->measured), show(verdict->allowed))
                         : tr("The project states no such limit"));
        word->setForeground(!limited ? c.muted : verdict->held ? c.good : c.bad);
    }
}

void SwingPane::fillMeasures() {
    if (!picture_) {
        measures_->setRowCount(0);
        return;
    }
    const engine::Waveform& w = picture_->waveform;
    std::vector<std::pair<const SwingComparison*, QString>> rows{{&w.none, tr("None")}};
    QStringList used;
    for (const SwingComparison& c : w.alone) {
        const QString name = text(engine::swingMeasureInfo(*c.measure).label);
        rows.emplace_back(&c, c.inUse ? tr("%1 (in use)").arg(name) : name);
        if (c.inUse) {
            used << name;
        }
    }
    rows.emplace_back(&w.asSet, tr("As set"));
    SwingMetrics most;
    double mostBandW = 0.0;
    for (const auto& row : rows) {
        const SwingMetrics& m = row.first->metrics;
        most.maximumW = std::max(most.maximumW, m.rangeW());
        most.ramp1sWPerS = std::max(most.ramp1sWPerS, m.ramp1sWPerS);
        most.rampMinuteWPerS = std::max(most.rampMinuteWPerS, m.rampMinuteWPerS);
        mostBandW = std::max(mostBandW, m.bandW());
    }
    const Compared range(models::unit::megawatt, {most.maximumW});
    const Compared ramp(models::unit::megawattPerSecond, {most.ramp1sWPerS});
    const Compared trend(models::unit::megawattPerMinute, {most.rampMinuteWPerS});
    const Compared band(models::unit::megawatt, {mostBandW});
    measures_->setRowCount(static_cast<int>(rows.size()));
    for (int r = 0; r < measures_->rowCount(); ++r) {
        const auto& [comparison, name] = rows[static_cast<std::size_t>(r)];
        const SwingMetrics& m = comparison->metrics;
        const QString why =
            comparison->measure
                ? tr(kMeasureTips[static_cast<std::size_t>(*comparison->measure)])
            : r == 0         ? tr("Without any measure")
            : used.isEmpty() ? tr("The project uses no measure")
                             : tr("Those in use together: %1").arg(used.join(", "));
        int column = 0;
        for (const QString& value :
             {name, range(m.rangeW()), ramp(m.ramp1sWPerS), band(m.bandW()),
              costText(comparison->energyCost), costText(-comparison->throughputCost),
              trend(m.rampMinuteWPerS)}) {
            QTableWidgetItem* item = cell(measures_, r, column, value,
                                          column == 3 ? lineText(m, band) : why);
            ++column;
            QFont font = measures_->font();
            font.setBold(comparison->inUse || r + 1 == measures_->rowCount());
            item->setFont(font);
        }
    }
}

void SwingPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

}  // namespace headroom::ui
