// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/core/attribute.h"

#include <QString>
#include <nlohmann/json.hpp>

#include <map>
#include <string>

/// A small catalogue and projects of its own for tests: round figures that expectations can be
/// worked out from by hand. Nothing of resources/catalog/ is used, so that data can change freely.
/// Compiled once (headroom_test_fixture), and JSON with it: most of the time of a test that uses
/// both.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace headroom::engine::fixture {

using Json = nlohmann::ordered_json;

/// The errors of a result as text, empty where there are none.
template <class T>
std::string whyNot(const ResultAll<T>& result) {
    return result ? std::string() : text(result.error());
}

/// A figure of a catalogue file, in the unit of its attribute.
Json figure(const models::ComponentType& type, const std::string& key, const Json& value);

/// A part of a catalogue file from plain values by key.
Json part(const std::string& typeId, const std::string& id, const Json& values);

/// A catalogue file of one component type.
Json file(const std::string& typeId, const Json& parts);

/// Catalogue files by component type.
std::map<std::string, Json> catalogueFiles();

/// Fails the test where the file cannot be written.
void writeFile(const QString& path, const std::string& text);

/// Writes the files into a folder of its own and loads that.
ResultAll<Catalogue> loadCatalogue(const std::map<std::string, Json>& files);

/// The catalogue above; fails the program where it does not load.
const Catalogue& catalogue();

/// A hall with 4 rows of 10 air-cooled racks, 40 kW each: 1,280 accelerators, one job.
Json project();

/// Reads a project against the catalogue above.
ResultAll<Project> read(const Json& json);

/// A project that must be fine; fails the program where it is not.
Project mustRead(const Json& json);

}  // namespace headroom::engine::fixture
