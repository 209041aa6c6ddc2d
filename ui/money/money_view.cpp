// SPDX-License-Identifier: Apache-2.0
#include "ui/money/money_view.h"

#include "engine/files/output_file.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/workbook.h"
#include "models/economics/cloud_offer.h"
#include "ui/kit/number_box.h"
#include "ui/kit/task.h"
#include "ui/kit/task_row.h"
#include "ui/kit/theme.h"
#include "ui/money/money_page.h"
#include "ui/money/money_picture.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/workspace.h"

#include <QActionGroup>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kMostYears = 100.0;

QPushButton* choiceButton(const char* name, const QString& text, const QString& tip,
                          QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setObjectName(name);
    button->setToolTip(tip);
    auto* menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    button->setMenu(menu);
    return button;
}

/// Texts of the actions that are checked, as given.
std::vector<std::string> checkedOf(const QPushButton* button) {
    std::vector<std::string> checked;
    for (const QAction* action : button->menu()->actions()) {
        if (action->isChecked() && !action->data().toString().isEmpty()) {
            checked.push_back(action->data().toString().toStdString());
        }
    }
    return checked;
}

QAction* addChoice(QPushButton* button, const QString& text, const QString& id, bool isOn) {
    QAction* action = button->menu()->addAction(text);
    action->setCheckable(true);
    action->setChecked(isOn);
    action->setData(id);
    return action;
}

/// Whether prices alone would answer it as before.
bool asksTheSame(const engine::CostQuestion& a, const engine::CostQuestion& b) {
    return a.spec.years == b.spec.years && a.spec.discountRate == b.spec.discountRate &&
           a.spec.tariff == b.spec.tariff &&
           std::equal(a.against.begin(), a.against.end(), b.against.begin(), b.against.end(),
                      [](const engine::Against& one, const engine::Against& other) {
                          return engine::againstText(one) == engine::againstText(other);
                      });
}

engine::Error noExport(const char* code, const char* message, const char* remedy) {
    return {code, message, remedy, {}, {}, 0};
}

}  // namespace

