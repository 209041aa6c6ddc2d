// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_pane.h"

#include "engine/base/index.h"
#include "ui/fabric/fabric_actions.h"
#include "ui/fabric/fabric_figures.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/fabric/fabric_text.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QHeaderView>
#include <QMenu>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

namespace unit = models::unit;
using Cell = TextCell;
constexpr CellSide kNumber = CellSide::Right;

const QString kNone = QStringLiteral("–");
constexpr int kManyRows = 5000;  // links from which values move less often
constexpr int kSlowly = 8;       // in ticks

Cell number(const QString& text, double key, const QString& tip = {}) {
    return {text, key, tip};
}

Cell word(const QString& text, const QString& tip = {}) {
    return {text, {}, tip};
}

}  // namespace

FabricPane::FabricPane(FabricFocus* focus, FabricActions* actions, QWidget* parent)
    : QWidget(parent),
      focus_(focus),
      actions_(actions),
      tabs_(new QTabWidget(this)),
      linkModel_(new FabricLinkModel(focus, this)),
      figures_(new TextTable(
          {{tr("Figure"), {}}, {tr("Value"), {}}, {tr("Why"), tr("Where it comes from")}}, this)),
      pick_(new TextTable({{tr("Figure"), {}}, {tr("Value"), {}}, {tr("Why"), {}}}, this)),
      jobs_(
          new TextTable({{tr("Job"), {}},
                         {tr("Adapters"), tr("That it uses"), kNumber},
                         {tr("Leaves"), tr("That these are joined to"), kNumber},
                         {tr("Groups"), tr("Pods or groups that it spans"), kNumber},
                         {tr("Per adapter"), tr("Mean rate of one adapter, one way"), kNumber},
                         {tr("Share of line rate"),
                          tr("Achieved in its collectives over what a link carries"), kNumber},
                         {tr("Bound by"), tr("The links that stop it; a double click shows them")}},
                        this)),
      faults_(new TextTable({{tr("Link"), tr("One way")},
                             {tr("Fault"), {}},
                             {tr("Left"), tr("Share of its rate"), kNumber},
                             {tr("Tier"), {}},
                             {tr("Why"), {}}},
                            this)),
      switches_(new TextTable({{tr("Switch"), {}},
                               {tr("State"), {}},
                               {tr("Plane"), tr("Which of the independent copies"), kNumber},
                               {tr("Hall"), {}},
                               {tr("Location"), tr("Rack or network cabinet")}},
                              this)),
      counters_(new TextTable(
          {{tr("Tier"), {}},
           {tr("Carried"), tr("Since the start, all links of the tier"), kNumber},
           {tr("Symbol errors"), tr("Corrected bits before forward error correction"), kNumber},
           {tr("Uncorrectable"), tr("Blocks that forward error correction did not mend"), kNumber},
           {tr("Retransmitted"), tr("Packets sent again after a loss, since the start"), kNumber},
           {tr("Link downed"), tr("Transitions to down"), kNumber},
           {tr("Paused"), tr("Port time paused by priority flow control"), kNumber}},
          this)),
      parts_(new TextTable({{tr("What"), {}},
                            {tr("Part"), tr("Part of the catalogue")},
                            {tr("Count"), tr("How many the topology needs, as built"), kNumber},
                            {tr("Each"), tr("Power of one"), kNumber},
                            {tr("Power"), tr("All of them: count times the power of one"), kNumber},
                            {tr("Price each"), tr("Price of the part in the catalogue"), kNumber},
                            {tr("Price"), tr("All of them: count times the price of one"), kNumber},
                            {tr("Metres"), tr("Length of fibre or cable"), kNumber}},
                           this)) {
    setObjectName("fabricPane");
    tabs_->setDocumentMode(true);
    const QString open = tr("Open a project with a fabric.");
    add(figures_, tr("Figures"), tr("Figures of the fabric"), open, {150, 190, 600});
    pickTable_ = add(pick_, tr("Picked"), tr("Selected part of the fabric"),
                     tr("Click on a link or a switch in the fabric view."), {170, 260, 600});
    linkTable_ = add(linkModel_, tr("Links"), tr("Links of the fabric"), open,
                     {240, 120, 60, 70, 90, 110, 110, 210, 170, 180});
    jobTable_ = add(jobs_, tr("Jobs"), tr("Jobs on the fabric"), tr("No job uses this fabric now."),
                    {180, 80, 70, 70, 110, 95, 340});
    faultTable_ = add(faults_, tr("Faults"), tr("Faults of links"), tr("All links are whole."),
                      {290, 130, 80, 120, 400});
    switchTable_ = add(switches_, tr("Switches"), tr("Switches of the fabric"), open,
                       {210, 140, 70, 150, 160});
    add(counters_, tr("Counters"), tr("Counters of the fabric"),
        tr("They count as the simulation plays."), {140, 110, 120, 120, 120, 110, 110});
    add(parts_, tr("Parts"), tr("Bill of materials of the fabric"), open,
        {190, 210, 80, 80, 90, 100, 110, 90});
    linkTable_->sortBy(FabricLinkModel::Utilisation, Qt::DescendingOrder);
    jobTable_->sortBy(1, Qt::DescendingOrder);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(tabs_);
    connectTables();
}

