// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace headroom::engine {

struct BuiltFabrics;
struct Layout;
class TimeTables;

/// When power and heat are computed. Where they are not, a step handles events alone, as long as it
/// is: jobs and failures act at their exact times, chips run at full clock, and what would follow
/// from flows (power, energy, cost, PUE, water, carbon, temperatures, throttling) is NaN, in
/// frames, samples and summary alike. Sums over the run are NaN from the first gap on.
enum class Coupling {
    Always,  ///< in every coupling step
    Asked,  ///< from an hour before something happens to power or cooling (a failure or drill whose
            ///< time is known, or at once where it is not) until all of it is repaired and has been
            ///< quiet for an hour; each time from the thermal balance at the load of that moment.
            ///< Throttling by weather alone is not computed.
    Never   ///< failures and drills of power and cooling are counted and reach nobody
};

/// How long coupling steps are.
enum class Steps {
    Even,  ///< each as the project says
    Growing  ///< that, after anything switches and while temperatures stray; else several in one, up to an
             ///< hour, never across a full one (run/step_length.h)
};

/// Changes that a run may make without editing the project.
struct RunOptions {
    std::optional<std::uint64_t> seed;
    std::optional<double> stepS;
    std::filesystem::path weatherFile;  ///< EPW; replaces the site's
    double traceOffsetS = 0.0;          ///< trace time at the start of the run
    std::filesystem::path traceFile;    ///< job trace; replaces all jobs of the project
    std::string
        traceMap;  ///< how the trace is read: KEY=VALUE with the keys of job_traces, by commas
    Coupling coupling = Coupling::Always;
    Steps steps = Steps::Even;  ///< growing: with Coupling::Always alone
    /// Of asBuilt() of this project, built before; null if they are built.
    std::shared_ptr<const BuiltFabrics> fabrics;
    /// Where everything is, of the same project with these fabrics; null if it is worked out.
    std::shared_ptr<const Layout> layout;
    /// Where load traces are read that were read before (exchange/load_trace.h); null means each compilation reads its own.
    std::shared_ptr<TimeTables> tables;
    /// Shares of hot air that the project holds for a hall are used although the hall has changed since (air/field/
    /// air_shares.h): for studies of small changes, whose runs must differ by the change and not by the model of the air.
    bool anyAirState = false;
};

}  // namespace headroom::engine
