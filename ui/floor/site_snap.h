// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/snap.h"

#include <string>
#include <vector>

namespace headroom::ui {

class Workspace;

/// Where something would snap among what is on the site, but for `except`: plan and 3-D alike.
Snapped snappedOnSite(const Workspace& workspace, const QRectF& moving,
                      const std::vector<std::string>& except, double slackM);

}  // namespace headroom::ui
