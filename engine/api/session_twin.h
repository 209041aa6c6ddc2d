// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/twin.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace headroom::engine {

/// A run that goes on, whoever else watches and orders it: its time, its orders, its figures. What its design is, and how
/// it is changed, heirs know.
///
/// Clients may change it without end, so lists that they fill have bounds (WEB-050): changes at one instant, orders to
/// come, and jobs that wait.
class SessionTwin : public Twin {
  public:
    static constexpr std::size_t kMostChanges = 2000;  ///< at one instant: a run that rests keeps them until its next step
    static constexpr std::size_t kMostChangeBytes = std::size_t{64} << 20U;  ///< of designs at one instant
    static constexpr std::size_t kMostPending = 10'000;                      ///< orders to come
    static constexpr std::int64_t kMostWaitingJobs = 50'000;  ///< then no further job is submitted

    bool isLive() const override { return true; }

    std::shared_ptr<const Frame> frame() const override { return session()->frame(); }

    std::shared_ptr<const RunSeries> series() const override { return session()->series(); }

    std::shared_ptr<const Plant> plant() const override { return session()->plant(); }

    Session::Status status() const override { return session()->status(); }

    double firstS() const override { return 0.0; }

    double lastS() const override { return frame()->timeS; }

    void play() override { session()->play(); }

    void pause() override { session()->pause(); }

    void step(int steps) override;

    void setSpeed(double simulatedPerSecond) override { session()->setSpeed(simulatedPerSecond); }

    /// WEB-022.
    Result<void> seek(double timeS) override;
    Result<int> order(const std::string& text) override;
    Result<void> submit(const JobOrder& job) override;

    std::vector<PendingOrder> pendingOrders() const override { return session()->pendingOrders(); }

    bool cancelOrder(int ticket) override;

    std::shared_ptr<RunLook> look() override { return session(); }

    Result<std::string> summary() const override;

  protected:
    SessionTwin() = default;
    explicit SessionTwin(std::shared_ptr<Session> session) : session_(std::move(session)) {}

    std::shared_ptr<Session> session() const;
    /// Another run takes its place.
    void setSession(std::shared_ptr<Session> session);

    /// Counts a change, and the bytes of a design. WEB-050 beyond the bounds.
    Result<void> admit(std::size_t bytes);

  private:
    struct Admitted {
        double timeS = -1.0;
        std::size_t changes = 0, bytes = 0;  ///< at that instant
    };

    std::mutex admittedMutex_;
    Admitted admitted_;
    mutable std::mutex sessionMutex_;
    std::shared_ptr<Session> session_;
};

}  // namespace headroom::engine
