// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/library.h"
#include "engine/document/catalogue.h"
#include "engine/document/edit.h"
#include "engine/document/project.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

/// Shares of hot air that a field found at the inlets of a hall, as the project holds them (attributes air_field … of
/// halls). compile() gives them to the zones. All runs, checks, costs and studies of a project so have the same inlets,
/// on any machine: no result depends on a library of fields.
///
/// The shares are of one state of the hall, which airKey() names. In another state compile() ignores them, and the zones
/// are as the hall states them.
namespace headroom::engine {

struct HallAirShares {
    std::string hall;    ///< id
    std::string key;     ///< airKey() with the usual cells
    std::string origin;  ///< "cells of 0.40 m, settled"
    double errorK = 0.0;
    /// By rack, in the order of the rows of the plan [%], rounded to 0.001.
    std::vector<double> inletPct, topPct;
};

/// Shares that give the zones of a hall the inlets of a field, and those of the top thirds. `method` names another
/// program than this one ("OpenFOAM"), `date` the day; both may be empty.
HallAirShares airSharesOf(const AirStudy& study, const AirStudyHall& hall, const AirField& field,
                          const std::string& method = {}, const std::string& date = {});

/// The day in UTC, like "2026-11-30": the date of shares that are written now.
std::string dayOfAir();

/// Edits that write shares into a project.
std::vector<Edit> airEdits(const HallAirShares& shares);

/// Edits that remove the shares of a hall.
std::vector<Edit> airRemoval(const std::string& hall);

/// The project with all halls as stated.
Project withoutAirShares(Project project);

/// The project with the shares of all its fields at design load. Fields that the library lacks are computed. Errors of
/// airStudy() and airFieldOf(). `options.progress` gets 0..1 over all halls.
ResultAll<Project> withAirShares(const Project& project, const Catalogue& catalogue,
                                 AirLibrary& library, const AirFieldOptions& options,
                                 const std::string& date = {});

/// Gives the zones of a plant the shares that its halls hold. Shares of another state are used only if `anyState`.
void useAirShares(Plant& plant, const Project& project, const Catalogue& catalogue, bool anyState);

/// Whether a project holds shares, current or outdated.
bool holdsAirShares(const Project& project);

/// The project without the shares that a plant of it ignores. Small changes of it are then compiled with
/// RunOptions::anyAirState, and their runs differ by the change alone.
Project withUsedAirShares(Project project, const Plant& plant);

/// Which model gives the inlets of one hall.
struct HallAirSource {
    std::string hall;  ///< id
    InletSource source = InletSource::Stated;
    std::string field, origin;  ///< of the field: hash of the state, method and date
    double errorK = 0.0;        ///< NaN if it is not known
};

/// The air of a plant's halls as a run uses it: those with racks, in the order of the layout.
using AirOfRun = std::vector<HallAirSource>;

AirOfRun airOfRun(const Plant& plant);

/// "Air: field of hall-1 (cells of 0.40 m, settled; error up to 0.2 K)." and "Air: zones as stated in hall-n.", a line for
/// each kind.
std::string textOf(const AirOfRun& air);

/// A list with a row for each hall: hall, model ("field" or "zones"); of a field its hash, origin and error_k; of zones
/// outdated, if shares of another state are ignored.
nlohmann::ordered_json airJson(const AirOfRun& air);

/// A JSON object with that list under "air".
std::string withAir(const std::string& json, const AirOfRun& air);

}  // namespace headroom::engine
