// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/twin/sensor_instant.h"
#include "models/core/unit.h"
#include "ui/kit/legend.h"

#include <QColor>
#include <QString>

/// Names of sensors and their residuals, their units, and their colours.
namespace headroom::ui {

/// The unit in which a reading is shown; of differences of two, for a difference of temperatures is none.
const models::Unit& unitOf(const engine::SensorSpec& sensor);
const models::Unit& differenceUnitOf(const engine::SensorSpec& sensor);

/// "21.4 °C"; "+0.42 K".
QString readingText(const engine::SensorSpec& sensor, double si);
QString differenceText(const engine::SensorSpec& sensor, double si);

/// "as expected", "2.3 spreads above", "no reading for 12 min".
QString sensorStateText(const engine::SensorInstant& now, double instantS);
/// Name of a state, as text on the ground of tables.
QColor sensorStateColour(engine::SensorState state);
/// "ok", "warning", "error": of resources/icons.
QString sensorStateIcon(engine::SensorState state);

/// Effect of a reading on the twin: "is compared", "liquid heat of cdus/3".
QString driveText(const engine::SensorSpec& sensor);

/// Spreads at the ends of the diverging colours: where a residual that stays is an alarm.
inline constexpr double kSpreadsShown = 4.0;

/// Blue below, grey at what was learned, red above; not valid where nothing is judged.
QColor residualColour(const engine::SensorInstant& now);

/// Scale of these colours, in spreads, with zero marked.
Legend residualLegend();

}  // namespace headroom::ui
