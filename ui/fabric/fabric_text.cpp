// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_text.h"

#include "engine/base/index.h"
#include "ui/kit/translate.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::ui {

namespace {

namespace unit = models::unit;
using engine::FabricNode;
using engine::FabricNodeKind;
using engine::LinkFault;
using engine::LinkTier;
using engine::TopologyKind;

TopologyKind kindOf(const engine::TopologyIndex& index) {
    return index.topology->spec().kind;
}

std::string fabricSay(std::string_view sentence) {
    return fabricTr(std::string(sentence).c_str()).toStdString();
}

QString fabricWords(const std::string& words) {
    return QString::fromStdString(words);
}

/// A pattern of the engine with its number.
QString numbered(std::string_view pattern, int number) {
    return fabricWords(fmt::format(fmt::runtime(fabricSay(pattern)), number));
}

bool hasGroups(const engine::TopologyIndex& index) {
    return index.groups() > 1;
}

}  // namespace

QString lowered(QString text) {
    if (!text.isEmpty()) {
        text[0] = text[0].toLower();
    }
    return text;
}

QString shapeText(TopologyKind kind) {
    switch (kind) {
        case TopologyKind::FatTree:
            return fabricTr("Fat tree");
        case TopologyKind::RailOptimised:
            return fabricTr("Rail-optimised fat tree");
        case TopologyKind::RailOnly:
            return fabricTr("Rail-only");
        case TopologyKind::Dragonfly:
            return fabricTr("Dragonfly");
        case TopologyKind::DragonflyPlus:
            return fabricTr("Dragonfly+");
        case TopologyKind::Torus:
            return fabricTr("Torus");
        case TopologyKind::HyperX:
            return fabricTr("HyperX");
    }
    return {};
}

QString routingText(engine::Routing routing) {
    using engine::Routing;
    switch (routing) {
        case Routing::DModK:
            return fabricTr("D-mod-K");
        case Routing::Ecmp:
            return fabricTr("ECMP");
        case Routing::Adaptive:
            return fabricTr("Adaptive");
        case Routing::Spray:
            return fabricTr("Packet spraying");
        case Routing::Minimal:
            return fabricTr("Minimal");
        case Routing::Valiant:
            return fabricTr("Valiant");
        case Routing::Ugal:
            return fabricTr("UGAL");
        case Routing::DimensionOrder:
            return fabricTr("Dimension order");
    }
    return {};
}

QString tierText(LinkTier tier) {
    switch (tier) {
        case LinkTier::Host:
            return fabricTr("Host");
        case LinkTier::Leaf:
            return fabricTr("Leaf to spine");
        case LinkTier::Spine:
            return fabricTr("Spine to core");
        case LinkTier::Local:
            return fabricTr("In a group");
        case LinkTier::Global:
            return fabricTr("Between groups");
        case LinkTier::Mesh:
            return fabricTr("Along a dimension");
        case LinkTier::Wan:
            return fabricTr("Between sites");
    }
    return {};
}

QString linkFaultText(LinkFault fault) {
    return fabricWords(fabricSay(engine::linkFaultWord(fault)));
}

QString linkFaultWhy(LinkFault fault) {
    switch (fault) {
        case LinkFault::None:
            return fabricTr("Carries its full rate.");
        case LinkFault::Lanes:
            return fabricTr("Some of its lanes are down; the others carry on at their rate.");
        case LinkFault::BitErrors:
            return fabricTr("Retransmission of damaged packets takes a share of its rate.");
        case LinkFault::Flapping:
            return fabricTr("Goes up and down; traffic moves away and back each time.");
        case LinkFault::Ageing:
            return fabricTr("Optical power falls, so that errors grow.");
        case LinkFault::Cut:
            return fabricTr("Cable, module or port is down; traffic takes the other links.");
        case LinkFault::SwitchDown:
            return fabricTr("The switch at one end has failed or reboots.");
        case LinkFault::NoPower:
            return fabricTr("The switch at one end has no power.");
        case LinkFault::PauseStorm:
            return fabricTr("Priority flow control pauses it for a share of the time.");
    }
    return {};
}

