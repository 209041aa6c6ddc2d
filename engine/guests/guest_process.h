// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/files/temporary_folder.h"

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {

/// A library of somebody else in a process of its own (the program headroom-guest, or another of ours), asked over a socket: a line of
/// JSON there, a line of JSON back. A fault of the guest damages its own memory alone. Errors name the guest that
/// crashed, hangs or answers wrongly.
class GuestProcess {
  public:
    /// `name`: of the guest, for messages. `arguments` of the program. GST-020: there is no such program.
    static Result<std::unique_ptr<GuestProcess>> start(
        std::string name, const std::vector<std::string>& arguments,
        const std::string& program = "headroom-guest");
    /// Ends it with everything that it started, and waits no longer than a second before it is killed.
    ~GuestProcess();
    GuestProcess(const GuestProcess&) = delete;
    GuestProcess& operator=(const GuestProcess&) = delete;

    /// GST-022: it crashed, ended or closed its socket, with the signal; or it wrote without being asked. GST-023: it did not
    /// take the question, or gave no answer, within `timeoutS`, or until `cancel` became true. GST-025 or its own code: it refused, in its words. GST-028: it
    /// refused in another form than was agreed. After an error nothing of it runs any more, unless it refused.
    Result<nlohmann::json> ask(const nlohmann::json& question, double timeoutS,
                               const std::atomic<bool>* cancel = nullptr);

  private:
    GuestProcess(std::string name, int socket, int child, TemporaryFolder folder)
        : name_(std::move(name)), socket_(socket), child_(child), folder_(std::move(folder)) {}

    Error gone();
    Error silent(double timeoutS);
    Error intrusive();
    void kill();

    std::string name_, unread_;
    int socket_ = -1, child_ = -1;
    TemporaryFolder folder_;  ///< the one place where it may write; goes when it has ended
};

/// Where headroom-guest is looked for first, and others of ours next to it; without it HEADROOM_GUEST, then next to the program, then
/// ../lib/headroom from there.
void setGuestProgram(const std::filesystem::path& file);

}  // namespace headroom::engine
