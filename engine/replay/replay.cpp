// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/replay.h"

#include "engine/document/companions.h"
#include "engine/plant/plant.h"
#include "engine/store/recording_error.h"
#include "models/core/file_path.h"
#include "models/facility/project_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace fs = std::filesystem;

namespace {

/// A name that may be below another folder unchanged.
bool isWayDown(const fs::path& path) {
    return path.is_relative() && !path.empty() && *path.lexically_normal().begin() != "..";
}

Result<void> writeBytes(const fs::path& path, const std::string& bytes) {
    std::error_code failure;
    fs::create_directories(path.parent_path(), failure);
    std::ofstream out(path, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) {
        return tl::unexpected(Error{"FIL-004",
                                    "cannot be written: a file of the recording goes there",
                                    "Make room for temporary files (TMPDIR).",
                                    path.string(),
                                    {},
                                    0});
    }
    return {};
}

/// Designs of a run that are kept compiled. One that a guest changes every minute has a thousand a day.
constexpr std::size_t kKeptPlants = 16;

}  // namespace

Error Replay::error(const char* code, std::string message, std::string remedy) const {
    return recordingError(code, std::move(message), std::move(remedy), recording_->path());
}

/// Puts the files of the run where its project, read there, finds them.
Result<void> Replay::unpack() {
    auto folder = TemporaryFolder::make("replay");
    if (!folder) {
        return tl::unexpected(folder.error());
    }
    folder_ = std::move(*folder);
    auto inputs = recording_->inputs();
    if (!inputs) {
        return tl::unexpected(inputs.error());
    }
    const RunInfo& info = recording_->info();
    for (std::size_t i = 0; i < inputs->size(); ++i) {
        const RunInput& input = (*inputs)[i];
        fs::path place = folder_.path() / "run" / input.path;
        if (!isWayDown(input.path)) {
            place = folder_.path() / "others" / std::to_string(i) / fs::path(input.path).filename();
            moved_.emplace_back(input.path, place.string());
        }
        std::error_code missing;
        fs::remove(
            place,
            missing);  // of a file listed twice, the second must not be written through the link of the first

        // Only what was too large to be kept is read where it was: a recording from elsewhere names no other file.
        if (input.bytes.size() == input.size || input.size <= kMostInputBytes) {
            if (input.bytes.size() != input.size) {
                return tl::unexpected(error(
                    "RPL-003", fmt::format("the file {} is not whole in the recording", input.path),
                    "record the run again"));
            }
            if (auto done = writeBytes(place, input.bytes); !done) {
                return done;
            }
        } else {
            if (fs::file_size(input.origin, missing) != input.size || missing) {
                return tl::unexpected(error(
                    "RPL-003",
                    fmt::format("the file {} was too large to be kept, and {} is no longer what it "
                                "was",
                                input.path, input.origin),
                    "put the file back where it was"));
            }
            fs::create_directories(place.parent_path(), missing);
            fs::create_symlink(input.origin, place, missing);
        }
        if (input.path == info.weatherInput) {
            options_.weatherFile = place;
        } else if (input.path == info.traceInput) {
            options_.traceFile = place;
        }
    }
    return {};
}

ResultAll<Project> Replay::plain(const std::string& text) const {
    return parseProject(text, folder_.path() / "run" / "project.json", catalogue_);
}

ResultAll<Project> Replay::parse(const std::string& text) const {
    auto project = plain(text);
    if (!project) {
        return project;
    }
    for (Object& object : project->objects) {
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            auto* path = std::get_if<std::string>(&object.values[i]);
            if (path == nullptr || !models::isFilePath(object.type->attributes[i])) {
                continue;
            }
            const std::string file = fileOfName({}, *path).string(),
                              sheet = path->substr(file.size());
            const auto found = std::find_if(moved_.begin(), moved_.end(),
                                            [&](const auto& m) { return m.first == file; });
            if (found != moved_.end()) {
                *path = found->second + sheet;
            } else if (!path->empty() && !isWayDown(*path)) {
                // A recording names no other file of this machine: this one is missing.
                *path = (folder_.path() / "others" / fs::path(*path).filename()).string();
            }
        }
    }
    return project;
}

