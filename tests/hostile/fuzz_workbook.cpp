// SPDX-License-Identifier: Apache-2.0
#include "engine/border/table_text.h"
#include "engine/border/workbook_sheet.h"
#include "engine/border/xml_walker.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

#include <algorithm>
#include <map>
#include <string>

namespace headroom::hostile {

/// The parts of an XLSX workbook in sections: workbook, relations, styles, shared texts, sheet. Without a section break
/// the bytes are an archive.
void workbook(std::string_view bytes) {
    if (bytes.find(kSectionBreak) == std::string_view::npos) {
        if (const auto made = engine::sheetText(bytes, "input.xlsx", ""); !made) {
            requireRefusal(made.error(), "input.xlsx");
        }
        return;
    }
    std::map<std::string, std::string_view> parts;
    for (const char* name : {"xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml",
                             "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"}) {
        const auto [part, rest] = splitSection(bytes);
        parts[name] = part;
        bytes = rest;
    }
    const engine::WorkbookParts walk = [&](const std::string& name,
                                           engine::XmlWalker& walker) -> engine::Result<bool> {
        const auto found = parts.find(name);
        if (found == parts.end()) {
            return false;
        }
        if (!walker.feed(found->second, true)) {
            return tl::unexpected(engine::workbookError(
                "TXT-004", "input.xlsx", "a part is damaged", "Save the workbook again."));
        }
        return true;
    };
    const auto made = engine::sheetOfParts(walk, "input.xlsx", "");
    if (!made) {
        requireRefusal(made.error(), "input.xlsx");
        return;
    }
    require(!made->text.empty() && made->text.back() == '\n', "a sheet without lines");
    require(std::find(made->sheets.begin(), made->sheets.end(), made->sheet) != made->sheets.end(),
            "a sheet that is not listed");
}

}  // namespace headroom::hostile
