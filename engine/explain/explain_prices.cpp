// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain_prices.h"

#include "engine/base/plain_text.h"
#include "engine/exchange/urdb.h"

#include <fmt/format.h>

namespace headroom::engine {

Result<Explanation> explainTariff(const std::filesystem::path& file, const std::string& text,
                                  const ExplainOptions& /*options*/) {
    auto tariff = readUrdb(text, file.string());
    if (!tariff) {
        return tl::unexpected(std::move(tariff.error()));
    }
    Explanation e;
    e.form = "JSON, UTF-8";
    e.rows = 1;
    e.columns = {
        {"energy", "periods and prices", "USD/kWh"},
        {"demand", "periods and prices of a month", tariff->isDemandInVa ? "USD/kVA" : "USD/kW"},
        {"fee", "of a month", "USD"},
        {"ratchet", "share of the highest demand before", "%"}};
    e.first.push_back({plainText(tariff->energy), plainText(tariff->demand),
                       fmt::format("{:.2f}", tariff->fixedUsdPerMonth),
                       fmt::format("{:.0f}", tariff->ratchetPct)});
    e.notes.push_back(plainText(
        fmt::format("{}, {}, prices of {}.", tariff->utility, tariff->name, tariff->priceYear)));
    for (const std::string& note : tariff->notes) {
        e.notes.push_back(plainText(note));
    }
    return e;
}

}  // namespace headroom::engine
