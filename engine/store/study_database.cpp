// SPDX-License-Identifier: Apache-2.0
#include "engine/store/study_database.h"

#include <cmath>
#include <fcntl.h>
#include <limits>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace headroom::engine {

namespace {

constexpr std::int64_t kStudyApplicationId = 0x48645374;  // "HdSt"
constexpr std::int64_t kStudySchemaVersion = 1;

const char* const kStudySchema = R"sql(
-- Whose results these are: name, text (of the study file when it was last run).
CREATE TABLE study (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- One row a run that ended. `key` is a hash of all that decides its results; rows of keys that the study does not
-- have any more are stale: of another version of the program or another project.
CREATE TABLE run (
    key         TEXT PRIMARY KEY,
    point       INTEGER NOT NULL,
    replication INTEGER NOT NULL,
    seed        TEXT NOT NULL,
    axes        TEXT NOT NULL,     -- JSON: what was set
    version     TEXT NOT NULL,
    base        TEXT NOT NULL,     -- hash of the projects as they were
    fault       TEXT NOT NULL,     -- why the design does not run; empty: it did
    state_hash  TEXT NOT NULL,
    wall_s      REAL NOT NULL
) WITHOUT ROWID;

-- Figures of the runs, in the units that their keys end with. NULL: the run yields none.
CREATE TABLE figure (
    run   TEXT NOT NULL REFERENCES run (key),
    name  TEXT NOT NULL,
    value REAL,
    PRIMARY KEY (run, name)
) WITHOUT ROWID;
)sql";

Error storeError(const char* code, const std::filesystem::path& path, std::string message,
                 std::string remedy) {
    return {code, std::move(message), std::move(remedy), path.string(), {}, 0};
}

/// Writes results; `otherwise`, what becomes of those that are there: REPLACE or IGNORE.
class RowWriter {
  public:
    static Result<RowWriter> make(const Database& database, const std::string& otherwise) {
        auto run = database.prepare("INSERT OR " + otherwise +
                                    " INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
        auto figure =
            database.prepare("INSERT OR " + otherwise + " INTO figure VALUES (?1, ?2, ?3)");
        if (!run || !figure) {
            return tl::unexpected(run ? figure.error() : run.error());
        }
        RowWriter writer;
        writer.run_ = std::move(*run);
        writer.figure_ = std::move(*figure);
        return writer;
    }

    Result<void> write(const StudyRow& row) {
        const std::string seed = std::to_string(row.seed);
        run_.bind(0, std::string_view(row.key));
        run_.bind(1, row.point);
        run_.bind(2, row.replication);
        run_.bind(3, std::string_view(seed));
        run_.bind(4, std::string_view(row.values));
        run_.bind(5, std::string_view(row.version));
        run_.bind(6, std::string_view(row.base));
        run_.bind(7, std::string_view(row.fault));
        run_.bind(8, std::string_view(row.stateHash));
        run_.bind(9, row.wallS);
        if (auto done = run_.run(); !done) {
            return done;
        }
        for (const auto& [name, value] : row.figures) {
            figure_.bind(0, std::string_view(row.key));
            figure_.bind(1, std::string_view(name));
            if (std::isnan(value)) {
                figure_.bindNull(2);
            } else {
                figure_.bind(2, value);
            }
            if (auto done = figure_.run(); !done) {
                return done;
            }
        }
        return {};
    }

  private:
    Statement run_, figure_;
};

}  // namespace

class StudyDatabase::Hold {
  public:
    static Result<std::shared_ptr<Hold>> take(const std::filesystem::path& database) {
        auto hold = std::make_shared<Hold>();
        hold->path_ = database;
        hold->path_ += ".running";
        hold->file_ = ::open(hold->path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (hold->file_ < 0) {
            const std::error_code cause(errno, std::generic_category());
            return tl::unexpected(storeError(
                "STO-005", database, "the folder cannot be written to (" + cause.message() + ")",
                "check that it exists, or choose another with --out"));
        }
        if (::flock(hold->file_, LOCK_EX | LOCK_NB) != 0) {
            ::close(hold->file_);
            hold->file_ = -1;
            return tl::unexpected(
                storeError("STO-006", database, "another process runs this study",
                           "wait for its end, or choose another file with --out"));
        }
        return hold;
    }

    Hold() = default;
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    ~Hold() {
        if (file_ >= 0) {
            std::error_code ignored;
            std::filesystem::remove(path_, ignored);
            ::close(file_);
        }
    }

  private:
    std::filesystem::path path_;
    int file_ = -1;
};

Result<void> StudyDatabase::belongsTo(const std::filesystem::path& path,
                                      const std::string& name) const {
    const auto id = database_.integer("PRAGMA application_id");
    if (!id || *id != kStudyApplicationId) {
        return tl::unexpected(storeError("STU-008", path, "the file holds no study",
                                         "choose another file with --out"));
    }
    const auto version = database_.integer("PRAGMA user_version");
    if (!version || *version > kStudySchemaVersion) {
        return tl::unexpected(storeError("STU-001", path, "a newer Headroom made these results",
                                         "open them with that one"));
    }
    const auto of = database_.text("SELECT value FROM study WHERE key = 'name'");
    if (!of || *of != name) {
        return tl::unexpected(storeError(
            "STU-007", path,
            "these are results of the study \"" + of.value_or("") + "\", not of \"" + name + '"',
            "choose another file with --out, or the study's own name again"));
    }
    return {};
}

Result<StudyDatabase> StudyDatabase::write(const std::filesystem::path& path,
                                           const std::string& name, const std::string& text,
                                           Readers readers) {
    auto hold = Hold::take(path);
    if (!hold) {
        return tl::unexpected(hold.error());
    }
    std::error_code ignored;
    // A file without a byte is what a process left that died before it wrote the tables.
    bool isNew =
        !std::filesystem::exists(path, ignored) || std::filesystem::file_size(path, ignored) == 0;
    auto opened = Database::open(path, isNew ? Database::Mode::Create : Database::Mode::Write);
    if (!opened) {
        Error error = opened.error();
        return tl::unexpected(error.code == "STO-011"
                                  ? storeError("STU-008", path, "the file holds no study",
                                               "choose another file with --out")
                                  : error);
    }
    StudyDatabase study;
    study.hold_ = std::move(*hold);
    study.database_ = std::move(*opened);
    if (!isNew) {
        // Nor has one whose process died while it wrote them: opening took back what it had begun.
        const auto tables = study.database_.integer("SELECT count(*) FROM sqlite_master");
        isNew = tables && *tables == 0;
    }
    if (isNew) {
        // All tables or none: a file that exists is complete.
        auto made = study.database_.exec(
            "BEGIN;" + std::string(kStudySchema) +
            "PRAGMA application_id = " + std::to_string(kStudyApplicationId) +
            "; PRAGMA user_version = " + std::to_string(kStudySchemaVersion) + ";");
        if (made) {
            auto insert = study.database_.prepare("INSERT INTO study VALUES ('name', ?1)");
            if (!insert) {
                return tl::unexpected(insert.error());
            }
            insert->bind(0, std::string_view(name));
            made = insert->run();
        }
        if (made) {
            made = study.database_.exec("COMMIT");
        }
        if (!made) {
            return tl::unexpected(made.error());
        }
    }
    if (auto fine = study.belongsTo(path, name); !fine) {
        return tl::unexpected(fine.error());
    }
    auto ready =
        study.database_.exec(readers == Readers::OnThisMachine
                                 ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                                 : "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;");
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    auto insert = study.database_.prepare("INSERT OR REPLACE INTO study VALUES ('text', ?1)");
    if (!insert) {
        return tl::unexpected(insert.error());
    }
    insert->bind(0, std::string_view(text));
    if (auto done = insert->run(); !done) {
        return tl::unexpected(done.error());
    }
    return study;
}

Result<StudyDatabase> StudyDatabase::read(const std::filesystem::path& path,
                                          const std::string& name) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return tl::unexpected(storeError("STU-009", path, "the study has no results yet",
                                         "run it: headroom-cli study run STUDY"));
    }
    // Partial writes of a process that died while it wrote without a log are rolled back first.
    const bool isHalf = std::filesystem::exists(path.string() + "-journal", ignored);
    auto opened = Database::open(path, isHalf ? Database::Mode::Write : Database::Mode::Read);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    StudyDatabase study;
    study.database_ = std::move(*opened);
    if (auto fine = study.belongsTo(path, name); !fine) {
        return tl::unexpected(fine.error());
    }
    return study;
}

