// SPDX-License-Identifier: Apache-2.0
#include "engine/money/operation.h"

#include "models/core/unit.h"

#include <cmath>

namespace headroom::engine {

namespace {

using models::Cents;
namespace unit = models::unit;

class OperationCounter {
  public:
    OperationCounter(const CostBasis& basis, const Capital& capital, PriceRates& rates)
        : b_(basis), c_(capital), rates_(rates) {}

    std::vector<RunningLine> count();

  private:
    double trend(std::string_view key) { return rates_.book(key).si(); }

    void paid(CostSystem system, std::string what, double quantity, std::string unit,
              std::string rate, double usd, double trend);
    void share(CostSystem system, std::string what, std::string_view key, Cents of);
    void energy();
    void premises();

    const CostBasis& b_;
    const Capital& c_;
    PriceRates& rates_;
    std::vector<RunningLine> lines_;
};

void OperationCounter::paid(CostSystem system, std::string what, double quantity, std::string unit,
                            std::string rate, double usd, double trend) {
    if (usd != 0.0) {
        lines_.push_back({system, std::move(what), quantity, std::move(unit), std::move(rate),
                          models::centsOf(usd * b_.perUsd), trend});
    }
}

void OperationCounter::share(CostSystem system, std::string what, std::string_view key, Cents of) {
    const Rate& rate = rates_.book(key);
    const Cents amount = models::centsOf(models::usdOf(of) * rate.si());
    if (amount != 0) {
        lines_.push_back({system, std::move(what), models::usdOf(of), "of", rate.id, amount,
                          trend("wage_trend_pct")});
    }
}

void OperationCounter::energy() {
    // The price of a grid may be moved by a study; the bill was made with the catalogue's.
    double moved = 1.0;
    std::string source = b_.prices.source;
    if (!b_.gridPart.empty()) {
        if (const Rate* rate = rates_.part("grid", b_.gridPart, "energy_usd_per_kwh")) {
            moved = b_.gridUsdPerJ > 0.0 ? rate->si() / b_.gridUsdPerJ : 1.0;
            source = rate->id;
        }
    }
    const double up = trend("energy_trend_pct");
    const double kwh = b_.energy.energyJ / unit::kilowattHour.toSi;
    paid(CostSystem::Energy, "electrical energy", kwh, "kWh", source, b_.energy.energyUsd * moved,
         up);
    paid(CostSystem::Energy, "demand", b_.energy.highestW / unit::kilowatt.toSi, "kW at most",
         source, b_.energy.demandUsd, up);
    paid(CostSystem::Energy, "reactive energy", b_.year.powerFactor, "power factor", source,
         b_.energy.reactiveUsd, up);
    paid(CostSystem::Energy, "fee", b_.energy.months, "months", source, b_.energy.fixedUsd, up);
    if (b_.supply) {
        const SupplyYear& s = *b_.supply;
        const auto kwhOf = [](double joules) { return joules / unit::kilowattHour.toSi; };
        paid(CostSystem::Energy, "power purchase agreement", kwhOf(s.agreementJ()), "kWh",
             "own_supply", s.agreementJ() > 0.0 ? s.agreementJ() * s.spec.agreementUsdPerJ : 0.0,
             0.0);
        const double soldJ = s.exportJ() + std::max(0.0, s.agreementJ() - s.matchedJ());
        paid(CostSystem::Energy, "surplus that is sold", kwhOf(soldJ), "kWh", "own_supply",
             -soldJ * s.spec.exportUsdPerJ, up);
        share(CostSystem::Maintenance, "upkeep of solar field and battery",
              "supply_maintenance_pct", c_.supply);
    }
    paid(CostSystem::Energy, "fuel", b_.year.sums[Sum::FuelM3], "m3", "site",
         b_.year.sums[Sum::FuelUsd], up);
    paid(CostSystem::Water, "water and sewer", b_.year.sums[Sum::WaterM3], "m3", "site",
         b_.year.sums[Sum::WaterUsd], up);
}

void OperationCounter::premises() {
    const double itW = b_.design[Sum::ItJ];
    const double wages = trend("wage_trend_pct");
    if (b_.economics.premises == models::Premises::Colocation) {
        const Rate& rent = rates_.book("colocation_usd_per_kw_month");
        paid(CostSystem::Premises, "colocation", itW / unit::kilowatt.toSi, "kW", rent.id,
             12.0 * itW * rent.si(), wages);
    } else {
        const double people =
            rates_.book("staff_base").si() + itW * rates_.book("staff_per_mw").si();
        const Rate& pay = rates_.book("staff_usd_per_year");
        paid(CostSystem::Staff, "staff of the site", people, "people", pay.id, people * pay.si(),
             wages);
        share(CostSystem::Maintenance, "maintenance of electrical plant",
              "electrical_maintenance_pct", c_.electrical);
        share(CostSystem::Maintenance, "maintenance of cooling plant", "cooling_maintenance_pct",
              c_.cooling);
        share(CostSystem::Premises, "property tax", "property_tax_pct",
              c_.land + c_.building + c_.installedPlant);
        share(CostSystem::Premises, "rent of land, site work and shell", "building_rent_pct",
              c_.rented);
    }
    share(CostSystem::Maintenance, "support of machines", "it_support_pct", c_.machines);
    share(CostSystem::Premises, "insurance", "insurance_pct", c_.total - c_.land);
}

std::vector<RunningLine> OperationCounter::count() {
    energy();
    premises();
    const double accelerators = b_.economics.licensed * b_.design[Sum::Accelerators];
    const Rate& licence = rates_.book("licences_usd_per_year");
    paid(CostSystem::Licences, "licences", accelerators, "accelerators", licence.id,
         accelerators * licence.si(), trend("wage_trend_pct"));
    const Sums& s = b_.year.sums;
    paid(CostSystem::Premises, "accelerators rented elsewhere", s[Sum::AwayS] / unit::hour.toSi,
         "accelerator h", std::string(kRentedElsewhere),
         s[Sum::AwayRentUsd] + s[Sum::AwayEnergyUsd] + s[Sum::AwayEgressUsd], 0.0);
    const double kg = b_.carbonKg;
    paid(CostSystem::Carbon, "carbon of operation", kg / 1e3, "t", "economics",
         kg * b_.economics.carbonUsdPerKg, 0.0);
    return std::move(lines_);
}

}  // namespace

std::vector<RunningLine> runningLines(const CostBasis& basis, const Capital& capital,
                                      PriceRates& rates) {
    return OperationCounter(basis, capital, rates).count();
}

}  // namespace headroom::engine
