// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/run_text.h"

#include "ui/workspace/workspace.h"

#include <QCoreApplication>

namespace headroom::ui {

QString emptyRunText(const Workspace& workspace, const QString& afterPlay) {
    if (!workspace.isOpen()) {
        return QCoreApplication::translate("EmptyRun", "Open a project, then press Play.");
    }
    return workspace.source() != nullptr
               ? afterPlay
               : QCoreApplication::translate(
                     "EmptyRun",
                     "This design cannot run yet: the pane Problems says what it lacks.");
}

}  // namespace headroom::ui
