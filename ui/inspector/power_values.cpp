// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/power_values.h"

#include "engine/power/network.h"
#include "engine/run/conditions.h"
#include "ui/kit/condition_mark.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom::ui {

namespace {

constexpr int kEachUpTo = 8;  // units that have a row of their own

QString tr(const char* text) {
    return QCoreApplication::translate("PowerValues", text);
}

struct Units {
    std::size_t first = 0, count = 0;
};

/// Where the units of the object are in a frame; none if it is another design's.
Units unitsOf(const engine::Frame& frame, const std::string& object) {
    const int array = frame.network == nullptr ? -1 : frame.network->arrayOf(object);
    if (array < 0) {
        return {};
    }
    const engine::PowerArray& a = frame.network->arrays[static_cast<std::size_t>(array)];
    const auto first = static_cast<std::size_t>(a.firstUnit);
    const auto count = static_cast<std::size_t>(a.units);
    return first + count <= frame.powerUnits.size() ? Units{first, count} : Units{};
}

QString stateWord(const engine::PowerUnitNow& now) {
    const engine::Condition condition = engine::conditionOf(now);
    return condition == engine::Condition::Normal ? tr(engine::powerUnitStateName(now.state))
                                                  : conditionWord(condition);
}

/// A sum or an extreme over the units, by what `read` makes of each.
template <class Read, class Join>
std::function<QString(const engine::Frame&)> over(const std::string& object, models::Unit unit,
                                                  Read read, Join join) {
    return [object, unit, read, join](const engine::Frame& frame) {
        const Units units = unitsOf(frame, object);
        double value = models::kNotStated;
        for (std::size_t u = units.first; u < units.first + units.count; ++u) {
            const auto its = static_cast<double>(read(frame.powerUnits[u]));
            if (std::isfinite(its)) {
                value = std::isnan(value) ? its : join(value, its);
            }
        }
        return std::isnan(value) ? QStringLiteral("–") : quantityText(value, unit);
    };
}

double sum(double a, double b) {
    return a + b;
}

double largest(double a, double b) {
    return std::max(a, b);
}

double smallest(double a, double b) {
    return std::min(a, b);
}

}  // namespace

std::vector<LiveValue> powerUnitValues(const engine::Frame& frame, const std::string& object) {
    using Now = engine::PowerUnitNow;
    const Units units = unitsOf(frame, object);
    if (units.count == 0) {
        return {};
    }
    const engine::PowerUnit& unit = frame.network->units[units.first];
    std::vector<LiveValue> values;
    values.push_back(
        {"state", tr("State"), tr("With several units: the number in each state"),
         [object](const engine::Frame& now) {
             const Units all = unitsOf(now, object);
             std::map<QString, int> words;
             for (std::size_t u = all.first; u < all.first + all.count; ++u) {
                 ++words[stateWord(now.powerUnits[u])];
             }
             QStringList parts;
             for (const auto& [word, count] : words) {
                 parts << (all.count == 1 ? word
                                          : QStringLiteral("%1 %2").arg(count).arg(word.toLower()));
             }
             return parts.join(QStringLiteral(", "));
         }});
    values.push_back(
        {"output_kw", tr("Power"), tr("At the output, all units"),
         over(
             object, models::unit::kilowatt, [](const Now& n) { return n.outputW; }, sum)});
    values.push_back(
        {"output_kva", tr("Apparent power"), tr("At the output, all units"),
         over(
             object, models::unit::kilovoltampere, [](const Now& n) { return n.outputVa; }, sum)});
    if (unit.ratedVa > 0.0) {
        values.push_back(
            {"loading_pct", tr("Loading"),
             tr("Apparent power over the rating in service; of several units the "
                "most loaded one"),
             over(
                 object, models::unit::percent, [](const Now& n) { return n.loading; }, largest)});
    }
    values.push_back(
        {"loss_kw", tr("Losses"), tr("Heat of all units"),
         over(
             object, models::unit::kilowatt, [](const Now& n) { return n.lossW; }, sum)});
    values.push_back(
        {"voltage_pct", tr("Voltage"), tr("At the output, of nominal; of several units the lowest"),
         over(
             object, models::unit::percent, [](const Now& n) { return n.voltage; }, smallest)});
    const UnitIndex first(units.first);
    if (frame.network->batteryOf(first).fullJ > 0.0) {
        values.push_back(
            {"battery_kw", tr("Battery gives"),
             tr("At its terminals, all units; negative while it takes"),
             over(
                 object, models::unit::kilowatt, [](const Now& n) { return n.givesW; }, sum)});
    }
    if (const std::string_view stored = frame.network->storedOf(first); !stored.empty()) {
        values.push_back(
            {"charge_pct", tr(std::string(stored).c_str()),
             tr("Charge over full charge; the lowest of several units"),
             over(
                 object, models::unit::percent, [](const Now& n) { return n.charge; }, smallest)});
    }
    if (unit.modules > 1) {
        values.push_back({"modules_out", tr("Modules out"),
                          tr("Out of %1 in each unit").arg(unit.modules),
                          [object](const engine::Frame& now) {
                              const Units all = unitsOf(now, object);
                              int out = 0;
                              for (std::size_t u = all.first; u < all.first + all.count; ++u) {
                                  out += now.powerUnits[u].modulesOut;
                              }
                              return QString::number(out);
                          }});
    }
    for (std::size_t k = 0; units.count > 1 && units.count <= kEachUpTo && k < units.count; ++k) {
        const auto& each = frame.network->units[units.first + k];
        values.push_back(
            {"each", QString::fromStdString(each.name), tr("State, power and loading"),
             [object, k](const engine::Frame& now) {
                 const Units all = unitsOf(now, object);
                 if (k >= all.count) {
                     return QString();
                 }
                 const Now& n = now.powerUnits[all.first + k];
                 const auto loading = static_cast<double>(n.loading);
                 QString text = QStringLiteral("%1, %2").arg(
                     stateWord(n),
                     quantityText(static_cast<double>(n.outputW), models::unit::kilowatt, 3));
                 return std::isfinite(loading)
                            ? QStringLiteral("%1, %2").arg(
                                  text, quantityText(loading, models::unit::percent, 2))
                            : text;
             }});
    }
    return values;
}

}  // namespace headroom::ui
