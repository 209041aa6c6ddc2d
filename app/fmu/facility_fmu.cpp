// SPDX-License-Identifier: Apache-2.0
#include "app/python/stepped_run.h"
#include "engine/base/json.h"
#include "engine/document/companions.h"
#include "engine/files/input_file.h"
#include "engine/guests/fmu_export.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

/// A facility as a co-simulation FMU 3.0 (Modelica Association, FMI 3.0.1): the functions that a tool calls. Outputs are those
/// of the last step of the run that ended at or before the communication point; inputs act from the next one on.
namespace headroom::fmu {

namespace {

using python::SteppedRun;

enum Status { Ok = 0, Error = 3 };

using Log = void (*)(void* environment, int status, const char* category, const char* message);

/// State of an instance; a state of it is a copy of the run.
struct Facility {
    void* environment = nullptr;
    Log log = nullptr;
    std::string resources;
    std::vector<std::string> inputs;
    std::vector<double> values;         ///< of the inputs
    std::vector<char> changed;          ///< since the last step
    std::vector<std::size_t> channels;  ///< by output: its place among those of the run
    std::shared_ptr<SteppedRun> run;
    std::vector<double> shown;  ///< all channels after the last step, SI

    int fail(const std::string& words) const {
        if (log != nullptr) {
            log(environment, Error, "logStatusError", words.c_str());
        }
        return Error;
    }

    void look(const SteppedRun& at) {
        shown.resize(at.simulator().channels().size());
        at.simulator().sample(shown);
    }
};

struct Kept {
    std::shared_ptr<SteppedRun> run;
    std::vector<double> values, shown;
    std::vector<char> changed;
};

/// The project and its parts, from the folder of resources.
engine::ResultAll<std::shared_ptr<SteppedRun>> open(Facility& f) {
    const std::filesystem::path folder = f.resources;
    auto catalogue = engine::Catalogue::load(folder / "catalog",
                                             engine::projectCatalogueFolder(folder / "project"));
    if (!catalogue) {
        return tl::unexpected(catalogue.error());
    }
    auto project = engine::loadProject(folder / "project" / "project.json", *catalogue);
    if (!project) {
        return tl::unexpected(project.error());
    }
    const auto text = engine::readInput(folder / "variables.json");
    if (!text) {
        return tl::unexpected(engine::Errors{text.error()});
    }
    python::RunWish wish;
    wish.keep = {};
    auto run = SteppedRun::create(
        engine::Document(std::move(*project),
                         std::make_shared<const engine::Catalogue>(std::move(*catalogue))),
        wish);
    if (!run) {
        return run;
    }
    const auto names = engine::parseJson<nlohmann::json>(*text);
    for (const auto& input : names.at("inputs")) {
        f.inputs.push_back(input.at("path").get<std::string>());
        f.values.push_back(input.at("start").get<double>());
    }
    f.changed.assign(f.inputs.size(), 0);
    const auto& channels = (*run)->simulator().channels();
    for (const std::string& name : names.at("outputs").get<std::vector<std::string>>()) {
        for (std::size_t i = 0; i < channels.size(); ++i) {
            if (channels[i].name == name) {
                f.channels.push_back(i);
            }
        }
    }
    return run;
}

/// Values that a tool has set become an edit of the design, as one.
engine::ResultAll<void> settle(Facility& f) {
    std::vector<std::string> settings;
    for (std::size_t i = 0; i < f.inputs.size(); ++i) {
        if (f.changed[i] != 0) {
            settings.push_back(fmt::format("{}={}", f.inputs[i], f.values[i]));
            f.changed[i] = 0;
        }
    }
    return settings.empty() ? engine::ResultAll<void>{} : f.run->set(settings);
}

/// No exception leaves the library.
template <class Work>
int guarded(void* instance, Work&& work) {
    auto& f = *static_cast<Facility*>(instance);
    try {
        return work(f);
    } catch (const std::exception& fault) {
        return f.fail(fault.what());
    }
}

std::string pathOf(const char* resources) {
    const std::string text = resources == nullptr ? "" : resources;
    return text.starts_with("file://") ? text.substr(7) : text;
}

}  // namespace

}  // namespace headroom::fmu

using namespace headroom;
using fmu::Facility;
using fmu::guarded;
using fmu::Kept;

#define HEADROOM_FMI extern "C" __attribute__((visibility("default")))

HEADROOM_FMI const char* fmi3GetVersion() {
    return "3.0";
}

