// SPDX-License-Identifier: Apache-2.0
#include "engine/money/rates.h"

#include "engine/part/part_address.h"
#include "engine/sensitivity/ends.h"
#include "engine/sensitivity/sensitivity.h"
#include "models/economics/price_book.h"

#include <cassert>
#include <utility>

namespace headroom::engine {

const Rate& PriceRates::book(std::string_view key) {
    const Rate* rate = figure(*book_, key);
    assert(rate != nullptr && "every rate of a price book is required");
    return *rate;
}

const Rate* PriceRates::part(std::string_view type, std::string_view id, std::string_view key) {
    const CatalogueEntry* entry = catalogue_->find(type, id);
    return entry == nullptr ? nullptr : figure(*entry, key);
}

const Rate* PriceRates::figure(const CatalogueEntry& entry, std::string_view key) {
    std::string id = ChannelName{entry.type->id, entry.id, key}.text();
    if (const auto known = used_.find(id); known != used_.end()) {
        return &known->second;
    }
    const models::Attribute* a = entry.type->find(key);
    if (a == nullptr) {
        return nullptr;
    }
    const auto i = static_cast<std::size_t>(a - entry.type->attributes.data());
    const auto* value = std::get_if<double>(&entry.values[i]);
    if (value == nullptr) {
        return nullptr;
    }
    const Provenance& provenance = entry.provenance[i];
    Rate rate;
    rate.id = id;
    rate.label = a->label;
    rate.unit = a->unit;
    rate.value = rate.low = rate.high = *value;
    if (const auto ends = endsOf(*a, entry.values[i], provenance, SensitivitySpec{}.share)) {
        rate.low = std::get<double>(ends->low);
        rate.high = std::get<double>(ends->high);
        rate.hasRange = ends->stated;
    }
    rate.status = provenance.status;
    rate.source = provenance.source;
    rate.date = provenance.date;
    return &used_.emplace(std::move(id), std::move(rate)).first->second;
}

int PriceRates::priceYear() const {
    return static_cast<const models::PriceBookSpec*>(book_->spec.get())->priceYear;
}

}  // namespace headroom::engine
