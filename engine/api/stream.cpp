// SPDX-License-Identifier: Apache-2.0
#include "engine/api/stream.h"

#include "engine/api/frame_json.h"
#include "engine/api/frame_parts.h"
#include "engine/api/json_fields.h"
#include "engine/document/json_text.h"
#include "engine/run/command.h"
#include "engine/run/frame/story.h"
#include "engine/store/command_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::chrono::seconds kUnwatched{1};
constexpr std::chrono::milliseconds kRunLook{200};
constexpr int kSpeedDigits = 3;
constexpr std::size_t kMostAnswers = 4;

std::shared_ptr<const std::string> shared(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

void Hub::beat(Clock::time_point now) {
    if (frame_ && clients_ == 0 && now - lookedAt_ < kUnwatched) {
        return;
    }
    lookedAt_ = now;
    auto frame = twin_.frame();
    if (frame == frame_) {
        return;
    }
    frame_ = std::move(frame);
    ++number_;
    forget();
    alarms_.reset();
    if (auto plant = twin_.plant(); plant != plant_ || tables_ == 0) {
        plant_ = std::move(plant);
        table_ = std::make_unique<ChannelTable>(plant_.get());
        ++tables_;
    }
}

void Hub::forget() {
    frames_.clear();
    events_.clear();
    keptBytes_ = 0;
}

void Hub::leave() {
    if (--clients_ == 0) {
        forget();
    }
}

std::shared_ptr<const std::string> Hub::kept(std::string text) {
    const auto most = static_cast<std::size_t>(std::max(clients_, 1));
    if (keptBytes_ + text.size() > kMostKeptBytes || frames_.size() > most ||
        events_.size() > most) {
        forget();
    }
    keptBytes_ += text.size();
    return shared(std::move(text));
}

std::shared_ptr<const std::string> Hub::frameText(const Subscription& subscription,
                                                  const std::vector<std::size_t>& channels) {
    const std::string key = subscription.key();
    if (const auto found = frames_.find(key); found != frames_.end()) {
        return found->second;
    }
    std::string out = fmt::format("{{\"type\":\"frame\",\"number\":{},\"time_s\":", number_);
    writeNumber(out, frame_->timeS);
    out += ",\"clock\":";
    writeText(out, frame_->clock);
    out += fmt::format(",\"design\":{}", frame_->design);
    if (!channels.empty()) {
        out += ",\"values\":";
        writeChannels(out, *table_, channels, *frame_);
    }
    if (subscription.figures) {
        out += ",\"figures\":";
        writeFigures(out, *frame_);
    }
    if (!subscription.racks.empty()) {
        out += ",\"racks\":";
        writeRacks(out, subscription.racks, *frame_);
    }
    if (subscription.parts != 0) {
        out += ",\"parts\":";
        writeParts(out, subscription.parts, *frame_);
    }
    out += '}';
    auto text = kept(std::move(out));
    frames_[key] = text;
    return text;
}

std::shared_ptr<const std::string> Hub::runText(Clock::time_point now) {
    if (run_ && now - ranAt_ < kRunLook) {
        return run_;
    }
    ranAt_ = now;
    const RunStatus status = twin_.status();
    std::string out;
    JsonFields fields(out);
    fields.text("type", "run");
    fields.text("name", twin_.name());
    fields.flag("playing", status.playing);
    fields.flag("moving", status.moving);
    fields.number("speed", status.wantedSpeed);
    fields.number("achieved_speed", status.achievedSpeed, kSpeedDigits);
    fields.flag("behind", status.behind);
    fields.flag("of_design_before", status.isOfDesignBefore);
    fields.text("failure", status.failure);
    fields.whole("paused_by", status.pausedBy);
    fields.text("pause_text", status.pauseText);
    fields.whole("revision", twin_.design().revision);
    writeJsonList(fields.key("orders"), twin_.pendingOrders(), [&](const PendingOrder& pending) {
        JsonFields one(out);
        one.whole("ticket", pending.ticket);
        one.number("time_s", pending.atS);
        one.key("order") += textOf(Command{pending.atS, pending.order}).data;
        one.end();
    });
    fields.end();
    if (!run_ || *run_ != out) {
        run_ = shared(std::move(out));
    }
    return run_;
}

std::shared_ptr<const std::string> Hub::alarmText() {
    if (!alarms_) {
        std::string out = "{\"type\":\"alarms\",\"alarms\":";
        writeAlarms(out, *frame_, 20);
        out += '}';
        alarms_ = shared(std::move(out));
    }
    return alarms_;
}

std::shared_ptr<const std::string> Hub::eventText(std::int64_t after, std::int64_t& last) {
    auto found = events_.find(after);
    if (found == events_.end()) {
        const auto events = eventsAfter(*frame_, after, StreamTalk::kMostEvents);
        std::string out = "{\"type\":\"events\",\"events\":[";
        for (const Event* event : events) {
            out += event == events.front() ? "" : ",";
            writeEvent(out, *event);
        }
        out += "]}";
        auto text = kept(std::move(out));
        found = events_
                    .emplace(after,
                             std::pair{std::move(text), events.empty() ? after : events.back()->id})
                    .first;
    }
    last = found->second.second;
    return last == after ? nullptr : found->second.first;
}

std::int64_t Hub::lastEvent() const {
    const auto newest = newestEvents(*frame_, 1);
    return newest.empty() ? -1 : newest.front()->id;
}

StreamTalk::StreamTalk(std::shared_ptr<Hub> hub, Subscription subscription) : hub_(std::move(hub)) {
    hub_->enter();
    hub_->beat(Clock::now());
    take(std::move(subscription));
}

StreamTalk::~StreamTalk() {
    hub_->leave();
}

void StreamTalk::take(Subscription subscription) {
    if (subscription.events && (subscription.after || !wanted_.events)) {
        event_ = subscription.after ? *subscription.after : hub_->lastEvent();
    }
    wanted_ = std::move(subscription);
    resolved_ = -1;
    shown_ = 0;
    events_ = -1;
    toldAlarms_ = false;
    run_.reset();
    resolve();
}

/// Which channels its names match, in the design of now.
void StreamTalk::resolve() {
    const bool isFirst = resolved_ < 0;
    resolved_ = hub_->tables();
    std::string unknown;
    channels_ = hub_->table().match(wanted_.channels, unknown);
    // An edit that removes a channel is not a mistake of the client.
    if (isFirst && !unknown.empty() && answers_.size() < kMostAnswers) {
        answers_.push_back(
            streamErrors({{"REQ-025",
                           "no channel is called " + inQuotes(unknown),
                           "GET /api/v1/channels lists them; a star at the end stands for anything",
                           {},
                           {},
                           0}}));
    }
}

std::optional<std::string> StreamTalk::hear(const std::string& text) {
    auto subscription = subscriptionOf(text);
    if (subscription) {
        take(std::move(*subscription));
    } else if (answers_.size() < kMostAnswers) {
        answers_.push_back(streamErrors(subscription.error()));
    } else {
        return "too many messages that are not subscriptions";
    }
    return std::nullopt;
}

std::optional<TalkMessage> StreamTalk::next(Clock::time_point now) {
    if (!answers_.empty()) {
        auto text = shared(std::move(answers_.front()));
        answers_.erase(answers_.begin());
        return TalkMessage{std::move(text), "error", {}};
    }
    if (resolved_ != hub_->tables()) {
        resolve();
    }
    if (wanted_.events && events_ != hub_->number()) {
        std::int64_t last = event_;
        if (auto text = hub_->eventText(event_, last)) {
            event_ = last;
            return TalkMessage{std::move(text), "events", std::to_string(last)};
        }
        events_ = hub_->number();
    }
    if (wanted_.alarms && (!toldAlarms_ || alarms_ != hub_->frame()->alarms.get())) {
        alarms_ = hub_->frame()->alarms.get();
        toldAlarms_ = true;
        return TalkMessage{hub_->alarmText(), "alarms", {}};
    }
    if (wanted_.run) {
        if (auto text = hub_->runText(now); text != run_) {
            run_ = text;
            return TalkMessage{std::move(text), "run", {}};
        }
    }
    const bool wantsFrames =
        !channels_.empty() || wanted_.figures || !wanted_.racks.empty() || wanted_.parts != 0;
    if (wantsFrames && shown_ != hub_->number() &&
        now - shownAt_ >= std::chrono::duration<double>(wanted_.everyS)) {
        shown_ = hub_->number();
        shownAt_ = now;
        return TalkMessage{hub_->frameText(wanted_, channels_), "frame", {}};
    }
    return std::nullopt;
}

std::string streamErrors(const Errors& errors) {
    std::string out = "{\"type\":\"error\",\"errors\":[";
    for (const Error& error : errors) {
        out += &error == &errors.front() ? "{\"code\":" : ",{\"code\":";
        writeText(out, error.code);
        out += ",\"detail\":";
        writeText(out, error.message);
        out += ",\"remedy\":";
        writeText(out, error.remedy);
        out += '}';
    }
    return out + "]}";
}

}  // namespace headroom::engine
