// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/guests_of_run.h"

#include "engine/plant/plant.h"

#include <algorithm>

namespace headroom::engine {

ResultAll<GuestsOfRun> GuestsOfRun::open(const std::vector<std::filesystem::path>& files, const Simulator& simulator,
                                         const Project& project) {
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

ResultAll<void> GuestsOfRun::beforeStep(std::unique_ptr<Simulator>& simulator, Project& project, const Catalogue& catalogue,
                                        const RunOptions& options) {
    for (const auto& guest : guests_) {
        if (!guest->isDue(simulator->timeS())) {
            continue;
        }
        const auto advice = guest->ask(*simulator, project);
        if (!advice) {
            return tl::unexpected(Errors{advice.error()});
        }
        for (const JobOrder& order : advice->orders) {
            simulator->order(order);
        }
        if (advice->edits.empty()) {
            continue;
        }
        Project edited = project;
        if (auto done = applyAll(edited, catalogue, advice->edits); !done) {
            return tl::unexpected(Errors{done.error()});
        }
        auto plant = compile(edited, catalogue, options);
        if (!plant) {
            return tl::unexpected(plant.error());
        }
        auto changed = simulator->changed(std::make_shared<const Plant>(std::move(*plant)), advice->words);
        if (!changed) {
            return tl::unexpected(changed.error());
        }
        const auto same = [](const Channel& a, const Channel& b) { return a.name == b.name; };
        if ((*changed)->plant().rackNames != simulator->plant().rackNames ||
            !std::equal((*changed)->channels().begin(), (*changed)->channels().end(), simulator->channels().begin(),
                        simulator->channels().end(), same)) {
            return tl::unexpected(Errors{{"GST-029", "the guest \"" + guest->name() + "\" changes the racks or channels of the run: " + advice->words,
                                          "join it to numbers that leave them as they are: set-points, limits, prices", {}, {}, 0}});
        }
        simulator = std::move(*changed);
        project = std::move(edited);
    }
    return {};
}

}  // namespace headroom::engine
