// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/table.h"
#include "engine/check/fabric_tables.h"
#include "engine/document/order.h"
#include "engine/fabric/build_fabric.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <string>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

struct FabricOptions {
    std::string project;
    bool bill = false;
    std::string format = "text";
};

Cells cellsOf(const engine::FabricTable& table) {
    Cells cells = {table.header};
    cells.insert(cells.end(), table.rows.begin(), table.rows.end());
    return cells;
}

Json jsonOf(const engine::FabricTable& table) {
    Json rows = Json::array();
    for (const auto& row : table.rows) {
        Json object = Json::object();
        for (std::size_t c = 0; c < row.size(); ++c) {
            object[table.header[c]] = row[c];
        }
        rows.push_back(std::move(object));
    }
    return rows;
}

int fabric(const FabricOptions& options) {
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    const engine::BuiltFabrics built =
        engine::buildFabrics(engine::asBuilt(opened->project), opened->catalogue);
    const engine::FabricNetwork& network = *built.network;
    for (const engine::FabricFault& fault : built.faults) {
        std::fprintf(stderr, "%s: %s\n",
                     network.fabrics[static_cast<std::size_t>(fault.fabric)].id.c_str(),
                     fault.error.text().c_str());
    }
    if (network.fabrics.empty() && options.format == "text") {
        std::printf("The project has no fabrics.\n");
    }
    std::vector<std::pair<const char*, engine::FabricTable>> tables;
    if (options.bill) {
        tables.emplace_back("bill", engine::fabricBill(network));
    } else {
        tables.emplace_back("figures", engine::fabricFigures(network));
        tables.emplace_back("cables", engine::fabricCables(network));
        tables.emplace_back("failures", engine::fabricBlast(network));
        tables.emplace_back("storage", engine::fabricStorage(network));
    }
    Json json = Json::object();
    for (const auto& [name, table] : tables) {
        if (options.format == "json") {
            json[name] = jsonOf(table);
        } else if (options.format == "csv") {
            std::printf("%s\n", csvTable(cellsOf(table)).c_str());
        } else if (!table.rows.empty()) {
            std::printf("%s\n%s\n\n%s\n", table.title.c_str(), table.why.c_str(),
                        alignedTable(cellsOf(table)).c_str());
        }
    }
    if (options.format == "json") {
        std::printf("%s\n", json.dump(2).c_str());
    }
    return built.faults.empty() ? kFine : kFindings;
}

}  // namespace

void addFabric(CLI::App& app, int& code) {
    auto options = std::make_shared<FabricOptions>();
    CLI::App* command = app.add_subcommand(
        "fabric", "Study the networks as built: counts, cables, failures, bill of materials");
    command
        ->add_option("PROJECT", options->project, "project file, or a folder with a project.json")
        ->required()
        ->type_name("");
    command->add_flag("--bill", options->bill, "the bill of materials instead");
    command->add_option("--format", options->format, "text, json or csv")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"text", "json", "csv"}))
        ->capture_default_str();
    command->callback([options, &code] { code = fabric(*options); });
}

}  // namespace headroom::app
