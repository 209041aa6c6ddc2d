// SPDX-License-Identifier: Apache-2.0
#include "engine/store/database.h"

#include "engine/base/plain_text.h"
#include "engine/files/delimited.h"
#include "engine/store/computed_tables.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>

namespace headroom::engine {
namespace {

// How long to wait for a lock that another program holds.
constexpr int kBusyTimeoutMs = 2000;
constexpr int kReadersTimeoutMs = 20'000;
// From one row of a statement to the next.
constexpr std::chrono::seconds kLongestStep{60};
constexpr int kOpsBetweenLooks = 100'000;
constexpr int kMostValueBytes = 512 << 20;
constexpr int kMostSqlBytes = 1 << 20;
constexpr int kMostExpressionDepth = 100;

std::string fileOf(sqlite3* database) {
    const char* name = database == nullptr ? nullptr : sqlite3_db_filename(database, "main");
    return name == nullptr ? std::string() : std::string(name);
}

// SQLite tells a full disk, but takes a quota or a limit on the size of files for a broken one.
int primaryCode(sqlite3* database, int result) {
    if (database != nullptr && (result & 0xff) == SQLITE_IOERR) {
        int ofFile = 0, ofLog = 0;
        sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &ofFile);
        // The log in front of the file is a file of its own, and grows first.
        sqlite3_file* log = nullptr;
        sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
        if (log != nullptr && log->pMethods != nullptr) {
            log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &ofLog);
        }
        for (const int cause : {ofFile, ofLog, sqlite3_system_errno(database)}) {
            if (cause == EDQUOT || cause == EFBIG) {
                return SQLITE_FULL;
            }
        }
    }
    return result & 0xff;
}

bool isOfOtherTables(const std::string& cause) {
    constexpr std::array kStarts = {"access to view", "no such table",
                                    "no such column", "cannot modify",
                                    "cannot UPSERT",  "ON CONFLICT clause does not match",
                                    "table "};
    return std::any_of(kStarts.begin(), kStarts.end(),
                       [&](const char* start) { return cause.starts_with(start); });
}

Error errorOf(sqlite3* database, int result, std::string file) {
    Error error;
    error.file = std::move(file);
    const std::string cause =
        database == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(database);
    switch (primaryCode(database, result)) {
        case SQLITE_FULL:
            error.code = "STO-004";
            error.message = "no space left for the recording (" + cause + ")";
            error.remedy = "free space or record to another disk with --out";
            break;
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_CANTOPEN:
        case SQLITE_IOERR:
            error.code = "STO-005";
            error.message = "the file cannot be opened, read or written (" + cause + ")";
            error.remedy = "check that the folder exists and may be written to";
            break;
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            error.code = "STO-006";
            error.message = "another program is using the file (" + cause + ")";
            error.remedy = "close the other program or choose another file with --out";
            break;
        case SQLITE_NOTADB:
            error.code = "STO-011";
            error.message = "the file is not a recording (" + cause + ")";
            error.remedy = "choose a file that Headroom recorded";
            break;
        case SQLITE_CORRUPT:
            error.code = "STO-013";
            error.message = "the file is damaged (" + cause + ")";
            error.remedy = "restore the file from a copy or make it again";
            break;
        case SQLITE_INTERRUPT:
            error.code = "STO-016";
            error.message =
                "a look into the file takes longer than a minute: it may have been made to hang";
            error.remedy = "take a file that Headroom made, or report this with the file";
            break;
        case SQLITE_AUTH:
            error.code = "STO-013";
            error.message = "a table of the file computes what it holds (" + cause + ")";
            error.remedy = "restore the file from a copy or make it again";
            break;
        case SQLITE_TOOBIG:
            error.code = "STO-013";
            error.message = "the file holds a value larger than any that Headroom writes";
            error.remedy = "restore the file from a copy or make it again";
            break;
        case SQLITE_NOMEM:
            error.code = "STO-015";
            error.message = "there is not enough memory for the file";
            error.remedy = "close other programs or raise the limit (ulimit -v)";
            break;
        default:
            // The SQL is ours and constant, so a fault of it means that the file has other tables, or views in their place.
            if (isOfOtherTables(cause)) {
                error.code = "STO-013";
                error.message =
                    "the tables of the file are not those that Headroom writes (" + cause + ")";
                error.remedy = "restore the file from a copy or make it again";
                break;
            }
            error.code = "STO-009";
            error.message = "the database reports: " + cause;
            error.remedy = "report this with the file's first 100 bytes and the command";
            break;
    }
    return error;
}

