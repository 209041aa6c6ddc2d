// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/power_layer.h"

#include "engine/base/index.h"
#include "engine/run/conditions.h"
#include "ui/floor/machine_tint.h"
#include "ui/floor/scene_pick.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/paint.h"
#include "ui/kit/translate.h"
#include "ui/power/one_line_paint.h"
#include "ui/power/power_text.h"
#include "ui/scene/way_mesh.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr int kMostDashes = 1000;  // of all ways: bounds the triangles
constexpr double kPowerDashM = 1.2;
constexpr std::size_t kMostTaps = 2500;  // more would be too small to see
constexpr double kTapM = 0.16, kTapHeightM = 0.22, kDropM = 0.05;
constexpr double kBreakerM = 0.4;
constexpr double kFaintPower = 0.25;
constexpr double kReachM = 0.25;  // from the middle line of a way to the pointer
constexpr int kLighterDash = 160;

}  // namespace

PowerLayer::PowerLayer(vtkRenderer* renderer)
    : theme_(Theme::instance().colours()), mesh_(renderer), boards_(renderer) {}

PowerLayer::~PowerLayer() = default;

void PowerLayer::setLayout(const engine::Layout& layout, const engine::Frame* frame) {
    network_ = nullptr;
    plan_ = {};
    show(layout, frame);
}

void PowerLayer::layWay(int index, double pieceM, bool hasTaps) {
    constexpr int kBoxSides = 4;
    const engine::PowerWay& way = plan_.ways[at(index)];
    const auto tag = [index](Part part) { return Parts * index + part; };
    int place = 0;
    for (std::size_t i = 0; i + 1 < way.points.size(); ++i) {
        const auto ends = stretchOf(way.points, i, way.widthM);
        const WayPoint &from = ends.first, &to = ends.second;
        const double size = wayLengthM(std::array{from, to});
        if (size < 1e-3) {
            continue;
        }
        const int count = std::max(1, static_cast<int>(std::lround(size / pieceM)));
        const auto at = [&](int n) -> WayPoint {
            const double share = static_cast<double>(n) / count;
            return {from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]),
                    from[2] + share * (to[2] - from[2])};
        };
        for (int n = 0; n < count; ++n) {
            mesh_.addPiece(at(n), at(n + 1), way.widthM, way.heightM, kBoxSides,
                           tag(place++ % 2 == 0 ? Duct : Gap));
        }
        mesh_.addLine(from, to, way.widthM, tag(Duct));
    }
    for (const WayPoint& roof : hasTaps ? way.taps : std::vector<WayPoint>()) {
        const double busM = way.points.back()[2] - way.heightM / 2.0;
        const WayPoint box{roof[0], roof[1], busM - kTapHeightM};
        mesh_.addBox(box, {kTapM, kTapM, kTapHeightM}, tag(Duct));
        if (box[2] > roof[2] + kDropM) {  // the cord hangs from the box to the rack
            mesh_.addPiece(roof, box, kDropM, kDropM, kBoxSides, tag(Duct));
        }
    }
    if (way.edge >= 0 && network_->edges[at(way.edge)].breaker >= 0) {
        const WayPoint& start = way.points[0];
        const WayPoint& next = way.points[1];
        const double size = wayLengthM({way.points.data(), 2});
        const double share = std::min(0.5, 2.0 / std::max(size, 1e-3));
        const WayPoint foot{start[0] + share * (next[0] - start[0]),
                            start[1] + share * (next[1] - start[1]), start[2] - way.heightM / 2.0};
        mesh_.addBox(foot, {kBreakerM, kBreakerM, kBreakerM}, tag(Breaker));
    }
}