FilteredTable* FabricPane::add(QAbstractTableModel* model, const QString& title,
                               const QString& name, const QString& empty,
                               std::initializer_list<int> widths) {
    auto* table = new FilteredTable(model, name, empty, tabs_);
    table->setWidths(widths);
    // As they come, until a person sorts them.
    table->sortBy(-1, Qt::AscendingOrder);
    tabs_->addTab(table, title);
    return table;
}

void FabricPane::connectTables() {
    Workspace* workspace = focus_->workspace();
    connect(workspace, &Workspace::opened, this, &FabricPane::takeFrame);
    connect(workspace, &Workspace::closed, this, &FabricPane::takeFrame);
    connect(focus_, &FabricFocus::fabricChanged, this, &FabricPane::takeFrame);
    connect(focus_, &FabricFocus::pickChanged, this, &FabricPane::fillPick);
    connect(workspace, &Workspace::slowTick, this, [this] {
        if (isVisible()) {
            takeFrame();
        }
    });
    connect(tabs_, &QTabWidget::currentChanged, this, &FabricPane::takeFrame);
    connect(linkTable_, &FilteredTable::rowChosen, this, [this](int row) {
        FabricPick pick;
        pick.kind = FabricPick::Kind::Bundles;
        pick.out = {row};
        focus_->setPick(std::move(pick));
    });
    const auto show = [this](int bundle) {
        if (bundle >= 0) {
            focus_->showBundle(bundle);
            emit placeRequested();
        }
    };
    connect(linkTable_, &FilteredTable::rowActivated, this, show);
    connect(jobTable_, &FilteredTable::rowChosen, this, [this, workspace](int row) {
        workspace->selection().select({Selected::Kind::Job, -1, {}, jobs_->rows()[at(row)].id});
    });
    connect(jobTable_, &FilteredTable::rowActivated, this, [this, show](int row) {
        const std::int64_t id = jobs_->rows()[at(row)].id;
        if (const auto frame = focus_->workspace()->frame()) {
            for (const engine::JobFootprint& job : frame->fabricsNow.jobs) {
                if (job.job == id && job.fabric == focus_->fabric() && job.hottest >= 0) {
                    show(job.hottest - frame->fabrics->firstBundle[at(job.fabric)]);
                }
            }
        }
    });
    connect(faultTable_, &FilteredTable::rowActivated, this, [this, show](int row) {
        show(focus_->index()->topology->bundleOf(
            static_cast<engine::LinkId>(faults_->rows()[at(row)].id)));
    });
    const auto menuOf = [this](FilteredTable* table, auto target) {
        table->setMenu([this, target](QMenu& menu, int row) {
            if (focus_->index() != nullptr) {
                const auto [what, name] = target(row);
                actions_->fillMenu(menu, what, name);
            }
        });
    };
    using engine::FabricTarget;
    menuOf(linkTable_, [this](int row) {
        return std::pair(FabricTarget{FabricTarget::Kind::Bundles, -1, {row}},
                         bundleName(*focus_->index(), row));
    });
    menuOf(faultTable_, [this](int row) {
        const int link = static_cast<int>(faults_->rows()[at(row)].id);
        return std::pair(FabricTarget{FabricTarget::Kind::Link, link, {}},
                         linkName(*focus_->index(), link));
    });
    menuOf(switchTable_, [this](int row) {
        const int number_ = static_cast<int>(switches_->rows()[at(row)].id);
        return std::pair(FabricTarget{FabricTarget::Kind::Switch, number_, {}},
                         switchName(*focus_->index(), number_));
    });
}

