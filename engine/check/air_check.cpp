// SPDX-License-Identifier: Apache-2.0
#include "engine/check/air_check.h"

#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/resolve/design.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kLeastRci = 0.9;

/// Errors of cells below this are those of the method itself [K].
constexpr double kFineK = 1.0;

constexpr const char* kAirHint =
    "Choose {hall.containment}, lower {hall.supply_air_c}, or add air handlers; airflow lists all "
    "racks.";

std::string rackName(const Layout& layout, int rack) {
    const RackBox& box = layout.racks[at(rack)];
    return layout.blocks[at(box.block)] + " " + box.name();
}

void inletFindings(const AirStudy& study, const AirStudyHall& hall, const AirField& field,
                   Findings& findings) {
    const RackAirResult& hot = field.racks[hottestRacks(field, 1).front()];
    const double allowedC = models::allowableAir(hall.plan.spec.airClass).highC;
    if (hot.inletC > allowedC) {
        findings.add(Severity::Warning, hall.id,
                     "The air field finds " + amountText(hot.inletC, "°C") + " at the inlet of " +
                         rackName(study.layout, hot.rack) + " and " +
                         amountText(hot.topInletC, "°C") +
                         " in its top third; the air class of the hall allows " +
                         amountText(allowedC, "°C") + ".",
                     kAirHint, hot.inletC, allowedC, "°C");
    }
    const double rci = field.indices.rciHigh;
    if (rci < kLeastRci) {
        findings.add(Severity::Warning, hall.id,
                     "The rack cooling index of its inlets (RCI high) is " +
                         amountText(100.0 * rci, "%") + " by the air field; below " +
                         amountText(100.0 * kLeastRci, "%") +
                         " many racks breathe air above 27 °C.",
                     kAirHint, 100.0 * rci, 100.0 * kLeastRci, "%");
    }
}

void trustFindings(const AirStudyHall& hall, const AirField& field, Findings& findings) {
    if (!field.settled) {
        findings.add(
            Severity::Note, hall.id,
            "Its air field has not settled: inlets still move by " +
                amountText(field.settledRackK, "K") + ".",
            "Choose another size of cells in airflow, or read inlets as no better than this.",
            field.settledRackK, 0.0, "K");
    }
    if (const double missK = airCellErrorK(field.cellM); missK > kFineK) {
        findings.add(Severity::Note, hall.id,
                     "Its air field has cells of " + amountText(field.cellM, "m") +
                         ": mean inlets miss those of fine cells by up to " +
                         amountText(missK, "K") + ".",
                     "Compute it with smaller cells: airflow --cell.", missK, kFineK, "K");
    }
}

}  // namespace

bool isTooHot(const AirField& field, const models::HallSpec& hall) {
    return field.indices.hottestInletC > models::allowableAir(hall.airClass).highC ||
           field.indices.rciHigh < kLeastRci;
}

void hallAirFindings(const AirStudy& study, const AirLibrary& library, Findings& findings) {
    for (const AirStudyHall& hall : study.halls) {
        const auto field = knownAir(library, study, hall);
        if (field && !field->racks.empty()) {
            inletFindings(study, hall, *field, findings);
            trustFindings(hall, *field, findings);
        }
    }
}

ResultAll<std::vector<Finding>> checkAir(const Project& project, const Catalogue& catalogue,
                                         AirLibrary& library, const AirFieldOptions& options) {
    const auto study = airStudy(project, catalogue);
    if (!study) {
        return tl::unexpected(study.error());
    }
    if (const auto computed = computeAir(library, *study, options); !computed) {
        return tl::unexpected(Errors{computed.error()});
    }
    DesignOptions full;
    full.study = true;
    return checkDesign(designOf(project, catalogue, full), CheckDepth::Full, library);
}

}  // namespace headroom::engine
