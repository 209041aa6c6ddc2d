// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/twin.h"

#include <memory>
#include <mutex>
#include <string>

namespace headroom::engine {

/// A run that goes on, whoever else watches and orders it: its time, its orders, its figures. What its design is, and how
/// it is changed, heirs know.
class SessionTwin : public Twin {
  public:
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

  private:
    mutable std::mutex sessionMutex_;
    std::shared_ptr<Session> session_;
};

}  // namespace headroom::engine
