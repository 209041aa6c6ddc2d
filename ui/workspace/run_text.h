// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace headroom::ui {

class Workspace;

/// What stands where figures of a run would: `afterPlay` ("Press Play: …") while there is something to play, else why
/// there is not.
QString emptyRunText(const Workspace& workspace, const QString& afterPlay);

}  // namespace headroom::ui
