// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/words.h"

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace headroom::engine {

/// An expected failure at a border: a file, a user's text, a solver that does not converge.
/// The code is stable and listed in resources/help/errors.md ("PRJ-004"). The text says what is
/// wrong with the values in it; the remedy says what to do about it. Both carry their quantities.
struct Error {
    std::string code;
    Words message;
    Words remedy;
    std::string file;  ///< empty where no file is concerned
    std::string path;  ///< place inside the file as a JSON pointer ("/halls/0/width_m"), or empty
    int line = 0;      ///< 1-based line inside the file, 0: not known

    /// "FILE:LINE: /path: [CODE] message. Remedy: …" with the parts that are known.
    Words text() const;
};

/// All that is wrong with one input, in the order of the file.
using Errors = std::vector<Error>;

template <class T>
using Result = tl::expected<T, Error>;

/// Result of reading something that can have many faults at once.
template <class T>
using ResultAll = tl::expected<T, Errors>;

/// One line for each error.
Words text(const Errors& errors);

/// The words nearest to `word` by edit distance, for "did you mean"; empty where none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& words);

}  // namespace headroom::engine
