// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"

#include <map>
#include <string>
#include <string_view>

/// The rates that a cost is made of, each with where it comes from, and how far it may be off.
namespace headroom::engine {

/// One figure of the catalogue as a cost uses it.
struct Rate {
    std::string id;     ///< "price_book/us-2025/ups_usd_per_kw"
    std::string label;  ///< "UPS"
    models::Unit unit;
    double value = 0.0;            ///< in `unit`
    double low = 0.0, high = 0.0;  ///< between these nine times in ten, in `unit`
    bool hasRange = false;         ///< stated; else 10 % to either side (engine/sensitivity/ends.h)
    std::string status, source, date;

    double si() const { return value * unit.toSi; }
};

/// Rates of one price book and of the parts, looked up on use. Used rates are remembered, so that a study can
/// move each; a moved rate has another value from then on.
class PriceRates {
  public:
    /// `book`: of type price_book; it and the catalogue must outlive this.
    PriceRates(const Catalogue& catalogue, const CatalogueEntry& book)
        : catalogue_(&catalogue), book_(&book) {}

    /// A rate of the book by its key, which must be one of its table's.
    const Rate& book(std::string_view key);

    /// A figure of a part that states it; null where it does not.
    const Rate* part(std::string_view type, std::string_view id, std::string_view key);

    /// Another value [in its unit] from now on; of a rate that was used before.
    void move(const std::string& id, double value) { used_.at(id).value = value; }

    /// All rates used so far, by id.
    const std::map<std::string, Rate>& used() const { return used_; }

    int priceYear() const;

  private:
    const Rate* figure(const CatalogueEntry& entry, std::string_view key);

    const Catalogue* catalogue_;
    const CatalogueEntry* book_;
    std::map<std::string, Rate> used_;
};

}  // namespace headroom::engine
