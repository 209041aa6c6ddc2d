// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/workbook.h"

#include "engine/base/plain_text.h"
#include "engine/document/json_text.h"
#include "engine/files/output_file.h"
#include "engine/sheet/workbook_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <set>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <xlsxwriter.h>

namespace headroom::engine {

namespace {

constexpr std::size_t kMaximumRows = 1048570;  // of the format, less the lines above the heading
constexpr std::size_t kMaximumColumns = 16384;
constexpr std::size_t kMaximumName = 31;
constexpr std::size_t kMaximumText = 32767;
constexpr lxw_row_t kHeadingRow = 3;
constexpr double kWidest = 60.0;

/// Plain text of at most as many bytes as a cell takes, cut between characters.
std::string celled(const std::string& words) {
    std::string text = plainText(words);
    if (text.size() <= kMaximumText) {
        return text;
    }
    std::size_t end = kMaximumText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
        --end;
    }
    return text.substr(0, end);
}

Result<void> checkSheets(const std::vector<Sheet>& sheets, const std::filesystem::path& path) {
    std::set<std::string> names;
    for (const Sheet& sheet : sheets) {
        std::string why;
        if (sheet.name.empty() || sheet.name.size() > kMaximumName ||
            sheet.name.find_first_of("[]:*?/\\") != std::string::npos) {
            why = "its name is malformed";
        } else if (!names.insert(sheet.name).second) {
            why = "another sheet has its name";
        } else if (sheet.rows.size() > kMaximumRows || sheet.columns.size() > kMaximumColumns) {
            why = "it is larger than a workbook allows";
        }
        if (!why.empty()) {
            return tl::unexpected(Error{
                "XLS-001", "The sheet " + inQuotes(sheet.name) + " cannot be written: " + why + ".",
                "Export tables as CSV instead.", path.string(), "", 0});
        }
    }
    if (sheets.empty()) {
        return tl::unexpected(Error{"XLS-001", "A workbook needs a sheet.",
                                    "Export a project that has objects.", path.string(), "", 0});
    }
    return {};
}

double widthOf(const SheetCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return static_cast<double>(text->size());
    }
    return 10.0;
}

struct Formats {
    lxw_format* title;
    lxw_format* why;
    lxw_format* heading;
};

/// The cells of a workbook are numbers in the unit of their column.
std::string numbersHead(SheetColumn column) {
    column.asText = nullptr;
    return columnHead(column);
}

void writeSheet(lxw_workbook* book, const Sheet& sheet, const Formats& formats) {
    lxw_worksheet* page = workbook_add_worksheet(book, sheet.name.c_str());
    worksheet_write_string(page, 0, 0, celled(sheet.title).c_str(), formats.title);
    worksheet_write_string(page, 1, 0, celled(sheet.why).c_str(), formats.why);
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        const auto column = static_cast<lxw_col_t>(c);
        double width = static_cast<double>(numbersHead(sheet.columns[c]).size());
        worksheet_write_string(page, kHeadingRow, column,
                               celled(numbersHead(sheet.columns[c])).c_str(), formats.heading);
        for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
            if (c >= sheet.rows[r].size()) {
                continue;
            }
            const auto row = static_cast<lxw_row_t>(r) + kHeadingRow + 1;
            const SheetCell& cell = sheet.rows[r][c];
            width = std::max(width, widthOf(cell));
            if (isNumber(cell)) {
                if (const double number = shownValue(cell, sheet.columns[c]);
                    std::isfinite(number)) {
                    worksheet_write_number(page, row, column, number, nullptr);
                }
            } else if (const std::string text = celled(cellPlain(cell)); !text.empty()) {
                worksheet_write_string(page, row, column, text.c_str(), nullptr);
            }
        }
        worksheet_set_column(page, column, column, std::min(width + 2.0, kWidest), nullptr);
    }
    worksheet_freeze_panes(page, kHeadingRow + 1, 1);
    if (!sheet.columns.empty() && !sheet.rows.empty()) {
        worksheet_autofilter(page, kHeadingRow, 0,
                             kHeadingRow + static_cast<lxw_row_t>(sheet.rows.size()),
                             static_cast<lxw_col_t>(sheet.columns.size() - 1));
    }
    worksheet_set_landscape(page);
    worksheet_fit_to_pages(page, 1, 0);
    worksheet_repeat_rows(page, kHeadingRow, kHeadingRow);
}

