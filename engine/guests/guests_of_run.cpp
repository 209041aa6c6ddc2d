// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/guests_of_run.h"

#include "engine/plant/plant.h"

#include <algorithm>

namespace headroom::engine {

namespace {

/// A message of an error, as one of a story.
std::string sentence(std::string message) {
    if (!message.empty() && message.front() >= 'a' && message.front() <= 'z') {
        message.front() = static_cast<char>(message.front() - 'a' + 'A');
    }
    return message.empty() || message.back() == '.' ? message : message + '.';
}

}  // namespace

ResultAll<GuestsOfRun> GuestsOfRun::open(const std::vector<std::filesystem::path>& files,
                                         const Simulator& simulator, const Project& project) {
    GuestsOfRun all;
    for (const std::filesystem::path& file : files) {
        const auto read = readGuestFile(file);
        if (!read) {
            return tl::unexpected(read.error());
        }
        auto guest = Guest::open(*read, simulator, project);
        if (!guest) {
            return tl::unexpected(guest.error());
        }
        all.guests_.push_back(std::move(*guest));
    }
    return all;
}

ResultAll<void> GuestsOfRun::beforeStep(std::unique_ptr<Simulator>& simulator, Project& project,
                                        const Catalogue& catalogue, const RunOptions& options) {
    for (auto guest = guests_.begin(); guest != guests_.end();) {
        if (!(*guest)->isDue(simulator->timeS())) {
            ++guest;
            continue;
        }
        const std::string& name = (*guest)->name();
        const auto advice = (*guest)->ask(*simulator, project);
        auto done = advice ? carryOut(name, *advice, simulator, project, catalogue, options)
                           : ResultAll<void>(tl::unexpected(Errors{advice.error()}));
        if (done) {
            ++guest;
            continue;
        }
        const bool goesOn = (*guest)->mayBeLost();
        simulator->remark(name,
                          sentence(done.error().front().message) +
                              (goesOn ? " The run continues without it." : " The run ends here."));
        if (!goesOn) {
            return done;
        }
        lost_.push_back(done.error().front());
        if (done =
                carryOut(name, (*guest)->fallback(project), simulator, project, catalogue, options);
            !done) {
            return done;
        }
        guest = guests_.erase(guest);
    }
    return {};
}

ResultAll<void> GuestsOfRun::carryOut(const std::string& name, const GuestAdvice& advice,
                                      std::unique_ptr<Simulator>& simulator, Project& project,
                                      const Catalogue& catalogue, const RunOptions& options) const {
    for (const JobOrder& order : advice.orders) {
        simulator->order(order);
    }
    if (advice.edits.empty()) {
        return {};
    }
    Project edited = project;
    if (auto done = applyAll(edited, catalogue, advice.edits); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    auto plant = compile(edited, catalogue, options);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    auto changed =
        simulator->changed(std::make_shared<const Plant>(std::move(*plant)), advice.words);
    if (!changed) {
        return tl::unexpected(changed.error());
    }
    const auto same = [](const Channel& a, const Channel& b) { return a.name == b.name; };
    if ((*changed)->plant().rackNames != simulator->plant().rackNames ||
        !std::equal((*changed)->channels().begin(), (*changed)->channels().end(),
                    simulator->channels().begin(), simulator->channels().end(), same)) {
        return tl::unexpected(Errors{
            {"GST-029",
             "the guest \"" + name + "\" changes the racks or channels of the run: " + advice.words,
             "join it to numbers that do not change them: set-points, limits, prices",
             {},
             {},
             0}});
    }
    simulator = std::move(*changed);
    project = std::move(edited);
    return {};
}

}  // namespace headroom::engine
