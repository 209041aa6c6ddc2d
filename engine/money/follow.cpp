// SPDX-License-Identifier: Apache-2.0
#include "engine/money/follow.h"

#include "models/compute/accelerator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

/// Every accelerator of the catalogue under that share of its own power.
Catalogue limited(const Catalogue& catalogue, double share) {
    const models::ComponentType& type = models::AcceleratorSpec::type();
    const auto placeOf = [&](std::string_view key) {
        return static_cast<std::size_t>(type.find(key) - type.attributes.data());
    };
    const std::size_t limit = placeOf("power_limit_w"), power = placeOf("tdp_w");
    std::vector<FigureChange> changes;
    for (std::size_t i = 0; i < catalogue.entries().size(); ++i) {
        const CatalogueEntry& entry = catalogue.entries()[i];
        if (entry.type != &type) {
            continue;
        }
        double mostW = std::get<double>(entry.values[power]);
        if (const auto* stated = std::get_if<double>(&entry.values[limit])) {
            mostW = std::min(mostW, *stated);
        }
        changes.push_back({i, limit, share * mostW});
    }
    return catalogue.changed(changes);
}

class Follower {
  public:
    Follower(const Project& project, const CostBasis& basis, const FollowSpec& follow)
        : project_(project), b_(basis), follow_(follow), usdPerJ_(hourlyPrices(basis.prices)) {}

    FollowedYear priced(std::string what, const std::vector<double>& boughtW,
                        const TypicalYear& work) const;
    FollowedYear underLimit(const TypicalYear& limitedYear, const HourLimit& limit) const;
    /// With one part of the project's own supply alone; nothing where it has none of it.
    Result<void> addSupply(std::vector<FollowedYear>& years) const;

    std::span<const double> signal() const {
        return follow_.follow == models::SupplyFollow::Price ? std::span<const double>(usdPerJ_)
                                                             : b_.carbon.average;
    }

  private:
    const Project& project_;
    const CostBasis& b_;
    FollowSpec follow_;
    std::vector<double> usdPerJ_;
};

FollowedYear Follower::priced(std::string what, const std::vector<double>& boughtW,
                              const TypicalYear& work) const {
    FollowedYear year;
    year.what = std::move(what);
    year.hours = models::kNotStated;
    year.energyJ = models::unit::hour.toSi * std::accumulate(boughtW.begin(), boughtW.end(), 0.0);
    year.cost = energyBill(b_.prices, boughtW, b_.year.powerFactor).usd() * b_.perUsd;
    year.carbonKg = models::unit::hour.toSi * std::inner_product(boughtW.begin(), boughtW.end(),
                                                                 b_.carbon.average.begin(), 0.0);
    year.tokens = work.sums[Sum::Tokens];
    year.servedTokens = work.servedTokens;
    return year;
}

FollowedYear Follower::underLimit(const TypicalYear& limitedYear, const HourLimit& limit) const {
    const auto mixed = [&](std::vector<double> as, const std::vector<double>& under) {
        for (std::size_t i = 0; i < as.size(); ++i) {
            as[i] = limit.hours[i] ? under[i] : as[i];
        }
        return as;
    };
    const auto sum = [](const std::vector<double>& hours) {
        return std::accumulate(hours.begin(), hours.end(), 0.0);
    };
    FollowedYear year =
        priced(fmt::format("limit of {:.0f} % in {}", 100.0 * follow_.limitShare, limit.words()),
               mixed(b_.year.hourlyW(), limitedYear.hourlyW()), b_.year);
    year.hours = static_cast<double>(std::count(limit.hours.begin(), limit.hours.end(), true));
    year.threshold = limit.threshold;
    year.tokens =
        sum(mixed(hoursOfYear(b_.year.hourlyTokens), hoursOfYear(limitedYear.hourlyTokens)));
    year.servedTokens =
        sum(mixed(hoursOfYear(b_.year.hourlyServed), hoursOfYear(limitedYear.hourlyServed)));
    return year;
}

