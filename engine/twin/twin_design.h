// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/run/simulator.h"
#include "engine/twin/boundary.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {

/// Something that is done to the building, or happens in it, and that the telemetry does not say.
struct TwinIntervention {
    double atS = 0.0;  ///< after the first reading
    std::vector<PlantOrder> orders;
    std::vector<FigureChange> figures;  ///< of the catalogue, from then on
};

/// The design that a twin runs: the project without load traces and drills of its own, changed by set-points that move and by
/// interventions.
class TwinDesign {
  public:
    /// `mapFile`: for errors.
    TwinDesign(const Project& project, const Catalogue& catalogue,
               std::vector<TwinIntervention> interventions, std::string mapFile);

    /// Calendar of the run, at its second 0. Returns its text.
    std::string setStart(double sinceEpochS);

    ResultAll<Plant> compiled(const RunOptions& options) const;
    /// The same after a change of the design, which is counted.
    ResultAll<Plant> recompiled(const RunOptions& options);

    /// Takes over the settings up to a time of the run. Returns them in words; empty if none moved. TEL-047.
    ResultAll<std::string> applySettings(const std::vector<MeasuredSetting>& settings, double runS);

    /// Settings after this time of the run come next.
    void resumeSettings(const std::vector<MeasuredSetting>& settings, double settledRunS);

    /// Settings up to this time of the run were taken over.
    double settledS() const { return settledS_; }

    /// The next intervention; null if there is none.
    const TwinIntervention* upcoming() const;

    /// Takes the figures of the next intervention over.
    void intervene();

    /// Designs that the run has had so far, the first left out.
    int changes() const { return changes_; }

  private:
    Project project_;
    const Catalogue* catalogue_;
    std::unique_ptr<Catalogue> changedCatalogue_;  ///< by interventions
    std::string mapFile_;
    std::vector<TwinIntervention> interventions_;  ///< by time
    std::size_t nextIntervention_ = 0;
    std::size_t nextSetting_ = 0;
    double settledS_ = 0.0;
    int changes_ = 0;
};

}  // namespace headroom::engine
