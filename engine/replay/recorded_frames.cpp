// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/recorded_frames.h"

#include "engine/part/part_address.h"
#include "engine/replay/blank_frame.h"
#include "engine/replay/replay.h"
#include "engine/run/simulator.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <unordered_map>

namespace headroom::engine {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kShownEvents = 500;                     // as frames of a run have them
constexpr std::size_t kSeriesBytes = std::size_t{64} << 20U;  // of single samples, newest first
constexpr std::size_t kLeastRows = 4096;

template <class Items>
std::size_t indexById(const Items& items, const std::string& id) {
    return static_cast<std::size_t>(
        std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.id == id; }) -
        items.begin());
}

std::size_t indexByKey(std::span<const QuantityInfo> quantities, std::string_view key) {
    return static_cast<std::size_t>(
        std::find_if(quantities.begin(), quantities.end(),
                     [&](const QuantityInfo& q) { return q.key == key; }) -
        quantities.begin());
}

/// Data of an unfinished run about jobs under way, where the file does not hold the end of the same span meanwhile; it
/// lasts to the end of the file.
void addUnderWay(std::span<const JobSpan> open, double lastS, std::vector<JobSpan>& spans) {
    const std::size_t told = spans.size();
    for (JobSpan span : open) {
        const auto toldEnd = spans.begin() + static_cast<std::ptrdiff_t>(told);
        const bool isTold = std::any_of(spans.begin(), toldEnd, [&](const JobSpan& other) {
            return other.job == span.job && other.fromS == span.fromS && other.state == span.state;
        });
        if (!isTold && span.fromS <= lastS) {
            span.toS = lastS;
            spans.push_back(span);
        }
    }
}

}  // namespace

Result<std::unique_ptr<RecordedFrames>> RecordedFrames::open(
    std::shared_ptr<const Recording> recording, std::shared_ptr<const Plant> plant,
    const std::shared_ptr<const JobHistory>& goesOn) {
    std::unique_ptr<RecordedFrames> frames(new RecordedFrames);
    RecordedFrames& f = *frames;
    f.recording_ = std::move(recording);
    f.plant_ = std::move(plant);
    const std::vector<double> blocks = f.recording_->blockTimes();
    f.firstS_ = blocks.empty() ? f.recording_->info().fromS : blocks.front();
    f.lastS_ = std::max(f.firstS_, f.recording_->lastTimeS());
    auto events = f.recording_->events();
    auto losses = f.recording_->losses();
    if (!events || !losses) {
        return tl::unexpected(events ? losses.error() : events.error());
    }
    f.events_ = std::move(*events);
    f.story_ = storyOf(f.events_, std::move(*losses));
    if (auto done = f.readJobs(goesOn.get()); !done) {
        return tl::unexpected(done.error());
    }
    f.base_ = blankFrame(f.plant_);
    f.placeChannels();
    std::vector<std::string> names;
    for (const RecordedChannel& channel : f.recording_->channels()) {
        names.push_back(channel.name);
    }
    const std::size_t rows =
        std::max(kLeastRows, kSeriesBytes / sizeof(float) / std::max<std::size_t>(1, names.size()));
    f.series_ = std::make_shared<RunSeries>(std::move(names), rows);
    return frames;
}

Result<void> RecordedFrames::readJobs(const JobHistory* goesOn) {
    auto cards = recording_->jobs();
    auto spans = recording_->jobSpans();
    if (!cards || !spans) {
        return tl::unexpected(cards ? spans.error() : cards.error());
    }
    cards_ = std::move(*cards);
    spans_ = std::move(*spans);
    if (goesOn != nullptr) {
        addUnderWay(goesOn->open, lastS_, spans_);
    }
    auto history = std::make_shared<JobHistory>();
    std::vector<JobSpan> ended;
    for (const JobSpan& span : spans_) {
        const bool isOpen = span.endedBy < 0 && span.toS >= lastS_ - kOneInstantS;
        (isOpen ? history->open : ended).push_back(span);
    }
    if (!cards_.empty()) {
        history->cards = {std::make_shared<const std::vector<JobCard>>(cards_)};
    }
    if (!ended.empty()) {
        history->spans = {std::make_shared<const std::vector<JobSpan>>(std::move(ended))};
    }
    history_ = std::move(history);
    return {};
}

