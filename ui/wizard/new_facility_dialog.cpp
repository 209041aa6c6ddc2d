// SPDX-License-Identifier: Apache-2.0
#include "ui/wizard/new_facility_dialog.h"

#include "engine/sizing/same_work.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/facility/climate.h"
#include "ui/kit/kept_entries.h"
#include "ui/kit/number_box.h"
#include "ui/kit/part_list.h"
#include "ui/kit/task.h"
#include "ui/kit/theme.h"
#include "ui/units/part_words.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/wizard/site_preview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

namespace headroom::ui {

namespace {

/// Wishes that follow each other faster than that are sized once.
constexpr int kPauseMs = 120;

constexpr double kSmallestW = 0.05e6, kLargestW = 500e6;
constexpr double kMostAccelerators = 1e6;

constexpr std::array kLoadsPct = {30, 50, 70, 80, 90, 95};

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

QLabel* heading(const QString& words, QWidget* parent) {
    auto* label = new QLabel(words, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setContentsMargins(0, 5, 0, 0);
    return label;
}

std::string idOf(const QComboBox* box) {
    return box->currentData().toString().toStdString();
}

}  // namespace

/// Result of a worker for one set of wishes.
struct NewFacilityDialog::Answer {
    std::optional<engine::SizedFacility> made;
    engine::Layout layout;
    engine::Errors errors;
};

template <class Field>
Field* NewFacilityDialog::named(Field* field, const char* name, const QString& label,
                                const QString& tip) {
    field->setObjectName(name);
    field->setAccessibleName(QString(label).remove('&'));
    field->setToolTip(tip);
    return field;
}

NewFacilityDialog::NewFacilityDialog(std::shared_ptr<const engine::Catalogue> catalogue,
                                     QWidget* parent, engine::FacilityBrief like)
    : QDialog(parent),
      catalogue_(std::move(catalogue)),
      like_(std::move(like)),
      task_(new Task(this)) {
    setObjectName("newFacilityDialog");
    setWindowTitle(like_.workOf ? tr("Same Work in Another Cooling") : tr("New Facility"));
    pages_ = new QStackedWidget(this);
    auto* first = new QWidget(this);
    auto* side = new QHBoxLayout(first);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(20);
    side->addWidget(wishes());
    side->addWidget(outcome(), 1);
    pages_->addWidget(first);
    pages_->addWidget(reasons());

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    back_ = buttons->addButton(tr("&Back"), QDialogButtonBox::ActionRole);
    back_->setObjectName("wizardBack");
    next_ = buttons->addButton(tr("Choices and &Reasons"), QDialogButtonBox::ActionRole);
    next_->setObjectName("wizardNext");
    create_ = buttons->addButton(tr("&Create"), QDialogButtonBox::AcceptRole);
    create_->setObjectName("wizardCreate");
    create_->setDefault(true);
    // Return creates from everywhere, whichever button has the focus.
    for (QAbstractButton* button : buttons->buttons()) {
        if (auto* push = qobject_cast<QPushButton*>(button)) {
            push->setAutoDefault(false);
        }
    }
    startOver_ = buttons->addButton(tr("Start &Over"), QDialogButtonBox::ResetRole);
    startOver_->setObjectName("wizardStartOver");
    startOver_->setToolTip(tr("Put every wish back to what the wizard begins with"));
    startOver_->setAutoDefault(false);
    connect(back_, &QPushButton::clicked, this, [this] { showPage(0); });
    connect(next_, &QPushButton::clicked, this, [this] { showPage(1); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &NewFacilityDialog::createOrWait);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(pages_, 1);
    layout->addWidget(buttons);
    showPage(0);

    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(&pause_, &QTimer::timeout, this, &NewFacilityDialog::size);
    resize(980, 640);
    beginLike();
    wish();
    // Esc loses nothing, and the next variant begins where the last one ended.
    auto* entries =
        new KeptEntries(this, like_.workOf ? QString::fromStdString(like_.name) : QString());
    entries->keepWhenAccepted();
    connect(startOver_, &QPushButton::clicked, entries, &KeptEntries::startOver);
}

QWidget* NewFacilityDialog::wishes() {
    auto* page = new QWidget(this);
    auto* form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(7);
    addTarget(form);
    addRacks(form);
    addPower(form);
    addSite(form);
    page->setMinimumWidth(400);
    page->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    return page;
}

void NewFacilityDialog::addTarget(QFormLayout* form) {
    const engine::FacilityBrief standard;
    form->addRow(heading(tr("Target"), this));
    name_ = named(new QLineEdit(text(standard.name), this), "wizardName", tr("Name"),
                  tr("Name of the project"));
    form->addRow(tr("&Name"), name_);
    byPower_ = named(new QRadioButton(tr("IT &power"), this), "wizardByPower", tr("IT power"),
                     tr("Power of racks, fabric and storage at full load"));
    byCount_ = named(new QRadioButton(tr("&Accelerators"), this), "wizardByCount",
                     tr("Accelerators"), tr("How many there must be, at least"));
    byPower_->setChecked(true);
    power_ =
        number("wizardMegawatts", models::unit::megawatt, kSmallestW, kLargestW, standard.itPowerW,
               tr("IT power"),
               tr("Power of racks, fabric and storage at full load; met within a row of racks"));
    accelerators_ = number("wizardAccelerators", models::unit::none, 1, kMostAccelerators, 1024,
                           tr("Accelerators"), tr("How many there must be, at least"));
    accelerators_->setWhole(true);
    accelerators_->setEnabled(false);
    form->addRow(byPower_, power_);
    form->addRow(byCount_, accelerators_);
    connect(byPower_, &QRadioButton::toggled, this, [this](bool power) {
        power_->setEnabled(power);
        accelerators_->setEnabled(!power);
        wish();
    });
    connect(name_, &QLineEdit::textChanged, this, &NewFacilityDialog::wish);
}

/// An impossible entry is reported with the wishes that cannot be met, and nothing can be created with it.
NumberBox* NewFacilityDialog::number(const char* name, const models::Unit& unit, double low,
                                     double high, double standard, const QString& label,
                                     const QString& tip) {
    auto* box = named(new NumberBox(unit, low, high, this), name, label, tip);
    box->showValue(standard);
    numbers_ << box;
    connect(box, &NumberBox::valueChanged, this, &NewFacilityDialog::wish);
    connect(box, &NumberBox::refused, this, &NewFacilityDialog::wish);
    return box;
}

QComboBox* NewFacilityDialog::parts(const char* name, const char* type, const QString& label,
                                    const QString& standard) {
    auto* box = named(new QComboBox(this), name, label, {});
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(24);
    const bool isOfWork = like_.workOf != nullptr && std::string_view(type) == "rack";
    for (const engine::CatalogueEntry* entry :
         isOfWork ? engine::racksForSameWork(like_, *catalogue_) : catalogue_->entriesOf(type)) {
        box->addItem(partChoice(*catalogue_, *entry), text(entry->id));
    }
    makePartList(box);
    box->setCurrentIndex(std::max(0, box->findData(standard)));
    connect(box, &QComboBox::currentIndexChanged, this, &NewFacilityDialog::wish);
    return box;
}

void NewFacilityDialog::addRacks(QFormLayout* form) {
    form->addRow(heading(tr("Racks"), this));
    rack_ = parts("wizardRack", "rack", tr("Rack"), "gb200-nvl72");
    rack_->setToolTip(tr("Contents of the halls"));
    form->addRow(tr("&Rack"), rack_);
    secondRack_ = parts("wizardSecondRack", "rack", tr("Second kind"), {});
    secondRack_->setToolTip(tr("Racks of another kind, in halls of their own"));
    const QSignalBlocker quiet(secondRack_);
    secondRack_->insertItem(0, tr("none"), QString());
    secondRack_->setCurrentIndex(0);
    share_ =
        number("wizardShare", models::unit::percent, 0.05, 0.95, 0.5, tr("Share of the first kind"),
               tr("How much of the target is of the first kind"));
    share_->setSuffix(tr(" first"));
    share_->setEnabled(false);
    auto* row = new QHBoxLayout;
    row->addWidget(secondRack_, 1);
    row->addWidget(share_);
    auto* label = new QLabel(tr("&Second kind"), this);
    label->setBuddy(secondRack_);
    form->addRow(label, row);
    hallPower_ = number("wizardHallMegawatts", models::unit::megawatt, 0.1e6, 50e6,
                        engine::FacilityBrief{}.largestHallW, tr("Largest hall"),
                        tr("IT power of racks in one hall, at most"));
    form->addRow(tr("&Largest hall"), hallPower_);
}

void NewFacilityDialog::addPower(QFormLayout* form) {
    form->addRow(heading(tr("Power and cooling"), this));
    redundancy_ = named(new QComboBox(this), "wizardRedundancy", tr("Redundancy"),
                        tr("Redundancy of the wiring against the loss of a part"));
    redundancy_->addItems({tr("N: one way"), tr("N+1: reserve lineups (block redundant)"),
                           tr("2N: two ways, each carries all"),
                           tr("Distributed: four ways make three")});
    redundancy_->setCurrentIndex(static_cast<int>(engine::PowerRedundancy::TwoPaths));
    form->addRow(tr("Re&dundancy"), redundancy_);
    generators_ = named(new QCheckBox(tr("&Generator sets"), this), "wizardGenerators",
                        tr("Generator sets"), tr("Diesel sets for every lineup"));
    generators_->setChecked(true);
    form->addRow(QString(), generators_);
    cooling_ = named(new QComboBox(this), "wizardCooling", tr("Cooling of liquid racks"),
                     tr("Air is always cooled by chilled water"));
    cooling_->addItems({tr("Chilled water"), tr("Warm water, cooling towers"),
                        tr("Warm water, adiabatic dry coolers")});
    cooling_->setCurrentIndex(static_cast<int>(engine::PlantKind::WarmTowers));
    form->addRow(tr("C&ooling"), cooling_);
    coolingSpare_ =
        named(new QCheckBox(tr("Cooling N+&1"), this), "wizardCoolingSpare", tr("Cooling N+1"),
              tr("One more of each machine of the cooling than carries the load"));
    coolingSpare_->setChecked(true);
    form->addRow(QString(), coolingSpare_);
    for (QComboBox* box : {redundancy_, cooling_}) {
        connect(box, &QComboBox::currentIndexChanged, this, &NewFacilityDialog::wish);
    }
    for (QCheckBox* box : {generators_, coolingSpare_}) {
        connect(box, &QCheckBox::toggled, this, &NewFacilityDialog::wish);
    }
}

void NewFacilityDialog::addSite(QFormLayout* form) {
    form->addRow(heading(tr("Site and network"), this));
    climate_ = parts("wizardClimate", "climate", tr("Climate"), "leesburg-va");
    climate_->setToolTip(tr("Weather for sizing and for runs"));
    form->addRow(tr("Cl&imate"), climate_);
    grid_ = parts("wizardGrid", "grid", tr("Grid"), "us-pjm");
    grid_->setToolTip(tr("Price and carbon of energy"));
    form->addRow(tr("Grid re&gion"), grid_);
    connect(climate_, &QComboBox::currentIndexChanged, this, [this] {
        const auto* climate = catalogue_->spec<models::ClimateSpec>(idOf(climate_));
        if (climate != nullptr && !climate->grid.empty()) {
            grid_->setCurrentIndex(grid_->findData(QString::fromStdString(climate->grid)));
        }
    });
    fabric_ = named(new QComboBox(this), "wizardFabric", tr("Fabric"),
                    tr("Shape of the scale-out network"));
    const models::Attribute* shapes = models::FabricSpec::type().find("shape");
    for (const std::string_view word : shapes->choices) {
        if (word != "torus") {
            QString words = text(word).replace('_', ' ');
            words[0] = words[0].toUpper();
            fabric_->addItem(words, text(word));
        }
    }
    form->addRow(tr("&Fabric"), fabric_);
    connect(fabric_, &QComboBox::currentIndexChanged, this, &NewFacilityDialog::wish);
    oversubscription_ = number("wizardOversubscription", models::unit::none, 1.0, 64.0, 1.0,
                               tr("Oversubscription"), tr("Bandwidth of leaves down over up"));
    oversubscription_->setSuffix(tr(" : 1"));
    form->addRow(tr("O&versubscription"), oversubscription_);
    addWork(form);
}

/// A hall of 5 MW with jobs on half of it draws 2.5 MW: how busy it is belongs to the wishes.
void NewFacilityDialog::addWork(QFormLayout* form) {
    work_ =
        named(new QCheckBox(like_.workOf ? tr("&Jobs of %1").arg(QString::fromStdString(like_.name))
                                         : tr("&Jobs to begin with"),
                            this),
              "wizardWork", tr("Jobs"),
              like_.workOf ? tr("The same jobs, services, start and seed as in the open project")
                           : tr("Training jobs and a mix of smaller ones"));
    work_->setChecked(true);
    load_ = named(new QComboBox(this), "wizardLoad", tr("Load"),
                  tr("Share of the accelerators that jobs hold on average"));
    load_->addItem(tr("about half busy"), QVariant());
    for (const int percent : kLoadsPct) {
        load_->addItem(tr("%1 % busy").arg(percent), percent);
    }
    auto* row = new QHBoxLayout;
    row->addWidget(work_);
    row->addWidget(load_, 1);
    load_->setVisible(like_.workOf == nullptr);
    form->addRow(QString(), row);
    connect(work_, &QCheckBox::toggled, load_, &QWidget::setEnabled);
    connect(work_, &QCheckBox::toggled, this, &NewFacilityDialog::wish);
    connect(load_, &QComboBox::currentIndexChanged, this, &NewFacilityDialog::wish);
}

/// The wishes of the project whose work is taken, with the first rack of a cooling that it does not have.
void NewFacilityDialog::beginLike() {
    if (like_.workOf == nullptr) {
        return;
    }
    byCount_->setChecked(true);
    accelerators_->showValue(static_cast<double>(std::max<std::int64_t>(1, like_.accelerators)));
    const auto choose = [](QComboBox* box, const std::string& id) {
        if (const int at = box->findData(QString::fromStdString(id)); at >= 0) {
            box->setCurrentIndex(at);
        }
    };
    choose(climate_, like_.climate);
    choose(grid_, like_.grid);
    const auto coolingOf = [this](const std::string& id) {
        const engine::CatalogueEntry* rack = catalogue_->find("rack", id);
        return rack == nullptr ? QString() : rackCoolingWord(*catalogue_, *rack);
    };
    for (int i = 0; i < rack_->count(); ++i) {
        const QString cooling = coolingOf(rack_->itemData(i).toString().toStdString());
        if (std::none_of(like_.racks.begin(), like_.racks.end(), [&](const engine::RackShare& r) {
                return coolingOf(r.rack) == cooling;
            })) {
            rack_->setCurrentIndex(i);
            break;
        }
    }
    name_->setText(tr("%1, other cooling").arg(QString::fromStdString(like_.name)));
}

QWidget* NewFacilityDialog::outcome() {
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    summary_ = new QLabel(page);
    summary_->setObjectName("wizardSummary");
    summary_->setAccessibleName(tr("Result"));
    summary_->setTextFormat(Qt::RichText);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    faults_ = new QLabel(page);
    faults_->setObjectName("wizardFaults");
    faults_->setAccessibleName(tr("Wishes that cannot be met"));
    faults_->setWordWrap(true);
    preview_ = new SitePreview(page);
    computing_ = new QLabel(tr("Computing…"), page);
    computing_->setObjectName("wizardComputing");
    computing_->setForegroundRole(QPalette::PlaceholderText);
    auto* top = new QHBoxLayout;
    top->addWidget(heading(tr("Result"), page));
    top->addStretch(1);
    top->addWidget(computing_);
    layout->addLayout(top);
    layout->addWidget(summary_);
    layout->addWidget(faults_);
    layout->addWidget(preview_, 1);
    return page;
}

QWidget* NewFacilityDialog::reasons() {
    reasons_ = new QTableWidget(0, 3, this);
    reasons_->setObjectName("wizardReasons");
    reasons_->setAccessibleName(tr("Choices and reasons"));
    reasons_->setHorizontalHeaderLabels({tr("Object"), tr("Chosen"), tr("Why")});
    reasons_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    reasons_->setSelectionBehavior(QAbstractItemView::SelectRows);
    reasons_->setAlternatingRowColors(true);
    reasons_->setWordWrap(true);
    reasons_->verticalHeader()->hide();
    reasons_->horizontalHeader()->setSectionResizeMode(2, QHeaderView::Stretch);
    reasons_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Reasons wrap in what room there is.
    connect(reasons_->horizontalHeader(), &QHeaderView::sectionResized, reasons_,
            &QTableWidget::resizeRowsToContents, Qt::QueuedConnection);
    reasons_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return reasons_;
}

void NewFacilityDialog::showPage(int page) {
    pages_->setCurrentIndex(page);
    back_->setVisible(page > 0);
    next_->setVisible(page == 0);
    startOver_->setVisible(page == 0);
    if (page > 0) {
        reasons_->resizeColumnToContents(0);
        reasons_->resizeColumnToContents(1);
        reasons_->setColumnWidth(1, std::min(reasons_->columnWidth(1), 340));
        reasons_->resizeRowsToContents();
        create_->setFocus();
    } else if (isVisible()) {
        name_->setFocus();
    }
}

/// At once, or as soon as the wishes are sized: a press is never lost.
void NewFacilityDialog::createOrWait() {
    createsWhenSized_ = !made_;
    if (made_) {
        emit created(made_->project);
        accept();
    }
}

/// Esc goes back first: what was typed is not lost with a look at the reasons.
void NewFacilityDialog::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && pages_->currentIndex() > 0) {
        showPage(0);
        return;
    }
    QDialog::keyPressEvent(event);
}

engine::FacilityBrief NewFacilityDialog::brief() const {
    engine::FacilityBrief b;
    b.name = name_->text().trimmed().toStdString();
    b.itPowerW = power_->value();
    b.accelerators = byCount_->isChecked() ? accelerators_->whole() : 0;
    const double first = share_->value();
    const std::string second = idOf(secondRack_);
    b.racks = {{idOf(rack_), second.empty() ? 1.0 : first}};
    if (!second.empty()) {
        b.racks.push_back({second, 1.0 - first});
    }
    b.power = static_cast<engine::PowerRedundancy>(redundancy_->currentIndex());
    b.plant = static_cast<engine::PlantKind>(cooling_->currentIndex());
    b.coolingSpare = coolingSpare_->isChecked();
    b.generators = generators_->isChecked();
    b.climate = idOf(climate_);
    b.grid = idOf(grid_);
    const models::Attribute* shapes = models::FabricSpec::type().find("shape");
    for (std::size_t i = 0; i < shapes->choices.size(); ++i) {
        if (shapes->choices[i] == idOf(fabric_)) {
            b.shape = static_cast<models::FabricShape>(i);
        }
    }
    b.oversubscription = oversubscription_->value();
    b.largestHallW = hallPower_->value();
    b.work = work_->isChecked();
    if (like_.workOf != nullptr) {
        b.workOf = b.work ? like_.workOf : nullptr;
        const bool isThere = b.climate == like_.climate;
        b.weatherFile = isThere ? like_.weatherFile : std::filesystem::path();
    } else if (b.work && load_->currentData().isValid()) {
        b.load = load_->currentData().toInt() / 100.0;
    }
    return b;
}

void NewFacilityDialog::wish() {
    if (work_ == nullptr) {
        return;  // still being built
    }
    share_->setEnabled(!idOf(secondRack_).empty());
    bool liquid = false;
    for (const engine::RackShare& share : brief().racks) {
        const auto* rack = catalogue_->spec<models::RackSpec>(share.rack);
        const auto* server =
            rack == nullptr ? nullptr : catalogue_->spec<models::ServerSpec>(rack->server);
        liquid = liquid || (server != nullptr && server->cooling != models::CoolingKind::Air);
    }
    cooling_->setEnabled(liquid);
    made_.reset();
    createsWhenSized_ = false;
    create_->setEnabled(true);
    next_->setEnabled(false);
    showComputing(true);
    for (const NumberBox* box : numbers_) {
        if (box->isEnabled() && !box->isFine()) {
            pause_.stop();
            refuse({QStringLiteral("%1: %2").arg(box->accessibleName(), box->reason())});
            return;
        }
    }
    pause_.start();
}

void NewFacilityDialog::size() {
    if (task_->isBusy()) {
        again_ = true;
        return;
    }
    again_ = false;
    task_->run(
        [wishes = brief(), catalogue = catalogue_] {
            Answer answer;
            engine::ResultAll<engine::SizedFacility> made =
                engine::sizeFacility(wishes, *catalogue);
            if (!made) {
                answer.errors = std::move(made.error());
                return answer;
            }
            answer.layout = engine::layoutOf(made->project, *catalogue, nullptr);
            answer.made = std::move(*made);
            return answer;
        },
        [this](Answer answer) {
            if (again_) {
                size();
            } else if (!pause_.isActive() && isWishFine()) {
                take(std::move(answer));
            }
        });
}

bool NewFacilityDialog::isWishFine() const {
    return std::all_of(numbers_.begin(), numbers_.end(),
                       [](const NumberBox* box) { return !box->isEnabled() || box->isFine(); });
}

/// Figures of the wishes before are grey until those of these are there.
void NewFacilityDialog::showComputing(bool computing) {
    computing_->setVisible(computing);
    summary_->setEnabled(!computing);
    preview_->setEnabled(!computing);
}

/// Why there is nothing to create.
void NewFacilityDialog::refuse(const QStringList& lines) {
    showComputing(false);
    createsWhenSized_ = false;
    create_->setEnabled(false);
    summary_->setVisible(false);
    faults_->setVisible(true);
    QPalette palette = faults_->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().colours().bad);
    faults_->setPalette(palette);
    faults_->setText(lines.join("\n"));
    preview_->clear();
}

