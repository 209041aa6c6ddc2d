// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/network.h"
#include "engine/diagram/process_reading.h"
#include "engine/floor/layout.h"
#include "engine/run/frame/frame.h"
#include "models/facility/drill.h"
#include "ui/units/unit_words.h"

#include <QString>
#include <QStringList>

#include <string>

/// The coolant piping in words and figures, for diagram, tables, tips and the status bar alike.
namespace headroom::ui {

/// Whether the frame tells what the piping does; else there is only the design.
bool hasCoolingValues(const engine::Frame& frame);
/// Whether it tells at least what runs and what has failed, as it does before the first step.
bool hasCoolingState(const engine::Frame& frame);

/// Name for people: "Loop pumps", "Chillers".
QString coolingKindText(engine::CoolingLinkKind kind);
/// Whether its machines turn: pumps, towers, dry coolers, air handlers.
bool turns(engine::CoolingLinkKind kind);
/// With a capital: "No power".
QString coolingStateText(engine::CoolingLinkState state);
/// The same of a link; "Partly out" where some of its units are out of service or without power.
QString coolingStateText(const engine::CoolingLink& link, const engine::CoolingLinkNow& now);

/// "Loop pumps of Warm water", "CDUs of hall 3", "Row 2 of racks-3".
QString coolingName(const engine::CoolingNetwork& network, int link);

using engine::standsStill;

/// Which object a link belongs to, and which machines of it.
struct CoolingTarget {
    std::string unit;    ///< as orders name it, "cdus/3" of separate CDUs; empty if none
    std::string object;  ///< id in the project
    int instance = 0;    ///< row of a rack block, from 1
    models::CoolingMachine machine = models::CoolingMachine::All;
    int rack = -1;  ///< the first of the row
};

CoolingTarget coolingTarget(const engine::CoolingNetwork& network, const engine::Layout& layout,
                            int link);

/// The link that a machine in plan or 3-D stands for, -1: none.
int linkOfEquipment(const engine::CoolingNetwork& network, const engine::EquipmentBox& box);

/// Links from the plant to what is selected and back; of rows and of consumers.
std::vector<LinkIndex> coolingPath(const engine::CoolingNetwork& network,
                                   const engine::Layout& layout, int link);

/// Why the link is in its state, in a sentence.
QString coolingWhy(const engine::CoolingNetwork& network, const engine::Frame& frame, int link);

/// Every value with its unit; the first line is the name.
QStringList coolingTip(const engine::CoolingNetwork& network, const engine::Frame& frame, int link);
QStringList coolingNodeTip(const engine::CoolingNetwork& network, const engine::Frame& frame,
                           int node);

QString flowText(double m3PerS);
QString shareText(double share);

}  // namespace headroom::ui
