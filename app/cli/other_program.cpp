// SPDX-License-Identifier: Apache-2.0
#include "app/cli/other_program.h"

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
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
    pid_t child = -1;
    const int failed = posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (failed != 0 || waitpid(child, &status, 0) != child) {
        return std::nullopt;
    }
    ProgramOutput output;
    output.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    output.out = textOf(out.get());
    output.err = textOf(err.get());
    return output;
}

}  // namespace headroom::app
