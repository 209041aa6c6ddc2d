// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/branch.h"

#include "engine/alarms/alarm_history.h"
#include "engine/document/setting.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "engine/store/recording_error.h"
#include "models/facility/drill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::engine {

namespace {

class BranchMaker {
  public:
    BranchMaker(const Replay& replay, const BranchWish& wish, const std::atomic<bool>* cancel,
                const Simulator* there)
        : replay_(replay),
          recording_(replay.recording()),
          wish_(wish),
          cancel_(cancel),
          there_(there) {}

    ResultAll<Branch> make() {
        auto moment = there_ != nullptr ? ResultAll<Replay::Moment>(replay_.copyOf(*there_))
                                        : replay_.at(wish_.atS, cancel_);
        if (!moment) {
            return tl::unexpected(moment.error());
        }
        branch_.simulator = std::move(moment->simulator);
        branch_.ahead = std::move(moment->ahead);
        atS_ = branch_.simulator->timeS();
        text_ = *branch_.simulator->plant().designText;
        for (const auto step : {&BranchMaker::readHistory, &BranchMaker::leaveOut,
                                &BranchMaker::edit, &BranchMaker::order, &BranchMaker::describe}) {
            if (auto done = (this->*step)(); !done) {
                return tl::unexpected(done.error());
            }
        }
        return std::move(branch_);
    }

  private:
    Error error(const char* code, std::string message, std::string remedy) const {
        return recordingError(code, std::move(message), std::move(remedy), recording_.path());
    }

    ResultAll<void> refuse(const char* code, std::string message, std::string remedy) const {
        return tl::unexpected(Errors{error(code, std::move(message), std::move(remedy))});
    }

    /// Recorded data of the run up to the branch.
    ResultAll<void> readHistory() {
        auto events = recording_.events();
        auto losses = recording_.losses();
        auto jobs = recording_.jobs();
        auto spans = recording_.jobSpans();
        if (!events || !losses || !jobs || !spans) {
            return tl::unexpected(Errors{!events   ? events.error()
                                         : !losses ? losses.error()
                                         : !jobs   ? jobs.error()
                                                   : spans.error()});
        }
        later_ = std::move(*events);
        const State& state = branch_.simulator->state();
        const auto next = std::find_if(later_.begin(), later_.end(),
                                       [&](const Event& e) { return e.id >= state.nextEventId; });
        branch_.events.assign(std::make_move_iterator(later_.begin()),
                              std::make_move_iterator(next));
        later_.erase(later_.begin(), next);
        std::copy_if(losses->begin(), losses->end(), std::back_inserter(branch_.losses),
                     [&](const Loss& l) { return l.toS <= atS_ + kOneInstantS; });
        std::copy_if(jobs->begin(), jobs->end(), std::back_inserter(branch_.jobs),
                     [&](const JobCard& j) { return j.id < state.nextJobId; });
        const std::vector<JobSpan> open = branch_.simulator->openSpans();
        std::copy_if(spans->begin(), spans->end(), std::back_inserter(branch_.spans),
                     [&](const JobSpan& s) { return hasEnded(s, open); });
        if (const auto alarms = AlarmHistory::read(recording_.summary()); alarms.isKnown()) {
            branch_.alarms = alarms.at(atS_);
        }
        return {};
    }

    /// Whether a span of the recording was over at the branch. One that ended by itself names no event: it is over where it
    /// ended by then and does not continue. `open`: those that do.
    bool hasEnded(const JobSpan& span, const std::vector<JobSpan>& open) const {
        if (span.endedBy >= 0) {
            return span.endedBy < branch_.simulator->state().nextEventId;
        }
        return span.toS <= atS_ + kOneInstantS &&
               std::none_of(open.begin(), open.end(), [&](const JobSpan& o) {
                   return o.job == span.job && o.state == span.state &&
                          std::abs(o.fromS - span.fromS) <= kOneInstantS;
               });
    }

    /// The number of the first cause of an event that is itself later than the branch.
    std::int64_t firstCause(const Event& event) const {
        const Event* e = &event;
        while (e->cause >= 0) {
            const auto found = std::find_if(later_.begin(), later_.end(),
                                            [&](const Event& o) { return o.id == e->cause; });
            if (found == later_.end()) {
                break;
            }
            e = &*found;
        }
        return e->id;
    }

