// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/policy_view.h"

#include "engine/files/output_file.h"
#include "engine/schedule/policy_sheet.h"
#include "engine/sheet/sheet_csv.h"
#include "models/workload/job_trace.h"
#include "ui/jobs/job_palette.h"
#include "ui/jobs/policy_charts.h"
#include "ui/jobs/policy_words.h"
#include "ui/jobs/submit_dialog.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/sheet_model.h"
#include "ui/kit/task.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr const char* kUsualPool = "1024";  // accelerators, where the project has none

constexpr int kPolicyColumns = 5;
constexpr int kMostAccelerators = 10000000;

/// In the list of traces: the run's own jobs, a file, or a trace of the project.
const QString kRun = QStringLiteral("run");
const QString kFile = QStringLiteral("file");

QLineEdit* field(const char* name, const QString& label, const QString& text, int width,
                 QWidget* parent) {
    auto* edit = new QLineEdit(text, parent);
    edit->setObjectName(name);
    edit->setAccessibleName(label);
    edit->setMaximumWidth(width);
    return edit;
}

}  // namespace

PolicyView::PolicyView(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      trace_(new QComboBox(this)),
      empty_(new QLabel(this)),
      pages_(new QStackedWidget(this)),
      table_(new QTableView(this)),
      model_(new SheetModel(engine::policySheet({}, {}), this)),
      task_(new Task(this)),
      charts_(new PolicyCharts(this)) {
    setObjectName("policyView");
    table_->setObjectName("policyTable");
    dressTable(table_, tr("Policies compared"));
    table_->setModel(model_);
    hideDetails(table_, model_->sheet());
    model_->setSpecial(
        [this](int row, int column, int role) { return special(row, column, role); });
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    Theme::instance().keepIconSize(table_, 12);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setMargin(20);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    auto* splitter = new QSplitter(Qt::Vertical, pages_);
    splitter->addWidget(table_);
    splitter->addWidget(charts_);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    pages_->addWidget(empty_);
    pages_->addWidget(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(pages_, 1);
    for (const auto signal : {&Workspace::opened, &Workspace::closed}) {
        connect(workspace, signal, this, &PolicyView::listTraces);
    }
    connect(workspace, &Workspace::slowTick, this, [this] {
        if (isVisible() && !isBusy()) {
            showState();
        }
    });
    connect(trace_, &QComboBox::activated, this, [this] {
        if (trace_->currentData().toString() == kFile && file_.isEmpty()) {
            askFile();
        }
        showState();
    });
    for (QLineEdit* edit : {accelerators_, submit_, duration_, size_}) {
        connect(edit, &QLineEdit::textChanged, this, &PolicyView::showState);
    }
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, charts_,
            [this](const QModelIndex& index) { charts_->emphasise(index.row()); });
    connect(&Theme::instance(), &Theme::changed, this, &PolicyView::showState);
    listTraces();
}

QWidget* PolicyView::makeControls() {
    auto* box = new QWidget(this);
    trace_->setObjectName("policyTrace");
    trace_->setAccessibleName(tr("Trace"));
    trace_->setToolTip(tr("Which jobs go through each policy"));
    trace_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    trace_->setMinimumContentsLength(18);
    auto* traceName = new QLabel(tr("&Trace"), box);
    traceName->setBuddy(trace_);
    auto* browse = new QPushButton(Theme::icon("open"), tr("&File…"), box);
    browse->setObjectName("policyBrowse");
    browse->setToolTip(tr("Read a trace from a CSV file; gzip is understood"));
    connect(browse, &QPushButton::clicked, this, &PolicyView::askFile);
    accelerators_ = field("policyAccelerators", tr("Accelerators"), kUsualPool, 90, box);
    accelerators_->setMinimumWidth(76);
    accelerators_->setToolTip(tr("Size of the pool, all of one kind"));
    auto* countName = new QLabel(tr("&Accelerators"), box);
    countName->setBuddy(accelerators_);
    deadline_ = new QComboBox(box);
    deadline_->setObjectName("policyDeadline");
    deadline_->setAccessibleName(tr("Deadlines"));
    deadline_->setToolTip(tr("Deadline of each job, counted from its submission"));
    deadline_->addItem(tr("No deadlines"), 0.0);
    for (const double factor : {2.0, 5.0, 10.0}) {
        deadline_->addItem(tr("Due after %1 × run time").arg(factor), factor);
    }
    auto* first = new QHBoxLayout;
    first->setSpacing(6);
    first->addWidget(traceName);
    first->addWidget(trace_, 1);
    first->addWidget(browse);
    first->addSpacing(8);
    first->addWidget(countName);
    first->addWidget(accelerators_);
    first->addSpacing(8);
    first->addWidget(deadline_);
    columns_ = new QWidget(box);
    auto* names = new QHBoxLayout(columns_);
    names->setContentsMargins(0, 0, 0, 0);
    names->setSpacing(6);
    submit_ = field("policySubmit", tr("Column of the submission"), "", 150, columns_);
    duration_ = field("policyDuration", tr("Column of the run time"), "", 150, columns_);
    size_ = field("policySize", tr("Column of the accelerators"), "", 150, columns_);
    names->addWidget(new QLabel(tr("Columns: submitted"), columns_));
    names->addWidget(submit_);
    names->addWidget(new QLabel(tr("run time"), columns_));
    names->addWidget(duration_);
    names->addWidget(new QLabel(tr("accelerators"), columns_));
    names->addWidget(size_);
    names->addStretch(1);
    run_ = new QPushButton(Theme::icon("play"), tr("&Compare"), box);
    run_->setObjectName("policyRun");
    connect(run_, &QPushButton::clicked, this, [this] { isBusy() ? cancel() : compare(); });
    export_ = new QPushButton(Theme::icon("save"), tr("E&xport…"), box);
    export_->setObjectName("policyExport");
    export_->setToolTip(tr("Write the table as CSV, with units in the names of its columns"));
    connect(export_, &QPushButton::clicked, this, &PolicyView::askExport);
    progress_ = new QProgressBar(box);
    progress_->setAccessibleName(tr("Policies done"));
    progress_->setMaximumWidth(180);
    progress_->setFormat(tr("%v of %m"));
    progress_->hide();
    state_ = new QLabel(box);
    state_->setObjectName("policyState");
    state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* last = new QHBoxLayout;
    last->setSpacing(6);
    last->addWidget(run_);
    last->addWidget(progress_);
    last->addWidget(state_, 1);
    last->addWidget(export_);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(8, 5, 8, 5);
    layout->setSpacing(5);
    layout->addLayout(first);
    layout->addWidget(columns_);
    layout->addWidget(makePolicies());
    layout->addLayout(last);
    return box;
}

QWidget* PolicyView::makePolicies() {
    auto* box = new QWidget(this);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    for (const std::string& policy : engine::policyNames()) {
        auto* check = new QCheckBox(policyName(policy), box);
        check->setObjectName(QStringLiteral("policy-") + QString::fromStdString(policy));
        check->setToolTip(policyTip(policy));
        check->setProperty("policy", QString::fromStdString(policy));
        check->setChecked(true);
        connect(check, &QCheckBox::toggled, this, &PolicyView::showState);
        const auto place = static_cast<int>(policies_.size());
        grid->addWidget(check, place / kPolicyColumns, place % kPolicyColumns);
        policies_.push_back(check);
    }
    grid->setColumnStretch(kPolicyColumns, 1);
    return box;
}

void PolicyView::listTraces() {
    cancel();
    const QSignalBlocker quiet(trace_);
    trace_->clear();
    if (workspace_->isOpen()) {
        trace_->addItem(Theme::icon("jobs"), tr("Jobs of this run that have ended"), kRun);
        for (const engine::Object* trace : workspace_->project().objectsOf("job_trace")) {
            trace_->addItem(Theme::icon("open"), workspace_->nameOfObject(trace->id),
                            QString::fromStdString(trace->id));
        }
    }
    trace_->addItem(Theme::icon("open"),
                    file_.isEmpty() ? tr("A file") : QFileInfo(file_).fileName(), kFile);
    std::int64_t installed = 0;
    for (const InstalledKind& kind : installedKinds(*workspace_)) {
        installed += kind.count;
    }
    // Values of this project, if it has any; never those of another project.
    accelerators_->setText(installed > 0 ? QString::number(installed) : QString(kUsualPool));
    failure_.clear();
    showOutcomes({});
    charts_->clear();
    showState();
}

void PolicyView::askFile() {
    auto* dialog =
        new QFileDialog(this, tr("Trace of jobs"), file_,
                        tr("Job logs (*.csv *.csv.gz *.txt *.json *.swf *.swf.gz);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &PolicyView::chooseFile);
    dialog->open();
}

void PolicyView::chooseFile(const QString& file) {
    file_ = file;
    usual_ = usualColumns(file.toStdString());
    submit_->setText(QString::fromStdString(usual_.submit));
    duration_->setText(QString::fromStdString(usual_.duration));
    size_->setText(QString::fromStdString(usual_.size));
    const int place = trace_->findData(kFile);
    trace_->setItemText(place, QFileInfo(file).fileName());
    trace_->setCurrentIndex(place);
    failure_.clear();
    showState();
}

PolicyQuestion PolicyView::question() const {
    PolicyQuestion q;
    const QString source = trace_->currentData().toString();
    if (source == kRun) {
        if (const auto frame = workspace_->frame(); frame && frame->history) {
            q.trace.jobs = traceOfRun(*frame->history);
        }
    } else if (source == kFile) {
        q.trace.file = file_.toStdString();
        // The reader knows the units of columns that it finds itself. Only other names are listed.
        const auto changed = [](const QLineEdit* edit, const std::string& usual) {
            const std::string name = edit->text().trimmed().toStdString();
            return name == usual ? std::string() : name;
        };
        q.trace.reader.submitColumn = changed(submit_, usual_.submit);
        q.trace.reader.durationColumn = changed(duration_, usual_.duration);
        q.trace.reader.sizeColumn = changed(size_, usual_.size);
    } else if (const engine::Object* object = workspace_->project().find(source.toStdString())) {
        const auto spec = engine::specOf<models::JobTraceSpec>(*object);
        const std::filesystem::path file(spec.file);
        q.trace.file = file.is_absolute() ? file : workspace_->project().folder() / file;
        q.trace.reader = spec;
    }
    q.accelerators = accelerators_->text().trimmed().toInt();
    q.deadlineFactor = deadline_->currentData().toDouble();
    for (const QCheckBox* check : policies_) {
        if (check->isChecked()) {
            q.policies.push_back(check->property("policy").toString().toStdString());
        }
    }
    return q;
}

QString PolicyView::wrong() const {
    bool ok = false;
    const int accelerators = accelerators_->text().trimmed().toInt(&ok);
    if (!ok || accelerators < 1 || accelerators > kMostAccelerators) {
        return tr("Accelerators: a whole number from 1 to %1.").arg(kMostAccelerators);
    }
    if (std::none_of(policies_.begin(), policies_.end(),
                     [](const QCheckBox* check) { return check->isChecked(); })) {
        return tr("Choose a policy at least.");
    }
    const QString source = trace_->currentData().toString();
    if (source == kFile) {
        if (file_.isEmpty()) {
            return tr("Choose the file of a trace.");
        }
    }
    if (source == kRun) {
        const auto frame = workspace_->frame();
        if (!frame || !frame->history || frame->history->spans.empty()) {
            return tr("No job of this run has ended yet. Play on, or choose a file.");
        }
    }
    return {};
}

void PolicyView::compare() {
    if (isBusy() || !wrong().isEmpty()) {
        return;
    }
    const PolicyQuestion q = question();
    if (q.trace.file.empty() && q.trace.jobs.empty()) {
        failure_ = tr("No job of this run has ended yet. Play on, or choose a file.");
        showState();
        return;
    }
    failure_.clear();
    showOutcomes({});
    charts_->clear();
    asked_ = static_cast<int>(q.policies.size());
    progress_->setRange(0, asked_);
    progress_->setValue(0);
    task_->run(
        [this, q](const Task::Link& link) {
            const auto result =
                runPolicies(q, link.isCancelled(), [&](const PolicyOutcome& outcome) {
                    link.post([this, outcome] {
                        std::vector<PolicyOutcome> all = outcomes_;
                        all.push_back(outcome);
                        showOutcomes(std::move(all));
                        charts_->add(outcome);
                        showState();
                    });
                });
            return result ? engine::Errors{} : result.error();
        },
        [this](const engine::Errors& errors) { finish(errors); });
    showState();
}

void PolicyView::showOutcomes(std::vector<PolicyOutcome> outcomes) {
    outcomes_ = std::move(outcomes);
    std::vector<engine::PolicyRow> rows;
    for (const PolicyOutcome& outcome : outcomes_) {
        rows.push_back({outcome.policy, outcome.metrics, outcome.events});
    }
    model_->setSheet(engine::policySheet(rows, {}));
}

/// The policy by its name, in the colour of its curves.
QVariant PolicyView::special(int row, int column, int role) const {
    if (column != 0) {
        return {};
    }
    const std::string& policy = outcomes_[static_cast<std::size_t>(row)].policy;
    if (role == Qt::DecorationRole) {
        QPixmap swatch(12, 12);
        swatch.fill(JobPalette::ofTenant(row));
        return swatch;
    }
    return role == Qt::DisplayRole || role == Qt::UserRole ? QVariant(policyName(policy))
           : role == Qt::ToolTipRole                       ? QVariant(policyTip(policy))
                                                           : QVariant();
}

bool PolicyView::isBusy() const {
    return task_->isBusy();
}

void PolicyView::cancel() {
    if (isBusy()) {
        task_->cancel();
        showState();
    }
}

void PolicyView::finish(const engine::Errors& errors) {
    if (!errors.empty()) {
        failure_ = shownText(engine::text(errors)).trimmed();
    } else if (task_->isCancelled()) {
        failure_ = tr("Cancelled.");
    }
    showState();
    emit finished();
}

void PolicyView::showState() {
    const ThemeColours& colours = Theme::instance().colours();
    const bool ofFile = trace_->currentData().toString() == kFile && !file_.isEmpty();
    columns_->setVisible(ofFile);
    const QString fault = wrong();
    const auto frame = workspace_->frame();
    if (const int ofRun = trace_->findData(kRun); ofRun >= 0 && frame && frame->history) {
        trace_->setItemText(ofRun, frame->history->left > 0
                                       ? tr("Jobs of this run since %1 that have ended")
                                             .arg(momentText(frame->history->sinceS))
                                       : tr("Jobs of this run that have ended"));
    }
    const bool busy = isBusy();
    run_->setText(busy ? tr("&Cancel") : tr("&Compare"));
    run_->setIcon(Theme::icon(busy ? "close" : "play"));
    run_->setEnabled(busy ? !task_->isCancelled() : fault.isEmpty());
    run_->setToolTip(busy ? tr("Stop the comparison") : tr("Send the trace through each policy"));
    export_->setEnabled(model_->rowCount() > 0);
    progress_->setVisible(busy);
    progress_->setValue(model_->rowCount());
    const QString said = busy ? QString() : !fault.isEmpty() ? fault : failure_.section('\n', 0, 0);
    state_->setText(said);
    state_->setToolTip(failure_);
    QPalette palette = state_->palette();
    // An incomplete choice is not an error.
    bool isNumber = false;
    accelerators_->text().trimmed().toInt(&isNumber);
    const bool isWrong = !failure_.isEmpty() || (!fault.isEmpty() && !isNumber);
    palette.setColor(QPalette::WindowText, isWrong ? colours.bad : colours.muted);
    state_->setPalette(palette);
    empty_->setText(busy ? tr("Replaying…")
                    : !failure_.isEmpty()
                        ? failure_
                        : tr("Choose a trace, a size and policies, then Compare: waits, "
                             "completion times, use and fairness appear here side by side."));
    pages_->setCurrentIndex(model_->rowCount() > 0 ? 1 : 0);
}

engine::Result<void> PolicyView::exportTo(const QString& file) const {
    return engine::writeFile(file.toStdString(), engine::sheetCsv(model_->sheet()));
}

void PolicyView::askExport() {
    auto* dialog =
        new QFileDialog(this, tr("Export the Comparison"), "policies.csv", tr("Tables (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("csv");
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        if (const auto done = exportTo(file); !done) {
            failure_ = QString::fromStdString(done.error().text());
            showState();
        }
    });
    dialog->open();
}

void PolicyView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!isBusy()) {
        showState();  // jobs may have ended while it was away
    }
}

}  // namespace headroom::ui
