// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/serve/serving.h"

namespace headroom::engine {

/// Mean and nearest-rank percentiles; zeros of no values. Sorts `values`.
Percentiles percentiles(std::vector<double>& values);

/// Counts what a service does while it runs, and makes the result of it.
class ServingTally {
  public:
    ServingTally(const RequestStream& requests, const ServingOptions& options);

    void advance(double timeS, std::size_t inSystem);
    void iteration(double endS, double durationS, double activity, double batch, double cacheShare);
    void found(int tokens);  ///< of a prompt, by the prefix cache
    /// `token`: tokens of the answer so far, `tokens` of them just now.
    void gave(std::uint32_t id, int token, int tokens, double timeS);
    void completed(std::uint32_t id, double timeS);
    void rejected(std::uint32_t id);
    void preempted(const std::vector<std::uint32_t>& ids, int recomputedTokens);
    void scaled(double timeS, int replicas);
    void held(double fromS, double untilS, bool decodes);

    ServingResult result(double endS);

  private:
    /// Part of a time that lies in the window.
    double counted(double fromS, double untilS) const;
    bool counts(double timeS) const;

    const RequestStream& requests_;
    const ServingOptions& options_;
    ServingResult sum_;
    double answeredTokens_ = 0.0, promptTokens_ = 0.0, answers_ = 0.0;  ///< in the window
    double lastS_ = 0.0;
    double inSystemS_ = 0.0;
    double busyS_ = 0.0;
    double activityS_ = 0.0;
    models::ChipPhases phasesS_;  ///< seconds of iterations by their activity
    double batchS_ = 0.0;
    double cacheS_ = 0.0;
    double heldS_ = 0.0;          ///< of all replicas
    double decodingHeldS_ = 0.0;  ///< of those that decode
};

}  // namespace headroom::engine
