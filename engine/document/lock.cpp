// SPDX-License-Identifier: Apache-2.0
#include "engine/document/lock.h"

#include "engine/base/json.h"
#include "engine/files/temporary.h"
#include "engine/files/text_file.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

std::string userName() {
    const passwd* entry = ::getpwuid(::getuid());
    return entry != nullptr ? entry->pw_name : std::to_string(::getuid());
}

std::string noteText() {
    const ProcessMark own = ProcessMark::own();
    const nlohmann::ordered_json note{{"user", userName()},
                                      {"host", own.host},
                                      {"pid", own.pid},
                                      {"start", own.start},
                                      {"since", utcNow()}};
    return jsonText(note, 2) + '\n';
}

LockHolder readNote(const std::string& text) {
    LockHolder holder;
    const auto note = parseJson<nlohmann::json>(text);
    if (!note.is_object()) {
        return holder;
    }
    const auto word = [&](const char* key) {
        return note.contains(key) && note[key].is_string() ? note[key].get<std::string>()
                                                           : std::string();
    };
    const auto number = [&](const char* key) {
        return note.contains(key) && note[key].is_number_integer() ? note[key].get<std::int64_t>()
                                                                   : std::int64_t{0};
    };
    holder.user = word("user");
    holder.since = word("since");
    holder.process = {word("host"), number("pid"), number("start")};
    return holder;
}

}  // namespace

std::string utcNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

/// One attempt at one file.
struct LockTaker {
    fs::path file;

    /// Complete from the first moment: written apart, then linked to the name, which fails where it
    /// is taken. 0, or errno.
    int link() const {
        const Temporary apart = Temporary::beside(file);
        const int descriptor =
            ::open(apart.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (descriptor < 0) {
            return errno;
        }
        const std::string text = noteText();
        int fault = 0;
        if (::write(descriptor, text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
            ::fchmod(descriptor, 0644) != 0 || ::link(apart.path().c_str(), file.c_str()) != 0) {
            fault = errno;
        }
        ::close(descriptor);
        return fault;
    }

    /// Removes the note, unless somebody has put another in its place meanwhile.
    bool remove(const std::string& text) const {
        const Temporary aside = Temporary::beside(file);
        if (::rename(file.c_str(), aside.path().c_str()) != 0) {
            return errno == ENOENT;
        }
        const auto taken = readTextFile(aside.path());
        const bool same = taken && *taken == text;
        // The note of another process goes back, unless a newer note has taken its place.
        const bool restored =
            same || ::link(aside.path().c_str(), file.c_str()) == 0 || errno == EEXIST;
        return same && restored;
    }

    LockAttempt take(bool force) const {
        LockAttempt attempt;
        for (int tries = 0; tries < 3; ++tries) {
            const int fault = link();
            if (fault == 0) {
                attempt.lock = ProjectLock(file);
                return attempt;
            }
            if (fault != EEXIST) {
                return attempt;
            }
            const auto text = readTextFile(file);
            if (!text) {
                continue;  // gone this moment
            }
            LockHolder holder = readNote(*text);
            if (!(force || holder.process.isDead()) || !remove(*text)) {
                attempt.holder = std::move(holder);
                return attempt;
            }
        }
        return attempt;
    }
};

ProjectLock& ProjectLock::operator=(ProjectLock&& other) noexcept {
    if (this != &other) {
        release();
        file_ = std::exchange(other.file_, {});
    }
    return *this;
}

ProjectLock::~ProjectLock() {
    release();
}

/// Only our own note: another may have been put there by force.
void ProjectLock::release() {
    if (file_.empty()) {
        return;
    }
    const auto text = readTextFile(file_);
    if (text && readNote(*text).process == ProcessMark::own()) {
        ::unlink(file_.c_str());
    }
    file_.clear();
}

LockAttempt lockProject(const std::filesystem::path& project, bool force) {
    return LockTaker{project.string() + ".lock"}.take(force);
}

}  // namespace headroom::engine
