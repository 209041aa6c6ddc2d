// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/guest_process.h"

#include "engine/base/json.h"
#include "engine/guests/guest_answer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
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

/// Handle by which the guest finds its socket.
constexpr int kGuestSocket = 3;
/// An answer longer than that is none.
constexpr std::size_t kMostAnswer = std::size_t{64} << 20U;
constexpr std::chrono::milliseconds kFarewell{1000};
constexpr std::chrono::milliseconds kLook{10};
constexpr std::chrono::milliseconds kLongestPoll{100};  // how soon a cancelled question ends

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
        if (!place.empty() && access(place.c_str(), X_OK) == 0 &&
            !fs::is_directory(place, ignored)) {
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

Result<std::unique_ptr<GuestProcess>> GuestProcess::start(std::string name,
                                                          const std::vector<std::string>& arguments,
                                                          const std::string& programName) {
    const fs::path program = programOf(programName);
    int ends[2] = {-1, -1};
    if (program.empty() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return tl::unexpected(guestError(
            "GST-020",
            "the program " + programName + ", in which \"" + name + "\" would run, was not found",
            "install it next to headroom-cli, or set HEADROOM_GUEST to the path of "
            "headroom-guest"));
    }
    // Its own files. If no folder can be made, it can write nothing.
    auto folder = TemporaryFolder::make("guest").value_or(TemporaryFolder{});
    std::string place = "HEADROOM_GUEST_FOLDER=" + folder.path().string();
    std::vector<char*> environment;
    if (!folder.path().empty()) {
        environment.push_back(place.data());
    }
    for (char** each = environ; *each != nullptr; ++each) {
        environment.push_back(*each);
    }
    environment.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, 2,
                                     1);  // what a guest prints is not a result of ours
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
    const int failed =
        posix_spawn(&child, program.c_str(), &actions, &apart, pointers.data(), environment.data());
    posix_spawnattr_destroy(&apart);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed != 0) {
        close(ends[0]);
        return tl::unexpected(guestError(
            "GST-020", program.string() + " could not be started: " + std::strerror(failed),
            "check that it is a program of this machine, and that there is memory"));
    }
    return std::unique_ptr<GuestProcess>(
        new GuestProcess(std::move(name), ends[0], child, std::move(folder)));
}

namespace {

/// Whether a child has ended. It is not reaped yet: its number, and that of its group, stay its own.
bool hasEnded(int child) {
    siginfo_t about{};
    return waitid(P_PID, static_cast<id_t>(child), &about, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           about.si_pid == child;
}

/// Waits for the end, for so long.
bool endsWithin(int child, std::chrono::milliseconds most) {
    const auto until = Clock::now() + most;
    while (!hasEnded(child)) {
        if (Clock::now() >= until) {
            return false;
        }
        std::this_thread::sleep_for(kLook);
    }
    return true;
}

std::chrono::milliseconds leftUntil(Clock::time_point until) {
    return std::max(std::chrono::milliseconds(0),
                    std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()));
}

/// Waits until the socket can be read or written; false: the time is over.
/// False at the end of the time, or within kLongestPoll after `cancel`.
bool isReady(int socket, short what, Clock::time_point until,
             const std::atomic<bool>* cancel = nullptr) {
    while (cancel == nullptr || !*cancel) {
        const auto left = leftUntil(until);
        pollfd waiting{socket, what, 0};
        const int ready = poll(&waiting, 1, static_cast<int>(std::min(left, kLongestPoll).count()));
        if (ready > 0) {
            return true;
        }
        if (ready == 0 && left <= kLongestPoll) {
            return false;
        }
    }
    return false;
}

}  // namespace

GuestProcess::~GuestProcess() {
    if (socket_ >= 0) {
        close(socket_);  // the guest reads the end of its questions, and ends
    }
    if (child_ > 0) {
        endsWithin(child_, kFarewell);
        kill();
    }
}

/// The guest and what it started: they are one process group.
void GuestProcess::kill() {
    if (child_ > 0) {
        ::kill(-child_, SIGKILL);
        waitpid(child_, nullptr, 0);
        child_ = -1;
    }
}

Error GuestProcess::gone() {
    std::string how = "closed its socket";
    if (child_ > 0 && endsWithin(child_, kFarewell)) {
        ::kill(-child_, SIGKILL);  // what it left behind
        int status = 0;
        waitpid(child_, &status, 0);
        child_ = -1;
        how = WIFSIGNALED(status) ? fmt::format("crashed: {} (signal {})",
                                                strsignal(WTERMSIG(status)), WTERMSIG(status))
              : WEXITSTATUS(status) != 0
                  ? fmt::format("ended by itself with exit code {}", WEXITSTATUS(status))
                  : "ended";
    }
    kill();
    return guestError("GST-022", "the guest \"" + name_ + "\" " + how,
                      "run without it, or ask who made it; the run is sound up to the step before");
}

Error GuestProcess::silent(double timeoutS) {
    kill();
    return guestError("GST-023",
                      fmt::format("the guest \"{}\" gave no answer within {:g} s", name_, timeoutS),
                      "raise \"timeout_s\" in its file, or ask who made it");
}

Error GuestProcess::intrusive() {
    kill();
    return guestError("GST-022", "the guest \"" + name_ + "\" wrote on its socket itself",
                      "ask who made it");
}

Result<nlohmann::json> GuestProcess::ask(const nlohmann::json& question, double timeoutS,
                                         const std::atomic<bool>* cancel) {
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(timeoutS));
    char part[65536];
    // Nobody asked: what lies there would be taken for the next answer.
    if (!unread_.empty() || recv(socket_, part, sizeof part, MSG_DONTWAIT) > 0) {
        return tl::unexpected(intrusive());
    }
    const std::string line = jsonText(question) + '\n';
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t n =
            send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0) {
            sent += static_cast<std::size_t>(n);
        } else if (n < 0 && errno == EAGAIN) {
            if (!isReady(socket_, POLLOUT, until, cancel)) {
                return tl::unexpected(silent(timeoutS));
            }
        } else if (n == 0 || errno != EINTR) {
            return tl::unexpected(gone());
        }
    }
    std::size_t end = std::string::npos;
    while (end == std::string::npos) {
        if (!isReady(socket_, POLLIN, until, cancel) || unread_.size() > kMostAnswer) {
            return tl::unexpected(silent(timeoutS));
        }
        const ssize_t n = recv(socket_, part, sizeof part, MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
            continue;
        }
        if (n <= 0) {
            return tl::unexpected(gone());
        }
        const std::size_t before = unread_.size();
        unread_.append(part, static_cast<std::size_t>(n));
        end = unread_.find('\n', before);
    }
    auto answer = parseJson<nlohmann::json>(unread_.substr(0, end));
    unread_.erase(0, end + 1);
    if (!answer.is_object()) {
        return tl::unexpected(intrusive());
    }
    if (answer.contains("error")) {
        Error refusal = guestRefusal(answer, "the guest \"" + name_ + "\"");
        if (refusal.code == "GST-028") {
            kill();
        }
        return tl::unexpected(std::move(refusal));
    }
    return answer;
}

}  // namespace headroom::engine