MoneyView::MoneyView(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      task_(new Task(this)),
      pricing_(new Task(this)),
      answer_(std::make_shared<const MoneyAnswer>()),
      note_(new QLabel(this)),
      figures_(new FigureStrip(this)),
      tabs_(new QTabWidget(this)) {
    setObjectName("moneyView");
    note_->setObjectName("moneyNote");
    note_->setWordWrap(true);
    note_->setContentsMargins(10, 0, 10, 6);
    tabs_->setObjectName("moneyTabs");
    tabs_->setDocumentMode(true);
    tabs_->setUsesScrollButtons(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(note_);
    layout->addWidget(figures_);
    layout->addWidget(tabs_, 1);
    for (const MoneyPageInfo& info : moneyPages()) {
        pages_.push_back(new MoneyPage(info, tabs_));
        tabs_->addTab(pages_.back(), moneyPageWord(info.title));
    }
    const auto renew = [this] {
        task_->cancel();
        ++project_;  // what still runs is of another one
        errors_.clear();
        isStale_ = false;
        listChoices();
        show({});
    };
    connect(workspace, &Workspace::designReplaced, this, renew);
    connect(workspace, &Workspace::closed, this, renew);
    connect(workspace, &Workspace::projectChanged, this, [this] {
        isStale_ = answer_->study != nullptr || isBusy();
        showState();
    });
    connect(&workspace->floor(), &FloorFocus::costAsked, this, [this] { showOnFloor({}); });
    connect(&Theme::instance(), &Theme::changed, this, &MoneyView::showState);
    listFollow();
    listFloor();
    listChoices();
    show({});
}

QWidget* MoneyView::makeControls() {
    row_ = new TaskRow(task_, "money", tr("Progress of the year"), this);
    row_->setContentsMargins(10, 8, 10, 6);
    years_ = new NumberBox(models::unit::none, 1.0, kMostYears, row_);
    years_->setObjectName("moneyYears");
    years_->setAccessibleName(tr("Horizon in years"));
    years_->setWhole(true);
    discount_ = new NumberBox(models::unit::percent, 0.0, 1.0, row_);
    discount_->setObjectName("moneyDiscount");
    discount_->setAccessibleName(tr("Discount rate"));
    discount_->setToolTip(tr("Effective discount rate per year"));
    tariff_ = new QComboBox(row_);
    tariff_->setObjectName("moneyTariff");
    tariff_->setAccessibleName(tr("Tariff of energy"));
    tariff_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    tariff_->setMinimumContentsLength(12);
    offers_ = choiceButton("moneyOffers", tr("Agai&nst"),
                           tr("Cloud offers to compare with the project"), row_);
    sites_ = choiceButton("moneySites", tr("&Sites"),
                          tr("Other sites at which a year of the project is simulated"), row_);
    follow_ = choiceButton(
        "moneyFollow", tr("Fo&llow"),
        tr("Operation that follows the hours of price or of carbon, and what it costs in work"),
        row_);
    floor_ = choiceButton("moneyFloor", tr("F&loor"),
                          tr("Colour plan and 3-D by what racks cost a year"), row_);
    row_->addField(tr("&Years"), years_);
    row_->addField(tr("&Discount"), discount_);
    row_->addWidget(tr("&Tariff"), tariff_);
    row_->addWidget({}, offers_);
    row_->addWidget({}, sites_);
    row_->addWidget({}, follow_);
    row_->addWidget({}, floor_);
    row_->setExportTip(
        tr("Every line as CSV, all tables as a workbook, all of it as JSON, or the chart "
           "in front as SVG"));
    connect(row_, &TaskRow::runAsked, this, &MoneyView::run);
    connect(row_, &TaskRow::changed, this, &MoneyView::showState);
    connect(row_, &TaskRow::exportAsked, this, &MoneyView::askExport);
    for (NumberBox* box : {years_, discount_}) {
        connect(box, &NumberBox::valueChanged, this, &MoneyView::reprice);
    }
    connect(tariff_, &QComboBox::activated, this, &MoneyView::reprice);
    return row_;
}

/// Choices of the open project and its catalogue.
void MoneyView::listChoices() {
    tariff_->clear();
    offers_->menu()->clear();
    sites_->menu()->clear();
    tariff_->addItem(tr("of the project"), QString());
    const engine::Catalogue* catalogue = workspace_->catalogue();
    if (!workspace_->isOpen() || catalogue == nullptr) {
        return;
    }
    models::EconomicsSpec economics;
    if (const auto stated = workspace_->project().objectsOf("economics"); !stated.empty()) {
        economics = engine::specOf<models::EconomicsSpec>(*stated.front());
    }
    years_->showValue(economics.years);
    discount_->showValue(economics.discountRate);
    for (const engine::CatalogueEntry* entry : catalogue->entriesOf("tariff")) {
        tariff_->addItem(QString::fromStdString(entry->name), QString::fromStdString(entry->id));
    }
    std::vector<std::string> usual;
    for (const engine::Against& offer : engine::usualOffers(workspace_->project(), *catalogue)) {
        usual.push_back(engine::againstText(offer));
    }
    for (const engine::Against& offer : engine::offersOf(*catalogue)) {
        const std::string id = engine::againstText(offer);
        const engine::CatalogueEntry* entry = catalogue->find("cloud_offer", offer.offer);
        const QString way =
            QString::fromStdString(std::string(engine::purchaseWord(offer))).replace('_', ' ');
        QAction* action = addChoice(
            offers_, QStringLiteral("%1, %2").arg(QString::fromStdString(entry->name), way),
            QString::fromStdString(id), std::find(usual.begin(), usual.end(), id) != usual.end());
        connect(action, &QAction::toggled, this, &MoneyView::reprice);
    }
    offers_->menu()->addSeparator();
    QAction* there = addChoice(offers_, tr("Do the Jobs There"), {}, false);
    there->setObjectName("moneyPlaces");
    there->setToolTip(tr("With Run: two more years of the same jobs for each offer"));
    for (const engine::CatalogueEntry* entry : catalogue->entriesOf("site_option")) {
        addChoice(sites_, QString::fromStdString(entry->name), QString::fromStdString(entry->id),
                  false);
    }
    sites_->menu()->addSeparator();
    connect(sites_->menu()->addAction(tr("All")), &QAction::triggered, this, [this] {
        for (QAction* action : sites_->menu()->actions()) {
            action->setChecked(action->isCheckable());
        }
    });
}

std::vector<engine::Against> MoneyView::chosenOffers() const {
    std::vector<engine::Against> offers;
    for (const std::string& text : checkedOf(offers_)) {
        if (const auto offer = engine::againstOf(text, *workspace_->catalogue())) {
            offers.push_back(*offer);
        }
    }
    return offers;
}

std::vector<std::string> MoneyView::chosenSites() const {
    return checkedOf(sites_);
}

engine::CostQuestion MoneyView::question() const {
    engine::CostQuestion q;
    q.spec.years = years_->whole();
    q.spec.discountRate = discount_->value();
    if (const QString tariff = tariff_->currentData().toString(); !tariff.isEmpty()) {
        q.spec.tariff = tariff.toStdString();
    }
    q.against = chosenOffers();
    const auto* places = offers_->menu()->findChild<QAction*>("moneyPlaces");
    q.placesToo = places != nullptr && places->isChecked();
    const auto chosen = [this](const char* group) {
        const auto* of = follow_->menu()->findChild<QActionGroup*>(group);
        return of->checkedAction()->data();
    };
    if (const int signal = chosen("moneyFollowSignal").toInt(); signal > 0) {
        q.follow = {signal == 1 ? models::SupplyFollow::Price : models::SupplyFollow::Carbon,
                    chosen("moneyFollowLimit").toDouble(), chosen("moneyFollowHours").toDouble()};
    }
    return q;
}

/// Signal that operation follows: its source, the limit of accelerators, the number of hours.
void MoneyView::listFollow() {
    QMenu* menu = follow_->menu();
    const auto group = [&](const char* name, const QString& title) {
        menu->addSection(title);
        auto* made = new QActionGroup(menu);
        made->setObjectName(name);
        connect(made, &QActionGroup::triggered, this, &MoneyView::showState);
        return made;
    };
    const auto add = [&](QActionGroup* to, const QString& text, const QVariant& value, bool isOn) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setData(value);
        to->addAction(action);
        action->setChecked(isOn);
    };
    QActionGroup* signal = group("moneyFollowSignal", tr("Operation follows"));
    add(signal, tr("Nothing"), 0, true);
    add(signal, tr("Price"), 1, false);
    add(signal, tr("Carbon"), 2, false);
    const engine::FollowSpec usual;
    QActionGroup* limit = group("moneyFollowLimit", tr("Limit of accelerators"));
    for (const double share : {0.5, 0.6, 0.7, 0.8, 0.9}) {
        add(limit, tr("%1 % of their power").arg(100.0 * share), share, share == usual.limitShare);
    }
    QActionGroup* hours = group("moneyFollowHours", tr("In at most"));
    for (const double share : {0.05, 0.1, 0.2, 0.3}) {
        add(hours, tr("%1 % of the hours").arg(100.0 * share), share, share == usual.hoursShare);
    }
}

void MoneyView::listFloor() {
    QMenu* menu = floor_->menu();
    connect(menu->addAction(tr("All Systems")), &QAction::triggered, this,
            [this] { showOnFloor({}); });
    menu->addSeparator();
    for (std::size_t s = 0; s < static_cast<std::size_t>(engine::CostSystem::Count); ++s) {
        const auto system = static_cast<engine::CostSystem>(s);
        connect(menu->addAction(utf8Text(engine::systemLabel(system))), &QAction::triggered, this,
                [this, system] { showOnFloor(system); });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("As the Run")), &QAction::triggered, this,
            [this] { workspace_->floor().clear(); });
}

