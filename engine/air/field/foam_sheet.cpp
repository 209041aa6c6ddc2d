// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/foam_sheet.h"

#include "engine/air/field/air_sheet.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// The racks of one instant.
struct LossInstant {
    double timeS = 0.0, foamMeanC = 0.0, ownMeanC = 0.0, foamHottestC = 0.0, ownHottestC = 0.0;
    double rmsK = 0.0, worstK = 0.0;
    std::size_t worst = 0;
};

LossInstant instantOf(const FoamCourse& foam, const AirInstant& own, std::size_t n) {
    LossInstant now;
    now.timeS = own.timeS;
    const auto racks = static_cast<double>(own.inletC.size());
    double squares = 0.0;
    for (std::size_t r = 0; r < own.inletC.size(); ++r) {
        const double theirs = foam.inletC[r][n], off = own.inletC[r] - theirs;
        now.foamMeanC += theirs / racks;
        now.ownMeanC += own.inletC[r] / racks;
        now.foamHottestC = r == 0 ? theirs : std::max(now.foamHottestC, theirs);
        now.ownHottestC = r == 0 ? own.inletC[r] : std::max(now.ownHottestC, own.inletC[r]);
        squares += off * off / racks;
        if (r == 0 || std::abs(off) > std::abs(now.worstK)) {
            now.worstK = off;
            now.worst = r;
        }
    }
    now.rmsK = std::sqrt(squares);
    return now;
}

template <class Row>
SheetField<Row> degrees(const char* key, const char* label, const char* unit, const char* why,
                        double Row::*value) {
    return {{.key = key, .label = label, .unit = unit, .why = why, .digits = 1},
            [value](const Row& row) { return SheetCell(row.*value); }};
}

}  // namespace

Sheet airLossSheet(const FoamCourse& foam, const AirOverTime& own, const Layout& layout) {
    std::vector<LossInstant> rows;
    for (std::size_t n = 0; n < own.instants.size(); ++n) {
        rows.push_back(instantOf(foam, own.instants[n], n));
    }
    using Row = LossInstant;
    const std::vector<SheetField<Row>> fields = {
        {{.key = "time_s", .label = "time", .unit = "s", .why = "Since the loss.", .digits = 0},
         [](const Row& row) { return SheetCell(row.timeS); }},
        degrees("openfoam_mean_c", "OpenFOAM mean", "\u00b0C", "Mean inlet in OpenFOAM.",
                &Row::foamMeanC),
        degrees("mean_c", "own mean", "\u00b0C", "Mean inlet in the own field.", &Row::ownMeanC),
        degrees("openfoam_hottest_c", "OpenFOAM hottest", "\u00b0C",
                "Hottest inlet of a rack in OpenFOAM.", &Row::foamHottestC),
        degrees("hottest_c", "own hottest", "\u00b0C", "Hottest inlet of a rack in the own field.",
                &Row::ownHottestC),
        degrees("rms_k", "rms of racks", "K", "Root mean square of own less OpenFOAM over racks.",
                &Row::rmsK),
        degrees("worst_k", "worst rack", "K", "Own less OpenFOAM of the rack that is most off.",
                &Row::worstK),
        {{.key = "worst_rack", .label = "its name", .why = "Block and rack that is most off."},
         [&](const Row& row) {
             return own.before.racks.empty()
                        ? SheetCell()
                        : SheetCell(airRackName(layout, own.before.racks[row.worst].rack));
         }}};
    return sheetOf("loss compared", "Loss compared with OpenFOAM",
                   "Inlets after a loss in the own field and in OpenFOAM.", fields, rows);
}

Sheet airRacksLossSheet(const FoamCourse& foam, const AirOverTime& own, const Layout& layout,
                        const std::string& hall) {
    struct Cell {
        double timeS = 0.0;
        std::string rack = {};
        double foamC = 0.0, ownC = 0.0;
    };

    std::vector<Cell> cells;
    for (std::size_t n = 0; n < own.instants.size(); ++n) {
        for (std::size_t r = 0; r < own.instants[n].inletC.size(); ++r) {
            cells.push_back({own.instants[n].timeS, airRackName(layout, own.before.racks[r].rack),
                             foam.inletC[r][n], own.instants[n].inletC[r]});
        }
    }
    const std::vector<SheetField<Cell>> fields = {
        {{.key = "hall", .label = "hall", .why = "Id of the hall."},
         [&](const Cell&) { return SheetCell(hall); }},
        {{.key = "time_s", .label = "time", .unit = "s", .why = "Since the loss.", .digits = 0},
         [](const Cell& c) { return SheetCell(c.timeS); }},
        {{.key = "rack", .label = "rack", .why = "Block and rack."},
         [](const Cell& c) { return SheetCell(c.rack); }},
        degrees("openfoam_inlet_c", "OpenFOAM", "\u00b0C", "Mean over the front in OpenFOAM.",
                &Cell::foamC),
        degrees("inlet_c", "own", "\u00b0C", "Mean over the front in the own field.", &Cell::ownC)};
    return sheetOf("racks compared", "Racks compared with OpenFOAM",
                   "Inlet of each rack after a loss.", fields, cells);
}

}  // namespace headroom::engine
