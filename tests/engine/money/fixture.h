// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// What tests of money share: the catalogue that ships, its scenarios, and projects that say something else.
namespace headroom::tests::money {

inline engine::Catalogue shipped() {
    auto loaded = engine::Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
    if (!loaded) {
        throw std::runtime_error(engine::text(loaded.error()));
    }
    return std::move(*loaded);
}

inline engine::Project scenario(const std::string& name, const engine::Catalogue& catalogue) {
    auto read = engine::loadProject(HEADROOM_SOURCE_DIR "/scenarios/" + name, catalogue);
    if (!read) {
        throw std::runtime_error(engine::text(read.error()));
    }
    return std::move(*read);
}

inline void set(engine::Object& object, std::string_view key, models::Value value) {
    const models::Attribute* a = object.type->find(key);
    object.values[static_cast<std::size_t>(a - object.type->attributes.data())] = std::move(value);
}

/// The project with such a figure in its section `economics`.
inline engine::Project with(engine::Project project, std::string_view key,
                            const models::Value& value) {
    const models::ComponentType& type = models::EconomicsSpec::type();
    if (project.objectsOf(type.id).empty()) {
        project.objects.push_back(
            {"economics", &type, std::vector<models::Value>(type.attributes.size())});
    }
    for (engine::Object& object : project.objects) {
        if (object.type == &type) {
            set(object, key, value);
        }
    }
    return project;
}

/// Steps of five minutes: what is asked for here are sums of money.
inline engine::TypicalYearSpec coarseYear() {
    engine::TypicalYearSpec spec;
    spec.stepS = 300.0;
    return spec;
}

}  // namespace headroom::tests::money