void NewFacilityDialog::take(Answer answer) {
    showComputing(false);
    made_ = std::move(answer.made);
    const bool met = made_.has_value();
    create_->setEnabled(met);
    next_->setEnabled(met);
    reasons_->setRowCount(0);
    if (!met) {
        QStringList lines;
        for (const engine::Error& error : answer.errors) {
            if (lines.size() == 4) {
                lines << tr("… and %1 more").arg(answer.errors.size() - 4);
                break;
            }
            lines << shownText(error.message + " " + error.remedy);
        }
        refuse(lines);
    } else {
        summary_->setVisible(true);
        faults_->setVisible(false);
        say(made_->summary);
        preview_->show(std::move(answer.layout));
        reasons_->setRowCount(static_cast<int>(made_->choices.size()));
        for (int row = 0; row < reasons_->rowCount(); ++row) {
            const engine::SizingChoice& c = made_->choices[static_cast<std::size_t>(row)];
            int column = 0;
            for (const engine::Words& words : {engine::Words(c.object), c.what, c.why}) {
                reasons_->setItem(row, column++, new QTableWidgetItem(shownText(words)));
            }
        }
    }
    emit sized();
    if (createsWhenSized_) {
        createOrWait();
    }
}

void NewFacilityDialog::say(const engine::SizingSummary& s) {
    const auto counted = [this](std::int64_t n) { return locale().toString(qlonglong{n}); };
    const auto area = [this](double m2) {
        return locale().toString(qlonglong(std::llround(m2))) + QStringLiteral(" m²");
    };
    const QString muted = Theme::instance().colours().muted.name();
    QString rows;
    const auto row = [&](const QString& label, const QString& value, const QString& more) {
        rows += QStringLiteral(
                    "<tr><td style='color:%1;padding-right:14px'>%2</td>"
                    "<td style='padding-right:14px'><b>%3</b></td>"
                    "<td style='color:%1'>%4</td></tr>")
                    .arg(muted, label, value, more);
    };
    row(tr("IT power"), quantityText(s.itW, models::unit::watt, 4), tr("at full load"));
    row(tr("At the meter"), quantityText(s.facilityW, models::unit::watt, 4),
        tr("PUE %1 in the design hour").arg(numberText(s.designPue, 3)));
    row(tr("Accelerators"), counted(s.accelerators), tr("in %1 racks").arg(counted(s.racks)));
    row(tr("Halls"), counted(s.halls), tr("%1 of floor").arg(area(s.hallM2)));
    row(tr("Site"), area(s.siteM2), tr("with power and cooling yards"));
    summary_->setText("<table cellspacing='3'>" + rows + "</table>");
}

}  // namespace headroom::ui
