// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/air_shares.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>

class QTimer;

namespace headroom::ui {

class Task;
class Workspace;

/// The air field of one hall at a share of its design load, computed on a worker thread.
/// Off until somebody asks for it; what is not needed any more is cancelled.
/// Halls whose inlets the project holds (engine/air/field/air_shares.h) are computed again in the background after an
/// edit changed them. The new inlets are an edit of their own, which Undo takes back.
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
    /// takes the place of the field.
    void runOpenFoam();

    /// Whether OpenFOAM is under way, and the largest residual of its last iteration.
    bool isOpenFoam() const;
    double residual() const;

    /// The newest field of hall() and load(); null if none yet.
    std::shared_ptr<const engine::AirField> field() const { return field_; }

    /// Whether the project holds the inlets of a field of hall().
    bool isUsed() const;

    /// Whether field() is one that the project may hold: at design load.
    bool isUsable() const { return field_ != nullptr && shares_.has_value(); }

    /// Writes the inlets of field() into the project, or removes those of hall(). An edit.
    void setUsed(bool used);

    /// Whether halls are computed again in the background.
    bool isRefreshing() const { return refresh_ != nullptr; }

    /// Fault in place of a field; empty if there is none.
    QString fault() const { return fault_; }

  signals:
    /// Switched, started, done, cancelled or failed.
    void changed();
    void progressed();

  private:
    struct Job;
    struct Refresh;
    void forget();
    void reviewProject();
    void startRefresh();
    void finishRefresh(const std::shared_ptr<Refresh>& refresh);
    void compute();
    void start(bool openFoam = false);
    void finish(const std::shared_ptr<Job>& job);

    Workspace* workspace_;
    Task* task_ = nullptr;  ///< null if nothing is computed
    std::shared_ptr<Job> job_;
    std::shared_ptr<const engine::AirStudy> study_;  ///< at studyLoad_
    double studyLoad_ = -1.0;
    std::shared_ptr<const engine::AirField> field_;
    std::optional<engine::HallAirShares> shares_;  ///< of field_; nothing at another load
    QTimer* settle_ = nullptr;                     ///< ends when edits have paused
    Task* refreshTask_ = nullptr;                  ///< null if nothing is refreshed
    std::shared_ptr<Refresh> refresh_;
    QString fault_;
    int hall_ = -1;
    double load_ = 1.0;
    bool on_ = false;
};

}  // namespace headroom::ui
