// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_figures.h"

#include "engine/base/index.h"
#include "ui/fabric/fabric_text.h"
#include "ui/kit/translate.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

namespace unit = models::unit;
using engine::TopologyKind;

/// Rate, load, utilisation and faults of bundles of one direction.
void addBundles(std::vector<FabricFigure>& rows, const engine::TopologyIndex& index,
                const engine::Frame& frame, int fabric, const std::vector<int>& bundles,
                const QString& which) {
    if (bundles.empty()) {
        return;
    }
    const double rate = index.topology->linkBytesPerS();
    std::int64_t links = 0;
    for (const int b : bundles) {
        links += index.bundles[at(b)].links;
    }
    if (which.isEmpty() || which == fabricTr("There")) {
        rows.push_back(
            {fabricTr("Each way"), fabricTr("%1 of %2").arg(countText(links), lineRateText(rate)),
             fabricTr("As built: %1 one way.").arg(rateText(static_cast<double>(links) * rate))});
    }
    if (!engine::hasFabricValues(*frame.fabrics, frame.fabricsNow)) {
        return;
    }
    const int first = frame.fabrics->firstBundle[at(fabric)];
    double load = 0.0;
    double capacity = 0.0;
    double fullest = 0.0;
    engine::FabricFaultsNow faults;
    for (const int b : bundles) {
        const engine::BundleNow& now = frame.fabricsNow.bundles[at(first + b)];
        load += static_cast<double>(now.loadBytesPerS);
        capacity += static_cast<double>(now.capacityBytesPerS);
        fullest = std::max(fullest, static_cast<double>(now.utilization));
        if (now.faulty > 0) {
            const engine::FabricFaultsNow some =
                engine::faultsOfBundle(index, fabric, frame.fabricsNow, b);
            faults.faulty += some.faulty;
            faults.cut += some.cut;
            faults.factor = std::min(faults.factor, some.factor);
            if (engine::faultRank(some.worst) > engine::faultRank(faults.worst)) {
                faults.worst = some.worst;
            }
        }
    }
    const auto named = [&which](const QString& name) {
        return which.isEmpty() ? name : QStringLiteral("%1, %2").arg(name, lowered(which));
    };
    rows.push_back(
        {named(fabricTr("Load")), rateText(load),
         fabricTr("Mean over the traffic's cycle; capacity now %1.").arg(rateText(capacity))});
    rows.push_back(
        {named(fabricTr("Utilisation")), utilizationText(fullest),
         fabricTr(
             "Utilisation of the fullest link; a mean would hide the link that stops a job.")});
    if (faults.faulty > 0) {
        rows.push_back(
            {named(fabricTr("Faults")),
             QStringLiteral("%1: %2").arg(linkFaultText(faults.worst), faultsText(faults, links)),
             linkFaultWhy(faults.worst)});
    }
}

void addCables(std::vector<FabricFigure>& rows, const engine::Fabric& fabric,
               const std::vector<const engine::CableRun*>& runs) {
    int cables = 0;
    double metres = 0.0;
    double longest = 0.0;
    QStringList parts;
    for (const engine::CableRun* run : runs) {
        if (run->count == 0) {
            continue;
        }
        cables += run->count;
        metres += run->count * run->meanM;
        longest = std::max(longest, run->longestM);
        const QString part = run->part < 0 ? fabricTr("none reaches")
                             : at(run->part) < fabric.partIds.size()
                                 ? QString::fromStdString(fabric.partIds[at(run->part)])
                                 : QString();
        if (!part.isEmpty() && !parts.contains(part)) {
            parts << part;
        }
    }
    if (cables > 0) {
        rows.push_back({fabricTr("Cables"), parts.join(QStringLiteral(", ")),
                        fabricTr("%1 of them; the cheapest allowed part that reaches.")
                            .arg(countText(cables))});
        rows.push_back(
            {fabricTr("Length"),
             fabricTr("%1, longest %2")
                 .arg(quantityText(metres / cables, unit::metre, 3),
                      quantityText(longest, unit::metre, 3)),
             fabricTr("By route: along the trays, up and down at both ends, with slack.")});
    }
}

