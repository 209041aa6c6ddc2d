// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

/// Parts written back as a file of the catalogue (resources/catalog/README.md): those that a project has as its own.
namespace headroom::engine {

/// The file of these parts, which are of one type: reads back as the same values with the same sources.
std::string catalogueFileText(const models::ComponentType& type,
                              std::span<const CatalogueEntry> parts);

/// Ids of the parts in such a file, in its order; none where there is no file. Errors of reading it; CAT-002: not JSON.
Result<std::vector<std::string>> partsIn(const std::filesystem::path& file);

}  // namespace headroom::engine
