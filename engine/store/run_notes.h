// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace headroom::engine {

/// A remark of a person about an instant of a run. It is kept in the recording and copied with it.
struct RunNote {
    double timeS = 0.0;
    std::string text;  ///< one line

    bool operator==(const RunNote&) const = default;
};

inline constexpr std::size_t kMostNoteBytes = 400, kMostNotes = 1000;

/// The notes of a recording in the order of their times, with those of the parts that it follows
/// (RunInfo::follows). Empty if nobody wrote one. Errors: STO-010, STO-011, STO-013.
Result<std::vector<RunNote>> runNotes(const std::filesystem::path& recording);

/// Writes a note in place of any other at that instant; an empty text removes it. A run that is still
/// recorded takes notes too. STO-021: the text is too long or has several lines, the time is not a
/// number, or the recording is full of notes. Errors of writing: STO-004, STO-005.
Result<void> setRunNote(const std::filesystem::path& recording, const RunNote& note);

}  // namespace headroom::engine