Result<void> StudyDatabase::inOneTransaction(const std::function<Result<void>()>& put) {
    if (auto begun = database_.exec("BEGIN IMMEDIATE"); !begun) {
        return begun;
    }
    auto done = put();
    if (done) {
        done = database_.exec("COMMIT");
    }
    if (!done) {
        (void)database_.exec("ROLLBACK");
    }
    return done;
}

Result<void> StudyDatabase::add(const StudyRow& row) {
    return inOneTransaction([&]() -> Result<void> {
        auto writer = RowWriter::make(database_, "REPLACE");
        return writer ? writer->write(row) : tl::unexpected(writer.error());
    });
}

Result<std::size_t> StudyDatabase::takeOver(const std::vector<StudyRow>& rows,
                                            const std::filesystem::path& from) {
    std::size_t taken = 0;
    auto done = inOneTransaction([&]() -> Result<void> {
        auto writer = RowWriter::make(database_, "IGNORE");
        auto here = database_.prepare("SELECT state_hash, fault FROM run WHERE key = ?1");
        if (!writer || !here) {
            return tl::unexpected(writer ? here.error() : writer.error());
        }
        for (const StudyRow& row : rows) {
            here->reset();
            here->bind(0, std::string_view(row.key));
            const auto known = here->step();
            if (!known) {
                return tl::unexpected(known.error());
            }
            if (*known && (here->text(0) != row.stateHash || here->text(1) != row.fault)) {
                return tl::unexpected(storeError(
                    "STU-015", from,
                    "run " + row.key + " ended otherwise here than in the study's database",
                    "see with which program and on which machine this task ran; remove its "
                    "database and run it again"));
            }
            taken += *known ? 0 : 1;
            if (auto put = writer->write(row); !put) {
                return put;
            }
        }
        return {};
    });
    return done ? Result<std::size_t>(taken) : tl::unexpected(done.error());
}

