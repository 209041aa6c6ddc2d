// SPDX-License-Identifier: Apache-2.0
#include "engine/api/session_twin.h"

#include "engine/document/json_text.h"
#include "engine/document/setting.h"
#include "engine/live/run.h"
#include "engine/plant/plant.h"
#include "engine/run/order_text.h"
#include "engine/run/state/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <future>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kSameInstantS = 1e-6;
/// A step of the largest facility takes a second or two; beyond this something is wrong.
constexpr std::chrono::seconds kLongestStep{60};

Error sessionRefusal(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

/// Message for the run's thread.
template <class T>
Result<T> awaited(std::future<T>& given) {
    if (given.wait_for(kLongestStep) != std::future_status::ready) {
        return tl::unexpected(sessionRefusal(
            "WEB-027", "the run does not answer: a step takes very long, or it has ended",
            "look at its state (GET /api/v1/run), and ask again"));
    }
    try {
        return given.get();
    } catch (const std::future_error&) {
        return tl::unexpected(sessionRefusal("WEB-027", "the run ended before it could answer",
                                             "look at its state (GET /api/v1/run)"));
    }
}

/// WEB-023 if the design has another revision than the client read. Empty if it has not, or the client states none.
Errors staleBy(const DesignNow& now, std::optional<std::int64_t> ifRevision) {
    if (!ifRevision || *ifRevision == now.revision) {
        return {};
    }
    return {sessionRefusal(
        "WEB-023", fmt::format("the design is at revision {}, not {}", now.revision, *ifRevision),
        "read the project again, and state its revision")};
}

/// Asks the simulator between two steps.
template <class T>
Result<T> askRun(AnyRun& run, const std::function<T(const Simulator&)>& question) {
    auto answer = std::make_shared<std::promise<T>>();
    auto given = answer->get_future();
    run.look([answer = std::move(answer), question](const Simulator* simulator) {
        if (simulator != nullptr) {
            answer->set_value(question(*simulator));
        }
    });
    return awaited(given);
}

}  // namespace

std::shared_ptr<AnyRun> SessionTwin::run() const {
    const std::lock_guard lock(runMutex_);
    return run_;
}

void SessionTwin::setRun(std::shared_ptr<AnyRun> run) {
    const std::lock_guard lock(runMutex_);
    run_.swap(run);
}

Result<void> SessionTwin::admit(std::size_t bytes) {
    const double nowS = frame()->timeS;
    const std::lock_guard lock(admittedMutex_);
    if (std::abs(nowS - admitted_.timeS) > kSameInstantS) {
        admitted_ = {nowS, 0, 0};
    }
    if (admitted_.changes >= kMostChanges ||
        (admitted_.changes > 0 && admitted_.bytes + bytes > kMostChangeBytes)) {
        return tl::unexpected(sessionRefusal(
            "WEB-050",
            fmt::format("{} changes wait for the next step of the run, and no more are taken",
                        admitted_.changes),
            "let the run play or step (POST /api/v1/run/steps), and send it again"));
    }
    ++admitted_.changes;
    admitted_.bytes += bytes;
    return {};
}

Result<void> SessionTwin::seek(double) {
    return tl::unexpected(sessionRefusal("WEB-022", "a run that continues shows only its present",
                                         "record it (--out), and serve the recording"));
}

Result<int> SessionTwin::order(const std::string& text) {
    const auto now = run();
    const double nowS = now->frame()->timeS;
    const auto command = orderFromText(text, nowS);
    if (!command) {
        return tl::unexpected(sessionRefusal(
            "WEB-025", fmt::format("\"{}\" is not an order: {}", text, command.error()),
            std::string("write ") + kOrderForm));
    }
    if (command->timeS < nowS - kSameInstantS) {
        return tl::unexpected(sessionRefusal(
            "WEB-026",
            fmt::format("the order is for {:g} s, and the run is at {:g} s", command->timeS, nowS),
            "state a later time, or none for at once"));
    }
    const auto misfit = askRun<std::optional<InvalidOrder>>(
        *now, [given = *command](const Simulator& s) { return s.misfit(given); });
    if (!misfit) {
        return tl::unexpected(misfit.error());
    }
    if (*misfit) {
        return tl::unexpected(
            sessionRefusal("RPL-012", fmt::format("the order \"{}\": {}", text, (*misfit)->what),
                           (*misfit)->remedy));
    }
    const bool isLater = command->timeS > nowS + kSameInstantS;
    if (isLater && now->orders()->pendingOrders().size() >= kMostPending) {
        return tl::unexpected(sessionRefusal(
            "WEB-050", fmt::format("{} orders are to come already", kMostPending),
            "cancel some (DELETE /api/v1/orders/TICKET), or wait until they are due"));
    }
    if (const auto admitted = isLater ? Result<void>() : admit(0); !admitted) {
        return tl::unexpected(admitted.error());
    }
    if (const auto* plant = std::get_if<PlantOrder>(&command->what)) {
        if (isLater) {
            return now->orders()->operateAt(command->timeS, *plant);
        }
        now->orders()->operate(*plant);
        return -1;
    }
    if (isLater) {
        return tl::unexpected(sessionRefusal(
            "WEB-026", "orders to jobs act at once, and this one states a later time",
            "leave the time out, and give the order when it is due"));
    }
    now->orders()->orderJob(std::get<JobOrder>(command->what));
    return -1;
}

