// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_view.h"

#include "engine/compare/executive.h"
#include "engine/compare/shown.h"
#include "engine/files/output_file.h"
#include "engine/live/session.h"
#include "engine/replay/player.h"
#include "engine/sheet/sheet_csv.h"
#include "ui/compare/compare_charts.h"
#include "ui/compare/compare_floor.h"
#include "ui/compare/compare_scene.h"
#include "ui/compare/compare_set.h"
#include "ui/compare/compare_tables.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDate>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

namespace headroom::ui {

namespace {

/// Names of the tabs in a storyboard, in their order.
constexpr auto kTabs =
    std::to_array<const char*>({"figures", "inputs", "events", "charts", "floor"});
constexpr int kChartsTab = 3, kFloorTab = 4;
constexpr int kKeyRole = Qt::UserRole + 1;

}  // namespace

CompareView::CompareView(Workspace* workspace, CommandSet* commands, std::filesystem::path shipped,
                         bool can3d, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      set_(new CompareSet(workspace, std::move(shipped), this)),
      note_(new QLabel(this)),
      busy_(new QLabel(this)),
      pages_(new QStackedWidget(this)),
      tabs_(new QTabWidget(this)),
      charts_(new CompareCharts(set_, this)),
      floor_(new CompareFloor(set_, workspace, this)),
      scene_(can3d ? new CompareScene(set_, floor_, this) : nullptr) {
    setObjectName("compareView");
    auto* empty = new QLabel(tr("Add two to four recordings or projects: their figures, inputs, "
                                "events, charts and floors "
                                "appear here side by side."),
                             this);
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setForegroundRole(QPalette::PlaceholderText);
    tabs_->setObjectName("compareTabs");
    tabs_->setDocumentMode(true);
    for (const QString& title : {tr("Figures"), tr("Inputs"), tr("Events")}) {
        tabs_->addTab(new QWidget(tabs_), title);
    }
    tabs_->addTab(charts_, tr("Charts"));
    tabs_->addTab(makeFloor(), tr("Floor"));
    pages_->addWidget(empty);
    pages_->addWidget(tabs_);
    note_->setObjectName("compareNote");
    note_->setWordWrap(true);
    note_->setForegroundRole(QPalette::PlaceholderText);
    note_->setContentsMargins(10, 2, 10, 4);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(pages_, 1);
    layout->addWidget(note_);
    connect(set_, &CompareSet::changed, this, [this] {
        showAll();
        presentWanted();
        emit requested();
    });
    connect(set_, &CompareSet::failed, this,
            [this](const QString& title, const engine::Errors& errors) {
                wanted_.reset();
                emit failed(title, errors);
            });
    connect(set_, &CompareSet::busyChanged, busy_, &QLabel::setText);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &CompareView::showTables);
    commands->on("compare.add", this, [this] { ask(); });
    commands->on("compare.addOpen", this, [this] { addOpen(); });
    commands->on("compare.save", this, [this] { save(); });
    commands->on("compare.executive", this, [this] { askExecutive(); });
    showAll();
}

QWidget* CompareView::makeHead() {
    auto* head = new QWidget(this);
    auto* rows = new QVBoxLayout(head);
    rows->setContentsMargins(8, 4, 8, 4);
    rows->setSpacing(4);
    // Names and progress have a line of their own: buttons neither cut them nor move when they change.
    auto* names = new QHBoxLayout;
    names->setSpacing(6);
    auto* chips = new QWidget(head);
    chips_ = new QHBoxLayout(chips);
    chips_->setContentsMargins(0, 0, 0, 0);
    chips_->setSpacing(6);
    names->addWidget(chips);
    busy_->setForegroundRole(QPalette::PlaceholderText);
    busy_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    names->addWidget(busy_, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    rows->addLayout(row);
    rows->addLayout(names);
    auto* add = new QPushButton(Theme::icon("add"), tr("Add…"), head);
    add->setObjectName("compareAdd");
    add->setToolTip(tr("Recordings (.db) or projects (project.json)"));
    connect(add, &QPushButton::clicked, this, &CompareView::ask);
    auto* open = new QPushButton(tr("Add What Is Open"), head);
    open->setToolTip(
        tr("Add the runs and branches of this window up to their newest step, or else the open "
           "recording or project"));
    open->setObjectName("compareAddOpen");
    connect(open, &QPushButton::clicked, this, &CompareView::addOpen);
    row->addWidget(add);
    row->addWidget(open);
    auto* money = new QPushButton(Theme::icon("money"), tr("Cost of a Year"), head);
    money->setObjectName("compareMoney");
    money->setToolTip(tr("Simulate a day of each month of all, and compare cost and carbon"));
    connect(money, &QPushButton::clicked, set_, &CompareSet::addMoney);
    connect(set_, &CompareSet::changed, money,
            [this, money] { money->setEnabled(!set_->all().empty()); });
    money->setEnabled(false);
    row->addWidget(money);
    auto* runAll = new QPushButton(Theme::icon("play"), tr("Run All for 24 h"), head);
    runAll->setObjectName("compareRunAll");
    runAll->setToolTip(
        tr("Simulate 24 h of each design that is compared, so that charts, events and figures of a "
           "run are shown side by side"));
    connect(runAll, &QPushButton::clicked, set_, [this] { set_->runDesigns(24.0); });
    row->addWidget(runAll);
    auto* page = new QPushButton(Theme::icon("export"), tr("Executive Page…"), head);
    page->setObjectName("compareExecutive");
    page->setToolTip(
        tr("Export one page of headline figures with units, uncertainty and footnotes"));
    connect(page, &QPushButton::clicked, this, &CompareView::askExecutive);
    row->addWidget(page);
    auto* clear = new QPushButton(tr("Clear"), head);
    clear->setObjectName("compareClear");
    clear->setToolTip(tr("Take all out of the comparison"));
    connect(clear, &QPushButton::clicked, set_, &CompareSet::clear);
    row->addWidget(clear);
    const auto enable = [this, runAll, clear, page] {
        const auto& all = set_->all();
        page->setEnabled(set_->comparison().has_value());
        clear->setEnabled(!all.empty());
        runAll->setEnabled(std::any_of(all.begin(), all.end(),
                                       [](const Compared& c) { return !c.candidate.recording; }));
    };
    connect(set_, &CompareSet::changed, runAll, enable);
    enable();
    row->addStretch(1);
    return head;
}

QWidget* CompareView::makeFloor() {
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    auto* choice = new QComboBox(page);
    quantity_ = choice;
    choice->setObjectName("compareQuantity");
    choice->setAccessibleName(tr("Quantity that colours the racks"));
    // Quantities that recordings keep by rack.
    for (const auto quantity :
         {engine::RackQuantity::Power, engine::RackQuantity::ChipTemperature,
          engine::RackQuantity::CoolantTemperature, engine::RackQuantity::Utilization}) {
        const auto& info = engine::rackQuantities()[static_cast<std::size_t>(quantity)];
        choice->addItem(utf8Text(info.label), static_cast<int>(quantity));
        choice->setItemData(choice->count() - 1, QString::fromUtf8(info.key), kKeyRole);
    }
    connect(choice, &QComboBox::currentIndexChanged, this, [this, choice] {
        floor_->setQuantity(static_cast<engine::RackQuantity>(choice->currentData().toInt()));
    });
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 8, 0);
    row->addWidget(choice);
    auto* kinds = new QStackedWidget(page);
    kinds->addWidget(floor_);
    if (scene_ != nullptr) {
        kinds->addWidget(scene_);
        auto* solid = new QToolButton(page);
        solid_ = solid;
        solid->setObjectName("compare3d");
        solid->setText(tr("3-D"));
        solid->setCheckable(true);
        solid->setToolTip(
            tr("The floors in three dimensions, moved by one camera: drag turns, the wheel goes "
               "nearer, a double click shows all"));
        auto* differences = new QCheckBox(tr("&Differences"), page);
        differences_ = differences;
        differences->setObjectName("compare3dDifferences");
        differences->setToolTip(
            tr("Colour racks by what they have more or less than the baseline"));
        differences->setEnabled(false);
        connect(solid, &QToolButton::toggled, this, [this, kinds, differences](bool on) {
            kinds->setCurrentWidget(on ? static_cast<QWidget*>(scene_) : floor_);
            differences->setEnabled(on);
        });
        connect(differences, &QCheckBox::toggled, scene_, &CompareScene::setDifferences);
        row->addWidget(solid);
        row->addWidget(differences);
    }
    row->addStretch(1);
    layout->addLayout(row);
    layout->addWidget(kinds, 1);
    return page;
}

void CompareView::fitAll() {
    floor_->fitAll();
}

std::vector<double> CompareView::pose() const {
    if (tabs_->currentIndex() == kChartsTab) {
        return {charts_->fromS(), charts_->toS()};
    }
    if (tabs_->currentIndex() != kFloorTab || scene_ == nullptr || !solid_->isChecked()) {
        return {};
    }
    std::vector<double> numbers = {1.0, differences_->isChecked() ? 1.0 : 0.0};
    numbers.insert(numbers.end(), scene_->pose().begin(), scene_->pose().end());
    return numbers;
}

void CompareView::setPose(const std::vector<double>& numbers) {
    if (tabs_->currentIndex() == kChartsTab && numbers.size() == 2) {
        charts_->setSpan(numbers[0], numbers[1]);
    } else if (tabs_->currentIndex() == kFloorTab && scene_ != nullptr) {
        const bool is3d = numbers.size() >= 2;
        solid_->setChecked(is3d);
        differences_->setChecked(is3d && numbers[1] > 0.0);
        scene_->setPose(is3d ? std::vector<double>(numbers.begin() + 2, numbers.end())
                             : std::vector<double>());
    }
}

QWidget* CompareView::slide() {
    if (set_->all().empty()) {
        return nullptr;
    }
    if (tabs_->currentIndex() == kFloorTab) {
        return scene_ != nullptr && solid_->isChecked() ? static_cast<QWidget*>(scene_) : floor_;
    }
    return tabs_->currentWidget();
}

engine::Result<void> CompareView::takeScene(engine::StoryScene& scene,
                                            const std::filesystem::path& folder) {
    const auto files = set_->keep(folder / "runs");
    if (!files) {
        return tl::unexpected(files.error());
    }
    for (const std::filesystem::path& file : *files) {
        std::error_code fault;
        const auto relative =
            std::filesystem::relative(std::filesystem::absolute(file), folder, fault);
        scene.runs.push_back(fault || relative.empty() ? file.string() : relative.string());
    }
    const int tab = tabs_->currentIndex();
    scene.baseline = static_cast<int>(set_->baseline());
    scene.tab = kTabs[static_cast<std::size_t>(tab)];
    scene.quantity = tab == kChartsTab  ? charts_->channel()
                     : tab == kFloorTab ? quantity_->currentData(kKeyRole).toString().toStdString()
                                        : std::string();
    return {};
}

void CompareView::showScene(const engine::StoryScene& scene, const std::filesystem::path& folder) {
    if (scene.runs.empty()) {
        return;
    }
    std::vector<std::filesystem::path> files;
    for (const std::string& run : scene.runs) {
        files.push_back((folder / run).lexically_normal());
    }
    wanted_ = scene;
    const auto baseline = static_cast<std::size_t>(scene.baseline);
    if (!set_->isBusy() && set_->has(files) && set_->baseline() == baseline && hasComparison()) {
        presentWanted();  // the scene before has the same comparison
        return;
    }
    set_->replace(files, baseline);
}

/// Tab, quantity, stretch of time or camera, and instant of the scene that was asked for.
void CompareView::presentWanted() {
    if (!wanted_) {
        return;
    }
    const engine::StoryScene scene = *std::exchange(wanted_, std::nullopt);
    if (const auto tab = std::find(kTabs.begin(), kTabs.end(), scene.tab); tab != kTabs.end()) {
        tabs_->setCurrentIndex(static_cast<int>(tab - kTabs.begin()));
    }
    if (scene.tab == kTabs[kChartsTab] && !scene.quantity.empty()) {
        charts_->setChannel(scene.quantity);
    }
    if (const int at = quantity_->findData(QString::fromStdString(scene.quantity), kKeyRole);
        at >= 0) {
        quantity_->setCurrentIndex(at);
    }
    setPose(scene.pose);
    if (scene.atS >= 0.0) {
        set_->setTime(scene.atS);
    }
}

bool CompareView::isSettled() const {
    return !set_->isBusy() && !wanted_;
}

void CompareView::ask() {
    set_->add(askOpenFiles(window(), tr("Compare"),
                           tr("Recordings and projects (*.db *.json);;All files (*)"),
                           QString::fromStdString(workspace_->project().folder().string())));
}

/// The runs of this window, else the recording or project that is open.
void CompareView::addOpen() {
    std::vector<WindowRuns::OpenRun> runs = workspace_->runs().openRuns();
    std::erase_if(runs, [](const WindowRuns::OpenRun& run) { return run.run->lastS() <= 0.0; });
    if (!runs.empty()) {
        set_->addRuns(runs);
        return;
    }
    const std::filesystem::path path = workspace_->files().file();
    if (path.empty()) {
        emit failed(tr("The open project or run cannot be compared"),
                    {{"CMR-003",
                      "The project has no file and its run has no step.",
                      "Play the run, or save the project.",
                      {},
                      {},
                      0}});
        return;
    }
    set_->add({QString::fromStdString(path.string())});
}

/// The page of `headroom-cli compare --format html`, or its text, JSON, CSV, by the file's name.
bool CompareView::hasComparison() {
    if (!set_->comparison()) {
        emit failed(tr("There is nothing to save yet"),
                    {{"CMR-001",
                      "Fewer than two runs or designs are compared.",
                      "Add recordings or projects.",
                      {},
                      {},
                      0}});
    }
    return set_->comparison().has_value();
}

engine::Result<void> CompareView::saveExecutive(const QString& question,
                                                const QString& file) const {
    const engine::ExecutivePage page =
        engine::executivePage(*set_->comparison(), question.toStdString());
    const std::string date = QDate::currentDate().toString(Qt::ISODate).toStdString();
    auto text = file.endsWith(".html")
                    ? engine::Result<std::string>(engine::executiveHtml(page, date))
                    : engine::executivePdf(page, date);
    return text ? engine::writeFile(file.toStdString(), *text)
                : tl::unexpected(std::move(text.error()));
}

/// The question that the executive page answers; `isMeant` is false where the person cancels.
QString CompareView::askQuestion(const QString& usual, bool* isMeant) {
    QInputDialog dialog(window());
    dialog.setObjectName("executiveDialog");
    dialog.setWindowTitle(tr("Executive Page"));
    dialog.setLabelText(tr("&Question that the page answers"));
    dialog.setTextValue(usual);
    // A question is a sentence: it is read at once, from its first word.
    constexpr int kEdgesPx = 60;
    dialog.resize(std::clamp(fontMetrics().horizontalAdvance(usual) + kEdgesPx, 420, 900),
                  dialog.sizeHint().height());
    *isMeant = dialog.exec() == QDialog::Accepted;
    return dialog.textValue();
}

void CompareView::askExecutive() {
    if (!hasComparison()) {
        return;
    }
    bool isMeant = false;
    const QString usual =
        QString::fromStdString(engine::executivePage(*set_->comparison(), {}).question);
    const QString question = askQuestion(usual, &isMeant);
    const QString file = isMeant ? askSaveFile(window(), tr("Save Executive Page"), "decision.pdf",
                                               tr("PDF (*.pdf);;Page (*.html)"))
                                 : QString();
    if (file.isEmpty()) {
        return;
    }
    if (const auto written = saveExecutive(question, file); !written) {
        emit failed(tr("%1 was not written").arg(file), {written.error()});
    }
}

void CompareView::save() {
    if (!hasComparison()) {
        return;
    }
    const QString path =
        askSaveFile(window(), tr("Save Comparison"), "comparison.html",
                    tr("Page (*.html);;Table of figures (*.csv);;JSON (*.json);;Text (*.txt)"));
    if (path.isEmpty()) {
        return;
    }
    const engine::Comparison& c = *set_->comparison();
    const std::string text = path.endsWith(".csv")    ? engine::sheetCsv(engine::comparisonSheet(c))
                             : path.endsWith(".json") ? engine::comparisonJson(c)
                             : path.endsWith(".txt")  ? engine::comparisonText(c)
                                                      : engine::comparisonHtml(c);
    if (const auto written = engine::writeFile(path.toStdString(), text); !written) {
        emit failed(tr("%1 was not written").arg(path), {written.error()});
    }
}

void CompareView::showAll() {
    showChips();
    pages_->setCurrentIndex(set_->all().empty() ? 0 : 1);
    showTables();
    QStringList lines;
    if (set_->comparison()) {
        for (const std::string& line : engine::sameUntilText(*set_->comparison())) {
            lines << QString::fromStdString(line);
        }
        for (const std::string& remark : set_->comparison()->remarks) {
            lines << QString::fromStdString(remark);
        }
    } else if (!set_->all().empty()) {
        lines << tr("Add another one to compare it with.");
    }
    note_->setText(lines.join(QStringLiteral("  ·  ")));
    note_->setVisible(!lines.isEmpty());
}

/// One for each: its colour and name; pressed, it is the baseline.
void CompareView::showChips() {
    while (QLayoutItem* item = chips_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < set_->all().size(); ++i) {
        const Compared& one = set_->all()[i];
        auto* chip = new QWidget(this);
        auto* row = new QHBoxLayout(chip);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(0);
        QPixmap swatch(12, 12);
        swatch.fill(one.colour);
        auto* name = new QToolButton(chip);
        name->setObjectName(QStringLiteral("compareBase%1").arg(i));
        name->setIcon(QIcon(swatch));
        name->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        const QString text = QString::fromStdString(one.candidate.name);
        name->setText(i == set_->baseline() ? tr("%1 (baseline)").arg(text) : text);
        name->setCheckable(true);
        name->setChecked(i == set_->baseline());
        name->setToolTip(tr("%1\nPress to compare the others with it")
                             .arg(QString::fromStdString(one.path.string())));
        connect(name, &QToolButton::clicked, this, [this, i, name] {
            name->setChecked(true);
            set_->setBaseline(i);
        });
        auto* remove = new QToolButton(chip);
        remove->setObjectName(QStringLiteral("compareRemove%1").arg(i));
        remove->setIcon(Theme::icon("close"));
        remove->setAutoRaise(true);
        remove->setToolTip(tr("Take %1 out").arg(text));
        remove->setAccessibleName(remove->toolTip());
        connect(remove, &QToolButton::clicked, this, [this, i] { set_->remove(i); });
        row->addWidget(name);
        row->addWidget(remove);
        chips_->addWidget(chip);
    }
}

void CompareView::showTables() {
    const int shown = tabs_->currentIndex();
    using Make = QWidget* (*)(const engine::Comparison&, QWidget*);
    constexpr Make kTables[] = {makeFigureTable, makeInputTable, makeEventTable};
    for (int i = 0; i < 3; ++i) {
        const QString title = tabs_->tabText(i);
        QWidget* before = tabs_->widget(i);
        QWidget* table = nullptr;
        if (set_->comparison()) {
            table = kTables[i](*set_->comparison(), tabs_);
        } else {
            auto* wait = new QLabel(tr("One alone has nothing to be compared with."), tabs_);
            wait->setAlignment(Qt::AlignCenter);
            wait->setForegroundRole(QPalette::PlaceholderText);
            table = wait;
        }
        tabs_->removeTab(i);
        tabs_->insertTab(i, table, title);
        before->deleteLater();
    }
    tabs_->setCurrentIndex(shown);
}

}  // namespace headroom::ui
