// SPDX-License-Identifier: Apache-2.0
#include "engine/report/report_tree.h"

#include <algorithm>

namespace headroom::engine::report {

Text::Text(const std::string& words) {
    add(words);
}

Text::Text(std::string_view words) {
    add(words);
}

Text::Text(const char* words) {
    add(words);
}

Text& Text::add(std::string_view words, TextRun::Look look) {
    if (words.empty()) {
        return *this;
    }
    if (!runs_.empty() && runs_.back().look == look) {
        runs_.back().words += words;
    } else {
        runs_.push_back({std::string(words), look});
    }
    return *this;
}

Text& Text::newLine() {
    runs_.push_back({{}, TextRun::Look::Break});
    return *this;
}

std::string Text::words() const {
    std::string words;
    for (const TextRun& run : runs_) {
        words += run.look == TextRun::Look::Break ? " " : run.words;
    }
    return words;
}

bool Table::hasHead() const {
    return std::any_of(columns.begin(), columns.end(),
                       [](const TableColumn& column) { return !column.head.empty(); });
}

Paragraph note(Text text) {
    return {std::move(text), Paragraph::Kind::Note};
}

void ReportPage::add(Section section) {
    if (section.blocks.empty()) {
        return;
    }
    section.number = hasContents ? static_cast<int>(sections.size()) + 1 : 0;
    sections.push_back(std::move(section));
}

}  // namespace headroom::engine::report
