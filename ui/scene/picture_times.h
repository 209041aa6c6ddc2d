// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::ui {

/// How long pictures of the 3-D view took, which decides how fine the next one is.
class PictureTimes {
  public:
    /// A picture with all details, of a view that need not be playing.
    void tookFull(double ms) { fullMs_ = ms; }

    /// A picture while the run plays. `isCoarse`: with fewer pixels.
    void tookPlaying(double ms, bool isCoarse);

    /// Fine pictures are tried again.
    void forgetFine();

    /// Whether a camera that moves should draw without shadows and with few full shapes.
    bool isSlowForMotion() const;

    /// Whether a fine picture should be tried after a number of coarse ones.
    bool triesFineAgain() const;

    /// Whether a picture with all pixels takes longer than a menu may wait. `isMoving`: the camera moves.
    bool isSlowForMenus(bool isMoving) const;

    /// Pause between pictures that leaves the window its share of the time [ms].
    int pauseMs() const;

  private:
    double fullMs_ = 0.0;     ///< of the last picture with all details
    double fineMs_ = 0.0;     ///< of a picture with all pixels while the run plays: a sliding mean
    int coarsePictures_ = 0;  ///< since the last one with all pixels
};

}  // namespace headroom::ui
