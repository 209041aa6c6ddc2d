// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/camera_flight.h"

#include "ui/scene/scene_camera.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace headroom::ui {

namespace {

// Places in SceneCamera::numbers().
constexpr std::size_t kPoseNumbers = 7, kPoseDistance = 3, kPoseAzimuth = 4, kPoseParallel = 6;

bool isPose(const std::vector<double>& numbers) {
    return (numbers.size() == kPoseNumbers || numbers.size() == kPoseNumbers + 1) &&
           numbers[kPoseDistance] > 0.0;
}

double viewAngleOf(const std::vector<double>& pose) {
    return pose.size() > kPoseNumbers ? pose[kPoseNumbers] : SceneCamera::kUsualViewAngle;
}

}  // namespace

std::vector<double> flightPose(const std::vector<double>& from, const std::vector<double>& to,
                               double share) {
    if (!isPose(from) || !isPose(to) || share >= 1.0) {
        return to;
    }
    const double x = std::max(0.0, share);
    const double eased = x * x * x * (x * (6.0 * x - 15.0) + 10.0);  // no jerk at the ends
    std::vector<double> pose = to;  // parallel projection is that of the end
    for (std::size_t i = 0; i < kPoseParallel; ++i) {
        double way = to[i] - from[i];
        if (i == kPoseAzimuth) {
            way = std::remainder(way, 2.0 * std::numbers::pi);
        }
        pose[i] =
            i == kPoseDistance ? from[i] * std::pow(to[i] / from[i], eased) : from[i] + eased * way;
    }
    const double angle = viewAngleOf(from) + eased * (viewAngleOf(to) - viewAngleOf(from));
    pose.resize(kPoseNumbers);
    if (std::abs(angle - SceneCamera::kUsualViewAngle) > 1e-6) {
        pose.push_back(angle);
    }
    return pose;
}

std::vector<double> turnedPose(const std::vector<double>& pose, double share) {
    std::vector<double> turned = pose;
    if (isPose(turned)) {
        turned[kPoseAzimuth] = std::remainder(turned[kPoseAzimuth] + 2.0 * std::numbers::pi * share,
                                              2.0 * std::numbers::pi);
    }
    return turned;
}

}  // namespace headroom::ui
