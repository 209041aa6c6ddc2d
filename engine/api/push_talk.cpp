// SPDX-License-Identifier: Apache-2.0
#include "engine/api/push_talk.h"

#include "engine/api/frame_json.h"

#include <fmt/format.h>

#include <utility>

namespace headroom::engine {

std::string receiptKeys(const PushReceipt& receipt) {
    return fmt::format(
        R"("taken":{},"repeated":{},"contradicted":{},"implausible":{},"unreadable":{},"unknown":{})",
        receipt.taken, receipt.repeated, receipt.contradicted, receipt.implausible,
        receipt.unreadable, receipt.unknown);
}

PushDesk::PushDesk(Feeds& feeds) : feeds_(feeds), thread_([this] { work(); }) {}

PushDesk::~PushDesk() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    hasWork_.notify_all();
    thread_.join();
}

bool PushDesk::hasRoom(const PushBox& box, std::size_t bytes) const {
    const std::lock_guard lock(mutex_);
    return ends_ || (box.answers.size() < kMostAnswers && box.waitingBytes + bytes <= kMostOfOne &&
                     waitingBytes_ + bytes <= kMostOfAll);
}

bool PushDesk::take(const std::shared_ptr<PushBox>& box, const std::string& lines) {
    const std::lock_guard lock(mutex_);
    if (ends_ || box->waitingBytes + lines.size() > kMostOfOne ||
        waitingBytes_ + lines.size() > kMostOfAll) {
        return false;
    }
    box->waitingBytes += lines.size();
    waitingBytes_ += lines.size();
    parcels_.push_back({box, ++box->messages, lines});
    hasWork_.notify_all();
    return true;
}

std::optional<std::string> PushDesk::answer(PushBox& box) {
    const std::lock_guard lock(mutex_);
    if (box.answers.empty()) {
        return std::nullopt;
    }
    std::string text = std::move(box.answers.front());
    box.answers.pop_front();
    return text;
}

void PushDesk::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        hasWork_.wait(lock, [&] { return ends_ || !parcels_.empty(); });
        if (parcels_.empty()) {
            return;
        }
        const Parcel parcel = std::move(parcels_.front());
        parcels_.pop_front();
        lock.unlock();
        const auto stored = feeds_.push(parcel.box->source, parcel.lines);
        std::string answer = fmt::format(R"({{"type":"{}","message":{},)",
                                         stored ? "stored" : "error", parcel.message);
        if (stored) {
            answer += receiptKeys(*stored) + '}';
        } else {
            answer += R"("errors":[{"code":)";
            writeText(answer, stored.error().code);
            answer += ",\"detail\":";
            writeText(answer, stored.error().message);
            answer += ",\"remedy\":";
            writeText(answer, stored.error().remedy);
            answer += "}]}";
        }
        lock.lock();
        parcel.box->waitingBytes -= parcel.lines.size();
        waitingBytes_ -= parcel.lines.size();
        parcel.box->answers.push_back(std::move(answer));
    }
}

PushTalk::PushTalk(std::shared_ptr<PushDesk> desk, std::string source)
    : desk_(std::move(desk)), box_(std::make_shared<PushBox>()) {
    box_->source = std::move(source);
}

std::optional<std::string> PushTalk::hear(const std::string& text) {
    return desk_->take(box_, text) ? std::nullopt
                                   : std::optional<std::string>(
                                         "more was sent than the disk takes: wait for the answers");
}

std::optional<TalkMessage> PushTalk::next(Clock::time_point) {
    auto answer = desk_->answer(*box_);
    if (!answer) {
        return std::nullopt;
    }
    return TalkMessage{std::make_shared<const std::string>(std::move(*answer)), "stored", {}};
}

}  // namespace headroom::engine
