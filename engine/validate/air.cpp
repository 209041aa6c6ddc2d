// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/coefficients.h"
#include "engine/air/plan.h"
#include "engine/base/index.h"
#include "engine/validate/air_case.h"
#include "engine/validate/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr double kReturnLimitK = 1e-6;

/// Racks whose middles are this close are neighbours of each other [m].
constexpr double kNeighbourM = 1.0;

std::size_t hottestOf(const std::vector<double>& inlets) {
    return static_cast<std::size_t>(std::max_element(inlets.begin(), inlets.end()) -
                                    inlets.begin());
}

/// "rms 0.42 K, worst -0.74 K at s1"
std::string spread(const AirCase& c, const std::vector<double>& inlets) {
    double squares = 0.0;
    std::size_t worst = 0;
    for (std::size_t i = 0; i < inlets.size(); ++i) {
        const double off = inlets[i] - c.inletC[i];
        squares += off * off;
        worst = std::abs(off) > std::abs(inlets[worst] - c.inletC[worst]) ? i : worst;
    }
    return fmt::format("rms {:.2f} K, worst rack {:+.2f} K at {}",
                       std::sqrt(squares / static_cast<double>(inlets.size())),
                       inlets[worst] - c.inletC[worst], c.racks[worst]);
}

/// Whether two racks are the same or neighbours, along the row or over the cold aisle. Rows of equal racks are mirror
/// images, so that the hottest rack may be found in either.
bool isNear(const AirCase& c, std::size_t a, std::size_t b) {
    const Box &p = c.layout.racks[a].box, &q = c.layout.racks[b].box;
    return std::abs(p.x + 0.5 * p.width - q.x - 0.5 * q.width) < kNeighbourM;
}

/// A row of another model, which the mean of the kind leaves out.
ValidationRow aside(ValidationRow row) {
    row.inMean = false;
    return row;
}

/// Mean and hottest inlet of a model that is compared without limits.
void reportInlets(const CaseFile& file, const AirCase& c, const std::string& name,
                  const std::vector<double>& inlets, Rows& rows) {
    if (std::any_of(inlets.begin(), inlets.end(), [](double t) { return std::isnan(t); })) {
        return;
    }
    const std::size_t hot = hottestOf(c.inletC), found = hottestOf(inlets);
    rows.push_back(aside(
        comparedRow(file, file.stem(),
                    {name + ": mean inlet", "°C", c.meanC(c.inletC), c.meanC(inlets), std::nullopt},
                    spread(c, inlets))));
    rows.push_back(aside(
        comparedRow(file, file.stem(),
                    {name + ": hottest inlet", "°C", c.inletC[hot], inlets[found], std::nullopt},
                    fmt::format("found {}, OpenFOAM {}", c.racks[found], c.racks[hot]))));
}

void compareField(const CaseFile& file, const AirCase& c, const AirField& field, Rows& rows) {
    std::vector<double> inlets(c.racks.size(), c.load.supplyC), most = inlets;
    for (const RackAirResult& r : field.racks) {
        inlets[at(r.rack)] = r.inletC;
        most[at(r.rack)] = r.maxInletC;
    }
    const std::string settled =
        field.settled
            ? fmt::format("settled within {:.2f} K", field.settledRackK)
            : fmt::format("NOT settled: racks still move by {:.2f} K", field.settledRackK);
    const auto add = [&](const std::string& quantity, double expected, double got, double limit,
                         const std::string& note) {
        rows.push_back(
            comparedRow(file, file.stem(), {quantity, "°C", expected, got, limit}, note));
    };
    add("mean inlet", c.meanC(c.inletC), c.meanC(inlets), c.meanLimitK,
        fmt::format("{}; {}; cells of {:.3f} m", spread(c, inlets), settled, field.cellM));
    const std::size_t hot = hottestOf(c.inletC), found = hottestOf(inlets);
    add("hottest inlet", c.inletC[hot], inlets[found], c.hottestLimitK,
        fmt::format("found {}, OpenFOAM {}: {}", c.racks[found], c.racks[hot],
                    isNear(c, hot, found) ? "the same place or next to it" : "another place"));
    for (std::size_t i = 0; i < c.racks.size(); ++i) {
        add("inlet " + c.racks[i], c.inletC[i], inlets[i], c.rackLimitK,
            fmt::format("warmest place {:.1f} °C, OpenFOAM {:.1f} °C", most[i], c.maxC[i]));
    }
    const double heatW = std::accumulate(c.load.heatW.begin(), c.load.heatW.end(), 0.0);
    add("return", c.load.supplyC + heatW / (c.jPerM3K * c.load.supplyM3PerS), field.returnC,
        kReturnLimitK, "by balance: supply + heat / (rho cp V)");
}

/// Inlets minute by minute after a loss.
Result<void> compareLoss(const CaseFile& file, const AirCase& c, const HallAirPlan& plan,
                         Rows& rows) {
    const AirCaseLoss& lost = *c.loss;
    AirOverTimeOptions options;
    options.everyS = lost.everyS;
    options.forS = lost.everyS * static_cast<double>(lost.inletC.size());
    options.rackJPerK = lost.rackJPerK;
    const auto course = solveAirOverTime(c.layout, 0, plan, c.load, lost.loss, options);
    if (!course) {
        return tl::unexpected(course.error());
    }
    for (std::size_t n = 0; n < course->instants.size(); ++n) {
        AirCase now = c;  // with the inlets of this instant
        now.inletC = n == 0 ? c.inletC : lost.inletC[n - 1];
        std::vector<double> inlets(c.racks.size(), c.load.supplyC);
        for (std::size_t r = 0; r < course->before.racks.size(); ++r) {
            inlets[at(course->before.racks[r].rack)] = course->instants[n].inletC[r];
        }
        const std::string when =
            n == 0 ? "before the loss"
                   : fmt::format("{:g} s after the loss", lost.everyS * static_cast<double>(n));
        const std::size_t hot = hottestOf(now.inletC), found = hottestOf(inlets);
        rows.push_back(comparedRow(
            file, file.stem(),
            {"mean inlet " + when, "°C", c.meanC(now.inletC), c.meanC(inlets), c.meanLimitK},
            spread(now, inlets)));
        rows.push_back(comparedRow(
            file, file.stem(),
            {"hottest inlet " + when, "°C", now.inletC[hot], inlets[found], c.hottestLimitK},
            fmt::format("found {}, OpenFOAM {}", c.racks[found], c.racks[hot])));
    }
    return {};
}

}  // namespace

Result<void> validateAir(const CaseFile& file, Rows& rows) {
    auto c = readAirCase(file);
    if (!c) {
        return tl::unexpected(std::move(c.error()));
    }
    HallAirPlan plan = hallAirPlan(c->layout, 0, c->spec, c->load.flowM3PerS);
    plan.air.jPerM3K = c->jPerM3K;
    if (c->loss) {
        return compareLoss(file, *c, plan, rows);
    }
    const auto field = solveAirField(c->layout, 0, plan, c->load, {});
    if (!field) {
        return tl::unexpected(field.error());
    }
    compareField(file, *c, *field, rows);
    reportInlets(file, *c, "zones as stated", zoneInletsC(plan, c->load), rows);
    plan.bypass = airBypass(*field, c->load);
    plan.rackFraction = rackFractions(*field, plan, c->load);
    reportInlets(file, *c, "zones from the field", zoneInletsC(plan, c->load), rows);
    for (const AirCaseInlets& other : c->others) {
        reportInlets(file, *c, "446e94a7 " + other.name, other.inletC, rows);
    }
    return {};
}

}  // namespace headroom::engine
