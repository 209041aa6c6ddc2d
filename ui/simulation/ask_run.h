// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/watch/run_look.h"

#include <QObject>
#include <QString>

#include <functional>

namespace headroom::ui {

/// Asks the run that is shown, of any kind. `take` is called later on the thread of the window, or not at all if
/// `who` is gone by then.
void askRun(engine::RunLook& run, const engine::AskedQuestion& question, QObject* who,
            std::function<void(engine::Result<engine::RunReply>)> take);

/// The error and its remedy as sentences. Empty without a message.
QString sentencesOf(const engine::Error& error);

}  // namespace headroom::ui
