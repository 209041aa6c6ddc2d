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

}  // namespace headroom::engine::manual
