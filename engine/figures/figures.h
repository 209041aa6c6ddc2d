// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/sums.h"
#include "models/core/attribute.h"
#include "models/core/unit.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The figures of Headroom, each written once: a row of the table in figures.cpp says key, label,
/// unit, equation and where it is shown. The JSON and the text of `run`, reports, campaigns, the
/// headline of the window and comparisons of designs read that table: a new figure is a row and
/// its test. A value that a run yields at each instant is a quantity instead (engine/run/frame/quantity.h).
namespace headroom::engine {

/// Where a figure is shown; one or more.
enum FigurePlace : unsigned {
    kInRun = 1U,         ///< a key of `run --format json`, and a row of the report's summary
    kInText = 2U,        ///< a line of `run` for people
    kInTextIfAny = 4U,   ///< the same where it is defined and not 0
    kAsTile = 8U,        ///< at the top of a report
    kInCampaign = 16U,   ///< with its interval over replications
    kInDesign = 32U,     ///< of the design point; compared when a design changes
    kNowInWindow = 64U,  ///< in the window's transport bar, of the instant
    kInWindow = 128U,    ///< in the window's transport bar, since the start
    kAsHeadline = 256U,  ///< what a design is judged by: studies ask what moves it
};

/// over / under; `otherwise` where under is not above 0.
struct Ratio {
    double over = 0.0, under = 1.0;
    double otherwise = models::kNotStated;

    double value() const { return under > 0.0 ? over / under : otherwise; }
};

struct Interval {
    double low = models::kNotStated, high = models::kNotStated;
};

enum class Better { Neither, Less, More };

struct Figure {
    std::string_view key;    ///< "carbon_kg": with the unit as suffix; a dot where an object nests
    std::string_view label;  ///< "Carbon"
    models::Unit unit;       ///< of files: what is written = value / unit.toSi
    models::Unit shown;      ///< to people
    int digits;              ///< to people, after the point; kGeneral or kExponent
    Better better;
    unsigned places;  ///< of FigurePlace
    Ratio (*of)(const Sums&);
    std::string_view why;  ///< definition or equation
    /// Standard deviation of the logarithm of its value, from errors of the models behind it on cases
    /// that they were not fitted to. nullptr if not known.
    Ratio (*spread)(const Sums&) = nullptr;

    double value(const Sums& sums) const { return of(sums).value(); }

    /// The 90 % interval of a value; NaN at both ends where none is known.
    Interval interval(const Sums& sums) const;

    bool isIn(unsigned anyOf) const { return (places & anyOf) != 0; }

    /// Whether window and web page leave it out until it is defined: few runs have it.
    bool isShownIfDefined() const { return isIn(kInTextIfAny) && isIn(kInWindow); }
};

inline constexpr int kWhole = 0;      ///< a count: an integer in files
inline constexpr int kGeneral = -1;   ///< four significant digits
inline constexpr int kExponent = -2;  ///< 1.2e-13

std::span<const Figure> figures();

/// The figures shown in any of `places`, in the order of the table.
std::vector<const Figure*> figuresIn(unsigned places);

/// By its key, which must exist: a wrong one is our mistake.
const Figure& figure(std::string_view key);

/// nullptr if none has that key.
const Figure* figureNamed(std::string_view key);

/// Keys that more than one place asks for.
inline constexpr std::string_view kEffectiveTime = "effective_time_pct";
inline constexpr std::string_view kMeanTimeToInterruption = "mtti_h";

/// "96.25 %", "not defined".
std::string figureText(const Figure& figure, double value);

/// "1.26e+06 tokens/s (90 %: 1.05e+06 to 1.5e+06)"; without what is in brackets where none is known.
std::string figureTextOf(const Figure& figure, const Sums& sums);

}  // namespace headroom::engine
