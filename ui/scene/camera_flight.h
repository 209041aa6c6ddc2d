// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

/// How the 3-D camera moves by itself, between poses of SceneCamera::numbers().
namespace headroom::ui {

/// A pose on the way from one to another, `share` 0 … 1 of the time. The camera starts and ends slowly, turns the short way,
/// and comes nearer by equal ratios. Returns `to` if one is not a pose.
std::vector<double> flightPose(const std::vector<double>& from, const std::vector<double>& to,
                               double share);

/// A pose turned about the point that it looks at by a share of a full turn.
std::vector<double> turnedPose(const std::vector<double>& pose, double share);

}  // namespace headroom::ui
