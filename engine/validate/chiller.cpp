// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/chiller.h"

#include "engine/validate/kinds.h"

#include <cmath>
#include <map>
#include <system_error>

namespace headroom::engine {

namespace {

constexpr double kChillerLimit = 1e-3;
constexpr const char* kMachines = "chillers_electric_eir.csv";

// The machines of the table next to the case, by name.
Result<std::map<std::string, models::ChillerSpec>> readMachines(const std::filesystem::path& path) {
    auto table = CaseTable::read(path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    std::map<std::string, models::ChillerSpec> machines;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        models::ChillerSpec spec;
        spec.ratedHeatW = table->number(i, "q_eva_w");
        spec.ratedCop = table->number(i, "cop");
        spec.minUnloading = table->number(i, "plr_min_unl");
        spec.evaporatorOutC = table->number(i, "t_eva_lvg_nom_c");
        spec.condenserInC = table->number(i, "t_con_ent_nom_c");
        for (const char term : {'1', '2', '3', '4', '5', '6'}) {
            spec.capacityByT.push_back(table->number(i, std::string("cap_a") + term));
            spec.eirByT.push_back(table->number(i, std::string("eirt_b") + term));
        }
        for (const char term : {'1', '2', '3'}) {
            spec.eirByLoad.push_back(table->number(i, std::string("eirp_c") + term));
        }
        machines.emplace(table->text(i, "name"), std::move(spec));
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return machines;
}

}  // namespace

Result<void> validateChiller(const CaseFile& file, Rows& rows) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    std::filesystem::path beside = file.path.parent_path() / kMachines;
    std::error_code ignored;
    if (!std::filesystem::exists(beside, ignored)) {
        beside += ".gz";
    }
    if (!std::filesystem::exists(beside, ignored)) {
        Error error;
        error.code = "VAL-004";
        error.message = std::string("chiller cases need ") + kMachines + " next to them";
        error.remedy = "Copy the table of machines into the same folder.";
        error.file = file.path.string();
        return tl::unexpected(std::move(error));
    }
    auto machines = readMachines(beside);
    if (!machines) {
        return tl::unexpected(std::move(machines.error()));
    }
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string& name = table->text(i, "chiller");
        const std::string id = table->placeOf(i);
        const auto machine = machines->find(name);
        if (machine == machines->end()) {
            rows.push_back(notExpressedRow(file, id, "power", "W",
                                           table->optionalNumber(i, "power_w"),
                                           "the table next to the case has no machine " + name));
            continue;
        }
        const double evaporatorC = table->number(i, "t_eva_lvg_c");
        const double condenserC = table->number(i, "t_con_ent_c");
        const double partLoad = table->number(i, "plr");
        const std::string note = name + ", " + table->text(i, "t_eva_lvg_c") + " and " +
                                 table->text(i, "t_con_ent_c") + " °C, part load " +
                                 table->text(i, "plr");
        // The load is a share of what the machine can take at these temperatures.
        const double capacityW =
            models::chillerState(machine->second, 0.0, evaporatorC, condenserC).capacityW;
        const models::ChillerState state =
            models::chillerState(machine->second, partLoad * capacityW, evaporatorC, condenserC);
        if (const auto expected = table->optionalNumber(i, "q_available_w")) {
            rows.push_back(comparedRow(
                file, id,
                {"capacity", "W", *expected, state.capacityW, kChillerLimit * std::abs(*expected)},
                note));
        }
        if (const auto expected = table->optionalNumber(i, "power_w")) {
            rows.push_back(comparedRow(
                file, id,
                {"power", "W", *expected, state.powerW, kChillerLimit * std::abs(*expected)},
                note));
        }
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

}  // namespace headroom::engine
