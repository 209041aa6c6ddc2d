// SPDX-License-Identifier: Apache-2.0
#include "engine/border/sheet_cells.h"

#include "engine/base/number.h"
#include "engine/files/delimited.h"

#include <algorithm>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostSheetText = std::size_t{512} << 20U;
constexpr std::size_t kMostSheetRows = std::size_t{1} << 20U;
constexpr std::size_t kMostSheetColumns = std::size_t{1} << 14U;
constexpr std::size_t kLongestCell = 32'767;  // of Excel

/// "BC12" is column 54; kMostSheetColumns if the text names no column.
std::size_t columnOfPlace(std::string_view place) {
    std::size_t column = 0;
    for (const char c : place) {
        const char letter = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        if (letter < 'A' || letter > 'Z') {
            break;
        }
        column = std::min(column * 26 + static_cast<std::size_t>(letter - 'A') + 1,
                          kMostSheetColumns + 1);
    }
    return column == 0 || column > kMostSheetColumns ? kMostSheetColumns : column - 1;
}

char typeOf(std::string_view t) {
    return t == "s"                             ? 's'
           : t == "inlineStr"                   ? 'i'
           : t == "b"                           ? 'b'
           : t == "str" || t == "e" || t == "d" ? 't'
                                                : 'n';
}

}  // namespace

void SheetCells::begin(std::string_view element, const XmlAttributes& a) {
    if (element == "row") {
        beginRow(a.text("r"));
    } else if (element == "c") {
        beginCell(a);
    }
    isValue_ = element == "v";
    isInline_ = element == "t" && !isReading_;
    isReading_ = isReading_ || element == "rPh";
}

void SheetCells::end(std::string_view element) {
    isValue_ = isInline_ = false;
    isReading_ = isReading_ && element != "rPh";
    if (element == "c") {
        endCell();
    } else if (element == "row") {
        endRow();
    }
}

void SheetCells::text(std::string_view part) {
    std::string* const into = isValue_ ? &value_ : isInline_ ? &inlined_ : nullptr;
    if (into != nullptr && into->size() < kLongestCell) {
        *into += part;
    }
}

void SheetCells::beginRow(std::string_view number) {
    const auto stated = parseNumber(number);
    const auto row = stated && *stated >= 1.0 && *stated <= static_cast<double>(kMostSheetRows)
                         ? static_cast<std::size_t>(*stated)
                         : 0;
    while (row > 0 && rowEnds_.size() + 1 < row) {
        rowEnds_.push_back(text_.size());
        widths_.push_back(0);
    }
    row_.clear();
    written_ = filled_ = 0;
    column_ = kMostSheetColumns;
}

void SheetCells::beginCell(const XmlAttributes& a) {
    const std::size_t stated = columnOfPlace(a.text("r"));
    column_ = stated < kMostSheetColumns ? stated : written_;
    type_ = typeOf(a.text("t"));
    const auto style = parseNumber(a.text("s"));
    style_ = style && *style >= 0.0 && *style < static_cast<double>(forms_.size())
                 ? static_cast<std::size_t>(*style)
                 : forms_.size();
    value_.clear();
    inlined_.clear();
}

/// The cell as the sheet shows it.
std::string SheetCells::shownText() const {
    const auto number = type_ == 's' || type_ == 'n' ? parseNumber(value_) : std::nullopt;
    switch (type_) {
        case 's':
            return number && *number >= 0.0 && *number < static_cast<double>(shared_.size())
                       ? shared_[static_cast<std::size_t>(*number)]
                       : std::string();
        case 'i':
            return inlined_;
        case 'b':
            return value_ == "1" ? "TRUE" : value_.empty() ? "" : "FALSE";
        case 't':
            return value_;
        default:
            return number ? cellText(*number,
                                     style_ < forms_.size() ? forms_[style_] : CellForm::Number,
                                     is1904_)
                          : value_;
    }
}

void SheetCells::endCell() {
    std::string cell = shownText();
    if (cell.empty() || column_ < written_ || column_ >= kMostSheetColumns) {
        return;
    }
    std::replace_if(
        cell.begin(), cell.end(), [](char c) { return c == '\n' || c == '\r' || c == '\0'; }, ' ');
    row_.append(written_ == 0 ? column_ : column_ - written_ + 1, ',');
    appendDelimited(row_, cell, ',');
    written_ = column_ + 1;
    ++filled_;
}

void SheetCells::endRow() {
    if (rowEnds_.size() >= kMostSheetRows) {
        return;
    }
    text_ += row_;
    rowEnds_.push_back(text_.size());
    widths_.push_back(static_cast<std::uint16_t>(written_));
    widest_ = std::max(widest_, written_);
    filledRows_ += filled_ > 0 ? 1 : 0;
    wideRows_ += filled_ > 1 ? 1 : 0;
    isTooLarge_ = text_.size() + rowEnds_.size() * widest_ > kMostSheetText;
}

std::string SheetCells::takeText() {
    std::string all;
    all.reserve(text_.size() + rowEnds_.size() * widest_);
    std::size_t from = 0;
    for (std::size_t i = 0; i < rowEnds_.size(); ++i) {
        all.append(text_, from, rowEnds_[i] - from);
        all.append(widest_ - std::max<std::size_t>(widths_[i], widest_ > 0 ? 1 : 0), ',');
        all += '\n';
        from = rowEnds_[i];
    }
    return all;
}

}  // namespace headroom::engine
