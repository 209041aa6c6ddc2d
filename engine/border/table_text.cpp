// SPDX-License-Identifier: Apache-2.0
#include "engine/border/table_text.h"

#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/border/foreign_tables.h"
#include "engine/border/instant_text.h"
#include "engine/border/json_table.h"
#include "engine/border/quantities.h"
#include "engine/border/row_scanner.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownRows = 60;
constexpr std::size_t kDeepestJson = 64;
constexpr std::size_t kMostColumns = 200'000;  // a million accelerators have fewer racks

Error tableError(const char* code, const std::string& file, std::string message,
                 std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = file;
    error.line = 1;
    return error;
}

/// For comparing names: lower case letters and digits, without a unit in brackets.
std::string plainName(std::string_view name) {
    std::string plain;
    for (const char c : name.substr(0, name.find_first_of("[("))) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
            (static_cast<unsigned char>(c) & 0x80U) != 0) {
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return plain;
}

bool isDeep(std::string_view text) {
    std::size_t depth = 0;
    for (const char c : text) {
        depth += c == '{' || c == '[' ? 1 : 0;
        depth -= (c == '}' || c == ']') && depth > 0 ? 1 : 0;
        if (depth > kDeepestJson) {
            return true;
        }
    }
    return false;
}

TableForm formOf(char separator) {
    switch (separator) {
        case ';':
            return TableForm::Semicolon;
        case '\t':
            return TableForm::Tab;
        case '|':
            return TableForm::Bar;
        case kAlignedColumns:
        case kWordColumns:
            return TableForm::Aligned;
        default:
            return TableForm::Comma;
    }
}

/// Whether a row holds values only, so that no names are above it.
bool isValues(const std::vector<std::string_view>& cells) {
    return std::all_of(cells.begin(), cells.end(), [](std::string_view cell) {
        return saysMissing(cell) || readNumber(cell) || instantParts(cell);
    });
}

/// "instant" for a date with its time of day, the unit for a number with one, empty for all other cells, which may be names.
std::string kindOfValue(std::string_view cell) {
    if (const auto instant = instantParts(cell)) {
        return instant->hasTime ? "instant" : "";
    }
    const CellQuantity quantity = readQuantity(cell);
    const models::MeasuredUnit* unit =
        quantity.kind == CellQuantity::Kind::Number ? unitOf(quantity.unit) : nullptr;
    return unit == nullptr ? std::string() : std::string(unit->symbol);
}

std::string_view withoutBrackets(std::string_view cell) {
    const bool has = cell.size() > 2 && ((cell.front() == '[' && cell.back() == ']') ||
                                         (cell.front() == '(' && cell.back() == ')'));
    return has ? trimmed(cell.substr(1, cell.size() - 2)) : cell;
}

bool isUnitRow(const std::vector<std::string_view>& cells) {
    std::size_t units = 0, others = 0;
    for (const std::string_view cell : cells) {
        const std::string_view word = withoutBrackets(cell);
        if (word.empty() || word == "-") {
            continue;
        }
        if (readNumber(word)) {
            return false;
        }
        ++(unitOf(word) != nullptr || priceUnitOf(word) || emissionUnitOf(word) ? units : others);
    }
    return units > 0 && units > others;
}

std::size_t columnsOf(const std::vector<std::string_view>& cells) {
    std::size_t count = cells.size();
    while (count > 0 && cells[count - 1].empty()) {
        --count;
    }
    return count;
}

/// How wide the first rows are: with all cells, and without empty ones at the end.
class Widths {
  public:
    void add(const std::vector<std::string_view>& cells) {
        ++all_[cells.size()];
        ++filled_[columnsOf(cells)];
    }

    std::size_t filled() const { return mostOf(filled_); }

    std::size_t all() const { return mostOf(all_); }

    bool isUsual(const std::vector<std::string_view>& cells) const {
        return cells.size() == mostOf(all_) || columnsOf(cells) == filled();
    }

