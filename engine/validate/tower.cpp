// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/kinds.h"
#include "models/cooling/cooling_tower.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kApproachLimitK = 0.05;
constexpr const char* kCoefficients = "cooling_tower_coefficients.json";
constexpr std::size_t kTerms = 27;

// A tower with the correlation's coefficients and where they are from: the catalogue's first tower,
// or the file beside the case.
struct Tower {
    models::CoolingTowerSpec spec;
    std::string source;
};

Result<Tower> towerFor(const CaseFile& file, const Catalogue* catalogue) {
    if (catalogue != nullptr) {
        for (const CatalogueEntry* entry :
             catalogue->entriesOf(models::CoolingTowerSpec::type().id)) {
            const auto* spec = catalogue->spec<models::CoolingTowerSpec>(entry->id);
            if (spec != nullptr && spec->approachCurve.size() == kTerms) {
                return Tower{*spec, "catalogue part " + entry->id};
            }
        }
    }
    const std::filesystem::path beside = file.path.parent_path() / kCoefficients;
    const auto text = readTextFile(beside);
    Error error;
    error.file = beside.string();
    if (!text) {
        error.code = "VAL-004";
        error.message =
            std::string("tower cases need ") + kCoefficients + " beside them, or a catalogue";
        error.remedy = "Copy the coefficients into the same folder.";
        return tl::unexpected(std::move(error));
    }
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    const nlohmann::json::json_pointer place("/yorkcalc/coefficients");
    Tower tower{{}, kCoefficients};
    if (json.is_object() && json.contains(place) && json[place].is_array()) {
        for (const auto& term : json[place]) {
            if (term.is_number()) {
                tower.spec.approachCurve.push_back(term.get<double>());
            }
        }
    }
    if (tower.spec.approachCurve.size() != kTerms) {
        error.code = "VAL-003";
        error.message = "27 numbers should stand there";
        error.remedy = "Compare the file with the format of its kind.";
        error.path = place.to_string();
        return tl::unexpected(std::move(error));
    }
    return tower;
}

Result<void> listMerkel(const CaseFile& file, CaseTable table, Rows& rows) {
    for (std::size_t i = 0; i < table.rows(); ++i) {
        rows.push_back(notExpressedRow(
            file, table.placeOf(i), "leaving water temperature", "°C",
            table.optionalNumber(i, "t_water_out_c"),
            "the simulation's towers follow the YorkCalc correlation, not a Merkel conductance"));
    }
    if (table.fault()) {
        return tl::unexpected(*table.fault());
    }
    return {};
}

}  // namespace

Result<void> validateTower(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    if (!table->has("approach_k")) {
        return listMerkel(file, std::move(*table), rows);
    }
    const bool coolTools = file.stem().starts_with("cooltools");
    Result<Tower> tower{tl::in_place};
    if (!coolTools) {
        tower = towerFor(file, catalogue);
        if (!tower) {
            return tl::unexpected(std::move(tower.error()));
        }
    }
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const double expected = table->number(i, "approach_k");
        if (coolTools) {
            rows.push_back(notExpressedRow(file, table->placeOf(i), "approach", "K", expected,
                                           "the simulation's towers follow the YorkCalc "
                                           "correlation, not CoolTools"));
            continue;
        }
        const double got = models::towerApproachK(
            tower->spec, table->number(i, "t_wb_c"), table->number(i, "t_range_k"),
            table->number(i, "fr_water"), table->number(i, "fr_air"));
        rows.push_back(comparedRow(
            file, table->placeOf(i), {"approach", "K", expected, got, kApproachLimitK},
            "wet bulb " + table->text(i, "t_wb_c") + " °C, range " + table->text(i, "t_range_k") +
                " K, water " + table->text(i, "fr_water") + ", air " + table->text(i, "fr_air") +
                "; YorkCalc, " + tower->source));
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

}  // namespace headroom::engine
