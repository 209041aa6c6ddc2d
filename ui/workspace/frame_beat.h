// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>

namespace headroom::engine {
class AnyRun;
}

namespace headroom::ui {

/// Decides when the newest frame of a run is shown. While the run plays, drawing takes at most a fifth of the time, and
/// ten frames a second are shown at most. Thus menus open at once, and the simulation has the machine.
class FrameBeat : public QObject {
    Q_OBJECT

  public:
    explicit FrameBeat(QObject* parent);

    /// Follows the frames of this run, in place of another.
    void listen(std::shared_ptr<engine::AnyRun> run);
    void stop();

    /// A frame waits to be shown.
    bool isFresh() const { return isFresh_; }

    /// Around the drawing of a frame, whose time sets the next beat.
    void beginDrawing();
    void endDrawing();

  signals:
    /// The newest frame is to be shown now.
    void due();

  private:
    void arrive();

    std::shared_ptr<engine::AnyRun> run_;
    /// Shared with callbacks of the simulation thread, which may outlive a run by one event.
    std::shared_ptr<std::atomic<bool>> pending_ = std::make_shared<std::atomic<bool>>(false);
    QTimer beat_;  ///< until the next frame may be shown
    QElapsedTimer drawing_;
    bool isFresh_ = false;
};

}  // namespace headroom::ui
