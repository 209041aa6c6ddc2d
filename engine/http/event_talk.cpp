// SPDX-License-Identifier: Apache-2.0
#include "engine/http/connection.h"

#include <boost/asio/write.hpp>

#include <chrono>

namespace headroom::engine {

namespace {

/// A talk as server-sent events (WHATWG HTML, 9.2): the client only listens.
class EventTalk : public Member {
  public:
    EventTalk(ServerCore& core, AnyStream stream, std::unique_ptr<Seat> seat,
              std::unique_ptr<Talk> talk, Admission admission)
        : core_(core),
          stream_(std::move(stream)),
          seat_(std::move(seat)),
          talk_(std::move(talk)),
          admission_(std::move(admission)) {
        ++core_.counts.talks;
    }

    ~EventTalk() override { --core_.counts.talks; }

    void start() {
        out_ = std::string("HTTP/1.1 200 OK\r\n") + kCommonFields +
               "Content-Type: text/event-stream\r\nCache-Control: no-store\r\n"
               "Connection: close\r\n\r\n: a remark, so that proxies pass this on\n\n";
        lastS_ = std::chrono::steady_clock::now();
        write();
        watch();
    }

    void beat() override {
        if (!admission_.holds()) {
            cutOff();
            return;
        }
        if (isWriting_ || isOver_) {
            if (std::chrono::steady_clock::now() - lastS_ >
                std::chrono::duration<double>(core_.options.limits.writeS)) {
                cutOff();  // nothing goes out any more
            }
            return;
        }
        const auto now = std::chrono::steady_clock::now();
        if (auto next = talk_->next(now)) {
            ++core_.counts.messages;
            out_ = "event: " + std::string(next->kind) + "\n" +
                   (next->id.empty() ? "" : "id: " + next->id + "\n") + "data: " + *next->text +
                   "\n\n";
        } else if (now - lastS_ > kPing) {
            out_ = ":\n\n";
        } else {
            return;
        }
        lastS_ = now;
        write();
    }

    void farewell() override {
        isOver_ = true;
        if (!isWriting_) {
            stream_.close();
        }
    }

    void cutOff() override {
        isOver_ = true;
        stream_.close();
    }

  private:
    static constexpr std::chrono::seconds kPing{15};

    std::shared_ptr<EventTalk> self() {
        return std::static_pointer_cast<EventTalk>(shared_from_this());
    }

    void write() {
        isWriting_ = true;
        core_.counts.bytesOut += static_cast<std::int64_t>(out_.size());
        asio::async_write(stream_, asio::buffer(out_), [me = self()](ErrorCode fault, std::size_t) {
            me->isWriting_ = false;
            if (fault || me->isOver_) {
                me->cutOff();
                return;
            }
            me->beat();
        });
    }

    /// A client that goes is noticed by this; what one sends is passed over, up to a limit.
    void watch() {
        stream_.async_read_some(
            asio::buffer(heard_), [me = self()](ErrorCode fault, std::size_t bytes) {
                me->bytesHeard_ += bytes;
                if (fault || me->bytesHeard_ > me->core_.options.limits.messageBytes) {
                    me->cutOff();
                    return;
                }
                me->watch();
            });
    }

    ServerCore& core_;
    AnyStream stream_;
    std::unique_ptr<Seat> seat_;
    std::unique_ptr<Talk> talk_;
    Admission admission_;
    std::string out_;
    std::array<char, 512> heard_{};
    std::size_t bytesHeard_ = 0;
    std::chrono::steady_clock::time_point lastS_;
    bool isWriting_ = false, isOver_ = false;
};

}  // namespace

void beginEvents(ServerCore& core, AnyStream stream, std::unique_ptr<Seat> seat,
                 std::unique_ptr<Talk> talk, Admission admission) {
    const auto begun = std::make_shared<EventTalk>(core, std::move(stream), std::move(seat),
                                                   std::move(talk), std::move(admission));
    core.enter(begun);
    begun->start();
}

}  // namespace headroom::engine
