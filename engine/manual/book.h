// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/manual/glossary.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The manual: pages of Markdown, their sections, and a search over all. Window and command line show the same pages and the
/// same places found.
namespace headroom::engine::manual {

/// A part of a page under one heading.
struct Section {
    std::string heading;  ///< of the first section of a page: its title
    std::string anchor;   ///< as links write it: "law-and-validity"; empty if the top of the page
    int level = 1;        ///< of the heading, from 1
    std::string text;     ///< without marks of Markdown; cells of tables apart by " · "
};

class SearchIndex;

struct Page {
    std::string name;  ///< as links write it: "cooling.md"
    std::string title;
    std::string markdown;
    std::string group;  ///< heading of the index under which it is listed
    std::vector<Section> sections;
    bool isWritten = false;  ///< by the program, from its own tables
};

/// Heading of the index under which the pages are listed that answer one question each.
inline constexpr std::string_view kQuestionGroup = "How do I …";

/// A place that a search found. Pointers into the book.
struct Hit {
    const Page* page = nullptr;
    const Section* section = nullptr;
    std::string excerpt;  ///< text around the first word that was looked for
    int score = 0;
};

/// A page that is not a file: the program writes it from its own tables.
struct WrittenPage {
    std::string name;
    std::string markdown;
    std::string group;
};

/// The pages of a folder in the order of its index.md, then the written ones. A page that cannot be read is absent. Neither
/// copied nor moved: hits and terms point into it.
class Book {
  public:
    explicit Book(const std::filesystem::path& folder,
                  const std::vector<WrittenPage>& written = {});
    Book(const Book&) = delete;
    Book& operator=(const Book&) = delete;
    ~Book();

    /// Empty if the folder holds no index.
    const std::vector<Page>& pages() const { return pages_; }

    /// Null if no page has that name ("cooling.md").
    const Page* page(std::string_view name) const;

    /// Terms of the trade and other words for them (glossary.md).
    const std::vector<Term>& glossary() const { return glossary_; }

    /// Places that answer the typed words, best first, at most three of a page (search_index.h).
    std::vector<Hit> search(std::string_view typed, std::size_t most = 60) const;

  private:
    std::vector<Page> pages_;
    std::vector<Term> glossary_;
    std::unique_ptr<SearchIndex> index_;  ///< null if the folder holds no index
};

}  // namespace headroom::engine::manual
