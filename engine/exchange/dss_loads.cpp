// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss_elements.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

// The format's own defaults where a script states nothing.
constexpr double kLoadKw = 10.0;
constexpr double kGeneratorKw = 1000.0;
constexpr double kPvKw = 500.0;
constexpr double kReactorKvar = 100.0;
constexpr double kCapacitorKvar = 1200.0;
constexpr double kPowerFactor = 0.88;
constexpr double kKv = 12.47;
constexpr double kLoadMinimumPu = 0.95;
constexpr double kLoadMaximumPu = 1.05;
constexpr double kGeneratorMinimumPu = 0.9;
constexpr double kGeneratorMaximumPu = 1.1;

double reactiveAt(double active, double powerFactor) {
    return std::copysign(active * std::sqrt(1.0 / (powerFactor * powerFactor) - 1.0), powerFactor);
}

}  // namespace

struct DssElements::Branch {
    std::size_t phases = 3;
    std::string bus;
    double kv = kKv;
    PhaseConnection connection = PhaseConnection::Wye;
    double minimumPu = 0.0, maximumPu = std::numeric_limits<double>::infinity();
};

/// Active and reactive power as stated: the reactive one by factor or by itself, the later one.
struct DssElements::Power {
    double kw = 0.0;
    double factor = kPowerFactor;
    double model = 1.0;
    std::optional<double> kvar, kva;
    std::vector<double> zip;
    bool isFixed = false;  ///< not scaled with the other loads
};

PhaseLoad DssElements::atBus(const Branch& branch, const std::string& name) {
    PhaseLoad load;
    load.name = name;
    load.connection = branch.connection;
    load.minimumPu = branch.minimumPu;
    load.maximumPu = branch.maximumPu;
    const bool delta = branch.connection == PhaseConnection::Delta;
    if (branch.phases > 1) {
        load.nodes = nodes(branch.bus, branch.phases);
    } else {
        load.nodes = delta ? nodes(branch.bus, 2) : branchNodes(branch.bus);
        if (load.nodes.size() == 2) {
            load.connection = PhaseConnection::Delta;  // one branch between two nodes
        }
    }
    load.nominalV = branch.kv * 1e3 / (branch.phases > 1 && !delta ? std::numbers::sqrt3 : 1.0);
    return load;
}

// Models 1, 6 and 7: constant power; 2: impedance; 3: reactive power alone by impedance; 5: current; 8: by
// the shares of zipv, three for each of active and reactive power.
void DssElements::addPower(const DssObject& object, Branch branch, const Power& power) {
    const double reactive = power.kvar ? *power.kvar : reactiveAt(power.kw, power.factor);
    const auto add = [&](double kw, double kvar, double impedance, double current) {
        PhaseLoad load = atBus(branch, object.name);
        load.powerW = 1e3 * kw;
        load.reactiveVar = 1e3 * kvar;
        load.constantImpedance = impedance;
        load.constantCurrent = current;
        load.constantPower = 1.0 - impedance - current;
        feeder_.network.loads.push_back(std::move(load));
    };
    const double model = power.model;
    if (model == 8.0 && power.zip.size() >= 6) {
        add(power.kw, 0.0, power.zip[0], power.zip[1]);
        add(0.0, reactive, power.zip[3], power.zip[4]);
    } else if (model == 3.0) {
        add(power.kw, 0.0, 0.0, 0.0);
        add(0.0, reactive, 1.0, 0.0);
    } else if (model == 1.0 || model == 2.0 || model == 5.0 || model == 6.0) {
        add(power.kw, reactive, model == 2.0 ? 1.0 : 0.0, model == 5.0 ? 1.0 : 0.0);
    } else {
        notRead("load models other than 1, 2, 3, 5, 6 and 8 are not read");
    }
}

bool DssElements::readPower(const std::string& key, const std::string& value, Branch& branch,
                            Power& power) {
    if (key == "phases") {
        branch.phases = phaseCount(value);
    } else if (key == "bus1") {
        branch.bus = value;
    } else if (key == "conn") {
        branch.connection = connection(value);
    } else if (key == "kv") {
        branch.kv = number(value);
    } else if (key == "vminpu") {
        branch.minimumPu = number(value);
    } else if (key == "vmaxpu") {
        branch.maximumPu = number(value);
    } else if (key == "model") {
        power.model = number(value);
    } else if (key == "kw") {
        power.kw = number(value);
    } else if (key == "kvar") {
        power.kvar = number(value);
    } else if (key == "pf") {
        power.factor = number(value);
        power.kvar.reset();
        if (!(std::abs(power.factor) > 0.0 && std::abs(power.factor) <= 1.0)) {
            notUnderstood("a power factor is from -1 to 1 and not 0");
        }
    } else {
        return false;
    }
    return true;
}

