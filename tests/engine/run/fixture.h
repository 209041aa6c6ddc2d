// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/run/simulator.h"

#include <QDebug>
#include <QtGlobal>

#include <memory>
#include <string>
#include <utility>

/// The tour scenario as a base that tests change value by value.
namespace headroom::tests {

inline const engine::Catalogue& catalogue() {
    static const engine::Catalogue kCatalogue = [] {
        auto read = engine::Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        if (!read) {
            qFatal("%s", engine::text(read.error()).c_str());
        }
        return std::move(*read);
    }();
    return kCatalogue;
}

inline engine::Project scenario(const std::string& name) {
    auto read =
        engine::loadProject(std::string{HEADROOM_SOURCE_DIR "/scenarios/"} + name, catalogue());
    if (!read) {
        qFatal("%s", engine::text(read.error()).c_str());
    }
    return std::move(*read);
}

/// Sets one value; the object and the key must exist.
inline void set(engine::Project& project, const std::string& id, const std::string& key,
                models::Value value) {
    for (engine::Object& object : project.objects) {
        if (object.id != id) {
            continue;
        }
        for (std::size_t i = 0; i < object.type->attributes.size(); ++i) {
            if (object.type->attributes[i].key == key) {
                object.values[i] = std::move(value);
                return;
            }
        }
    }
    qFatal("no %s/%s in the fixture", id.c_str(), key.c_str());
}

/// Removes every object of a type.
inline void removeAll(engine::Project& project, const std::string& typeId) {
    std::erase_if(project.objects,
                  [&](const engine::Object& object) { return object.type->id == typeId; });
}

inline std::unique_ptr<engine::Simulator> simulator(const engine::Project& project,
                                                    const engine::RunOptions& options = {}) {
    auto made = engine::Simulator::create(project, catalogue(), options);
    if (!made) {
        qFatal("%s", engine::text(made.error()).c_str());
    }
    return std::move(*made);
}

}  // namespace headroom::tests
