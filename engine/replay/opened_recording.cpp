// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/opened_recording.h"

#include "engine/plant/plant.h"

#include <utility>

namespace headroom::engine {

ResultAll<OpenedRecording> OpenedRecording::open(const std::filesystem::path& file,
                                                 const std::filesystem::path& shipped) {
    auto recording = Recording::open(file);
    if (!recording) {
        return tl::unexpected(Errors{recording.error()});
    }
    OpenedRecording opened;
    opened.recording = std::move(*recording);
    auto branches = opened.recording->branches();
    if (!branches) {
        return tl::unexpected(Errors{branches.error()});
    }
    opened.branches = std::move(*branches);
    opened.replayFrom(shipped);
    if (!opened.replay) {
        if (Errors errors = opened.showFrom(shipped); !errors.empty()) {
            return tl::unexpected(std::move(errors));
        }
    }
    return opened;
}

/// Its exact states, with its own parts.
void OpenedRecording::replayFrom(const std::filesystem::path& shipped) {
    auto made = Replay::open(recording, shipped);
    if (!made) {
        lacks = made.error();
        return;
    }
    const std::shared_ptr<const Replay> states = std::move(*made);
    auto ofStart = states->plant(states->firstS());
    auto plain = states->plain(recording->info().projectText);
    if (!ofStart || !plain) {
        lacks = ofStart ? plain.error() : ofStart.error();
        return;
    }
    replay = states;
    keyframes = recording->keyframeTimes();
    catalogue = std::shared_ptr<const Catalogue>(replay, &replay->catalogue());
    plant = std::move(*ofStart);
    project = std::move(*plain);
}

/// Its samples alone, over the design as far as the parts that ship can build it.
Errors OpenedRecording::showFrom(const std::filesystem::path& shipped) {
    auto parts = Catalogue::load(shipped);
    if (!parts) {
        return parts.error();
    }
    catalogue = std::make_shared<const Catalogue>(std::move(*parts));
    const RunInfo& info = recording->info();
    if (auto read = parseProject(info.projectText, recording->path(), *catalogue)) {
        if (auto made = compile(*read, *catalogue, {}); made && made->rackNames == info.racks) {
            plant = std::make_shared<const Plant>(std::move(*made));
        }
        project = std::move(*read);
    }
    return {};
}

}  // namespace headroom::engine
