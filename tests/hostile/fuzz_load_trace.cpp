// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/load_trace.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

void load_trace(std::string_view bytes) {
    const auto path = scratchFile("input.csv", bytes);
    const auto read = engine::readTimeTable(path, "time_s", {"load_w", "share"});
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    require(!read->timeS.empty() && read->columns.size() == 2, "an empty table was accepted");
    requireFinite(read->timeS, "time");
    for (std::size_t i = 1; i < read->timeS.size(); ++i) {
        require(read->timeS[i] > read->timeS[i - 1], "times do not rise");
    }
    for (std::size_t column = 0; column < 2; ++column) {
        requireFinite(read->columns[column], "value");
        require(read->columns[column].size() == read->timeS.size(), "a column is short");
        for (const double timeS : {read->timeS.front() - 1.0, 0.0, 0.5 * read->timeS.back()}) {
            requireFinite(read->at(column, timeS), "value between rows");
        }
    }
}

}  // namespace headroom::hostile
