// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/border/workbook_numbers.h"
#include "engine/border/xml_walker.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// The cells of a worksheet part as comma-separated text; for users there is workbook_sheet.h. Cells and rows may lack
/// their places, and rows may be missing; a row out of order follows the row before.
class SheetCells : public XmlWalker {
  public:
    /// `shared`: the texts that cells share. `forms`: by style. Both must stay.
    SheetCells(const std::vector<std::string>& shared, const std::vector<CellForm>& forms,
               bool is1904)
        : shared_(shared), forms_(forms), is1904_(is1904) {}

    bool hasEnough() const override { return isTooLarge_; }

    bool isTooLarge() const { return isTooLarge_; }

    long filledRows() const { return filledRows_; }  ///< with a filled cell or more

    bool isTable() const {
        return wideRows_ >= 2;
    }  ///< two rows or more have two filled cells or more

    std::string takeText();  ///< a line for each row, all with equally many cells

  private:
    void begin(std::string_view element, const XmlAttributes& attributes) override;
    void end(std::string_view element) override;
    void text(std::string_view part) override;

    void beginRow(std::string_view number);
    void beginCell(const XmlAttributes& attributes);
    void endCell();
    std::string shownText() const;
    void endRow();

    const std::vector<std::string>& shared_;
    const std::vector<CellForm>& forms_;
    bool is1904_;

    std::string text_;                      ///< rows so far
    std::vector<std::size_t> rowEnds_;      ///< in text_
    std::vector<std::uint16_t> widths_;     ///< cells of each row
    std::string row_;                       ///< the row under way
    std::size_t column_ = 0;                ///< of the cell under way, from 0
    std::size_t written_ = 0, filled_ = 0;  ///< cells of the row under way
    std::size_t widest_ = 0;
    long filledRows_ = 0, wideRows_ = 0;
    char type_ = 'n';
    std::size_t style_ = 0;
    std::string value_, inlined_;
    bool isValue_ = false, isInline_ = false, isReading_ = false, isTooLarge_ = false;
};

}  // namespace headroom::engine
