// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/ray.h"

#include <QPointF>
#include <QSizeF>

#include <vector>

class vtkCamera;

namespace headroom::ui {

enum class StandardView { Isometric, Front, Back, Left, Right, Top };

/// Camera that orbits a focal point with z up. Angles, pan and zoom are kept here and written into
/// VTK's camera; positions in the window are logical pixels from the upper left.
class SceneCamera {
  public:
    void setViewport(QSizeF size) { size_ = size; }

    /// Pixels at the right edge that a legend covers: fit() keeps clear of them.
    void setRightInset(double pixels) { rightInset_ = pixels; }

    /// The same at the left edge, for a panel.
    void setLeftInset(double pixels) { leftInset_ = pixels; }

    QSizeF viewport() const { return size_; }

    void orbit(double dxPixels, double dyPixels);
    void pan(double dxPixels, double dyPixels);
    /// factor < 1 comes nearer; what is under `at` stays there.
    void zoomAt(double factor, QPointF at);
    /// Brings the box into view, filling the window but for `margin` of each side.
    void fit(const Bounds3& box, double margin = 0.06);
    void setView(StandardView view);

    /// The place of the eye.
    Vec3 eye() const;
    /// Puts the eye to a place, and looks into a direction: azimuth as of an orbit, elevation over the horizon.
    void stand(const Vec3& eye, double azimuth, double elevation);
    /// Turns about the eye, as a person looks around.
    void look(double dxPixels, double dyPixels);
    /// Moves eye and point looked at together.
    void shift(const Vec3& by);

    /// Height of the picture as an angle [rad]; fit() and standard views return to the usual one.
    void setViewAngle(double angle) { viewAngle_ = angle; }

    /// Direction in which the camera looks over the floor, of length 1.
    Vec3 ahead() const;

    void setParallel(bool on) { parallel_ = on; }

    bool isParallel() const { return parallel_; }

    Ray ray(QPointF at) const;
    /// Place in the window; x and y are not finite for what lies behind the camera.
    QPointF project(const Vec3& point) const;

    /// Direction of north in the window, in radians clockwise from up.
    double northAngle() const { return -azimuth_; }

    double metresPerPixel() const;

    void apply(vtkCamera* camera) const;

    /// Focal point, distance, both angles, 1 where it is parallel, and the view angle if it is not the usual one: all that it is
    /// but the window.
    std::vector<double> numbers() const;
    /// Result of numbers(); false if it is something else, and the camera stays.
    bool setNumbers(const std::vector<double>& numbers);

    static constexpr double kUsualViewAngle = 0.5235987755982988;  ///< 30 degrees

  private:
    Vec3 toCamera() const;  ///< from the focal point, of length 1
    Vec3 right() const;
    Vec3 up() const;
    double tangentVertical() const;

    Vec3 focal_{0, 0, 0};
    double distance_ = 60.0;
    double azimuth_ = 0.0;    ///< radians; 0 looks north from the south
    double elevation_ = 0.6;  ///< radians over the horizon
    double viewAngle_ = kUsualViewAngle;
    bool parallel_ = false;
    double rightInset_ = 0.0, leftInset_ = 0.0;
    QSizeF size_{800, 600};
};

}  // namespace headroom::ui