bool SessionTwin::cancelOrder(int ticket) {
    const auto now = run();
    const auto pending = now->orders()->pendingOrders();
    const bool isThere =
        std::any_of(pending.begin(), pending.end(),
                    [ticket](const PendingOrder& p) { return p.ticket == ticket; });
    now->orders()->cancelOrder(ticket);
    return isThere;
}

Result<void> SessionTwin::submit(const JobOrder& job) {
    const auto now = run();
    const auto fault =
        askRun<std::string>(*now, [job](const Simulator& s) { return s.submitFault(job); });
    if (!fault) {
        return tl::unexpected(fault.error());
    }
    if (!fault->empty()) {
        return tl::unexpected(sessionRefusal(
            "WEB-049", "the job cannot be submitted: " + *fault,
            "state a training job of the project as \"like\", or an accelerator and a "
            "profile that it has (GET /api/v1/project)"));
    }
    const auto waiting =
        askRun<std::int64_t>(*now, [](const Simulator& s) { return s.state().queuedJobs; });
    if (!waiting) {
        return tl::unexpected(waiting.error());
    }
    if (*waiting >= kMostWaitingJobs) {
        return tl::unexpected(sessionRefusal(
            "WEB-050", fmt::format("{} jobs wait already", *waiting),
            "send it again when fewer wait (GET /api/v1/jobs), or kill some of them"));
    }
    if (const auto admitted = admit(0); !admitted) {
        return tl::unexpected(admitted.error());
    }
    now->orders()->orderJob(job);
    return {};
}

ResultAll<DesignNow> SessionTwin::edit(const std::vector<std::string>& settings,
                                       const std::string& words,
                                       std::optional<std::int64_t> ifRevision) {
    return inTurn([this, settings, words, ifRevision]() -> ResultAll<DesignNow> {
        if (Errors stale = staleBy(design(), ifRevision); !stale.empty()) {
            return tl::unexpected(std::move(stale));
        }
        const auto edits = editsOfSettings(project(), settings);
        return edits ? take(*edits, words) : tl::unexpected(edits.error());
    });
}

ResultAll<DesignNow> SessionTwin::replace(const std::string& text,
                                          std::optional<std::int64_t> ifRevision) {
    return inTurn([this, text, ifRevision]() -> ResultAll<DesignNow> {
        if (Errors stale = staleBy(design(), ifRevision); !stale.empty()) {
            return tl::unexpected(std::move(stale));
        }
        const auto wanted = parseProject(text, project().file, catalogue());
        if (!wanted) {
            return tl::unexpected(wanted.error());
        }
        const auto edits = editsBetween(project(), *wanted, catalogue());
        return edits.empty() ? design() : take(edits, wordsOf(edits, project()));
    });
}

ResultAll<DesignNow> SessionTwin::undo(bool isRedo) {
    return inTurn([this, isRedo]() -> ResultAll<DesignNow> {
        if (auto done = takeBack(isRedo)) {
            return std::move(*done);
        }
        return tl::unexpected(Errors{sessionRefusal(
            "WEB-024", isRedo ? "there is nothing to do again" : "there is nothing to take back",
            "look at what there is (GET /api/v1/design)")});
    });
}

Result<std::string> SessionTwin::summary() const {
    return askRun<std::string>(
        *run(), [](const Simulator& simulator) { return summaryJson(simulator.summary(), 0.0); });
}

}  // namespace headroom::engine
