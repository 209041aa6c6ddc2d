// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/laws/laws.h"
#include "engine/run/frame/frame.h"
#include "models/cooling/pump.h"

#include <string>
#include <string_view>

/// Meaning of the names in the formula of a law (engine/laws/laws.h), at one instant and for one thing:
///
///     output_kw              a number of the same thing
///     facility/wet_bulb_c    a quantity of the facility
///     sum loop/heat_kw       over all things of a place; most rack/chip_c: the largest of them
///     own.count              what the object of the project states, or its default
///     part.loss_a            what the part of the catalogue states that the object names
///     site.water_usd_per_m3  of the only object of that type
///
/// Values are in SI. An unknown value is NaN, which spreads through the formula.
namespace headroom::engine {

struct LawNumber {
    double value = models::kNotStated;
    models::Unit unit = {"", 1.0};
    std::string label;  ///< "Rated power"
    std::string
        number;  ///< its name in the window: "part/ups/ups-1mw/loss_a"; empty if it has none
};

/// Places: facility, hall, cdu, loop, rack (by index), unit (id of an array, or of one of its units: "ups-a/3" or, within a
/// name, "ups-a#3"),
/// machine (index of a link of the coolant network), job (its number).
/// Only looks at what it is given, which must outlive it.
class LawScene {
  public:
    LawScene(const Frame& frame, const Project& project, const Catalogue* catalogue)
        : frame_(&frame), project_(&project), catalogue_(catalogue) {}

    /// Value of one thing of a place; NaN where there is no such thing or number.
    LawNumber number(std::string_view place, std::string_view object, std::string_view key) const;

    /// Meaning of a name in a formula about that thing.
    LawNumber named(std::string_view place, std::string_view object, std::string_view name) const;

    /// The law of that number: of a unit that of its kind ("ups/loss_kw"), of pumps of a loop theirs
    /// ("pump/power_kw"), of a rack in a bath its own ("tank_rack/chip_c"). nullptr if there is none.
    const Law* lawOf(std::string_view place, std::string_view object, std::string_view key) const;

    /// Present value of a formula about that thing [SI].
    double yields(const Law& law, std::string_view place, std::string_view object) const;

    /// The part of the catalogue that a unit of the wiring is; nullptr if it is not known.
    const CatalogueEntry* partOfUnit(std::string_view object) const;

  private:
    LawNumber ofUnit(std::string_view object, std::string_view key) const;
    LawNumber ofMachine(std::string_view object, std::string_view key) const;
    LawNumber ofPumps(std::size_t link, std::string_view key) const;
    const models::PumpSpec* pumpsOf(std::size_t link) const;
    LawNumber ofJob(std::string_view object, std::string_view key) const;
    LawNumber ofRack(std::string_view object, std::string_view key) const;
    std::string acceleratorOf(std::string_view place, std::string_view object) const;
    LawNumber overAll(std::string_view how, std::string_view place, std::string_view key) const;
    LawNumber stated(std::string_view place, std::string_view object, std::string_view owner,
                     std::string_view key) const;
    const Object* objectOf(std::string_view place, std::string_view object) const;
    const JobRow* job(std::string_view id) const;

    const Frame* frame_;
    const Project* project_;
    const Catalogue* catalogue_;
};

}  // namespace headroom::engine
