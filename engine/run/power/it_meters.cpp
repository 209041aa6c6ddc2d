// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/it_meters.h"

namespace headroom::engine {

namespace {

/// Shares of an output add up to 1 but for rounding.
constexpr double kShareTolerance = 1e-9;

bool isIt(const PowerLoad& load) {
    return load.kind == PowerLoadKind::Rack || load.kind == PowerLoadKind::HallIt;
}

}  // namespace

ItMeters::ItMeters(const RunContext& run) : PowerPart(run) {
    const std::size_t units = n_.units.size();
    ups_.unit.assign(units, 0);
    pdu_.unit.assign(units, 0);
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
            pdu_.unit[at(unit)] = isPdu || pdu_.unit[at(unit)] != 0 ? 1 : 0;
            mayPassNoUps = meterUpsAbove(unit) || mayPassNoUps;
        }
        if (mayPassNoUps) {
            ups_.unmetered.push_back(static_cast<int>(l));
        }
        if (mayPassNoPdu) {
            pdu_.unmetered.push_back(static_cast<int>(l));
        }
    }
    findMetersBehindMeters(ups_);
    findMetersBehindMeters(pdu_);
}

/// Marks the nearest UPSs above a unit, itself among them. True where power may come to it through none.
bool ItMeters::meterUpsAbove(UnitIndex from) {
    bool mayPassNone = false;
    std::vector<UnitIndex> open = {from};
    while (!open.empty()) {
        const UnitIndex unit(open.back());
        open.pop_back();
        const PowerUnit& u = n_.units[at(unit)];
        if (u.kind == PowerKind::Ups) {
            ups_.unit[at(unit)] = 1;
            continue;
        }
        mayPassNone = mayPassNone || u.edges == 0;
        for (int k = 0; k < u.edges; ++k) {
            open.push_back(n_.edges[at(u.firstEdge + k)].from);
        }
    }
    return mayPassNone;
}

void ItMeters::findMetersBehindMeters(Meter& meter) const {
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
void ItMeters::findThrough(const Meter& meter) {
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

double ItMeters::meteredW(const Meter& meter, const PowerDemand& demand) {
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
        const double eachW = demand.powerW[at(l)] / p_.flow.liveCords[at(l)];
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
            sumW -= demand.unitW[at(unit)] * through_[at(unit)];
        }
    }
    return sumW;
}

}  // namespace headroom::engine
