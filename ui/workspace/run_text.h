// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace headroom::ui {

class Workspace;

/// Text in place of the figures of a run: `afterPlay` ("Press Play: …") while there is something to play, else why
/// there is not.
QString emptyRunText(const Workspace& workspace, const QString& afterPlay);

}  // namespace headroom::ui
