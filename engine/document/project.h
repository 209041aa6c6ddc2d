// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/base/special_members.h"
#include "engine/document/catalogue.h"
#include "models/core/attribute.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// One object of a project: a hall, a rack block, a training job. values run parallel to
/// type->attributes, in the units of the table; what is not stated is monostate.
struct Object {
    std::string id;  ///< unique in the project; of single sections the section's name
    const models::ComponentType* type = nullptr;
    std::vector<models::Value> values;

    const models::Value& value(std::string_view key) const;
    bool operator==(const Object&) const = default;
};

/// Design that a team draws and discusses: plain data, no derived state. Arrays stay arrays.
struct Project {
    HEADROOM_SPECIAL_MEMBERS(Project);

    std::vector<Object> objects;  ///< in the order of documentTypes(), then of the file
    std::filesystem::path file;   ///< where it was read from; empty for a new one

    const Object* find(std::string_view id) const;
    std::vector<const Object*> objectsOf(std::string_view typeId) const;

    /// Folder that relative paths inside the project refer to.
    std::filesystem::path folder() const { return file.parent_path(); }
};

/// The typed spec of an object: defaults of the table's type, then the values that are stated.
template <class Spec>
Spec specOf(const Object& object) {
    Spec spec;
    for (std::size_t i = 0; i < object.type->attributes.size(); ++i) {
        const models::Attribute& a = object.type->attributes[i];
        a.set(a, &spec, object.values[i]);
    }
    return spec;
}

/// Reads a project file, or the project.json of a folder. Every fault is reported at once, with
/// JSON path, line and remedy: not JSON, other format or newer version, unknown key (with the
/// nearest known one), wrong kind, out of range, missing, duplicate id, reference to nothing.
ResultAll<Project> loadProject(const std::filesystem::path& path, const Catalogue& catalogue);
ResultAll<Project> parseProject(const std::string& text, const std::filesystem::path& file,
                                const Catalogue& catalogue);

/// The project as JSON text: sections and keys in table order, two spaces, newline at the end.
std::string projectText(const Project& project);

/// Writes atomically: a temporary file next to it, flushed, then renamed. On failure the old file is
/// untouched.
Result<void> saveProject(const Project& project, const std::filesystem::path& path);

/// JSON Schema (draft 7) of the project format, and of a catalogue file, made from the tables.
std::string projectSchemaText();
std::string catalogueSchemaText();

/// A value as people read it, without unit: "12.5", "yes", "gpu", "3 points".
std::string valueText(const models::Value& value);

}  // namespace headroom::engine
