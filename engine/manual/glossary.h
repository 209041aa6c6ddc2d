// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine::manual {

/// A row of the glossary (resources/help/glossary.md).
struct Term {
    std::string term;
    std::vector<std::string> words;  ///< the term itself and other words for it, in small letters
    std::string meaning;
    std::vector<std::string> pages;     ///< "cooling.md"
    std::vector<std::string> commands;  ///< texts of commands or panes of the window: "Save Run"
};

/// Reads the tables of the page: term, other words, meaning, page, names in the window. Rows of another form are skipped.
std::vector<Term> readGlossary(std::string_view markdown);

/// The words of a text in small letters without articles and words of questions (how, do, I, the, to, …); all of them where
/// no other is left.
std::vector<std::string> significantWords(std::string_view text);

/// The terms that `typed` means, best first: each of its words begins a word of the term or of one phrase for it. Only
/// significant words count. Pointers into `terms`.
std::vector<const Term*> termsFor(std::string_view typed, const std::vector<Term>& terms);

}  // namespace headroom::engine::manual
