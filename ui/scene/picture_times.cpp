// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/picture_times.h"

namespace headroom::ui {

namespace {

// Without a GPU a playing run has a picture with all pixels as long as one takes no more than this: less while the
// camera moves. At rest pictures come the more seldom the longer one takes, so that menus have most of the time.
// Whether they are quick enough is tried again now and then.
constexpr double kFineMovingMs = 70.0, kFineRestingMs = 150.0;
constexpr double kDrawingShare = 0.35;
// Without a GPU a moving camera drops shadows and most details where a picture with them takes longer.
constexpr double kFullMovingMs = 33.0;
constexpr int kCoarseFrames = 25;
constexpr double kMeanOver = 4.0;  // pictures

}  // namespace

void PictureTimes::tookPlaying(double ms, bool isCoarse) {
    if (isCoarse) {
        ++coarsePictures_;
    } else {
        fineMs_ += (ms - fineMs_) / kMeanOver;
    }
}

void PictureTimes::forgetFine() {
    coarsePictures_ = 0;
    fineMs_ = 0.0;
}

bool PictureTimes::isSlowForMotion() const {
    return fullMs_ > kFullMovingMs;
}

bool PictureTimes::triesFineAgain() const {
    return coarsePictures_ >= kCoarseFrames;
}

bool PictureTimes::isSlowForMenus(bool isMoving) const {
    return fineMs_ > (isMoving ? kFineMovingMs : kFineRestingMs);
}

int PictureTimes::pauseMs() const {
    return static_cast<int>(fineMs_ / kDrawingShare);
}

}  // namespace headroom::ui
