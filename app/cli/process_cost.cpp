// SPDX-License-Identifier: Apache-2.0
#include "app/cli/process_cost.h"

#include <sys/resource.h>

namespace headroom::app {

namespace {

rusage usage() {
    rusage result = {};
    getrusage(RUSAGE_SELF, &result);
    return result;
}

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double processCpuS() {
    const rusage now = usage();
    return seconds(now.ru_utime) + seconds(now.ru_stime);
}

}  // namespace

Stopwatch::Stopwatch() : wallStart_(std::chrono::steady_clock::now()), cpuStartS_(processCpuS()) {}

double Stopwatch::wallS() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - wallStart_).count();
}

double Stopwatch::cpuS() const {
    return processCpuS() - cpuStartS_;
}

double peakMemoryMb() {
    return static_cast<double>(usage().ru_maxrss) * 1024.0 / 1e6;  // Linux counts in KiB
}

}  // namespace headroom::app
