// SPDX-License-Identifier: Apache-2.0
#include "engine/check/fabric_tables.h"

#include "engine/base/scale.h"
#include "engine/check/rules.h"
#include "engine/fabric/bill.h"
#include "models/network/cxl.h"
#include "models/network/link_health.h"
#include "models/network/usual.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kTerabit = 1e3 * kGigabit;
constexpr double kGigabyte = 1e9;

/// Light lost for which the bit errors of a link are stated: some years of a laser.
constexpr double kLessLightDb = 1.0;

std::string plainCount(std::int64_t count) {
    return std::to_string(count);
}

/// Four significant digits, without unit: the header has it.
std::string figure(double value) {
    return std::isnan(value) ? "not stated" : amountText(value, "");
}

void addFigures(const Fabric& f, Sheet& table) {
    const auto row = [&](const std::string& what, const std::string& value,
                         const std::string& unit) {
        table.rows.push_back({f.id, what, value, unit});
    };
    row("shape", topologyKindName(f.topology->spec().kind), "");
    row("routing", routingName(f.routing), "");
    row("adapters joined", plainCount(f.counts.endpoints), "");
    row("adapters that it offers", plainCount(f.counts.places), "");
    row("planes", plainCount(f.topology->spec().planes), "");
    row("switches", plainCount(f.counts.switches), "");
    row("of these, leaves or routers", plainCount(f.counts.switchesByTier[0]), "");
    row("of these, spines", plainCount(f.counts.switchesByTier[1]), "");
    row("of these, cores", plainCount(f.counts.switchesByTier[2]), "");
    row("circuit switches", plainCount(f.counts.circuitSwitches), "");
    row("host cables", plainCount(f.counts.hostCables), "");
    row("cables between switches", plainCount(f.counts.switchCables), "");
    row("rate of a link, one way", figure(f.topology->linkBytesPerS() / kGigabit), "Gbit/s");
    row("bisection, one way", figure(f.bisectionBytesPerS / kTerabit), "Tbit/s");
    row("oversubscription, worst leaf", figure(f.oversubscription), "");
    row("links on the longest shortest path", plainCount(f.topology->diameter()), "");
    const double ber = f.spec.bitErrorRate;
    const double lost = models::frameLoss(ber, models::kFrameBytes);
    row("bit errors of a healthy link, before correction", figure(ber), "");
    row("the same with 1 dB less light", figure(models::agedBitErrorRate(ber, kLessLightDb)), "");
    row("frames lost after correction", figure(lost), "");
    row("rate left by repeats, go-back-N",
        figure(100.0 * models::repeatShare(lost, f.topology->linkBytesPerS(),
                                           models::kTransportRoundTripS, models::kFrameBytes,
                                           false)),
        "%");
    const PowerText kw{"kW", 1e3};
    row("switches idle", figure(f.switchIdleW / kw.scale), kw.unit);
    row("switches at full load", figure((f.switchIdleW + f.switchSpanW) / kw.scale), kw.unit);
    row("modules and cables", figure(f.opticsW / kw.scale), kw.unit);
    const BillTotal total = totalOf(f.bill);
    row("power for each adapter, full load",
        figure((f.switchIdleW + f.switchSpanW + f.opticsW) /
               std::max(1.0, static_cast<double>(f.counts.endpoints))),
        "W");
    row("cable and fibre", figure(total.metres / 1e3), "km");
    row(total.allUsd ? "price" : "price of what has one", figure(total.usd / 1e6), "million USD");
}

/// Share of a server in a memory pool: alone, and while all servers load.
void addPool(const CxlJoin& pool, Sheet& table) {
    const auto share = [&](int active) {
        return models::cxlShare(pool.spec, pool.part, active,
                                std::numeric_limits<double>::infinity());
    };
    const auto row = [&](const std::string& what, double value, const std::string& unit) {
        table.rows.push_back({pool.id, what, figure(value), unit});
    };
    const models::CxlShare alone = share(1), all = share(pool.spec.sharers);
    row("pooled memory of a server", all.bytes / kGigabyte, "GB");
    row("reads of a server, alone", alone.bytesPerS / kGigabyte, "GB/s");
    row("reads of a server, with all others", all.bytesPerS / kGigabyte, "GB/s");
    row("latency of a load, alone", alone.latencyS * 1e9, "ns");
    row("latency of a load, with all others", all.latencyS * 1e9, "ns");
}

/// Sums over several fabrics, as an order is placed for all of them.
void addSums(const FabricNetwork& network, Sheet& table) {
    std::int64_t adapters = 0, switches = 0;
    double watts = 0.0, usd = 0.0;
    bool allUsd = true;
    int built = 0;
    for (const Fabric& f : network.fabrics) {
        if (f.topology == nullptr) {
            continue;
        }
        ++built;
        adapters += f.counts.endpoints;
        switches += f.counts.switches;
        watts += f.switchIdleW + f.switchSpanW + f.opticsW;
        const BillTotal total = totalOf(f.bill);
        usd += total.usd;
        allUsd = allUsd && total.allUsd;
    }
    if (built < 2) {
        return;
    }
    table.rows.push_back({"all", "adapters joined", plainCount(adapters), ""});
    table.rows.push_back({"all", "switches", plainCount(switches), ""});
    table.rows.push_back({"all", "power at full load", figure(watts / 1e3), "kW"});
    table.rows.push_back(
        {"all", allUsd ? "price" : "price of what has one", figure(usd / 1e6), "million USD"});
}

