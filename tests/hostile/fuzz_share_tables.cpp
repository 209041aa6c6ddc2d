// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/sharing.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

namespace headroom::hostile {

/// Servers, a break, tasks.
void share_tables(std::string_view bytes) {
    const auto [servers, tasks] = splitSection(bytes);
    const auto serverFile = scratchFile("servers.csv", servers);
    const auto taskFile = scratchFile("tasks.csv", tasks);
    const auto read = engine::readShareTables(serverFile, taskFile);
    if (!read) {
        requireRefusal(read.error(),
                       read.error().file == serverFile ? serverFile.string() : taskFile.string());
        return;
    }
    for (const engine::ShareServer& server : read->servers) {
        require(server.cpuMilli >= 0 && server.memoryMib >= 0 && server.accelerators >= 0 &&
                    static_cast<std::size_t>(server.accelerators) <= engine::kMostPerServer,
                "a server that cannot be was accepted");
    }
    for (const engine::ShareTask& task : read->tasks) {
        require(task.cpuMilli >= 0 && task.memoryMib >= 0 && task.accelerators >= 0 &&
                    task.milli >= 0 && task.milli <= engine::kMilli,
                "a task that cannot be was accepted");
    }
}

}  // namespace headroom::hostile
