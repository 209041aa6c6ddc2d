// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// The functions of a co-simulation FMU that a run needs, as the standards name and number them: FMI 2.0.4 and
/// FMI 3.0.1 (Modelica Association).
namespace headroom::guest {

using FmiReference = std::uint32_t;
using FmiInstance = void*;
using FmiState = void*;

/// Answers of every function, alike in both versions; 2.0 has Pending (5) next to them.
enum FmiStatus : int { FmiOk = 0, FmiWarning = 1, FmiDiscard = 2, FmiError = 3, FmiFatal = 4 };

struct Fmi2Callbacks {
    void (*logger)(void* environment, const char* instance, int status, const char* category,
                   const char* message, ...);
    void* (*allocate)(std::size_t count, std::size_t size);
    void (*free)(void* memory);
    void (*stepFinished)(void* environment, int status);
    void* environment;
};

struct Fmi2 {
    FmiInstance (*instantiate)(const char* name, int type, const char* guid, const char* resources,
                               const Fmi2Callbacks*, int visible, int logging);
    void (*freeInstance)(FmiInstance);
    int (*setupExperiment)(FmiInstance, int hasTolerance, double tolerance, double startS,
                           int hasStop, double stopS);
    int (*enterInitialization)(FmiInstance);
    int (*exitInitialization)(FmiInstance);
    int (*terminate)(FmiInstance);
    int (*setReal)(FmiInstance, const FmiReference*, std::size_t, const double*);
    int (*getReal)(FmiInstance, const FmiReference*, std::size_t, double*);
    int (*setInteger)(FmiInstance, const FmiReference*, std::size_t, const int*);
    int (*getInteger)(FmiInstance, const FmiReference*, std::size_t, int*);
    int (*setBoolean)(FmiInstance, const FmiReference*, std::size_t, const int*);
    int (*getBoolean)(FmiInstance, const FmiReference*, std::size_t, int*);
    int (*getState)(FmiInstance, FmiState*);
    int (*setState)(FmiInstance, FmiState);
    int (*freeState)(FmiInstance, FmiState*);
    int (*doStep)(FmiInstance, double fromS, double stepS, int noSetStatePrior);
};

struct Fmi3 {
    using Log = void (*)(void* environment, int status, const char* category, const char* message);
    FmiInstance (*instantiate)(const char* name, const char* token, const char* resources,
                               bool visible, bool logging, bool eventMode, bool earlyReturn,
                               const FmiReference* intermediate, std::size_t count,
                               void* environment, Log, void* intermediateUpdate);
    void (*freeInstance)(FmiInstance);
    int (*enterInitialization)(FmiInstance, bool hasTolerance, double tolerance, double startS,
                               bool hasStop, double stopS);
    int (*exitInitialization)(FmiInstance);
    int (*terminate)(FmiInstance);
    int (*setFloat64)(FmiInstance, const FmiReference*, std::size_t, const double*, std::size_t);
    int (*getFloat64)(FmiInstance, const FmiReference*, std::size_t, double*, std::size_t);
    int (*setFloat32)(FmiInstance, const FmiReference*, std::size_t, const float*, std::size_t);
    int (*getFloat32)(FmiInstance, const FmiReference*, std::size_t, float*, std::size_t);
    int (*setInt32)(FmiInstance, const FmiReference*, std::size_t, const std::int32_t*,
                    std::size_t);
    int (*getInt32)(FmiInstance, const FmiReference*, std::size_t, std::int32_t*, std::size_t);
    int (*setBoolean)(FmiInstance, const FmiReference*, std::size_t, const bool*, std::size_t);
    int (*getBoolean)(FmiInstance, const FmiReference*, std::size_t, bool*, std::size_t);
    int (*getState)(FmiInstance, FmiState*);
    int (*setState)(FmiInstance, FmiState);
    int (*freeState)(FmiInstance, FmiState*);
    int (*doStep)(FmiInstance, double fromS, double stepS, bool noSetStatePrior, bool* eventNeeded,
                  bool* terminates, bool* earlyReturn, double* lastS);
};

}  // namespace headroom::guest
