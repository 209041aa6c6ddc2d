// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epanet_options.h"

#include "engine/exchange/epanet_units.h"

#include <algorithm>

namespace headroom::engine {

using namespace epanet;

namespace {

// The program's least span of pressures, in the file's unit.
constexpr double kLeastPressureSpan = 0.1;
constexpr double kKpaPerPsi = 6.895;  // the program's own

}  // namespace

void EpanetOptions::option(const EpanetLine& line) {
    const std::string_view key = line.word(0);
    if (beginsWith(key, "UNIT")) {
        flowUnit_ = upperCase(line.word(1));
        unitLine_ = line.number;
    } else if (beginsWith(key, "HEADL")) {
        const std::string law = upperCase(line.word(1));
        if (law != "H-W" && law != "D-W" && law != "C-M") {
            notUnderstood(line, "\"" + law + "\" is not a law of head loss");
        }
        model_.network.pipeLaw = law == "D-W"   ? PipeLaw::DarcyWeisbach
                                 : law == "C-M" ? PipeLaw::ChezyManning
                                                : PipeLaw::HazenWilliams;
    } else if (beginsWith(key, "VISC")) {
        viscosity_ = number(line, 1);
    } else if (beginsWith(key, "SPEC")) {
        specificGravity_ = number(line, line.size() - 1);
    } else if (beginsWith(key, "PATTERN")) {
        defaultPattern_ = std::string(line.word(1));
    } else if (beginsWith(key, "DEMAND") && beginsWith(line.word(1), "MULT")) {
        model_.period.demandFactor = number(line, 2);
    } else if (beginsWith(key, "DEMAND") && beginsWith(line.word(1), "MODEL")) {
        demandModel(line);
    } else if (beginsWith(key, "MINIMUM") && beginsWith(line.word(1), "PRES")) {
        leastPressure_ = number(line, 2);
    } else if (beginsWith(key, "REQUIRED") && beginsWith(line.word(1), "PRES")) {
        requiredPressure_ = number(line, 2);
    } else if (beginsWith(key, "PRES") && beginsWith(line.word(1), "EXP")) {
        pressureExponent_ = number(line, 2);
    } else if (beginsWith(key, "PRES")) {
        pressureUnit(line);
    } else if (beginsWith(key, "EMITTER") && beginsWith(line.word(1), "EXP")) {
        model_.network.emitterExponent = number(line, 2);
    }
}

void EpanetOptions::demandModel(const EpanetLine& line) {
    const std::string model = upperCase(line.word(2));
    if (model != "DDA" && model != "PDA") {
        notUnderstood(line, "\"" + model + "\" is not a demand model; use DDA or PDA");
    }
    dependsOnPressure_ = model == "PDA";
}

// Metric files state pressures in metres unless they ask for kPa. Others state psi.
void EpanetOptions::pressureUnit(const EpanetLine& line) {
    const std::string unit = upperCase(line.word(1));
    if (unit != "PSI" && unit != "KPA" && !unit.starts_with("METER")) {
        fail("INP-003", line.number, "pressures in \"" + unit + "\" are not read",
             "Use PSI, KPA or METERS.");
    }
    kilopascals_ = unit == "KPA";
}

void EpanetOptions::useUnits() {
    for (const FlowUnit& unit : kFlowUnits) {
        if (flowUnit_ == unit.word) {
            model_.usUnits = unit.us;
            model_.m3PerSPerFlow = unit.m3PerS;
            model_.flowUnit = unit.name;
            model_.mPerLength = unit.us ? kMPerFoot : 1.0;
            model_.lengthUnit = unit.us ? "ft" : "m";
        }
    }
    if (model_.flowUnit.empty()) {
        fail("INP-001", unitLine_, "\"" + flowUnit_ + "\" is not a unit of flow",
             "Use CFS, GPM, MGD, IMGD, AFD, LPS, LPM, MLD, CMH, CMD or CMS.");
    }
    flow_ = model_.m3PerSPerFlow;
    length_ = model_.mPerLength;
    diameter_ = model_.usUnits ? kMPerFoot / 12.0 : 1e-3;
    pressure_ = (model_.usUnits ? kMPerFoot / kPsiPerFoot
                 : kilopascals_ ? kMPerFoot / (kPsiPerFoot * kKpaPerPsi)
                                : 1.0) /
                specificGravity_;
    HydraulicNetwork& net = model_.network;
    net.gravityMPerS2 = kGravityMPerS2;
    net.densityKgPerM3 = kWaterKgPerM3 * specificGravity_;
    net.viscosityM2PerS = viscosity_ > kRelativeViscosity ? viscosity_ * kViscosityM2PerS
                                                          : viscosity_ * length_ * length_;
    if (dependsOnPressure_) {
        // The program's least span between no and full demand.
        const double required = std::max(requiredPressure_, leastPressure_ + kLeastPressureSpan);
        net.pressureDemand = {leastPressure_ * pressure_, required * pressure_, pressureExponent_};
    }
}

}  // namespace headroom::engine
