// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/study.h"

#include <QObject>

#include <memory>
#include <vector>

namespace headroom::ui {

class Task;
class Workspace;

/// The air field of one hall at a share of its design load, computed on a worker thread.
/// Off until somebody asks for it; what is not needed any more is cancelled.
class AirFlow : public QObject {
    Q_OBJECT

  public:
    explicit AirFlow(Workspace* workspace, QObject* parent = nullptr);

    bool isOn() const { return on_; }

    /// Switching on computes; switching off cancels and keeps what is there.
    void setOn(bool on);

    /// Index into Layout::halls, -1: none.
    int hall() const { return hall_; }

    void setHall(int hall);

    double load() const { return load_; }

    void setLoad(double load);

    bool isBusy() const { return job_ != nullptr; }

    double progress() const;
    void cancel();

    /// Computes hall() and load() with the OpenFOAM of this machine, in a folder that is removed afterwards. Its result
    /// takes the place of the field. The library does not keep it.
    void runOpenFoam();

    /// Whether OpenFOAM is under way, and the largest residual of its last iteration.
    bool isOpenFoam() const;
    double residual() const;

    /// The newest field of hall() and load(); null if none yet.
    std::shared_ptr<const engine::AirField> field() const { return field_; }

    /// Whether the simulation takes its shares of hot air at the inlets of hall() from field().
    bool isUsed() const;

    /// Gives the shares that field() found to the simulation, in place of the uniform
    /// recirculation of the hall, or takes them back.
    void setUsed(bool used);

    /// Fault in place of a field; empty if there is none.
    QString fault() const { return fault_; }

  signals:
    /// Switched, started, done, cancelled or failed.
    void changed();
    void progressed();
    /// Hot air at the inlets of a hall's racks, in the order of the rows of its plan: for the zones
    /// of the running simulation, which get them only by setUsed().
    void fractionsFound(int hall, const std::vector<double>& fractions);

  private:
    struct Job;
    void forget();
    void compute();
    void start(bool openFoam = false);
    void finish(const std::shared_ptr<Job>& job);

    Workspace* workspace_;
    Task* task_ = nullptr;  ///< null if nothing is computed
    std::shared_ptr<Job> job_;
    std::shared_ptr<const engine::AirStudy> study_;  ///< at studyLoad_
    double studyLoad_ = -1.0;
    std::shared_ptr<const engine::AirField> field_;
    std::vector<double> fractions_;  ///< of field_
    /// By hall: the field that the simulation uses; null if none.
    std::vector<std::shared_ptr<const engine::AirField>> used_;
    QString fault_;
    int hall_ = -1;
    double load_ = 1.0;
    bool on_ = false;
};

}  // namespace headroom::ui
