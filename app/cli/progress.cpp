// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress.h"

#include "app/cli/duration.h"
#include "app/cli/safe_output.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace headroom::app {

Progress::Progress(std::string label, bool enabled, double quietS)
    : label_(std::move(label)),
      enabled_(enabled),
      quietS_(quietS),
      terminal_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
    finish();
}

void Progress::update(double done, const std::string& detail) {
    if (!enabled_) {
        return;
    }
    done = std::clamp(done, 0.0, 1.0);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    if (elapsed.count() < quietS_) {
        return;
    }
    // Below one per cent or half a second the rate says nothing yet.
    std::string left;
    if (done >= 1.0) {
        left = "in " + durationText(elapsed.count());
    } else if (done > 0.01 && elapsed.count() > 0.5) {
        left = durationText(elapsed.count() * (1.0 - done) / done) + " left";
    }
    const int percent = static_cast<int>(done * 100.0);
    if (terminal_) {
        constexpr int kWidth = 30;
        const int full = static_cast<int>(done * kWidth);
        const std::string bar = std::string(static_cast<std::size_t>(full), '#') +
                                std::string(static_cast<std::size_t>(kWidth - full), '.');
        moveOnTerminal("\r\033[K");
        std::fprintf(stderr, "%s [%s] %3d %%  %s  %s", label_.c_str(), bar.c_str(), percent,
                     detail.c_str(), left.c_str());
        open_ = true;
    } else if (percent / 10 > lastTenth_) {
        lastTenth_ = percent / 10;
        std::fprintf(stderr, "%s %d %%  %s  %s\n", label_.c_str(), lastTenth_ * 10, detail.c_str(),
                     left.c_str());
    }
    std::fflush(stderr);
}

void Progress::finish() {
    if (open_) {
        std::fputc('\n', stderr);
        open_ = false;
    }
}

}  // namespace headroom::app
