// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/foam_run.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace headroom::engine {

namespace {

constexpr const char* kSolver = "buoyantBoussinesqSimpleFoam";
constexpr std::chrono::milliseconds kLook{200}, kGrace{3000};

/// The last bytes of a log hold the last iteration.
constexpr std::streamoff kTail = 8192;

std::string tailOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary | std::ios::ate);
    if (!in) {
        return {};
    }
    const std::streamoff size = in.tellg();
    in.seekg(std::max<std::streamoff>(0, size - kTail));
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string headOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text(static_cast<std::size_t>(kTail), '\0');
    in.read(text.data(), kTail);
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

/// The number behind the last `name` before `end`; `otherwise` where there is none.
double numberBehind(std::string_view text, std::string_view name, double otherwise) {
    const std::size_t found = text.rfind(name);
    if (found == std::string_view::npos) {
        return otherwise;
    }
    text.remove_prefix(found + name.size());
    double value = otherwise;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failed == std::errc() ? value : otherwise;
}

/// The solver's last words, for people.
std::string lastLine(const std::filesystem::path& folder) {
    for (const char* log : {"loss/log.solver", "loss/log.change", "log.solver", "log.decompose",
                            "log.mesh", "log.run"}) {
        std::string text = tailOf(folder / log);
        const std::size_t fatal = text.find("FOAM FATAL");
        if (fatal != std::string::npos) {
            text = text.substr(fatal, 300);
            std::replace(text.begin(), text.end(), '\n', ' ');
            return std::string(log) + ": " + text;
        }
    }
    return "log.run and log.solver say why";
}

/// Ends a process group, politely first.
void endGroup(pid_t child) {
    ::kill(-child, SIGTERM);
    const auto start = std::chrono::steady_clock::now();
    while (::waitpid(child, nullptr, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() - start > kGrace) {
            ::kill(-child, SIGKILL);
            ::waitpid(child, nullptr, 0);
            return;
        }
        std::this_thread::sleep_for(kLook);
    }
    ::kill(-child, SIGKILL);  // what outlived its shell
}

/// Starts Allrun as the head of a process group of its own; -1 where that fails.
pid_t startAllrun(const std::filesystem::path& folder) {
    std::string script = (folder / "Allrun").string(), log = (folder / "log.run").string(),
                shell = "sh";
    std::array<char*, 3> arguments{shell.data(), script.data(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    pid_t child = -1;
    const int failed = posix_spawnp(&child, "sh", &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 ? child : -1;
}

}  // namespace

bool hasOpenFoam() {
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "";
    while (!rest.empty()) {
        const std::size_t colon = rest.find(':');
        const std::filesystem::path program =
            std::filesystem::path(rest.substr(0, colon)) / kSolver;
        if (::access(program.c_str(), X_OK) == 0) {
            return true;
        }
        rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
    }
    return false;
}

FoamProgress foamProgress(const std::filesystem::path& whole) {
    FoamProgress now;
    std::error_code failed;
    now.isAfterLoss = std::filesystem::exists(whole / "loss/log.solver", failed);
    const std::filesystem::path folder = now.isAfterLoss ? whole / "loss" : whole;
    now.iterations =
        static_cast<int>(numberBehind(headOf(folder / "system/controlDict"), "endTime ", 0.0));
    const std::string log = tailOf(folder / "log.solver");
    now.iteration = static_cast<int>(numberBehind(log, "\nTime = ", 0.0));
    std::string_view last = log;
    const std::size_t start = last.rfind("\nTime = ");
    const std::size_t before =
        start == std::string_view::npos ? start : last.rfind("\nTime = ", start - 1);
    if (before != std::string_view::npos) {
        last = last.substr(before, start - before);
        constexpr std::string_view kInitial = "Initial residual = ";
        now.residual = 0.0;
        for (std::size_t at = last.find(kInitial); at != std::string_view::npos;
             at = last.find(kInitial, at + 1)) {
            now.residual = std::max(
                now.residual, numberBehind(last.substr(at, kInitial.size() + 24), kInitial, 0.0));
        }
    }
    return now;
}

Result<void> runFoamCase(const std::filesystem::path& folder,
                         const std::function<void(const FoamProgress&)>& progress,
                         const std::atomic<bool>* cancel) {
    if (!hasOpenFoam()) {
        return tl::unexpected(Error{
            "AIR-011", std::string("OpenFOAM is not installed: ") + kSolver + " is not on the path",
            "install Debian's package openfoam, or run Allrun on another machine", "", "", 0});
    }
    const pid_t child = startAllrun(folder);
    if (child < 0) {
        return tl::unexpected(Error{"AIR-012", "Allrun could not be started",
                                    "export the case again", folder.string(), "", 0});
    }
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (cancel != nullptr && *cancel) {
            endGroup(child);
            return tl::unexpected(Error{"AIR-002", "OpenFOAM was cancelled", "start it again",
                                        folder.string(), "", 0});
        }
        std::this_thread::sleep_for(kLook);
        if (progress) {
            progress(foamProgress(folder));
        }
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return tl::unexpected(Error{"AIR-012", "OpenFOAM failed: " + lastLine(folder),
                                    "try smaller or larger cells, or fewer parts", folder.string(),
                                    "", 0});
    }
    return {};
}

}  // namespace headroom::engine
