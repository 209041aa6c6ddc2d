// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/selection.h"

#include <QStringList>

namespace headroom::ui {

class RackColouring;
class Workspace;

/// A thing in a few lines, for hover tips and the status bar: name, the value that colours it, its
/// job, its state.
QStringList describe(const Workspace& workspace, const RackColouring& colouring,
                     const Selected& what);

}  // namespace headroom::ui
