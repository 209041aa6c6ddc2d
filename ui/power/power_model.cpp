// SPDX-License-Identifier: Apache-2.0
#include "ui/power/power_model.h"

#include "engine/base/index.h"
#include "engine/kinds/power_kind.h"
#include "ui/kit/theme.h"
#include "ui/power/power_text.h"
#include "ui/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace headroom::ui {

namespace {

using engine::BreakerState;
using engine::PowerUnitState;
namespace unit = models::unit;

const QString kNone = QStringLiteral("–");

struct Look {
    const char* icon;
    QColor colour;
};

/// Severity by shape as well as by colour: octagon, triangle, circle.
Look lookOf(PowerUnitState state) {
    const ThemeColours& c = Theme::instance().colours();
    switch (state) {
        case PowerUnitState::Failed:
        case PowerUnitState::Dead:
            return {"error", c.bad};
        case PowerUnitState::OnBattery:
        case PowerUnitState::LockedOut:
        case PowerUnitState::WalkIn:
        case PowerUnitState::Starting:
        case PowerUnitState::Waiting:
        case PowerUnitState::Transferring:
            return {"warning", c.caution};
        case PowerUnitState::Standby:
            return {"about", c.muted};
        default:
            return {"ok", c.good};
    }
}

Look lookOf(BreakerState state) {
    const ThemeColours& c = Theme::instance().colours();
    switch (state) {
        case BreakerState::Tripped:
            return {"error", c.bad};
        case BreakerState::Open:
            return {"breaker-open", c.text};
        case BreakerState::Closed:
            break;
    }
    return {"breaker-closed", c.muted};
}

double orLeast(double value) {
    return std::isfinite(value) ? value : -1.0;
}

const engine::PowerUnit& unitOf(const PowerRow& row) {
    return row.frame->network->units[at(row.index)];
}

std::string numberOf(const PowerRow& row, const char* key) {
    return NumberName{"unit", {}, unitOf(row).id, key}.text();
}

/// `key`: of its number, null where it has none. A figure of a unit that runs: as text, and as what to sort by; none before anything ran.
TableColumn<PowerRow> figure(
    QString title, QString why, const char* key,
    std::function<double(const engine::PowerUnit&, const engine::PowerUnitNow&)> value,
    QString (*text)(double)) {
    TableColumn<PowerRow> column{
        .title = std::move(title),
        .why = std::move(why),
        .side = CellSide::Right,
        .text =
            [value, text](const PowerRow& row) {
                return hasPowerValues(*row.frame)
                           ? text(value(unitOf(row), row.frame->powerUnits[at(row.index)]))
                           : kNone;
            },
        .key = [value](const PowerRow& row) -> QVariant {
            return hasPowerValues(*row.frame)
                       ? orLeast(value(unitOf(row), row.frame->powerUnits[at(row.index)]))
                       : -1.0;
        }};
    if (key != nullptr) {
        column.number = [key](const PowerRow& row) { return numberOf(row, key); };
    }
    return column;
}

QString loadText(double watts) {
    return quantityText(watts, unit::kilowatt, 4);
}

QString lossText(double watts) {
    return quantityText(watts, unit::kilowatt, 3);
}

QString storedText(double share) {
    return std::isfinite(share) ? loadingText(share) : kNone;
}

using Unit = engine::PowerUnit;
using UnitNow = engine::PowerUnitNow;

std::vector<TableColumn<PowerRow>> unitColumns() {
    using M = PowerUnitModel;
    TableColumn<PowerRow> loading = figure(
        M::tr("Loading"),
        M::tr("Apparent power at the output over the rating of what is in service. The line marks "
              "100 %, the hollow mark the loading with one module less."),
        "loading_pct",
        [](const Unit&, const UnitNow& now) { return static_cast<double>(now.loading); },
        loadingText);
    loading.side = CellSide::Left;  // its bar begins next to the figure
    loading.more = [](const PowerRow& row, int role) -> QVariant {
        if (!hasPowerValues(*row.frame)) {
            return {};
        }
        const UnitNow& now = row.frame->powerUnits[at(row.index)];
        return role == M::LoadingRole   ? QVariant(static_cast<double>(now.loading))
               : role == M::LessOneRole ? QVariant(loadingLessOne(unitOf(row), now))
                                        : QVariant();
    };
    TableColumn<PowerRow> stored = figure(
        M::tr("Stored"), M::tr("Battery of a UPS or of a board, fuel of a generator set"),
        "charge_pct",
        [](const Unit&, const UnitNow& now) { return static_cast<double>(now.charge); },
        storedText);
    stored.side = CellSide::Centre;
    return {
        {.title = M::tr("Unit"),
         .text = [](const PowerRow& row) { return unitName(*row.frame->network, row.index); },
         .key = [](const PowerRow& row) { return row.index; }},  // as wired: sources first
        {.title = M::tr("Kind"),
         .text = [](const PowerRow& row) { return powerKindText(unitOf(row).kind); }},
        {.title = M::tr("State"),
         .text =
             [](const PowerRow& row) {
                 return hasPowerValues(*row.frame)
                            ? powerStateText(row.frame->powerUnits[at(row.index)].state)
                            : kNone;
             },
         .mark = [](const PowerRow& row) -> QVariant {
             if (!hasPowerValues(*row.frame)) {
                 return {};
             }
             const Look look = lookOf(row.frame->powerUnits[at(row.index)].state);
             return iconMark(look.icon, look.colour);
         }},
        std::move(loading),
        figure(
            M::tr("Load"), M::tr("Active power at the output, from the load flow"), "output_kw",
            [](const Unit&, const UnitNow& now) { return static_cast<double>(now.outputW); },
            loadText),
        {.title = M::tr("Rating"),
         .why = M::tr("Apparent power at the output that its part states, times its modules"),
         .side = CellSide::Right,
         .text =
             [](const PowerRow& row) {
                 return unitOf(row).ratedVa > 0.0
                            ? quantityText(unitOf(row).ratedVa, unit::kilovoltampere, 3)
                            : kNone;
             },
         .key = [](const PowerRow& row) { return orLeast(unitOf(row).ratedVa); }},
        figure(
            M::tr("Voltage"), M::tr("At the output, line to line or direct"), "voltage_pct",
            [](const Unit& u, const UnitNow& now) {
                return u.voltageV * static_cast<double>(now.voltage);
            },
            voltageText),
        figure(M::tr("Current"),
               M::tr("At the output: apparent power over voltage, and over the root of three where "
                     "it alternates"),
               nullptr, outputCurrentA, currentText),
        figure(
            M::tr("Loss"), M::tr("In the unit and in its incoming cables"), "loss_kw",
            [](const Unit&, const UnitNow& now) { return static_cast<double>(now.lossW); },
            lossText),
        std::move(stored),
        {.title = M::tr("Why"),
         .text =
             [](const PowerRow& row) {
                 return whyText(*row.frame->network, *row.frame, row.index);
             }},
    };
}

const engine::PowerEdge& edgeOf(const PowerRow& row) {
    return row.frame->network->edges[at(row.index)];
}

double ratedA(const PowerRow& row) {
    return row.frame->network->breakers[at(edgeOf(row).breaker)].ratedA;
}

TableColumn<PowerRow> breakerFigure(QString title, QString why, float engine::PowerEdgeNow::*value,
                                    QString (*text)(double)) {
    return {
        .title = std::move(title),
        .why = std::move(why),
        .side = CellSide::Right,
        .text =
            [value, text](const PowerRow& row) {
                return hasPowerValues(*row.frame)
                           ? text(static_cast<double>(row.frame->powerEdges[at(row.index)].*value))
                           : kNone;
            },
        .key = [value](const PowerRow& row) -> QVariant {
            return hasPowerValues(*row.frame)
                       ? static_cast<double>(row.frame->powerEdges[at(row.index)].*value)
                       : 0.0;
        }};
}

std::vector<TableColumn<PowerRow>> breakerColumns() {
    using M = BreakerModel;
    using Now = engine::PowerEdgeNow;
    return {
        {.title = M::tr("Breaker of"),
         .text = [](const PowerRow& row) { return unitName(*row.frame->network, edgeOf(row).to); },
         .key = [](const PowerRow& row) { return row.index; }},
        {.title = M::tr("From"),
         .text =
             [](const PowerRow& row) { return unitName(*row.frame->network, edgeOf(row).from); },
         .key = [](const PowerRow& row) { return int{edgeOf(row).from}; }},
        {.title = M::tr("State"),
         .text =
             [](const PowerRow& row) {
                 return hasPowerValues(*row.frame)
                            ? breakerStateText(row.frame->powerEdges[at(row.index)].breaker)
                            : kNone;
             },
         .mark = [](const PowerRow& row) -> QVariant {
             if (!hasPowerValues(*row.frame)) {
                 return {};
             }
             const Look look = lookOf(row.frame->powerEdges[at(row.index)].breaker);
             return iconMark(look.icon, look.colour);
         }},
        breakerFigure(M::tr("Current"), M::tr("Line current through it, from the load flow"),
                      &Now::currentA, currentText),
        {.title = M::tr("Rated"),
         .why = M::tr("Current that its part in the catalogue states"),
         .side = CellSide::Right,
         .text =
             [](const PowerRow& row) {
                 return std::isfinite(ratedA(row)) ? currentText(ratedA(row)) : kNone;
             },
         .key = [](const PowerRow& row) { return orLeast(ratedA(row)); }},
        breakerFigure(M::tr("Power"), M::tr("Active power at its source, from the load flow"),
                      &Now::powerW, loadText),
        breakerFigure(M::tr("Thermal state"),
                      M::tr("Thermal image of its release: it trips at 100 %"), &Now::heat,
                      loadingText),
    };
}

/// Rows of the frame; anew where it has another network, so that nothing of the old one stays.
void show(RecordTable<PowerRow>& table, std::vector<PowerRow> rows, bool isOther) {
    isOther ? table.reset(std::move(rows)) : table.setRows(std::move(rows));
}

}  // namespace