  private:
    static std::size_t mostOf(const std::map<std::size_t, std::size_t>& rowsOfWidth) {
        std::size_t usual = 1, most = 0;
        for (const auto& [width, rows] : rowsOfWidth) {
            if (rows >= most) {
                most = rows;
                usual = width;
            }
        }
        return usual;
    }

    std::map<std::size_t, std::size_t> all_, filled_;
};

bool isAnnotation(std::string_view cell) {
    return cell.starts_with("#datatype") || cell.starts_with("#group") ||
           cell.starts_with("#default");
}

}  // namespace

std::string_view TableHead::words() const {
    return encoding == TextEncoding::Workbook ? std::string_view(sheet) : tableFormWords(form);
}

std::string_view tableFormWords(TableForm form) {
    switch (form) {
        case TableForm::Comma:
            return "comma-separated text";
        case TableForm::Semicolon:
            return "semicolon-separated text";
        case TableForm::Tab:
            return "tab-separated text";
        case TableForm::Bar:
            return "text separated by bars";
        case TableForm::Aligned:
            return "text aligned by blanks";
        case TableForm::Json:
            return "JSON";
        case TableForm::JsonLines:
            break;
    }
    return "JSON lines";
}

char TableHead::separator() const {
    switch (form) {
        case TableForm::Semicolon:
            return ';';
        case TableForm::Tab:
            return '\t';
        case TableForm::Bar:
            return '|';
        case TableForm::Aligned:
            return kAlignedColumns;
        default:
            return ',';
    }
}

int TableHead::column(std::string_view name) const {
    if (const auto exact = std::find(names.begin(), names.end(), trimmed(name));
        exact != names.end()) {
        return static_cast<int>(exact - names.begin());
    }
    const std::string plain = plainName(name);
    for (std::size_t i = 0; i < names.size() && !plain.empty(); ++i) {
        if (plainName(names[i]) == plain) {
            return static_cast<int>(i);
        }
    }
    if ((form != TableForm::Json && form != TableForm::JsonLines) || plain.empty()) {
        return -1;
    }
    // A member of an object inside of the record: "usage.prompt_tokens", where only one object has such a member.
    const auto isMember = [&](const std::string& each) {
        const std::size_t dot = each.rfind('.');
        return dot != std::string::npos &&
               plainName(std::string_view(each).substr(dot + 1)) == plain;
    };
    const auto found = std::find_if(names.begin(), names.end(), isMember);
    const bool isOnly = found != names.end() &&
                        std::find_if(std::next(found), names.end(), isMember) == names.end();
    return isOnly ? static_cast<int>(found - names.begin()) : -1;
}

int TableHead::column(const std::vector<std::string_view>& wanted) const {
    for (const std::string_view name : wanted) {
        if (const int found = column(name); found >= 0) {
            return found;
        }
    }
    return -1;
}

/// Source of a reader: the text with its scanner, or the rows of a JSON list.
struct TableReader::Rows {
    Rows(TextWindow window, std::string name)
        : window(std::move(window)),
          text(this->window.text()),
          file(std::move(name)),
          scanner(text, ',') {}

    TextWindow window;
    std::string_view text;  ///< of the window; all of it if the text is at hand
    std::string file;
    TableHead head;
    RowScanner scanner;
    std::size_t namesBegin = 0;  ///< of the row of names
    std::size_t begin = 0;       ///< of the first row in the text
    int beginLine = 1;
    std::size_t usualCells = 0;  ///< of a row; rows may lack empty cells at their end
    JsonTable json;
    std::vector<std::string> lineCells;  ///< of JSON lines
    std::map<std::string, std::size_t, std::less<>> places;
    std::size_t nextRow = 0;
    int line = 0;
    long rows = 0;
    SkippedRows skipped;

    /// Its head holds at most kMostColumns names.
    Result<void> open(const TableOptions& options) {
        Result<void> opened = openForm(options);
        if (opened && head.names.size() > kMostColumns) {
            return tl::unexpected(
                tableError("TXT-007", file,
                           fmt::format("the table has {} columns; at most {} are read",
                                       head.names.size(), kMostColumns),
                           "Check the separator and the line ends, or export fewer columns."));
        }
        return opened;
    }

