// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/commission_page.h"

#include "engine/base/scale.h"
#include "engine/files/output_file.h"
#include "engine/report/commission_page.h"
#include "models/facility/requirement.h"
#include "ui/failures/commission_model.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/number_box.h"
#include "ui/kit/task.h"
#include "ui/kit/task_row.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace headroom::ui {

namespace {

struct CommissionAnswer {
    std::shared_ptr<const engine::Commission> result;
    engine::Errors errors;
};

}  // namespace

CommissionPage::CommissionPage(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      task_(new Task(this)),
      model_(new CommissionModel(this)),
      table_(new FilteredTable(
          model_, tr("Commissioning"),
          tr("Run fails each part of power, cooling and network in turn, at full load in design "
             "weather, and compares the result with the project's requirements."),
          this)) {
    setObjectName("commissionPage");
    table_->setObjectName("commissionTable");
    table_->setWidths({120, 330, 50, 120, 300, 80, 90, 90});
    table_->view()->sortByColumn(CommissionModel::Verdict, Qt::AscendingOrder);  // failed first
    story_ = new QPlainTextEdit(this);
    story_->setObjectName("commissionStory");
    story_->setReadOnly(true);
    story_->setFrameShape(QFrame::NoFrame);
    story_->setAccessibleName(tr("Figures of the test, and what followed"));
    story_->setPlaceholderText(tr("Figures of the test that is chosen, and what followed"));
    auto* split = new QSplitter(Qt::Vertical, this);
    split->addWidget(table_);
    split->addWidget(story_);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(split, 1);
    connect(table_, &FilteredTable::rowChosen, this, &CommissionPage::choose);
    connect(table_, &FilteredTable::rowActivated, this, [this](int row) {
        const engine::CommissionTest& test = model_->of(row).test;
        if (!test.orders.empty()) {
            workspace_->blast().show(test.orders, QString::fromStdString(test.name));
        }
    });
    const auto renew = [this] {
        task_->cancel();
        ++project_;  // what still runs is of another one
        show(nullptr);
    };
    connect(workspace, &Workspace::designReplaced, this, renew);
    connect(workspace, &Workspace::closed, this, renew);
    connect(workspace, &Workspace::projectChanged, this, [this] {
        isStale_ = true;
        showState();
    });
    connect(&Theme::instance(), &Theme::changed, this, &CommissionPage::showState);
    showState();
}

QWidget* CommissionPage::makeControls() {
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(10, 8, 10, 6);
    column->setSpacing(4);
    row_ = new TaskRow(task_, "commission", tr("Progress of the tests"), box);
    const engine::CommissionSpec usual;
    settle_ = new NumberBox(models::unit::hour, 0.1 * kHourS, 168.0 * kHourS, row_);
    settle_->setObjectName("commissionSettle");
    settle_->setAccessibleName(tr("Before it fails"));
    settle_->setToolTip(tr("Simulated time of full load before anything fails"));
    settle_->showValue(usual.settleS);
    watch_ = new NumberBox(models::unit::minute, kMinuteS, 24.0 * kHourS, row_);
    watch_->setObjectName("commissionWatch");
    watch_->setAccessibleName(tr("Watched for"));
    watch_->setToolTip(tr("Simulated time after each failure in which the requirements apply"));
    watch_->showValue(usual.watchS);
    row_->addField(tr("&Before"), settle_);
    row_->addField(tr("&Watched for"), watch_);
    row_->setExportTip(tr("The report with a place to sign, as one HTML page"));
    required_ = new QLabel(box);
    required_->setObjectName("commissionRequired");
    required_->setWordWrap(true);
    column->addWidget(row_);
    column->addWidget(required_);
    connect(row_, &TaskRow::runAsked, this, &CommissionPage::run);
    connect(row_, &TaskRow::changed, this, &CommissionPage::showState);
    connect(row_, &TaskRow::exportAsked, this, &CommissionPage::askExport);
    return box;
}

bool CommissionPage::isBusy() const {
    return task_->isBusy();
}

void CommissionPage::run() {
    if (isBusy() || !workspace_->isOpen()) {
        return;
    }
    engine::CommissionSpec spec;
    spec.settleS = settle_->value();
    spec.watchS = watch_->value();
    row_->begin(tr("settling at full load"));
    isStale_ = false;
    task_->run(
        [spec, project = workspace_->project(),
         catalogue = workspace_->sharedCatalogue()](const Task::Link& link) {
            auto made = engine::commission(
                project, *catalogue, spec,
                [&link](int done, int all) {
                    link.tell(all > 0 ? static_cast<double>(done) / all : 0.0,
                              CommissionPage::tr("%1 of %2 tests").arg(done).arg(all));
                },
                &link.isCancelled());
            return made ? CommissionAnswer{std::make_shared<const engine::Commission>(
                                               std::move(*made)),
                                           {}}
                        : CommissionAnswer{nullptr, made.error()};
        },
        [this, of = project_](const CommissionAnswer& answer) {
            if (of == project_) {
                show(answer.result, answer.errors);
            }
            showState();
            emit finished();
        });
    show(nullptr);
}

void CommissionPage::show(std::shared_ptr<const engine::Commission> result,
                          const engine::Errors& errors) {
    result_ = result;
    failure_ = errors.empty() ? QString() : shownText(errors.front().text());
    story_->clear();
    model_->setResult(std::move(result));
    showState();
}

QString CommissionPage::outcome() const {
    using engine::CommissionVerdict;
    QString said = tr("%1 passed, %2 failed, %3 with nothing asked, at %4 of IT, %5 outdoors, wet "
                      "bulb %6")
                       .arg(result_->count(CommissionVerdict::Passed))
                       .arg(result_->count(CommissionVerdict::Failed))
                       .arg(result_->count(CommissionVerdict::NothingAsked))
                       .arg(quantityText(result_->itW, models::unit::kilowatt),
                            quantityText(result_->weather.dryBulbC, models::unit::celsius, 3),
                            quantityText(result_->weather.wetBulbC, models::unit::celsius, 3));
    if (!result_->complete) {
        said += tr("; cancelled, what was done by then");
    }
    if (isStale_) {
        said += tr("; of the design before the last change");
    }
    return said;
}

QString CommissionPage::required() const {
    for (const engine::Object* object : workspace_->project().objectsOf("requirement")) {
        const models::ComponentType& type = models::RequirementSpec::type();
        QStringList words;
        for (std::size_t i = 0; i < type.attributes.size(); ++i) {
            const models::Attribute& a = type.attributes[i];
            const auto* word = std::get_if<std::string>(&object->values[i]);
            if (word != nullptr && *word != "not_stated") {
                words << QStringLiteral("%1: %2").arg(
                    utf8Text(a.label).toLower(), QString::fromStdString(*word).replace('_', ' '));
            }
        }
        if (!words.isEmpty()) {
            return tr("Required where %1").arg(words.join(QStringLiteral("; ")));
        }
    }
    return tr(
        "The project states no requirements: figures are shown and not judged. State in its "
        "requirements what a failure may cost.");
}

void CommissionPage::showState() {
    const bool failed =
        !failure_.isEmpty() || (result_ && result_->count(engine::CommissionVerdict::Failed) > 0);
    row_->show(workspace_->isOpen(), result_ && !result_->rows.empty(),
               result_ && failure_.isEmpty() ? outcome() : failure_, failed);
    required_->setVisible(workspace_->isOpen());
    if (workspace_->isOpen()) {
        required_->setText(required());
    }
}

void CommissionPage::choose(int row) {
    const engine::CommissionRow& r = model_->of(row);
    story_->setPlainText(commissionStory(r));
    if (!r.test.owner.empty()) {
        workspace_->selection().select({Selected::Kind::Object, -1, r.test.owner, -1});
    }
}

engine::Result<void> CommissionPage::exportTo(const QString& file) const {
    return engine::writeFile(file.toStdString(), engine::commissionPage(*result_));
}

void CommissionPage::askExport() {
    row_->askFile(tr("Export the Commissioning Report"), "commissioning.html",
                  tr("Web pages (*.html)"), "html",
                  [this](const QString& file) { return exportTo(file); });
}

}  // namespace headroom::ui