void PowerLayer::lay(const engine::Layout& layout) {
    boards_.clear();
    wayLooks_.clear();
    boardLooks_.clear();
    plan_ = network_ == nullptr ? engine::PowerWays{} : engine::powerWays(layout, *network_);
    for (const engine::PowerBoard& board : plan_.boards) {
        const engine::PowerKind kind = network_->units[at(board.unit)].kind;
        engine::EquipmentBox machine{board.box, engine::EquipmentKind::PowerUnit};
        machine.power = kind;
        boards_.add(engine::shapeKeyOf(layout, machine), board.box, true);
    }
    boards_.setVisible(isOn_);
    mesh();
}

/// The triangles of the ways that are shown.
void PowerLayer::mesh() {
    mesh_.clear();
    double totalM = 0.0;
    std::size_t taps = 0;
    for (std::size_t way = 0; way < plan_.ways.size(); ++way) {
        if (lookOf(wayLooks_, way) == SceneLook::Shown) {
            totalM += wayLengthM(plan_.ways[way].points);
            taps += plan_.ways[way].taps.size();
        }
    }
    const double pieceM = std::max(kPowerDashM, totalM / kMostDashes);
    for (int way = 0; way < static_cast<int>(plan_.ways.size()); ++way) {
        if (lookOf(wayLooks_, at(way)) == SceneLook::Shown) {
            layWay(way, pieceM, taps <= kMostTaps);
        }
    }
    mesh_.finish();
}

void PowerLayer::show(const engine::Layout& layout, const engine::Frame* frame) {
    const auto network = frame == nullptr ? nullptr : frame->network;
    if (network != network_) {
        network_ = network;
        lay(layout);
    }
    const std::size_t count = plan_.ways.size();
    loadings_.assign(count, kNoValue);
    lives_.assign(count, true);
    breakers_.assign(count, engine::BreakerState::Closed);
    if (frame != nullptr && network_ != nullptr && hasPowerState(*frame)) {
        const bool isKnown = hasPowerValues(*frame);
        for (std::size_t i = 0; i < count; ++i) {
            const engine::PowerWay& way = plan_.ways[i];
            if (way.edge < 0) {
                const engine::PowerUnitNow& unit = frame->powerUnits[at(way.unit)];
                lives_[i] = !isKnown || ui::isLive(unit);
                loadings_[i] = isKnown ? static_cast<double>(unit.loading) : kNoValue;
                continue;
            }
            breakers_[i] = frame->powerEdges[at(way.edge)].breaker;
            lives_[i] = !isKnown || isEdgeLive(*network_, *frame, way.edge);
            loadings_[i] = isKnown ? edgeLoading(*network_, *frame, way.edge) : kNoValue;
        }
        for (std::size_t b = 0; b < plan_.boards.size(); ++b) {
            const engine::Condition condition =
                isKnown ? engine::conditionOf(frame->powerUnits[at(plan_.boards[b].unit)])
                        : engine::Condition::Normal;
            boards_.setColour(
                static_cast<int>(b),
                condition == engine::Condition::Normal
                    ? light_.outdoors(equipmentColour(engine::EquipmentKind::PowerUnit, theme_))
                          .rgb()
                    : conditionColour(condition, theme_).rgb());
        }
    }
    if (isVisible()) {
        boards_.uploadColours();
        paint();
    }
}

double PowerLayer::loading(int way) const {
    return loadings_[at(way)];
}

bool PowerLayer::isLive(int way) const {
    return lives_[at(way)];
}

QColor PowerLayer::colour(int way) const {
    if (!isLive(way)) {
        return deadWire(theme_);
    }
    const double share = loading(way);
    if (!std::isfinite(share)) {
        return theme_.muted;
    }
    return loadingColour(share, map_, theme_);
}

void PowerLayer::paint() {
    std::vector<QRgb> colours;
    colours.reserve(Parts * plan_.ways.size());
    for (int way = 0; way < static_cast<int>(plan_.ways.size()); ++way) {
        const QColor duct = colour(way);
        colours.push_back(duct.rgb());
        colours.push_back((isLive(way) ? duct : duct.lighter(kLighterDash)).rgb());
        const engine::BreakerState state = breakers_[at(way)];
        colours.push_back((state == engine::BreakerState::Tripped ? theme_.bad
                           : state == engine::BreakerState::Open  ? theme_.text
                                                                  : duct.darker())
                              .rgb());
    }
    mesh_.paint(std::move(colours));
}