void DssElements::addLoad(const DssObject& object) {
    Branch branch;
    branch.minimumPu = kLoadMinimumPu;
    branch.maximumPu = kLoadMaximumPu;
    Power power;
    power.kw = kLoadKw;
    for (const auto& [key, value] : object.properties) {
        if (readPower(key, value, branch, power)) {
            power.kva = key == "kw" ? std::nullopt : power.kva;
        } else if (key == "kva") {
            power.kva = number(value);
        } else if (key == "zipv") {
            power.zip = numbers(value);
        } else if (key == "status") {
            power.isFixed =
                dssLowerCase(value).starts_with('f') || dssLowerCase(value).starts_with('e');
        } else if (key == "rneut" && number(value) > 0.0) {
            notRead("loads with a neutral resistance are not read");
        } else {
            unused(key,
                   " rneut xneut class vminnorm vminemerg %mean %stddev numcust relweight vlowpu "
                   "puxharm xrharm %seriesrl cvrwatts cvrvars cvrcurve cfactor kwhdays ");
        }
    }
    if (power.kva) {
        power.kw = *power.kva * std::abs(power.factor);
    }
    const double scale = power.isFixed ? 1.0 : loadFactor_;
    power.kw *= scale;
    if (power.kvar) {
        *power.kvar *= scale;
    }
    addPower(object, branch, power);
}

// A generator is a load of negative power; one that holds its voltage is not read.
void DssElements::addGenerator(const DssObject& object) {
    Branch branch;
    branch.minimumPu = kGeneratorMinimumPu;
    branch.maximumPu = kGeneratorMaximumPu;
    Power power;
    power.kw = kGeneratorKw;
    for (const auto& [key, value] : object.properties) {
        if (!readPower(key, value, branch, power)) {
            unused(
                key,
                " dispmode dispvalue rneut xneut status class vpu maxkvar minkvar pvfactor forceon "
                "kva mva xd xdp xdpp h d dutystart debugtrace balanced xrdp ");
        }
    }
    if (power.model != 1.0 && power.model != 2.0 && power.model != 7.0) {
        notRead("generator models other than 1, 2 and 7 are not read");
        return;
    }
    power.model = power.model == 7.0 ? 1.0 : power.model;
    const double reactive = power.kvar ? *power.kvar : reactiveAt(power.kw, power.factor);
    power.kw *= -generatorFactor_;
    power.kvar = -generatorFactor_ * reactive;
    addPower(object, branch, power);
}

void DssElements::addPvSystem(const DssObject& object) {
    Branch branch;
    branch.minimumPu = kGeneratorMinimumPu;
    branch.maximumPu = kGeneratorMaximumPu;
    Power power;
    power.factor = 1.0;
    double peakKw = kPvKw;
    double kva = kPvKw;
    double irradiance = 1.0;
    double share = 100.0;
    for (const auto& [key, value] : object.properties) {
        if (key == "pmpp") {
            peakKw = number(value);
        } else if (key == "kva") {
            kva = number(value);
        } else if (key == "irradiance") {
            irradiance = number(value);
        } else if (key == "%pmpp") {
            share = number(value);
        } else if (!readPower(key, value, branch, power)) {
            unused(
                key,
                " temperature %cutin %cutout effcurve p-tcurve %r %x balanced limitcurrent class "
                "debugtrace varfollowinverter dutystart wattpriority pfpriority %pminnovars "
                "%pminkvarmax kvarmax kvarmaxabs ");
        }
    }
    note(
        "solar systems feed their peak power times the irradiance, without losses and temperature");
    power.kw = std::min(peakKw * irradiance * 0.01 * share, kva);
    const double reactive = power.kvar ? *power.kvar : reactiveAt(power.kw, power.factor);
    power.kw = -power.kw;
    power.kvar = -reactive;
    power.model = 1.0;
    addPower(object, branch, power);
}