ResultAll<std::unique_ptr<Replay>> Replay::open(std::shared_ptr<const Recording> recording,
                                                const fs::path& shipped) {
    std::unique_ptr<Replay> replay(new Replay);
    Replay& r = *replay;
    r.recording_ = std::move(recording);
    const RunInfo& info = r.recording_->info();
    r.keyframes_ = r.recording_->keyframeTimes();
    r.lastS_ = r.recording_->lastTimeS();
    if (!r.recording_->canReplay() || r.keyframes_.empty()) {
        return tl::unexpected(Errors{
            r.error("RPL-001",
                    "the recording lacks what its run was made from, or has no state: it was made "
                    "by an older version, ended before anything was written, or is of a twin that "
                    "followed its building",
                    "run the project again; its charts, events and tables can still be read")});
    }
    auto commands = r.recording_->commands();
    if (!commands) {
        return tl::unexpected(Errors{commands.error()});
    }
    r.commands_ = std::move(*commands);
    if (auto done = r.unpack(); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    auto catalogue = Catalogue::load(shipped, projectCatalogueFolder(r.folder_.path() / "run"));
    if (!catalogue) {
        return tl::unexpected(catalogue.error());
    }
    r.catalogue_ = std::move(*catalogue);
    if (info.version != HEADROOM_VERSION || r.catalogue_.fingerprint() != info.catalogue) {
        return tl::unexpected(Errors{r.error(
            "RPL-002",
            info.version != HEADROOM_VERSION
                ? fmt::format("the recording was made by Headroom {}; this is {}, whose run would "
                              "differ",
                              info.version, HEADROOM_VERSION)
                : "parts of the catalogue have changed since the recording was made, so that the "
                  "run would differ",
            "open it with the version that made it, or run the project again; its charts, events "
            "and tables can still be read")});
    }
    // Values that the project states itself stay editable.
    const auto project = r.plain(info.projectText);
    if (!project) {
        return tl::unexpected(project.error());
    }
    models::ProjectInfo stated;
    for (const Object* object : project->objectsOf(models::ProjectInfo::type().id)) {
        stated = specOf<models::ProjectInfo>(*object);
    }
    if (static_cast<std::uint64_t>(stated.seed) != info.seed) {
        r.options_.seed = info.seed;
    }
    if (stated.stepS != info.stepS) {
        r.options_.stepS = info.stepS;
    }
    r.options_.traceOffsetS = info.traceOffsetS;
    r.options_.traceMap = info.traceMap;
    r.options_.coupling = info.coupling;
    r.options_.steps = info.steps;
    return replay;
}

std::size_t Replay::commandsBefore(double timeS) const {
    return static_cast<std::size_t>(
        std::find_if(commands_.begin(), commands_.end(),
                     [&](const Command& c) { return c.timeS >= timeS - kOneInstantS; }) -
        commands_.begin());
}

const std::string& Replay::textAfter(std::size_t commands) const {
    for (std::size_t i = commands; i-- > 0;) {
        if (const auto* change = std::get_if<DesignChange>(&commands_[i].what)) {
            return *change->projectText;
        }
    }
    return recording_->info().projectText;
}

ResultAll<std::shared_ptr<const Plant>> Replay::plantOf(const std::string& text) const {
    for (const auto& [known, plant] : plants_) {
        if (known == text) {
            return plant;
        }
    }
    auto project = parse(text);
    if (!project) {
        return tl::unexpected(project.error());
    }
    auto compiled = compile(*project, catalogue_, options_);
    if (!compiled) {
        return tl::unexpected(compiled.error());
    }
    compiled->designText = std::make_shared<const std::string>(text);
    auto plant = std::make_shared<const Plant>(std::move(*compiled));
    if (plants_.size() >= kKeptPlants) {
        plants_.erase(plants_.begin());
    }
    plants_.emplace_back(text, plant);
    return plant;
}

ResultAll<std::unique_ptr<Simulator>> Replay::load(double keyframeS, std::size_t commands) const {
    auto plant = plantOf(textAfter(commands));
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    auto simulator = Simulator::create(*plant, options_);
    if (!simulator) {
        return simulator;
    }
    const auto bytes = recording_->keyframe(keyframeS);
    if (!bytes) {
        return tl::unexpected(Errors{bytes.error()});
    }
    if (const auto loaded = (*simulator)->loadState(*bytes); !loaded) {
        return tl::unexpected(Errors{loaded.error()});
    }
    return simulator;
}

ResultAll<void> Replay::carryOut(std::unique_ptr<Simulator>& simulator,
                                 const Command& command) const {
    if (const auto* change = std::get_if<DesignChange>(&command.what)) {
        auto plant = plantOf(*change->projectText);
        if (!plant) {
            return tl::unexpected(plant.error());
        }
        auto changed = simulator->changed(*plant, change->words);
        if (!changed) {
            return tl::unexpected(changed.error());
        }
        simulator = std::move(*changed);
    } else {
        give(*simulator, command);
    }
    return {};
}

double Replay::nextKnownS(double timeS) const {
    const auto next = std::upper_bound(keyframes_.begin(), keyframes_.end(), timeS + kOneInstantS);
    return next == keyframes_.end() ? std::max(lastS_, keyframes_.back()) : *next;
}

bool Replay::hasStep(const Simulator& simulator, double untilS) const {
    const double knownS = nextKnownS(simulator.timeS());
    return knownS > simulator.timeS() + kOneInstantS &&
           std::min(baseEndS(simulator), knownS) <= untilS + kOneInstantS;
}

ResultAll<void> Replay::step(std::unique_ptr<Simulator>& simulator,
                             std::span<const Command> commands, std::size_t& next,
                             double untilS) const {
    for (; next < commands.size() && commands[next].timeS <= simulator->timeS() + kOneInstantS;
         ++next) {
        if (auto done = carryOut(simulator, commands[next]); !done) {
            return done;
        }
    }
    // A step that grows ends with a base step, one that the run cut where it is known to have ended.
    const double stepS = simulator->stepS(),
                 wholeS = stepS * std::floor((untilS + kOneInstantS) / stepS);
    const double nextS = baseEndS(*simulator), knownS = nextKnownS(simulator->timeS());
    simulator->step(knownS < nextS - kOneInstantS ? knownS : std::max(nextS, wholeS));
    if (!simulator->fault().code.empty()) {
        return tl::unexpected(Errors{simulator->fault()});
    }
    return {};
}

ResultAll<void> Replay::runOn(std::unique_ptr<Simulator>& simulator, std::size_t& command,
                              double untilS, const std::atomic<bool>* cancel) const {
    while (hasStep(*simulator, untilS)) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) {
            return tl::unexpected(
                Errors{error("RPL-005", "the way to that moment was cancelled", "ask again")});
        }
        if (auto done = step(simulator, commands_, command, untilS); !done) {
            return done;
        }
        simulator->takeEvents();
    }
    return {};
}

