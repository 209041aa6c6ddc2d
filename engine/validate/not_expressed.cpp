// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/kinds.h"

#include <utility>

namespace headroom::engine {

namespace {

const char* reasonFor(const std::string& kind) {
    if (kind == "training") {
        return "accelerators and software of a row are parts: give a catalogue";
    }
    if (kind == "collective") {
        return "the links of a row are parts: give a catalogue";
    }
    if (kind == "serving" || kind == "power_limit") {
        return "accelerators, models and software of a row are parts: give a catalogue";
    }
    return "no known kind";
}

Result<void> listTable(const CaseFile& file, Rows& rows) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    for (std::size_t i = 0; i < table->rows(); ++i) {
        std::string id = table->text(i, "id");
        if (id.empty()) {
            id = table->placeOf(i);
        }
        std::string quantity = "time_us";
        if (file.kind == "serving") {
            quantity = "output_tokens_per_s";
        } else if (file.kind == "power_limit") {
            quantity = "time_ratio";
        } else if (file.kind == "training") {
            quantity = table->has("primary_metric") ? table->text(i, "primary_metric")
                                                    : std::string("step_time_ms");
        }
        rows.push_back(notExpressedRow(file, id, quantity, file.kind == "collective" ? "us" : "",
                                       table->optionalNumber(i, quantity), reasonFor(file.kind)));
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

}  // namespace

Result<void> listNotExpressed(const CaseFile& file, Rows& rows) {
    if (file.kind == "training" || file.kind == "collective" || file.kind == "serving" ||
        file.kind == "power_limit") {
        return listTable(file, rows);
    }
    rows.push_back(
        notExpressedRow(file, file.kind == "unknown" ? file.path.filename().string() : file.stem(),
                        "", "", std::nullopt, reasonFor(file.kind)));
    return {};
}

}  // namespace headroom::engine