/// Only what can be seen, and long tables less often.
void FabricPane::takeFrame() {
    if (!isVisible()) {
        return;
    }
    const QWidget* seen = tabs_->currentWidget();
    ++ticks_;
    if (seen == linkTable_) {
        if (linkModel_->rowCount() < kManyRows || ticks_ % kSlowly == 1) {
            linkModel_->refresh();
        }
    } else if (seen == pickTable_) {
        fillPick();
    } else if (seen == jobTable_) {
        fillJobs();
    } else if (seen == faultTable_) {
        fillFaults();
    } else if (seen == switchTable_) {
        fillSwitches();
    } else {
        fillFigures();
        fillCounters();
        fillParts();
    }
}

void FabricPane::fillFigures() {
    std::vector<TextRow> rows;
    if (const auto frame = focus_->workspace()->frame();
        frame && focus_->network() != nullptr && !focus_->network()->fabrics.empty()) {
        for (const FabricFigure& f : headlines(*frame, focus_->fabric())) {
            rows.push_back({{word(f.name), word(f.value, f.why), word(f.why)}});
        }
    }
    figures_->setRows(std::move(rows));
}

void FabricPane::fillPick() {
    std::vector<TextRow> rows;
    const auto frame = focus_->workspace()->frame();
    if (frame && focus_->index() != nullptr && frame->fabrics.get() == focus_->network()) {
        for (const FabricFigure& f :
             pickFigures(*focus_->index(), *frame, focus_->fabric(), focus_->pick())) {
            rows.push_back({{word(f.name), word(f.value, f.why), word(f.why)}});
        }
    }
    pick_->setRows(std::move(rows));
}

void FabricPane::fillJobs() {
    std::vector<TextRow> rows;
    const auto frame = focus_->workspace()->frame();
    if (frame && focus_->index() != nullptr) {
        for (const engine::JobFootprint& job : frame->fabricsNow.jobs) {
            if (job.fabric != focus_->fabric()) {
                continue;
            }
            const auto count = [](int n) { return number(countText(n), n); };
            rows.push_back(
                {{word(jobName(*frame, job.job)), count(job.endpoints), count(job.leaves),
                  count(job.groups), number(rateText(job.bytesPerS), job.bytesPerS),
                  number(utilizationText(job.share), job.share),
                  word(hottestText(*focus_->index(), *frame, job))},
                 job.job});
        }
    }
    jobs_->setRows(std::move(rows));
}

void FabricPane::fillFaults() {
    std::vector<TextRow> rows;
    const auto frame = focus_->workspace()->frame();
    const ThemeColours& c = Theme::instance().colours();
    if (frame && focus_->index() != nullptr) {
        for (const engine::LinkOverride& o : frame->fabricsNow.overrides) {
            if (o.fabric != focus_->fabric() || o.fault == engine::LinkFault::None) {
                continue;
            }
            const bool down = o.factor <= 0.0;
            rows.push_back(
                {{{linkName(*focus_->index(), o.link), o.link},
                  {linkFaultText(o.fault), engine::faultRank(o.fault), linkFaultWhy(o.fault),
                   down ? "error" : "warning", down ? c.bad : c.caution},
                  number(utilizationText(o.factor), o.factor),
                  word(tierText(focus_->index()->topology->ends(o.link).tier)),
                  word(linkFaultWhy(o.fault))},
                 o.link});
        }
    }
    faults_->setRows(std::move(rows));
}