void addJobs(std::vector<FabricFigure>& rows, const engine::Frame& frame, int fabric,
             const std::vector<int>& bundles) {
    const int first = frame.fabrics->firstBundle[at(fabric)];
    QStringList names;
    for (const engine::JobFootprint& job : frame.fabricsNow.jobs) {
        double bytesPerS = 0.0;
        for (std::size_t i = 0; i < job.bundles.size() && job.fabric == fabric; ++i) {
            if (std::find(bundles.begin(), bundles.end(), job.bundles[i] - first) !=
                bundles.end()) {
                bytesPerS += i < job.loads.size() ? static_cast<double>(job.loads[i]) : 0.0;
            }
        }
        if (bytesPerS > 0.0) {
            names << QStringLiteral("%1 %2").arg(jobName(frame, job.job), rateText(bytesPerS));
        }
    }
    rows.push_back({fabricTr("Jobs over it"), names.isEmpty() ? fabricTr("none") : names.join(", "),
                    fabricTr("Traffic of each job on it, both ways together.")});
}

}  // namespace

std::vector<FabricFigure> headlines(const engine::Frame& frame, int fabric) {
    const engine::Fabric& f = frame.fabrics->fabrics[at(fabric)];
    std::vector<FabricFigure> rows;
    const auto add = [&rows](const QString& name, const QString& value, const QString& why) {
        rows.push_back({name, value, why});
    };
    if (!f.topology) {
        add(fabricTr("Shape"), fabricTr("Nothing joins it"),
            fabricTr("No rack block names this fabric."));
        return rows;
    }
    const engine::Topology& t = *f.topology;
    const engine::TopologyCounts& c = f.counts;
    const double rate = t.linkBytesPerS();
    QString shape = shapeText(t.spec().kind);
    if (t.spec().planes > 1) {
        shape += fabricTr(", %1 planes").arg(t.spec().planes);
    }
    add(fabricTr("Shape"), shape, fabricTr("As the project states it."));
    add(fabricTr("Routing"), routingText(f.routing),
        f.routing == engine::Routing::Ecmp
            ? fabricTr("Each flow takes a path by its hash, with %1 queue pairs.").arg(f.queuePairs)
            : fabricTr("How traffic picks among its paths."));
    add(fabricTr("Adapters"), countText(c.endpoints),
        fabricTr("Joined; the shape as built has %1 ports for them.").arg(countText(c.places)));
    QStringList tiers;
    const bool direct = isDirect(t.spec().kind);
    const std::array<QString, 3> words{direct ? fabricTr("routers") : fabricTr("leaves"),
                                       fabricTr("spines"), fabricTr("cores")};
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (c.switchesByTier[i] > 0) {
            tiers << QStringLiteral("%1 %2").arg(countText(c.switchesByTier[i]), words[i]);
        }
    }
    if (c.circuitSwitches > 0) {
        tiers << fabricTr("%1 optical circuit switches").arg(countText(c.circuitSwitches));
    }
    add(fabricTr("Switches"), countText(c.switches),
        tiers.join(QStringLiteral(", ")) + fabricTr("; the exact number that the shape needs."));
    add(fabricTr("Cables"), countText(c.hostCables + c.switchCables),
        fabricTr("%1 to adapters, %2 between switches, of %3 each way.")
            .arg(countText(c.hostCables), countText(c.switchCables), lineRateText(rate)));
    add(fabricTr("Bisection"), rateText(f.bisectionBytesPerS),
        fabricTr("One way across the worst cut into two equal halves of the adapters."));
    add(fabricTr("Oversubscription"),
        QStringLiteral("%1 : 1").arg(plainNumberText(f.oversubscription, 3)),
        fabricTr("Rate from adapters over rate upwards, of the worst leaf as built."));
    add(fabricTr("Diameter"), fabricTr("%1 links").arg(t.diameter()),
        fabricTr("Most links on a shortest path between two adapters, host links included."));
    const auto& power = frame.fabricsNow.powerW;
    const bool hasPower = at(fabric) < power.size();
    add(fabricTr("Power"),
        quantityText(hasPower ? static_cast<double>(power[at(fabric)]) : f.switchIdleW + f.opticsW,
                     unit::kilowatt),
        fabricTr("Switches and modules; modules draw %1 at any traffic, idle switches %2.")
            .arg(quantityText(f.opticsW, unit::kilowatt),
                 quantityText(f.switchIdleW, unit::kilowatt)));
    double usd = 0.0;
    int unpriced = 0;
    for (const engine::BillRow& row : f.bill) {
        std::isfinite(row.eachUsd) ? usd += row.usd() : static_cast<double>(++unpriced);
    }
    if (!f.bill.empty()) {
        add(fabricTr("Parts"),
            usd > 0.0 ? quantityText(usd, unit::dollar, 4) : fabricTr("no price"),
            unpriced > 0
                ? fabricTr("Sum of the bill of materials; the catalogue states no price for "
                           "%1 of its %2 rows, which are missing here.")
                      .arg(unpriced)
                      .arg(f.bill.size())
                : fabricTr("Sum of the bill of materials."));
    }
    return rows;
}