/// A file without a place on any disk.
class MemoryFile {
  public:
    MemoryFile() : descriptor_(::memfd_create("workbook", MFD_CLOEXEC)) {}

    ~MemoryFile() {
        if (isOpen()) {
            ::close(descriptor_);
        }
    }

    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    bool isOpen() const { return descriptor_ >= 0; }

    int descriptor() const { return descriptor_; }

    std::string name() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

    std::string bytes() const {
        std::string all;
        std::array<char, std::size_t{1} << 16U> block;
        for (;;) {
            const ssize_t size =
                ::pread(descriptor_, block.data(), block.size(), static_cast<off_t>(all.size()));
            if (size <= 0) {
                return all;
            }
            all.append(block.data(), static_cast<std::size_t>(size));
        }
    }

  private:
    int descriptor_;
};

/// The library tells its faults on standard error, and some of them nowhere else. While this lives
/// they are kept; what others write meanwhile is passed on.
class LibraryErrors {
  public:
    LibraryErrors() : before_(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
        if (before_ >= 0 && kept_.isOpen()) {
            ::dup2(kept_.descriptor(), STDERR_FILENO);
        }
    }

    ~LibraryErrors() {
        if (before_ >= 0) {
            ::close(before_);
        }
    }

    LibraryErrors(const LibraryErrors&) = delete;
    LibraryErrors& operator=(const LibraryErrors&) = delete;

    /// The first fault without its place in the library's source, or nothing. Ends the keeping.
    std::string take() const {
        if (before_ < 0) {
            return {};
        }
        ::dup2(before_, STDERR_FILENO);
        std::istringstream lines(kept_.bytes());
        std::string first;
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("[ERROR]")) {
                std::fprintf(stderr, "%s\n", line.c_str());
            } else if (first.empty()) {
                const std::size_t place = line.find("]: ");
                first = place == std::string::npos ? line : line.substr(place + 3);
            }
        }
        return first;
    }

  private:
    int before_;
    MemoryFile kept_;
};

}  // namespace

Result<void> writeWorkbook(const std::filesystem::path& path, const std::vector<Sheet>& sheets,
                           const std::string& title) {
    if (auto fine = checkSheets(sheets, path); !fine) {
        return fine;
    }
    // The library writes into memory, by the name that the system gives it, and our own writer puts
    // it in its place.
    const MemoryFile memory;
    lxw_workbook* book = memory.isOpen() ? workbook_new(memory.name().c_str()) : nullptr;
    if (book == nullptr) {
        return tl::unexpected(Error{"FIL-004", "cannot be written: not enough memory",
                                    "Close other programs.", path.string(), "", 0});
    }
    std::string name = plainText(title);
    std::string program = "Headroom";
    lxw_doc_properties properties{};
    properties.title = name.data();
    properties.author = program.data();
    workbook_set_properties(book, &properties);
    Formats formats{workbook_add_format(book), workbook_add_format(book),
                    workbook_add_format(book)};
    format_set_bold(formats.title);
    format_set_font_size(formats.title, 14);
    format_set_italic(formats.why);
    format_set_bold(formats.heading);
    format_set_bottom(formats.heading, LXW_BORDER_THIN);
    for (const Sheet& sheet : sheets) {
        writeSheet(book, sheet, formats);
    }
    // Closing writes the file, and always frees the book.
    const LibraryErrors said;
    const lxw_error fault = workbook_close(book);
    std::string why = said.take();
    if (fault != LXW_NO_ERROR && why.empty()) {
        why = lxw_strerror(fault);
    }
    const std::string bytes = memory.bytes();
    if (why.empty() && !isWholeWorkbook(bytes)) {
        why = "a temporary file was cut short";
    }
    if (!why.empty()) {
        return tl::unexpected(Error{
            "FIL-004", "cannot be written: " + why,
            "Free some space there and in the folder for temporary files (TMPDIR, else /tmp).",
            path.string(), "", 0});
    }
    return writeFile(path, bytes);
}

}  // namespace headroom::engine
