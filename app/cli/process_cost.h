// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace headroom::app {

/// Real and processor time (user and system, of all threads) since the object was made.
class Stopwatch {
  public:
    Stopwatch();
    double wallS() const;
    double cpuS() const;

  private:
    std::chrono::steady_clock::time_point wallStart_;
    double cpuStartS_;
};

/// The most memory that the process ever held [MB, 1e6 bytes].
double peakMemoryMb();

}  // namespace headroom::app
