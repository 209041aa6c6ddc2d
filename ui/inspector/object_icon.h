// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/selection.h"

#include <QString>

#include <string_view>

namespace headroom::ui {

class Workspace;

/// Name of the icon for a component type or a selected thing.
QString iconOfType(std::string_view typeId);
QString iconOf(const Workspace& workspace, const Selected& what);

}  // namespace headroom::ui
