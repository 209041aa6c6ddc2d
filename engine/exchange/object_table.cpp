// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/object_table.h"

#include "engine/border/text_encoding.h"
#include "engine/document/json_text.h"
#include "engine/exchange/import_plan.h"
#include "engine/files/delimited.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::ComponentType;

constexpr std::string_view kIdPrefix = "TAB";

std::string bareText(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    const auto last = text.find_last_not_of(" \t");
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, last - first + 1));
}

std::string lower(std::string text) {
    for (char& c : text) {
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return text;
}

/// A column of a table: the id, an attribute, or nothing that is known.
struct Column {
    bool isId = false;
    const Attribute* attribute = nullptr;
};

bool isNamed(const Attribute& a, const std::string& heading) {
    if (heading == a.key) {
        return true;
    }
    const std::string name = lower(heading);
    const std::string label = lower(std::string(a.label));
    const std::string unit = lower(std::string(a.unit.symbol));
    return name == label || (!unit.empty() && (name == label + " [" + unit + "]" ||
                                               name == label + " (" + unit + ")"));
}

/// Reads one table into objects as it wants them.
class ObjectTableReader {
  public:
    ObjectTableReader(const ObjectTableFile& table, const Project& project, ImportDraft& draft,
                      std::vector<WantedObject>& wanted)
        : table_(table), type_(*table.type), draft_(draft), wanted_(wanted) {
        for (const Object& object : project.objects) {
            if (object.type == &type_) {
                existing_.emplace(object.id, &object);
            }
        }
    }

    void read() {
        const DelimitedText text = splitDelimited(table_.text);
        if (!isWhole(text)) {
            return;
        }
        if (text.rows.empty()) {
            fault(0, 0, "001", "The table is empty.",
                  "Its first line must name the columns: id and keys of attributes.");
            return;
        }
        readHeading(text.rows.front());
        if (!hasHeading_) {
            return;
        }
        for (std::size_t i = 1; i < text.rows.size(); ++i) {
            readRow(text.rows[i]);
        }
        isRead_ = true;
    }

    bool isRead() const { return isRead_; }

    const std::set<std::string>& ids() const { return ids_; }

  private:
    void fault(int line, std::size_t column, std::string_view number, Words message, Words remedy,
               bool isWarning = false) {
        ImportFault fault;
        fault.file = table_.file;
        fault.line = line;
        fault.column = static_cast<int>(column);
        fault.columnName = column > 0 && column <= headings_.size() ? headings_[column - 1] : "";
        fault.code = std::string(kIdPrefix) + '-' + std::string(number);
        fault.message = std::move(message);
        fault.remedy = std::move(remedy);
        fault.isWarning = isWarning;
        draft_.faults.push_back(std::move(fault));
    }

    static std::string cellsWords(std::size_t found, std::size_t wanted) {
        return "The row has " + std::to_string(found) + " cells for " + std::to_string(wanted) +
               " columns.";
    }

    bool isWhole(const DelimitedText& text) {
        if (!text.isUtf8) {
            fault(0, 0, "004", "The text is not UTF-8.",
                  "Save it from the spreadsheet as \"CSV UTF-8\".");
        }
        if (text.openQuoteLine > 0) {
            fault(text.openQuoteLine, 0, "005", "A quoted cell begins here and never ends.",
                  "Close the quote, and double quotes inside a quoted cell.");
        }
        return text.isUtf8 && text.openQuoteLine == 0;
    }

    void readHeading(const DelimitedRow& row) {
        bool hasId = false;
        bool isGood = true;
        for (const std::string& cell : row.cells) {
            headings_.push_back(bareText(cell));
        }
        for (std::size_t i = 0; i < headings_.size(); ++i) {
            Column column;
            column.isId = lower(headings_[i]) == "id";
            for (const Attribute& a : type_.attributes) {
                if (!column.isId && isNamed(a, headings_[i])) {
                    column.attribute = &a;
                }
            }
            hasId = hasId || column.isId;
            const bool isTwice =
                std::any_of(columns_.begin(), columns_.end(), [&](const Column& other) {
                    return (column.isId && other.isId) ||
                           (column.attribute != nullptr && other.attribute == column.attribute);
                });
            if (isTwice) {
                fault(row.line, i + 1, "003", "The column occurs twice.", "Keep one of them.");
                isGood = false;
            } else if (!column.isId && column.attribute == nullptr) {
                unknownColumn(row.line, i);
                isGood = false;
            }
            columns_.push_back(column);
        }
        if (!hasId && !type_.single) {
            fault(row.line, 0, "002", "The table has no column \"id\".",
                  "The first line must name the columns; \"id\" says which object a line is of.");
        }
        hasHeading_ = isGood && (hasId || type_.single);
    }

    void unknownColumn(int line, std::size_t i) {
        if (headings_[i].empty()) {
            fault(line, i + 1, "010", "The column has no name.", "Name it, or delete it.");
            return;
        }
        std::vector<std::string> known = {"id"};
        for (const Attribute& a : type_.attributes) {
            known.emplace_back(a.key);
        }
        fault(line, i + 1, "010",
              std::string(type_.label) + " has no attribute " + inQuotes(headings_[i]) + ".",
              didYouMean(headings_[i], known,
                         "Delete the column, or use one of: " + inQuotes(known) + "."));
    }

    WantedObject wantedOf(const std::string& id, int line) const {
        WantedObject each;
        each.file = table_.file;
        each.line = line;
        each.columnNames = headings_;
        if (const auto found = existing_.find(id); found != existing_.end()) {
            each.object = *found->second;
        } else {
            each.object.id = id;
            each.object.type = &type_;
            each.object.values.resize(type_.attributes.size());
        }
        each.columns.assign(type_.attributes.size(), 0);
        return each;
    }

    void readRow(const DelimitedRow& row) {
        std::string id(type_.single ? type_.section : std::string_view());
        for (std::size_t i = 0; i < columns_.size() && i < row.cells.size(); ++i) {
            id = columns_[i].isId ? bareText(row.cells[i]) : id;
        }
        WantedObject each = wantedOf(id, row.line);
        ids_.insert(id);
        if (row.cells.size() != columns_.size()) {
            fault(row.line, 0, "006", cellsWords(row.cells.size(), columns_.size()),
                  "Quote cells that hold a separator, or complete the row.");
            each.isRefused = true;
        } else if (id.empty()) {
            fault(row.line, 0, "011", "The id is missing.", "State it, or delete the line.");
            each.isRefused = true;
        } else if (type_.single ? id != type_.section : !isValidId(id)) {
            fault(row.line, 0, "015", "The id " + inQuotes(id) + " is malformed.",
                  type_.single ? "The only object of this section is " +
                                     inQuotes(std::string(type_.section)) + "."
                               : std::string(kIdRemedy));
            each.isRefused = true;
        } else {
            for (std::size_t i = 0; i < columns_.size(); ++i) {
                readCell(row.line, i, row.cells[i], each);
            }
            requireAll(each);
        }
        wanted_.push_back(std::move(each));
    }

    void readCell(int line, std::size_t column, const std::string& cell, WantedObject& each) {
        const Attribute* attribute = columns_[column].attribute;
        if (attribute == nullptr) {
            return;
        }
        const auto index = static_cast<std::size_t>(attribute - type_.attributes.data());
        each.columns[index] = static_cast<int>(column + 1);
        auto value = cellValue(*attribute, cell);
        if (value) {
            each.object.values[index] = std::move(*value);
            return;
        }
        fault(line, column + 1, value.error().number, value.error().message, value.error().remedy);
        each.isRefused = true;
    }

    /// Attributes of new objects for which the table has no column.
    void requireAll(WantedObject& each) {
        if (existing_.count(each.object.id) > 0) {
            return;
        }
        for (std::size_t i = 0; i < type_.attributes.size(); ++i) {
            const Attribute& a = type_.attributes[i];
            if (a.required && each.columns[i] == 0) {
                fault(each.line, 0, "011",
                      "A new " + std::string(type_.label) + " must state " + inQuotes(a.key) + ".",
                      "Add the column.");
                each.isRefused = true;
            }
        }
    }

    const ObjectTableFile& table_;
    const ComponentType& type_;
    ImportDraft& draft_;
    std::vector<WantedObject>& wanted_;
    std::vector<std::string> headings_;
    std::vector<Column> columns_;
    std::unordered_map<std::string, const Object*> existing_;
    std::set<std::string> ids_;
    bool hasHeading_ = false;
    bool isRead_ = false;
};

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
}

}  // namespace