    ResultAll<void> leaveOut() {
        for (const std::int64_t id : wish_.without) {
            const auto found = std::find_if(later_.begin(), later_.end(),
                                            [&](const Event& e) { return e.id == id; });
            if (found == later_.end()) {
                return refuse("RPL-010", fmt::format("there is no event {} after {:g} s", id, atS_),
                              "events.csv of an export lists them all; branch off before it");
            }
            if (auto done = leaveOut(*found); !done) {
                return done;
            }
            changes_.push_back(fmt::format(
                "without: {}{}", found->subject.empty() ? "" : found->subject + ": ", found->text));
        }
        return {};
    }

    /// A failure of the plant's own, an order of somebody, or a drill; its consequences go
    /// with it.
    ResultAll<void> leaveOut(const Event& event) {
        if (const std::int64_t first = firstCause(event); first != event.id) {
            return refuse("RPL-011",
                          fmt::format("event {} follows from others: it stays away when event {} "
                                      "does",
                                      event.id, first),
                          fmt::format("leave out event {}", first));
        }
        if (event.fault >= 0) {
            const double stepS = branch_.simulator->stepS();
            const double afterS =
                std::min(replay_.lastS(), std::ceil(event.timeS / stepS + kOneInstantS) * stepS);
            auto then = replay_.at(afterS, cancel_);
            if (!then) {
                return tl::unexpected(then.error());
            }
            for (const Fault& fault : then->simulator->state().faults.open) {
                if (fault.number == event.fault && fault.hazard >= 0) {
                    branch_.simulator->avert(fault.hazard, fault.occurrence);
                    return {};
                }
            }
        }
        const auto isIt = [&](const std::string& unit) {
            return event.subject.find(unit) != std::string::npos ||
                   event.text.find(unit) != std::string::npos;
        };
        // Somebody's order acts at the instant that it was given.
        std::vector<std::size_t> candidates;
        for (std::size_t i = 0; i < branch_.ahead.size(); ++i) {
            if (std::abs(branch_.ahead[i].timeS - event.timeS) <= kOneInstantS) {
                candidates.push_back(i);
            }
        }
        if (candidates.size() > 1) {
            std::erase_if(candidates, [&](std::size_t i) {
                const auto* order = std::get_if<PlantOrder>(&branch_.ahead[i].what);
                return order == nullptr || !isIt(order->unit);
            });
        }
        if (candidates.size() == 1) {
            branch_.ahead.erase(branch_.ahead.begin() +
                                static_cast<std::ptrdiff_t>(candidates.front()));
            return {};
        }
        return leaveOutDrill(event);
    }

    ResultAll<void> leaveOutDrill(const Event& event) {
        auto project = replay_.plain(text_);
        if (!project) {
            return tl::unexpected(project.error());
        }
        std::vector<std::string> drills;
        for (const Object* object : project->objectsOf("drill")) {
            const auto drill = specOf<models::DrillSpec>(*object);
            if (std::abs(drill.atS - event.timeS) <= kOneInstantS) {
                drills.push_back(object->id);
            }
        }
        if (drills.size() > 1) {
            std::erase_if(drills, [&](const std::string& id) {
                const auto unit = specOf<models::DrillSpec>(*project->find(id)).order.unit;
                return event.subject.find(unit) == std::string::npos;
            });
        }
        if (drills.size() != 1) {
            return refuse(
                "RPL-011",
                fmt::format("event {} (\"{}\") is not a failure, order or drill of its own",
                            event.id, event.text),
                "leave out the event that led to it: `headroom-cli why` names it");
        }
        edits_.push_back(RemoveObject{drills.front()});
        return {};
    }

    /// A design with the edits of the branch.
    ResultAll<std::string> edited(const std::string& text) const {
        auto project = replay_.plain(text);
        if (!project) {
            return tl::unexpected(project.error());
        }
        std::vector<Edit> edits = edits_;
        for (const std::string& setting : wish_.settings) {
            auto edit = settingOf(*project, setting);
            if (!edit) {
                return tl::unexpected(Errors{edit.error()});
            }
            edits.emplace_back(std::move(*edit));
        }
        if (auto done = applyAll(*project, replay_.catalogue(), edits); !done) {
            return tl::unexpected(Errors{done.error()});
        }
        return projectText(*project);
    }

