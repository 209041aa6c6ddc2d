// SPDX-License-Identifier: Apache-2.0
#include "engine/run/step_guard.h"

#include "engine/plant/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace headroom::engine {

namespace {

using Q = FacilityQuantity;

/// Ratios without a denominator.
constexpr auto kMayBeUndefined =
    std::to_array<Q>({Q::Pue, Q::CumulativePue, Q::Pue1, Q::Pue2, Q::Wue});

/// Below zero only by a fault of the program or its input.
constexpr auto kNeverNegative = std::to_array<Q>({Q::ItPower,
                                                  Q::AcceleratorPower,
                                                  Q::FabricPower,
                                                  Q::StoragePower,
                                                  Q::FacilityPower,
                                                  Q::MechanicalPower,
                                                  Q::ChillerPower,
                                                  Q::RejectionFanPower,
                                                  Q::LoopPumpPower,
                                                  Q::CduPumpPower,
                                                  Q::AirHandlerPower,
                                                  Q::PsuLoss,
                                                  Q::ShelfLoss,
                                                  Q::PduLoss,
                                                  Q::UpsLoss,
                                                  Q::TransformerLoss,
                                                  Q::CableLoss,
                                                  Q::UtilityPower,
                                                  Q::GensetPower,
                                                  Q::Pue,
                                                  Q::CumulativePue,
                                                  Q::Pue1,
                                                  Q::Pue2,
                                                  Q::ItEnergy,
                                                  Q::FacilityEnergy,
                                                  Q::PeakTariffEnergy,
                                                  Q::Fuel,
                                                  Q::Water,
                                                  Q::Wue,
                                                  Q::WaterStored,
                                                  Q::Tokens,
                                                  Q::TokensPerS,
                                                  Q::BusyAccelerators,
                                                  Q::RunningJobs,
                                                  Q::QueuedJobs,
                                                  Q::EnergyImbalance,
                                                  Q::RequestsPerS,
                                                  Q::AnswersPerS,
                                                  Q::ServedTokensPerS,
                                                  Q::RequestBacklog});

/// Sums of many terms that cancel may end this far below zero, as a share of the largest term.
constexpr double kRounding = 1e-9;

/// All bits of the exponent are set in what is not finite. Whole numbers, as the compiler looks at
/// many of them at once then: this is asked of every rack in every step.
template <class Values>
bool allFinite(const Values& values) {
    using Real = std::remove_cvref_t<decltype(*values.begin())>;
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    constexpr Bits kExponent = std::bit_cast<Bits>(std::numeric_limits<Real>::infinity());
    Bits wrong = 0;
    for (const Real v : values) {
        wrong |= static_cast<Bits>((std::bit_cast<Bits>(v) & kExponent) == kExponent);
    }
    return wrong == 0;
}

template <class Rows>
bool rowsFinite(const Rows& rows) {
    return std::all_of(rows.begin(), rows.end(), [](const auto& row) { return allFinite(row); });
}

bool isUndefined(Q q) {
    return std::find(kMayBeUndefined.begin(), kMayBeUndefined.end(), q) != kMayBeUndefined.end();
}

bool flowsKnown(const State& s) {
    return s.flowing != 0 && s.wasUncoupled == 0;
}

double valueOf(const State& s, Q q) {
    return s.shown[q];
}

/// The first quantity of the facility that cannot be; Count: none.
Q wrongQuantity(const State& s) {
    const double scale =
        std::max({1.0, std::abs(s.totals.peakFacilityW), std::abs(s.totals.facilityJ)});
    for (std::size_t i = 0; i < s.shown.facility.size(); ++i) {
        const Q q = static_cast<Q>(i);
        if (!std::isfinite(s.shown.facility[i]) && !isUndefined(q) && flowsKnown(s)) {
            return q;
        }
    }
    for (const Q q : kNeverNegative) {
        if (valueOf(s, q) < -kRounding * scale) {
            return q;
        }
    }
    return Q::Count;
}

bool totalsFinite(const Totals& t) {
    return allFinite(std::array{t.itJ,
                                t.facilityJ,
                                t.psuJ,
                                t.shelfJ,
                                t.pduJ,
                                t.upsJ,
                                t.transformerJ,
                                t.cableJ,
                                t.utilityJ,
                                t.gensetJ,
                                t.upsOutputJ,
                                t.pduOutputJ,
                                t.peakTariffJ,
                                t.fuelM3,
                                t.pipedFuelJ,
                                t.pipedFuelUsd,
                                t.pipedFuelCarbonKg,
                                t.reusedJ,
                                t.rejectedJ,
                                t.waterM3,
                                t.energyUsd,
                                t.waterUsd,
                                t.fuelUsd,
                                t.carbonKg,
                                t.busyS.value(),
                                t.allocatedS.value(),
                                t.worstImbalance});
}

bool racksFinite(const State& s) {
    const Outputs& o = s.shown;
    const auto fields = {&o.rackPowerW,    &o.rackReturnC,  &o.rackFlowM3PerS, &o.rackHotChipC,
                         &o.rackMeanChipC, &o.rackBusiest,  &o.rackClock,      &o.rackClockPower,
                         &o.rackHealth,    &s.rackCoolantC, &s.rackInletC,     &s.rackUtilization};
    return std::all_of(fields.begin(), fields.end(),
                       [](const auto* field) { return allFinite(*field); });
}

bool isSound(const State& s) {
    if (s.flowing != 0 &&
        !(racksFinite(s) && rowsFinite(s.shown.halls) && rowsFinite(s.shown.cdus) &&
          rowsFinite(s.shown.loops) && rowsFinite(s.shown.batteries))) {
        return false;
    }
    return totalsFinite(s.totals) && wrongQuantity(s) == Q::Count;
}

/// Part, law and inputs in words.
struct Culprit {
    std::string part, law, inputs;
};

template <class T>
int firstWrong(const std::vector<T>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

int firstWrongUnit(const PowerFlow& f) {
    for (std::size_t i = 0; i < f.outVa.size(); ++i) {
        if (!std::isfinite(std::norm(f.outVa[i])) || !std::isfinite(std::norm(f.voltage[i])) ||
            !std::isfinite(f.lossW[i]) || !std::isfinite(f.batteryW[i])) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

Culprit culpritOf(const Plant& plant, const State& s) {
    for (std::size_t r = 0; r < s.shown.rackPowerW.size(); ++r) {
        if (!std::isfinite(s.shown.rackPowerW[r]) || !std::isfinite(s.rackChipC[r])) {
            return {"rack " + plant.rackNames[r],
                    "power of its accelerators, hosts and fans through its supplies, and the heat "
                    "of its chips",
                    fmt::format("activity {:.6g}, clock {:.6g}, chips at {:.6g} °C, coolant at "
                                "{:.6g} °C, power {:.6g} W",
                                s.rackActivity[r], s.rackClock[r], s.rackChipC[r],
                                s.rackCoolantC[r], s.shown.rackPowerW[r])};
        }
    }
    const PowerFlow& f = s.power.flow;
    if (const int unit = firstWrongUnit(f); unit >= 0) {
        return {std::string{powerKindName(plant.network->units[at(unit)].kind)} + " " +
                    plant.network->units[at(unit)].id,
                "load flow (backward-forward sweep)",
                fmt::format("load {:.6g} W, output {:.6g} W and {:.6g} var, voltage {:.6g}, loss "
                            "{:.6g} W",
                            f.loadVa[at(unit)].real(), f.outVa[at(unit)].real(),
                            f.outVa[at(unit)].imag(), std::abs(f.voltage[at(unit)]),
                            f.lossW[at(unit)])};
    }
    const CoolantState& c = s.coolant;
    if (const int node = firstWrong(c.nodeC); node >= 0) {
        return {fmt::format("node {} of the coolant network", node),
                "heat balance of the coolant network",
                fmt::format("temperature {:.6g} °C", c.nodeC[at(node)])};
    }
    if (const int link = firstWrong(c.flowM3PerS); link >= 0) {
        return {fmt::format("link {} of the coolant network", link), "hydraulics of its circuit",
                fmt::format("flow {:.6g} m3/s", c.flowM3PerS[at(link)])};
    }
    for (std::size_t h = 0; h < s.shown.halls.size(); ++h) {
        for (std::size_t q = 0; q < s.shown.halls[h].size(); ++q) {
            if (!std::isfinite(s.shown.halls[h][q])) {
                const QuantityInfo& info = hallQuantities()[q];
                return {"hall " + plant.halls[h].id, std::string{info.why},
                        fmt::format("{} {}", info.label, s.shown.halls[h][q])};
            }
        }
    }
    if (const Q q = wrongQuantity(s); q != Q::Count) {
        return {"the facility", std::string{infoOf(q).why},
                fmt::format("{} {:.6g}, IT power {:.6g} W, utility {:.6g} W, generators {:.6g} W",
                            infoOf(q).label, valueOf(s, q), valueOf(s, Q::ItPower),
                            valueOf(s, Q::UtilityPower), valueOf(s, Q::GensetPower))};
    }
    return {"the facility", "sums over the run",
            fmt::format("IT energy {:.6g} J, facility energy {:.6g} J, water {:.6g} m3, energy "
                        "{:.6g} USD",
                        s.totals.itJ, s.totals.facilityJ, s.totals.waterM3, s.totals.energyUsd)};
}

}  // namespace

std::optional<Error> faultOfStep(const Plant& plant, const State& s) {
    if (isSound(s)) {
        return std::nullopt;
    }
    const Culprit c = culpritOf(plant, s);
    return Error{"SIM-045",
                 fmt::format("The step to {:.6g} s gave what cannot be, first at {}: {} ({}).",
                             s.timeS, c.part, c.inputs, c.law),
                 "Correct the figures of that part, or of what feeds and cools it: `headroom-cli "
                 "check` names what is out of range. The recording up to then is valid.",
                 plant.file,
                 {},
                 0};
}

}  // namespace headroom::engine
