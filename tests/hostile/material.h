// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <filesystem>
#include <string>
#include <string_view>

/// What parsers are given next to their input.
namespace headroom::hostile {

/// The parts that ship, read once.
const engine::Catalogue& shippedCatalogue();

/// scenarios/NAME, read once for each name.
const engine::Project& scenario(const std::string& name);

/// A folder of this process alone, in $TMPDIR, removed at its end.
const std::filesystem::path& scratchFolder();

/// The bytes as a file of that name in the scratch folder, in place of the last of that name.
std::filesystem::path scratchFile(std::string_view name, std::string_view bytes);

}  // namespace headroom::hostile
