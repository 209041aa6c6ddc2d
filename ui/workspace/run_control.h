// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"
#include "engine/run/frame/frame.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <vector>

namespace headroom::engine {
class RunDrive;
class RunOrders;
struct JobOrder;
}  // namespace headroom::engine

namespace headroom::ui {

class Workspace;

/// Moves the shown run in time, and brings it the orders of people. A run that takes none is left alone, and
/// Workspace::said() gives the reason.
class RunControl : public QObject {
    Q_OBJECT

  public:
    explicit RunControl(Workspace* workspace);

    void play();
    void pause();
    void togglePlay();
    /// Also back, where the run can go back.
    void step(int steps = 1);
    /// Plays the live run until the first step at or after `timeS`; a run that was rewound returns to its newest instant first.
    void playUntil(double timeS);
    /// Simulated seconds per second. With 0 it runs as fast as possible.
    void setSpeed(double simulatedPerSecond);

    double speed() const { return speed_; }

    /// Whether a project plays once it is open.
    void setPlayOnOpen(bool on) { playOnOpen_ = on; }

    bool playsOnOpen() const { return playOnOpen_; }

    /// Opens a breaker, fails a part, …: at the start of the next step.
    void operate(const engine::PlantOrder& order);

    /// Submits, kills, preempts, holds or releases a job: at the start of the next step.
    void orderJob(const engine::JobOrder& order);
    /// Frame::watched is of this job from the next frame on. With -1 it is empty.
    void watchJob(std::int64_t job);

    /// Shares of hot air at the inlets of a hall's racks, in the order of the rows of its
    /// HallAirPlan: from the next step on.
    void setAirFractions(int hall, std::vector<double> fractions);

    /// Says that a recording, or a run on another machine, takes no orders, if one is shown.
    bool refusesOrders();

  signals:
    /// The run was not moved, because the present design cannot run: EditedDesign::faults() says why.
    void refused();

  private:
    bool refusesToRun();
    engine::RunDrive* drive();
    engine::RunOrders* orders();
    void followState();

    Workspace* workspace_;
    double speed_ = 600.0;
    bool playOnOpen_ = true;
    QTimer state_;  ///< looks at what the run is doing, while it does something
};

}  // namespace headroom::ui
