// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/guest_process.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>

namespace headroom::hostile {

/// A guest that answers its first question with these bytes. The first line says what it does then: "stay" (with its socket
/// open), "close" (the socket, and live on) or "end".
void guest_process(std::string_view bytes) {
    constexpr double kPatienceS = 0.3;
    const auto [then, answer] = splitLine(bytes);
    const auto path = scratchFile("answer", answer);
    static const int kShell = ::setenv("HEADROOM_GUEST", "/bin/sh", 1);
    require(kShell == 0, "the environment is full");
    const std::string script =
        "read q <&3; cat \"$0\" >&3; " + std::string(then == "stay"    ? "exec sleep 60"
                                                     : then == "close" ? "exec 3>&-; exec sleep 60"
                                                                       : "exit 3");
    auto guest = engine::GuestProcess::start("x", {"-c", script, path.string()}, "sh");
    require(guest.has_value(), "no shell");
    for (int question = 0; question < 2; ++question) {
        const auto said = (*guest)->ask({{"do", "describe"}}, kPatienceS);
        if (!said) {
            require(said.error().code.starts_with("GST-"),
                    "not a guest's fault: " + said.error().text());
            requireRefusal(said.error(), "");
            return;
        }
        require(said->is_object(), "an answer that is not an object");
    }
}

}  // namespace headroom::hostile
