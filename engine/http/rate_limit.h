// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <unordered_map>

namespace headroom::engine {

/// How often each address may do something: a bucket of `burst` that fills by `perS`, and that each time
/// takes one from. Memory is bounded: full buckets are forgotten, and beyond kMostAddresses nobody new is let
/// in. One thread at a time.
class RateLimit {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t kMostAddresses = 10000;

    RateLimit(double perS, double burst) : perS_(perS), burst_(burst) {}

    /// Takes one; false: there is none.
    bool take(const std::string& address, Clock::time_point now);

    /// Whether there is one, which stays.
    bool hasOne(const std::string& address, Clock::time_point now) const;

    /// Seconds until there is one; 0 means now.
    double waitS(const std::string& address, Clock::time_point now) const;

  private:
    struct Bucket {
        double level = 0.0;
        Clock::time_point at;
    };

    double levelOf(const Bucket& bucket, Clock::time_point now) const;
    void forgetFull(Clock::time_point now);

    double perS_, burst_;
    std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace headroom::engine
