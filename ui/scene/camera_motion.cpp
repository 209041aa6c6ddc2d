// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/camera_motion.h"

#include "ui/scene/camera_flight.h"

#include <QKeyEvent>

#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kStrideM = 0.45;     // of a key press
constexpr double kTurnPixels = 30.0;  // of a key press, as of a drag
constexpr int kTurnTickMs = 40;
constexpr double kTurnS = 48.0;           // of a full turn
constexpr double kWalkingViewRad = 1.05;  // 60 degrees, as a person sees a room in a picture

}  // namespace

CameraMotion::CameraMotion(SceneCamera* camera, QObject* parent)
    : QObject(parent), camera_(camera) {
    turn_.setInterval(kTurnTickMs);
    connect(&turn_, &QTimer::timeout, this, [this] {
        const double share = 1e-3 * static_cast<double>(since_.restart()) / kTurnS;
        camera_->setNumbers(turnedPose(camera_->numbers(), share));
        emit moved();
    });
}

void CameraMotion::setWalking(bool on, const engine::Layout& layout) {
    if (on == isWalking()) {
        return;
    }
    if (!on) {
        walker_.reset();
        camera_->setNumbers(before_);
        emit moved();
        emit walkingEnded();
        return;
    }
    setTurning(false);
    before_ = camera_->numbers();
    walker_.emplace(layout);
    const Walker::Start start = walker_->startNear(before_[0], before_[1]);
    camera_->stand(start.eye, start.azimuth, -0.04);
    camera_->setViewAngle(kWalkingViewRad);
    emit moved();
}

void CameraMotion::step(double aheadM, double rightM) {
    const Vec3 ahead = camera_->ahead();
    const Vec3 from = camera_->eye();
    const Vec3 to = walker_->step(from, aheadM * ahead[0] + rightM * ahead[1],
                                  aheadM * ahead[1] - rightM * ahead[0]);
    camera_->shift({to[0] - from[0], to[1] - from[1], 0.0});
}

bool CameraMotion::walkBy(const QKeyEvent& event) {
    if (!isWalking()) {
        return false;
    }
    const bool isShifted = (event.modifiers() & Qt::ShiftModifier) != 0;
    switch (event.key()) {
        case Qt::Key_Up:
            isShifted ? camera_->look(0.0, -kTurnPixels) : step(kStrideM, 0.0);
            return true;
        case Qt::Key_Down:
            isShifted ? camera_->look(0.0, kTurnPixels) : step(-kStrideM, 0.0);
            return true;
        case Qt::Key_Left:
            isShifted ? step(0.0, -kStrideM) : camera_->look(-kTurnPixels, 0.0);
            return true;
        case Qt::Key_Right:
            isShifted ? step(0.0, kStrideM) : camera_->look(kTurnPixels, 0.0);
            return true;
        default:
            return false;
    }
}

void CameraMotion::stride(double metres) {
    if (isWalking()) {
        step(metres, 0.0);
    }
}

void CameraMotion::setTurning(bool on) {
    if (on == turn_.isActive()) {
        return;
    }
    if (on) {
        since_.start();
        turn_.start();
    } else {
        turn_.stop();
        emit turningEnded();
    }
}

}  // namespace headroom::ui
