// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/base/words.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/facility/fabric.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A facility from a page of wishes: what a wizard asks, and the complete project that answers it.
/// The parts are those of the catalogue, and the sizes come from the models that simulate.
namespace headroom::engine {

/// How the wiring survives the loss of a part.
enum class PowerRedundancy {
    None,           ///< N: one way, nothing to spare
    Spare,          ///< N+1: reserve lineups behind static switches (a catcher); any one source,
                    ///< transformer or UPS may fail, a board behind the switches takes its racks
    TwoPaths,       ///< 2N: two ways, each of which carries all
    FourMakeThree,  ///< distributed: four ways, any three of which carry all; two cords a rack
};

/// Water of the racks that are cooled by liquid, and its heat rejection. Air is always
/// cooled by chilled water.
enum class PlantKind {
    Chilled,     ///< chillers and towers for everything
    WarmTowers,  ///< racks on warm water from cooling towers
    WarmDry,     ///< racks on warm water from dry coolers with adiabatic pads
};

/// The words of the command line and of the wizard.
const std::vector<std::string>& powerRedundancyWords();  ///< "n", "n+1", "2n", "4-to-make-3"
const std::vector<std::string>& plantKindWords();        ///< "chilled", "warm", "dry"

/// Limits of FacilityBrief::load. Above 95 % arrivals of small jobs queue for days.
inline constexpr double kLeastLoad = 0.05, kMostLoad = 0.95;

/// One kind of rack and how much of the target is of it.
struct RackShare {
    std::string rack;    ///< of the catalogue
    double share = 1.0;  ///< of the target; shares are taken in proportion to each other
};

/// Remedies against hot air at the inlets of one kind of rack. Each includes those before it. sizeWithAir()
/// (settle_air.h) takes the next one until the air field finds no hot rack.
enum class AirRemedy {
    None,     ///< Hot aisles are contained above 20 kW a rack.
    Contain,  ///< Hot aisles are contained.
    Seal,     ///< Panels leave 3 % of their area open in place of 10 %.
    Cool,     ///< Supply air is 2 K cooler.
    Widen     ///< Aisles are 2.4 m wide.
};

struct FacilityBrief {
    std::string name = "New facility";
    /// Draw of racks, fabric and storage at full activity. Wiring and cooling are sized for what
    /// racks are rated, which is more.
    double itPowerW = 10e6;
    std::int64_t accelerators = 0;  ///< above zero it is the target, and itPowerW says nothing
    std::vector<RackShare> racks;
    PowerRedundancy power = PowerRedundancy::TwoPaths;
    bool coolingSpare = true;  ///< any one air handler, CDU, pump, chiller, tower may fail
    PlantKind plant = PlantKind::WarmTowers;
    std::string climate;  ///< empty with a weather file: the nearest of the catalogue
    std::string grid;     ///< empty means that of the climate
    /// Weather of the site, as readEpw() takes it; its design conditions size the heat rejection. Absolute.
    std::filesystem::path weatherFile;
    models::FabricShape shape = models::FabricShape::FatTree;
    double oversubscription = 1.0;
    double largestHallW = 12e6;  ///< of IT; no hall is larger
    int largestHallRacks = 0;    ///< 0 means as many as its power allows
    bool generators = true;
    std::map<std::string, AirRemedy> air;  ///< by rack; None where a rack is not listed
    bool work = true;                      ///< a training job and a mix of smaller ones
    /// Share of the accelerators that these jobs hold on average, kLeastLoad to kMostLoad. An empty load gives one
    /// training job on up to six tenths and a mix on a quarter.
    std::optional<double> load;
    /// The jobs are those of this project (engine/sizing/same_work.h). If it is null, `work` and `load` apply.
    std::shared_ptr<const Project> workOf;
};

/// Subject of a choice that concerns all racks.
inline constexpr const char* kAllRacks = "racks";

/// Why something is there, for the last page of the wizard and the command line.
struct SizingChoice {
    std::string object;  ///< id in the project, of a rack of the catalogue, or "racks" for all
    Words what;          ///< "6 x UPS module 1,250 kW"
    Words why;           ///< "4.1 MW at full load, 5 carry it, one to spare"
};

/// Load of the project at full load.
struct SizingSummary {
    double itW = 0.0;        ///< draw at full activity
    double ratedW = 0.0;     ///< the same with racks at their nameplate: what the wiring carries
    double facilityW = 0.0;  ///< at the meter, everything at its design point
    double designPue = 0.0;  ///< facilityW / itW: an upper bound, a year is better
    std::int64_t racks = 0;
    std::int64_t accelerators = 0;
    int halls = 0;
    double hallM2 = 0.0;  ///< floor of the halls
    double siteM2 = 0.0;  ///< of the rectangle round everything
};

struct SizedFacility {
    Project project;
    std::vector<SizingChoice> choices;
    SizingSummary summary;
};

/// The project for a brief. The same brief makes the same bytes. It has no finding of severity
/// warning or error (checkProject) but where supplies in servers carry too little with a dead cord, which is listed
/// with the choices. A requirement that cannot be met is an error:
/// SIZ-001 the brief contradicts itself or names what the catalogue does not have,
/// SIZ-002 less than one rack, or more than can be built,
/// SIZ-003 no part of the catalogue does what is needed,
/// SIZ-004 the climate is too warm for the plant that is asked for,
/// SIZ-005 findings remain that no number of parts removes; errors of readEpw().
ResultAll<SizedFacility> sizeFacility(const FacilityBrief& brief, const Catalogue& catalogue);

}  // namespace headroom::engine