void MoneyView::showOnFloor(std::optional<engine::CostSystem> system) {
    if (answer_->racks.empty() || isStale_) {
        return;
    }
    const auto amountOf = [system](const engine::RackCost& rack) {
        return system ? rack.perYear[static_cast<std::size_t>(*system)] : rack.total();
    };
    double most = 0.0;
    for (const engine::RackCost& rack : answer_->racks) {
        most = std::max(most, amountOf(rack));
    }
    const MoneyScale scale = moneyScale(most, answer_->currency());
    FloorField field;
    field.title = tr("Cost of a rack");
    field.detail = system ? utf8Text(engine::systemLabel(*system)) : QString();
    field.unit = tr("%1 a year").arg(scale.unit);
    const engine::Layout& layout = workspace_->layout();
    std::vector<double> amounts;
    for (const engine::RackBox& rack : layout.racks) {
        const std::string& block = layout.blocks[static_cast<std::size_t>(rack.block)];
        const auto its =
            std::find_if(answer_->racks.begin(), answer_->racks.end(),
                         [&](const engine::RackCost& cost) { return cost.block == block; });
        amounts.push_back(its == answer_->racks.end() ? std::nan("") : amountOf(*its));
        field.racks.push_back(amounts.back() / scale.by);
    }
    const QString what =
        system ? tr("%1, %2").arg(field.title, field.detail.toLower()) : field.title;
    field.told = [what, amounts = std::move(amounts),
                  currency = answer_->currency()](std::size_t rack) {
        return rack < amounts.size() && std::isfinite(amounts[rack])
                   ? tr("%1  %2 a year").arg(what, amountText(amounts[rack], currency))
                   : tr("%1  not known").arg(what);
    };
    workspace_->floor().show(std::move(field));
}

