// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_reading.h"
#include "engine/diagram/fabric_words.h"
#include "engine/document/catalogue.h"
#include "engine/fabric/fabric.h"
#include "engine/run/frame/frame.h"

#include <QString>
#include <QStringList>

/// Fabrics in words and figures, for diagram, tables, tips and the status bar alike.
namespace headroom::ui {

using engine::isDirect;
QString shapeText(engine::TopologyKind kind);    ///< "Rail-optimised fat tree"
QString routingText(engine::Routing routing);    ///< "ECMP"
QString tierText(engine::LinkTier tier);         ///< "Leaf to spine"
QString linkFaultText(engine::LinkFault fault);  ///< "Switch down"
QString linkFaultWhy(engine::LinkFault fault);   ///< a sentence
/// "2 of 64 down; 1 of 64 with 75 % left"; empty where all is whole.
QString faultsText(const engine::FabricFaultsNow& faults, std::int64_t links);

/// Model, ports and rate of the switches of a fabric: "Quantum-2 QM9700 · 64 ports of 400 Gbit/s".
QString switchText(const engine::Fabric& fabric, const engine::Catalogue* catalogue);

/// Name of one switch of a shape: leaf, spine, core, router, node.
QString switchName(const engine::TopologyIndex& index, int switchNumber);
/// Name of the groups of a shape: "Pod 3", "Group 7", "Slab 2".
QString groupName(const engine::TopologyIndex& index, int group);
QString nodeName(const engine::TopologyIndex& index, const engine::FabricNode& node);
QString endName(const engine::TopologyIndex& index, const engine::TopologyIndex::End& end);
QString bundleName(const engine::TopologyIndex& index, int bundle);
QString linkName(const engine::TopologyIndex& index, engine::LinkId link);
QString edgeName(const engine::TopologyIndex& index, const engine::FabricDiagram& diagram,
                 int edge);
/// The path to a scope, from the whole: "Pod 3", "Leaf 12 to spines of pod 3".
QString scopeName(const engine::TopologyIndex& index, const engine::FabricScope& scope);

/// With a small letter: inside of a sentence.
QString lowered(QString text);
QString rateText(double bytesPerS);      ///< "1.2 TB/s"
QString lineRateText(double bytesPerS);  ///< of one link, as sold: "400 Gbit/s"
/// "3.2 of 25.6 Tbit/s": next to rates of links, in their unit.
QString bitRateText(double bytesPerS, double ofBytesPerS);
QString utilizationText(double share);
QString countText(std::int64_t count);

/// Every value with its unit; the first line is the name.
QStringList edgeTip(const engine::TopologyIndex& index, const engine::FabricDiagram& diagram,
                    const engine::FabricReading& reading, int edge);
QStringList nodeTip(const engine::TopologyIndex& index, const engine::FabricDiagram& diagram,
                    const engine::FabricReading& reading, int node);

/// "64 adapters of 8 servers lose a plane; jobs: train-1, train-2".
QString blastText(const engine::BlastRadius& blast, const engine::Frame& frame);

QString jobName(const engine::Frame& frame, std::int64_t job);
/// "bound by leaf 12 to spines, 97 %", or by its own adapters.
QString hottestText(const engine::TopologyIndex& index, const engine::Frame& frame,
                    const engine::JobFootprint& job);

}  // namespace headroom::ui
