// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/campaign_page.h"

#include "engine/base/scale.h"
#include "engine/files/output_file.h"
#include "engine/plant/plant.h"
#include "engine/sheet/sheet_csv.h"
#include "ui/failures/campaign_chart.h"
#include "ui/kit/number_box.h"
#include "ui/kit/sheet_table.h"
#include "ui/kit/task.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <array>
#include <chrono>
#include <cmath>

namespace headroom::ui {

namespace {

using engine::Figure;

struct Vary {
    const char* key;  ///< as engine::findFigure() names it; empty means the unchanged project
    const char* label;
    const char* values;  ///< to begin with
};

constexpr auto kVary = std::to_array<Vary>({
    {"", QT_TRANSLATE_NOOP("CampaignPage", "The unchanged project"), ""},
    {"job-size", QT_TRANSLATE_NOOP("CampaignPage", "Job size"), "64,128,256,512"},
    {"checkpoint-interval", QT_TRANSLATE_NOOP("CampaignPage", "Checkpoint interval"),
     "5,15,30,60,120"},
    {"restart-time", QT_TRANSLATE_NOOP("CampaignPage", "Restart time"), "60,300,900"},
    {"spares", QT_TRANSLATE_NOOP("CampaignPage", "Spares"), "0,1,2,5"},
    {"detection-timeout", QT_TRANSLATE_NOOP("CampaignPage", "Detection time-out"), "60,600,1800"},
    {"failure-rate", QT_TRANSLATE_NOOP("CampaignPage", "Failure rate"), "0.5,1,2,4"},
});

/// Columns of a curve.
constexpr auto kFigures = std::to_array<std::string_view>(
    {engine::kEffectiveTime, "goodput_pct", engine::kMeanTimeToInterruption, "interruptions",
     "lost_work_pct", "waiting_pct", "stalled_pct", "availability_pct", "mttr_h"});

QString labelOf(const Figure& info) {
    const QString label = QString::fromUtf8(info.label.data(), static_cast<int>(info.label.size()));
    const QString unit = unitSymbol(info.unit.symbol);
    return unit.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(label, unit);
}

struct Question {
    engine::Project project;
    std::shared_ptr<const engine::Catalogue> catalogue;
    std::string figure;
    std::vector<double> values;
    engine::CampaignSpec spec;
};

void answerTo(const Question& q, CampaignAnswer& answer, const engine::CampaignWatcher& watcher,
              const std::atomic<bool>& cancel) {
    const engine::RunOptions options = engine::campaignOptions(q.spec.coupling);
    auto plant = engine::compile(q.project, *q.catalogue, options);
    if (!plant) {
        answer.errors = plant.error();
        return;
    }
    engine::CampaignSpec spec = q.spec;
    spec.seed = plant->seed;
    if (!q.figure.empty()) {
        const auto figure = engine::findFigure(q.project, q.figure);
        if (!figure) {
            answer.errors = {figure.error()};
            return;
        }
        auto curve = engine::vary(q.project, *q.catalogue, options, *figure, q.values, spec,
                                  watcher, cancel);
        if (curve) {
            answer.curve = std::move(*curve);
        } else {
            answer.errors = curve.error();
        }
        return;
    }
    engine::CampaignResult result;
    result.project = plant->name;
    result.servers = plant->servers;
    result.accelerators = plant->accelerators;
    result.spec = spec;
    const auto start = std::chrono::steady_clock::now();
    auto runs = engine::replicate(std::make_shared<const engine::Plant>(std::move(*plant)), spec,
                                  watcher, cancel);
    if (!runs) {
        answer.errors = runs.error();
        return;
    }
    result.replications = std::move(*runs);
    result.cancelled = cancel;
    result.wallS = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    answer.campaign = std::move(result);
}

}  // namespace

CampaignPage::CampaignPage(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      task_(new Task(this)),
      answer_(std::make_shared<CampaignAnswer>()),
      empty_(new QLabel(this)),
      pages_(new QStackedWidget(this)),
      table_(new SheetTable(tr("Figures of the campaign"), this)),
      chart_(new CampaignChart(this)) {
    setObjectName("campaignPage");
    empty_->setObjectName("campaignEmpty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setMargin(20);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    table_->setObjectName("campaignTable");
    auto* splitter = new QSplitter(Qt::Vertical, pages_);
    splitter->addWidget(chart_);
    splitter->addWidget(table_);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    pages_->addWidget(empty_);
    pages_->addWidget(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(pages_, 1);
    connect(task_, &Task::progressed, this, [this](double share, const QString& text) {
        progress_->setValue(static_cast<int>(1000.0 * share));
        progress_->setFormat(text);
    });
    const auto renew = [this] {
        task_->cancel();
        show({});
    };
    connect(workspace, &Workspace::designReplaced, this, renew);
    connect(workspace, &Workspace::closed, this, renew);
    connect(&Theme::instance(), &Theme::changed, this, &CampaignPage::showState);
    chooseFigure();
}

QWidget* CampaignPage::makeControls() {
    auto* box = new QWidget(this);
    auto* lines = new QVBoxLayout(box);
    lines->setContentsMargins(10, 8, 10, 6);
    lines->setSpacing(4);
    const auto labelled = [box](QHBoxLayout* row, const QString& text, QWidget* field) {
        auto* label = new QLabel(text, box);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
    };
    vary_ = new QComboBox(box);
    vary_->setObjectName("campaignVary");
    vary_->setAccessibleName(tr("Varied attribute"));
    for (const Vary& vary : kVary) {
        vary_->addItem(tr(vary.label), QString::fromLatin1(vary.key));
    }
    values_ = new QLineEdit(box);
    values_->setObjectName("campaignValues");
    values_->setAccessibleName(tr("Values"));
    values_->setMaximumWidth(200);
    values_->setToolTip(tr("Values with commas between, or \"first..last:number\""));
    days_ = new NumberBox({"d", kDayS}, 0.1 * kDayS, 3650.0 * kDayS, box);
    days_->setObjectName("campaignDays");
    days_->setAccessibleName(tr("Simulated days of each run"));
    days_->showValue(30.0 * kDayS);
    replications_ = new NumberBox(models::unit::none, 2, 10000, box);
    replications_->setObjectName("campaignReplications");
    replications_->setAccessibleName(tr("Runs with other random numbers"));
    replications_->setWhole(true);
    replications_->showValue(20);
    for (NumberBox* number : {days_, replications_}) {
        connect(number, &NumberBox::refused, this, &CampaignPage::showState);
    }
    shown_ = new QComboBox(box);
    shown_->setObjectName("campaignShown");
    shown_->setAccessibleName(tr("Figure of the chart"));
    for (const std::string_view key : kFigures) {
        shown_->addItem(labelOf(engine::figure(key)),
                        QByteArray(key.data(), qsizetype(key.size())));
    }
    run_ = new QPushButton(box);
    run_->setObjectName("campaignRun");
    export_ = new QPushButton(Theme::icon("save-as"), tr("&Export…"), box);
    export_->setObjectName("campaignExport");
    progress_ = new QProgressBar(box);
    progress_->setObjectName("campaignProgress");
    progress_->setRange(0, 1000);
    progress_->setAccessibleName(tr("Progress of the campaign"));
    state_ = new QLabel(box);
    state_->setObjectName("campaignState");
    state_->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    labelled(row, tr("&Vary"), vary_);
    labelled(row, tr("V&alues"), values_);
    labelled(row, tr("&Days"), days_);
    labelled(row, tr("R&uns"), replications_);
    row->addStretch(1);
    row->addWidget(run_);
    row->addWidget(export_);
    auto* second = new QHBoxLayout;
    labelled(second, tr("C&hart"), shown_);
    second->addWidget(progress_, 1);
    second->addWidget(state_, 1);
    lines->addLayout(row);
    lines->addLayout(second);
    connect(vary_, &QComboBox::currentIndexChanged, this, &CampaignPage::chooseFigure);
    connect(values_, &QLineEdit::textChanged, this, &CampaignPage::showState);
    connect(shown_, &QComboBox::currentIndexChanged, this, &CampaignPage::fillTable);
    connect(run_, &QPushButton::clicked, this, [this] {
        isBusy() ? task_->cancel() : run();
        showState();
    });
    connect(export_, &QPushButton::clicked, this, &CampaignPage::askExport);
    return box;
}

bool CampaignPage::isBusy() const {
    return task_->isBusy();
}

void CampaignPage::chooseFigure() {
    const Vary& vary = kVary[static_cast<std::size_t>(vary_->currentIndex())];
    values_->setText(QString::fromLatin1(vary.values));
    values_->setEnabled(*vary.key != '\0');
    if (workspace_->isOpen() && *vary.key != '\0') {
        const auto figure = engine::findFigure(workspace_->project(), vary.key);
        values_->setPlaceholderText(
            figure
                ? tr("in %1").arg(figure->unit.empty() ? tr("numbers") : unitSymbol(figure->unit))
                : QString());
        values_->setToolTip(
            figure ? tr("%1, %2; values with commas between, or "
                        "\"first..last:number\"")
                         .arg(QString::fromStdString(figure->label), values_->placeholderText())
                   : QString());
    }
    showState();
}

QString CampaignPage::wrong() const {
    for (const NumberBox* box : {days_, replications_}) {
        if (!box->isFine()) {
            return QStringLiteral("%1: %2").arg(box->accessibleName(), box->reason());
        }
    }
    if (!workspace_->isOpen()) {
        return tr("Open a project first.");
    }
    const std::string key = vary_->currentData().toString().toStdString();
    if (key.empty()) {
        return {};
    }
    const auto figure = engine::findFigure(workspace_->project(), key);
    if (!figure) {
        return shownText(figure.error().message);
    }
    if (const auto values =
            engine::parseValues(values_->text().trimmed().toStdString(), figure->unit);
        !values) {
        return shownText(values.error().message);
    }
    return {};
}

void CampaignPage::run() {
    if (isBusy() || !wrong().isEmpty()) {
        return;
    }
    auto q = std::make_shared<Question>();
    q->project = workspace_->project();
    q->catalogue = workspace_->sharedCatalogue();
    q->figure = vary_->currentData().toString().toStdString();
    if (!q->figure.empty()) {
        const auto figure = engine::findFigure(q->project, q->figure);
        q->values = *engine::parseValues(values_->text().trimmed().toStdString(), figure->unit);
    }
    q->spec.untilS = days_->value();
    q->spec.replications = replications_->whole();
    answer_ = std::make_shared<CampaignAnswer>();
    const double untilS = q->spec.untilS;
    progress_->setValue(0);
    progress_->setFormat(tr("compiling"));
    task_->run(
        [q, answer = answer_, untilS](const Task::Link& link) {
            answerTo(
                *q, *answer,
                [&](const engine::CampaignProgress& p) {
                    link.tell(p.timeS / (p.of * untilS),
                              CampaignPage::tr("%1 of %2 runs").arg(p.done).arg(p.of));
                },
                link.isCancelled());
        },
        [this] {
            fillTable();
            showState();
            emit finished();
        });
    showState();
}

void CampaignPage::show(CampaignAnswer answer) {
    answer_ = std::make_shared<CampaignAnswer>(std::move(answer));
    fillTable();
    showState();
}

void CampaignPage::fillTable() {
    if (isBusy()) {
        table_->clear({});
    } else if (answer_->curve) {
        table_->show(engine::curveTable(*answer_->curve));
        chart_->show(lineOf(*answer_->curve,
                            engine::figure(shown_->currentData().toByteArray().toStdString())));
    } else if (answer_->campaign && !answer_->campaign->replications.empty()) {
        table_->show(engine::campaignFigures(*answer_->campaign));
        chart_->show(lineOfSizes(*answer_->campaign));
    } else {
        table_->clear({});
    }
}

void CampaignPage::showState() {
    const ThemeColours& colours = Theme::instance().colours();
    const bool busy = isBusy();
    const QString fault = wrong();
    const bool has = !busy && ((answer_->curve && !answer_->curve->points.empty()) ||
                               (answer_->campaign && !answer_->campaign->replications.empty()));
    run_->setText(busy ? tr("&Cancel") : tr("&Run"));
    run_->setIcon(Theme::icon(busy ? "close" : "play"));
    run_->setEnabled(busy ? !task_->isCancelled() : fault.isEmpty());
    export_->setEnabled(has);
    progress_->setVisible(busy);
    shown_->setEnabled(answer_->curve.has_value());
    shown_->setToolTip(answer_->campaign ? tr("As it is: mean time to interruption by job size")
                                         : QString());
    QString said = fault;
    bool bad = !fault.isEmpty() && workspace_->isOpen();
    if (!busy && !answer_->errors.empty()) {
        said = shownText(answer_->errors.front().text());
        bad = true;
    } else if (has && fault.isEmpty()) {
        const engine::CampaignResult& r =
            answer_->campaign ? *answer_->campaign : answer_->curve->points.front().campaign;
        said = tr("%1 runs of %2 d, seed %3; mean and its 95 % interval (Student)")
                   .arg(r.replications.size())
                   .arg(plainNumberText(r.spec.untilS / kDayS, 4))
                   .arg(r.spec.seed);
        if (r.cancelled || (answer_->curve && answer_->curve->cancelled)) {
            said += tr("; cancelled, what was done by then");
        }
    }
    state_->setVisible(!busy);
    state_->setText(said);
    QPalette palette = state_->palette();
    palette.setColor(QPalette::WindowText, bad ? colours.bad : colours.muted);
    state_->setPalette(palette);
    empty_->setText(busy ? tr("Simulating…")
                         : tr("Run the project many times with other random failures: mean time to "
                              "interruption by job size, effective training time, goodput and "
                              "repairs appear here. Each has its 95 % interval and its law."));
    pages_->setCurrentIndex(has ? 1 : 0);
}

engine::Result<void> CampaignPage::exportTo(const QString& file) const {
    if (!answer_->curve && !answer_->campaign) {
        return tl::unexpected(engine::Error{
            "UI-023", "There is no result to export yet.", "Run the campaign first.", {}, {}, 0});
    }
    const engine::Sheet sheet = answer_->curve ? engine::curveSheet(*answer_->curve)
                                               : engine::campaignSheet(*answer_->campaign);
    return engine::writeFile(file.toStdString(), engine::sheetCsv(sheet));
}

void CampaignPage::askExport() {
    auto* dialog =
        new QFileDialog(this, tr("Export the Campaign"), "campaign.csv", tr("Tables (*.csv)"));
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
