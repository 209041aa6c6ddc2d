// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/ahead_model.h"

#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

const QString kNoAhead = QStringLiteral("–");

QString aheadValue(const AheadRow& row, double si) {
    return std::isfinite(si) ? quantityText(si, row.of(0)->quantity->unit) : kNoAhead;
}

/// A difference of temperatures is not a temperature.
QString aheadDifference(const AheadRow& row, double si) {
    if (!std::isfinite(si)) {
        return kNoAhead;
    }
    const models::Unit& unit = row.of(0)->quantity->unit;
    const bool isTemperature =
        &unit == &models::unit::celsius || unit.symbol == models::unit::celsius.symbol;
    return (si > 0.0 ? QStringLiteral("+") : QString()) +
           quantityText(si, isTemperature ? models::unit::kelvin : unit);
}

QString aheadRange(const AheadRow& row, std::size_t branch) {
    const engine::AheadCurve* curve = row.of(branch);
    if (curve == nullptr || curve->middle.empty()) {
        return kNoAhead;
    }
    const std::size_t at = row.lead();
    return AheadModel::tr("%1 to %2")
        .arg(aheadValue(row, curve->low[at]), aheadValue(row, curve->high[at]));
}

double aheadMiddle(const AheadRow& row, std::size_t branch) {
    const engine::AheadCurve* curve = row.of(branch);
    return curve == nullptr || curve->middle.empty() ? NAN : curve->middle[row.lead()];
}

double aheadOff(const AheadRow& row) {
    return aheadMiddle(row, 1) - aheadMiddle(row, 0);
}

/// Unit of the interval of the forecast: differences of unlike quantities are compared by it.
double aheadWidth(const AheadRow& row) {
    const engine::AheadCurve& usual = *row.of(0);
    return std::max(usual.high[row.lead()] - usual.low[row.lead()],
                    1e-6 * std::max(1.0, std::abs(usual.middle[row.lead()])));
}

/// Beyond what the interval as things go holds.
bool isBeyondAhead(const AheadRow& row) {
    const engine::AheadCurve* usual = row.of(0);
    const double with = aheadMiddle(row, 1);
    return std::isfinite(with) && (with < usual->low[row.lead()] || with > usual->high[row.lead()]);
}

QVariant aheadKey(double value) {
    return std::isfinite(value) ? QVariant(value) : QVariant(-INFINITY);
}

}  // namespace

const engine::AheadCurve* AheadRow::of(std::size_t branch) const {
    return branch < answer->branches.size() && curve < answer->branches[branch].curves.size()
               ? &answer->branches[branch].curves[curve]
               : nullptr;
}

std::size_t AheadRow::lead() const {
    const engine::AheadCurve *usual = of(0), *with = of(1);
    const std::size_t leads = answer->leadS.size();
    if (with == nullptr || with->middle.size() != leads) {
        return leads - 1;
    }
    std::size_t most = leads - 1;
    for (std::size_t i = 0; i < leads; ++i) {
        if (std::abs(with->middle[i] - usual->middle[i]) >
            std::abs(with->middle[most] - usual->middle[most])) {
            most = i;
        }
    }
    return most;
}

AheadModel::AheadModel(QObject* parent)
    : RecordTable(
          {
              {tr("Quantity"),
               tr("Quantity"),
               CellSide::Left,
               [](const AheadRow& r) { return utf8Text(r.of(0)->quantity->label); },
               {},
               [](const AheadRow& r) { return utf8Text(r.of(0)->quantity->why); }},
              {tr("Of"), tr("Object of the quantity"), CellSide::Left,
               [](const AheadRow& r) { return r.object.isEmpty() ? tr("Facility") : r.object; }},
              {tr("Now"), tr("Where the twin is"), CellSide::Right,
               [](const AheadRow& r) { return aheadValue(r, r.nowSi); },
               [](const AheadRow& r) { return aheadKey(r.nowSi); }},
              {tr("As Things Go"), tr("Middle of the members, at the time of the last column"),
               CellSide::Right, [](const AheadRow& r) { return aheadValue(r, aheadMiddle(r, 0)); },
               [](const AheadRow& r) { return aheadKey(aheadMiddle(r, 0)); }},
              {tr("90 % Interval"),
               tr("Nine members of ten, widened by what models and sensor disagreed on"),
               CellSide::Right, [](const AheadRow& r) { return aheadRange(r, 0); }},
              {tr("What If"), tr("Middle with the order"), CellSide::Right,
               [](const AheadRow& r) { return aheadValue(r, aheadMiddle(r, 1)); },
               [](const AheadRow& r) { return aheadKey(aheadMiddle(r, 1)); }},
              {tr("90 % Interval"), tr("With the order"), CellSide::Right,
               [](const AheadRow& r) { return aheadRange(r, 1); }},
              {tr("Difference"),
               tr("Largest difference between variant and forecast; bold outside the interval"),
               CellSide::Right,
               [](const AheadRow& r) { return aheadDifference(r, aheadOff(r)); },
               [](const AheadRow& r) { return aheadKey(std::abs(aheadOff(r)) / aheadWidth(r)); },
               {},
               {},
               [](const AheadRow& r) {
                   return isBeyondAhead(r) ? Theme::instance().colours().bad : QColor();
               },
               [](const AheadRow& r) { return isBeyondAhead(r); }},
              {tr("At"), tr("From now: where the order differs most, or the end of the hours"),
               CellSide::Right,
               [](const AheadRow& r) {
                   return tr("in %1").arg(lengthText(r.answer->leadS[r.lead()]));
               },
               [](const AheadRow& r) { return aheadKey(r.answer->leadS[r.lead()]); }},
          },
          parent) {
    setSame(
        [](const AheadRow& a, const AheadRow& b) { return a.of(0)->channel == b.of(0)->channel; });
}

}  // namespace headroom::ui
