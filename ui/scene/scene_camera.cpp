// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/scene_camera.h"

#include <vtkCamera.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace headroom::ui {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kOrbitPerPixel = 0.35 * kDegree, kLowestOrbit = 2.0 * kDegree;
constexpr double kLookPerPixel = 0.2 * kDegree, kSteepestLook = 60.0 * kDegree;
constexpr double kArmM = 4.0;  // from the eye of a walking person to the point that it looks at
constexpr double kNearest = 0.5;
constexpr double kFarthest = 20000.0;

Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vec3 operator*(const Vec3& a, double f) {
    return {a[0] * f, a[1] * f, a[2] * f};
}

double dot(const Vec3& a, const Vec3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

Vec3 SceneCamera::toCamera() const {
    return {std::cos(elevation_) * std::sin(azimuth_), -std::cos(elevation_) * std::cos(azimuth_),
            std::sin(elevation_)};
}

Vec3 SceneCamera::right() const {
    return {std::cos(azimuth_), std::sin(azimuth_), 0.0};
}

Vec3 SceneCamera::up() const {
    return {-std::sin(elevation_) * std::sin(azimuth_), std::sin(elevation_) * std::cos(azimuth_),
            std::cos(elevation_)};
}

Vec3 SceneCamera::eye() const {
    return focal_ + toCamera() * distance_;
}

Vec3 SceneCamera::ahead() const {
    return {-std::sin(azimuth_), std::cos(azimuth_), 0.0};
}

void SceneCamera::shift(const Vec3& by) {
    focal_ = focal_ + by;
}

void SceneCamera::stand(const Vec3& eye, double azimuth, double elevation) {
    azimuth_ = azimuth;
    // The camera looks down where it orbits above the horizon.
    elevation_ = -elevation;
    distance_ = kArmM;
    parallel_ = false;
    focal_ = eye - toCamera() * distance_;
}

void SceneCamera::look(double dxPixels, double dyPixels) {
    const Vec3 at = eye();
    azimuth_ = std::remainder(azimuth_ - dxPixels * kLookPerPixel, 2.0 * std::numbers::pi);
    elevation_ = std::clamp(elevation_ + dyPixels * kLookPerPixel, -kSteepestLook, kSteepestLook);
    focal_ = at - toCamera() * distance_;
}

double SceneCamera::tangentVertical() const {
    return std::tan(viewAngle_ / 2.0);
}

double SceneCamera::metresPerPixel() const {
    return 2.0 * distance_ * tangentVertical() / std::max(1.0, size_.height());
}

void SceneCamera::orbit(double dxPixels, double dyPixels) {
    azimuth_ = std::remainder(azimuth_ - dxPixels * kOrbitPerPixel, 2.0 * std::numbers::pi);
    elevation_ = std::clamp(elevation_ + dyPixels * kOrbitPerPixel, kLowestOrbit, 90.0 * kDegree);
}

void SceneCamera::pan(double dxPixels, double dyPixels) {
    const double scale = metresPerPixel();
    focal_ = focal_ - right() * (dxPixels * scale) + up() * (dyPixels * scale);
}

void SceneCamera::zoomAt(double factor, QPointF at) {
    const double wanted = std::clamp(distance_ * factor, kNearest, kFarthest);
    factor = wanted / distance_;
    // The fixed point is where the pointer meets the floor, or the plane through the focal point
    // where it meets the sky. Scaling everything about it leaves it where it is in the window.
    const Ray pointer = ray(at);
    Vec3 fixed = focal_;
    const double toFloor = -pointer.origin[2] / pointer.direction[2];
    if (pointer.direction[2] < -0.05 && toFloor > 0.0 && toFloor < 5.0 * distance_) {
        fixed = pointer.origin + pointer.direction * toFloor;
    } else {
        const Vec3 view = toCamera() * -1.0;
        const double along =
            dot(focal_ - pointer.origin, view) / std::max(1e-6, dot(pointer.direction, view));
        fixed = pointer.origin + pointer.direction * along;
    }
    focal_ = fixed + (focal_ - fixed) * factor;
    distance_ = wanted;
}

void SceneCamera::setView(StandardView view) {
    viewAngle_ = kUsualViewAngle;
    const auto set = [this](double azimuth, double elevation) {
        azimuth_ = azimuth * kDegree;
        elevation_ = elevation * kDegree;
    };
    // High enough to look over the yards that are before the halls.
    constexpr double kOverYards = 16.0;
    switch (view) {
        case StandardView::Isometric:
            return set(-32.0, 34.0);
        case StandardView::Front:
            return set(0.0, kOverYards);
        case StandardView::Back:
            return set(180.0, kOverYards);
        case StandardView::Left:
            return set(-90.0, kOverYards);
        case StandardView::Right:
            return set(90.0, kOverYards);
        case StandardView::Top:
            return set(0.0, 90.0);
    }
}

void SceneCamera::fit(const Bounds3& box, double margin) {
    viewAngle_ = kUsualViewAngle;
    elevation_ = std::max(elevation_, kLowestOrbit);
    const double rightInset = std::min(rightInset_, 0.3 * size_.width());
    const double leftInset = std::min(leftInset_, 0.4 * size_.width());
    const double aspect = (size_.width() - rightInset - leftInset) / std::max(1.0, size_.height());
    const double tanV = tangentVertical() * (1.0 - 2.0 * margin);
    const double tanH = tangentVertical() * aspect * (1.0 - 2.0 * margin);
    const Vec3 r = right();
    const Vec3 u = up();
    const Vec3 towards = toCamera();
    focal_ = (box.low + box.high) * 0.5;
    // Corners are not seen symmetrically in perspective: centre what is seen, then fit again.
    for (int pass = 0; pass < 6; ++pass) {
        double needed = kNearest;
        double left = 1e300, rightMost = -1e300, low = 1e300, high = -1e300;
        const auto corner = [&](int i) {
            return Vec3{(i & 1) != 0 ? box.high[0] : box.low[0],
                        (i & 2) != 0 ? box.high[1] : box.low[1],
                        (i & 4) != 0 ? box.high[2] : box.low[2]};
        };
        for (int i = 0; i < 8; ++i) {
            const Vec3 d = corner(i) - focal_;
            const double depth = parallel_ ? 0.0 : dot(d, towards);
            needed = std::max(
                {needed, std::abs(dot(d, r)) / tanH + depth, std::abs(dot(d, u)) / tanV + depth});
        }
        distance_ = std::clamp(needed, kNearest, kFarthest);
        for (int i = 0; i < 8; ++i) {
            const Vec3 d = corner(i) - focal_;
            const double away = parallel_ ? distance_ : std::max(1e-3, distance_ - dot(d, towards));
            left = std::min(left, dot(d, r) / away);
            rightMost = std::max(rightMost, dot(d, r) / away);
            low = std::min(low, dot(d, u) / away);
            high = std::max(high, dot(d, u) / away);
        }
        focal_ = focal_ + r * ((left + rightMost) / 2.0 * distance_) +
                 u * ((low + high) / 2.0 * distance_);
    }
    focal_ = focal_ + r * ((rightInset - leftInset) / 2.0 * metresPerPixel());
}

Ray SceneCamera::ray(QPointF at) const {
    const double x = at.x() - size_.width() / 2.0;
    const double y = size_.height() / 2.0 - at.y();
    const Vec3 onPlane = focal_ + right() * (x * metresPerPixel()) + up() * (y * metresPerPixel());
    const Vec3 view = toCamera();
    if (parallel_) {
        return {onPlane + view * (10.0 * distance_), view * -1.0};
    }
    const Vec3 eye = focal_ + view * distance_;
    const Vec3 d = onPlane - eye;
    return {eye, d * (1.0 / std::sqrt(dot(d, d)))};
}

QPointF SceneCamera::project(const Vec3& point) const {
    const Vec3 d = point - focal_;
    const double away = distance_ - dot(d, toCamera());
    const double scale = parallel_ ? 1.0 : distance_ / away;
    if (!parallel_ && away < 0.05) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        return {nan, nan};
    }
    return {size_.width() / 2.0 + dot(d, right()) * scale / metresPerPixel(),
            size_.height() / 2.0 - dot(d, up()) * scale / metresPerPixel()};
}

