// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/standard_output.h"
#include "app/cli/table.h"
#include "engine/check/fabric_against.h"
#include "engine/check/fabric_tables.h"
#include "engine/document/order.h"
#include "engine/exchange/cluster_topology.h"
#include "engine/fabric/build_fabric.h"
#include "engine/files/output_guard.h"
#include "engine/sizing/propose_fabric.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace headroom::app {

namespace {

struct FabricOptions {
    std::string project;
    bool bill = false;
    std::string against;
    std::vector<std::string> propose;
    std::string like;
    double oversubscription = 1.0;
    std::string out;
    std::string format = "text";
};

/// Every block without a fabric.
constexpr const char* kAllBlocks = "all";

/// Adds a fabric for the blocks to the project, and writes it to --out.
int propose(const FabricOptions& options) {
    engine::OutputGuard guard;
    guard.reads(options.project);
    guard.reads(options.like);
    addTextOutput(guard, "--out", options.out, engine::FileKind::Project);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    engine::FabricWish wish;
    wish.oversubscription = options.oversubscription;
    if (!options.like.empty()) {
        const auto topology = engine::readClusterTopology(options.like);
        auto stated =
            topology ? engine::wishOfTopology(*topology) : tl::unexpected(topology.error());
        if (!stated) {
            return fail(stated.error());
        }
        const bool isStated = engine::statedOversubscription(*topology) > 0.0;
        stated->oversubscription = isStated ? stated->oversubscription : options.oversubscription;
        wish = std::move(*stated);
    }
    if (options.propose != std::vector<std::string>{kAllBlocks}) {
        wish.blocks = options.propose;
    }
    const auto edits = engine::proposeFabric(opened->project, opened->catalogue, wish);
    if (!edits) {
        return fail(edits.error());
    }
    if (const auto done = engine::applyAll(opened->project, opened->catalogue, *edits); !done) {
        return fail(done.error());
    }
    for (const engine::Edit& edit : *edits) {
        std::printf("%s\n", engine::describe(edit, opened->project).c_str());
    }
    if (const auto saved = saveProjectOutput(opened->project, options.out); !saved) {
        return fail(saved.error());
    }
    return kFine;
}

/// The design next to the network of a real cluster; exit code 1 where they differ.
int compareWith(const FabricOptions& options, const engine::FabricNetwork& network) {
    const auto topology = engine::readClusterTopology(options.against);
    if (!topology) {
        return fail(topology.error());
    }
    const engine::FabricComparison comparison = engine::compareFabric(*topology, network);
    printSheets({{"comparison", comparison.table}}, options.format, {{"notes", comparison.notes}});
    if (options.format == "text") {
        for (const std::string& note : comparison.notes) {
            std::printf("note: %s\n", note.c_str());
        }
    }
    return comparison.differences > 0 ? kFindings : kFine;
}

int fabric(const FabricOptions& options) {
    if (!options.like.empty() && options.propose.empty()) {
        return failUsage("fabric", "--like needs --propose: the rack blocks that join the fabric.");
    }
    if (!options.propose.empty()) {
        return options.out.empty() ? failUsage("fabric", "--propose writes to --out FILE.")
                                   : propose(options);
    }
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
    if (network.fabrics.empty()) {
        std::fprintf(stderr, "%s has no fabrics: there is nothing to study.\n",
                     options.project.c_str());
        return kFindings;
    }
    if (!options.against.empty()) {
        return compareWith(options, network);
    }
    NamedSheets tables;
    if (options.bill) {
        tables.emplace_back("bill", engine::fabricBill(network));
    } else {
        tables.emplace_back("figures", engine::fabricFigures(network));
        tables.emplace_back("cables", engine::fabricCables(network));
        tables.emplace_back("failures", engine::fabricBlast(network));
        tables.emplace_back("storage", engine::fabricStorage(network));
    }
    printSheets(tables, options.format);
    return built.faults.empty() ? kFine : kFindings;
}

}  // namespace

void addFabric(Subcommand app, int& code) {
    auto options = std::make_shared<FabricOptions>();
    Subcommand command = app.subcommand(
        "fabric", "Study the networks as built: counts, cables, failures, bill of materials");
    command.option("PROJECT", options->project, "project file, or a folder with a project.json")
        .required()
        .type("");
    command.flag("--bill", options->bill, "the bill of materials instead");
    command
        .option("--against", options->against,
                "compare with topology.conf or topology.yaml of Slurm, or with the output of "
                "ibnetdiscover; exit 1 if "
                "they differ")
        .type("FILE");
    command
        .option("--propose", options->propose,
                "add a fabric for these rack blocks by their adapters, and join them; all: "
                "those without one")
        .type("ID");
    command
        .option("--like", options->like,
                "propose a fabric like this network: topology.conf, topology.yaml or the output of "
                "ibnetdiscover")
        .type("FILE");
    command
        .option("--oversubscription", options->oversubscription,
                "of a proposed fabric: bandwidth down over up at the leaves")
        .type("N")
        .showDefault();
    command.option("--out", options->out, "the project with the proposed fabric").type("FILE");
    addWide(command);
    addFormat(command, options->format, {"text", "json", "csv"});
    command.action([options, &code] { code = fabric(*options); });
}

}  // namespace headroom::app
