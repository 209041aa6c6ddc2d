// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/validate/kinds.h"
#include "models/air/psychrometrics.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/heat_exchanger.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr double kApproachLimitK = 0.05;
constexpr double kWaterLimitK = 0.2;
constexpr double kFanShare = 0.03;   // of the expected power
constexpr double kFanLeast = 0.001;  // of the rated power
constexpr const char* kCoefficients = "cooling_tower_coefficients.json";

// One correlation of the approach, as a kind of case: where its coefficients are, and the model.
struct Correlation {
    const char* name;
    const char* place;  ///< in the file next to the cases
    std::size_t terms;
    std::vector<double> models::CoolingTowerSpec::*curve;
    double (*approachK)(const models::CoolingTowerSpec&, double wetBulbC, double rangeK,
                        double waterRatio, double airRatio);
};

constexpr Correlation kYorkCalc{"YorkCalc", "/yorkcalc/coefficients", 27,
                                &models::CoolingTowerSpec::approachCurve, &models::towerApproachK};
constexpr Correlation kCoolTools{"CoolTools", "/cooltools_crossflow/coefficients", 35,
                                 &models::CoolingTowerSpec::coolToolsCurve,
                                 &models::coolToolsApproachK};

// A tower with the correlation's coefficients and where they are from: the catalogue's first tower
// that states them, or the file next to the case.
struct Tower {
    models::CoolingTowerSpec spec;
    std::string source;
};

Result<Tower> towerFor(const Correlation& correlation, const CaseFile& file,
                       const Catalogue* catalogue) {
    if (catalogue != nullptr) {
        for (const CatalogueEntry* entry :
             catalogue->entriesOf(models::CoolingTowerSpec::type().id)) {
            const auto* spec = catalogue->spec<models::CoolingTowerSpec>(entry->id);
            if (spec != nullptr && (spec->*correlation.curve).size() == correlation.terms) {
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
            std::string("tower cases need ") + kCoefficients + " next to them, or a catalogue";
        error.remedy = "Copy the coefficients into the same folder.";
        return tl::unexpected(std::move(error));
    }
    const auto json = parseJson<nlohmann::json>(*text);
    const nlohmann::json::json_pointer place(correlation.place);
    Tower tower{{}, kCoefficients};
    std::vector<double>& curve = tower.spec.*correlation.curve;
    if (json.is_object() && json.contains(place) && json[place].is_array()) {
        for (const auto& term : json[place]) {
            if (term.is_number()) {
                curve.push_back(term.get<double>());
            }
        }
    }
    if (curve.size() != correlation.terms) {
        error.code = "VAL-003";
        error.message = std::to_string(correlation.terms) + " numbers are expected there";
        error.remedy = "Compare the file with the format of its kind.";
        error.path = place.to_string();
        return tl::unexpected(std::move(error));
    }
    return tower;
}

Result<void> compareApproach(const Correlation& correlation, const CaseFile& file,
                             const Catalogue* catalogue, CaseTable& table, Rows& rows) {
    const auto tower = towerFor(correlation, file, catalogue);
    if (!tower) {
        return tl::unexpected(tower.error());
    }
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const double got = correlation.approachK(
            tower->spec, table.number(i, "t_wb_c"), table.number(i, "t_range_k"),
            table.number(i, "fr_water"), table.number(i, "fr_air"));
        rows.push_back(comparedRow(
            file, table.placeOf(i),
            {"approach", "K", table.number(i, "approach_k"), got, kApproachLimitK},
            "wet bulb " + table.text(i, "t_wb_c") + " °C, range " + table.text(i, "t_range_k") +
                " K, water " + table.text(i, "fr_water") + ", air " + table.text(i, "fr_air") +
                "; " + correlation.name + ", " + tower->source));
    }
    return {};
}

// The catalogue's first tower by Merkel's conductance: a file of this kind states what its tower
// did, and not what it is.
const CatalogueEntry* merkelPart(const Catalogue* catalogue) {
    if (catalogue != nullptr) {
        for (const CatalogueEntry* entry :
             catalogue->entriesOf(models::CoolingTowerSpec::type().id)) {
            const auto* spec = catalogue->spec<models::CoolingTowerSpec>(entry->id);
            if (spec != nullptr && spec->method == models::TowerMethod::Merkel) {
                return entry;
            }
        }
    }
    return nullptr;
}

// Leaving water and fan power by entering water, weather and fan speed of each row. Pressure by the
// column p_pa, or the standard one at sea level.
void compareMerkel(const CaseFile& file, const Catalogue* catalogue, CaseTable& table, Rows& rows) {
    const CatalogueEntry* part = merkelPart(catalogue);
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const double expectedC = table.number(i, "t_water_out_c");
        const std::string place = table.placeOf(i);
        if (part == nullptr) {
            rows.push_back(notExpressedRow(file, place, "leaving water temperature", "°C",
                                           expectedC,
                                           "the file does not say which tower it is: give a "
                                           "catalogue that has one by Merkel"));
            continue;
        }
        const auto& spec = *static_cast<const models::CoolingTowerSpec*>(part->spec.get());
        const double inC = table.number(i, "t_water_in_c");
        const double waterKgPerS = table.number(i, "m_water_kg_s");
        const double air = table.number(i, "fan_speed_ratio");
        models::Weather weather;
        weather.dryBulbC = table.number(i, "t_db_c");
        weather.wetBulbC = table.number(i, "t_wb_c");
        if (table.has("p_pa")) {
            weather.pressurePa = table.number(i, "p_pa");
        }
        weather.humidityRatio = models::humidityRatioFromWetBulb(weather.dryBulbC, weather.wetBulbC,
                                                                 weather.pressurePa);
        const double water = waterKgPerS / (spec.waterFlowM3PerS * models::kWaterDensity);
        const double effectiveness = models::towerEffectiveness(spec, inC, water, air, weather);
        const double outC = inC - effectiveness * (inC - weather.wetBulbC);
        const std::string note =
            "in " + table.text(i, "t_water_in_c") + " °C, wet bulb " + table.text(i, "t_wb_c") +
            " °C, water " + table.text(i, "m_water_kg_s") + " kg/s, fan " +
            table.text(i, "fan_speed_ratio") + "; Merkel, catalogue part " + part->id;
        rows.push_back(comparedRow(
            file, place, {"leaving water temperature", "°C", expectedC, outC, kWaterLimitK}, note));
        if (table.has("p_fan_w")) {
            const double expectedW = table.number(i, "p_fan_w");
            const double limitW = std::max(kFanShare * expectedW, kFanLeast * spec.fanRatedW);
            rows.push_back(comparedRow(
                file, place, {"fan power", "W", expectedW, models::towerFanW(spec, air), limitW},
                note));
        }
    }
}

}  // namespace

Result<void> validateTower(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    if (!table->has("approach_k")) {
        compareMerkel(file, catalogue, *table, rows);
    } else {
        const Correlation& correlation =
            file.stem().starts_with("cooltools") ? kCoolTools : kYorkCalc;
        const auto done = compareApproach(correlation, file, catalogue, *table, rows);
        if (!done) {
            return done;
        }
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

}  // namespace headroom::engine
