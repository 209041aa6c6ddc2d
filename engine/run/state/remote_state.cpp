// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/remote_state.h"

#include "engine/plant/index.h"
#include "engine/run/state/state_table.h"

#include <algorithm>

namespace headroom::engine {

namespace {

void carryRemote(const DesignEdit& edit, const State& old, State& now) {
    now.remote.jobs = old.remote.jobs;
    for (RemoteJob& job : now.remote.jobs) {
        job.place = edit.map.remote.now(job.place);
    }
}

}  // namespace

void declareRemote(StateTable& t) {
    t.event(RemoteEvent::Review, Space::List);
    t.event(RemoteEvent::Brought, Space::Job);
    t.event(RemoteEvent::TakenBack, Space::Job);
    t.value<&State::remote, &RemoteState::jobs>("remote.jobs").byHand();
    t.value<&State::remote, &RemoteState::away>("remote.away");
    t.column<&State::remote, &RemoteState::held>("remote.held");
    t.column<&State::remote, &RemoteState::bringing>("remote.bringing");
    t.column<&State::remote, &RemoteState::dataAt>("remote.dataAt", Space::DataPlace);
    t.value<&State::remote, &RemoteState::totals>("remote.totals");
    t.value<&State::remote, &RemoteState::settledS>("remote.settledS");
    t.value<&State::remote, &RemoteState::reviewPending>("remote.reviewPending");
    t.edited(carryRemote);
    t.check("jobs at other sites", [](const Plant& plant, const State& s) {
        const auto places = static_cast<std::int32_t>(plant.remotes.size());
        return std::all_of(s.remote.jobs.begin(), s.remote.jobs.end(),
                           [&](const RemoteJob& job) {
                               return job.place < places && job.job >= 0 &&
                                      at(job.job) < s.jobs.size();
                           }) &&
               std::all_of(s.remote.away.begin(), s.remote.away.end(),
                           [&](std::int32_t i) { return i >= 0 && at(i) < s.remote.jobs.size(); });
    });
}

}  // namespace headroom::engine
