// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace headroom::engine {

/// A prepared statement. Parameters and columns count from 0. Text and blobs that are bound must
/// outlive the next step(); those that columns return live until the next step() or reset().
class Statement {
  public:
    /// When the step under way must have ended: SQLite asks now and then.
    struct Watch {
        std::chrono::steady_clock::time_point until;
        std::set<std::string, std::less<>>
            computed;  ///< tables that are not used (computed_tables.h)
    };

    Statement() = default;

    void bind(int parameter, std::int64_t value);

    void bind(int parameter, int value) { bind(parameter, static_cast<std::int64_t>(value)); }

    void bind(int parameter, double value);
    void bind(int parameter, std::string_view text);
    void bind(int parameter, std::span<const std::byte> blob);
    void bindNull(int parameter);

    /// True while there is a row.
    Result<bool> step();
    /// Executes a statement that returns no rows and makes it ready for the next.
    Result<void> run();
    void reset();
    /// Rows that the last statement of the connection inserted, changed or removed.
    std::int64_t changed() const;

    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;
    std::span<const std::byte> blob(int column) const;
    bool isNull(int column) const;

  private:
    friend class Database;

    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const;
    };

    std::shared_ptr<Watch> watch_;
    std::unique_ptr<sqlite3_stmt, Finalizer> handle_;
};

/// One connection to an SQLite file: the only place where the SQLite C API is used. Failures become
/// errors with the codes of resources/help/recordings.md. One thread at a time.
///
/// A file may come from anybody. Its views, triggers and tables that compute (computed_tables.h) are not used. Its schema is not
/// trusted. A value has at most 512 MiB. No statement takes longer than a minute from one row to the next (STO-016).
class Database {
  public:
    enum class Mode {
        Create,     ///< a new file
        Write,      ///< an existing file
        Read,       ///< an existing file; never written to
        Immutable,  ///< as Read, of a file that nobody can write: needs no write-ahead log beside
                    ///< it
    };

    static Result<Database> open(const std::filesystem::path& path, Mode mode);
    /// Opens a file to write a few rows while others read it. A write waits 20 s for them; after open() it waits 2 s.
    static Result<Database> openBesideReaders(const std::filesystem::path& path);

    /// Runs one or more statements without parameters; rows are dropped.
    Result<void> exec(const std::string& sql);
    Result<Statement> prepare(std::string_view sql) const;
    /// Copies all that is committed into a new file at `path`; nobody may write to this one meanwhile.
    /// Errors: STO-004 (disk full), STO-005 (not writable).
    Result<void> copyTo(const std::filesystem::path& path) const;
    /// First column of the first row; 0 where there is no row.
    Result<std::int64_t> integer(std::string_view sql) const;
    /// First column of the first row; empty where there is no row.
    Result<std::string> text(std::string_view sql) const;

  private:
    struct Closer {
        void operator()(sqlite3* database) const;
    };

    std::shared_ptr<Statement::Watch> watch_ = std::make_shared<Statement::Watch>();
    std::unique_ptr<sqlite3, Closer> handle_;
};

}  // namespace headroom::engine
