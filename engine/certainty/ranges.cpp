// SPDX-License-Identifier: Apache-2.0
#include "engine/certainty/ranges.h"

#include "engine/study/designs.h"
#include "models/core/figure_range.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::Curve;
using models::FigureRangeSpec;
using models::Value;

bool namesUnit(std::string_view units, std::string_view symbol) {
    while (!units.empty()) {
        const auto bar = units.find('|');
        if (units.substr(0, bar) == symbol) {
            return true;
        }
        units = bar == std::string_view::npos ? std::string_view{} : units.substr(bar + 1);
    }
    return false;
}

/// How well a rule fits; 0 if not.
int fit(const FigureRangeSpec& rule, std::string_view type, std::string_view symbol) {
    if ((!rule.partType.empty() && rule.partType != type) ||
        (!rule.units.empty() && !namesUnit(rule.units, symbol))) {
        return 0;
    }
    return 1 + (rule.units.empty() ? 0 : 1) + (rule.partType.empty() ? 0 : 2);
}

double numberAt(const UncertainFigure& figure, const Attribute& attribute, double value, double low,
                double high, double z) {
    const double t = z / kEndOfNinety;
    const double end = t < 0.0 ? low : high;
    const double size = std::abs(t);
    const double to = figure.byRatio && value > 0.0 && end > 0.0
                          ? value * std::pow(end / value, size)
                          : value + (end - value) * size;
    return std::clamp(to, attribute.minimum, attribute.maximum);
}

std::vector<double> numbersAt(const UncertainFigure& figure, const Attribute& attribute,
                              std::vector<double> values, const std::vector<double>& low,
                              const std::vector<double>& high, double z) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = numberAt(figure, attribute, values[i], low[i], high[i], z);
    }
    return values;
}

/// value / (1 + share) and value x (1 + share).
Value timesRatio(const Attribute& a, const Value& value, double ratio) {
    const auto scaled = [&](double x) { return std::clamp(x * ratio, a.minimum, a.maximum); };
    if (const auto* number = std::get_if<double>(&value)) {
        return scaled(*number);
    }
    if (const auto* list = std::get_if<std::vector<double>>(&value)) {
        std::vector<double> all = *list;
        std::transform(all.begin(), all.end(), all.begin(), scaled);
        return all;
    }
    if (const auto* curve = std::get_if<Curve>(&value)) {
        std::vector<double> y = curve->y();
        std::transform(y.begin(), y.end(), y.begin(), scaled);
        return Curve(curve->x(), y);
    }
    return {};
}

}  // namespace

Value UncertainFigure::at(const Catalogue& catalogue, double z) const {
    const CatalogueEntry& part = catalogue.entries()[entry];
    const Attribute& a = part.type->attributes[attribute];
    const Value& value = part.values[attribute];
    if (const auto* number = std::get_if<double>(&value)) {
        return numberAt(*this, a, *number, std::get<double>(ends.low), std::get<double>(ends.high),
                        z);
    }
    if (const auto* curve = std::get_if<Curve>(&value)) {
        return Curve(curve->x(), numbersAt(*this, a, curve->y(), std::get<Curve>(ends.low).y(),
                                           std::get<Curve>(ends.high).y(), z));
    }
    return numbersAt(*this, a, std::get<std::vector<double>>(value),
                     std::get<std::vector<double>>(ends.low),
                     std::get<std::vector<double>>(ends.high), z);
}

std::optional<UncertainFigure> uncertainFigure(const Catalogue& catalogue, std::size_t entry,
                                               std::size_t attribute) {
    const CatalogueEntry& part = catalogue.entries()[entry];
    const Attribute& a = part.type->attributes[attribute];
    const Provenance& from = part.provenance[attribute];
    UncertainFigure figure{entry, attribute, {}, false, {}};
    double share = 0.0;
    if (!from.hasRange()) {
        int best = 0;
        for (const CatalogueEntry* rule : catalogue.entriesOf(FigureRangeSpec::type().id)) {
            const auto& spec = *static_cast<const FigureRangeSpec*>(rule->spec.get());
            const int fits = fit(spec, part.type->id, a.unit.symbol);
            if (fits > best) {
                best = fits;
                share = spec.share(from.status);
                figure.byRatio = spec.byRatio;
                figure.rule = rule->id;
            }
        }
        if (best == 0 || std::isnan(share)) {
            return std::nullopt;
        }
    }
    auto ends = endsOf(a, part.values[attribute], from, share);
    if (!ends) {
        return std::nullopt;
    }
    figure.ends = std::move(*ends);
    if (figure.byRatio) {
        figure.ends.low = timesRatio(a, part.values[attribute], 1.0 / (1.0 + share));
        figure.ends.high = timesRatio(a, part.values[attribute], 1.0 + share);
    }
    // Ends of another form than the value (a range of one number next to a curve) are none.
    if (figure.ends.low.index() != part.values[attribute].index() ||
        figure.ends.high.index() != part.values[attribute].index()) {
        return std::nullopt;
    }
    const auto* list = std::get_if<std::vector<double>>(&part.values[attribute]);
    if (list != nullptr && std::get<std::vector<double>>(figure.ends.low).size() != list->size()) {
        return std::nullopt;
    }
    return figure;
}

}  // namespace headroom::engine
