// SPDX-License-Identifier: Apache-2.0
#include "engine/api/request_outbox.h"

#include <utility>

namespace headroom::engine {

RequestOutbox::RequestOutbox(const RunServer& server, std::function<void(const Error&)> refused)
    : server_(server), refused_(std::move(refused)), thread_([this] { send(); }) {}

RequestOutbox::~RequestOutbox() {
    end();
}

void RequestOutbox::post(HttpQuestion asked) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(asked));
    }
    wake_.notify_one();
}

void RequestOutbox::end() {
    {
        const std::lock_guard lock(mutex_);
        isEnded_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void RequestOutbox::send() {
    while (true) {
        HttpQuestion next;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return isEnded_ || !waiting_.empty(); });
            if (isEnded_) {
                return;
            }
            next = std::move(waiting_.front());
            waiting_.pop_front();
        }
        const auto answer = server_.ask(next);
        if (!answer) {
            refused_(answer.error());
        } else if (answer->status >= kHttpRefused) {
            refused_(server_.refusalOf(*answer));
        }
    }
}

}  // namespace headroom::engine
