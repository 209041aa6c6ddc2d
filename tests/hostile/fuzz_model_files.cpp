// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_config.h"
#include "engine/estimate/run_log.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

/// The config of a language model, and the same bytes as the log of a run.
void model_files(std::string_view bytes) {
    if (const auto config = engine::parseModelConfig(bytes, "config.json"); !config) {
        requireRefusal(config.error(), "config.json");
    }
    const auto log = engine::parseRunLog(bytes, "run.log");
    if (!log) {
        requireRefusal(log.error(), "run.log");
        return;
    }
    requireFinite(log->stepS, "step");
    requireFinite(log->tokensPerS, "tokens");
    requireFinite(log->flopsPerS, "FLOP");
    requireFinite(log->medianStepS(), "median step");
    requireFinite(log->slowSteps(), "slow steps");
    requireFinite(log->slowShare(), "slow share");
    for (const engine::RunLog::Message& message : log->messages) {
        require(message.bytes >= 0.0 && message.seconds >= 0.0, "a message of less than nothing");
        requireFinite(message.busGbPerS, "bus bandwidth");
    }
}

}  // namespace headroom::hostile
