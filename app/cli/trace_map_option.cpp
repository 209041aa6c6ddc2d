// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trace_map_option.h"

#include "engine/exchange/trace_map.h"
#include "engine/files/text_file.h"

namespace headroom::app {

Option addTraceMap(Subcommand command, std::string& words) {
    return command
        .option("--trace-map", words,
                "columns and units of the trace, in the words of the project: KEY=VALUE,KEY=VALUE, "
                "or a JSON file with them")
        .type("MAP");
}

engine::Result<std::string> traceMapWords(const std::string& words) {
    if (!words.ends_with(".json") || words.find('=') != std::string::npos) {
        return words;
    }
    return engine::readTextFile(words);
}

engine::Result<void> readTraceMap(const std::string& words, const models::ComponentType& type,
                                  void* spec) {
    return traceMapWords(words).and_then(
        [&](const std::string& map) { return engine::applyTraceMap(map, type, spec); });
}

}  // namespace headroom::app