void PowerLayer::setMap(ColourMap map) {
    map_ = map;
}

void PowerLayer::setTheme(const ThemeColours& colours) {
    theme_ = colours;
    boards_.setTheme(colours);
}

void PowerLayer::setLight(const SunLight& light) {
    light_ = light;
    boards_.setLight(light);
}

void PowerLayer::setVisible(bool on) {
    isOn_ = on;
    boards_.setVisible(on);
    mesh_.setVisible(on);
    if (isVisible()) {
        boards_.uploadColours();
        paint();
    }
}

void PowerLayer::setLooks(std::vector<SceneLook> ways, std::vector<SceneLook> boards) {
    if (boards != boardLooks_) {
        boardLooks_ = std::move(boards);
        for (std::size_t b = 0; b < plan_.boards.size(); ++b) {
            boards_.setLook(static_cast<int>(b), lookOf(boardLooks_, b));
        }
    }
    if (ways != wayLooks_) {
        wayLooks_ = std::move(ways);
        mesh();
        if (isVisible()) {
            paint();
        }
    }
}

void PowerLayer::setFaint(bool on) {
    mesh_.setOpacity(on ? kFaintPower : 1.0);
}

std::string PowerLayer::objectAlong(const Ray& ray, double* distanceM) const {
    std::string found;
    double nearest = std::numeric_limits<double>::infinity();
    if (!isVisible()) {
        return found;
    }
    for (std::size_t i = 0; i < plan_.ways.size(); ++i) {
        const engine::PowerWay& way = plan_.ways[i];
        const double d = lookOf(wayLooks_, i) == SceneLook::Shown
                             ? distanceToWay(ray, way.points, kReachM)
                             : nearest;
        if (d < nearest) {
            nearest = d;
            found = way.object;
        }
    }
    for (std::size_t i = 0; i < plan_.boards.size(); ++i) {
        const engine::PowerBoard& board = plan_.boards[i];
        const double d =
            lookOf(boardLooks_, i) == SceneLook::Shown ? distanceToBox(board.box, ray) : nearest;
        if (d < nearest) {
            nearest = d;
            found = board.object;
        }
    }
    if (distanceM != nullptr && !found.empty()) {
        *distanceM = nearest;
    }
    return found;
}

ShapeField::Cost PowerLayer::cost() const {
    ShapeField::Cost cost = boards_.cost();
    const ShapeField::Cost ways = mesh_.cost();
    cost.triangles += ways.triangles;
    cost.draws += ways.draws;
    return cost;
}

Legend powerWayLegend(ColourMap map, bool isAsRacks, const ThemeColours& colours) {
    Legend legend;
    legend.title = powerTr("Feeders, trays");
    legend.unit = isAsRacks ? powerTr("coloured as racks") : powerTr("% of rating");
    const LegendEntry over{powerTr("over 100"), swatchOf(colours.bad)};
    if (isAsRacks) {
        legend.entries.push_back(over);
    } else {
        legend.above = over;
        legend.ramp = rampOf(map);
        legend.ticks = percentTicks();
    }
    legend.entries.push_back({powerTr("Dead"), [&colours](QPainter& p, QPointF centre) {
                                  p.setPen(QPen(deadWire(colours), 3.0, Qt::DashLine));
                                  p.drawLine(centre - QPointF(8, 0), centre + QPointF(8, 0));
                              }});
    legend.entries.push_back({powerTr("Breaker open"), swatchOf(colours.text)});
    legend.entries.push_back({powerTr("Breaker tripped"), swatchOf(colours.bad)});
    return legend;
}

}  // namespace headroom::ui
