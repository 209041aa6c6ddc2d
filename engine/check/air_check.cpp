// SPDX-License-Identifier: Apache-2.0
#include "engine/check/air_check.h"

#include "engine/air/field/coefficients.h"
#include "engine/air/field/study.h"
#include "engine/base/index.h"
#include "engine/check/rules.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kLeastRci = 0.9;
constexpr double kDifferenceK = 2.0;

constexpr const char* kAirHint =
    "Choose {hall.containment}, lower {hall.supply_air_c}, or add air handlers; airflow lists all racks.";

std::string rackName(const Layout& layout, int rack) {
    const RackBox& box = layout.racks[at(rack)];
    return layout.blocks[at(box.block)] + " " + box.name();
}

void inletFindings(const AirStudy& study, const AirStudyHall& hall, const AirField& field, Findings& findings) {
    const RackAirResult& hot = field.racks[hottestRacks(field, 1).front()];
    const double allowedC = models::allowableAir(hall.plan.spec.airClass).highC;
    if (hot.inletC > allowedC) {
        findings.add(Severity::Warning, hall.id,
                     "The air field finds " + amountText(hot.inletC, "°C") + " at the inlet of " +
                         rackName(study.layout, hot.rack) + " and " + amountText(hot.topInletC, "°C") +
                         " in its top third; the air class of the hall allows " + amountText(allowedC, "°C") + ".",
                     kAirHint, hot.inletC, allowedC, "°C");
    }
    const double rci = field.indices.rciHigh;
    if (rci < kLeastRci) {
        findings.add(Severity::Warning, hall.id,
                     "The rack cooling index of its inlets (RCI high) is " + amountText(100.0 * rci, "%") +
                         " by the air field; below " + amountText(100.0 * kLeastRci, "%") +
                         " many racks breathe air above 27 °C.",
                     kAirHint, 100.0 * rci, 100.0 * kLeastRci, "%");
    }
}

void trustFindings(const AirStudy& study, const AirStudyHall& hall, const AirField& field, Findings& findings) {
    if (!field.settled) {
        findings.add(Severity::Note, hall.id,
                     "Its air field has not settled: inlets still move by " +
                         amountText(field.settledRackK, "K") + ".",
                     "Choose another size of cells in airflow, or read inlets as no better than this.",
                     field.settledRackK, 0.0, "K");
    }
    const std::vector<double> zonesC = zoneInletsC(hall.plan, hall.load);
    const RackAirResult* worst = nullptr;
    double worstK = kDifferenceK;
    for (const RackAirResult& r : field.racks) {
        const double offK = std::abs(r.inletC - zonesC[at(r.rack)]);
        if (offK > worstK) {
            worstK = offK;
            worst = &r;
        }
    }
    if (worst != nullptr) {
        findings.add(Severity::Note, hall.id,
                     "Zones of the run have " + amountText(zonesC[at(worst->rack)], "°C") + " at " +
                         rackName(study.layout, worst->rack) + " where the air field has " +
                         amountText(worst->inletC, "°C") + ".",
                     "Run with --air, or choose Use in Simulation in the panel of the air flow.", worstK,
                     kDifferenceK, "K");
    }
}

}  // namespace

ResultAll<std::vector<Finding>> checkAir(const Project& project, const Catalogue& catalogue,
                                         const AirFieldOptions& options) {
    const auto study = airStudy(project, catalogue);
    if (!study) {
        return tl::unexpected(study.error());
    }
    Findings findings;
    findings.begin("hall-air");
    const double all = static_cast<double>(study->halls.size());
    double done = 0.0;
    for (const AirStudyHall& hall : study->halls) {
        AirFieldOptions one = options;
        one.progress = [&](double share) {
            if (options.progress) {
                options.progress((done + share) / all);
            }
        };
        if (hall.plan.racks() > 0 && hall.load.supplyM3PerS > 0.0) {
            const auto field = airFieldOf(*study, hall, one);
            if (!field) {
                return tl::unexpected(Errors{field.error()});
            }
            if (!field->racks.empty()) {
                inletFindings(*study, hall, *field, findings);
                trustFindings(*study, hall, *field, findings);
            }
        }
        done += 1.0;
    }
    return findings.take();
}

}  // namespace headroom::engine
