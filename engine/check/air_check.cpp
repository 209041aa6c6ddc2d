// SPDX-License-Identifier: Apache-2.0
#include "engine/check/air_check.h"

#include "engine/air/field/coefficients.h"
#include "engine/air/field/study.h"
#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/plant/plant.h"
#include "engine/resolve/design.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kLeastRci = 0.9;

/// Errors below this are those of the method itself [K].
constexpr double kFineK = 1.0;

constexpr const char* kAirHint =
    "Choose {hall.containment}, lower {hall.supply_air_c}, or add air handlers; airflow lists all "
    "racks.";

std::string rackName(const Layout& layout, int rack) {
    const RackBox& box = layout.racks[at(rack)];
    return layout.blocks[at(box.block)] + " " + box.name();
}

/// The rack of the hall with the hottest inlet; -1 if none moves air.
int hottestRack(const AirStudyHall& hall, const ZonesAtRest& zones) {
    int hottest = -1;
    for (const HallAirPlan::Row& row : hall.plan.rows) {
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            if (hall.load.flowM3PerS[at(r)] > 0.0 &&
                (hottest < 0 || zones.inletC[at(r)] > zones.inletC[at(hottest)])) {
                hottest = r;
            }
        }
    }
    return hottest;
}

void inletFindings(const AirStudy& study, const AirStudyHall& hall, Findings& findings) {
    const ZonesAtRest zones = zonesAtRest(hall.plan, hall.load);
    const int hot = hottestRack(hall, zones);
    if (hot < 0) {
        return;
    }
    const double hotC = zones.inletC[at(hot)];
    const double allowedC = models::allowableAir(hall.plan.spec.airClass).highC;
    if (hotC > allowedC) {
        findings.add(Severity::Warning, hall.id,
                     "The air field finds " + amountText(hotC, "°C") + " at the inlet of " +
                         rackName(study.layout, hot) + " and " +
                         amountText(zones.topC[at(hot)], "°C") +
                         " in its top third; the air class of the hall allows " +
                         amountText(allowedC, "°C") + ".",
                     kAirHint, hotC, allowedC, "°C");
    }
    const double rci = zones.indices.rciHigh;
    if (rci < kLeastRci) {
        findings.add(Severity::Warning, hall.id,
                     "The rack cooling index of its inlets (RCI high) is " +
                         amountText(100.0 * rci, "%") + " by the air field; below " +
                         amountText(100.0 * kLeastRci, "%") +
                         " many racks breathe air above 27 °C.",
                     kAirHint, 100.0 * rci, 100.0 * kLeastRci, "%");
    }
    if (const double missK = hall.plan.spec.airFieldErrorK; missK > kFineK) {
        findings.add(Severity::Note, hall.id,
                     "Inlets of its air field may miss by " + amountText(missK, "K") + " (" +
                         hall.plan.spec.airFieldOrigin + ").",
                     "Compute it with smaller cells: airflow --write --cell.", missK, kFineK, "K");
    }
}

}  // namespace

bool isTooHot(const AirIndices& indices, const models::HallSpec& hall) {
    return indices.hottestInletC > models::allowableAir(hall.airClass).highC ||
           indices.rciHigh < kLeastRci;
}

void hallAirFindings(const Design& design, const Plant& plant, Findings& findings) {
    if (std::all_of(plant.hallAir.begin(), plant.hallAir.end(),
                    [](const HallAirPlan& plan) { return plan.inlets == InletSource::Stated; })) {
        return;
    }
    const auto study = airStudy(design, plant);
    if (!study) {
        return;  // no handler is off and no rack is named: it has no error
    }
    for (const AirStudyHall& hall : study->halls) {
        if (hall.plan.inlets == InletSource::Field) {
            inletFindings(*study, hall, findings);
        } else if (hall.plan.inlets == InletSource::OutdatedField) {
            findings.add(Severity::Note, hall.id,
                         "Its air field is of an earlier state of the hall and is not used.",
                         "Compute it again: airflow --write, or clear {hall.air_field}.", 0.0, 0.0,
                         "");
        }
    }
}

}  // namespace headroom::engine
