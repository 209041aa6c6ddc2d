// SPDX-License-Identifier: Apache-2.0
#include "engine/files/process_mark.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace headroom::engine {

namespace {

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Field 22 of /proc/PID/stat (proc(5)); the name before it is in parentheses and may hold
/// anything.
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

}  // namespace

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

}  // namespace headroom::engine