std::string objectTableText(const Project& project, const ComponentType& type, char separator) {
    std::string text = "id";
    for (const Attribute& a : type.attributes) {
        text += separator + std::string(a.key);
    }
    text += '\n';
    for (const Object& object : project.objects) {
        if (object.type != &type) {
            continue;
        }
        text += object.id;
        for (const models::Value& value : object.values) {
            text += separator + delimitedCell(cellText(value), separator);
        }
        text += '\n';
    }
    return separator == '\t' || isAscii(text) ? text : "\xef\xbb\xbf" + text;
}

ObjectTableDraft parseObjectTables(const std::vector<ObjectTableFile>& tables,
                                   const Project& project, const Catalogue& catalogue,
                                   bool removeMissing) {
    ObjectTableDraft draft;
    std::vector<WantedObject> wanted;
    std::map<std::string, std::string> removed;  // and the file that lacks them
    for (const ObjectTableFile& table : tables) {
        ObjectTableReader reader(table, project, draft, wanted);
        reader.read();
        if (!removeMissing || !reader.isRead() || table.type->single) {
            continue;
        }
        for (const Object* object : project.objectsOf(table.type->id)) {
            if (reader.ids().count(object->id) == 0) {
                removed.emplace(object->id, table.file);
            }
        }
    }
    planEdits(wanted, removed, project, catalogue, std::string(kIdPrefix), draft);
    return draft;
}