bool MoneyView::isBusy() const {
    return task_->isBusy();
}

void MoneyView::run() {
    if (isBusy() || !workspace_->isOpen()) {
        return;
    }

    struct Made {
        MoneyAnswer answer;
        engine::Errors errors;
    };

    row_->begin(tr("compiling"));
    errors_.clear();
    isStale_ = false;
    task_->run(
        [q = question(), sites = chosenSites(), project = workspace_->project(),
         catalogue = workspace_->sharedCatalogue()](const Task::Link& link) {
            Made made;
            made.answer.catalogue = catalogue;
            const double all = 1.0 + static_cast<double>(sites.size()) + (q.follow ? 1.0 : 0.0) +
                               (q.placesToo ? 2.0 * static_cast<double>(q.against.size()) : 0.0);
            const double own = (all - static_cast<double>(sites.size())) / all;
            auto study = engine::costStudy(
                project, *catalogue, q,
                [&](double share, const std::string& what) {
                    link.tell(own * share, QString::fromStdString(what));
                },
                &link.isCancelled());
            if (!study) {
                made.errors = study.error();
                return made;
            }
            if (link.isCancelled()) {
                return made;
            }
            made.answer.racks = engine::rackCosts(project, (*study)->basis, (*study)->cost);
            made.answer.study = *study;
            made.answer.breakEvens = (*study)->breakEvens;
            if (!sites.empty()) {
                auto there = engine::siteCosts(
                    project, *catalogue, q.spec, sites,
                    [&](double share) {
                        link.tell(own + (1.0 - own) * share, MoneyView::tr("other sites"));
                    },
                    &link.isCancelled());
                if (there) {
                    made.answer.sites = std::move(*there);
                } else {
                    made.errors = there.error();
                }
            }
            return made;
        },
        [this, of = project_, q = question()](Made made) {
            if (of == project_) {
                errors_ = std::move(made.errors);
                show(std::move(made.answer));
                asked_ = q;
                reprice();  // what was chosen meanwhile
            }
            showState();
            emit finished();
        });
    showState();
}

void MoneyView::reprice() {
    showState();
    if (!answer_->study || pricing_->isBusy() || !years_->isFine() || !discount_->isFine()) {
        return;
    }
    const engine::CostQuestion q = question();
    if (asksTheSame(q, asked_)) {
        return;
    }

    struct Made {
        std::shared_ptr<const engine::CostStudy> study;
        std::vector<engine::RackCost> racks;
        engine::Errors errors;
    };

    pricing_->run(
        [q, answer = answer_, project = workspace_->project()] {
            auto study = engine::repricedStudy(*answer->study, project, q);
            return study ? Made{*study,
                                engine::rackCosts(project, (*study)->basis, (*study)->cost),
                                {}}
                         : Made{nullptr, {}, study.error()};
        },
        [this, of = project_, q, was = answer_](Made made) {
            if (of != project_ || was != answer_) {
                return;
            }
            errors_ = std::move(made.errors);
            if (made.study) {
                MoneyAnswer next = *answer_;
                next.breakEvens = made.study->breakEvens;
                // Places are of the horizon and the offers that they were worked out for.
                next.study = std::move(made.study);
                next.racks = std::move(made.racks);
                if (next.study->basis.economics.years != was->study->basis.economics.years) {
                    next.sites.clear();
                }
                show(std::move(next));
            }
            asked_ = q;
            showState();
            reprice();  // what was chosen meanwhile
        });
}

