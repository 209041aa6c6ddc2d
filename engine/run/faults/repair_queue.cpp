// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/repair_queue.h"

#include "engine/base/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

/// In the part of the day from `fromS` to `toS`, past midnight where these are so; equal: always.
bool within(double dayS, double fromS, double toS) {
    if (fromS == toS) {
        return true;
    }
    return fromS < toS ? dayS >= fromS && dayS < toS : dayS >= fromS || dayS < toS;
}

}  // namespace

void RepairQueue::begin() {
    s_ = RepairState{};
    for (int kind = 0; kind < models::kSpareParts; ++kind) {
        s_.stock.push_back(rules_.stock(static_cast<models::SparePart>(kind + 1)));
    }
}

double RepairQueue::dayS(double timeS) const {
    const double day = std::fmod(startDayS_ + timeS, kDayS);
    return day < 0.0 ? day + kDayS : day;
}

bool RepairQueue::isDay(double timeS) const {
    return within(dayS(timeS), rules_.shiftFromS, rules_.shiftToS);
}

bool RepairQueue::windowOpen(double timeS) const {
    return within(dayS(timeS), rules_.windowFromS, rules_.windowToS);
}

int RepairQueue::crewsNow(double timeS) const {
    return rules_.nightCrews < 0 || isDay(timeS) ? rules_.crews : rules_.nightCrews;
}

/// Orders a kind up to its full stock where what is there and on its way, less those who wait, is
/// at or under the reorder level.
void RepairQueue::issue(std::int32_t kind, double leadS, double timeS) {
    const int full = rules_.stock(static_cast<models::SparePart>(kind + 1));
    int position = s_.stock[static_cast<std::size_t>(kind)];
    for (const SpareOrder& order : s_.ordered) {
        position += order.kind == kind ? order.count : 0;
    }
    for (const RepairTask& task : s_.tasks) {
        position -= task.spare == kind && task.hasSpare == 0 ? 1 : 0;
    }
    if (position <= std::floor(rules_.reorderShare * full) && position < full) {
        s_.ordered.push_back({timeS + leadS, kind, full - position});
    } else if (position < 0) {
        s_.ordered.push_back({timeS + leadS, kind, -position});  // somebody waits for it
    }
}

void RepairQueue::add(const RepairTask& task, double timeS) {
    s_.tasks.push_back(task);
    RepairTask& added = s_.tasks.back();
    added.askedS = timeS;
    added.started = 0;
    added.endS = -1.0;
    std::int32_t* stock =
        added.spare >= 0 ? &s_.stock[static_cast<std::size_t>(added.spare)] : nullptr;
    added.hasSpare = stock == nullptr || *stock != 0 ? 1 : 0;
    if (stock == nullptr || *stock < 0) {
        return;  // none needed, or they never run out
    }
    *stock -= added.hasSpare;
    issue(added.spare, added.leadS, timeS);
}

const RepairTask* RepairQueue::find(std::int32_t fault) const {
    const auto found = std::find_if(s_.tasks.begin(), s_.tasks.end(),
                                    [fault](const RepairTask& t) { return t.fault == fault; });
    return found == s_.tasks.end() ? nullptr : &*found;
}

void RepairQueue::cancel(std::int32_t fault, double timeS) {
    const RepairTask* task = find(fault);
    if (task == nullptr) {
        return;
    }
    s_.crewsBusy -= task->started != 0 && task->crew != 0 ? 1 : 0;
    if (task->started == 0 && task->spare >= 0 && task->hasSpare != 0 &&
        s_.stock[static_cast<std::size_t>(task->spare)] >= 0) {
        ++s_.stock[static_cast<std::size_t>(task->spare)];
    }
    s_.tasks.erase(s_.tasks.begin() + (task - s_.tasks.data()));
    deliver(timeS);
}

RepairQueue::Wait RepairQueue::waitsFor(const RepairTask& task, double timeS) const {
    if (task.started != 0) {
        return Wait::Nothing;
    }
    if (task.hasSpare == 0) {
        return Wait::Spare;
    }
    if (task.window != 0 && !windowOpen(timeS)) {
        return Wait::Window;
    }
    const int crews = crewsNow(timeS);
    return task.crew != 0 && crews >= 0 && s_.crewsBusy >= crews ? Wait::Crew : Wait::Nothing;
}

const RepairTask* RepairQueue::start(double timeS) {
    RepairTask* best = nullptr;
    for (RepairTask& task : s_.tasks) {
        if (task.started == 0 && waitsFor(task, timeS) == Wait::Nothing &&
            (best == nullptr || task.priority < best->priority)) {
            best = &task;
        }
    }
    if (best != nullptr) {
        best->started = 1;
        best->endS = timeS + best->workS + (best->crew != 0 ? rules_.responseS : 0.0);
        s_.crewsBusy += best->crew;
    }
    return best;
}

bool RepairQueue::done(std::int32_t fault, double timeS) {
    const RepairTask* task = find(fault);
    if (task == nullptr || task->started == 0 || task->endS > timeS) {
        return false;
    }
    s_.crewsBusy -= task->crew;
    s_.tasks.erase(s_.tasks.begin() + (task - s_.tasks.data()));
    return true;
}

void RepairQueue::deliver(double timeS) {
    std::erase_if(s_.ordered, [&](const SpareOrder& order) {
        if (order.arrivesS > timeS) {
            return false;
        }
        s_.stock[static_cast<std::size_t>(order.kind)] += order.count;
        return true;
    });
    for (RepairTask& task : s_.tasks) {
        if (task.hasSpare == 0 && s_.stock[static_cast<std::size_t>(task.spare)] > 0) {
            --s_.stock[static_cast<std::size_t>(task.spare)];
            task.hasSpare = 1;
        }
    }
}

double RepairQueue::nextOpeningS(double timeS) const {
    bool window = false, crew = false;
    for (const RepairTask& task : s_.tasks) {
        const Wait wait = waitsFor(task, timeS);
        window = window || wait == Wait::Window;
        crew = crew || wait == Wait::Crew;
    }
    // More crews come only with the other part of the day.
    crew = crew && rules_.nightCrews >= 0 && rules_.nightCrews != rules_.crews;
    const double now = dayS(timeS);
    const auto until = [now](double dayS) { return dayS > now ? dayS - now : dayS + kDayS - now; };
    double wait = kNever;
    if (window) {
        wait = until(rules_.windowFromS);
    }
    if (crew) {
        wait = std::min(wait, until(isDay(timeS) ? rules_.shiftToS : rules_.shiftFromS));
    }
    return timeS + wait;
}

double RepairQueue::spareArrivesS(const RepairTask& task) const {
    if (task.hasSpare != 0) {
        return kNever;
    }
    // Earlier callers are served first.
    int ahead = 0;
    for (const RepairTask& other : s_.tasks) {
        if (&other == &task || other.fault == task.fault) {
            break;
        }
        ahead += other.spare == task.spare && other.hasSpare == 0 ? 1 : 0;
    }
    std::vector<SpareOrder> orders;
    std::copy_if(s_.ordered.begin(), s_.ordered.end(), std::back_inserter(orders),
                 [&task](const SpareOrder& o) { return o.kind == task.spare; });
    std::sort(orders.begin(), orders.end(),
              [](const SpareOrder& a, const SpareOrder& b) { return a.arrivesS < b.arrivesS; });
    for (const SpareOrder& order : orders) {
        if (ahead < order.count) {
            return order.arrivesS;
        }
        ahead -= order.count;
    }
    return kNever;
}

}  // namespace headroom::engine
