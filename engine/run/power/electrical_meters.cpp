// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/electrical.h"

#include <algorithm>

/// Power of IT at the meters of PUE categories 1 and 2 (ISO/IEC 30134-2): the outputs of the nearest UPSs above it, and of the
/// PDUs that feed its cords. Each watt counts once.
///
///   W = sum of M - B + U - S
///
/// M is the output of a meter. B is the input of a meter from another one above it. U is power of IT without a meter. S is what a
/// battery behind a meter takes (negative: gives).
///
/// For any wiring, IT power <= W <= power consumed: a meter counts loads and the losses below it, not what is stored.
namespace headroom::engine {

namespace {

/// Shares of an output add up to 1 but for rounding.
constexpr double kShareTolerance = 1e-9;

bool isIt(const PowerLoad& load) {
    return load.kind == PowerLoadKind::Rack || load.kind == PowerLoadKind::HallIt;
}

}  // namespace

void Electrical::buildMeters() {
    const std::size_t units = n_.units.size();
    upsMeter_.unit.assign(units, 0);
    pduMeter_.unit.assign(units, 0);
    through_.assign(units, 0.0);
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        if (!isIt(load)) {
            continue;
        }
        bool mayPassNoUps = false, mayPassNoPdu = false;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const UnitIndex unit(n_.cordUnit[at(c)]);
            const bool isPdu = n_.units[at(unit)].kind == PowerKind::Pdu;
            mayPassNoPdu = mayPassNoPdu || !isPdu;
            pduMeter_.unit[at(unit)] = isPdu || pduMeter_.unit[at(unit)] != 0 ? 1 : 0;
            mayPassNoUps = meterUpsAbove(unit) || mayPassNoUps;
        }
        if (mayPassNoUps) {
            upsMeter_.unmetered.push_back(static_cast<int>(l));
        }
        if (mayPassNoPdu) {
            pduMeter_.unmetered.push_back(static_cast<int>(l));
        }
    }
    findMetersBehindMeters(upsMeter_);
    findMetersBehindMeters(pduMeter_);
}

/// Marks the nearest UPSs above a unit, itself among them. True where power may come to it through none.
bool Electrical::meterUpsAbove(UnitIndex from) {
    bool mayPassNone = false;
    std::vector<UnitIndex> open = {from};
    while (!open.empty()) {
        const UnitIndex unit(open.back());
        open.pop_back();
        const PowerUnit& u = n_.units[at(unit)];
        if (u.kind == PowerKind::Ups) {
            upsMeter_.unit[at(unit)] = 1;
            continue;
        }
        mayPassNone = mayPassNone || u.edges == 0;
        for (int k = 0; k < u.edges; ++k) {
            open.push_back(n_.edges[at(u.firstEdge + k)].from);
        }
    }
    return mayPassNone;
}

void Electrical::findMetersBehindMeters(ItMeter& meter) const {
    std::vector<std::uint8_t> isBelow(n_.units.size(),
                                      0);  // a meter is above its output, or is itself
    for (std::size_t i = 0; i < n_.units.size(); ++i) {  // sources come before what they feed
        const PowerUnit& u = n_.units[i];
        bool isBehind = false;
        for (int k = 0; k < u.edges; ++k) {
            isBehind = isBehind || isBelow[at(n_.edges[at(u.firstEdge + k)].from)] != 0;
        }
        isBelow[i] = isBehind || meter.unit[i] != 0 ? 1 : 0;
        if (meter.unit[i] != 0) {
            meter.metered.emplace_back(static_cast<int>(i));
            if (isBehind) {
                meter.behind.emplace_back(static_cast<int>(i));
            }
        } else if (isBehind && u.kind == PowerKind::Ups) {
            meter.stores.emplace_back(static_cast<int>(i));
        }
    }
}

/// By unit, the share of its output that has passed a meter.
void Electrical::findThrough(const ItMeter& meter) {
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        double share = meter.unit[i] != 0 ? 1.0 : 0.0;
        for (int k = u.firstEdge; meter.unit[i] == 0 && k < u.firstEdge + u.edges; ++k) {
            if (p_.flow.share[at(k)] > 0.0) {
                share += p_.flow.share[at(k)] * through_[at(n_.edges[at(k)].from)];
            }
        }
        through_[i] = share > 1.0 - kShareTolerance ? 1.0 : share;
    }
}

double Electrical::meteredItW(const ItMeter& meter) {
    double sumW = 0.0;
    for (const UnitIndex unit : meter.metered) {
        sumW += p_.flow.outVa[at(unit)].real();
    }
    if (meter.behind.empty() && meter.stores.empty() && meter.unmetered.empty() &&
        n_.batteryUnits.empty()) {
        return sumW;
    }
    findThrough(meter);
    for (const UnitIndex unit : meter.behind) {
        const PowerUnit& u = n_.units[at(unit)];
        for (int k = u.firstEdge; k < u.firstEdge + u.edges; ++k) {
            sumW -= p_.flow.edgeVa[at(k)].real() * through_[at(n_.edges[at(k)].from)];
        }
    }
    for (const int l : meter.unmetered) {
        const PowerLoad& load = n_.loads[at(l)];
        if (p_.flow.liveCords[at(l)] == 0) {
            continue;
        }
        const double eachW = demand_.powerW[at(l)] / p_.flow.liveCords[at(l)];
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            if (p_.flow.cordLive[at(c)] != 0) {
                sumW += eachW * (1.0 - through_[at(n_.cordUnit[at(c)])]);
            }
        }
    }
    for (const UnitIndex unit : meter.stores) {
        sumW += p_.flow.batteryW[at(unit)] * through_[at(unit)];
    }
    for (const UnitIndex unit : n_.batteryUnits) {
        if (p_.flow.live[at(unit)] != 0) {
            sumW -= demand_.unitW[at(unit)] * through_[at(unit)];
        }
    }
    return sumW;
}

}  // namespace headroom::engine