    Result<void> openForm(const TableOptions& options) {
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string::npos) {
            return tl::unexpected(
                tableError("TXT-001", file, "the file is empty", "Export it again."));
        }
        if (text.find('\0') != std::string::npos) {
            return tl::unexpected(tableError("TXT-003", file,
                                             "the file holds binary data, not a table",
                                             "Export it as CSV or JSON."));
        }
        if (options.isJson && (text[first] == '{' || text[first] == '[')) {
            return openJson(first);
        }
        openText(options.separator == '\0' ? separatorOfText(text) : options.separator);
        return {};
    }

    Result<void> openJson(std::size_t first) {
        const std::size_t end = text.find('\n', first);
        const std::string_view firstLine =
            std::string_view(text).substr(first, end == std::string::npos ? end : end - first);
        const std::size_t second =
            end == std::string::npos ? end : text.find_first_not_of(" \t\r\n", end);
        if (second != std::string::npos && text[second] == '{' && !isDeep(firstLine) &&
            parseJson<Json>(firstLine).is_object()) {
            openJsonLines();
            return {};
        }
        head.form = TableForm::Json;
        const Json root = isDeep(text) ? Json(Json::value_t::discarded) : parseJson<Json>(text);
        if (root.is_discarded()) {
            return tl::unexpected(tableError("TXT-002", file,
                                             "the file begins as JSON, but is cut or damaged",
                                             "Export it again."));
        }
        json = tableOfJson(root);
        if (!json.isFound && root.is_object() && !flatJson(root).empty()) {
            json = tableOfJson(Json::array({root}));
        }
        if (!json.isFound || json.names.empty()) {
            return tl::unexpected(tableError("TXT-002", file, "this JSON holds no list of objects",
                                             "Export a list of records."));
        }
        head.names = json.names;
        finishHead();
        return {};
    }

    void openJsonLines() {
        head.form = TableForm::JsonLines;
        std::size_t at = 0;
        for (std::string_view one = jsonLine(at); one.data() != nullptr; one = jsonLine(at)) {
            const Json value = isDeep(one) ? Json(Json::value_t::discarded) : parseJson<Json>(one);
            if (!value.is_object()) {
                continue;
            }
            for (const auto& [key, ignored] : flatJson(value)) {
                if (places.emplace(key, head.names.size()).second) {
                    head.names.push_back(key);
                }
            }
        }
        finishHead();
    }

    /// The next line of the text that is not blank; null at the end.
    std::string_view jsonLine(std::size_t& at) {
        while (at < text.size()) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view one = trimmed(std::string_view(text).substr(at, end - at));
            at = end + 1;
            ++line;
            if (!one.empty()) {
                return one;
            }
        }
        return {};
    }

    void openText(char separator) {
        head.form = formOf(separator);
        scanner = RowScanner(text, separator);
        if (text.starts_with("sep=")) {
            scanner.next();
        }
        const std::size_t start = scanner.at();
        const int startLine = text.starts_with("sep=") ? 2 : 1;
        Widths widths;
        for (std::size_t i = 0; i < kShownRows && scanner.next(); ++i) {
            widths.add(scanner.cells());
        }
        scanner.rewindTo(start, startLine);
        usualCells = widths.all();
        readNames(widths);
    }

    /// Names are the first row as wide as most; rows above it are titles, also wider ones. Where that row holds values,
    /// a wider row right above it has the names: spreadsheets leave empty cells at the end of rows out.
    void readNames(const Widths& widths) {
        std::size_t before = std::string::npos;
        int beforeLine = 0;
        bool isBeforeNames = false;
        while (scanner.next()) {
            const std::vector<std::string_view>& cells = scanner.cells();
            const bool isComment = cells[0].starts_with('#') && columnsOf(cells) != widths.filled();
            const bool isUsual = !isAnnotation(cells[0]) && !isComment && widths.isUsual(cells) &&
                                 !isPaddedTitle(widths);
            if (isUsual && isValues(cells) && isBeforeNames) {
                head.titles.pop_back();
                scanner.rewindTo(before, beforeLine);
                scanner.next();
                takeNames(scanner.cells(), columnsOf(scanner.cells()));
                return;
            }
            if (isUsual) {
                takeNames(cells, std::max(widths.filled(), columnsOf(cells)));
                return;
            }
            before = scanner.rowBegin();
            beforeLine = scanner.line();
            isBeforeNames = !isComment && columnsOf(cells) > widths.filled() && !isValues(cells);
            std::string_view title = std::string_view(text).substr(
                scanner.rowBegin(), scanner.at() - scanner.rowBegin());
            while (title.ends_with('\n') || title.ends_with('\r')) {
                title.remove_suffix(1);
            }
            head.titles.emplace_back(trimmed(title));
        }
    }

    /// Whether the current row is a title that a spreadsheet padded with empty cells: at most half as many cells are
    /// filled as in most rows, and a full row of names follows.
    bool isPaddedTitle(const Widths& widths) {
        const std::vector<std::string_view>& cells = scanner.cells();
        const auto filled = static_cast<std::size_t>(std::count_if(
            cells.begin(), cells.end(), [](std::string_view cell) { return !cell.empty(); }));
        if (columnsOf(cells) >= widths.filled() || 2 * filled > widths.filled()) {
            return false;
        }
        RowScanner ahead = scanner;
        for (std::size_t i = 0; i < kShownRows && ahead.next(); ++i) {
            if (columnsOf(ahead.cells()) >= widths.filled()) {
                return !isValues(ahead.cells()) && !isUnitRow(ahead.cells());
            }
        }
        return false;
    }

    void takeNames(const std::vector<std::string_view>& cells, std::size_t width) {
        head.line = scanner.line();
        namesBegin = scanner.rowBegin();
        head.hasNames = !isValues(cells) && !isLikeNextRow(cells);
        for (std::size_t i = 0; i < width; ++i) {
            std::string_view name = cells[i];
            if (i == 0 && name.starts_with('#')) {
                name = trimmed(name.substr(1));
            }
            head.names.push_back(!head.hasNames || name.empty() ? fmt::format("column {}", i + 1)
                                                                : std::string(name));
        }
        const std::vector<std::size_t> nameStarts = startsOf(cells);
        begin = head.hasNames ? scanner.at() : scanner.rowBegin();
        beginLine = head.hasNames ? head.line + 1 : head.line;
        scanner.rewindTo(begin, beginLine);
        if (head.hasNames && scanner.next() && isUnitRow(scanner.cells())) {
            head.hasUnitRow = true;
            takeUnits(nameStarts);
            begin = scanner.at();
            beginLine = scanner.line() + 1;
        }
        scanner.rewindTo(begin, beginLine);
        finishHead();
    }

    /// Whether the current row holds values, with texts among them, and not the names. A cell is then an instant with its time of
    /// day, or a number with a unit, and the cell below it is of the same kind. In a table of hours as columns, numbers are below
    /// the instants.
    bool isLikeNextRow(const std::vector<std::string_view>& cells) const {
        RowScanner ahead = scanner;
        if (!ahead.next()) {
            return false;
        }
        const std::vector<std::string_view>& below = ahead.cells();
        for (std::size_t i = 0; i < std::min(cells.size(), below.size()); ++i) {
            const std::string kind = kindOfValue(cells[i]);
            if (!kind.empty() && kind == kindOfValue(below[i])) {
                return true;
            }
        }
        return false;
    }

    /// Where cells of the current row begin in its line.
    std::vector<std::size_t> startsOf(const std::vector<std::string_view>& cells) const {
        std::vector<std::size_t> starts;
        for (const std::string_view cell : cells) {
            starts.push_back(cell.data() < text.data() + scanner.rowBegin()
                                 ? 0
                                 : static_cast<std::size_t>(cell.data() - text.data()) -
                                       scanner.rowBegin());
        }
        return starts;
    }

    /// Units of the current row. In aligned text, columns without a unit leave no cell: a unit belongs to the last name that begins
    /// before the unit ends.
    void takeUnits(const std::vector<std::size_t>& nameStarts) {
        const std::vector<std::string_view>& cells = scanner.cells();
        if (head.form != TableForm::Aligned || cells.size() == head.names.size()) {
            for (const std::string_view cell : cells) {
                head.units.emplace_back(withoutBrackets(cell));
            }
            return;
        }
        head.units.resize(head.names.size());
        const std::vector<std::size_t> starts = startsOf(cells);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto after =
                std::lower_bound(nameStarts.begin(), nameStarts.end(), starts[i] + cells[i].size());
            const auto name = static_cast<std::size_t>(
                std::max<std::ptrdiff_t>(0, after - nameStarts.begin() - 1));
            if (name < head.units.size()) {
                head.units[name] = withoutBrackets(cells[i]);
            }
        }
    }

    void finishHead() {
        head.units.resize(head.names.size());
        for (std::size_t i = 0; i < head.names.size() && head.names.size() <= kMostColumns; ++i) {
            if (head.units[i].empty()) {
                head.units[i] = unitInHead(head.names[i]);
            }
        }
    }

    /// The next row of the text, with the block of the file that holds it.
    bool scan() {
        if (text.size() - scanner.at() < TextWindow::kLongestRow && window.more(scanner.at())) {
            text = window.text();
            scanner.moveTo(text, 0);
        }
        return scanner.next();
    }

    bool nextText() {
        while (scan()) {
            line = scanner.line();
            const std::vector<std::string_view>& cells = scanner.cells();
            const std::size_t width = columnsOf(cells);
            if (cells[0].starts_with('#') &&
                (isAnnotation(cells[0]) || width != head.names.size())) {
                continue;
            }
            if (head.hasNames && width == head.names.size() &&
                std::equal(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(width),
                           head.names.begin())) {
                continue;  // the head again, of a file that was put together
            }
            const bool isShort = cells.size() < head.names.size() && cells.size() != usualCells;
            if (isShort || width > head.names.size()) {
                skipped.add(
                    line, fmt::format("{} cells for {} columns", cells.size(), head.names.size()));
                continue;
            }
            ++rows;
            return true;
        }
        return false;
    }

    bool nextJsonLine() {
        for (std::string_view one = jsonLine(nextRow); one.data() != nullptr;
             one = jsonLine(nextRow)) {
            const Json value = isDeep(one) ? Json(Json::value_t::discarded) : parseJson<Json>(one);
            if (!value.is_object()) {
                skipped.add(line, "the line is not a JSON object");
                continue;
            }
            lineCells.assign(head.names.size(), {});
            for (auto& [key, cell] : flatJson(value)) {
                lineCells[places.find(key)->second] = std::move(cell);
            }
            ++rows;
            return true;
        }
        return false;
    }
};

