// SPDX-License-Identifier: Apache-2.0
#include "engine/drawings/drawing_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::engine {

namespace {

constexpr double kLeastExtentM = 3.0, kMostExtentM = 5000.0;
constexpr double kLeastDoorM = 0.6, kMostDoorM = 1.6;
constexpr double kLeastPostM = 0.15, kMostPostM = 2.0;

double median(std::vector<double>& values) {
    if (values.empty()) {
        return NAN;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// In units of the drawing; not a number where there are none.
struct Measures {
    double extent = 0.0, door = NAN, column = NAN;
};

Measures measuresOf(const VectorDrawing& drawing) {
    constexpr double kQuarter = std::numbers::pi / 2.0, kNearQuarter = 0.1;
    Measures measures{std::max(drawing.width, drawing.depth), NAN, NAN};
    std::vector<double> doors, columns;
    for (const DrawnLine& line : drawing.lines) {
        if (line.isRound && std::abs(line.angle - kQuarter) < kNearQuarter) {
            doors.push_back(line.radius);
        }
        constexpr std::size_t kSquare = 4;
        if (line.isClosed && (line.isRound || line.points.size() == kSquare)) {
            double west = line.points.front().x, east = west, south = line.points.front().y,
                   north = south;
            for (const PlanPoint& p : line.points) {
                west = std::min(west, p.x);
                east = std::max(east, p.x);
                south = std::min(south, p.y);
                north = std::max(north, p.y);
            }
            const double side = std::max(east - west, north - south);
            const bool isSquare = std::min(east - west, north - south) > 0.4 * side;
            constexpr double kSmall = 0.1;  // of the whole drawing
            if (isSquare && side < kSmall * measures.extent) {
                columns.push_back(side);
            }
        }
    }
    measures.door = median(doors);
    measures.column = median(columns);
    return measures;
}

/// How many of the measures are usual; what is not there counts for nothing.
int scoreOf(const Measures& measures, double metres) {
    const auto within = [metres](double value, double least, double most) {
        return value * metres >= least && value * metres <= most ? 1 : 0;
    };
    return 2 * within(measures.extent, kLeastExtentM, kMostExtentM) +
           within(measures.door, kLeastDoorM, kMostDoorM) +
           within(measures.column, kLeastPostM, kMostPostM);
}

const DrawingUnit* declaredUnit(int insUnits) {
    switch (insUnits) {
        case 1:
            return drawingUnit("in");
        case 2:
            return drawingUnit("ft");
        case 4:
            return drawingUnit("mm");
        case 5:
            return drawingUnit("cm");
        case 6:
            return drawingUnit("m");
        default:
            return nullptr;
    }
}

std::string findingOf(const UnitOfDrawing& unit, const Measures& measures, int insUnits) {
    if (unit.declared == nullptr) {
        return fmt::format(
            "The file states no unit of floor plans ($INSUNITS {}). Taken as {}: {:.3g} m "
            "across",
            insUnits, unit.likely->name, measures.extent * unit.likely->metres);
    }
    if (unit.declared == unit.likely) {
        const double extentM = measures.extent * unit.declared->metres;
        return extentM >= kLeastExtentM && extentM <= kMostExtentM
                   ? std::string()
                   : fmt::format(
                         "The drawing is {:.3g} m across. A floor plan has 3 m to 5 km: "
                         "lines far from the building may stretch it",
                         extentM);
    }
    std::string doors;
    if (std::isfinite(measures.door)) {
        doors =
            fmt::format(", doors {:.3g} m instead of {:.3g} m wide",
                        measures.door * unit.likely->metres, measures.door * unit.declared->metres);
    }
    return fmt::format(
        "The file declares {}, but its measures are those of {}: {:.3g} m instead "
        "of {:.3g} m across{}",
        unit.declared->name, unit.likely->name, measures.extent * unit.likely->metres,
        measures.extent * unit.declared->metres, doors);
}

}  // namespace

const std::vector<DrawingUnit>& drawingUnits() {
    static const std::vector<DrawingUnit> kUnits = {{"mm", "millimetres", 0.001, true},
                                                    {"cm", "centimetres", 0.01, true},
                                                    {"m", "metres", 1.0, true},
                                                    {"in", "inches", 0.0254, false},
                                                    {"ft", "feet", 0.3048, false}};
    return kUnits;
}

const DrawingUnit* drawingUnit(std::string_view word) {
    for (const DrawingUnit& unit : drawingUnits()) {
        if (unit.word == word) {
            return &unit;
        }
    }
    return nullptr;
}

UnitOfDrawing unitOf(const VectorDrawing& drawing) {
    const Measures measures = measuresOf(drawing);
    UnitOfDrawing unit;
    unit.declared = declaredUnit(drawing.insUnits);
    const auto agrees = [&](const DrawingUnit& each) {
        return drawing.measurement < 0 || (drawing.measurement == 1) == each.isMetric;
    };
    // A better score wins; among equals the declared unit, then one that $MEASUREMENT names.
    const auto rank = [&](const DrawingUnit& each) {
        constexpr int kMeasures = 4;
        return kMeasures * scoreOf(measures, each.metres) + (&each == unit.declared ? 2 : 0) +
               (agrees(each) ? 1 : 0);
    };
    for (const DrawingUnit& each : drawingUnits()) {
        if (unit.likely == nullptr || rank(each) > rank(*unit.likely)) {
            unit.likely = &each;
        }
    }
    unit.finding = findingOf(unit, measures, drawing.insUnits);
    return unit;
}

}  // namespace headroom::engine