void FabricPane::fillSwitches() {
    std::vector<TextRow> rows;
    const auto frame = focus_->workspace()->frame();
    const engine::TopologyIndex* index = focus_->index();
    const ThemeColours& c = Theme::instance().colours();
    if (frame && index != nullptr && frame->fabrics.get() == focus_->network()) {
        const engine::Fabric& fabric = frame->fabrics->fabrics[at(focus_->fabric())];
        const engine::Layout& layout = focus_->workspace()->layout();
        // Diagram of the faults alone: there is no diagram of all switches.
        engine::FabricDiagram nothing;
        nothing.edgeOfBundle.assign(index->bundles.size(), -1);
        nothing.nodeOfLeaf.assign(at(index->leaves()), -1);
        const engine::FabricReading reading = engine::readFabric(
            *index, nothing, *frame->fabrics, focus_->fabric(), frame->fabricsNow);
        for (int s = 0; s < index->topology->switches(); ++s) {
            const bool down =
                std::binary_search(reading.downSwitches.begin(), reading.downSwitches.end(), s);
            QString hall = kNone;
            QString place = kNone;
            if (at(s) < fabric.switches.size()) {
                const engine::FabricSwitch& stands = fabric.switches[at(s)];
                if (at(stands.hall) < layout.halls.size()) {
                    hall = QString::fromStdString(layout.halls[at(stands.hall)].name);
                }
                if (stands.rack >= 0 && at(stands.rack) < layout.racks.size()) {
                    place = tr("Rack %1").arg(
                        QString::fromStdString(layout.racks[at(stands.rack)].name()));
                } else if (stands.cabinet >= 0) {
                    place = tr("Cabinet %1").arg(stands.cabinet + 1);
                }
            }
            rows.push_back({{{switchName(*index, s), s},
                             {down             ? tr("Down")
                              : !reading.known ? kNone
                                               : tr("Running"),
                              down,
                              {},
                              down            ? "error"
                              : reading.known ? "ok"
                                              : QString(),
                              down ? c.bad : c.good},
                             number(QString::number(index->topology->place(s).plane + 1),
                                    index->topology->place(s).plane),
                             word(hall),
                             word(place)},
                            s});
        }
    }
    switches_->setRows(std::move(rows));
}

void FabricPane::fillCounters() {
    std::vector<TextRow> rows;
    const auto frame = focus_->workspace()->frame();
    if (frame && at(focus_->fabric()) < frame->fabricsNow.counters.size()) {
        const auto& tiers = frame->fabricsNow.counters[at(focus_->fabric())];
        const engine::TopologyCounts& counts = frame->fabrics->fabrics[at(focus_->fabric())].counts;
        for (std::size_t t = 0; t < tiers.size(); ++t) {
            if (counts.cablesByTier[t] == 0) {
                continue;
            }
            const engine::TierCounters& v = tiers[t];
            const auto bytes = [](double b) { return number(quantityText(b, unit::terabyte), b); };
            const auto count = [](double n) {
                return number(countText(static_cast<std::int64_t>(std::llround(n))), n);
            };
            rows.push_back(
                {{word(tierText(static_cast<engine::LinkTier>(t))), bytes(v.bytes),
                  number(quantityText(v.symbolErrors * 1e6, unit::million), v.symbolErrors),
                  count(v.uncorrectable), bytes(v.retransmitted), count(v.linkDowned),
                  number(durationText(v.pauseS), v.pauseS)}});
        }
    }
    counters_->setRows(std::move(rows));
}

void FabricPane::fillParts() {
    std::vector<TextRow> rows;
    if (focus_->network() != nullptr && at(focus_->fabric()) < focus_->network()->fabrics.size()) {
        const auto value = [](double v, const models::Unit& u) {
            return number(std::isfinite(v) ? quantityText(v, u) : kNone,
                          std::isfinite(v) ? v : -1.0,
                          std::isfinite(v) ? QString() : tr("The catalogue does not state it."));
        };
        for (const engine::BillRow& row : focus_->network()->fabrics[at(focus_->fabric())].bill) {
            rows.push_back(
                {{word(QString::fromStdString(row.what)), word(QString::fromStdString(row.part)),
                  number(countText(row.count), static_cast<double>(row.count)),
                  value(row.eachW, unit::watt), value(row.watts(), unit::kilowatt),
                  value(row.eachUsd, unit::dollar), value(row.usd(), unit::dollar),
                  row.metres > 0.0 ? value(row.metres, unit::metre) : word(kNone)}});
        }
    }
    parts_->setRows(std::move(rows));
}

void FabricPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

}  // namespace headroom::ui