/// By the words of the name: "facility/it_power_kw", "hall/hall-a/it_power_kw".
void RecordedFrames::placeChannels() {
    for (const RecordedChannel& channel : recording_->channels()) {
        Place place;
        const ChannelName name = ChannelName::parse(channel.name);
        const auto set = [&](Place::Of of, std::size_t object, std::size_t objects,
                             std::span<const QuantityInfo> quantities) {
            const std::size_t quantity = indexByKey(quantities, name.key);
            if (object < objects && quantity < quantities.size()) {
                place = {of, object, quantity};
            }
        };
        if (name.place == "facility") {
            set(Place::Of::Facility, 0, 1, facilityQuantities());
        } else if (plant_ && name.place == "hall") {
            set(Place::Of::Hall, indexById(plant_->halls, channel.object), base_->halls.size(),
                hallQuantities());
        } else if (plant_ && name.place == "cdu") {
            set(Place::Of::Cdu, indexById(plant_->cdus, channel.object), base_->cdus.size(),
                cduQuantities());
        } else if (plant_ && name.place == "loop") {
            set(Place::Of::Loop, indexById(plant_->loops, channel.object), base_->loops.size(),
                loopQuantities());
        } else if (plant_ && name.place == "battery") {
            set(Place::Of::Battery, plant_->network->batteryAt(channel.object),
                base_->batteries.size(), batteryQuantities());
        }
        places_.push_back(place);
    }
}

Result<bool> RecordedFrames::readSeries(const Recording& recording,
                                        const std::atomic<bool>& cancel) {
    std::vector<double> row(recording.channels().size());
    for (const double timeS : recording.blockTimes()) {
        if (cancel.load(std::memory_order_relaxed)) {
            return false;
        }
        const auto block = recording.samples(timeS);
        if (!block) {
            return tl::unexpected(block.error());
        }
        for (std::size_t i = 0; i < block->timeS.size(); ++i) {
            for (std::size_t c = 0; c < row.size(); ++c) {
                row[c] = static_cast<double>(block->values[c][i]);
            }
            series_->add(block->timeS[i], row);
        }
    }
    return true;
}

/// Reads the block of samples that tells of that time, where it is not the one that was read last.
Result<void> RecordedFrames::takeBlock(double timeS) {
    if (!block_.timeS.empty() && timeS >= block_.timeS.front() && timeS <= block_.timeS.back()) {
        return {};
    }
    auto block = recording_->samples(timeS);
    if (!block) {
        return tl::unexpected(block.error());
    }
    block_ = std::move(*block);
    return {};
}

void RecordedFrames::takeSample(std::size_t row, Frame& frame) const {
    for (std::size_t c = 0; c < places_.size(); ++c) {
        const Place& place = places_[c];
        const auto value = static_cast<double>(block_.values[c][row]);
        switch (place.of) {
            case Place::Of::Facility:
                frame.facility[place.quantity] = value;
                break;
            case Place::Of::Hall:
                frame.halls[place.object][place.quantity] = value;
                break;
            case Place::Of::Cdu:
                frame.cdus[place.object][place.quantity] = value;
                break;
            case Place::Of::Loop:
                frame.loops[place.object][place.quantity] = value;
                break;
            case Place::Of::Battery:
                frame.batteries[place.object][place.quantity] = value;
                break;
            case Place::Of::Nothing:
                break;
        }
    }
}

