// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/study.h"
#include "engine/base/error.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// A hall as a case of OpenFOAM, and its result as a field. OpenFOAM runs as a separate program, or on another
/// machine; nothing here needs it.
///
/// The mesh is the grid of the field (grid.h): one box a cell, in the same order, written as constant/polyMesh, so that no
/// mesher is needed. Racks, handlers and tiles are patches with a fixed velocity. The air behind a rack has the mean
/// temperature of its inlet (outletMappedUniformInlet), and its heat is a source in the first cells behind it. Panels are
/// walls between cells; their leaking share of faces is open, evenly spread. The solver is buoyantBoussinesqSimpleFoam,
/// steady, k-epsilon with wall functions, as in the validation of the field. Tiles over a floor plenum are porous
/// cells with the loss of models::panelLoss() (foam_mesh.h).
///
/// A loss adds a second stage in the folder `loss`: buoyantBoussinesqPimpleFoam goes from the last steady fields on. Handlers
/// that are lost blow nothing. After a loss of water the supply has the mean temperature of the returns. Racks keep their
/// flow and heat, and their outlets lag by the heat that they store. Returns are closed where nothing is blown.
/// Valid for OpenFOAM of openfoam.com, v1912 to v2312.
namespace headroom::engine {

/// The loss at time 0, its length, and the intervals over which inlets are averaged.
struct FoamLoss {
    AirLoss loss;
    double forS = 300.0, everyS = 60.0;
};

struct FoamOptions {
    double cellM = 0.0;                 ///< At 0 airCellM() chooses.
    int iterations = 1200;              ///< The mean is taken over the second half.
    int parts = 1;                      ///< The case is decomposed for these processes if above 1.
    std::optional<FoamLoss> loss = {};  ///< of the second stage
};

/// A summary of the written case.
struct FoamCase {
    int cells = 0, patches = 0, racks = 0;
    double cellM = 0.0;
    std::vector<std::string> files;  ///< in the folder
};

/// Writes a case into a folder that is new or empty. AIR-001 and AIR-005 as solveAirField(). AIR-007 if the folder holds
/// something. AIR-015 for a loss of water where chimneys or ducts lead air past the returns. Errors of writeFile().
Result<FoamCase> writeFoamCase(const AirStudy& study, const AirStudyHall& hall,
                               const FoamOptions& options, const std::filesystem::path& folder);

/// The field of a case that was run: the mean of the temperature and of the velocity at the last written time (the last
/// values where no mean was written). Cells, racks and indices are those of the hall. Hot air at an inlet is taken from
/// its temperature, since the case has no tracer.
/// `settled` says that the heat which leaves is that of the racks within 5 %; it is an estimate from cells before the
/// returns.
/// AIR-008 the case is of another hall or another state of it; AIR-009 nothing was computed, or a file is damaged.
Result<AirField> readFoamCase(const AirStudy& study, const AirStudyHall& hall,
                              const std::filesystem::path& folder);

/// Inlets of racks after a loss.
struct FoamCourse {
    AirField before;
    std::vector<std::vector<double>>
        inletC;  ///< by rack of the field: before, then means of intervals
};

/// The record of the second stage. AIR-008 and AIR-009 as readFoamCase().
Result<FoamCourse> readFoamLoss(const AirStudy& study, const AirStudyHall& hall,
                                const FoamLoss& lost, const std::filesystem::path& folder);

}  // namespace headroom::engine
