// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/air_shares.h"
#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/figures/figures.h"
#include "engine/sensitivity/ends.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Which figures of the catalogue move the headline figures of a project, and how much of a
/// headline rests on figures without a source.
///
/// One at a time: the run is repeated with one figure at the low and at the high end of its range
/// (ends.h), everything else unchanged. Figures that move nothing are found in groups: all of a type
/// at their high ends in one run, then all of a part, then halves. Effects of several figures
/// together are taken as independent and small: their squares add up
///
///   d H = sqrt(sum over figures of (d H_i)^2),   d H_i = (H(high) - H(low)) / 2
///
/// Source: ISO/IEC Guide 98-3 (GUM), 5.1.2, law of propagation for inputs without correlation.
/// Validity: effects that are about straight within the range; a figure whose two ends move a
/// headline to the same side is ranked by the larger move, and its half width is an underestimate.
namespace headroom::engine {

struct SensitivitySpec {
    double untilS = 3600.0;
    double share = 0.1;           ///< of figures without a range of their own
    double least = 1e-3;          ///< a figure that moves no headline by more is not reported
    bool randomFailures = false;  ///< those of the project; one run of them is a throw of dice
    int threads = 0;              ///< 0 means all cores
    std::string only;             ///< figures of this type of part alone; empty means of all
};

/// One figure of the catalogue, and what it does to each headline.
struct FigureEffect {
    const CatalogueEntry* part = nullptr;
    const models::Attribute* attribute = nullptr;
    std::size_t at = 0;  ///< of the attribute in its table
    Ends ends;
    /// By headline, relative to its value: at the low end, at the high end.
    std::vector<double> low, high;

    const models::Value& value() const { return part->values[at]; }

    const Provenance& provenance() const { return part->provenance[at]; }

    /// Range of a headline, relative.
    double largest(std::size_t headline) const;
    double halfWidth(std::size_t headline) const;
    /// Ranges of all headlines.
    double largest() const;
};

/// Support of a headline: half widths, relative, by the status of the figures.
struct Footing {
    double all = 0.0;
    double unsourced = 0.0;  ///< of assumptions and of what is from memory, ranges or not
    double guessed = 0.0;    ///< of these: without a range of their own, so 10 % is a guess
};

struct Sensitivity {
    SensitivitySpec spec;
    std::vector<const Figure*> headlines;  ///< those that this run has and that are not 0
    std::vector<double> values;            ///< of these, SI
    std::vector<FigureEffect> effects;     ///< most first; above `least`
    std::vector<Footing> footings;         ///< by headline, over every figure that moves it
    std::size_t tried = 0;                 ///< figures that could be moved
    std::size_t moving = 0;                ///< figures that move any headline at all
    std::size_t runs = 0;
    AirOfRun air;                       ///< that all runs use
    std::vector<std::string> notMoved;  ///< "part/key": the design runs at neither of its ends
    bool complete = true;               ///< false: cancelled
};

/// How far it is: runs done and runs that are known to be due. Called from any thread, one at a
/// time.
using SensitivityProgress = std::function<void(std::size_t done, std::size_t due)>;

/// Effects point into `catalogue`, which must outlive them. Same project, seed and spec give the
/// same effects on any number of threads. Errors: those of compile and SIM-045 of the unmodified run.
ResultAll<Sensitivity> sensitivity(const Project& project, const Catalogue& catalogue,
                                   const SensitivitySpec& spec,
                                   const SensitivityProgress& progress = {},
                                   const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::engine
