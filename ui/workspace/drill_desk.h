// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace headroom::engine {
class AnyRun;
}

namespace headroom::ui {

class Workspace;

/// When a drill begins and how long it lasts.
struct DrillTiming {
    double afterS = 0.0;                    ///< from now on; 0 means with the next step
    double durationS = models::kNotStated;  ///< not stated: until it is repaired
};

/// Everything that was broken by hand or is going to be, in the order in which it was asked for.
/// Orders of later are kept by the simulation, so that they come at their time however fast it
/// plays. The drills of the project are among them: the simulation gives those by itself.
class DrillDesk : public QObject {
    Q_OBJECT

  public:
    /// Acting: given, and what it did is not over: its time runs, or an alarm of its part is active.
    enum class State { Waiting, Acting, Given, Cancelled };

    struct Drill {
        QString name;  ///< of the part
        QString what;  ///< "fails"
        double atS = 0.0;
        double durationS = models::kNotStated;
        State state = State::Waiting;
        bool ofProject = false;
        bool wasAlarmed = false;  ///< until then its alarm may still be to come
        std::vector<engine::PlantOrder> orders;
        std::vector<int> tickets;

        /// An order that puts something right is done when it is given.
        bool isAtOnce() const;
    };

    explicit DrillDesk(Workspace* workspace);

    /// Gives the orders at their time. Returns what was done in a sentence, for the status bar.
    QString give(std::vector<engine::PlantOrder> orders, const QString& name, const QString& what,
                 const DrillTiming& timing);

    const std::vector<Drill>& drills() const { return drills_; }

    /// Only while it waits, and not of the project.
    bool canCancel(int drill) const;
    void cancel(int drill);

    /// An order by hand is lost with its run. Kept, it is a drill of the project with the same time and length, which every run repeats.
    /// False for an order to a single incomer, which a drill cannot name.
    bool canKeep(int drill) const;
    void keepInProject(int drill);

  signals:
    void changed();

  private:
    void takeRun();
    void takeProject();
    void followTime();
    QString effectOf(const engine::PlantOrder& order) const;
    bool acts(const Drill& drill, double nowS) const;
    bool hasAlarm(const Drill& drill) const;

    /// Orders by hand to a run that is not shown just now.
    struct Given {
        std::weak_ptr<const engine::AnyRun> run;
        std::vector<Drill> drills;
    };

    Workspace* workspace_;
    std::vector<Drill> drills_;
    std::weak_ptr<const engine::AnyRun> run_;  ///< whose drills those are
    std::vector<Given> others_;
};

/// "for 15 min", empty where the length is not stated.
QString drillLengthText(double durationS);

}  // namespace headroom::ui
