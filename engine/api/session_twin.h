// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/twin.h"
#include "engine/document/catalogue.h"
#include "engine/document/edit.h"
#include "engine/watch/any_run.h"
#include "engine/watch/run_drive.h"
#include "engine/watch/run_orders.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// A run that continues, and that others may watch and order too: its time, orders, figures and edits. Derived
/// classes say where the design is held and in whose turn it changes.
///
/// Clients may change it without end, so lists that they fill have bounds (WEB-050): changes at one instant, orders to
/// come, and jobs that wait.
class SessionTwin : public Twin {
  public:
    static constexpr std::size_t kMostChanges =
        2000;  ///< at one instant: a run that rests keeps them until its next step
    static constexpr std::size_t kMostChangeBytes = std::size_t{64}
                                                    << 20U;   ///< of designs at one instant
    static constexpr std::size_t kMostPending = 10'000;       ///< orders to come
    static constexpr std::int64_t kMostWaitingJobs = 50'000;  ///< then no further job is submitted

    bool isLive() const override { return true; }

    std::shared_ptr<const Frame> frame() const override { return run()->frame(); }

    std::shared_ptr<const RunSeries> series() const override { return run()->series(); }

    std::shared_ptr<const Plant> plant() const override { return run()->plant(); }

    RunStatus status() const override { return run()->status(); }

    double firstS() const override { return 0.0; }

    double lastS() const override { return frame()->timeS; }

    void play() override { run()->drive()->play(); }

    void pause() override { run()->drive()->pause(); }

    void step(int steps) override { run()->drive()->step(steps); }

    void setSpeed(double simulatedPerSecond) override {
        run()->drive()->setSpeed(simulatedPerSecond);
    }

    /// WEB-022.
    Result<void> seek(double timeS) override;
    Result<int> order(const std::string& text) override;
    Result<void> submit(const JobOrder& job) override;

    std::vector<PendingOrder> pendingOrders() const override {
        return run()->orders()->pendingOrders();
    }

    bool cancelOrder(int ticket) override;

    ResultAll<DesignNow> edit(const std::vector<std::string>& settings, const std::string& words,
                              std::optional<std::int64_t> ifRevision) override;
    ResultAll<DesignNow> replace(const std::string& text,
                                 std::optional<std::int64_t> ifRevision) override;
    ResultAll<DesignNow> undo(bool isRedo) override;

    std::shared_ptr<RunLook> look() override { return run(); }

    Result<std::string> summary() const override;

  protected:
    using Change = std::function<ResultAll<DesignNow>()>;

    /// Does the change when nothing else changes the design, and answers with its result. The change may outlive the caller.
    virtual ResultAll<DesignNow> inTurn(Change change) = 0;

    // In turn.
    virtual const Project& project() const = 0;
    virtual const Catalogue& catalogue() const = 0;
    /// All of the edits as one step of the history, or none.
    virtual ResultAll<DesignNow> take(const std::vector<Edit>& edits, const std::string& words) = 0;
    /// The last step of the history back, or once more. Without a value if there is none.
    virtual std::optional<ResultAll<DesignNow>> takeBack(bool isRedo) = 0;

    SessionTwin() = default;

    explicit SessionTwin(std::shared_ptr<AnyRun> run) : run_(std::move(run)) {}

    /// With drive() and orders().
    std::shared_ptr<AnyRun> run() const;
    /// Another run takes its place.
    void setRun(std::shared_ptr<AnyRun> run);

    /// Counts a change, and the bytes of a design. WEB-050 beyond the bounds.
    Result<void> admit(std::size_t bytes);

  private:
    struct Admitted {
        double timeS = -1.0;
        std::size_t changes = 0, bytes = 0;  ///< at that instant
    };

    std::mutex admittedMutex_;
    Admitted admitted_;
    mutable std::mutex runMutex_;
    std::shared_ptr<AnyRun> run_;
};

}  // namespace headroom::engine
