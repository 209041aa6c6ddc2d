// SPDX-License-Identifier: Apache-2.0
#include "engine/document/lock.h"

#include "engine/exchange/text_file.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <pwd.h>
#include <sys/stat.h>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string userName() {
    const passwd* entry = ::getpwuid(::getuid());
    return entry != nullptr ? entry->pw_name : std::to_string(::getuid());
}

/// Field 22 of /proc/PID/stat (proc(5)); the name before it is in parentheses and may hold anything.
std::int64_t startOf(std::int64_t pid) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(stat, text);
    const std::size_t name = text.rfind(')');
    if (name == std::string::npos) {
        return 0;
    }
    std::istringstream rest(text.substr(name + 1));
    std::string word;
    for (int field = 3; field <= 22; ++field) {
        rest >> word;
    }
    return rest ? std::strtoll(word.c_str(), nullptr, 10) : 0;
}

std::string noteText() {
    const ProcessMark own = ProcessMark::own();
    const nlohmann::ordered_json note{{"user", userName()},   {"host", own.host},
                                      {"pid", own.pid},       {"start", own.start},
                                      {"since", utcNow()}};
    return note.dump(2) + '\n';
}

LockHolder readNote(const std::string& text) {
    LockHolder holder;
    const auto note = nlohmann::json::parse(text, nullptr, false);
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

ProcessMark ProcessMark::own() {
    return {hostName(), ::getpid(), startOf(::getpid())};
}

bool ProcessMark::isDead() const {
    if (pid <= 0 || host != hostName()) {
        return false;
    }
    if (::kill(static_cast<pid_t>(pid), 0) != 0) {
        return errno == ESRCH;
    }
    const std::int64_t now = startOf(pid);
    return start != 0 && now != 0 && now != start;  // the number was given to another one
}

/// One attempt at one file.
struct LockTaker {
    fs::path file;

    /// Complete from the first moment: written apart, then linked to the name, which fails where it
    /// is taken. 0, or errno.
    int link() const {
        std::string apart = file.string() + ".XXXXXX";
        const int descriptor = ::mkstemp(apart.data());
        if (descriptor < 0) {
            return errno;
        }
        const std::string text = noteText();
        int fault = 0;
        if (::write(descriptor, text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
            ::fchmod(descriptor, 0644) != 0 || ::link(apart.c_str(), file.c_str()) != 0) {
            fault = errno;
        }
        ::close(descriptor);
        ::unlink(apart.c_str());
        return fault;
    }

    /// Removes the note, unless somebody has put another in its place meanwhile.
    bool remove(const std::string& text) const {
        const fs::path aside = file.string() + "." + std::to_string(::getpid()) + ".old";
        if (::rename(file.c_str(), aside.c_str()) != 0) {
            return errno == ENOENT;
        }
        const auto taken = readTextFile(aside);
        const bool same = taken && *taken == text;
        if (!same) {
            ::link(aside.c_str(), file.c_str());
        }
        ::unlink(aside.c_str());
        return same;
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
