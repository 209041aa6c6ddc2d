// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/plan.h"

#include <filesystem>

namespace headroom::app {

/// Projects as commands open them, orders as `branch --order` takes them. `allowOutside`: the study may name any file.
engine::StudyReaders studyReaders(bool allowOutside = false);

/// STUDY.db next to the study; of a study that ships in the current folder.
std::filesystem::path studyDatabase(const std::filesystem::path& study);

}  // namespace headroom::app
