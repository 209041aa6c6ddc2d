// SPDX-License-Identifier: Apache-2.0
#include "engine/files/process_mark.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace headroom::engine {

namespace {

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Fields 3 and 22 of /proc/PID/stat (proc(5)). The name before them is in parentheses and may hold anything.
struct Status {
    char state = 0;  ///< 'Z': it has ended, and its parent has not asked how; 0 if not known
    std::int64_t start = 0;  ///< 0 if not known
};

Status statusOf(std::int64_t pid) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(stat, text);
    const std::size_t name = text.rfind(')');
    if (name == std::string::npos) {
        return {};
    }
    std::istringstream rest(text.substr(name + 1));
    Status status;
    rest >> status.state;
    std::string word;
    for (int field = 4; field <= 22; ++field) {
        rest >> word;
    }
    status.start = rest ? std::strtoll(word.c_str(), nullptr, 10) : 0;
    return status;
}

// Containers may share a folder and a host name, but not the numbers of processes.
std::string hostKey(const ProcessMark& own) {
    std::array<char, 64> space{};
    const ssize_t size = ::readlink("/proc/self/ns/pid", space.data(), space.size());
    return shortHash(own.host + '\n' +
                     std::string(space.data(), size > 0 ? static_cast<std::size_t>(size) : 0));
}

/// A number and the dash after it.
bool takeNumber(std::string_view& text, std::int64_t& number) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr == text.data() + text.size() || *read.ptr != '-') {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()) + 1);
    return true;
}

}  // namespace

std::string shortHash(std::string_view text) {
    std::uint32_t hash = 2166136261U;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    }
    std::array<char, 9> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x", hash);
    return digits.data();
}

std::string ownMark() {
    const ProcessMark own = ProcessMark::own();
    return hostKey(own) + '-' + std::to_string(own.pid) + '-' + std::to_string(own.start) + '-';
}

bool isMarkOfTheDead(std::string_view rest) {
    ProcessMark owner = ProcessMark::own();
    const std::string ours = hostKey(owner) + '-';
    if (!rest.starts_with(ours)) {
        return false;
    }
    rest.remove_prefix(ours.size());
    return takeNumber(rest, owner.pid) && takeNumber(rest, owner.start) && owner.isDead();
}

ProcessMark ProcessMark::own() {
    return {hostName(), ::getpid(), statusOf(::getpid()).start};
}

bool ProcessMark::isDead() const {
    if (pid <= 0 || host != hostName()) {
        return false;
    }
    // Any other error (EPERM) says that a process has the number: perhaps another one.
    if (::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH) {
        return true;
    }
    const Status now = statusOf(pid);
    // Killed, but not collected: the program that started it may never ask for its exit code.
    const bool hasEnded = now.state == 'Z' || now.state == 'X';
    return hasEnded || (start != 0 && now.start != 0 && now.start != start);
}

}  // namespace headroom::engine
