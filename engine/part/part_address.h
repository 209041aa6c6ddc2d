// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Names with slashes, read and written here alone: addresses of parts, channels of a run, and parts of the catalogue.
/// Everything is a view into the text that was parsed: keep that text while you use it.
namespace headroom::engine {

/// Address of a part in a facility. It begins with the id of an object of the project, which has no slash.
///
///     ups-a               all units of an object
///     ups-a/2             its second unit
///     cdus/3/pumps        a part of its third unit
///     warm/towers         a part of the object as a whole
///     liquid/R01-09/S03   a part with a name of its own, which may have slashes
struct PartAddress {
    std::string_view object;  ///< "cdus"
    int unit = 0;             ///< counted from 1; 0 if the address names no single unit
    std::string_view part;    ///< "pumps"; empty if the address ends before

    /// Every text is an address. A word between slashes is a unit if it is a number from 1 without leading zeros.
    static PartAddress parse(std::string_view text);

    /// The address whose words after an object are `rest`: "2", "3/pumps", "towers".
    static PartAddress after(std::string_view object, std::string_view rest);

    std::string text() const;

    /// The address without its part: "cdus/3" of "cdus/3/pumps", "warm" of "warm/towers".
    std::string holder() const { return PartAddress{object, unit, {}}.text(); }
};

/// Whether an address is that of `whole`, or of a part of it: "cdus/3/pumps" is within "cdus" and "cdus/3".
bool isWithin(std::string_view address, std::string_view whole);

/// An address and its beginnings, longest first: "cdus/3/pumps", "cdus/3", "cdus". Names of jobs and rows also divide at
/// blanks: "liquid/row 2", "liquid/row", "liquid".
std::vector<std::string_view> headsOf(std::string_view address);

/// Name of a number of a run: what shows it, whose it is, and its key with the unit as suffix.
///
///     facility/pue                      of the facility: without an object
///     cdu/cdus/3/supply_c               the object is an address
///     rack/liquid/R01-02/power_kw
struct ChannelName {
    std::string_view place;   ///< "cdu"; empty if the text has no slash
    std::string_view object;  ///< "cdus/3"
    std::string_view key;     ///< "supply_c"

    static ChannelName parse(std::string_view text);
    std::string text() const;

    bool operator==(const ChannelName&) const = default;
};

/// Name of a part of the catalogue, or of one of its figures: "ups/ups-1mw", "ups/ups-1mw.rated_power_kw".
struct CatalogueName {
    std::string_view type;  ///< "ups"; empty if the text has no slash: it names no part
    std::string_view id;    ///< "ups-1mw"
    std::string_view key;   ///< "rated_power_kw"; empty if the text names the part

    /// "ups/ups-1mw".
    static CatalogueName ofPart(std::string_view text);
    /// "ups/ups-1mw.rated_power_kw": the key follows the last dot.
    static CatalogueName ofFigure(std::string_view text);
    std::string text() const;
};

}  // namespace headroom::engine