Error errorOf(sqlite3_stmt* statement, int result) {
    sqlite3* database = sqlite3_db_handle(statement);
    return errorOf(database, result, fileOf(database));
}

// SQLite asks before it compiles a statement on a file with tables that compute.
int allow(void* watch, int action, const char* first, const char* /*second*/,
          const char* /*database*/, const char* /*trigger*/) {
    if (action == SQLITE_PRAGMA && first != nullptr &&
        std::string_view(first).ends_with("_check")) {
        return SQLITE_DENY;  // it looks at every row of every table
    }
    if (first == nullptr || (action != SQLITE_READ && action != SQLITE_INSERT &&
                             action != SQLITE_UPDATE && action != SQLITE_DELETE)) {
        return SQLITE_OK;
    }
    std::string table(first);
    std::transform(table.begin(), table.end(), table.begin(), [](unsigned char c) {
        return static_cast<char>(c < 0x80 ? std::tolower(c) : c);
    });
    return static_cast<Statement::Watch*>(watch)->computed.contains(table) ? SQLITE_DENY
                                                                           : SQLITE_OK;
}

// A path as an SQLite URI: everything but unreserved characters is escaped.
std::string uri(const std::filesystem::path& path, const char* parameters) {
    static const char* const digits = "0123456789ABCDEF";
    std::string text = "file:";
    for (const char c : path.string()) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '-' || c == '_';
        if (plain) {
            text += c;
        } else {
            text += '%';
            text += digits[byte >> 4];
            text += digits[byte & 15];
        }
    }
    return text + parameters;
}

}  // namespace

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void Statement::bind(int parameter, std::int64_t value) {
    sqlite3_bind_int64(handle_.get(), parameter + 1, value);
}

void Statement::bind(int parameter, double value) {
    sqlite3_bind_double(handle_.get(), parameter + 1, value);
}