Result<void> Follower::addSupply(std::vector<FollowedYear>& years) const {
    struct Part {
        std::string_view what;
        std::vector<std::string_view> keys;
    };

    const models::ComponentType& type = models::OwnSupplySpec::type();
    const std::vector<double> loadW = b_.year.hourlyW();
    for (const Part& part :
         {Part{"own battery", {"battery_mwh", "battery_mw", "battery_efficiency_pct"}},
          Part{"work that waits within its day", {"deferred_pct"}}}) {
        Project alone = project_;
        bool any = false;
        for (Object& object : alone.objects) {
            if (object.type != &type) {
                continue;
            }
            for (std::size_t i = 0; i < type.attributes.size(); ++i) {
                const std::string_view key = type.attributes[i].key;
                const bool kept =
                    key == "export_usd_per_kwh" ||
                    std::find(part.keys.begin(), part.keys.end(), key) != part.keys.end();
                if (key == "follow") {
                    object.values[i] = std::string(
                        follow_.follow == models::SupplyFollow::Price ? "price" : "carbon");
                } else if (!kept) {
                    object.values[i] = models::Value{};
                }
            }
            const auto* size = std::get_if<double>(&object.values[static_cast<std::size_t>(
                type.find(part.keys.front()) - type.attributes.data())]);
            any = size != nullptr && *size > 0.0;
        }
        if (!any) {
            continue;
        }
        const auto supply = supplyYear(
            alone, *b_.catalogue, {loadW, b_.design[Sum::FacilityJ], usdPerJ_, b_.carbon.average});
        if (!supply) {
            return tl::unexpected(supply.error());
        }
        if (*supply) {
            FollowedYear year = priced(std::string(part.what), (*supply)->importW, b_.year);
            year.delayS = (*supply)->delayS;
            years.push_back(std::move(year));
        }
    }
    return {};
}

}  // namespace

ResultAll<std::vector<FollowedYear>> followedYears(const Project& project, const CostBasis& basis,
                                                   const FollowSpec& follow,
                                                   const TypicalYearSpec& spec,
                                                   const std::function<void(double)>& progress,
                                                   const std::atomic<bool>* cancel) {
    const Follower follower(project, basis, follow);
    const auto limit = hourLimit(
        follow, follower.signal(),
        follow.follow == models::SupplyFollow::Price ? basis.prices.source : basis.carbon.source);
    if (!limit) {
        return tl::unexpected(Errors{limit.error()});
    }
    std::vector<FollowedYear> years = {
        follower.priced("as it is", basis.year.hourlyW(), basis.year)};
    const Catalogue under = limited(*basis.catalogue, follow.limitShare);
    const auto limitedYear = typicalYear(project, under, spec, progress, cancel);
    if (!limitedYear) {
        return tl::unexpected(limitedYear.error());
    }
    years.push_back(follower.underLimit(*limitedYear, *limit));
    if (auto done = follower.addSupply(years); !done) {
        return tl::unexpected(Errors{std::move(done.error())});
    }
    return years;
}

Sheet followSheet(const std::vector<FollowedYear>& years, const CostBasis& basis,
                  const FollowSpec& follow) {
    const std::string money = moneyUnit(basis);
    const bool byPrice = follow.follow == models::SupplyFollow::Price;
    Sheet sheet{
        "Operation",
        std::string("Operation that follows ") + (byPrice ? "price" : "carbon"),
        "A year of the same jobs; what is saved and what is lost is over the first line. Energy at "
        "the "
        "meter, without own sun and agreement.",
        {"operation", "hours", byPrice ? "above USD/kWh" : "above g/kWh", "MWh", "energy " + money,
         "saved " + money, "t CO2", "saved t CO2", "10^9 tokens trained", "10^9 tokens served",
         "work lost %", "saved " + money + "/million tokens lost", "h of delay"},
        {}};
    const auto rounded = [](double value, double scale) {
        return std::round(value * scale) / scale;
    };
    const double perUnit =
        byPrice ? models::unit::kilowattHour.toSi : 1e3 * models::unit::kilowattHour.toSi;
    for (const FollowedYear& y : years) {
        const FollowedYear& first = years.front();
        const double all = first.tokens + first.servedTokens;
        const double lost = all - y.tokens - y.servedTokens;
        sheet.rows.push_back(
            {y.what, y.hours, rounded(y.threshold * perUnit, 1e4),
             std::round(y.energyJ / models::unit::megawattHour.toSi), std::round(y.cost),
             std::round(y.saved(first)), std::round(y.carbonKg / 1e3),
             rounded((first.carbonKg - y.carbonKg) / 1e3, 10.0), rounded(y.tokens / 1e9, 10.0),
             rounded(y.servedTokens / 1e9, 10.0),
             all > 0.0 ? rounded(100.0 * lost / all, 1e3) : models::kNotStated,
             lost > 1e-9 * all ? rounded(y.saved(first) / (lost / 1e6), 1e5) : models::kNotStated,
             rounded(y.delayS / models::unit::hour.toSi, 10.0)});
    }
    return sheet;
}

}  // namespace headroom::engine
