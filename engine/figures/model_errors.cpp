// SPDX-License-Identifier: Apache-2.0
#include "engine/figures/model_errors.h"

#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kEndOfErrors = 1.645;  // standard deviations to the ends of the middle 90 %

}  // namespace

void MeteredSums::scale(double& partJ, double factor) {
    const double was = sums[Sum::ItJ], by = partJ * (factor - 1.0);
    if (!(was > 0.0)) {
        return;
    }
    partJ += by;
    sums[Sum::ItJ] += by;
    const double ratio = sums[Sum::ItJ] / was;
    consume(sums[Sum::FacilityJ] * ratio);
    sums[Sum::WaterM3] *= ratio;
    sums[Sum::WaterUsd] *= ratio;
}

void MeteredSums::consume(double facilityJ) {
    if (!(sums[Sum::FacilityJ] > 0.0)) {
        return;
    }
    const double ratio = facilityJ / sums[Sum::FacilityJ];
    for (const Sum sum :
         {Sum::FacilityJ, Sum::MeteredJ, Sum::UtilityJ, Sum::EnergyUsd, Sum::CarbonKg}) {
        sums[sum] *= ratio;
    }
}

void ErrorOfModel::act(MeteredSums& m, double z) const {
    using Of = models::ModelErrorSpec::Of;
    Sums& s = m.sums;
    if (!spec) {
        if (s[Sum::Tokens] > 0.0) {
            s[Sum::Tokens] *= std::exp(z * s[Sum::TokensSpread] / s[Sum::Tokens]);
        }
        return;
    }
    const double factor = std::isnan(spec->share) ? 1.0 : std::exp(z * spec->share);
    switch (spec->of) {
        case Of::ItPower: {
            double computedJ = s[Sum::ItJ] - m.heatJ - m.powerJ;
            m.scale(computedJ, factor);
            break;
        }
        case Of::MeteredHeat:
            m.scale(m.heatJ, factor);
            break;
        case Of::MeteredPower:
            m.scale(m.powerJ, factor);
            break;
        case Of::Overhead:
            m.consume(s[Sum::ItJ] + (s[Sum::FacilityJ] - s[Sum::ItJ]) * factor);
            break;
        case Of::Water:
            s[Sum::WaterM3] *= factor;
            s[Sum::WaterUsd] *= factor;
            break;
        case Of::ChipTemperature:
            s[Sum::HottestChipC] += std::isnan(spec->deviationK) ? 0.0 : z * spec->deviationK;
            break;
    }
}

Interval intervalOf(const Figure& figure, const MeteredSums& m,
                    std::span<const models::ModelErrorSpec> errors) {
    if (const Interval stated = figure.interval(m.sums); std::isfinite(stated.low)) {
        return stated;
    }
    const double value = figure.value(m.sums);
    if (!std::isfinite(value)) {
        return {};
    }
    double below = 0.0, above = 0.0;  // squares
    const auto move = [&](const ErrorOfModel& error) {
        double least = value, most = value;
        for (const double z : {-kEndOfErrors, kEndOfErrors}) {
            MeteredSums moved = m;
            error.act(moved, z);
            const double at = figure.value(moved.sums);
            least = std::fmin(least, at);
            most = std::fmax(most, at);
        }
        below += (value - least) * (value - least);
        above += (most - value) * (most - value);
    };
    for (const models::ModelErrorSpec& error : errors) {
        move({error});
    }
    move({});
    return below > 0.0 || above > 0.0 ? Interval{value - std::sqrt(below), value + std::sqrt(above)}
                                      : Interval{};
}

}  // namespace headroom::engine
