// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/plant/plant.h"
#include "engine/telemetry/telemetry_map.h"
#include "engine/telemetry/telemetry_store.h"

#include <memory>
#include <string>
#include <vector>

/// Measured values as boundaries of a run: loads of racks, weather, set-points.
namespace headroom::engine {

/// A set-point that moved.
struct MeasuredSetting {
    double atS = 0.0;  ///< of the run
    std::string path;  ///< OBJECT.KEY
    double si = 0.0;
};

struct Boundary {
    PlantLoadTrace trace;  ///< times of the run
    std::vector<MeasuredSetting> settings;
    std::vector<std::string>
        loads;  ///< by column of the trace: id of its sensor; empty means estimated
    int measuredRacks = 0;
    int estimatedRacks = 0;  ///< without a sensor that drives them, next to such that have one
};

/// Racks that a sensor speaks of: all of a CDU unit ("cdus/3"), CDU group, hall, rack block or cooling loop, one
/// rack ("rack/NAME"), or all where `of` is empty. Nothing where there is none of that name.
std::vector<int> racksOf(const Plant& plant, const std::string& of);

/// Boundaries on a grid of `gridS` from the first reading that drives anything to the last, straight between
/// readings. Run time is reading time less `originS`.
///
/// A load Q of racks with ratings R_i and liquid shares l_i is dealt out by rating: rack power
/// P_i = Q R_i / sum(R l) for liquid heat, Q R_i / sum(R) for power. Racks of which nobody says anything draw what
/// those do that are measured: P_i = R_i sum(P measured) / sum(R measured). A dry bulb with a relative humidity
/// gives the wet bulb; a wet bulb alone the dry bulb, `wetBulbDepressionK` above.
/// Settings are reported at the beginning, and when they moved by more than three standard
/// uncertainties.
///
/// `series` by sensor of the map. TEL-040: a sensor drives racks that are not there. TEL-041: two sensors drive
/// one rack. TEL-044: a load is several times what its racks
/// are rated for, so its unit is another. TEL-042: no sensor drives a load and none the weather. TEL-043: a humidity without a dry bulb.
ResultAll<Boundary> boundaryOf(const Plant& plant, const TelemetryMap& map,
                               const std::vector<TelemetrySeries>& series, double originS,
                               double gridS);

/// Settings alone, by time: what boundaryOf() has of them.
std::vector<MeasuredSetting> measuredSettings(const TelemetryMap& map,
                                              const std::vector<TelemetrySeries>& series,
                                              double originS);

/// By sensor of the map: the load beyond which TEL-044 says that its unit is another [W]; infinite of others.
std::vector<double> mostLoads(const Plant& plant, const TelemetryMap& map);

/// Straight between readings, the first and the last hold outside.
double valueAt(const TelemetrySeries& series, double timeS);

/// The plant with these boundaries in place of its own load traces.
std::shared_ptr<const Plant> withBoundary(const Plant& plant, const PlantLoadTrace& trace);

}  // namespace headroom::engine
