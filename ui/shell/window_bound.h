// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QSize>

class QWindow;

namespace headroom::ui {

/// Keeps windows of this program within all screens together. A window of the X server can be made larger by anybody, and each of its
/// pixels costs memory several times: 8000 by 8000 took 1.9 GB, and the largest size ended the program. Nothing is drawn until the
/// window has a size that fits: OpenGL allocates by the size on the server. One object for the application.
class WindowBound : public QObject {
    Q_OBJECT

  public:
    /// Longest side that OpenGL drivers draw into, in pixels of the device.
    static constexpr int kLongestSide = 16384;

    explicit WindowBound(QObject* application);

    /// `asked`, or as much of it as all screens together show. `ratio`: pixels of the device per pixel of the window.
    static QSize within(QSize asked, QSize screens, double ratio);

  protected:
    bool eventFilter(QObject* object, QEvent* event) override;

  private:
    bool isTooLarge(const QObject* object) const;
    void takeBack(QWindow* window, QSize asked, QSize bounded);
    void release(QWindow* window);

    QSet<const QObject*> tooLarge_;  ///< windows that wait for a size that fits
    QSize asked_;                    ///< that was refused last
    QElapsedTimer since_;
};

}  // namespace headroom::ui
