// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string>

namespace headroom::ui {

/// "EASY backfill" of "easy"; a policy without a name of its own keeps its word.
QString policyName(const std::string& policy);

/// One sentence about its order; empty for a policy that is not listed.
QString policyTip(const std::string& policy);

}  // namespace headroom::ui