QString faultsText(const engine::FabricFaultsNow& faults, std::int64_t links) {
    if (faults.faulty == 0) {
        return {};
    }
    QStringList words;
    if (faults.cut > 0) {
        const bool off =
            faults.worst == LinkFault::SwitchDown || faults.worst == LinkFault::NoPower;
        words << (links > 1 ? fabricTr("%1 of %2 down").arg(countText(faults.cut), countText(links))
                            : fabricTr("down"));
        if (off) {
            words.last() += QStringLiteral(" (%1)").arg(lowered(linkFaultText(faults.worst)));
        }
    }
    if (const int slow = faults.faulty - faults.cut; slow > 0) {
        const QString left = utilizationText(faults.factor);
        const QString who = fabricTr("%1 of %2").arg(countText(slow), countText(links));
        words << (links <= 1            ? fabricTr("%1 left").arg(left)
                  : faults.factor < 1.0 ? fabricTr("%1 with %2 left").arg(who, left)
                                        : fabricTr("%1 impaired").arg(who));
    }
    return words.join(QStringLiteral("; "));
}

QString groupName(const engine::TopologyIndex& index, int group) {
    return numbered(engine::groupWord(kindOf(index), false), group + 1);
}

QString switchText(const engine::Fabric& fabric, const engine::Catalogue* catalogue) {
    const engine::CatalogueEntry* part =
        catalogue == nullptr
            ? nullptr
            : catalogue->find(models::SwitchSpec::type().id, fabric.spec.switchPart);
    QStringList words;
    words << QString::fromStdString(part == nullptr ? fabric.spec.switchPart : part->name);
    if (words.first().contains(countText(fabric.switchPart.ports))) {
        return words.first();  // the name of the model states its ports
    }
    words << (std::isfinite(fabric.switchPart.portBytesPerS)
                  ? fabricTr("%1 ports of %2")
                        .arg(countText(fabric.switchPart.ports),
                             lineRateText(fabric.switchPart.portBytesPerS))
                  : fabricTr("%1 ports").arg(countText(fabric.switchPart.ports)));
    words.removeAll(QString());
    return fabric.spec.switchPart.empty() ? QString() : words.join(QStringLiteral(" · "));
}

QString switchName(const engine::TopologyIndex& index, int switchNumber) {
    const engine::SwitchPlace place = index.topology->place(switchNumber);
    QString name;
    if (place.tier == 0) {
        name = numbered(engine::leafWord(kindOf(index), false),
                        index.leafOfSwitch[at(switchNumber)] + 1);
        if (place.rail >= 0) {
            name += fabricTr(" (rail %1)").arg(place.rail + 1);
        }
    } else {
        name = (place.tier == 1 ? fabricTr("Spine %1") : fabricTr("Core %1")).arg(place.index + 1);
        if (place.tier == 1 && place.group >= 0 && hasGroups(index)) {
            name += fabricTr(" of %1").arg(lowered(groupName(index, place.group)));
        }
    }
    if (index.topology->spec().planes > 1) {
        name += fabricTr(", plane %1").arg(place.plane + 1);
    }
    return name;
}

QString endName(const engine::TopologyIndex& index, const engine::TopologyIndex::End& end) {
    return end.leaf >= 0
               ? numbered(engine::leafWord(kindOf(index), false), end.leaf + 1)
               : fabricWords(engine::fabricSwitchesName(index, end.tier, end.group, fabricSay));
}

QString bundleName(const engine::TopologyIndex& index, int bundle) {
    const engine::TopologyIndex::Ends& ends = index.bundles[at(bundle)];
    const bool between = ends.tier == LinkTier::Global;
    const QString from = between ? groupName(index, ends.from.group) : endName(index, ends.from);
    const QString to = between ? groupName(index, ends.to.group) : endName(index, ends.to);
    QString name = fabricTr("%1 to %2").arg(from, lowered(to));
    if (index.topology->spec().planes > 1) {
        name += fabricTr(", plane %1").arg(ends.plane + 1);
    }
    return name;
}

QString linkName(const engine::TopologyIndex& index, engine::LinkId link) {
    const engine::LinkEnds ends = index.topology->ends(link);
    const auto name = [&](int node) {
        return ends.tier == LinkTier::Host && node < index.topology->endpoints()
                   ? fabricTr("Adapter %1").arg(node + 1)
                   : switchName(index, index.endOf(node).switchNumber);
    };
    return fabricTr("%1 to %2").arg(name(ends.from), lowered(name(ends.to)));
}

