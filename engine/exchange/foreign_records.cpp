// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/foreign_records.h"

#include "engine/base/json.h"
#include "engine/border/text_encoding.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"
#include "engine/files/delimited.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

std::string fieldName(std::string_view heading) {
    std::string name;
    for (const char c : heading) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.') {
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (!name.empty() && name.back() != '_') {
            name += '_';
        }
    }
    while (name.ends_with('_')) {
        name.pop_back();
    }
    return name;
}

ImportFault faultAt(const std::string& file, int line, std::string code, std::string message,
                    std::string remedy) {
    ImportFault fault;
    fault.file = file;
    fault.line = line;
    fault.code = std::move(code);
    fault.message = std::move(message);
    fault.remedy = std::move(remedy);
    return fault;
}

std::string scalar(const Json& value) {
    if (value.is_string()) {
        return value.get<std::string>();
    }
    if (value.is_number_float()) {
        return numberText(value.get<double>());
    }
    return value.is_number() || value.is_boolean() ? jsonText(value) : std::string();
}

/// Names of the objects of a list, as "F1, F2": the ends of a cable, each with its object inside.
std::string namesOfList(const Json& list) {
    std::string names;
    for (const Json& entry : list) {
        const auto inner = entry.is_object() ? entry.find("object") : entry.end();
        const Json& named =
            entry.is_object() && inner != entry.end() && inner->is_object() ? *inner : entry;
        const auto name = named.is_object() ? named.find("name") : named.end();
        if (named.is_object() && name != named.end() && name->is_string()) {
            names += (names.empty() ? "" : ", ") + name->get<std::string>();
        }
    }
    return names;
}

void flatten(const Json& object, const std::string& prefix, ForeignRecord& record) {
    for (const auto& [key, value] : object.items()) {
        const std::string name = prefix + fieldName(key);
        if (!value.is_object()) {
            record.fields[name] = value.is_array() ? namesOfList(value) : scalar(value);
            continue;
        }
        for (const char* alias : {"name", "model", "value", "slug", "display"}) {
            const auto found = value.find(alias);
            if (found != value.end() && (found->is_string() || found->is_number())) {
                record.fields[name] = scalar(*found);
                break;
            }
        }
        flatten(value, name + '.', record);
    }
}

bool looksLikeJson(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '[' || text[first] == '{');
}

/// A list of the pages of a paged answer.
bool isPages(const Json& root) {
    return root.is_array() && !root.empty() &&
           std::all_of(root.begin(), root.end(), [](const Json& page) {
               return page.is_object() && page.contains("results") && page["results"].is_array();
           });
}

void warnOfPages(const JsonText& json, const Json& page, const std::string& pointer,
                 const std::string& file, const std::string& prefix, ImportDraft& draft) {
    if (const auto next = page.find("next"); next != page.end() && next->is_string()) {
        draft.faults.push_back(
            faultAt(file, json.line(pointer + "/next"), prefix + "-004",
                    "The last page of the file names a further page.",
                    "Ask for all at once (limit=0), or put the pages into a list."));
        draft.faults.back().isWarning = true;
    }
}

void addObjects(const JsonText& json, const Json& list, const std::string& pointer,
                const std::string& file, const std::string& prefix, ImportDraft& draft,
                ForeignRecords& result) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        ForeignRecord record;
        record.line = json.line(pointer + '/' + std::to_string(i));
        if (!list[i].is_object()) {
            draft.faults.push_back(faultAt(file, record.line, prefix + "-001",
                                           "An entry of the list is not an object.",
                                           "Delete it, or export the list again."));
            continue;
        }
        flatten(list[i], "", record);
        result.records.push_back(std::move(record));
    }
}

void readJson(const std::string& text, const std::string& file, const std::string& prefix,
              ImportDraft& draft, ForeignRecords& result) {
    auto json = JsonText::parse(text, file, prefix);
    if (!json) {
        const Error& why = json.error().front();
        draft.faults.push_back(faultAt(file, why.line, prefix + "-001", why.message, why.remedy));
        return;
    }
    const Json& root = json->root();
    if (isPages(root)) {
        for (std::size_t i = 0; i < root.size(); ++i) {
            addObjects(*json, root[i]["results"], '/' + std::to_string(i) + "/results", file,
                       prefix, draft, result);
        }
        warnOfPages(*json, root.back(), '/' + std::to_string(root.size() - 1), file, prefix, draft);
        result.isRead = true;
        return;
    }
    const Json* list = &root;
    std::string pointer;
    if (root.is_object()) {
        warnOfPages(*json, root, "", file, prefix, draft);
        for (const auto& [key, value] : root.items()) {
            // "results" of NetBox, "cabinet" and "device" of openDCIM.
            if (value.is_array() && (key == "results" || !list->is_array())) {
                list = &value;
                pointer = '/' + key;
            }
        }
    }
    if (!list->is_array()) {
        draft.faults.push_back(faultAt(file, 1, prefix + "-001",
                                       "The file holds no list of objects.",
                                       "Export a list, or an object with \"results\"."));
        return;
    }
    addObjects(*json, *list, pointer, file, prefix, draft, result);
    result.isRead = true;
}

void readTable(const std::string& text, const std::string& file, const std::string& prefix,
               ImportDraft& draft, ForeignRecords& result) {
    const DelimitedText table = splitDelimited(text);
    if (!table.isUtf8 || table.openQuoteLine > 0 || table.rows.empty()) {
        draft.faults.push_back(faultAt(file, table.openQuoteLine, prefix + "-001",
                                       !table.isUtf8 ? "The file is not UTF-8."
                                       : table.rows.empty()
                                           ? "The file is empty."
                                           : "A quoted cell begins here and never ends.",
                                       "Export it again as CSV or JSON."));
        return;
    }
    std::vector<std::string> names;
    for (const std::string& cell : table.rows.front().cells) {
        names.push_back(fieldName(cell));
    }
    for (std::size_t r = 1; r < table.rows.size(); ++r) {
        const DelimitedRow& row = table.rows[r];
        if (row.cells.size() != names.size()) {
            draft.faults.push_back(faultAt(file, row.line, prefix + "-003",
                                           "The line has " + std::to_string(row.cells.size()) +
                                               " cells for " + std::to_string(names.size()) +
                                               " columns.",
                                           "Complete the line, and quote cells with a comma."));
            continue;
        }
        ForeignRecord record;
        record.line = row.line;
        for (std::size_t c = 0; c < names.size(); ++c) {
            record.fields[names[c]] = row.cells[c];
        }
        result.records.push_back(std::move(record));
    }
    result.fields = names;
    result.isRead = true;
}

}  // namespace

const std::string& ForeignRecord::get(std::initializer_list<std::string_view> names) const {
    static const std::string kNone;
    for (const std::string_view name : names) {
        const auto found = fields.find(name);
        if (found != fields.end() && !found->second.empty()) {
            return found->second;
        }
    }
    return kNone;
}

ForeignRecords readForeignRecords(const std::string& text, const std::string& file,
                                  const std::string& codePrefix, ImportDraft& draft) {
    ForeignRecords result;
    const std::string decoded = decodeText(text).text;
    if (looksLikeJson(decoded)) {
        readJson(decoded, file, codePrefix, draft, result);
    } else {
        readTable(decoded, file, codePrefix, draft, result);
    }
    std::set<std::string> fields(result.fields.begin(), result.fields.end());
    for (const ForeignRecord& record : result.records) {
        for (const auto& [name, value] : record.fields) {
            fields.insert(name);
        }
    }
    result.fields.assign(fields.begin(), fields.end());
    return result;
}

}  // namespace headroom::engine
