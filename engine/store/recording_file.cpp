// SPDX-License-Identifier: Apache-2.0
#include "engine/store/recording_file.h"

#include "engine/files/output_file.h"
#include "engine/files/process_mark.h"
#include "engine/store/database.h"
#include "engine/store/recording_error.h"

#include <array>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headroom::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoteWords = "Headroom writes a recording here";
constexpr std::array kLogEndings = {"-wal", "-shm", "-journal"};

fs::path with(fs::path path, const char* ending) {
    path += ending;
    return path;
}

std::string firstBytes(int descriptor) {
    std::array<char, 200> text{};
    const ssize_t size = ::pread(descriptor, text.data(), text.size(), 0);
    return {text.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

// An old recording that nobody has open, or an error. Its log, if any, is folded in and gone.
Result<void> takeOver(const fs::path& path) {
    Result<Database> database = Database::open(path, Database::Mode::Write);
    if (!database) {
        return {};  // damaged: replaced without looking back
    }
    // Granted to the only connection alone. Refusal comes as an error or as the old mode.
    const Result<std::string> mode = database->text("PRAGMA journal_mode = DELETE");
    if (mode ? *mode == "wal" : mode.error().code == "STO-006") {
        return tl::unexpected(recordingError("STO-006", "the recording is being written or read",
                                             "close it there or choose another file name", path));
    }
    return {};
}

/// A recording that replaces another is read and written by those who might the other, and by nobody else.
void keepRights(const fs::path& before, const fs::path& after) {
    struct stat there {};

    if (::stat(before.c_str(), &there) == 0 && S_ISREG(there.st_mode)) {
        static_cast<void>(::chmod(after.c_str(), there.st_mode & 0777U));
    }
}

}  // namespace

RecordingFile::Identity RecordingFile::identityOf(const fs::path& path) {
    struct stat found {};

    return ::stat(path.c_str(), &found) == 0 ? Identity{found.st_dev, found.st_ino} : Identity{};
}

Result<std::unique_ptr<RecordingFile>> RecordingFile::reserve(const fs::path& path, bool replace) {
    std::unique_ptr<RecordingFile> file(new RecordingFile);
    file->named_ = path;
    file->target_ = fileBehind(path);
    std::error_code ignored;
    const fs::path folder = folderOf(file->target_);
    if (!fs::is_directory(folder, ignored)) {
        return tl::unexpected(
            recordingError("STO-001", "the folder of the recording does not exist",
                           "create " + folder.string() + " or choose another --out", path));
    }
    if (auto done = file->lookAt(replace); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    file->temporary_ = Temporary::beside(file->target_);
    return file;
}

/// Before the lock, so that nothing is left next to what is none of ours; and what is there is only
/// touched under it.
Result<void> RecordingFile::lookAt(bool replace) {
    const FileKind there = fileKind(target_);
    if (there == FileKind::Recording && !replace) {
        return tl::unexpected(recordingError("STO-002", "a recording of that name exists",
                                             "choose another file name or allow it to be replaced",
                                             named_));
    }
    if (auto fine = mayReplace(target_, FileKind::Recording); !fine) {
        const bool isOther = there != FileKind::Nothing && there != FileKind::Recording;
        return tl::unexpected(recordingError(isOther ? "STO-003" : "STO-005", fine.error().message,
                                             fine.error().remedy, named_));
    }
    if (auto done = lock(); !done) {
        return done;
    }
    before_ = identityOf(target_);
    return before_ == Identity{} ? Result<void>{} : takeOver(target_);
}

Result<void> RecordingFile::lock() {
    const fs::path name = with(target_, ".writing");
    const auto refused = [&](int cause) {
        return tl::unexpected(recordingError(
            cause == ENOSPC || cause == EDQUOT ? "STO-004" : "STO-005",
            "the folder takes no recording: " + std::generic_category().message(cause),
            "check that it may be written to and has space left, or choose another", named_));
    };
    for (;;) {
        lock_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
        if (lock_ < 0) {
            return refused(errno);
        }
        if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
            const int cause = errno;
            const std::string who = firstBytes(lock_);
            ::close(std::exchange(lock_, -1));
            if (cause != EWOULDBLOCK) {
                return refused(cause);
            }
            return tl::unexpected(recordingError(
                "STO-006",
                "the recording is being written" +
                    (who.starts_with(kNoteWords) ? who.substr(kNoteWords.size()) : std::string()),
                "wait for its end or choose another file name", named_));
        }

        // Its last holder may have removed it between the two calls.
        struct stat held {};

        if (::fstat(lock_, &held) == 0 && identityOf(name) == Identity{held.st_dev, held.st_ino}) {
            break;
        }
        ::close(std::exchange(lock_, -1));
    }
    const std::string before = firstBytes(lock_);
    if (!before.empty() && !before.starts_with(kNoteWords)) {
        ::close(std::exchange(lock_, -1));
        return tl::unexpected(recordingError(
            "STO-003", name.filename().string() + " next to it is not Headroom's: it is left alone",
            "choose another file name", named_));
    }
    lockName_ = Temporary::named(name);
    const ProcessMark own = ProcessMark::own();
    const std::string note =
        std::string(kNoteWords) + ": process " + std::to_string(own.pid) + " on " + own.host;
    // On a full disk the note stays empty; the lock holds all the same.
    static_cast<void>(::ftruncate(lock_, 0) == 0 &&
                      ::pwrite(lock_, note.data(), note.size(), 0) > 0);
    return {};
}

RecordingFile::~RecordingFile() {
    if (isPlaced_ && !check()) {
        for (const auto& [log, identity] : logs_) {
            if (identity != Identity{} && identityOf(log) == identity) {
                ::unlink(log.c_str());
            }
        }
    }
    if (file_ >= 0) {
        ::close(file_);
    }
    // The name goes while the lock is held: who waits for it sees that, and makes another.
    lockName_ = Temporary();
    if (lock_ >= 0) {
        ::close(lock_);
    }
}

Result<void> RecordingFile::watch() {
    file_ = ::open(path().c_str(), O_PATH | O_CLOEXEC);
    return check();
}

Result<void> RecordingFile::place() {
    if (auto fine = check(); !fine) {
        return fine;
    }
    if (identityOf(target_) != before_ && fileKind(target_) != FileKind::Nothing) {
        return tl::unexpected(
            recordingError("STO-008",
                           "another file has appeared at this name since the run began: it is "
                           "left alone, and nothing was recorded",
                           "run again, to another file", named_));
    }
    // A log left by a killed run must not be taken for one of the new file.
    std::error_code ignored;
    for (const char* ending : kLogEndings) {
        fs::remove(with(target_, ending), ignored);
    }
    keepRights(target_, temporary_.path());
    if (::rename(temporary_.path().c_str(), target_.c_str()) != 0) {
        return tl::unexpected(recordingError(
            "STO-001", "cannot create the recording: " + std::generic_category().message(errno),
            "check that the folder may be written to", named_));
    }
    temporary_.release();
    isPlaced_ = true;
    flushFolderOf(target_);
    return {};
}

void RecordingFile::watchLogs() {
    for (const char* ending : kLogEndings) {
        const fs::path log = with(target_, ending);
        logs_.emplace_back(log, identityOf(log));
    }
}

Result<void> RecordingFile::check() const {
    struct stat open {};

    const Identity there = identityOf(path());
    if (file_ >= 0 && ::fstat(file_, &open) == 0 && there == Identity{open.st_dev, open.st_ino}) {
        return {};
    }
    std::string message = there == Identity{} ? "the recording is no longer there"
                                              : "another file has taken the recording's place";
    std::string remedy = "run again";
    if (file_ >= 0 && open.st_nlink > 0) {
        std::array<char, PATH_MAX> name{};
        const ssize_t size = ::readlink(("/proc/self/fd/" + std::to_string(file_)).c_str(),
                                        name.data(), name.size());
        const std::string_view where(name.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
        const bool isKnown = !where.empty() && !where.ends_with(" (deleted)");
        message += isKnown ? ": it was moved while it was written, to " + std::string(where)
                           : ": it was moved while it was written";
        remedy = "what was committed until then is there; to record all of it, run again";
    } else {
        message += ": it was removed while it was written, and what it held is lost";
    }
    return tl::unexpected(recordingError("STO-008", std::move(message),
                                         remedy + " and leave the file alone until the run ends",
                                         named_));
}

}  // namespace headroom::engine