void Statement::bind(int parameter, std::string_view text) {
    sqlite3_bind_text64(handle_.get(), parameter + 1, text.empty() ? "" : text.data(), text.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bind(int parameter, std::span<const std::byte> blob) {
    if (blob.empty()) {
        sqlite3_bind_zeroblob(handle_.get(), parameter + 1, 0);
    } else {
        sqlite3_bind_blob64(handle_.get(), parameter + 1, blob.data(), blob.size(), SQLITE_STATIC);
    }
}

void Statement::bindNull(int parameter) {
    sqlite3_bind_null(handle_.get(), parameter + 1);
}

Result<bool> Statement::step() {
    watch_->until = std::chrono::steady_clock::now() + kLongestStep;
    const int result = sqlite3_step(handle_.get());
    if (result == SQLITE_ROW) {
        return true;
    }
    if (result == SQLITE_DONE) {
        return false;
    }
    return tl::unexpected(errorOf(handle_.get(), result));
}

Result<void> Statement::run() {
    const Result<bool> result = step();
    reset();
    if (!result) {
        return tl::unexpected(result.error());
    }
    return {};
}

void Statement::reset() {
    sqlite3_reset(handle_.get());
}

std::int64_t Statement::changed() const {
    return sqlite3_changes64(sqlite3_db_handle(handle_.get()));
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(handle_.get(), column);
}

double Statement::real(int column) const {
    return sqlite3_column_double(handle_.get(), column);
}

std::string Statement::text(int column) const {
    const unsigned char* data = sqlite3_column_text(handle_.get(), column);
    if (data == nullptr) {
        return {};
    }
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
    std::string text(reinterpret_cast<const char*>(data), size);
    return isUtf8Text(text) ? text
                            : plainText(text);  // of a damaged file: what is wrong is written out
}

std::span<const std::byte> Statement::blob(int column) const {
    const void* data = sqlite3_column_blob(handle_.get(), column);
    const int size = sqlite3_column_bytes(handle_.get(), column);
    return {static_cast<const std::byte*>(data), static_cast<std::size_t>(size)};
}

bool Statement::isNull(int column) const {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

void Database::Closer::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

Result<Database> Database::open(const std::filesystem::path& path, Mode mode) {
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
    const char* parameters = "";
    switch (mode) {
        case Mode::Create:
            flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
            break;
        case Mode::Write:
            flags |= SQLITE_OPEN_READWRITE;
            break;
        case Mode::Read:
            flags |= SQLITE_OPEN_READONLY;
            break;
        case Mode::Immutable:
            flags |= SQLITE_OPEN_READONLY;
            parameters = "?immutable=1";
            break;
    }
    sqlite3* handle = nullptr;
    const int result = sqlite3_open_v2(uri(path, parameters).c_str(), &handle, flags, nullptr);
    Database database;
    database.handle_.reset(handle);
    if (result != SQLITE_OK) {
        return tl::unexpected(errorOf(handle, result, path.string()));
    }
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, kBusyTimeoutMs);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMostValueBytes);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, kMostSqlBytes);
    sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, kMostExpressionDepth);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    database.watch_->until = std::chrono::steady_clock::now() + kLongestStep;
    sqlite3_progress_handler(
        handle, kOpsBetweenLooks,
        [](void* watch) {
            return std::chrono::steady_clock::now() > static_cast<Statement::Watch*>(watch)->until
                       ? 1
                       : 0;
        },
        database.watch_.get());
    if (mode != Mode::Create) {
        database.watch_->computed = computedTables(handle);
        if (!database.watch_->computed.empty()) {
            sqlite3_set_authorizer(handle, allow, database.watch_.get());
        }
    }
    return database;
}

Result<Database> Database::openBesideReaders(const std::filesystem::path& path) {
    return open(path, Mode::Write).map([](Database database) {
        sqlite3_busy_timeout(database.handle_.get(), kReadersTimeoutMs);
        return database;
    });
}

Result<void> Database::exec(const std::string& sql) {
    watch_->until = std::chrono::steady_clock::now() + kLongestStep;
    const int result = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (result != SQLITE_OK) {
        return tl::unexpected(errorOf(handle_.get(), result, fileOf(handle_.get())));
    }
    return {};
}

Result<void> Database::copyTo(const std::filesystem::path& path) const {
    Result<Database> copy = open(path, Mode::Create);
    if (!copy) {
        return tl::unexpected(copy.error());
    }
    sqlite3* target = copy->handle_.get();
    sqlite3_backup* backup = sqlite3_backup_init(target, "main", handle_.get(), "main");
    if (backup == nullptr) {
        return tl::unexpected(errorOf(target, sqlite3_errcode(target), path.string()));
    }
    static_cast<void>(sqlite3_backup_step(backup, -1));
    if (const int result = sqlite3_backup_finish(backup); result != SQLITE_OK) {
        return tl::unexpected(errorOf(target, result, path.string()));
    }
    return {};
}

Result<Statement> Database::prepare(std::string_view sql) const {
    watch_->until = std::chrono::steady_clock::now() + kLongestStep;
    sqlite3_stmt* handle = nullptr;
    const int result = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                          &handle, nullptr);
    if (result != SQLITE_OK) {
        return tl::unexpected(errorOf(handle_.get(), result, fileOf(handle_.get())));
    }
    Statement statement;
    statement.handle_.reset(handle);
    statement.watch_ = watch_;
    return statement;
}

Result<std::int64_t> Database::integer(std::string_view sql) const {
    return prepare(sql).and_then([](Statement statement) {
        return statement.step().map(
            [&](bool row) { return row ? statement.integer(0) : std::int64_t{0}; });
    });
}

Result<std::string> Database::text(std::string_view sql) const {
    return prepare(sql).and_then([](Statement statement) {
        return statement.step().map([&](bool row) { return row ? statement.text(0) : ""; });
    });
}

}  // namespace headroom::engine