void DssElements::addCapacitor(const DssObject& object) {
    Branch branch;
    std::vector<double> kvar = {kCapacitorKvar};
    std::vector<double> states;
    double steps = 1.0;
    for (const auto& [key, value] : object.properties) {
        if (key == "phases") {
            branch.phases = phaseCount(value);
        } else if (key == "bus1") {
            branch.bus = value;
        } else if (key == "kvar") {
            kvar = numbers(value);
        } else if (key == "kv") {
            branch.kv = number(value);
        } else if (key == "conn") {
            branch.connection = connection(value);
        } else if (key == "states") {
            states = numbers(value);
        } else if (key == "numsteps") {
            steps = number(value);
        } else if (key == "bus2" && value.find(".0") == std::string::npos) {
            notRead("capacitors in series are not read");
        } else {
            unused(key, " bus2 harm ");
        }
    }
    if (steps != 1.0 && kvar.size() == 1) {
        kvar.assign(static_cast<std::size_t>(std::clamp(steps, 1.0, 100.0)),
                    kvar[0] / std::max(steps, 1.0));
    }
    PhaseLoad capacitor = atBus(branch, object.name);
    for (std::size_t i = 0; i < kvar.size(); ++i) {
        const bool on = i >= states.size() || states[i] != 0.0;
        capacitor.reactiveVar -= on ? 1e3 * kvar[i] : 0.0;
    }
    capacitor.constantPower = 0.0;
    capacitor.constantImpedance = 1.0;
    feeder_.network.loads.push_back(std::move(capacitor));
}

// With a second bus a reactor is a line of R + jX in each phase, without one a shunt.
void DssElements::addReactor(const DssObject& object) {
    Branch branch;
    std::string bus2;
    double kvar = kReactorKvar;
    std::optional<std::complex<double>> ohm;
    for (const auto& [key, value] : object.properties) {
        const std::complex<double> known = ohm.value_or(0.0);
        if (key == "phases") {
            branch.phases = phaseCount(value);
        } else if (key == "bus1") {
            branch.bus = value;
        } else if (key == "bus2") {
            bus2 = value;
        } else if (key == "kvar") {
            kvar = number(value);
        } else if (key == "kv") {
            branch.kv = number(value);
        } else if (key == "conn") {
            branch.connection = connection(value);
        } else if (key == "r") {
            ohm = {number(value), known.imag()};
        } else if (key == "x") {
            ohm = {known.real(), number(value)};
        } else if (key == "lmh") {
            ohm = {known.real(), 2.0 * std::numbers::pi * frequencyHz_ * 1e-3 * number(value)};
        } else if (key == "z" || key == "z1") {
            const std::vector<double> parts = numbers(value);
            ohm = {parts.empty() ? 0.0 : parts[0], parts.size() > 1 ? parts[1] : 0.0};
        } else {
            unused(key, " z2 rcurve lcurve parallel ");
        }
    }
    const bool isSeries = !bus2.empty() && bus2.find(".0") == std::string::npos;
    const std::complex<double> rated(0.0, branch.kv * branch.kv * 1e3 / kvar);
    if (isSeries) {
        PhaseLine line;
        line.name = object.name;
        line.from = nodes(branch.bus, branch.phases);
        line.to = nodes(bus2, branch.phases);
        line.seriesOhm.assign(branch.phases * branch.phases, 0.0);
        for (std::size_t i = 0; i < branch.phases; ++i) {
            line.seriesOhm[i * branch.phases + i] = ohm.value_or(rated);
        }
        feeder_.network.lines.push_back(std::move(line));
        return;
    }
    PhaseLoad reactor = atBus(branch, object.name);
    const double branches = branch.phases == 1 ? 1.0 : static_cast<double>(reactor.nodes.size());
    const std::complex<double> va =
        ohm ? branches * reactor.nominalV * reactor.nominalV / std::conj(*ohm)
            : std::complex<double>(0.0, 1e3 * kvar);
    reactor.powerW = va.real();
    reactor.reactiveVar = va.imag();
    reactor.constantPower = 0.0;
    reactor.constantImpedance = 1.0;
    feeder_.network.loads.push_back(std::move(reactor));
}

}  // namespace headroom::engine
