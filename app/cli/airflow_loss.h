// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/study.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <string>

namespace headroom::app {

/// airflow --lose: the inlets of halls minute by minute, here or as a case of OpenFOAM.
struct AirLossWish {
    std::string what;  ///< "fans" or "water"; empty means no loss
    std::string lasts = "5min", every = "15s";
    std::string hall, format;
    engine::AirStudyOptions
        state;  ///< before the loss; offHandlers: those that are lost, all if none
    engine::AirFieldOptions field;
    std::string exportTo, importFrom,
        runIn;                         ///< folders of a case of OpenFOAM; empty: the own field
    int iterations = 1200, parts = 1;  ///< of such a case
    bool quiet = false;
};

/// The one hall that a case of OpenFOAM is of; null if there are several, or none of that id.
const engine::AirStudyHall* onlyHall(const engine::AirStudy& study, const std::string& hall);

/// Runs the case in a folder with a bar; the code to end with.
int runFoam(const std::string& folder, bool isQuiet);

/// Prints AIR-004 with the halls that exist; the code to end with.
int noSuchHall(const engine::AirStudy& study, const std::string& hall);

/// Prints the course of each hall; the code to end with.
int airflowLoss(const AirLossWish& wish, const engine::Project& project,
                const engine::Catalogue& catalogue);

}  // namespace headroom::app
