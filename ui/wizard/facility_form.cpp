// SPDX-License-Identifier: Apache-2.0
#include "ui/wizard/facility_form.h"

#include "engine/sizing/same_work.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/facility/climate.h"
#include "ui/kit/number_box.h"
#include "ui/kit/part_list.h"
#include "ui/units/part_words.h"
#include "ui/wizard/wizard_heading.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kSmallestW = 0.05e6, kLargestW = 500e6;
constexpr double kMostAccelerators = 1e6;

constexpr std::array kLoadsPct = {30, 50, 70, 80, 90, 95};

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

std::string idOf(const QComboBox* box) {
    return box->currentData().toString().toStdString();
}

}  // namespace

template <class Field>
Field* FacilityForm::named(Field* field, const char* name, const QString& label,
                           const QString& tip) {
    field->setObjectName(name);
    field->setAccessibleName(QString(label).remove('&'));
    field->setToolTip(tip);
    return field;
}

FacilityForm::FacilityForm(std::shared_ptr<const engine::Catalogue> catalogue,
                           engine::FacilityBrief like, QWidget* parent)
    : QWidget(parent), catalogue_(std::move(catalogue)), like_(std::move(like)) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(7);
    addTarget(form);
    addRacks(form);
    addPower(form);
    addSite(form);
    setMinimumWidth(400);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    beginLike();
    change();
}

void FacilityForm::addTarget(QFormLayout* form) {
    const engine::FacilityBrief standard;
    form->addRow(wizardHeading(tr("Target"), this));
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
        change();
    });
    connect(name_, &QLineEdit::textChanged, this, &FacilityForm::change);
}

/// An impossible entry is reported by refusal(), and nothing can be created with it.
NumberBox* FacilityForm::number(const char* name, const models::Unit& unit, double low, double high,
                                double standard, const QString& label, const QString& tip) {
    auto* box = named(new NumberBox(unit, low, high, this), name, label, tip);
    box->showValue(standard);
    numbers_ << box;
    connect(box, &NumberBox::valueChanged, this, &FacilityForm::change);
    connect(box, &NumberBox::refused, this, &FacilityForm::change);
    return box;
}

QComboBox* FacilityForm::parts(const char* name, const char* type, const QString& label,
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
    connect(box, &QComboBox::currentIndexChanged, this, &FacilityForm::change);
    return box;
}

void FacilityForm::addRacks(QFormLayout* form) {
    form->addRow(wizardHeading(tr("Racks"), this));
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

void FacilityForm::addPower(QFormLayout* form) {
    form->addRow(wizardHeading(tr("Power and cooling"), this));
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
        connect(box, &QComboBox::currentIndexChanged, this, &FacilityForm::change);
    }
    for (QCheckBox* box : {generators_, coolingSpare_}) {
        connect(box, &QCheckBox::toggled, this, &FacilityForm::change);
    }
}

void FacilityForm::addSite(QFormLayout* form) {
    form->addRow(wizardHeading(tr("Site and network"), this));
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
    connect(fabric_, &QComboBox::currentIndexChanged, this, &FacilityForm::change);
    oversubscription_ = number("wizardOversubscription", models::unit::none, 1.0, 64.0, 1.0,
                               tr("Oversubscription"), tr("Bandwidth of leaves down over up"));
    oversubscription_->setSuffix(tr(" : 1"));
    form->addRow(tr("O&versubscription"), oversubscription_);
    addWork(form);
}

/// A hall of 5 MW with jobs on half of it draws 2.5 MW: so the brief states how busy it is.
void FacilityForm::addWork(QFormLayout* form) {
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
    connect(work_, &QCheckBox::toggled, this, &FacilityForm::change);
    connect(load_, &QComboBox::currentIndexChanged, this, &FacilityForm::change);
}

/// The brief of the project whose work is taken, with the first rack of a cooling that it does not have.
void FacilityForm::beginLike() {
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

engine::FacilityBrief FacilityForm::brief() const {
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

void FacilityForm::focusFirst() {
    name_->setFocus();
}

QString FacilityForm::refusal() const {
    for (const NumberBox* box : numbers_) {
        if (box->isEnabled() && !box->isFine()) {
            return QStringLiteral("%1: %2").arg(box->accessibleName(), box->reason());
        }
    }
    return {};
}

/// Fields that do not apply are grey.
void FacilityForm::change() {
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
    emit changed();
}

}  // namespace headroom::ui
