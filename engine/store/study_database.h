// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/store/database.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

/// Results of a run of a study, as its database holds them.
struct StudyRow {
    std::string key;  ///< what was run: equal keys have equal results
    std::int64_t point = 0, replication = 0;
    std::uint64_t seed = 0;
    std::string values;   ///< of the axes, JSON, for people
    std::string version;  ///< of the program
    std::string base;     ///< hash of the original projects
    std::string fault;    ///< the design did not run; empty if it did
    std::string stateHash;
    double wallS = 0.0;
    std::vector<std::pair<std::string, double>> figures;  ///< key, value in its unit; NaN: none
};

/// The results of one study: an SQLite file, tables as resources/help/studies.md describes them. Each result is
/// one transaction: what add() returned without an error survives the process,
/// and nothing is there by halves. Readers see what is there while another process writes; one writes at
/// a time. One thread at a time.
class StudyDatabase {
  public:
    /// Who looks at it while it is written. A write-ahead log is quick and needs memory that writer and readers share;
    /// without it every result is on the disk when add() returns, and folders of networks will do.
    enum class Readers { OnThisMachine, OnOtherMachines };

    /// Makes the file where it is not there. STO-005, STO-006: it cannot be opened, or another process
    /// runs the study. STU-008: a file that holds no study. STU-007: results of a study of another
    /// name. STU-001: a newer Headroom made it.
    static Result<StudyDatabase> write(const std::filesystem::path& path, const std::string& name,
                                       const std::string& text,
                                       Readers readers = Readers::OnThisMachine);

    /// To look at. STU-009: there is none yet.
    static Result<StudyDatabase> read(const std::filesystem::path& path, const std::string& name);

    /// Adds a result, or takes the place of that of its key. STO-004: the disk is full; what was there
    /// before stays.
    Result<void> add(const StudyRow& row);

    /// Adds those results of another database, at `from`, whose runs are not here, in one transaction, and the figures that
    /// are not. How many results were new. STU-015: a run has another result here, nothing is added. STO-004 as of add().
    Result<std::size_t> takeOver(const std::vector<StudyRow>& rows,
                                 const std::filesystem::path& from);

    /// All of them, by point and replication.
    Result<std::vector<StudyRow>> rows() const;

  private:
    class Hold;  ///< STUDY.db.running, locked: ends with the process, however that ends

    Result<void> inOneTransaction(const std::function<Result<void>()>& put);
    Result<void> belongsTo(const std::filesystem::path& path, const std::string& name) const;

    std::shared_ptr<Hold> hold_;
    Database database_;
};

}  // namespace headroom::engine
