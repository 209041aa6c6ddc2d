// SPDX-License-Identifier: Apache-2.0
#include "engine/api/live_twin.h"

#include "engine/document/setting.h"
#include "engine/live/run.h"
#include "engine/plant/plant.h"
#include "engine/run/order_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kSameInstantS = 1e-6;
/// A step of the largest facility takes a second or two; beyond this something is wrong.
constexpr std::chrono::seconds kLongestStep{60};

Error refusal(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

/// Asks the simulator between two steps.
template <class T>
Result<T> askRun(Session& session, const std::function<T(const Simulator&)>& question) {
    const auto answer = std::make_shared<std::promise<T>>();
    auto given = answer->get_future();
    session.look(
        [answer, question](const Simulator& simulator) { answer->set_value(question(simulator)); });
    if (given.wait_for(kLongestStep) != std::future_status::ready) {
        return tl::unexpected(
            refusal("WEB-027", "the run does not answer: a step takes very long, or it has ended",
                    "look at its state (GET /api/v1/run), and ask again"));
    }
    try {
        return given.get();
    } catch (const std::future_error&) {
        return tl::unexpected(refusal("WEB-027", "the run ended before it could answer",
                                      "look at its state (GET /api/v1/run)"));
    }
}

}  // namespace

LiveTwin::LiveTwin(Project project, Catalogue catalogue)
    : catalogue_(std::move(catalogue)),
      project_(std::move(project)),
      text_(std::make_shared<const std::string>(projectText(project_))) {}

ResultAll<std::unique_ptr<LiveTwin>> LiveTwin::create(Project project, Catalogue catalogue,
                                                      Session::Options options) {
    std::unique_ptr<LiveTwin> twin(new LiveTwin(std::move(project), std::move(catalogue)));
    auto session = Session::create(twin->project_, twin->catalogue_, std::move(options));
    if (!session) {
        return tl::unexpected(session.error());
    }
    twin->session_ = std::move(*session);
    twin->name_ = twin->session_->plant()->name;
    return twin;
}

DesignNow LiveTwin::design() const {
    const std::lock_guard lock(mutex_);
    return {text_, revision_, history_.undoText(), history_.redoText()};
}

void LiveTwin::step(int steps) {
    for (int i = 0; i < steps; ++i) {
        session_->step();
    }
}

Result<void> LiveTwin::seek(double) {
    return tl::unexpected(refusal("WEB-022", "a run that goes on shows only its present",
                                  "record it (--out), and serve the recording"));
}

/// Under editing_: the run goes on with it, or everything stays as it was.
ResultAll<DesignNow> LiveTwin::runOn(Project project, EditHistory history,
                                     const std::string& words) {
    if (auto done = session_->edit(project, catalogue_, words); !done) {
        return tl::unexpected(done.error());
    }
    const std::lock_guard lock(mutex_);
    project_ = std::move(project);
    history_ = std::move(history);
    text_ = std::make_shared<const std::string>(projectText(project_));
    ++revision_;
    return DesignNow{text_, revision_, history_.undoText(), history_.redoText()};
}

ResultAll<DesignNow> LiveTwin::edit(const std::vector<std::string>& settings,
                                    const std::string& words,
                                    std::optional<std::int64_t> ifRevision) {
    const std::lock_guard one(editing_);
    if (ifRevision && *ifRevision != revision_) {
        return tl::unexpected(Errors{refusal(
            "WEB-023", fmt::format("the design is at revision {}, not {}", revision_, *ifRevision),
            "read the project again, and state its revision")});
    }
    Errors faults;
    std::vector<Edit> edits;
    for (const std::string& text : settings) {
        if (auto setting = settingOf(project_, text)) {
            edits.emplace_back(std::move(*setting));
        } else {
            faults.push_back(setting.error());
        }
    }
    if (!faults.empty()) {
        return tl::unexpected(std::move(faults));
    }
    Project project = project_;
    EditHistory history = history_;
    history.seal();
    if (auto done = history.applyAll(project, catalogue_, edits, words); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    return runOn(std::move(project), std::move(history), words);
}

ResultAll<DesignNow> LiveTwin::undo(bool isRedo) {
    const std::lock_guard one(editing_);
    Project project = project_;
    EditHistory history = history_;
    const std::string words = isRedo ? history.redoText() : history.undoText();
    const bool done =
        isRedo ? history.redo(project, catalogue_) : history.undo(project, catalogue_);
    if (!done) {
        return tl::unexpected(Errors{refusal(
            "WEB-024", isRedo ? "there is nothing to do again" : "there is nothing to take back",
            "look at what there is (GET /api/v1/design)")});
    }
    return runOn(std::move(project), std::move(history), (isRedo ? "Redo: " : "Undo: ") + words);
}

Result<int> LiveTwin::order(const std::string& text) {
    const double nowS = frame()->timeS;
    const auto command = orderFromText(text, nowS);
    if (!command) {
        return tl::unexpected(refusal("WEB-025",
                                      fmt::format("\"{}\" is no order: {}", text, command.error()),
                                      std::string("write ") + kOrderForm));
    }
    if (command->timeS < nowS - kSameInstantS) {
        return tl::unexpected(refusal(
            "WEB-026",
            fmt::format("the order is for {:g} s, and the run is at {:g} s", command->timeS, nowS),
            "state a later time, or none for at once"));
    }
    const bool isLater = command->timeS > nowS + kSameInstantS;
    if (const auto* plant = std::get_if<PlantOrder>(&command->what)) {
        const auto takes = askRun<bool>(
            *session_, [given = *plant](const Simulator& s) { return s.takes(given); });
        if (!takes) {
            return tl::unexpected(takes.error());
        }
        if (!*takes) {
            return tl::unexpected(
                refusal("RPL-012", fmt::format("nothing in the run takes the order \"{}\"", text),
                        "name a part of the facility by its id, with a number that it has "
                        "and an action that applies to it (failures.md)"));
        }
        if (isLater) {
            return session_->operateAt(command->timeS, *plant);
        }
        session_->operate(*plant);
        return -1;
    }
    if (isLater) {
        return tl::unexpected(
            refusal("WEB-026", "orders to jobs act at once, and this one states a later time",
                    "leave the time out, and give the order when it is due"));
    }
    const auto& job = std::get<JobOrder>(command->what);
    const auto isThere = askRun<bool>(*session_, [id = job.job](const Simulator& s) {
        return id >= 0 && id < s.state().nextJobId;
    });
    if (!isThere) {
        return tl::unexpected(isThere.error());
    }
    if (!*isThere) {
        return tl::unexpected(refusal("RPL-012", fmt::format("there is no job {} yet", job.job),
                                      "choose one of GET /api/v1/jobs"));
    }
    session_->orderJob(job);
    return -1;
}

bool LiveTwin::cancelOrder(int ticket) {
    const auto pending = session_->pendingOrders();
    const bool isThere =
        std::any_of(pending.begin(), pending.end(),
                    [ticket](const PendingOrder& p) { return p.ticket == ticket; });
    session_->cancelOrder(ticket);
    return isThere;
}

Result<std::string> LiveTwin::summary() const {
    return askRun<std::string>(*session_, [](const Simulator& simulator) {
        return summaryJson(simulator.summary(), 0.0);
    });
}

}  // namespace headroom::engine
