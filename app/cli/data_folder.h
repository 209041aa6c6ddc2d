// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace headroom::app {

/// The folder that holds resources/ and scenarios/. The first of these that has resources/catalog:
/// the environment variable HEADROOM_DATA; ../share/headroom next to the program's folder (an
/// installation); the folders above the program (a source tree with build/…/bin) and share/headroom in them; the folder that
/// it was configured to be installed in; the source tree that it was built from. Empty where there is none; HEADROOM_DATA, where set, is never passed
/// over in silence.
std::filesystem::path dataFolder();

/// A library that another program has loaded says where itself lies: dataFolder() then looks from there and not from
/// that program.
void lookFrom(const std::filesystem::path& file);

/// A folder for files that a program writes without having been told where: `beside`, except
/// inside the data folder's scenarios/, where it is the current folder.
std::filesystem::path outputFolder(const std::filesystem::path& beside);

}  // namespace headroom::app