TableReader::TableReader(std::unique_ptr<Rows> rows) : rows_(std::move(rows)) {}

TableReader::TableReader(TableReader&&) noexcept = default;
TableReader& TableReader::operator=(TableReader&&) noexcept = default;
TableReader::~TableReader() = default;

Result<TableReader> TableReader::ofText(std::string text, const std::string& file,
                                        const TableOptions& options) {
    auto decoded = decodeFile(std::move(text), file);
    if (!decoded) {
        return tl::unexpected(std::move(decoded.error()));
    }
    return ofDecoded(std::move(*decoded), file, options);
}

/// A sheet is comma-separated, also if its cells look like another form.
Result<TableReader> TableReader::ofDecoded(DecodedText decoded, const std::string& file,
                                           const TableOptions& options) {
    auto foreign = foreignTable(decoded.text);
    if (foreign) {
        decoded.text = std::move(foreign->csv);
        decoded.sheet = std::move(foreign->words);
    }
    const bool isSheet = foreign || decoded.encoding == TextEncoding::Workbook;
    auto reader = ofWindow(TextWindow(std::move(decoded.text)), decoded.encoding, file,
                           isSheet ? TableOptions{',', false} : options);
    if (reader) {
        reader->rows_->head.sheet = std::move(decoded.sheet);
    }
    return reader;
}