ObjectTableDraft parseObjectTable(std::string_view text, const ComponentType& type,
                                  const Project& project, const Catalogue& catalogue,
                                  const ObjectTableOptions& options) {
    return parseObjectTables({{&type, options.file, std::string(text)}}, project, catalogue,
                             options.removeMissing);
}

const ComponentType* typeOfSection(std::string_view section) {
    for (const ComponentType* type : models::documentTypes()) {
        if (type->section == section) {
            return type;
        }
    }
    return nullptr;
}

std::filesystem::path objectTableFile(const std::filesystem::path& folder,
                                      const ComponentType& type) {
    return folder / (std::string(type.section) + ".csv");
}

std::vector<const ComponentType*> objectTableTypes(const Project& project) {
    std::vector<const ComponentType*> types;
    for (const ComponentType* type : models::documentTypes()) {
        if (!project.objectsOf(type->id).empty()) {
            types.push_back(type);
        }
    }
    return types;
}

Result<std::vector<std::filesystem::path>> writeObjectTables(const Project& project,
                                                             const std::filesystem::path& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    std::vector<std::filesystem::path> files;
    for (const ComponentType* type : objectTableTypes(project)) {
        const auto file = objectTableFile(folder, *type);
        if (auto done = writeFile(file, objectTableText(project, *type)); !done) {
            return tl::unexpected(std::move(done.error()));
        }
        files.push_back(file);
    }
    return files;
}

Result<std::vector<ObjectTableFile>> readObjectTables(const std::filesystem::path& folder) {
    std::vector<ObjectTableFile> tables;
    for (const ComponentType* type : models::documentTypes()) {
        const auto file = objectTableFile(folder, *type);
        std::error_code failure;
        if (!std::filesystem::exists(file, failure)) {
            continue;
        }
        auto decoded = readDecoded(file, kCsvMemoryPerByte);
        if (!decoded) {
            return tl::unexpected(std::move(decoded.error()));
        }
        tables.push_back({type, file.string(), std::move(decoded->text)});
    }
    if (tables.empty()) {
        return tl::unexpected(Error{"TAB-007", "The folder has no table of a section.",
                                    "Tables are named by their section: halls.csv, "
                                    "rack_blocks.csv.",
                                    folder.string(), "", 0});
    }
    return tables;
}

}  // namespace headroom::engine
