// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::engine::manual {

/// A row of the glossary (resources/help/glossary.md).
struct Term {
    std::string term;
    std::vector<std::string> words;  ///< the term itself and other words for it, in small letters
    std::string meaning;
    std::vector<std::string> pages;  ///< "cooling.md"
    std::vector<std::string>
        commands;  ///< texts of commands or panes of the window: "Save Run", "Panes > Power"
};

/// Reads the tables of the page: term, other words, meaning, page, names in the window. Rows of another form are skipped.
std::vector<Term> readGlossary(std::string_view markdown);

/// Words that mean the same: the rows of two columns, first word and others, in small letters. Each other word leads to the first.
std::vector<std::pair<std::string, std::string>> readSynonyms(std::string_view markdown);

/// A term that typed words mean.
struct Meant {
    const Term* term = nullptr;
    bool hasAll = false;  ///< whether one phrase for it has all the significant words
};

/// The terms that `typed` means, best first (phrases.h). Pointers into `terms`.
std::vector<Meant> termsFor(std::string_view typed, const std::vector<Term>& terms);

}  // namespace headroom::engine::manual
