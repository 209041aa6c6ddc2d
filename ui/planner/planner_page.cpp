// SPDX-License-Identifier: Apache-2.0
#include "ui/planner/planner_page.h"

#include "engine/base/team.h"
#include "engine/document/catalogue.h"
#include "engine/files/output_file.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/workbook.h"
#include "ui/kit/sheet_table.h"
#include "ui/kit/task.h"
#include "ui/kit/task_row.h"
#include "ui/planner/planner_chart.h"
#include "ui/planner/planner_form.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

QString sentences(const std::vector<std::string>& notes) {
    QStringList lines;
    for (const std::string& note : notes) {
        lines << QString::fromStdString(note);
    }
    return lines.join(u'\n');
}

/// Index of the sheet of a chart.
std::size_t sheetOf(const engine::PlanningChart& chart, const engine::PlanningAnswer& answer) {
    const auto at = std::find_if(answer.sheets.begin(), answer.sheets.end(),
                                 [&](const engine::Sheet& s) { return s.name == chart.sheet; });
    return static_cast<std::size_t>(at - answer.sheets.begin());
}

}  // namespace

PlannerPage::PlannerPage(const engine::PlanningQuestion& question, Workspace* workspace,
                         QWidget* parent)
    : QWidget(parent),
      question_(question),
      workspace_(workspace),
      task_(new Task(this)),
      row_(new TaskRow(task_, "planner", tr("Progress of the question"), this)),
      form_(new PlannerForm(question, workspace)),
      tabs_(new QTabWidget(this)),
      notes_(new QLabel(this)) {
    setObjectName("plannerPage_" + QString::fromUtf8(question.name.data(),
                                                     static_cast<qsizetype>(question.name.size())));
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(form_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    tabs_->setObjectName("plannerAnswer");
    tabs_->setDocumentMode(true);
    notes_->setObjectName("plannerNotes");
    notes_->setWordWrap(true);
    notes_->setContentsMargins(10, 2, 10, 6);
    notes_->setForegroundRole(QPalette::PlaceholderText);
    auto* result = new QWidget(this);
    auto* column = new QVBoxLayout(result);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(tabs_, 1);
    column->addWidget(notes_);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(scroll);
    splitter->addWidget(result);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({380, 800});  // the answer is wider than the form
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(row_);
    layout->addWidget(splitter, 1);
    connect(row_, &TaskRow::runAsked, this, &PlannerPage::run);
    connect(row_, &TaskRow::exportAsked, this, &PlannerPage::askExport);
    connect(row_, &TaskRow::changed, this, &PlannerPage::showState);
    connect(form_, &PlannerForm::changed, this, [this] {
        errors_.clear();  // of other arguments
        showState();
    });
    showState();
}

bool PlannerPage::isBusy() const {
    return task_->isBusy();
}

void PlannerPage::run() {
    if (isBusy() || !form_->fault().isEmpty()) {
        return;
    }
    row_->begin(tr("reading"));
    task_->run(
        [question = &question_, arguments = form_->arguments(),
         folder = workspace_->catalogueFolder()](
            const Task::Link& link) -> engine::ResultAll<engine::PlanningAnswer> {
            auto catalogue = engine::Catalogue::load(folder, {});
            if (!catalogue) {
                return tl::unexpected(std::move(catalogue.error()));
            }
            engine::PlanningWorld world;
            world.catalogueFolder = folder;
            world.catalogue = std::make_shared<const engine::Catalogue>(std::move(*catalogue));
            world.threads = engine::threadsFor(0);
            world.progress = [&link](double share, const std::string& what) {
                link.tell(share, QString::fromStdString(what));
            };
            world.cancel = &link.isCancelled();
            return engine::answerPlanning(*question, arguments, world);
        },
        [this,
         arguments = form_->arguments()](const engine::ResultAll<engine::PlanningAnswer>& answer) {
            if (!task_->isCancelled()) {
                asked_ = arguments;
            }
            show(answer);
            emit finished();
        });
    showState();
}

void PlannerPage::show(const engine::ResultAll<engine::PlanningAnswer>& answer) {
    errors_ = answer ? engine::Errors{} : answer.error();
    if (task_->isCancelled()) {
        showState();
        return;
    }
    // An answer to other arguments does not stay under an error.
    answer_ = answer ? std::make_shared<const engine::PlanningAnswer>(*answer) : nullptr;
    showAnswer();
    showState();
}

void PlannerPage::showAnswer() {
    const engine::PlanningAnswer none;
    const engine::PlanningAnswer& answer = answer_ == nullptr ? none : *answer_;
    const int front = tabs_->currentIndex();
    showSheets(answer);
    showCharts(answer);
    tabs_->setCurrentIndex(std::max(0, front));
    notes_->setText(sentences(answer.notes));
}

void PlannerPage::showSheets(const engine::PlanningAnswer& answer) {
    while (tables_.size() > answer.sheets.size()) {
        delete tables_.back();
        tables_.pop_back();
    }
    for (std::size_t i = 0; i < answer.sheets.size(); ++i) {
        const QString name = QString::fromStdString(answer.sheets[i].name);
        if (i == tables_.size()) {
            tables_.push_back(new SheetTable(name, tabs_));
            tabs_->insertTab(static_cast<int>(i), tables_.back(), name);
        }
        tabs_->setTabText(static_cast<int>(i), name);
        tables_[i]->show(answer.sheets[i]);
    }
}

void PlannerPage::showCharts(const engine::PlanningAnswer& answer) {
    while (charts_.size() > answer.charts.size()) {
        delete charts_.back();
        charts_.pop_back();
    }
    for (std::size_t i = 0; i < answer.charts.size(); ++i) {
        const engine::PlanningChart& chart = answer.charts[i];
        const QString title = QString::fromStdString(chart.title);
        if (i == charts_.size()) {
            charts_.push_back(new PlannerChart(tabs_));
            tabs_->addTab(charts_.back(), title);
        }
        tabs_->setTabText(static_cast<int>(tables_.size() + i), title);
        charts_[i]->show(chart, answer.sheets.at(sheetOf(chart, answer)));
    }
}

void PlannerPage::showState() {
    const QString fault = form_->fault();
    QString said = fault;
    bool isBad = !fault.isEmpty();
    if (said.isEmpty() && !errors_.empty()) {
        said = shownText(errors_.front().message + " " + errors_.front().remedy);
        isBad = true;
    } else if (said.isEmpty() && answer_ != nullptr && !answer_->isMet) {
        said = tr("The stated limit is not met.");
        isBad = true;
    }
    // Figures of other arguments are grey until Run.
    const bool isOld = answer_ != nullptr && !(asked_ == form_->arguments());
    if (said.isEmpty() && isOld && !isBusy()) {
        said = tr("The answer is of other arguments: press Run.");
        isBad = false;
    }
    tabs_->setEnabled(!isOld);
    notes_->setEnabled(!isOld);
    notes_->setVisible(!notes_->text().isEmpty());
    row_->show(fault.isEmpty(), answer_ != nullptr, said, isBad);
}

engine::Result<void> PlannerPage::exportTo(const QString& file) const {
    if (answer_ == nullptr) {
        return tl::unexpected(engine::Error{"UI-023",
                                            "The question has no answer to export yet.",
                                            "Run the question first.",
                                            {},
                                            {},
                                            0});
    }
    if (file.endsWith(QStringLiteral(".xlsx"))) {
        return engine::writeWorkbook(file.toStdString(), answer_->sheets,
                                     std::string(question_.title));
    }
    auto front = static_cast<std::size_t>(std::max(0, tabs_->currentIndex()));
    if (front >= tables_.size()) {
        front = sheetOf(answer_->charts.at(front - tables_.size()), *answer_);
    }
    return engine::writeFile(file.toStdString(), engine::sheetCsv(answer_->sheets.at(front)));
}

void PlannerPage::askExport() {
    row_->askFile(
        tr("Export the Answer"),
        QString::fromUtf8(question_.name.data(), static_cast<qsizetype>(question_.name.size())) +
            ".xlsx",
        tr("Workbooks (*.xlsx);;Tables (*.csv)"), "xlsx",
        [this](const QString& file) { return exportTo(file); });
}

}  // namespace headroom::ui
