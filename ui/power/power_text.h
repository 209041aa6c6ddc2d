// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/one_line.h"
#include "engine/diagram/power_reading.h"
#include "engine/power/network.h"
#include "engine/run/frame/frame.h"

#include <QString>
#include <QStringList>

#include <array>

/// The electrical wiring in words and figures, for diagram, tables, tips and the status bar alike.
namespace headroom::ui {

using engine::hasPowerState;
using engine::hasPowerValues;
using engine::isEdgeLive;
using engine::isLive;

/// Current of an incomer as a share of the rating of its breaker. NaN where no breaker states a rating.
double edgeLoading(const engine::PowerNetwork& network, const engine::Frame& frame, int edge);

/// Name for people: "Transformer", "Switchboard", "UPS".
QString powerKindText(engine::PowerKind kind);
/// "Normal", "On battery", …: with a capital.
QString powerStateText(engine::PowerUnitState state);
QString breakerStateText(engine::BreakerState state);
/// The unit's name with its number in the array: "UPS A 3".
QString unitName(const engine::PowerNetwork& network, int unit);
QString arrayName(const engine::PowerNetwork& network, int array);
/// "breaker of UPS A 3 from Board A"
QString breakerName(const engine::PowerNetwork& network, int edge);

/// Facts about some units together.
struct PowerSummary {
    bool known = false;  ///< false: not simulated yet
    int units = 0;
    int live = 0;
    engine::PowerUnitState state = engine::PowerUnitState::Normal;  ///< the gravest
    int inState = 0;                                                ///< how many share it
    double outputW = 0.0;
    double lossW = 0.0;
    double worstLoading = 0.0;  ///< NaN: none has a rating
    double meanLoading = 0.0;
};

PowerSummary summaryOf(const engine::PowerNetwork& network, const engine::Frame& frame, int first,
                       int count);

/// Load of a group of loads and the number of its live cords.
struct LoadSummary {
    double powerW = 0.0;  ///< of racks; NaN for other loads
    int cords = 0;
    int liveCords = 0;
    int dark = 0;  ///< loads without a live cord
};

LoadSummary summaryOf(const engine::PowerNetwork& network, const engine::Frame& frame,
                      const std::vector<int>& loads);

/// "32 racks", "Network and storage", "Fans, CDU pumps".
QString loadsTitle(const engine::PowerNetwork& network, const std::vector<int>& loads);

/// Current at the output [A], from apparent power and voltage: three-phase, or direct.
double outputCurrentA(const engine::PowerUnit& unit, const engine::PowerUnitNow& now);

/// Why the unit is in its state, in a sentence.
QString whyText(const engine::PowerNetwork& network, const engine::Frame& frame, int unit);

/// Every value with its unit; the first line is the name.
QStringList unitTip(const engine::PowerNetwork& network, const engine::Frame& frame, int unit);
QStringList arrayTip(const engine::PowerNetwork& network, const engine::Frame& frame, int array);
QStringList edgeTip(const engine::PowerNetwork& network, const engine::Frame& frame, int edge);
QStringList loadsTip(const engine::PowerNetwork& network, const engine::Frame& frame,
                     const std::vector<int>& loads);

/// Loading with one module of the unit away: NaN where it has one only, or no rating.
double loadingLessOne(const engine::PowerUnit& unit, const engine::PowerUnitNow& now);

QString loadingText(double loading);
QString voltageText(double volts);
QString currentText(double amperes);

}  // namespace headroom::ui
