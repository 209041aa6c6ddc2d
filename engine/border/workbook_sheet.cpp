// SPDX-License-Identifier: Apache-2.0
#include "engine/border/workbook_sheet.h"

#include "engine/base/number.h"
#include "engine/border/sheet_cells.h"
#include "engine/border/workbook_numbers.h"
#include "engine/border/xml_walker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostShared = std::size_t{256} << 20U;
constexpr std::size_t kMostSheets = 1000;

/// A sheet in the list of a workbook.
struct ListedSheet {
    std::string name, relation;
    bool isHidden = false;
};

class WorkbookWalker : public XmlWalker {
  public:
    std::vector<ListedSheet> sheets;
    bool is1904 = false;

  private:
    void begin(std::string_view element, const XmlAttributes& a) override {
        if (element == "sheet" && sheets.size() < kMostSheets) {
            const std::string_view state = a.text("state");
            sheets.push_back({std::string(a.text("name")), std::string(a.text("id")),
                              state == "hidden" || state == "veryHidden"});
        } else if (element == "workbookPr") {
            is1904 = a.text("date1904") == "1" || a.text("date1904") == "true";
        }
    }

    void end(std::string_view) override {}

    void text(std::string_view) override {}
};

/// Parts that belong to the workbook.
class RelationsWalker : public XmlWalker {
  public:
    std::map<std::string, std::string, std::less<>> sheetParts;  ///< by relation
    std::string sharedStrings = "xl/sharedStrings.xml", styles = "xl/styles.xml";

  private:
    void begin(std::string_view element, const XmlAttributes& a) override {
        if (element != "Relationship") {
            return;
        }
        const std::string_view target = a.text("Target"), type = a.text("Type");
        const std::string part =
            target.starts_with('/') ? std::string(target.substr(1)) : "xl/" + std::string(target);
        if (type.ends_with("/worksheet")) {
            sheetParts.emplace(a.text("Id"), part);
        } else if (type.ends_with("/sharedStrings")) {
            sharedStrings = part;
        } else if (type.ends_with("/styles")) {
            styles = part;
        }
    }

    void end(std::string_view) override {}

    void text(std::string_view) override {}
};

/// Forms of the cells by the number of their style.
class StylesWalker : public XmlWalker {
  public:
    std::vector<CellForm> forms;

  private:
    void begin(std::string_view element, const XmlAttributes& a) override {
        if (element == "numFmt") {
            codes_.emplace(wholeOf(a.text("numFmtId")), a.text("formatCode"));
        } else if (element == "cellXfs") {
            isInCells_ = true;
        } else if (element == "xf" && isInCells_ && forms.size() < kMostStyles) {
            const int number = wholeOf(a.text("numFmtId"));
            const auto code = codes_.find(number);
            forms.push_back(cellFormOf(number, code == codes_.end()
                                                   ? std::string_view()
                                                   : std::string_view(code->second)));
        }
    }

    void end(std::string_view element) override { isInCells_ = isInCells_ && element != "cellXfs"; }

    void text(std::string_view) override {}

    static int wholeOf(std::string_view text) {
        const auto number = parseNumber(text);
        return number && *number >= 0.0 && *number < 1e6 ? static_cast<int>(*number) : 0;
    }

    static constexpr std::size_t kMostStyles = 100'000;

    std::map<int, std::string> codes_;
    bool isInCells_ = false;
};

/// Texts that many cells share. Readings of Japanese words (rPh) are left out.
class SharedStringsWalker : public XmlWalker {
  public:
    std::vector<std::string> strings;
    bool isTooLarge = false;

    bool hasEnough() const override { return isTooLarge; }

  private:
    void begin(std::string_view element, const XmlAttributes&) override {
        if (element == "si") {
            strings.emplace_back();
        }
        isText_ = element == "t" && !isReading_;
        isReading_ = isReading_ || element == "rPh";
    }

    void end(std::string_view element) override {
        isText_ = false;
        isReading_ = isReading_ && element != "rPh";
    }

    void text(std::string_view part) override {
        if (isText_ && !strings.empty()) {
            size_ += part.size();
            isTooLarge = size_ > kMostShared;
            strings.back() += part;
        }
    }

    bool isText_ = false, isReading_ = false;
    std::size_t size_ = 0;
};

/// All of a workbook but its sheets.
struct WorkbookFrame {
    WorkbookWalker workbook;
    RelationsWalker relations;
    StylesWalker styles;
    SharedStringsWalker shared;
};

