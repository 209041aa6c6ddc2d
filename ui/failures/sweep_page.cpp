// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/sweep_page.h"

#include "engine/base/scale.h"
#include "engine/files/output_file.h"
#include "ui/failures/sweep_model.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/number_box.h"
#include "ui/kit/task.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
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
      model_(new SweepModel(this)),
      table_(new FilteredTable(model_, tr("Sweep"),
                               tr("Run lets every part fail once, each in a branch of the same "
                                  "running facility, and ranks them by the work that they cost."),
                               this)) {
    setObjectName("sweepPage");
    table_->setObjectName("sweepTable");
    table_->setWidths({260, 120, 60, 150});
    table_->sortBy(SweepModel::LostHours, Qt::DescendingOrder);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(table_, 1);
    connect(table_, &FilteredTable::rowChosen, this, &SweepPage::choose);
    connect(table_, &FilteredTable::rowActivated, this, [this](int row) {
        const engine::SweepRow& r = model_->of(row);
        std::vector<engine::PlantOrder> orders{r.first.order};
        if (r.isPair()) {
            orders.push_back(r.second.order);
        }
        workspace_->blast().show(std::move(orders), sweepName(r));
    });
    connect(task_, &Task::progressed, this, [this](double share, const QString& text) {
        progress_->setValue(static_cast<int>(1000.0 * share));
        progress_->setFormat(text);
    });
    const auto renew = [this] {
        task_->cancel();
        ++project_;  // what still runs is of another one
        show(nullptr);
    };
    connect(workspace, &Workspace::opened, this, renew);
    connect(workspace, &Workspace::closed, this, renew);
    connect(&Theme::instance(), &Theme::changed, this, &SweepPage::showState);
    showState();
}

QWidget* SweepPage::makeControls() {
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(10, 8, 10, 6);
    row->setSpacing(6);
    const auto time = [box](const char* name, const QString& label, const QString& tip,
                            double hours) {
        auto* spin = new NumberBox(models::unit::hour, 0.1 * kHourS, 168.0 * kHourS, box);
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
    pairs_ = new NumberBox(models::unit::none, 0, 50, box);
    pairs_->setObjectName("sweepPairs");
    pairs_->setAccessibleName(tr("Pairs among so many parts"));
    pairs_->setToolTip(
        tr("N-1-1: a second part fails after the first, among so many of the parts "
           "that matter most"));
    pairs_->setWhole(true);
    pairs_->setWordForLowest(tr("none"));
    for (NumberBox* each : {warmUp_, horizon_, pairs_}) {
        connect(each, &NumberBox::refused, this, &SweepPage::showState);
    }
    run_ = new QPushButton(box);
    run_->setObjectName("sweepRun");
    export_ = new QPushButton(Theme::icon("save-as"), tr("&Export…"), box);
    export_->setObjectName("sweepExport");
    progress_ = new QProgressBar(box);
    progress_->setObjectName("sweepProgress");
    progress_->setRange(0, 1000);
    progress_->setAccessibleName(tr("Progress of the sweep"));
    state_ = new QLabel(box);
    state_->setObjectName("sweepState");
    state_->setWordWrap(true);
    for (const auto& [text, field] : {std::pair<QString, QWidget*>{tr("&Before"), warmUp_},
                                      {tr("&Watched for"), horizon_},
                                      {tr("&Pairs among"), pairs_}}) {
        auto* label = new QLabel(text, box);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
    }
    row->addWidget(progress_, 1);
    row->addWidget(state_, 1);
    row->addWidget(run_);
    row->addWidget(export_);
    connect(run_, &QPushButton::clicked, this, [this] {
        isBusy() ? task_->cancel() : run();
        showState();
    });
    connect(export_, &QPushButton::clicked, this, &SweepPage::askExport);
    return box;
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
    progress_->setValue(0);
    progress_->setFormat(tr("warming up"));
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
    failure_ = errors.empty() ? QString()
                              : QString::fromStdString(engine::text(errors)).section('\n', 0, 0);
    model_->setSweep(std::move(sweep));
    showState();
}

void SweepPage::showState() {
    const ThemeColours& colours = Theme::instance().colours();
    const bool busy = isBusy();
    run_->setText(busy ? tr("&Cancel") : tr("&Run"));
    run_->setIcon(Theme::icon(busy ? "close" : "play"));
    run_->setEnabled(busy ? !task_->isCancelled() : workspace_->isOpen());
    export_->setEnabled(sweep_ && !sweep_->rows.empty());
    progress_->setVisible(busy);
    state_->setVisible(!busy);
    QString said = failure_;
    for (const NumberBox* box : {warmUp_, horizon_, pairs_}) {
        if (!box->isFine()) {
            said = QStringLiteral("%1: %2").arg(box->accessibleName(), box->reason());
            run_->setEnabled(busy);
        }
    }
    if (sweep_ && said.isEmpty() && failure_.isEmpty()) {
        said = tr("%1 rows; each failed %2 after the start and was watched for %3")
                   .arg(sweep_->rows.size())
                   .arg(lengthText(sweep_->startS), lengthText(sweep_->spec.horizonS));
        if (!sweep_->complete) {
            said += tr("; cancelled, what was done by then");
        }
    }
    state_->setText(said);
    QPalette palette = state_->palette();
    palette.setColor(QPalette::WindowText, failure_.isEmpty() ? colours.muted : colours.bad);
    state_->setPalette(palette);
}

void SweepPage::choose(int row) {
    const engine::SweepRow& r = model_->of(row);
    if (!r.first.owner.empty()) {
        workspace_->selection().select({Selected::Kind::Object, -1, r.first.owner, -1});
    }
}

engine::Result<void> SweepPage::exportTo(const QString& file) const {
    return engine::writeFile(file.toStdString(), model_->csv().toStdString());
}

void SweepPage::askExport() {
    auto* dialog = new QFileDialog(this, tr("Export the Sweep"), "sweep.csv", tr("Tables (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("csv");
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        if (const auto done = exportTo(file); !done) {
            state_->setText(QString::fromStdString(done.error().text()));
        }
    });
    dialog->open();
}

}  // namespace headroom::ui