Result<std::vector<StudyRow>> StudyDatabase::rows() const {
    auto query = database_.prepare(
        "SELECT r.key, point, replication, seed, axes, version, base, fault, state_hash, wall_s, "
        "name, value "
        "FROM run AS r LEFT JOIN figure AS f ON f.run = r.key ORDER BY point, replication, r.key, "
        "name");
    if (!query) {
        return tl::unexpected(query.error());
    }
    std::vector<StudyRow> rows;
    while (true) {
        const auto there = query->step();
        if (!there) {
            return tl::unexpected(there.error());
        }
        if (!*there) {
            return rows;
        }
        if (rows.empty() || rows.back().key != query->text(0)) {
            StudyRow row;
            row.key = query->text(0);
            row.point = query->integer(1);
            row.replication = query->integer(2);
            row.seed = std::strtoull(query->text(3).c_str(), nullptr, 10);
            row.values = query->text(4);
            row.version = query->text(5);
            row.base = query->text(6);
            row.fault = query->text(7);
            row.stateHash = query->text(8);
            row.wallS = query->real(9);
            rows.push_back(std::move(row));
        }
        if (!query->isNull(10)) {
            rows.back().figures.emplace_back(
                query->text(10),
                query->isNull(11) ? std::numeric_limits<double>::quiet_NaN() : query->real(11));
        }
    }
}

}  // namespace headroom::engine