void MoneyView::show(MoneyAnswer answer) {
    asked_ = {};
    answer_ = std::make_shared<const MoneyAnswer>(std::move(answer));
    fill();
    showState();
}

void MoneyView::fill() {
    figures_->show(*answer_);
    for (MoneyPage* page : pages_) {
        page->show(answer_);
    }
}

void MoneyView::showState() {
    QString said;
    if (!errors_.empty()) {
        said = shownText(errors_.front().text());
    } else if (answer_->study && isStale_) {
        said = tr("The design has changed since: Run works it out anew.");
    }
    row_->show(workspace_->isOpen(), answer_->study != nullptr, {}, false);
    note_->setText(said);
    note_->setVisible(!said.isEmpty());
    QPalette palette = note_->palette();
    palette.setColor(QPalette::WindowText, errors_.empty() ? Theme::instance().colours().caution
                                                           : Theme::instance().colours().bad);
    note_->setPalette(palette);
    const auto count = [](QPushButton* button, const QString& text) {
        const std::size_t chosen = checkedOf(button).size();
        button->setText(chosen > 0 ? QStringLiteral("%1 (%2)").arg(text).arg(chosen) : text);
    };
    count(offers_, tr("Agai&nst"));
    count(sites_, tr("&Sites"));
    const auto* signal = follow_->menu()->findChild<QActionGroup*>("moneyFollowSignal");
    follow_->setText(signal->checkedAction()->data().toInt() == 0
                         ? tr("Fo&llow")
                         : QStringLiteral("%1: %2").arg(tr("Fo&llow"),
                                                        signal->checkedAction()->text().toLower()));
    floor_->setEnabled(!answer_->racks.empty() && !isStale_);
}

MoneyPage* MoneyView::page(const QString& name) const {
    return findChild<MoneyPage*>("moneyPage-" + name);
}

engine::Result<void> MoneyView::exportTo(const QString& file) const {
    if (!answer_->study) {
        return tl::unexpected(
            noExport("UI-023", "There is no result to export yet.", "Press Run first."));
    }
    const engine::CostReport report = answer_->report();
    const QString ending = QFileInfo(file).suffix().toLower();
    const std::string path = file.toStdString();
    if (ending == "json") {
        return engine::writeFile(path, engine::costJson(report));
    }
    if (ending == "xlsx") {
        auto sheets = engine::costSheets(report);
        if (!answer_->sites.empty()) {
            sheets.push_back(engine::sitesSheet(answer_->sites, answer_->currency()));
        }
        return engine::writeWorkbook(path, sheets, "Cost of " + report.project);
    }
    if (ending == "csv") {
        return engine::writeFile(path, engine::sheetCsv(engine::linesSheet(report)));
    }
    const auto* front = qobject_cast<const MoneyPage*>(tabs_->currentWidget());
    if (ending == "svg" && front != nullptr && !front->charts().empty()) {
        return writeMoneyPicture(*front, QString::fromStdString(engine::costHeading(report)), file);
    }
    return tl::unexpected(
        noExport("UI-025", "No file of a cost can be written by this name.",
                 "Let it end with .csv, .xlsx or .json, or with .svg while a chart "
                 "is in front."));
}

void MoneyView::askExport() {
    row_->askFile(tr("Export the Cost"), "cost.xlsx",
                  tr("Workbook (*.xlsx);;Every line (*.csv);;All of it (*.json);;Chart (*.svg)"),
                  {}, [this](const QString& file) { return exportTo(file); });
}

}  // namespace headroom::ui
