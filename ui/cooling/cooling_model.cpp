// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/cooling_model.h"

#include "engine/base/index.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_paint.h"
#include "ui/units/quantity_text.h"
#include "ui/units/value_text.h"

#include <QPainter>
#include <QPixmap>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace headroom::ui {

namespace {

using engine::CoolingLinkKind;
using engine::CoolingLinkNow;
using engine::CoolingLinkState;

bool counts(CoolingLinkKind kind) {
    return turns(kind) || kind == CoolingLinkKind::Evaporators ||
           kind == CoolingLinkKind::CduPrimary;
}

QPixmap badge(CoolingLinkState state) {
    QPixmap pixmap(32, 32);
    pixmap.setDevicePixelRatio(2.0);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintStateBadge(painter, {8.0, 8.0}, state, 6.5, Theme::instance().colours());
    return pixmap;
}

const engine::CoolingLink& linkOf(const CoolingRow& row) {
    return row.frame->cooling->links[at(row.link)];
}

/// Null before anything ran.
const CoolingLinkNow* nowOf(const CoolingRow& row) {
    return hasCoolingValues(*row.frame) ? &row.frame->coolingLinks[at(row.link)] : nullptr;
}

std::string numberOf(const CoolingRow& row, const char* key) {
    return NumberName{"machine", {}, std::to_string(row.link), key}.text();
}

/// A figure of a machine: written by `text`, sorted by its value; nothing before anything ran.
TableColumn<CoolingRow> figure(
    QString title, QString why, const char* key, float CoolingLinkNow::*value,
    std::function<QString(const engine::CoolingLink&, double value)> text) {
    return {.title = std::move(title),
            .why = std::move(why),
            .side = CellSide::Right,
            .text =
                [value, text](const CoolingRow& row) {
                    const CoolingLinkNow* now = nowOf(row);
                    return now != nullptr ? text(linkOf(row), static_cast<double>(now->*value))
                                          : QString();
                },
            .key = [value](const CoolingRow& row) -> QVariant {
                const CoolingLinkNow* now = nowOf(row);
                return now != nullptr ? QVariant(static_cast<double>(now->*value)) : QVariant();
            },
            .number = [key](const CoolingRow& row) { return numberOf(row, key); }};
}

/// Consequences of the figures of a machine, where there are any: of the machines of that kind that run.
TableColumn<CoolingRow> merit(QString title, QString why, const char* key, const models::Unit& unit,
                              CoolingLinkKind kind) {
    const auto value = [kind, key](const CoolingRow& row) {
        const CoolingLinkNow* now = nowOf(row);
        const bool says = now != nullptr && linkOf(row).kind == kind && now->running > 0.0F;
        if (!says) {
            return models::kNotStated;
        }
        return std::string_view(key) == "cop"
                   ? static_cast<double>(now->heatW) / static_cast<double>(now->powerW)
                   : static_cast<double>(now->outC) -
                         (*row.frame)[engine::FacilityQuantity::WetBulb];
    };
    return {
        .title = std::move(title),
        .why = std::move(why),
        .side = CellSide::Right,
        .text =
            [value, unit](const CoolingRow& row) {
                return std::isfinite(value(row)) ? quantityText(value(row), unit, 3) : QString();
            },
        .key = [value](
                   const CoolingRow& row) { return std::isfinite(value(row)) ? value(row) : -1.0; },
        .number = [key](const CoolingRow& row) { return numberOf(row, key); }};
}

std::vector<TableColumn<CoolingRow>> machineColumns() {
    using M = CoolingMachineModel;
    using Link = engine::CoolingLink;
    namespace unit = models::unit;
    TableColumn<CoolingRow> flow = figure(
        M::tr("Flow"), M::tr("Through all units together, from the pipe network"), "flow_l_per_s",
        &CoolingLinkNow::flowM3PerS, [](const Link&, double m3PerS) { return flowText(m3PerS); });
    flow.text = [text = flow.text](const CoolingRow& row) {
        return nowOf(row) != nullptr ? text(row)
                                     : M::tr("design %1").arg(flowText(linkOf(row).designM3PerS));
    };
    TableColumn<CoolingRow> valve =
        figure(M::tr("Valve"), M::tr("Opening of the control valve"), "valve_pct",
               &CoolingLinkNow::valve, [](const Link& link, double share) {
                   return link.hasValve ? shareText(share) : QString();
               });
    valve.key = [](const CoolingRow& row) -> QVariant {
        const CoolingLinkNow* now = nowOf(row);
        return now != nullptr && linkOf(row).hasValve ? static_cast<double>(now->valve) : -1.0;
    };
    const auto temperature = [](const Link&, double celsius) { return temperatureText(celsius); };
    return {
        {.title = M::tr("Machine"),
         .text = [](const CoolingRow& row) { return coolingName(*row.frame->cooling, row.link); }},
        {.title = M::tr("Kind"),
         .text = [](const CoolingRow& row) { return coolingKindText(linkOf(row).kind); }},
        {.title = M::tr("State"),
         .text =
             [](const CoolingRow& row) {
                 const CoolingLinkNow* now = nowOf(row);
                 return now != nullptr ? coolingStateText(linkOf(row), *now) : QString();
             },
         .key =
             [](const CoolingRow& row) {
                 const CoolingLinkNow* now = nowOf(row);
                 return now != nullptr ? static_cast<int>(now->state) : -1;
             },
         .mark =
             [](const CoolingRow& row) {
                 const CoolingLinkNow* now = nowOf(row);
                 return now != nullptr && now->state != CoolingLinkState::Running
                            ? QVariant(badge(now->state))
                            : QVariant();
             }},
        figure(M::tr("In duty"), M::tr("Units that turn or take part"), "running",
               &CoolingLinkNow::running,
               [](const Link& link, double running) {
                   return counts(link.kind)
                              ? M::tr("%1 of %2").arg(plainNumberText(running, 3)).arg(link.units)
                              : QString();
               }),
        std::move(flow),
        figure(M::tr("In"), M::tr("Temperature of the entering water"), "in_c",
               &CoolingLinkNow::inC, temperature),
        figure(M::tr("Out"), M::tr("Temperature of the leaving water"), "out_c",
               &CoolingLinkNow::outC, temperature),
        figure(M::tr("Heat"), M::tr("Taken from the water; negative: given to it"), "heat_kw",
               &CoolingLinkNow::heatW,
               [](const Link&, double watts) { return quantityText(watts, unit::kilowatt, 4); }),
        figure(M::tr("Power"), M::tr("Electrical power of pumps, fans and compressors"), "power_kw",
               &CoolingLinkNow::powerW,
               [](const Link& link, double watts) {
                   return watts != 0.0 || turns(link.kind) ? quantityText(watts, unit::kilowatt, 4)
                                                           : QString();
               }),
        std::move(valve),
        figure(M::tr("Speed"), M::tr("Speed of pumps or fans over their rated speed"), "speed_pct",
               &CoolingLinkNow::speed,
               [](const Link& link, double share) {
                   return turns(link.kind) ? shareText(share) : QString();
               }),
        figure(M::tr("Pressure"), M::tr("Head of pumps, pressure loss of the others"), "drop_kpa",
               &CoolingLinkNow::dropPa,
               [](const Link&, double pa) { return quantityText(pa, unit::kilopascal, 3); }),
        merit(M::tr("COP"), M::tr("Heat taken from the water over the power of the compressors"),
              "cop", unit::none, CoolingLinkKind::Evaporators),
        merit(M::tr("Approach"),
              M::tr("Water that leaves the towers less the wet bulb of the outdoor air"),
              "approach_k", unit::kelvin, CoolingLinkKind::Towers),
        {.title = M::tr("Why"),
         .text =
             [](const CoolingRow& row) {
                 return nowOf(row) != nullptr
                            ? coolingWhy(*row.frame->cooling, *row.frame, row.link)
                            : M::tr("Not simulated yet");
             }},
    };
}

std::vector<TableColumn<QuantityRow>> quantityColumns(
    const QString& what, const std::string& place, std::span<const engine::QuantityInfo> quantities,
    int mode) {
    std::vector<TableColumn<QuantityRow>> columns{
        {.title = what,
         .text = [](const QuantityRow& row) { return row.name; },
         .tip = [](const QuantityRow&) { return QString(); }}};
    for (std::size_t q = 0; q < quantities.size(); ++q) {
        const engine::QuantityInfo& info = quantities[q];
        const bool isMode = static_cast<int>(q) == mode;
        const auto value = [q](const QuantityRow& row) {
            return q < row.values.size() ? row.values[q] : std::numeric_limits<double>::quiet_NaN();
        };
        const QString why = utf8Text(info.why);
        columns.push_back(
            {.title = utf8Text(info.label),
             .why = why,
             .side = isMode ? CellSide::Left : CellSide::Right,
             .text = [value, info](const QuantityRow& row) { return valueText(info, value(row)); },
             .key = [value](const QuantityRow& row) { return value(row); },
             .tip = [tip = utf8Text(info.label) + '\n' + why](const QuantityRow&) { return tip; },
             .number =
                 [place, key = std::string(info.key)](const QuantityRow& row) {
                     return NumberName{place, {}, row.object, key}.text();
                 }});
    }
    return columns;
}

}  // namespace

CoolingMachineModel::CoolingMachineModel(QObject* parent) : RecordTable(machineColumns(), parent) {
    setTip([](const CoolingRow& row) {
        return coolingTip(*row.frame->cooling, *row.frame, row.link).join('\n');
    });
}

void CoolingMachineModel::setFrame(std::shared_ptr<const engine::Frame> frame) {
    const auto network = frame ? frame->cooling : nullptr;
    std::vector<CoolingRow> rows;
    for (int l = 0; network && l < static_cast<int>(network->links.size()); ++l) {
        if (network->links[at(l)].kind != CoolingLinkKind::Pipe) {
            rows.push_back({frame.get(), l});
        }
    }
    const auto before = std::exchange(frame_, std::move(frame));  // until the rows are replaced
    if (std::exchange(network_, network) != network) {
        reset(std::move(rows));
    } else {
        setRows(std::move(rows));
    }
}

QuantityModel::QuantityModel(const QString& what, const std::string& place,
                             std::span<const engine::QuantityInfo> quantities, int mode,
                             QObject* parent)
    : RecordTable(quantityColumns(what, place, quantities, mode), parent) {
    setSame([](const QuantityRow& a, const QuantityRow& b) { return a.object == b.object; });
}

}  // namespace headroom::ui
