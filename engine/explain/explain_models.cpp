// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain_models.h"

#include "engine/estimate/model_config.h"
#include "engine/estimate/run_log.h"
#include "engine/exchange/foreign_records.h"
#include "engine/exchange/netbox_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>

namespace headroom::engine {

namespace {

struct FieldMeaning {
    std::string_view field, meaning;
};

// Fields of inventories that the importer uses.
constexpr std::array kInventoryFields = {FieldMeaning{"name", "name"},
                                         FieldMeaning{"label", "name"},
                                         FieldMeaning{"site", "site"},
                                         FieldMeaning{"datacentername", "site"},
                                         FieldMeaning{"location", "hall"},
                                         FieldMeaning{"rack", "rack"},
                                         FieldMeaning{"cabinet", "rack"},
                                         FieldMeaning{"height", "height in rack units"},
                                         FieldMeaning{"u_height", "height in rack units"},
                                         FieldMeaning{"cabinetheight", "height in rack units"},
                                         FieldMeaning{"position", "lowest unit"},
                                         FieldMeaning{"face", "side of the rack"},
                                         FieldMeaning{"max_weight", "mass that it may hold"},
                                         FieldMeaning{"weight_unit", "unit of the mass"},
                                         FieldMeaning{"device_type", "device type"},
                                         FieldMeaning{"type", "device type"},
                                         FieldMeaning{"model", "device type"},
                                         FieldMeaning{"manufacturer", "maker"},
                                         FieldMeaning{"role", "role: servers or not"},
                                         FieldMeaning{"status", "status: built or not"}};

// Fields of power feeds and of cables.
constexpr std::array kFeedFields = {FieldMeaning{"name", "name"},
                                    FieldMeaning{"site", "site"},
                                    FieldMeaning{"power_panel", "power unit of the project"},
                                    FieldMeaning{"rack", "rack"},
                                    FieldMeaning{"voltage", "volts"},
                                    FieldMeaning{"amperage", "amperes"},
                                    FieldMeaning{"phase", "one or three phases"},
                                    FieldMeaning{"max_utilization", "share that may be used, %"},
                                    FieldMeaning{"type", "primary or redundant"},
                                    FieldMeaning{"status", "status: built or not"}};
constexpr std::array kCableFields = {FieldMeaning{"termination_a", "one end"},
                                     FieldMeaning{"a_terminations", "one end"},
                                     FieldMeaning{"termination_b", "other end"},
                                     FieldMeaning{"b_terminations", "other end"},
                                     FieldMeaning{"type", "type of cable"},
                                     FieldMeaning{"length", "length"},
                                     FieldMeaning{"length_unit", "unit of the length"},
                                     FieldMeaning{"status", "status: built or not"}};
// openDCIM calls the name of a cabinet its location.
constexpr std::array kCabinetFields = {FieldMeaning{"location", "name"},
                                       FieldMeaning{"zone", "hall"},
                                       FieldMeaning{"datacentername", "site"},
                                       FieldMeaning{"datacenterid", "site"},
                                       FieldMeaning{"cabinetheight", "height in rack units"},
                                       FieldMeaning{"maxweight", "mass that it may hold"},
                                       FieldMeaning{"maxkw", "power that it may draw"}};

/// The fields of the kind of list that has these names.
std::span<const FieldMeaning> fieldsOf(const std::vector<std::string>& names) {
    const auto has = [&](std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (has("voltage") && has("amperage")) {
        return kFeedFields;
    }
    if (has("termination_a") || has("a_terminations")) {
        return kCableFields;
    }
    return has("cabinetid") && has("cabinetheight")
               ? std::span<const FieldMeaning>(kCabinetFields)
               : std::span<const FieldMeaning>(kInventoryFields);
}

}  // namespace

Result<Explanation> explainModelConfig(const std::filesystem::path& file, const std::string& text,
                                       const ExplainOptions& /*options*/) {
    const auto config = parseModelConfig(text, file.string());
    if (!config) {
        return tl::unexpected(config.error());
    }
    const models::LanguageModelSpec& m = config->spec;
    Explanation e;
    e.form = "JSON";
    e.rows = 1;
    e.columns = {{"layers", "number", ""},
                 {"hidden", "width", ""},
                 {"heads", "of queries", ""},
                 {"key heads", "of keys and values", ""},
                 {"feed-forward", "inner width", ""},
                 {"experts", "of a layer", ""},
                 {"window", "of local attention", "tokens"},
                 {"vocabulary", "number", "tokens"}};
    e.first.push_back({std::to_string(m.layers), std::to_string(m.hidden), std::to_string(m.heads),
                       std::to_string(m.keyHeads),
                       std::to_string(m.experts > 0 ? m.expertFeedForward : m.feedForward),
                       std::to_string(m.experts), std::to_string(m.window),
                       std::to_string(m.vocabulary)});
    e.notes.push_back(
        fmt::format("{}: {:.4g} billion parameters, {:.4g} active, counted from the shape.",
                    config->name.empty() ? "A model" : config->name, m.parameters / 1e9,
                    m.activeParameters / 1e9));
    if (!config->weights.empty()) {
        e.notes.push_back(
            fmt::format("Its weights are quantised ({}): state --weight-bits.", config->weights));
    }
    return e;
}

Result<Explanation> explainRunLog(const std::filesystem::path& file, const std::string& text,
                                  const ExplainOptions& /*options*/) {
    const auto log = parseRunLog(text, file.string());
    if (!log) {
        return tl::unexpected(log.error());
    }
    Explanation e;
    e.form = log->form;
    if (log->kind == RunLog::Kind::Collective) {
        e.rows = static_cast<long>(log->messages.size());
        e.columns = {{"size", "number", "bytes"},
                     {"time", "out of place", "us"},
                     {"busbw", "bus bandwidth", "GB/s"}};
        for (std::size_t i =
                 log->messages.size() - std::min(log->messages.size(), Explanation::kFirstRows);
             i < log->messages.size(); ++i) {
            const RunLog::Message& m = log->messages[i];
            e.first.push_back({fmt::format("{:.0f}", m.bytes),
                               fmt::format("{:.2f}", 1e6 * m.seconds),
                               fmt::format("{:.2f}", m.busGbPerS)});
        }
        e.notes.push_back(fmt::format("{} among {} ranks.",
                                      log->operation.empty() ? "A collective" : log->operation,
                                      log->ranks));
    } else if (log->kind == RunLog::Kind::Serving) {
        e.rows = static_cast<long>(log->figures.size());
        e.columns = {{"figure", "name", ""}, {"value", "number", ""}};
        for (const auto& [name, value] : log->figures) {
            if (e.first.size() < Explanation::kFirstRows) {
                e.first.push_back({name, fmt::format("{:.6g}", value)});
            }
        }
    } else {
        e.rows = static_cast<long>(std::max(log->stepS.size(), log->tokensPerS.size()));
        e.columns = {{"step", "time", "s"}, {"tokens", "of one accelerator", "1/s"}};
        for (std::size_t i = 0;
             i < std::min<std::size_t>(static_cast<std::size_t>(e.rows), Explanation::kFirstRows);
             ++i) {
            e.first.push_back(
                {i < log->stepS.size() ? fmt::format("{:.4g}", log->stepS[i]) : "not stated",
                 i < log->tokensPerS.size() ? fmt::format("{:.6g}", log->tokensPerS[i])
                                            : "not stated"});
        }
        e.notes.push_back(fmt::format("{} steps of warm-up are left out.", log->warmUp));
    }
    return e;
}

Result<Explanation> explainInventory(const std::filesystem::path& file, const std::string& text,
                                     const ExplainOptions& /*options*/) {
    ImportDraft draft;
    const ForeignRecords records = readForeignRecords(text, file.string(), "NBX", draft);
    if (!records.isRead) {
        const ImportFault& fault = draft.faults.front();
        return tl::unexpected(
            Error{fault.code, fault.message, fault.remedy, file.string(), {}, fault.line});
    }
    Explanation e;
    e.form = "table or JSON";
    e.rows = static_cast<long>(records.records.size());
    for (const FieldMeaning& known : fieldsOf(records.fields)) {
        if (std::find(records.fields.begin(), records.fields.end(), known.field) !=
            records.fields.end()) {
            e.columns.push_back({std::string(known.field), std::string(known.meaning), ""});
        }
    }
    std::map<std::string, int> left;
    for (const ForeignRecord& record : records.records) {
        if (e.first.size() < Explanation::kFirstRows) {
            std::vector<std::string> row;
            for (const ExplainedColumn& column : e.columns) {
                row.push_back(record.get({column.name}));
            }
            e.first.push_back(std::move(row));
        }
        if (const std::string status = statusOf(record); saysNotBuilt(status)) {
            ++left[status];
        }
    }
    for (const auto& [status, count] : left) {
        e.notes.push_back(fmt::format("{} of status {} are left out of an import.", count, status));
    }
    for (const ImportFault& fault : draft.faults) {
        e.notes.push_back(fault.text());
    }
    return e;
}

namespace {

// Fields of a device type that the importer uses; lists show the count of their entries.
constexpr std::array kDeviceFields = {
    FieldMeaning{"manufacturer", "maker"},
    FieldMeaning{"model", "model"},
    FieldMeaning{"slug", "id of the part"},
    FieldMeaning{"u_height", "height"},
    FieldMeaning{"weight", "mass"},
    FieldMeaning{"weight_unit", "unit of the mass"},
    FieldMeaning{"power-ports", "power inlets"},
    FieldMeaning{"interfaces", "network interfaces"},
};

/// The text after "key:" of a line at the left edge, without quotes; entries of the list below it if it is empty.
std::string deviceField(const std::string& text, std::string_view key) {
    const std::string mark = '\n' + std::string(key) + ':';
    const std::string all = '\n' + text;
    const std::size_t at = all.find(mark);
    if (at == std::string::npos) {
        return {};
    }
    const std::size_t end = std::min(all.find('\n', at + 1), all.size());
    std::string value = all.substr(at + mark.size(), end - at - mark.size());
    const auto isEdge = [](char c) { return c == ' ' || c == '\r' || c == '"' || c == '\''; };
    while (!value.empty() && isEdge(value.back())) {
        value.pop_back();
    }
    value.erase(value.begin(), std::find_if_not(value.begin(), value.end(), isEdge));
    if (!value.empty()) {
        return value;
    }
    int entries = 0;
    for (std::size_t line = end; line < all.size();) {
        const std::size_t next = std::min(all.find('\n', line + 1), all.size());
        const std::size_t first = all.find_first_not_of(' ', line + 1);
        const bool isListed = first < next && (all[first] == '-' || first > line + 1);
        if (!isListed) {
            break;
        }
        entries += all[first] == '-' ? 1 : 0;
        line = next;
    }
    return fmt::format("{} listed", entries);
}

}  // namespace

Result<Explanation> explainDeviceType(const std::filesystem::path& /*file*/,
                                      const std::string& text, const ExplainOptions& /*options*/) {
    Explanation e;
    e.form = "YAML";
    e.rows = 1;
    std::vector<std::string> row;
    for (const FieldMeaning& field : kDeviceFields) {
        if (std::string value = deviceField(text, field.field); !value.empty()) {
            e.columns.push_back({std::string(field.field), std::string(field.meaning),
                                 field.field == "u_height" ? "rack units" : ""});
            row.push_back(std::move(value));
        }
    }
    e.first.push_back(std::move(row));
    e.notes.emplace_back(
        "A device type states neither accelerators nor cooling. The import takes them from a "
        "server that you choose.");
    return e;
}

}  // namespace headroom::engine
