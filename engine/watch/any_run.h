// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"
#include "engine/watch/run_look.h"
#include "engine/watch/run_watch.h"

#include <memory>
#include <vector>

/// A run as viewers and servers see it, of any kind: simulated here, recorded, following a building, or served by
/// another Headroom.
namespace headroom::engine {

class ReachMap;
class RunDrive;
class RunEdits;
class RunKeep;
class RunLink;
class RunOrders;
class RunPast;
struct BlastReach;
struct Diagnosis;
struct Story;

/// Every run can be watched and asked. The other parts are there where the run has them: a caller asks for the part that
/// it needs, not for the kind of the run. A part lives as long as the run.
class AnyRun : public RunWatch, public RunLook {
  public:
    /// Null if it goes by the clock of its data.
    virtual RunDrive* drive() { return nullptr; }

    /// Null if nothing that people order reaches it.
    virtual RunOrders* orders() { return nullptr; }

    /// Null if its design does not change from here.
    virtual RunEdits* edits() { return nullptr; }

    /// Null if no recording is made of it here.
    virtual RunKeep* keep() { return nullptr; }

    /// Null if only its present can be shown.
    virtual RunPast* past() { return nullptr; }

    /// Null if it runs in this process.
    virtual RunLink* link() { return nullptr; }

    /// Suspects that an operator would name from sensors and alarms up to that time. The alarms are those of the story;
    /// their causes are not used.
    virtual Diagnosis diagnose(const Story& story, double timeS);
    /// The loss of the parts that these orders take away. The run does not change. For one thread.
    virtual BlastReach reach(const std::vector<PlantOrder>& orders);

  private:
    std::shared_ptr<const Plant> reached_;
    std::shared_ptr<const ReachMap> reach_;  ///< of that plant, built when it is first asked for
};

}  // namespace headroom::engine
