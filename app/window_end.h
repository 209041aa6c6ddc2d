// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>

namespace headroom::app {

/// Calls `end` in the window's thread at the first SIGTERM, SIGINT or SIGHUP, also while a dialog waits for an answer. The second one
/// ends the program at once, without its temporary files. Signals that were ignored at the start stay ignored.
class EndOnSignal : public QObject {
  public:
    explicit EndOnSignal(std::function<void()> end);
    ~EndOnSignal() override;
};

}  // namespace headroom::app
