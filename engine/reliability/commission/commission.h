// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/base/words.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/reliability/reach/forecast.h"
#include "engine/reliability/reach/parts.h"
#include "models/facility/design_weather.h"
#include "models/facility/requirement.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

/// The integrated-systems tests that an owner signs, before there is a building: at full load and in
/// design weather each part of power, cooling and network is taken out in a run of the whole facility,
/// and what follows is held against the requirements that the project states.
///
/// Full load: every accelerator at full activity, one job a rack. Weather: extremes of decades
/// (models/facility/design_weather.h), the hottest or the most humid hour, the one that leaves chips less.
/// All tests start from one settled state and share one plant. Random failures and drills are off.
/// One of each set of identical parts is tested for all.
/// Source: order of tests as levels 4 and 5 of commissioning (ASHRAE Guideline 1.6; Uptime Institute,
/// Tier Certification of Constructed Facility): each part alone, then the loss of the mains with each
/// set failing to start.
namespace headroom::engine {

struct CommissionSpec {
    double settleS = 7200.0;  ///< of full load before anything fails
    double watchS = 1800.0;   ///< of each test
    int threads = 0;          ///< 0 means all cores
    std::string only;         ///< tests of this object or section ("UPS") alone; empty means all
};

/// Test and its requirements.
struct CommissionTest {
    std::string section;  ///< "Utility", "Generator sets", "UPS", "Breakers", "Cooling", "Network"
    std::string name;     ///< "UPS A 1 fails"
    std::string owner;    ///< id of the project object; empty means the facility
    int alike = 1;        ///< parts that it stands for
    std::vector<PlantOrder> orders;
    models::FailurePromise promise = models::FailurePromise::NotStated;
};

/// One figure of a test against its limit.
struct CommissionCheck {
    std::string what;     ///< "Racks without power or tripped"
    double figure = 0.0;  ///< the worst, in `unit`
    double limit = 0.0;   ///< NaN: nothing is asked
    std::string unit;     ///< empty for counts
    double atS = 0.0;     ///< after the failure, when the limit was passed, or else of the worst

    bool held() const;  ///< NaN limits are held
    bool asked() const;
};

enum class CommissionVerdict { Passed, Failed, NothingAsked };

const char* verdictName(CommissionVerdict verdict);

struct CommissionRow {
    CommissionTest test;
    std::vector<CommissionCheck> checks;
    std::vector<std::string> story;  ///< first events that it led to, with their times
    bool recovered = true;           ///< no rack is off or slowed at the end
    Error fault;                     ///< of a step without figures; empty code: none

    CommissionVerdict verdict() const;
    /// The first that is not kept, else the first that is asked for, else the first; nullptr if none.
    const CommissionCheck* decisive() const;
};

struct Commission {
    CommissionSpec spec;
    std::string project;
    models::RequirementSpec asked;
    models::Weather weather;
    double itW = 0.0, facilityW = 0.0;  ///< settled
    double wallS = 0.0;
    std::vector<CommissionRow> rows;  ///< the first: nothing fails
    bool complete = true;             ///< false: cancelled

    int count(CommissionVerdict verdict) const;
};

using CommissionProgress = std::function<void(int done, int all)>;

/// Same project and spec give the same rows on any number of threads. Errors: those of compile;
/// COM-001 `only` names nothing; SIM-045 where full load alone gives no figures.
ResultAll<Commission> commission(const Project& project, const Catalogue& catalogue,
                                 const CommissionSpec& spec,
                                 const CommissionProgress& progress = {},
                                 const std::atomic<bool>* cancel = nullptr);

/// The project with its work replaced by one job of full activity on each rack, and without drills.
Project atFullLoad(const Project& project, const Catalogue& catalogue);

/// Every test of a plant, in the order in which they are reported. `study`: of its wiring.
std::vector<CommissionTest> commissionTests(const Plant& plant, const FailureStudy& study,
                                            const models::RequirementSpec& asked);

/// "Passed", the figures and their limits, in a line.
Words checkText(const CommissionCheck& check);

}  // namespace headroom::engine
