// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/guest_process.h"

#include "engine/base/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace headroom::engine {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

/// What the guest finds its socket as.
constexpr int kGuestSocket = 3;
/// An answer longer than that is none.
constexpr std::size_t kMostAnswer = std::size_t{64} << 20U;

fs::path& namedProgram() {
    static fs::path file;
    return file;
}

fs::path programOf(const std::string& name) {
    std::vector<fs::path> places = {namedProgram()};
    if (const char* told = std::getenv("HEADROOM_GUEST"); told != nullptr) {
        places.emplace_back(told);
    }
    std::error_code ignored;
    const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    places.push_back(here / name);
    places.push_back(here.parent_path() / "lib" / "headroom" / name);
    places.push_back(fs::path("/usr/lib/headroom") / name);
    for (fs::path& place : places) {
        if (!place.empty()) {
            place.replace_filename(name);
        }
        if (!place.empty() && access(place.c_str(), X_OK) == 0 && !fs::is_directory(place, ignored)) {
            return place;
        }
    }
    return {};
}

Error guestError(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

}  // namespace

void setGuestProgram(const fs::path& file) {
    namedProgram() = file;
}

Result<std::unique_ptr<GuestProcess>> GuestProcess::start(std::string name, const std::vector<std::string>& arguments,
                                                          const std::string& programName) {
    const fs::path program = programOf(programName);
    int ends[2] = {-1, -1};
    if (program.empty() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return tl::unexpected(guestError("GST-020", "the program " + programName + ", in which \"" + name + "\" would run, was not found",
                                         "install it beside headroom-cli, or set HEADROOM_GUEST to where headroom-guest is"));
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, 2, 1);  // what a guest prints is no result of ours
    posix_spawn_file_actions_adddup2(&actions, ends[1], kGuestSocket);
    std::vector<std::string> words = {program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    pid_t child = -1;
    // Ctrl+C on the terminal is for the run, which ends its guests itself.
    posix_spawnattr_t apart;
    posix_spawnattr_init(&apart);
    posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&apart, 0);
    const int failed = posix_spawn(&child, program.c_str(), &actions, &apart, pointers.data(), environ);
    posix_spawnattr_destroy(&apart);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed != 0) {
        close(ends[0]);
        return tl::unexpected(guestError("GST-020", program.string() + " could not be started: " + std::strerror(failed),
                                         "check that it is a program of this machine, and that there is memory"));
    }
    return std::unique_ptr<GuestProcess>(new GuestProcess(std::move(name), ends[0], child));
}

GuestProcess::~GuestProcess() {
    if (socket_ >= 0) {
        close(socket_);  // the guest reads the end of its questions, and ends
    }
    for (int i = 0; i < 100 && child_ > 0; ++i) {
        if (waitpid(child_, nullptr, WNOHANG) != 0) {
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill();
}

void GuestProcess::kill() {
    if (child_ > 0) {
        ::kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
        child_ = -1;
    }
}

Error GuestProcess::gone() {
    int status = 0;
    std::string how = "ended";
    if (child_ > 0 && waitpid(child_, &status, 0) == child_) {
        child_ = -1;
        if (WIFSIGNALED(status)) {
            how = fmt::format("crashed: {} (signal {})", strsignal(WTERMSIG(status)), WTERMSIG(status));
        } else if (WEXITSTATUS(status) != 0) {
            how = fmt::format("ended by itself with exit code {}", WEXITSTATUS(status));
        }
    }
    return guestError("GST-022", "the guest \"" + name_ + "\" " + how,
                      "run without it, or ask who made it; the run is sound up to the step before");
}

Result<nlohmann::json> GuestProcess::ask(const nlohmann::json& question, double timeoutS) {
    const std::string line = jsonText(question) + '\n';
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t n = send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return tl::unexpected(gone());
        }
        sent += static_cast<std::size_t>(n);
    }
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeoutS));
    std::size_t end = unread_.find('\n');
    while (end == std::string::npos) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
        pollfd waiting{socket_, POLLIN, 0};
        const int ready = left > 0 ? poll(&waiting, 1, static_cast<int>(std::min<long long>(left, 60'000))) : 0;
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready <= 0 && Clock::now() < until) {
            continue;
        }
        char part[65536];
        const ssize_t n = ready > 0 ? recv(socket_, part, sizeof part, 0) : 0;
        if (ready <= 0 || unread_.size() > kMostAnswer) {
            kill();
            return tl::unexpected(guestError("GST-023", fmt::format("the guest \"{}\" gave no answer within {:g} s", name_, timeoutS),
                                             "raise \"timeout_s\" in its file, or ask who made it"));
        }
        if (n <= 0) {
            return tl::unexpected(gone());
        }
        unread_.append(part, static_cast<std::size_t>(n));
        end = unread_.find('\n');
    }
    auto answer = parseJson<nlohmann::json>(unread_.substr(0, end));
    unread_.erase(0, end + 1);
    if (!answer.is_object()) {
        kill();
        return tl::unexpected(guestError("GST-022", "the guest \"" + name_ + "\" wrote over its own answer", "ask who made it"));
    }
    if (answer.contains("error")) {
        return tl::unexpected(guestError(answer.value("code", std::string("GST-025")).c_str(),
                                         "the guest \"" + name_ + "\": " + answer["error"].get<std::string>(),
                                         answer.value("remedy", std::string("ask who made it, or run without it"))));
    }
    return answer;
}

}  // namespace headroom::engine
