// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/reliability/campaign/campaign.h"

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// One figure of a project over several values, each with a campaign of the same seeds: the parts
/// fail at the same times at every value where the figure does not move them (common random
/// numbers), so that differences are sharper than the intervals of the single points.
namespace headroom::engine {

/// Varied attribute: of one object, or of all objects of some types.
struct VariedFigure {
    std::string key;                   ///< as asked: "restart-time", "failures.spare_pct"
    std::string label;                 ///< "Restart"
    std::string unit;                  ///< of the values
    std::vector<std::string> objects;  ///< ids
    std::string attribute;             ///< key in their tables
    bool isWhole = false;
};

/// Names for figures that are varied often: job-size, checkpoint-interval, restart-time, spares,
/// detection-timeout, failure-rate; else OBJECT.KEY of the project, in the unit of its table.
std::vector<std::string> figureNames();

/// Errors: CMP-001 no such figure, CMP-002 nothing in the project has it.
Result<VariedFigure> findFigure(const Project& project, const std::string& name);

/// The values of "a,b,c" or "a..b:n" (n values, evenly by ratio where both are positive, else by
/// difference), in `unit`, the unit of the figure. A value may state that unit, or another one of time if the figure is
/// a time: "10min,1h", "600s..1h:5". CMP-003 where it is neither, or the unit does not fit.
Result<std::vector<double>> parseValues(const std::string& text, std::string_view unit = {});

/// The project with the figure at a value. A training job of another size has as many more or fewer data-parallel
/// copies, and its batch in proportion. A job whose interval is set does not choose it by itself (checkpoint policy
/// "fixed").
ResultAll<Project> withFigure(const Project& project, const Catalogue& catalogue,
                              const VariedFigure& figure, double value);

struct CurvePoint {
    double value = 0.0;
    CampaignResult campaign;
};

struct Curve {
    VariedFigure figure;
    std::vector<CurvePoint> points;
    bool cancelled = false;
};

/// Watcher: as of a campaign, over all points together.
ResultAll<Curve> vary(const Project& project, const Catalogue& catalogue, const RunOptions& options,
                      const VariedFigure& figure, const std::vector<double>& values,
                      const CampaignSpec& spec, const CampaignWatcher& watcher,
                      const std::atomic<bool>& cancel);

/// Difference of a figure between a point and the first one, replication by replication.
Estimate differenceOf(const Curve& curve, std::size_t point, const Figure& figure);

}  // namespace headroom::engine