HEADROOM_FMI void* fmi3InstantiateCoSimulation(const char*, const char*, const char* resources,
                                               bool, bool, bool, bool, const std::uint32_t*,
                                               std::size_t, void* environment, fmu::Log log,
                                               void*) {
    auto facility = std::make_unique<Facility>();
    facility->environment = environment;
    facility->log = log;
    facility->resources = fmu::pathOf(resources);
    try {
        auto run = fmu::open(*facility);
        if (!run) {
            facility->fail(engine::text(run.error()));
            return nullptr;
        }
        facility->run = std::move(*run);
    } catch (const std::exception& fault) {
        facility->fail(fault.what());
        return nullptr;
    }
    return facility.release();
}

HEADROOM_FMI void fmi3FreeInstance(void* instance) {
    delete static_cast<Facility*>(instance);
}

HEADROOM_FMI int fmi3EnterInitializationMode(void*, bool, double, double, bool, double) {
    return fmu::Ok;
}

/// Before its first step a run has no flows: what is shown at the start is what its first step comes to.
HEADROOM_FMI int fmi3ExitInitializationMode(void* instance) {
    return guarded(instance, [](Facility& f) {
        if (const auto done = fmu::settle(f); !done) {
            return f.fail(engine::text(done.error()));
        }
        const auto ahead = f.run->branch();
        if (const auto done = ahead->step(); !done) {
            return f.fail(engine::text(done.error()));
        }
        f.look(*ahead);
        return int(fmu::Ok);
    });
}

HEADROOM_FMI int fmi3Terminate(void*) {
    return fmu::Ok;
}

HEADROOM_FMI int fmi3Reset(void* instance) {
    return guarded(instance, [](Facility& f) {
        f.channels.clear();
        f.inputs.clear();
        f.values.clear();
        auto run = fmu::open(f);
        if (!run) {
            return f.fail(engine::text(run.error()));
        }
        f.run = std::move(*run);
        f.shown.clear();
        return int(fmu::Ok);
    });
}

HEADROOM_FMI int fmi3SetFloat64(void* instance, const std::uint32_t* references, std::size_t count,
                                const double* values, std::size_t) {
    return guarded(instance, [&](Facility& f) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = references[i] - engine::kFirstFmuInput;
            if (references[i] < engine::kFirstFmuInput || at >= f.inputs.size()) {
                return f.fail(
                    fmt::format("{} is not a value reference of an input", references[i]));
            }
            if (!std::isfinite(values[i])) {
                return f.fail(f.inputs[at] + " is set to what is not a number");
            }
            f.changed[at] = static_cast<char>(f.changed[at] != 0 || f.values[at] != values[i]);
            f.values[at] = values[i];
        }
        return int(fmu::Ok);
    });
}

HEADROOM_FMI int fmi3GetFloat64(void* instance, const std::uint32_t* references, std::size_t count,
                                double* values, std::size_t) {
    return guarded(instance, [&](Facility& f) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t r = references[i];
            if (r == 0) {
                values[i] = f.run->simulator().timeS();
            } else if (r >= engine::kFirstFmuOutput &&
                       r - engine::kFirstFmuOutput < f.channels.size()) {
                const std::size_t channel = f.channels[r - engine::kFirstFmuOutput];
                values[i] = channel < f.shown.size()
                                ? f.shown[channel] /
                                      f.run->simulator().channels()[channel].quantity->unit.toSi
                                : 0.0;
            } else if (r >= engine::kFirstFmuInput &&
                       r - engine::kFirstFmuInput < f.values.size()) {
                values[i] = f.values[r - engine::kFirstFmuInput];
            } else {
                return f.fail(fmt::format("{} is not a value reference", r));
            }
        }
        return int(fmu::Ok);
    });
}

HEADROOM_FMI int fmi3DoStep(void* instance, double fromS, double stepS, bool, bool* event,
                            bool* terminates, bool* early, double* lastS) {
    return guarded(instance, [&](Facility& f) {
        *event = *terminates = *early = false;
        if (const auto done = fmu::settle(f); !done) {
            return f.fail(engine::text(done.error()));
        }
        const double toS = fromS + stepS;
        bool moved = false;
        while (engine::fitsBefore(f.run->simulator(), toS)) {
            if (const auto done = f.run->step(); !done) {
                return f.fail(engine::text(done.error()));
            }
            moved = true;
        }
        if (moved) {
            f.look(*f.run);
        }
        *lastS = toS;
        return int(fmu::Ok);
    });
}

