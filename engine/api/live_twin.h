// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/twin.h"
#include "engine/document/catalogue.h"
#include "engine/document/edit.h"
#include "engine/document/project.h"

#include <filesystem>
#include <mutex>

namespace headroom::engine {

/// A run that goes on, with the design that it is of. Edits are not written to the project's file.
class LiveTwin : public Twin {
  public:
    /// Paused, at the start. Errors of Session::create.
    static ResultAll<std::unique_ptr<LiveTwin>> create(Project project, Catalogue catalogue,
                                                       Session::Options options);

    bool isLive() const override { return true; }

    std::string name() const override { return name_; }

    std::shared_ptr<const Frame> frame() const override { return session_->frame(); }

    std::shared_ptr<const RunSeries> series() const override { return session_->series(); }

    std::shared_ptr<const Plant> plant() const override { return session_->plant(); }

    Session::Status status() const override { return session_->status(); }

    DesignNow design() const override;

    double firstS() const override { return 0.0; }

    double lastS() const override { return frame()->timeS; }

    void play() override { session_->play(); }

    void pause() override { session_->pause(); }

    void step(int steps) override;

    void setSpeed(double simulatedPerSecond) override { session_->setSpeed(simulatedPerSecond); }

    Result<void> seek(double timeS) override;
    ResultAll<DesignNow> edit(const std::vector<std::string>& settings, const std::string& words,
                              std::optional<std::int64_t> ifRevision) override;
    ResultAll<DesignNow> undo(bool isRedo) override;
    Result<int> order(const std::string& text) override;

    std::vector<PendingOrder> pendingOrders() const override { return session_->pendingOrders(); }

    bool cancelOrder(int ticket) override;
    Result<std::string> summary() const override;

  private:
    LiveTwin(Project project, Catalogue catalogue);
    ResultAll<DesignNow> runOn(Project project, EditHistory history, const std::string& words);

    std::string name_;
    Catalogue catalogue_;
    std::mutex editing_;  ///< one edit at a time: it waits for the run
    mutable std::mutex mutex_;
    // guarded by mutex_; written under editing_ too
    Project project_;
    EditHistory history_;
    std::shared_ptr<const std::string> text_;
    std::int64_t revision_ = 0;
    std::unique_ptr<Session> session_;
};

}  // namespace headroom::engine
