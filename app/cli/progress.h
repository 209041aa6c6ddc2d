// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace headroom::app {

/// How far a long command is, on standard error: on a terminal a bar that redraws itself, with the
/// time left; elsewhere a line for every tenth.
class Progress {
  public:
    /// `label` says what is under way; `enabled` false: prints nothing. Nothing is printed before
    /// `quietS`, so that what ends sooner stays silent.
    Progress(std::string label, bool enabled, double quietS = 0.0);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// done 0..1; `detail` is behind the bar: "6 h of 24 h".
    void update(double done, const std::string& detail);

    /// Ends the bar's line; called by the destructor too.
    void finish();

  private:
    std::string label_;
    bool enabled_;
    double quietS_;
    bool terminal_;
    bool open_ = false;  ///< a bar is on the present line
    int lastTenth_ = 0;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace headroom::app