HEADROOM_FMI int fmi3GetFMUState(void* instance, void** state) {
    return guarded(instance, [&](Facility& f) {
        if (*state == nullptr) {
            *state = new Kept;
        }
        *static_cast<Kept*>(*state) = {f.run->branch(), f.values, f.shown, f.changed};
        return int(fmu::Ok);
    });
}

HEADROOM_FMI int fmi3SetFMUState(void* instance, void* state) {
    return guarded(instance, [&](Facility& f) {
        const Kept& kept = *static_cast<Kept*>(state);
        f.run = kept.run->branch();
        f.values = kept.values;
        f.shown = kept.shown;
        f.changed = kept.changed;
        return int(fmu::Ok);
    });
}

HEADROOM_FMI int fmi3FreeFMUState(void*, void** state) {
    delete static_cast<Kept*>(*state);
    *state = nullptr;
    return fmu::Ok;
}

HEADROOM_FMI int fmi3SetDebugLogging(void*, bool, std::size_t, const char* const*) {
    return fmu::Ok;
}

// Functions that the standard wants of every library, and this one has no use for: other types, modes and kinds of simulation.
#define HEADROOM_FMI_NONE(name) \
    HEADROOM_FMI int name() {   \
        return fmu::Error;      \
    }
#define HEADROOM_FMI_NO_TYPE(type)   \
    HEADROOM_FMI_NONE(fmi3Get##type) \
    HEADROOM_FMI_NONE(fmi3Set##type)
HEADROOM_FMI_NO_TYPE(Float32)
HEADROOM_FMI_NO_TYPE(Int8)
HEADROOM_FMI_NO_TYPE(UInt8)
HEADROOM_FMI_NO_TYPE(Int16)
HEADROOM_FMI_NO_TYPE(UInt16)
HEADROOM_FMI_NO_TYPE(Int32)
HEADROOM_FMI_NO_TYPE(UInt32)
HEADROOM_FMI_NO_TYPE(Int64)
HEADROOM_FMI_NO_TYPE(UInt64)
HEADROOM_FMI_NO_TYPE(Boolean)
HEADROOM_FMI_NO_TYPE(String)
HEADROOM_FMI_NO_TYPE(Binary)
HEADROOM_FMI_NO_TYPE(Clock)
HEADROOM_FMI_NO_TYPE(IntervalDecimal)
HEADROOM_FMI_NO_TYPE(IntervalFraction)
HEADROOM_FMI_NO_TYPE(ContinuousStates)
HEADROOM_FMI_NONE(fmi3GetShiftDecimal)
HEADROOM_FMI_NONE(fmi3GetShiftFraction)
HEADROOM_FMI_NONE(fmi3EnterEventMode)
HEADROOM_FMI_NONE(fmi3EnterStepMode)
HEADROOM_FMI_NONE(fmi3EnterConfigurationMode)
HEADROOM_FMI_NONE(fmi3ExitConfigurationMode)
HEADROOM_FMI_NONE(fmi3EnterContinuousTimeMode)
HEADROOM_FMI_NONE(fmi3CompletedIntegratorStep)
HEADROOM_FMI_NONE(fmi3SetTime)
HEADROOM_FMI_NONE(fmi3GetContinuousStateDerivatives)
HEADROOM_FMI_NONE(fmi3GetEventIndicators)
HEADROOM_FMI_NONE(fmi3GetNominalsOfContinuousStates)
HEADROOM_FMI_NONE(fmi3GetNumberOfEventIndicators)
HEADROOM_FMI_NONE(fmi3GetNumberOfContinuousStates)
HEADROOM_FMI_NONE(fmi3GetOutputDerivatives)
HEADROOM_FMI_NONE(fmi3ActivateModelPartition)
HEADROOM_FMI_NONE(fmi3EvaluateDiscreteStates)
HEADROOM_FMI_NONE(fmi3UpdateDiscreteStates)
HEADROOM_FMI_NONE(fmi3GetNumberOfVariableDependencies)
HEADROOM_FMI_NONE(fmi3GetVariableDependencies)
HEADROOM_FMI_NONE(fmi3SerializedFMUStateSize)
HEADROOM_FMI_NONE(fmi3SerializeFMUState)
HEADROOM_FMI_NONE(fmi3DeserializeFMUState)
HEADROOM_FMI_NONE(fmi3GetDirectionalDerivative)
HEADROOM_FMI_NONE(fmi3GetAdjointDerivative)

HEADROOM_FMI void* fmi3InstantiateModelExchange() {
    return nullptr;
}

HEADROOM_FMI void* fmi3InstantiateScheduledExecution() {
    return nullptr;
}