Result<TableReader> TableReader::ofWindow(TextWindow window, TextEncoding encoding,
                                          const std::string& file, const TableOptions& options) {
    auto rows = std::make_unique<Rows>(std::move(window), file);
    rows->head.encoding = encoding;
    if (auto opened = rows->open(options); !opened) {
        return tl::unexpected(std::move(opened.error()));
    }
    TableReader reader(std::move(rows));
    reader.rewind();
    return reader;
}

Result<TableReader> TableReader::ofFile(const std::filesystem::path& file,
                                        const TableOptions& options) {
    if (TextWindow::suits(file)) {
        auto window = TextWindow::ofFile(file);
        if (!window) {
            return tl::unexpected(std::move(window.error()));
        }
        const std::size_t first =
            std::min(window->text().find_first_not_of(" \t\r\n"), window->text().size());
        const bool isJson = options.isJson && first < window->text().size() &&
                            (window->text()[first] == '{' || window->text()[first] == '[');
        if (!isJson) {
            const TextEncoding encoding = window->encoding();
            return ofWindow(std::move(*window), encoding, file.string(), options);
        }
    }
    auto decoded = readDecoded(file);
    if (!decoded) {
        return tl::unexpected(std::move(decoded.error()));
    }
    return ofDecoded(std::move(*decoded), file.string(), options);
}

