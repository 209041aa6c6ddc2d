// SPDX-License-Identifier: Apache-2.0
#pragma once

class QObject;

namespace headroom::ui {

class CommandSet;
class Workspace;

/// The commands of Simulation > Pause On: what of them is checked is what the run stops for.
void connectPauseCommands(Workspace* workspace, CommandSet* commands, QObject* context);

}  // namespace headroom::ui