Result<void> readFrame(const WorkbookParts& parts, const std::string& file, WorkbookFrame& frame) {
    for (const auto& [name, walker] : std::initializer_list<std::pair<std::string, XmlWalker*>>{
             {"xl/workbook.xml", &frame.workbook},
             {"xl/_rels/workbook.xml.rels", &frame.relations}}) {
        if (auto walked = parts(name, *walker); !walked) {
            return tl::unexpected(std::move(walked.error()));
        }
    }
    for (const auto& [name, walker] : std::initializer_list<std::pair<std::string, XmlWalker*>>{
             {frame.relations.styles, &frame.styles},
             {frame.relations.sharedStrings, &frame.shared}}) {
        if (auto walked = parts(name, *walker); !walked) {
            return tl::unexpected(std::move(walked.error()));
        }
    }
    if (frame.shared.isTooLarge) {
        return tl::unexpected(workbookError("TXT-005", file,
                                            "the texts of the workbook take more than 256 MiB",
                                            "Export the sheet as CSV."));
    }
    return {};
}

Result<SheetText> noSheet(const std::string& file, std::string message, std::string remedy) {
    return tl::unexpected(workbookError("TXT-006", file, std::move(message), std::move(remedy)));
}

std::string inList(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) {
        list += (list.empty() ? "'" : ", '") + name + "'";
    }
    return list;
}

}  // namespace

SheetPath SheetPath::of(const std::filesystem::path& path) {
    const std::string name = path.string();
    const std::size_t mark = name.rfind('#');
    std::error_code ignored;
    if (mark == std::string::npos || std::filesystem::exists(path, ignored)) {
        return {path, {}};
    }
    std::string before = name.substr(0, mark);
    std::transform(before.begin(), before.end(), before.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool isWorkbook =
        before.ends_with(".xlsx") || before.ends_with(".xlsm") || before.ends_with(".xltx");
    return isWorkbook ? SheetPath{name.substr(0, mark), name.substr(mark + 1)}
                      : SheetPath{path, {}};
}

std::string SheetText::words() const {
    return fmt::format("sheet '{}' of an XLSX workbook", sheet);
}

Result<SheetText> sheetOfParts(const WorkbookParts& parts, const std::string& file,
                               std::string_view sheet) {
    WorkbookFrame frame;
    if (auto read = readFrame(parts, file, frame); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    SheetText made, thin;
    for (const ListedSheet& listed : frame.workbook.sheets) {
        made.sheets.push_back(listed.name);
    }
    bool isThere = false;
    for (const ListedSheet& listed : frame.workbook.sheets) {
        const auto part = frame.relations.sheetParts.find(listed.relation);
        const bool isWanted = sheet.empty() ? !listed.isHidden : listed.name == sheet;
        if (!isWanted || part == frame.relations.sheetParts.end()) {
            continue;  // a chart, or a sheet that nobody asked for
        }
        isThere = true;
        SheetCells cells(frame.shared.strings, frame.styles.forms, frame.workbook.is1904);
        if (auto walked = parts(part->second, cells); !walked) {
            return tl::unexpected(std::move(walked.error()));
        }
        if (cells.isTooLarge()) {
            return tl::unexpected(workbookError(
                "TXT-005", file,
                fmt::format("sheet '{}' takes more than 512 MiB as text", listed.name),
                "Export the sheet as CSV."));
        }
        if (cells.filledRows() > 0 && (!sheet.empty() || cells.isTable() || thin.sheet.empty())) {
            SheetText& read = !sheet.empty() || cells.isTable() ? made : thin;
            read.text = cells.takeText();
            read.sheet = listed.name;
            if (&read == &made) {
                return made;
            }
        }
    }
    if (!thin.sheet.empty()) {
        made.text = std::move(thin.text);
        made.sheet = std::move(thin.sheet);
        return made;
    }
    if (!sheet.empty() && !isThere) {
        return noSheet(file, fmt::format("the workbook has no sheet '{}' with cells", sheet),
                       "Name one of its sheets: " + inList(made.sheets) + '.');
    }
    return noSheet(file,
                   sheet.empty() ? "no visible sheet of the workbook holds data"
                                 : fmt::format("sheet '{}' is empty", sheet),
                   made.sheets.empty() ? "Save the workbook again."
                                       : "Its sheets are " + inList(made.sheets) + '.');
}

Result<SheetText> sheetText(std::string_view bytes, const std::string& file,
                            std::string_view sheet) {
    Result<SheetText> made = tl::unexpected(Error{});
    auto used = withWorkbookParts(bytes, file, [&](const WorkbookParts& parts) -> Result<void> {
        made = sheetOfParts(parts, file, sheet);
        return made ? Result<void>() : tl::unexpected(made.error());
    });
    if (!used) {
        return tl::unexpected(std::move(used.error()));
    }
    return made;
}

}  // namespace headroom::engine