PowerUnitModel::PowerUnitModel(QObject* parent) : RecordTable(unitColumns(), parent) {
    setTip([](const PowerRow& row) {
        return unitTip(*row.frame->network, *row.frame, row.index).join('\n');
    });
}

void PowerUnitModel::setFrame(std::shared_ptr<const engine::Frame> frame) {
    const auto network = frame ? frame->network : nullptr;
    std::vector<PowerRow> rows;
    for (int u = 0; network && u < static_cast<int>(network->units.size()); ++u) {
        rows.push_back({frame.get(), u});
    }
    const auto before = std::exchange(frame_, std::move(frame));  // until the rows are replaced
    show(*this, std::move(rows), std::exchange(network_, network) != network);
}

BreakerModel::BreakerModel(QObject* parent) : RecordTable(breakerColumns(), parent) {
    setTip([](const PowerRow& row) {
        QStringList lines = edgeTip(*row.frame->network, *row.frame, row.index);
        if (hasPowerValues(*row.frame)) {
            lines.removeLast();  // of a click on the diagram
        }
        return lines.join('\n');
    });
}

void BreakerModel::setFrame(std::shared_ptr<const engine::Frame> frame) {
    const auto network = frame ? frame->network : nullptr;
    std::vector<PowerRow> rows;
    for (int e = 0; network && e < static_cast<int>(network->edges.size()); ++e) {
        if (network->edges[at(e)].breaker >= 0) {
            rows.push_back({frame.get(), e});
        }
    }
    const auto before = std::exchange(frame_, std::move(frame));
    show(*this, std::move(rows), std::exchange(network_, network) != network);
}

}  // namespace headroom::ui
