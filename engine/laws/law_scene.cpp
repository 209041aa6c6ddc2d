// SPDX-License-Identifier: Apache-2.0
#include "engine/laws/law_scene.h"

#include "engine/formula/formula.h"
#include "engine/laws/rack_law.h"
#include "engine/part/part_address.h"
#include "engine/power/network.h"
#include "engine/run/frame/frame_objects.h"
#include "models/workload/language_model.h"
#include "models/workload/training_step.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

namespace headroom::engine {

namespace {

namespace unit = models::unit;

constexpr models::Unit kCount{"", 1.0};
constexpr models::Unit kTokensPerS{"tokens/s", 1.0};

double orNone(float value) {
    return static_cast<double>(value);
}

std::size_t indexIn(std::span<const QuantityInfo> table, std::string_view key) {
    std::size_t q = 0;
    while (q < table.size() && table[q].key != key) {
        ++q;
    }
    return q;
}

/// Over all values of a quantity; `how` is "sum" or "most".
struct Gathered {
    bool isSum = true;
    double value = models::kNotStated;
    bool any = false;  ///< there are things, known or not

    void add(double next) {
        any = true;
        if (std::isfinite(next)) {
            value = std::isnan(value) ? next : isSum ? value + next : std::max(value, next);
        }
    }
};

/// Heat of the cables that feed a unit [W]: R I^2, by the line currents.
double incomingCableW(const Frame& frame, const PowerUnit& u) {
    double watts = 0.0;
    for (int k = 0; k < u.edges; ++k) {
        const auto e = static_cast<std::size_t>(u.firstEdge + k);
        const PowerEdge& edge = frame.network->edges[e];
        if (edge.cable < 0 || e >= frame.powerEdges.size() || edge.voltageV <= 0.0) {
            continue;
        }
        const double baseA = kPowerBaseVa / (edge.voltageV * (edge.direct ? 1.0 : std::sqrt(3.0)));
        const double share = orNone(frame.powerEdges[e].currentA) / baseA;
        watts += edge.rPu * share * share * kPowerBaseVa;
    }
    return watts;
}

struct Units {
    std::size_t first = 0, count = 0;
};

Units unitsOf(const Frame& frame, std::string_view object) {
    if (frame.network == nullptr) {
        return {};
    }
    const auto& units = frame.network->units;
    if (const int array = frame.network->arrayOf(std::string(object)); array >= 0) {
        const PowerArray& a = frame.network->arrays[static_cast<std::size_t>(array)];
        return {static_cast<std::size_t>(a.firstUnit), static_cast<std::size_t>(a.units)};
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (units[i].id == object) {
            return {i, 1};
        }
    }
    return {};
}

/// A term of a training step.
LawNumber ofStep(const StepTerms& step, std::string_view key) {
    for (const StepTermInfo& term : stepTerms()) {
        if (term.key == key) {
            return {step.*term.value, unit::second, std::string(term.label), {}};
        }
    }
    return {};
}

}  // namespace

const JobRow* LawScene::job(std::string_view id) const {
    const std::int64_t wanted = std::strtoll(std::string(id).c_str(), nullptr, 10);
    for (const JobRow& row : frame_->jobs) {
        if (row.id == wanted) {
            return &row;
        }
    }
    return nullptr;
}

LawNumber LawScene::ofUnit(std::string_view object, std::string_view key) const {
    const Units all = unitsOf(*frame_, object);
    if (all.count == 0 || all.first + all.count > frame_->powerUnits.size()) {
        return {};
    }
    Gathered sum{true}, most{false}, least{false};
    double modules = 0.0, cableW = 0.0;
    const auto read = [&](const PowerUnitNow& now) {
        return key == "output_kw"     ? orNone(now.outputW)
               : key == "output_kva"  ? orNone(now.outputVa)
               : key == "loading_pct" ? orNone(now.loading)
               : key == "loss_kw"     ? orNone(now.lossW)
               : key == "voltage_pct" ? orNone(now.voltage)
               : key == "charge_pct"  ? orNone(now.charge)
               : key == "battery_kw"  ? orNone(now.givesW)
                                      : models::kNotStated;
    };
    for (std::size_t i = all.first; i < all.first + all.count; ++i) {
        const PowerUnitNow& now = frame_->powerUnits[i];
        const PowerUnit& u = frame_->network->units[i];
        modules += u.modules - now.modulesOut;
        cableW += incomingCableW(*frame_, u);
        sum.add(read(now));
        most.add(read(now));
        least.add(-read(now));
    }
    const std::string name = ChannelName{"unit", object, key}.text();
    return key == "output_kw" ? LawNumber{sum.value, unit::kilowatt, "Output", name}
           : key == "output_kva"
               ? LawNumber{sum.value, unit::kilovoltampere, "Apparent power", name}
           : key == "loss_kw"     ? LawNumber{sum.value, unit::kilowatt, "Losses", name}
           : key == "loading_pct" ? LawNumber{most.value, unit::percent, "Loading", name}
           : key == "voltage_pct" ? LawNumber{-least.value, unit::percent, "Voltage", name}
           : key == "charge_pct"  ? LawNumber{-least.value, unit::percent, "Stored", name}
           : key == "battery_kw"  ? LawNumber{sum.value, unit::kilowatt, "Battery gives", name}
           : key == "modules"     ? LawNumber{modules, kCount, "Modules in service", {}}
           : key == "cable_kw"
               ? LawNumber{cableW, unit::kilowatt, "Heat of its incoming cables", {}}
               : LawNumber{};
}

/// The pumps that a loop names; nullptr if it is another machine, or those of a CDU, which are its own.
const models::PumpSpec* LawScene::pumpsOf(std::size_t link) const {
    if (frame_->cooling == nullptr || link >= frame_->cooling->links.size() ||
        catalogue_ == nullptr) {
        return nullptr;
    }
    const CoolingLink& l = frame_->cooling->links[link];
    const bool ofLoop = l.kind == CoolingLinkKind::Pumps;
    if (!ofLoop && l.kind != CoolingLinkKind::CondenserPumps) {
        return nullptr;
    }
    const CircuitIndex circuit = frame_->cooling->loopCircuit[l.subject];
    const Object* loop = project_->find(frame_->cooling->circuits[circuit].id);
    const auto* id =
        loop != nullptr ? std::get_if<std::string>(&loop->value(ofLoop ? "pump" : "condenser_pump"))
                        : nullptr;
    return id != nullptr ? catalogue_->spec<models::PumpSpec>(*id) : nullptr;
}

/// Flow and speed of this instant by the pumps' own curves, each of them alike.
LawNumber LawScene::ofPumps(std::size_t link, std::string_view key) const {
    const models::PumpSpec* spec = pumpsOf(link);
    const CoolingLinkNow& now = frame_->coolingLinks[link];
    const double units = orNone(now.running);
    if (spec == nullptr || !(units > 0.0)) {
        return {};
    }
    const double each = orNone(now.flowM3PerS) / units, speed = orNone(now.speed);
    const double headPa = models::pumpHeadPa(*spec, each, speed);
    const double shaftW = models::pumpShaftW(*spec, each, headPa, speed);
    return key == "head_kpa"
               ? LawNumber{headPa, unit::kilopascal, "Head at that flow and speed", {}}
           : key == "shaft_efficiency" ? LawNumber{each * headPa / shaftW,
                                                   unit::percent,
                                                   "Efficiency of the pumps there",
                                                   {}}
           : key == "drive_loss_kw"
               ? LawNumber{units * (models::pumpInputW(*spec, each, headPa, speed) - shaftW),
                           unit::kilowatt,
                           "Losses of motors and drives",
                           {}}
               : LawNumber{};
}

LawNumber LawScene::ofMachine(std::string_view object, std::string_view key) const {
    const std::size_t link = std::strtoul(std::string(object).c_str(), nullptr, 10);
    if (frame_->cooling == nullptr || link >= frame_->coolingLinks.size()) {
        return {};
    }
    const CoolingLinkNow& now = frame_->coolingLinks[link];
    const std::string name = ChannelName{"machine", object, key}.text();
    const double heatW = orNone(now.heatW), powerW = orNone(now.powerW);
    return key == "heat_kw"    ? LawNumber{heatW, unit::kilowatt, "Heat", name}
           : key == "power_kw" ? LawNumber{powerW, unit::kilowatt, "Power", name}
           : key == "flow_l_per_s"
               ? LawNumber{orNone(now.flowM3PerS), unit::litrePerSecond, "Flow", name}
           : key == "in_c"      ? LawNumber{orNone(now.inC), unit::celsius, "In", name}
           : key == "out_c"     ? LawNumber{orNone(now.outC), unit::celsius, "Out", name}
           : key == "valve_pct" ? LawNumber{orNone(now.valve), unit::percent, "Valve", name}
           : key == "speed_pct" ? LawNumber{orNone(now.speed), unit::percent, "Speed", name}
           : key == "drop_kpa"  ? LawNumber{orNone(now.dropPa), unit::kilopascal, "Pressure", name}
           : key == "running"   ? LawNumber{orNone(now.running), kCount, "In duty", name}
           : key == "cop"
               ? LawNumber{powerW > 0.0 ? heatW / powerW : models::kNotStated, kCount, "COP", name}
           : key == "approach_k"
               ? LawNumber{orNone(now.outC) - (*frame_)[FacilityQuantity::WetBulb], unit::kelvin,
                           "Approach", name}
               : ofPumps(link, key);
}

/// A quantity of a rack, or what its laws are made of besides.
LawNumber LawScene::ofRack(std::string_view object, std::string_view key) const {
    const std::size_t rack = std::strtoul(std::string(object).c_str(), nullptr, 10);
    const std::size_t q = indexIn(rackQuantities(), key);
    if (q < rackQuantities().size()) {
        const QuantityInfo& info = rackQuantities()[q];
        return {
            rack < frame_->racks[q].size() ? orNone(frame_->racks[q][rack]) : models::kNotStated,
            info.unit, std::string(info.label), ChannelName{"rack", object, key}.text()};
    }
    const RackTerm* term = rackTerm(key);
    const auto now = term != nullptr ? rackNow(*frame_, rack) : std::nullopt;
    return term == nullptr ? LawNumber{}
                           : LawNumber{now ? term->of(*now) : models::kNotStated,
                                       term->unit,
                                       std::string(term->label),
                                       {}};
}

LawNumber LawScene::ofJob(std::string_view object, std::string_view key) const {
    const JobRow* row = job(object);
    if (row == nullptr) {
        return {};
    }
    const std::string name = ChannelName{"job", object, key}.text();
    return key == "accelerators"
               ? LawNumber{static_cast<double>(row->accelerators), kCount, "Accelerators", name}
           : key == "progress"     ? LawNumber{row->progress, unit::percent, "Progress", name}
           : key == "tokens_per_s" ? LawNumber{row->tokensPerS, kTokensPerS, "Throughput", name}
           : key == "step_s"       ? LawNumber{row->stepTimeS, unit::second, "Step time", name}
           : key == "mfu"          ? LawNumber{row->mfu, unit::percent, "MFU", name}
           : key == "ettr"         ? LawNumber{row->ettr, unit::percent, "ETTR", name}
           : key == "cost_usd"     ? LawNumber{row->costUsd, unit::dollar, "Cost", name}
           : key == "restarts"
               ? LawNumber{static_cast<double>(row->restarts), kCount, "Restarts", name}
           : key == "moving_pct" ? LawNumber{row->step.movingShare,
                                             unit::percent,
                                             "Share of the time without checkpoints and tests",
                                             {}}
                                 : ofStep(row->step, key);
}

LawNumber LawScene::number(std::string_view place, std::string_view object,
                           std::string_view key) const {
    if (place == "unit") {
        return ofUnit(object, key);
    }
    if (place == "machine") {
        return ofMachine(object, key);
    }
    if (place == "job") {
        return ofJob(object, key);
    }
    if (place == "rack") {
        return ofRack(object, key);
    }
    const FramePlace of = framePlace(place);
    const std::size_t q = indexIn(of.table, key);
    if (q >= of.table.size()) {
        return {};
    }
    LawNumber number{
        models::kNotStated, of.table[q].unit, std::string(of.table[q].label),
        ChannelName{place, place == "facility" ? std::string_view{} : object, key}.text()};
    number.value = frameValue(*frame_, place, object, q);
    return number;
}

LawNumber LawScene::overAll(std::string_view how, std::string_view place,
                            std::string_view key) const {
    Gathered all{how == "sum"};
    LawNumber number;
    if (place == "job") {
        for (const JobRow& row : frame_->jobs) {
            number = ofJob(std::to_string(row.id), key);
            all.add(number.value);
        }
    } else if (const FramePlace of = framePlace(place); !of.table.empty()) {
        const std::size_t q = indexIn(of.table, key);
        if (q >= of.table.size()) {
            return {};
        }
        number.unit = of.table[q].unit;
        number.label = of.table[q].label;
        const auto gather = [&](const auto& list) {
            for (const auto& each : list) {
                all.add(each[q]);
            }
        };
        if (place == "rack") {
            for (const float value : frame_->racks[q]) {
                all.add(orNone(value));
            }
        } else if (place == "hall") {
            gather(frame_->halls);
        } else if (place == "cdu") {
            gather(frame_->cdus);
        } else if (place == "battery") {
            gather(frame_->batteries);
        } else {
            gather(frame_->loops);
        }
    } else if (frame_->network != nullptr) {
        number.unit = key.ends_with("_kw") ? unit::kilowatt : kCount;
        // A kind of parts of the wiring: "sum ups/loss_kw".
        for (const PowerUnit& u : frame_->network->units) {
            if (infoOf(u.kind).type == place) {
                number = ofUnit(u.id, key);
                all.add(number.value);
            }
        }
    }
    number.value = all.any || how != "sum" ? all.value : 0.0;
    number.number.clear();
    number.label += how == "sum" ? ", all of " : ", highest of ";
    number.label += place;
    number.label += 's';
    return number;
}

const CatalogueEntry* LawScene::partOfUnit(std::string_view object) const {
    const Units all = unitsOf(*frame_, object);
    if (all.count == 0 || catalogue_ == nullptr) {
        return nullptr;
    }
    const PowerUnit& u = frame_->network->units[all.first];
    return catalogue_->find(infoOf(u.kind).type,
                            frame_->network->arrays[static_cast<std::size_t>(u.array)].spec.part);
}

const Object* LawScene::objectOf(std::string_view place, std::string_view object) const {
    if (place == "unit") {
        const Units all = unitsOf(*frame_, object);
        return all.count == 0 ? nullptr
                              : project_->find(frame_->network
                                                   ->arrays[static_cast<std::size_t>(
                                                       frame_->network->units[all.first].array)]
                                                   .id);
    }
    if (place == "cdu") {
        return project_->find(PartAddress::parse(object).object);
    }
    if (place != "job") {
        return project_->find(object);
    }
    // Rows have names for people, which may repeat: the wizard calls trainings by their model alone.
    const JobRow* row = job(object);
    const Object* found = nullptr;
    for (const Object* each : project_->objectsOf("training_job")) {
        const auto* name = std::get_if<std::string>(&each->value("name"));
        const auto* kind = std::get_if<std::string>(&each->value("accelerator"));
        const auto* count = std::get_if<std::int64_t>(&each->value("accelerators"));
        if (row != nullptr && (each->id == row->name || (name != nullptr && *name == row->name)) &&
            (kind == nullptr || *kind == row->accelerator)) {
            if (count != nullptr && *count == row->accelerators) {
                return each;
            }
            found = found == nullptr ? each : found;  // an elastic job has others than it asks for
        }
    }
    return found;
}

/// Id in the catalogue: of a job those that it runs on, of a rack its own.
std::string LawScene::acceleratorOf(std::string_view place, std::string_view object) const {
    if (place == "job") {
        const JobRow* row = job(object);
        return row != nullptr ? row->accelerator : std::string{};
    }
    const auto now = place == "rack"
                         ? rackNow(*frame_, std::strtoul(std::string(object).c_str(), nullptr, 10))
                         : std::nullopt;
    return now ? now->block->server.accelerator : std::string{};
}

/// In the unit of files as in the table of attributes, made SI.
LawNumber LawScene::stated(std::string_view place, std::string_view object, std::string_view owner,
                           std::string_view key) const {
    const models::ComponentType* type = nullptr;
    const models::Value* value = nullptr;
    std::string number;
    const CatalogueEntry* entry = nullptr;
    if (owner == "part") {
        entry = place == "unit" ? partOfUnit(object) : nullptr;
    } else if (owner == "accelerator" && catalogue_ != nullptr) {
        entry = catalogue_->find("accelerator", acceleratorOf(place, object));
    } else if (owner == "model") {
        // Demand of a language model, which follows from several of its figures.
        const Object* its = objectOf(place, object);
        const auto* id = its != nullptr ? std::get_if<std::string>(&its->value("model")) : nullptr;
        const auto* spec = id != nullptr && catalogue_ != nullptr
                               ? catalogue_->spec<models::LanguageModelSpec>(*id)
                               : nullptr;
        return spec != nullptr && key == "flop_per_token"
                   ? LawNumber{models::modelFlopsPerToken(*spec),
                               {"FLOP", 1.0},
                               "Model FLOP a token",
                               {}}
                   : LawNumber{};
    }
    if (entry != nullptr) {
        type = entry->type;
        number = ChannelName{"part", type->id, entry->id}.text();
    } else {
        const auto all = owner == "own" || owner == "part" ? std::vector<const Object*>{}
                                                           : project_->objectsOf(owner);
        const Object* its = owner == "own"    ? objectOf(place, object)
                            : all.size() == 1 ? all.front()
                                              : nullptr;
        if (its == nullptr) {
            return {};
        }
        type = its->type;
        value = &its->value(key);
        number = ChannelName{"attribute", type->id, its->id}.text();
    }
    const models::Attribute* attribute = type->find(key);
    if (attribute == nullptr) {
        return {};
    }
    if (entry != nullptr) {
        value = &entry->values[static_cast<std::size_t>(attribute - type->attributes.data())];
    }
    models::Value usual;
    if (std::holds_alternative<std::monostate>(*value)) {
        void* spec = type->create();
        usual = attribute->get(*attribute, spec);
        type->destroy(spec);
        value = &usual;
    }
    const auto* real = std::get_if<double>(value);
    const auto* whole = std::get_if<std::int64_t>(value);
    const double inFiles = real != nullptr    ? *real
                           : whole != nullptr ? static_cast<double>(*whole)
                                              : models::kNotStated;
    return {inFiles * attribute->unit.toSi, attribute->unit, std::string(attribute->label),
            number + '/' + std::string(key)};
}

const Law* LawScene::lawOf(std::string_view place, std::string_view object,
                           std::string_view key) const {
    if (const CatalogueEntry* part = place == "unit" ? partOfUnit(object) : nullptr) {
        const Object* its = objectOf(place, object);
        const auto* eco = its != nullptr ? std::get_if<bool>(&its->value("eco_mode")) : nullptr;
        const std::string kind(part->type->id);
        const Law* own = eco != nullptr && *eco ? engine::lawOf(kind + "_eco", key) : nullptr;
        own = own != nullptr ? own : engine::lawOf(kind, key);
        if (own != nullptr) {
            return own;
        }
    }
    if (place == "rack") {
        const auto now = rackNow(*frame_, std::strtoul(std::string(object).c_str(), nullptr, 10));
        const Law* own = now && now->block->hasTank ? engine::lawOf("tank_rack", key) : nullptr;
        if (own != nullptr) {
            return own;
        }
    }
    if (place == "machine" &&
        pumpsOf(std::strtoul(std::string(object).c_str(), nullptr, 10)) != nullptr) {
        if (const Law* own = engine::lawOf("pump", key)) {
            return own;
        }
    }
    return engine::lawOf(place, key);
}

double LawScene::yields(const Law& law, std::string_view place, std::string_view object) const {
    const auto formula = Formula::parse(std::string(law.formula));
    return formula ? formula->value(
                         [&](std::string_view name) { return named(place, object, name).value; })
                   : models::kNotStated;
}

LawNumber LawScene::named(std::string_view place, std::string_view object,
                          std::string_view name) const {
    for (const std::string_view how : {"sum", "most"}) {
        if (name.starts_with(how) && name.size() > how.size() && name[how.size()] == ' ') {
            const ChannelName of = ChannelName::parse(name.substr(how.size() + 1));
            return of.place.empty() ? LawNumber{} : overAll(how, of.place, of.key);
        }
    }
    if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
        return stated(place, object, name.substr(0, dot), name.substr(dot + 1));
    }
    if (const ChannelName of = ChannelName::parse(name); of.place == "facility") {
        return number(of.place, {}, of.key);
    }
    return number(place, object, name);
}

}  // namespace headroom::engine
