// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/field.h"
#include "engine/air/field/over_time.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {
struct Design;
struct Plant;
}  // namespace headroom::engine

/// The halls of a project at a share of their design load: what an air field needs.
namespace headroom::engine {

struct AirStudyHall {
    std::string id, name;
    int hall = 0;  ///< of the layout
    HallAirPlan plan;
    HallAirLoad load;
    std::vector<double> rackJPerK;  ///< heat that servers store, by rack of the layout
};

struct AirStudy {
    Layout layout;
    std::vector<AirStudyHall> halls;  ///< in the order of the layout
};

/// A state of the halls. `offHandlers`: numbers of the air handlers that are off, from 1, in the order in which
/// the plan draws them.
struct AirStudyOptions {
    double load = 1.0;
    std::vector<int> offHandlers;
    /// Racks of another load than the rest: "block label", as results name them, and the share of its design load.
    std::vector<std::pair<std::string, double>> rackLoads;
    bool openDoors = false;               ///< of contained aisles
    std::vector<std::string> solidTiles;  ///< racks without a tile before their front, by name
    double gapShare = 0.0;                ///< HallAirLoad::gapShare
    std::string
        hall;  ///< The hall whose handlers are off and whose doors are open. All halls if empty.
};

/// `load` 0..1 scales the heat of racks and of electrical parts; switches and storage stay. Server
/// fans follow their heat between their smallest and their design speed. Handlers blow what server fans draw, and their own
/// design rise's flow for other heat, within their speeds, as in the simulation. Handlers that are off blow
/// nothing and let nothing back; the others share what is needed, up to their rating. A rear door takes the heat that it
/// takes at an inlet of the supply temperature; warmer racks would give it more.
/// Errors: AIR-006 for a handler number that the hall lacks, AIR-010 for an unknown rack, AIR-013 for doors or tiles that
/// no hall has; errors of compile() and of the halls' wiring are passed on.
ResultAll<AirStudy> airStudy(const Project& project, const Catalogue& catalogue,
                             const AirStudyOptions& options = {});

/// The same of a design that was compiled already.
ResultAll<AirStudy> airStudy(const Design& design, const Plant& plant,
                             const AirStudyOptions& options = {});

/// One hall without the rest of the site: its corner is at 0, 0, and its racks are numbered from 0. Lengths are rounded to
/// 1 um, heat to 1 mW, flows to 1e-9 m3/s: equal halls have equal fields to the last bit, at any place on the site.
struct HallByItself {
    Layout layout;
    HallAirPlan plan;
    HallAirLoad load;
    std::vector<int> racks;  ///< their numbers in the layout of the study
};

HallByItself hallByItself(const AirStudy& study, const AirStudyHall& hall);

/// Puts the field of a hall by itself where the hall is, with the racks' numbers of the layout.
void placeInLayout(AirField& field, const AirStudy& study, const AirStudyHall& hall);

/// solveAirField() of one of them, by itself.
Result<AirField> airFieldOf(const AirStudy& study, const AirStudyHall& hall,
                            const AirFieldOptions& options);

/// Air handlers that the layout gives a hall.
int handlersOf(const Layout& layout, int hall);

/// solveAirOverTime() of one of them, by itself, with the heat that its servers store.
Result<AirOverTime> airOverTimeOf(const AirStudy& study, const AirStudyHall& hall,
                                  const AirLoss& loss, AirOverTimeOptions options);

/// Inlets of one row of racks, summed up.
struct AirRow {
    std::string block;
    int row = 0;  ///< from 0
    int racks = 0;
    double meanInletC = 0.0, hottestInletC = 0.0;
    double meanHotFraction = 0.0, mostHotFraction = 0.0;
};

std::vector<AirRow> airRows(const AirField& field, const Layout& layout);

/// Indices into field.racks of the `most` hottest inlets, hottest first.
std::vector<std::size_t> hottestRacks(const AirField& field, std::size_t most);

}  // namespace headroom::engine
