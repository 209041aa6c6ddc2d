// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/table.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string name;
    std::string format = "text";
};

std::string numberText(const Json& value) {
    if (!value.is_number_float()) {
        return value.is_string() ? value.get<std::string>() : value.dump();
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value.get<double>());
    return text;
}

// Nested objects become rows of their own: "phases.power".
void addRows(Cells& cells, const Json& object, const std::string& prefix) {
    for (const auto& [key, value] : object.items()) {
        if (value.is_object()) {
            addRows(cells, value, prefix + key + ".");
        } else {
            cells.push_back({prefix + key, numberText(value)});
        }
    }
}

int bench(const Options& options) {
    const bool json = options.format == "json";
    const std::vector<std::pair<std::string, std::function<BenchResult()>>> all = {
        {"day", [] { return benchDay(true); }},     {"open", [] { return benchOpen(); }},
        {"kernels", [] { return benchKernels(); }}, {"power", [] { return benchPower(); }},
        {"cooling", [] { return benchCooling(); }}, {"air", [] { return benchAir(); }},
        {"fabric", [] { return benchFabric(); }},
    };
    Json results = Json::array();
    for (const auto& [name, benchmark] : all) {
        if (!options.name.empty() && options.name != name) {
            continue;
        }
        const BenchResult result = benchmark();
        if (!result) {
            return fail(result.error());
        }
        results.push_back(*result);
        if (!json) {
            Cells cells = {{"quantity", "value"}};
            addRows(cells, *result, "");
            std::printf("%s\n", alignedTable(cells).c_str());
        }
        if (result->value("cancelled", false)) {
            return kCancelled;
        }
    }
    if (json) {
        const Json& printed = options.name.empty() ? results : results.front();
        std::printf("%s\n", printed.dump(2).c_str());
    }
    return kFine;
}

}  // namespace

void addBench(CLI::App& app, int& code) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("bench", "Run Headroom's own benchmarks");
    command
        ->add_option(
            "NAME", options->name,
            "day (a simulated day of hyperscale-100k), open (opening it), kernels, "
            "power (load flow), cooling (pipe networks), air (room air) or fabric (networks); "
            "without it all")
        ->type_name("")
        ->check(CLI::IsMember({"day", "open", "kernels", "power", "cooling", "air", "fabric"}));
    command->add_option("--format", options->format, "text or json")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str();
    command->callback([options, &code] { code = bench(*options); });
}

}  // namespace headroom::app