const TableHead& TableReader::head() const {
    return rows_->head;
}

const std::string& TableReader::file() const {
    return rows_->file;
}

bool TableReader::next() {
    Rows& r = *rows_;
    if (r.head.form == TableForm::JsonLines) {
        return r.nextJsonLine();
    }
    if (r.head.form != TableForm::Json) {
        return r.nextText();
    }
    if (r.nextRow >= r.json.rows.size()) {
        return false;
    }
    r.line = static_cast<int>(++r.nextRow);
    ++r.rows;
    return true;
}

int TableReader::line() const {
    return rows_->line;
}

std::string_view TableReader::cell(int column) const {
    if (column < 0) {
        return {};
    }
    const auto c = static_cast<std::size_t>(column);
    switch (rows_->head.form) {
        case TableForm::Json:
            return trimmed(rows_->json.rows[rows_->nextRow - 1][c]);
        case TableForm::JsonLines:
            return trimmed(rows_->lineCells[c]);
        default:
            return c < rows_->scanner.cells().size() ? rows_->scanner.cells()[c]
                                                     : std::string_view();
    }
}

std::size_t TableReader::columns() const {
    return rows_->head.names.size();
}

void TableReader::rewind() {
    Rows& r = *rows_;
    r.window.rewind();
    r.text = r.window.text();
    r.scanner.moveTo(r.text, 0);
    r.scanner.rewindTo(r.begin, r.beginLine);
    r.nextRow = 0;
    r.line = 0;
    r.rows = 0;
    r.skipped = {};
}

void TableReader::takeNamesAsValues() {
    Rows& r = *rows_;
    const bool isText = r.head.form != TableForm::Json && r.head.form != TableForm::JsonLines;
    if (isText && r.head.hasNames && !r.head.hasUnitRow) {
        r.head.hasNames = false;
        r.begin = r.namesBegin;
        r.beginLine = r.head.line;
        for (std::size_t i = 0; i < r.head.names.size(); ++i) {
            r.head.names[i] = fmt::format("column {}", i + 1);
            r.head.units[i].clear();
        }
    }
    rewind();
}

double TableReader::share() const {
    return rows_->window.share();
}

long TableReader::rows() const {
    return rows_->rows;
}

const SkippedRows& TableReader::skipped() const {
    return rows_->skipped;
}

void TableReader::skip(std::string reason) {
    --rows_->rows;
    rows_->skipped.add(rows_->line, std::move(reason));
}

std::string TableReader::skippedWords() const {
    return rows_->skipped.words(rows_->rows + rows_->skipped.count());
}

}  // namespace headroom::engine