QString nodeName(const engine::TopologyIndex& index, const FabricNode& node) {
    return fabricWords(engine::fabricNodeName(index, node, fabricSay));
}

QString edgeName(const engine::TopologyIndex& index, const engine::FabricDiagram& diagram,
                 int edge) {
    const engine::FabricEdge& e = diagram.edges[at(edge)];
    if (e.link >= 0) {
        return linkName(index, e.link);
    }
    if (diagram.form == engine::FabricForm::Links) {
        return fabricTr("%1 more links").arg(countText(e.links));
    }
    return fabricTr("%1 to %2")
        .arg(nodeName(index, diagram.nodes[at(e.from)]),
             lowered(nodeName(index, diagram.nodes[at(e.to)])));
}

QString scopeName(const engine::TopologyIndex& index, const engine::FabricScope& scope) {
    if (!scope.bundles.empty()) {
        return bundleName(index, scope.bundles.front());
    }
    FabricNode node;
    node.kind = scope.leaves.empty() ? FabricNodeKind::Group : FabricNodeKind::Leaves;
    node.leaves = scope.leaves;
    node.groups = scope.groups;
    return nodeName(index, node);
}

QString rateText(double bytesPerS) {
    return quantityText(bytesPerS, unit::gigabytePerSecond, 4);
}

QString lineRateText(double bytesPerS) {
    return QStringLiteral("%1\u2009Gbit/s")
        .arg(plainNumberText(bytesPerS / unit::gigabitPerSecond.toSi, 4));
}

QString bitRateText(double bytesPerS, double ofBytesPerS) {
    const double gigabits = ofBytesPerS / unit::gigabitPerSecond.toSi;
    const bool isLarge = gigabits >= 1000.0;
    const double scale = unit::gigabitPerSecond.toSi * (isLarge ? 1000.0 : 1.0);
    return fabricTr("%1 of %2\u2009%3")
        .arg(plainNumberText(bytesPerS / scale, 4), plainNumberText(ofBytesPerS / scale, 4),
             isLarge ? QStringLiteral("Tbit/s") : QStringLiteral("Gbit/s"));
}

QString utilizationText(double share) {
    return fabricWords(engine::loadWords(share));
}

QString countText(std::int64_t count) {
    return fabricWords(engine::countWords(count));
}

QStringList edgeTip(const engine::TopologyIndex& index, const engine::FabricDiagram& diagram,
                    const engine::FabricReading& reading, int edge) {
    const engine::FabricEdge& e = diagram.edges[at(edge)];
    const double rate = index.topology->linkBytesPerS();
    QStringList lines{edgeName(index, diagram, edge)};
    lines
        << (e.links == 1
                ? fabricTr("1 link of %1 each way").arg(lineRateText(rate))
                : fabricTr("%1 links of %2 each way").arg(countText(e.links), lineRateText(rate)));
    if (reading.known) {
        const engine::FabricEdgeNow& now = reading.edges[at(edge)];
        const auto flow = [](const engine::FabricFlowNow& f) {
            return fabricTr("%1, fullest link %2")
                .arg(bitRateText(f.loadBytesPerS, f.capacityBytesPerS),
                     utilizationText(f.utilization));
        };
        if (reading.noPower) {
            lines << fabricTr("No power: all of them are down");
        } else if (e.back.empty()) {
            lines << flow(now.out);
        } else {
            lines << fabricTr("There: %1").arg(flow(now.out))
                  << fabricTr("Back: %1").arg(flow(now.back));
        }
        if (const QString faults = faultsText(now.faults, 2 * e.links);
            !faults.isEmpty() && !reading.noPower) {
            lines << linkFaultText(now.faults.worst) + QStringLiteral(": ") + faults
                  << linkFaultWhy(now.faults.worst);
        }
    }
    if (e.link < 0) {
        lines << (diagram.form == engine::FabricForm::Links
                      ? fabricTr("They are drawn as one line")
                      : fabricTr("Double click shows its links"));
    }
    return lines;
}

