// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace headroom::app {

/// Runs a peer's program of tests/bench, if it is next to this one, with `input` as its standard
/// input, for at most that many seconds of processor time. The object that it prints; nothing where
/// there is no such program, or it fails, or it takes longer.
std::optional<nlohmann::ordered_json> runPeer(const std::string& name, const std::string& input,
                                              int mostCpuS);

}  // namespace headroom::app
