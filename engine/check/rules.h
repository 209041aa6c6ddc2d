// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/check.h"
#include "engine/document/words.h"
#include "engine/resolve/design.h"
#include "engine/text/amount_text.h"
#include "models/cooling/rack_heat.h"

#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Shared parts of the rule files. Each file is one table of rules.
namespace headroom::engine {

/// Where a rule puts what it finds.
class Findings {
  public:
    /// Begins a rule; its id goes into every finding until the next.
    void begin(std::string_view rule) { rule_ = rule; }

    /// `message` and `hint` name attributes as {type.key} (document/words.h).
    void add(Severity severity, const std::string& subject, const Words& message, const Words& hint,
             double measured, double allowed, std::string unit) {
        all_.push_back({std::string(rule_),
                        severity,
                        subject,
                        named(message),
                        named(hint),
                        withoutResidue(measured, allowed),
                        withoutResidue(allowed, measured),
                        std::move(unit),
                        {},
                        {}});
    }

    /// Remedy of the finding that was added last.
    void fix(std::vector<Edit> edits) { all_.back().fix = std::move(edits); }

    std::vector<Finding> take() { return std::move(all_); }

  private:
    /// Names of attributes in place of {type.key}; quantities stay.
    static Words named(const Words& text) {
        return mapped(text, [](const std::string& piece) { return inWords(piece); });
    }

    /// Zero for what a subtraction leaves of two equal numbers: "-1.4e-15 m" of 1.2 m is not a length.
    static double withoutResidue(double value, double other) {
        constexpr double kResidue = 1e-9;
        return std::isfinite(other) && std::fabs(value) <= kResidue * std::fabs(other) ? 0.0
                                                                                       : value;
    }

    std::string_view rule_;
    std::vector<Finding> all_;
};

struct Plant;
struct PlantBlock;

struct Rule {
    std::string_view id;
    std::string_view title;
    void (*check)(const Design&, Findings&);
    CheckDepth depth = CheckDepth::Quick;  ///< Full: too slow for after every edit
};

/// A rule on what a run would simulate: the compiled project. Full only.
struct PlantRule {
    std::string_view id;
    std::string_view title;
    void (*check)(const Design&, const Plant&, Findings&);
};

std::span<const Rule> connectionRules();
std::span<const Rule> powerRules();
std::span<const Rule> supplyRules();
std::span<const Rule> standbyRules();
std::span<const Rule> pathRules();
std::span<const Rule> wiringRules();
std::span<const Rule> protectionRules();
std::span<const Rule> voltageRules();
std::span<const Rule> coolingRules();
std::span<const Rule> spaceRules();
std::span<const Rule> yardRules();
std::span<const Rule> nameRules();
std::span<const Rule> structureRules();
std::span<const Rule> networkRules();
std::span<const Rule> workloadRules();
std::span<const Rule> serviceRules();
std::span<const Rule> schedulingRules();
std::span<const Rule> swingRules();
std::span<const Rule> brokerRules();
std::span<const PlantRule> plantRules();

/// Rule "single-failure".
void singleFailure(const Design& design, const Plant& plant, Findings& findings);

/// Rule "loop-setpoint".
void loopSetPoint(const Design& design, const Plant& plant, Findings& findings);

/// Rule "chiller-lift".
void chillerLift(const Design& design, const Plant& plant, Findings& findings);

/// Rule "least-flow".
void leastFlow(const Design& design, const Plant& plant, Findings& findings);

/// Name of an object of the project or of a part of the catalogue; its id where it has none. `type` of the catalogue is
/// stated where parts of several types may share an id, as fluid "water" and the model error of water.
std::string nameOf(const Design& design, const std::string& id, std::string_view type = {});

/// The one object of a type of which there is exactly one; nullptr else.
const Object* onlyOne(const Design& design, std::string_view type);

/// Elevation of the site [m]: of its climate; sea level if a weather file replaces the climate.
double elevationM(const Design& design);

/// Coolant of a block's chips at the design point, at set points and design flows: plates at the mean of their coolant,
/// a bath at rest, or air at `airC`. Liquid-cooled blocks must have CDUs.
models::ChipCooling coolingAtDesign(const Plant& plant, const PlantBlock& block,
                                    const DesignBlock& design, double airC);

/// Highest air that the class of a block's servers allows at the site [C]; NaN: no class says.
double allowedInletC(const Design& design, const DesignBlock& block);

/// A power or heat [W] in kW, or MW from 10 MW on; the unit that fits is the larger one's.
struct PowerText {
    std::string unit;
    double scale;  ///< watts in one unit

    Words operator()(double watts) const { return amountText(watts / scale, unit); }
};

PowerText powerText(double watts);

/// An apparent power [VA] in kVA, or MVA from 10 MVA on.
PowerText vaText(double va);

/// More asked for than there is; relative tolerance for sums that are meant to be equal.
inline bool exceeds(double measured, double allowed) {
    return measured > allowed * (1.0 + 1e-9);
}

}  // namespace headroom::engine
