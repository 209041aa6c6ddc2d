// SPDX-License-Identifier: Apache-2.0
#include "ui/units/number_name.h"

#include "engine/part/part_address.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom::ui {

namespace {

enum class Naming { Facility, Object, Stated };

/// First words, and what follows up to the key: nothing, an object, or a type and an object.
struct NumberPlace {
    std::string_view word;
    Naming naming;
};

constexpr auto kNumberPlaces = std::to_array<NumberPlace>({
    {"facility", Naming::Facility},
    {"figure", Naming::Facility},
    {"design", Naming::Facility},
    {"hall", Naming::Object},
    {"cdu", Naming::Object},
    {"loop", Naming::Object},
    {"battery", Naming::Object},
    {"rack", Naming::Object},
    {"unit", Naming::Object},
    {"machine", Naming::Object},
    {"job", Naming::Object},
    {"attribute", Naming::Stated},
    {"part", Naming::Stated},
});

}  // namespace

std::string NumberName::text() const {
    const std::string owner =
        type.empty() ? object : engine::CatalogueName{type, object, {}}.text();
    return engine::ChannelName{place, owner, key}.text();
}

std::optional<NumberName> NumberName::parse(const std::string& text) {
    const auto words = engine::ChannelName::parse(text);
    const auto known = std::find_if(kNumberPlaces.begin(), kNumberPlaces.end(),
                                    [&](const NumberPlace& p) { return p.word == words.place; });
    if (known == kNumberPlaces.end() || words.key.empty() ||
        words.object.empty() != (known->naming == Naming::Facility)) {
        return std::nullopt;
    }
    if (known->naming == Naming::Stated) {
        const auto of = engine::CatalogueName::ofPart(words.object);
        if (of.type.empty() || of.id.empty()) {
            return std::nullopt;
        }
        return NumberName{std::string(words.place), std::string(of.type), std::string(of.id),
                          std::string(words.key)};
    }
    // An object, or one of its units: "cdus/3".
    const auto address = engine::PartAddress::parse(words.object);
    if (!address.part.empty() || (address.unit == 0 && address.object != words.object)) {
        return std::nullopt;
    }
    return NumberName{
        std::string(words.place), {}, std::string(words.object), std::string(words.key)};
}

}  // namespace headroom::ui
