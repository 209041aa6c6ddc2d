// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/sweep_page.h"

#include "engine/base/scale.h"
#include "engine/files/output_file.h"
#include "engine/reliability/reach/sweep_sheet.h"
#include "engine/sheet/sheet_csv.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/number_box.h"
#include "ui/kit/sheet_model.h"
#include "ui/kit/task.h"
#include "ui/kit/task_row.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

#include <QTableView>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

struct Answer {
    std::shared_ptr<const engine::Sweep> sweep;
    engine::Errors errors;
};

}  // namespace

SweepPage::SweepPage(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      task_(new Task(this)),
      model_(new SheetModel(engine::sweepSheet({}), this)),
      table_(new FilteredTable(model_, tr("Sweep"),
                               tr("Run lets every part fail once, each in a branch of the same "
                                  "running facility, and ranks them by the work that they cost."),
                               this)) {
    setObjectName("sweepPage");
    table_->setObjectName("sweepTable");
    table_->setWidths({260, 120, 60, 150});
    hideDetails(table_->view(), model_->sheet());
    table_->sortBy(model_->column("lost_accelerator_h"), Qt::DescendingOrder);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(table_, 1);
    connect(table_, &FilteredTable::rowChosen, this, &SweepPage::choose);
    connect(table_, &FilteredTable::rowActivated, this, [this](int row) {
        const engine::SweepRow& r = sweep_->rows[static_cast<std::size_t>(row)];
        std::vector<engine::PlantOrder> orders{r.first.order};
        if (r.isPair()) {
            orders.push_back(r.second.order);
        }
        workspace_->blast().show(std::move(orders), QString::fromStdString(engine::sweepName(r)));
    });
    const auto renew = [this] {
        task_->cancel();
        ++project_;  // what still runs is of another one
        show(nullptr);
    };
    connect(workspace, &Workspace::designReplaced, this, renew);
    connect(workspace, &Workspace::closed, this, renew);
    connect(&Theme::instance(), &Theme::changed, this, &SweepPage::showState);
    showState();
}

QWidget* SweepPage::makeControls() {
    row_ = new TaskRow(task_, "sweep", tr("Progress of the sweep"), this);
    row_->setContentsMargins(10, 8, 10, 6);
    const auto time = [this](const char* name, const QString& label, const QString& tip,
                             double hours) {
        auto* spin = new NumberBox(models::unit::hour, 0.1 * kHourS, 168.0 * kHourS, row_);
        spin->setObjectName(name);
        spin->setAccessibleName(label);
        spin->setToolTip(tip);
        spin->showValue(hours * kHourS);
        return spin;
    };
    warmUp_ = time("sweepWarmUp", tr("Before it fails"),
                   tr("Simulated time before anything fails; jobs run by then"), 2.0);
    horizon_ = time("sweepHorizon", tr("Watched for"),
                    tr("Simulated time after the failure that is compared"), 1.0);
    pairs_ = new NumberBox(models::unit::none, 0, 50, row_);
    pairs_->setObjectName("sweepPairs");
    pairs_->setAccessibleName(tr("Parts that form pairs"));
    pairs_->setToolTip(
        tr("N-1-1: a second part fails after the first, among this number of parts "
           "that matter most"));
    pairs_->setWhole(true);
    pairs_->setWordForLowest(tr("none"));
    row_->addField(tr("&Before"), warmUp_);
    row_->addField(tr("&Watched for"), horizon_);
    row_->addField(tr("&Pairs among"), pairs_);
    connect(row_, &TaskRow::runAsked, this, &SweepPage::run);
    connect(row_, &TaskRow::changed, this, &SweepPage::showState);
    connect(row_, &TaskRow::exportAsked, this, &SweepPage::askExport);
    return row_;
}

bool SweepPage::isBusy() const {
    return task_->isBusy();
}

void SweepPage::run() {
    if (isBusy() || !workspace_->isOpen()) {
        return;
    }
    engine::SweepSpec spec;
    spec.warmUpS = warmUp_->value();
    spec.horizonS = horizon_->value();
    spec.pairsOf = pairs_->whole();
    row_->begin(tr("warming up"));
    task_->run(
        [spec, project = workspace_->project(),
         catalogue = workspace_->sharedCatalogue()](const Task::Link& link) {
            auto made = engine::sweep(
                project, *catalogue, spec,
                [&link](int done, int all) {
                    link.tell(all > 0 ? static_cast<double>(done) / all : 0.0,
                              SweepPage::tr("%1 of %2 parts").arg(done).arg(all));
                },
                &link.isCancelled());
            return made ? Answer{std::make_shared<const engine::Sweep>(std::move(*made)), {}}
                        : Answer{nullptr, made.error()};
        },
        [this, of = project_](const Answer& answer) {
            if (of == project_) {
                show(answer.sweep, answer.errors);
            }
            showState();
            emit finished();
        });
    show(nullptr);
}

void SweepPage::show(std::shared_ptr<const engine::Sweep> sweep, const engine::Errors& errors) {
    sweep_ = sweep;
    failure_ = errors.empty() ? QString() : shownText(errors.front().text());
    model_->setSheet(engine::sweepSheet(sweep ? *sweep : engine::Sweep{}));
    showState();
}

void SweepPage::showState() {
    QString said = failure_;
    if (sweep_ && said.isEmpty()) {
        said = tr("%1 rows; each failed %2 after the start and was watched for %3")
                   .arg(sweep_->rows.size())
                   .arg(lengthText(sweep_->startS), lengthText(sweep_->spec.horizonS));
        if (!sweep_->complete) {
            said += tr("; cancelled, what was done by then");
        }
    }
    row_->show(workspace_->isOpen(), sweep_ && !sweep_->rows.empty(), said, !failure_.isEmpty());
}

void SweepPage::choose(int row) {
    const engine::SweepRow& r = sweep_->rows[static_cast<std::size_t>(row)];
    if (!r.first.owner.empty()) {
        workspace_->selection().select({Selected::Kind::Object, -1, r.first.owner, -1});
    }
}

engine::Result<void> SweepPage::exportTo(const QString& file) const {
    return engine::writeFile(file.toStdString(), engine::sheetCsv(model_->sheet()));
}

void SweepPage::askExport() {
    row_->askFile(tr("Export the Sweep"), "sweep.csv", tr("Tables (*.csv)"), "csv",
                  [this](const QString& file) { return exportTo(file); });
}

}  // namespace headroom::ui
