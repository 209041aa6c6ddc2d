// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

/// A part that an import adds to a catalogue file.
struct CataloguePart {
    std::string type;  ///< "tariff"
    std::string json;  ///< an object with an id
    std::vector<std::pair<std::string, std::string>>
        sources;  ///< id and text: where its figures are from
};

/// Puts a part into a catalogue file, which is made where there is none, in place of one of the same id.
/// DEV-008: a file of that name is not a catalogue file of its type. Errors of readTextFile() and writeFile().
Result<void> addCataloguePart(const CataloguePart& part, const std::filesystem::path& file);

}  // namespace headroom::engine