ResultAll<std::shared_ptr<const Plant>> Replay::plant(double timeS) const {
    return plantOf(textAfter(commandsBefore(timeS)));
}

ResultAll<Replay::Moment> Replay::before(double timeS) const {
    if (!(timeS >= firstS() - kOneInstantS && timeS <= lastS_ + kOneInstantS)) {
        return tl::unexpected(
            Errors{error("RPL-004",
                         fmt::format("the recording tells of {:g} s to {:g} s, not of {:g} s",
                                     firstS(), lastS_, timeS),
                         "choose a time between them")});
    }
    const auto after = std::upper_bound(keyframes_.begin(), keyframes_.end(), timeS + kOneInstantS);
    const double fromS = *std::prev(after);
    const std::size_t command = commandsBefore(fromS);
    auto simulator = load(fromS, command);
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    return Moment{std::move(*simulator),
                  {commands_.begin() + static_cast<std::ptrdiff_t>(command), commands_.end()}};
}

Replay::Moment Replay::copyOf(const Simulator& there) const {
    const std::size_t command = commandsBefore(there.timeS());
    return {there.branch(),
            {commands_.begin() + static_cast<std::ptrdiff_t>(command), commands_.end()}};
}

ResultAll<Replay::Moment> Replay::at(double timeS, const std::atomic<bool>* cancel) const {
    auto moment = before(timeS);
    if (!moment) {
        return moment;
    }
    const std::size_t first = commands_.size() - moment->ahead.size();
    std::size_t command = first;
    if (auto done = runOn(moment->simulator, command, timeS, cancel); !done) {
        return tl::unexpected(done.error());
    }
    moment->ahead.erase(moment->ahead.begin(),
                        moment->ahead.begin() + static_cast<std::ptrdiff_t>(command - first));
    return moment;
}

ResultAll<int> Replay::verify(const std::function<void(double)>& progress,
                              const std::atomic<bool>* cancel) const {
    int compared = 0;
    for (std::size_t i = 1; i < keyframes_.size(); ++i) {
        std::size_t command = commandsBefore(keyframes_[i - 1]);
        auto simulator = load(keyframes_[i - 1], command);
        if (!simulator) {
            return tl::unexpected(simulator.error());
        }
        if (auto done = runOn(*simulator, command, keyframes_[i], cancel); !done) {
            return tl::unexpected(done.error());
        }
        const auto kept = recording_->keyframe(keyframes_[i]);
        if (!kept) {
            return tl::unexpected(Errors{kept.error()});
        }
        if ((*simulator)->saveState() != *kept) {
            return tl::unexpected(Errors{error(
                "RPL-006",
                fmt::format("run on from {:g} s, the state at {:g} s is not the one that was kept",
                            keyframes_[i - 1], keyframes_[i]),
                "report this with the recording")});
        }
        ++compared;
        if (progress) {
            progress(keyframes_[i]);
        }
    }
    return compared;
}

}  // namespace headroom::engine