    ResultAll<void> edit() {
        for (const std::string& setting : wish_.settings) {
            changes_.push_back(setting);
        }
        if (edits_.empty() && wish_.settings.empty()) {
            return {};
        }
        auto text = edited(text_);
        if (!text) {
            return tl::unexpected(text.error());
        }
        text_ = *text;
        std::string words;
        for (const std::string& change : changes_) {
            words += (words.empty() ? "" : "; ") + change;
        }
        const Command change{atS_, DesignChange{std::make_shared<const std::string>(text_), words}};
        if (auto done = replay_.carryOut(branch_.simulator, change); !done) {
            return done;
        }
        for (Command& later : branch_.ahead) {
            if (auto* design = std::get_if<DesignChange>(&later.what)) {
                auto also = edited(*design->projectText);
                if (!also) {
                    return tl::unexpected(also.error());
                }
                design->projectText = std::make_shared<const std::string>(std::move(*also));
            }
        }
        return {};
    }

    ResultAll<void> order() {
        for (const BranchOrder& given : wish_.orders) {
            const Command& command = given.command;
            if (const auto misfit = branch_.simulator->misfit(command)) {
                return refuse("RPL-012",
                              fmt::format("the order \"{}\": {}", given.words, misfit->what),
                              misfit->remedy);
            }
            if (command.timeS < atS_ - kOneInstantS) {
                return refuse("RPL-004",
                              fmt::format("the order \"{}\" is at {:g} s, before the branch at "
                                          "{:g} s",
                                          given.words, command.timeS, atS_),
                              "give it later, or branch off earlier");
            }
            branch_.ahead.push_back(command);
            changes_.push_back(given.words);
        }
        std::stable_sort(branch_.ahead.begin(), branch_.ahead.end(),
                         [](const Command& a, const Command& b) { return a.timeS < b.timeS; });
        return {};
    }

    ResultAll<void> describe() {
        RunInfo& info = branch_.info;
        info = recording_.info();
        auto inputs = recording_.inputs();
        if (!inputs) {
            return tl::unexpected(Errors{inputs.error()});
        }
        info.inputs = std::move(*inputs);
        info.projectText = text_;
        info.racks = branch_.simulator->plant().rackNames;
        info.fromS = atS_;
        info.follows.clear();
        info.edits.clear();
        info.branch.parent = recording_.path().filename().string();
        info.branch.atS = atS_;
        info.branch.colour = wish_.colour;
        for (const std::string& change : changes_) {
            info.branch.changes += (info.branch.changes.empty() ? "" : "; ") + change;
        }
        info.branch.name = !wish_.name.empty()            ? wish_.name
                           : !info.branch.changes.empty() ? info.branch.changes
                                                          : "unchanged";
        return {};
    }

    const Replay& replay_;
    const Recording& recording_;
    const BranchWish& wish_;
    const std::atomic<bool>* cancel_;
    const Simulator* there_;
    Branch branch_;
    double atS_ = 0.0;
    std::string text_;          ///< of the design
    std::vector<Event> later_;  ///< of the run, after the branch
    std::vector<Edit> edits_;
    std::vector<std::string> changes_;
};

}  // namespace

ResultAll<Branch> branchOff(const Replay& replay, const BranchWish& wish,
                            const std::atomic<bool>* cancel, const Simulator* there) {
    return BranchMaker(replay, wish, cancel, there).make();
}

ResultAll<RunEnd> runBranch(const Replay& replay, Branch& branch, Recorder* recorder, double untilS,
                            const RecordingPlan& plan, const std::function<void(double)>& progress,
                            const std::atomic<bool>& cancel, AlarmWatch* alarms) {
    if (alarms != nullptr) {
        alarms->goOn(*branch.simulator, branch.events, branch.alarms);
    }
    if (recorder != nullptr) {
        recordPast(branch, *recorder);
    }
    std::size_t next = 0;
    Errors refused;
    const auto beforeStep = [&](Simulator*& simulator) {
        const double nowS = simulator->timeS();
        for (; next < branch.ahead.size() && branch.ahead[next].timeS <= nowS + kOneInstantS;
             ++next) {
            auto done = replay.carryOut(branch.simulator, branch.ahead[next]);
            simulator = branch.simulator.get();
            if (!done) {
                refused = done.error();
                return false;
            }
        }
        return true;
    };
    auto end = run(*branch.simulator, recorder, untilS, plan, progress, cancel, alarms, beforeStep);
    if (!refused.empty()) {
        return tl::unexpected(std::move(refused));
    }
    if (!end) {
        return tl::unexpected(Errors{end.error()});
    }
    return *end;
}

}  // namespace headroom::engine