void addRuns(const Fabric& f, const std::vector<CableRun>& runs, Sheet& table) {
    for (int tier = 0; tier <= static_cast<int>(LinkTier::Wan); ++tier) {
        for (int part = -1; part < static_cast<int>(f.parts.size()); ++part) {
            CableRun sum;
            sum.shortestM = std::numeric_limits<double>::infinity();
            double metres = 0.0;
            for (const CableRun& run : runs) {
                if (run.count > 0 && run.part == part && static_cast<int>(run.tier) == tier) {
                    sum.count += run.count;
                    metres += run.metres();
                    sum.shortestM = std::min(sum.shortestM, run.shortestM);
                    sum.longestM = std::max(sum.longestM, run.longestM);
                }
            }
            if (sum.count > 0) {
                table.rows.push_back(
                    {f.id, linkTierName(static_cast<LinkTier>(tier)),
                     part < 0 ? "none reaches" : f.partIds[static_cast<std::size_t>(part)],
                     plainCount(sum.count), figure(sum.shortestM), figure(metres / sum.count),
                     figure(sum.longestM),
                     part < 0 ? "" : figure(f.parts[static_cast<std::size_t>(part)].reachMaxM),
                     figure(metres)});
            }
        }
    }
}

template <class F>
void forEachBuilt(const FabricNetwork& network, F&& f) {
    for (const Fabric& fabric : network.fabrics) {
        if (fabric.topology != nullptr) {
            f(fabric);
        }
    }
}

}  // namespace

Sheet fabricFigures(const FabricNetwork& network) {
    Sheet table{"Fabrics",
                "Fabrics",
                "Exact counts of the shape that is built, and what it carries, draws and "
                "costs; adapters' own power is the servers'.",
                {"fabric", "figure", "value", "unit"},
                {}};
    forEachBuilt(network, [&](const Fabric& f) { addFigures(f, table); });
    addSums(network, table);
    for (const CxlJoin& pool : network.cxl) {
        addPool(pool, table);
    }
    for (const WanLink& wan : network.wans) {
        table.rows.push_back({wan.id, "rate, one way", figure(wan.bytesPerS / kGigabit), "Gbit/s"});
        table.rows.push_back({wan.id, "latency, one way", figure(wan.latencyS * 1e3), "ms"});
    }
    return table;
}

Sheet fabricCables(const FabricNetwork& network) {
    Sheet table{"Cables",
                "Cables",
                "Lengths along trays, with slack; the cheapest allowed part that reaches the "
                "longest of its run.",
                {"fabric", "link", "part", "links", "shortest [m]", "mean [m]", "longest [m]",
                 "reach [m]", "all [m]"},
                {}};
    forEachBuilt(network, [&](const Fabric& f) {
        addRuns(f, f.hostRuns, table);
        addRuns(f, f.runs, table);
    });
    return table;
}

Sheet fabricBill(const FabricNetwork& network) {
    Sheet table{"Bill of materials",
                "Bill of materials",
                "Power of switches is typical, at half load; adapters draw theirs in the "
                "servers.",
                {"fabric", "part", "what", "count", "each [W]", "all [kW]", "each [USD]",
                 "all [USD]", "length [m]"},
                {}};
    forEachBuilt(network, [&](const Fabric& f) {
        for (const BillRow& row : f.bill) {
            table.rows.push_back({f.id, row.part, row.what, plainCount(row.count),
                                  figure(row.eachW), figure(row.watts() / 1e3), figure(row.eachUsd),
                                  figure(row.usd()), figure(row.metres)});
        }
        const BillTotal total = totalOf(f.bill);
        table.rows.push_back({f.id, "", total.allUsd ? "total" : "total of what has a price", "",
                              "", figure(total.watts / 1e3), "", figure(total.usd),
                              figure(total.metres)});
    });
    return table;
}

Sheet fabricBlast(const FabricNetwork& network) {
    Sheet table{"Loss by one failure",
                "Loss by one failure",
                "The worst of its kind: adapters and whole servers cut off, and the share of "
                "bandwidth that is lost where other ways remain.",
                {"fabric", "part", "of", "adapters cut", "servers cut", "adapters lose [%]",
                 "bundle loses [%]", "bundle"},
                {}};
    for (int i = 0; i < static_cast<int>(network.fabrics.size()); ++i) {
        for (const PartFailure& b : blastRadii(network, i)) {
            table.rows.push_back({network.fabrics[static_cast<std::size_t>(i)].id, b.part,
                                  plainCount(b.count), plainCount(b.endpointsCut),
                                  plainCount(b.serversCut), figure(100.0 * b.hostShareLost),
                                  figure(100.0 * b.bundleShareLost), b.bundle});
        }
    }
    return table;
}

Sheet fabricStorage(const FabricNetwork& network) {
    Sheet table{"Storage",
                "Storage",
                "Least of drives and adapters; without a fabric, clients reach it over their "
                "front-end adapters.",
                {"group", "fabric", "adapters", "read [GB/s]", "write [GB/s]", "metadata [10^3/s]",
                 "power [kW]"},
                {}};
    for (const StorageJoin& s : network.storage) {
        table.rows.push_back(
            {s.id,
             s.fabric < 0 ? "front end" : network.fabrics[static_cast<std::size_t>(s.fabric)].id,
             plainCount(std::int64_t{s.blocks} * s.system.servers * s.system.adapters),
             figure(s.readBytesPerS / kGigabyte), figure(s.writeBytesPerS / kGigabyte),
             figure(s.metadataPerS / 1e3), figure(s.powerW / 1e3)});
    }
    return table;
}

}  // namespace headroom::engine
