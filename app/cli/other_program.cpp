// SPDX-License-Identifier: Apache-2.0
#include "app/cli/other_program.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char** environ;

namespace headroom::app {

namespace {

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

using File = std::unique_ptr<std::FILE, Closer>;

std::string textOf(std::FILE* file) {
    std::string text;
    std::rewind(file);
    std::array<char, 4096> part;
    for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), file)) > 0;) {
        text.append(part.data(), n);
    }
    return text;
}

double secondsOf(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

std::optional<ProgramOutput> runProgram(const std::vector<std::string>& command) {
    // Files, not pipes: neither side ever waits for the other.
    const File out(std::tmpfile()), err(std::tmpfile());
    if (!out || !err) {
        return std::nullopt;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), 1);
    posix_spawn_file_actions_adddup2(&actions, fileno(err.get()), 2);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    const auto start = std::chrono::steady_clock::now();
    pid_t child = -1;
    const int failed =
        posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    rusage used{};
    if (failed != 0 || wait4(child, &status, 0, &used) != child) {
        return std::nullopt;
    }
    ProgramOutput output;
    output.wallS = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    output.cpuS = secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
    output.peakMb = static_cast<double>(used.ru_maxrss) * 1024.0 / 1e6;
    output.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    output.out = textOf(out.get());
    output.err = textOf(err.get());
    return output;
}

}  // namespace headroom::app
