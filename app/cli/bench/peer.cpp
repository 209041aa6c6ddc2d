// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/peer.h"

#include "engine/base/json.h"

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom::app {

namespace {

// In the child, between fork and exec: only calls that are safe there.
[[noreturn]] void become(const std::string& program, int input, int output, int mostCpuS) {
    const auto seconds = static_cast<rlim_t>(mostCpuS);
    const rlimit limit = {seconds, seconds + 1};
    const int nowhere = open("/dev/null", O_WRONLY);
    if (setrlimit(RLIMIT_CPU, &limit) == 0 && dup2(input, STDIN_FILENO) >= 0 &&
        dup2(output, STDOUT_FILENO) >= 0 && dup2(nowhere, STDERR_FILENO) >= 0) {
        execl(program.c_str(), program.c_str(), static_cast<char*>(nullptr));
    }
    _exit(127);
}

std::string readAll(int from) {
    std::string text;
    std::array<char, 4096> part;
    for (ssize_t n = 0; (n = read(from, part.data(), part.size())) > 0;) {
        text.append(part.data(), static_cast<std::size_t>(n));
    }
    return text;
}

}  // namespace

std::optional<nlohmann::ordered_json> runPeer(const std::string& name, const std::string& input,
                                              int mostCpuS) {
    std::error_code error;
    const auto here = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    const std::string program = (here / name).string();
    if (error || access(program.c_str(), X_OK) != 0) {
        return std::nullopt;
    }
    std::FILE* file = std::tmpfile();
    std::array<int, 2> pipeEnds{};
    if (file == nullptr || pipe2(pipeEnds.data(), O_CLOEXEC) != 0) {
        return std::nullopt;
    }
    const bool written =
        std::fwrite(input.data(), 1, input.size(), file) == input.size() && std::fflush(file) == 0;
    std::rewind(file);
    const pid_t child = written ? fork() : -1;
    if (child == 0) {
        become(program, fileno(file), pipeEnds[1], mostCpuS);
    }
    close(pipeEnds[1]);
    const std::string text = child > 0 ? readAll(pipeEnds[0]) : std::string();
    close(pipeEnds[0]);
    std::fclose(file);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0) {
        return std::nullopt;
    }
    auto json = engine::parseJson<nlohmann::ordered_json>(text);
    return json.is_object() ? std::optional(std::move(json)) : std::nullopt;
}

}  // namespace headroom::app
