// SPDX-License-Identifier: Apache-2.0
#include "engine/store/study_database.h"
#include "engine/study/answers.h"
#include "tests/hostile/damaged_database.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <limits>

namespace headroom::hostile {

namespace {

// Results of four runs, one of which did not run.
const std::string& sampleStudy() {
    static const std::string kBytes = [] {
        const auto path = scratchFolder() / "study-sample.db";
        {
            auto database = engine::StudyDatabase::write(
                path, "sample", "{}", engine::StudyDatabase::Readers::OnOtherMachines);
            require(database.has_value(), "the sample cannot be made");
            for (int i = 0; i < 4; ++i) {
                const engine::StudyRow row{
                    "key-" + std::to_string(i),
                    i,
                    0,
                    7,
                    "[1]",
                    "0.1",
                    "base",
                    i == 3 ? "no" : "",
                    "abcd",
                    1.5,
                    {{"pue", 1.1 + i}, {"it_power_kw", std::numeric_limits<double>::quiet_NaN()}}};
                require(database->add(row).has_value(), "the sample cannot be filled");
            }
        }
        return bytesOfFile(path);
    }();
    return kBytes;
}

}  // namespace

/// A damaged database of a study: read, and gone on with.
void study_database(std::string_view bytes) {
    const auto path = scratchFile("study.db", withPatches(sampleStudy(), bytes));
    for (const char* beside :
         {"study.db-wal", "study.db-shm", "study.db-journal", "study.db.running"}) {
        std::filesystem::remove(scratchFolder() / beside);
    }
    if (const auto opened = engine::StudyDatabase::read(path, "sample"); !opened) {
        requireRefusal(opened.error(), path.string());
    } else if (const auto rows = opened->rows(); !rows) {
        requireRefusal(rows.error(), path.string());
    } else {
        for (const engine::StudyRow& row : *rows) {
            for (const auto& [name, value] : row.figures) {
                require(value <= std::numeric_limits<double>::max() || value != value,
                        "an infinite figure: " + name);
            }
        }
    }
    auto database = engine::StudyDatabase::write(path, "sample", "{}",
                                                 engine::StudyDatabase::Readers::OnOtherMachines);
    if (!database) {
        requireRefusal(database.error(), path.string());
        return;
    }
    const engine::StudyRow row{"key-new", 9,  0,      7,   "[1]",         "0.1",
                               "base",    "", "abcd", 1.5, {{"pue", 1.1}}};
    if (const auto added = database->add(row); !added) {
        requireRefusal(added.error(), path.string());
    }
}

}  // namespace headroom::hostile
