// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/run_server.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace headroom::engine {

/// Orders to a server. A thread of its own sends them one after the other, so that nobody waits for an answer.
class RequestOutbox {
  public:
    /// `refused` is called from that thread for each order that the server refuses or does not get.
    RequestOutbox(const RunServer& server, std::function<void(const Error&)> refused);
    ~RequestOutbox();
    RequestOutbox(const RequestOutbox&) = delete;
    RequestOutbox& operator=(const RequestOutbox&) = delete;

    void post(HttpQuestion asked);

    /// Drops orders that were not sent. The order on its way ends with RunServer::stop().
    void end();

  private:
    void send();

    const RunServer& server_;
    std::function<void(const Error&)> refused_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<HttpQuestion> waiting_;
    bool isEnded_ = false;
    std::thread thread_;
};

}  // namespace headroom::engine