QStringList nodeTip(const engine::TopologyIndex& index, const engine::FabricDiagram& diagram,
                    const engine::FabricReading& reading, int node) {
    const FabricNode& n = diagram.nodes[at(node)];
    QStringList lines{n.switchNumber >= 0 && n.kind == FabricNodeKind::Leaves
                          ? switchName(index, n.switchNumber)
                          : nodeName(index, n)};
    if (n.kind == FabricNodeKind::Group) {
        lines << fabricTr("%1 switches, %2 adapters")
                     .arg(countText(n.switches), countText(n.endpoints));
    } else if (n.kind == FabricNodeKind::Leaves) {
        lines << (n.leaves.size() > 1 ? fabricTr("%1 switches, %2 adapters")
                                            .arg(countText(n.switches), countText(n.endpoints))
                                      : fabricTr("%1 adapters").arg(countText(n.endpoints)));
    } else if (n.switches > 0) {
        lines << fabricTr("%1 switches").arg(countText(n.switches));
    }
    if (reading.known) {
        const engine::FabricNodeNow& now = reading.nodes[at(node)];
        if (reading.noPower) {
            lines << fabricTr("No power: nothing passes here");
            return lines;
        }
        if (!n.leaves.empty() && n.kind != FabricNodeKind::End) {
            lines << fabricTr("Host links %1 used").arg(utilizationText(now.hosts));
        }
        if (!n.inner.empty()) {
            lines << fabricTr("Fullest link inside %1").arg(utilizationText(now.inner));
        }
        if (now.switchesDown > 0) {
            lines << (now.switchesDown == 1
                          ? fabricTr("1 switch is down")
                          : fabricTr("%1 switches are down").arg(now.switchesDown));
        }
        if (const QString text = faultsText(now.faults, 2); !text.isEmpty()) {
            lines << fabricTr("Links inside: %1 impaired or down").arg(now.faults.faulty);
        }
        if (now.hostFaults.faulty > 0) {
            lines << fabricTr("Host links: %1 impaired or down").arg(now.hostFaults.faulty);
        }
    }
    if (n.kind == FabricNodeKind::Group || n.leaves.size() > 1) {
        lines << fabricTr("Double click shows what is inside");
    }
    return lines;
}

QString jobName(const engine::Frame& frame, std::int64_t job) {
    for (const engine::JobRow& row : frame.jobs) {
        if (row.id == job) {
            return QString::fromStdString(row.name);
        }
    }
    return fabricTr("Job %1").arg(job);
}

QString blastText(const engine::BlastRadius& blast, const engine::Frame& frame) {
    QStringList parts;
    if (blast.adapters > 0) {
        const QString who = blast.servers > 0
                                ? fabricTr("%1 adapters of %2 servers")
                                      .arg(countText(blast.adapters), countText(blast.servers))
                                : fabricTr("%1 adapters").arg(countText(blast.adapters));
        parts << (blast.adaptersCutOff > 0 ? fabricTr("cuts off %1").arg(who)
                                           : fabricTr("takes a plane from %1").arg(who));
    }
    parts << fabricTr("%1 cables, %2 one way, %3 of that tier")
                 .arg(countText(blast.links), rateText(blast.lostBytesPerS),
                      utilizationText(blast.lostShare));
    if (blast.jobs.empty()) {
        parts << fabricTr("no job crosses it now");
    } else {
        QStringList names;
        for (std::size_t i = 0; i < std::min<std::size_t>(3, blast.jobs.size()); ++i) {
            names << jobName(frame, blast.jobs[i]);
        }
        if (blast.jobs.size() > 3) {
            names << fabricTr("%1 more").arg(blast.jobs.size() - 3);
        }
        parts << fabricTr("jobs: %1").arg(names.join(QStringLiteral(", ")));
    }
    return parts.join(QStringLiteral("; "));
}

QString hottestText(const engine::TopologyIndex& index, const engine::Frame& frame,
                    const engine::JobFootprint& job) {
    const int first = frame.fabrics->firstBundle[at(job.fabric)];
    if (job.hottest < first || job.hottest - first >= static_cast<int>(index.bundles.size())) {
        return fabricTr("bound by its own adapters");
    }
    QString text = fabricTr("bound by %1").arg(lowered(bundleName(index, job.hottest - first)));
    if (at(job.hottest) < frame.fabricsNow.bundles.size()) {
        text += QStringLiteral(", ") + utilizationText(static_cast<double>(
                                           frame.fabricsNow.bundles[at(job.hottest)].utilization));
    }
    return text;
}

}  // namespace headroom::ui
