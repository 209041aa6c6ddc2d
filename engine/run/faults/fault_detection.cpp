// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/fault_detection.h"

#include "engine/base/scale.h"
#include "engine/run/faults/hazards.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Numbers of an occurrence, behind those of HazardClock.
enum HandlingDraw { Inspected = 9 };

}  // namespace

bool FaultDetection::inspects() const {
    return plant_.failures.fastDetection &&
           plant_.failures.automation != models::Automation::Manual;
}

bool FaultDetection::isSeen(HazardIndex hazard, std::int64_t n) const {
    const double coverage = plant_.failures.coverage;
    return inspects() && (coverage >= 1.0 || clock_.draw(hazard, n, Inspected) < coverage);
}

double FaultDetection::noticeS(const PlantHazard& hazard, bool isSeen) const {
    return isSeen ? hazard.mode.detectS
                  : std::max(hazard.mode.detectS, plant_.failures.hangTimeoutS);
}

double FaultDetection::orderedNoticeS(FaultSite site, FaultKind kind) const {
    const models::FailurePolicySpec& policy = plant_.failures;
    for (const PlantHazard& z : plant_.hazards) {
        const models::FailureBasis basis = z.mode.basis;
        const bool fits =
            !z.isEquipment && faultKindOf(z.mode.kind) == kind &&
            (site == FaultSite::Job       ? basis == models::FailureBasis::JobAccelerator
             : site == FaultSite::Storage ? basis == models::FailureBasis::Storage
                                          : basis == models::FailureBasis::Accelerator ||
                                                basis == models::FailureBasis::Server);
        if (fits) {
            return inspects() || kind == FaultKind::FailSlow
                       ? z.mode.detectS
                       : std::max(z.mode.detectS, policy.hangTimeoutS);
        }
    }
    return policy.hangTimeoutS;
}

double FaultDetection::responseS(double timeS) const {
    const models::MaintenanceSpec& rules = plant_.maintenance;
    const double dayS = std::fmod(plant_.startWeekS + timeS, kDayS);
    const bool over = rules.shiftFromS > rules.shiftToS;  // a shift over midnight
    const bool day = over ? dayS >= rules.shiftFromS || dayS < rules.shiftToS
                          : dayS >= rules.shiftFromS && dayS < rules.shiftToS;
    return day ? plant_.failures.responseDayS : plant_.failures.responseNightS;
}

double FaultDetection::actionS(const Fault& fault, double timeS) const {
    const models::FailurePolicySpec& policy = plant_.failures;
    double waitS = 0.0;
    if (policy.automation < models::Automation::Restart) {
        waitS += responseS(timeS);
    }
    if (fault.automatic == 0) {
        waitS += policy.localiseS;
        waitS += policy.automation == models::Automation::Restart ? responseS(timeS) : 0.0;
    }
    return waitS;
}

}  // namespace headroom::engine
