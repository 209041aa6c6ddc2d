// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine::manual {

/// A row of the glossary (resources/help/glossary.md).
struct Term {
    std::string term;
    std::vector<std::string> words;     ///< the term itself and other words for it, in small letters
    std::string meaning;
    std::vector<std::string> pages;     ///< "cooling.md"
    std::vector<std::string> commands;  ///< texts of commands or panes of the window: "Save Run"
};

/// Reads the tables of the page: term, other words, meaning, page, names in the window. Rows of another form are skipped.
std::vector<Term> readGlossary(std::string_view markdown);

/// The terms that `typed` means, best first: each of its words begins a word of the term or of one phrase for it. Articles
/// and words of questions (how, do, I, the, to, …) do not count. Pointers into `terms`.
std::vector<const Term*> termsFor(std::string_view typed, const std::vector<Term>& terms);

}  // namespace headroom::engine::manual