std::vector<FabricFigure> pickFigures(const engine::TopologyIndex& index,
                                      const engine::Frame& frame, int fabric,
                                      const FabricPick& pick) {
    std::vector<FabricFigure> rows;
    const engine::Fabric& f = frame.fabrics->fabrics[at(fabric)];
    std::vector<const engine::CableRun*> runs;
    const auto addRuns = [&](const std::vector<int>& bundles) {
        for (const int b : bundles) {
            if (at(b) < f.runs.size()) {
                runs.push_back(&f.runs[at(b)]);
            }
        }
    };
    switch (pick.kind) {
        case FabricPick::Kind::None:
            break;
        case FabricPick::Kind::Link: {
            rows.push_back({fabricTr("Link"), linkName(index, pick.link),
                            fabricTr("One of %1 that run in parallel.")
                                .arg(index.bundles[at(pick.out.front())].links)});
            for (const engine::LinkOverride& o : frame.fabricsNow.overrides) {
                if (o.fabric == fabric && o.link == pick.link) {
                    rows.push_back({fabricTr("Fault"),
                                    fabricTr("%1, %2 left")
                                        .arg(linkFaultText(o.fault), utilizationText(o.factor)),
                                    linkFaultWhy(o.fault)});
                }
            }
            rows.push_back({fabricTr("Bundle"), bundleName(index, pick.out.front()), {}});
            addBundles(rows, index, frame, fabric, pick.out, {});
            addRuns(pick.out);
            addCables(rows, f, runs);
            addJobs(rows, frame, fabric, pick.out);
            break;
        }
        case FabricPick::Kind::Bundles: {
            const std::vector<int>& named = pick.out.empty() ? pick.back : pick.out;
            rows.push_back({fabricTr("Links"),
                            named.size() == 1 ? bundleName(index, named.front())
                                              : fabricTr("%1 bundles").arg(named.size()),
                            tierText(index.bundles[at(named.front())].tier)});
            const bool both = !pick.out.empty() && !pick.back.empty();
            addBundles(rows, index, frame, fabric, named, both ? fabricTr("There") : QString());
            if (both) {
                addBundles(rows, index, frame, fabric, pick.back, fabricTr("Back"));
            }
            addRuns(pick.out);
            addRuns(pick.back);
            addCables(rows, f, runs);
            std::vector<int> all = pick.out;
            all.insert(all.end(), pick.back.begin(), pick.back.end());
            addJobs(rows, frame, fabric, all);
            break;
        }
        case FabricPick::Kind::Box: {
            rows.push_back({fabricTr("Part"),
                            pick.box.switchNumber >= 0 && !pick.box.leaves.empty()
                                ? switchName(index, pick.box.switchNumber)
                                : nodeName(index, pick.box),
                            {}});
            if (pick.box.switches > 0) {
                rows.push_back({fabricTr("Switches"), countText(pick.box.switches),
                                fabricTr("Switches of the planes that are shown.")});
            }
            if (pick.box.endpoints > 0) {
                rows.push_back({fabricTr("Adapters"), countText(pick.box.endpoints),
                                fabricTr("Joined to its leaves.")});
            }
            const int planes = std::max(1, index.topology->spec().planes);
            for (const int leaf : pick.box.leaves) {
                for (int p = 0; p < planes; ++p) {
                    if (const int r = p * index.leaves() + leaf; at(r) < f.hostRuns.size()) {
                        runs.push_back(&f.hostRuns[at(r)]);
                    }
                }
            }
            addCables(rows, f, runs);
            if (!pick.box.inner.empty()) {
                addBundles(rows, index, frame, fabric, pick.box.inner, fabricTr("Inside"));
                addJobs(rows, frame, fabric, pick.box.inner);
            }
            break;
        }
    }
    return rows;
}

}  // namespace headroom::ui