std::vector<double> SceneCamera::numbers() const {
    std::vector<double> numbers{
        focal_[0], focal_[1], focal_[2], distance_, azimuth_, elevation_, parallel_ ? 1.0 : 0.0};
    if (viewAngle_ != kUsualViewAngle) {
        numbers.push_back(viewAngle_);
    }
    return numbers;
}

bool SceneCamera::setNumbers(const std::vector<double>& numbers) {
    constexpr double kWidest = 2.0;
    if (numbers.size() < 7 || numbers.size() > 8 || numbers[3] <= 0.0 ||
        (numbers.size() == 8 && !(numbers[7] > 0.01 && numbers[7] < kWidest))) {
        return false;
    }
    focal_ = {numbers[0], numbers[1], numbers[2]};
    distance_ = numbers[3];
    azimuth_ = numbers[4];
    elevation_ = numbers[5];
    parallel_ = numbers[6] != 0.0;
    viewAngle_ = numbers.size() == 8 ? numbers[7] : kUsualViewAngle;
    return true;
}

void SceneCamera::apply(vtkCamera* camera) const {
    const Vec3 eye = focal_ + toCamera() * distance_;
    camera->SetFocalPoint(focal_.data());
    camera->SetPosition(eye.data());
    camera->SetViewUp(up().data());
    camera->SetViewAngle(viewAngle_ / kDegree);
    camera->SetParallelProjection(parallel_ ? 1 : 0);
    camera->SetParallelScale(distance_ * tangentVertical());
}

}  // namespace headroom::ui