Result<void> RecordedFrames::takeRacks(double timeS, Frame& frame) const {
    const auto quantities = rackQuantities();
    for (const RecordedChannel& kept : recording_->rackQuantities()) {
        const std::size_t quantity = indexByKey(quantities, kept.name);
        if (quantity == quantities.size() ||
            (plant_ && frame.racks[quantity].size() != recording_->info().racks.size())) {
            continue;
        }
        auto field = recording_->field(kept.name, timeS);
        if (field) {
            frame.racks[quantity] = std::move(*field);
        } else if (field.error().code != "STO-014") {
            return tl::unexpected(field.error());
        }
    }
    return {};
}

/// From what jobs went through: their state then, and since when. Their work is not in the file.
void RecordedFrames::takeJobs(double timeS, Frame& frame) const {
    struct Then {
        const JobSpan* now = nullptr;
        const JobSpan* last = nullptr;
        double startS = -1.0;
    };

    std::unordered_map<std::int64_t, Then> then;
    for (const JobSpan& span : spans_) {
        if (span.fromS > timeS) {
            continue;
        }
        Then& job = then[span.job];
        if (span.toS > timeS || (span.endedBy < 0 && span.toS >= lastS_ - kOneInstantS)) {
            job.now = &span;
        }
        if (job.last == nullptr || span.toS > job.last->toS) {
            job.last = &span;
        }
        if (span.state != JobState::Queued) {
            job.startS = std::max(job.startS, span.fromS);
        }
    }
    for (const JobCard& card : cards_) {
        const auto found = then.find(card.id);
        if (found == then.end()) {
            continue;
        }
        JobRow row;
        row.id = card.id;
        row.name = card.name;
        row.tenant = card.tenant;
        row.accelerator = card.accelerator;
        row.accelerators = card.accelerators;
        row.submitS = card.submitS;
        row.startS = found->second.startS;
        row.progress = row.tokensPerS = row.stepTimeS = row.mfu = row.ettr = row.costUsd = kNan;
        if (found->second.now != nullptr) {
            row.state = found->second.now->state;
        } else {
            row.state = JobState::Completed;
            row.endS = found->second.last->toS;
        }
        frame.jobs.push_back(std::move(row));
    }
    const auto rank = [](const JobRow& row) {
        switch (row.state) {
            case JobState::Running:
                return 0;
            case JobState::Starting:
                return 1;
            case JobState::Queued:
                return 2;
            default:
                return 3;
        }
    };
    std::stable_sort(frame.jobs.begin(), frame.jobs.end(), [&](const JobRow& a, const JobRow& b) {
        return rank(a) < rank(b) || (rank(a) == rank(b) && rank(a) == 3 && a.endS > b.endS);
    });
}

void RecordedFrames::tell(Frame& frame) const {
    frame.story = story_;
    frame.history = history_;
    const auto end = std::partition_point(events_.begin(), events_.end(), [&](const Event& event) {
        return event.timeS <= frame.timeS + kOneInstantS;
    });
    const auto from = end - std::min<std::ptrdiff_t>(end - events_.begin(), kShownEvents);
    frame.events.assign(from, end);
}

Result<std::shared_ptr<Frame>> RecordedFrames::frame(double timeS) {
    auto frame = std::make_shared<Frame>(*base_);
    frame->timeS = std::clamp(timeS, firstS_, lastS_);
    if (!recording_->blockTimes().empty()) {
        if (auto done = takeBlock(frame->timeS); !done) {
            return tl::unexpected(done.error());
        }
        const auto after =
            std::upper_bound(block_.timeS.begin(), block_.timeS.end(), frame->timeS + kOneInstantS);
        const auto row = std::distance(block_.timeS.begin(), after);
        const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, row) - 1);
        frame->timeS = block_.timeS[at];
        takeSample(at, *frame);
        if (auto done = takeRacks(frame->timeS, *frame); !done) {
            return tl::unexpected(done.error());
        }
    }
    frame->clock = localTime(recording_->info().startLocal, frame->timeS);
    takeJobs(frame->timeS, *frame);
    tell(*frame);
    return frame;
}

}  // namespace headroom::engine
