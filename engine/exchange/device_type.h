// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/exchange/import_draft.h"

#include <filesystem>
#include <string>
#include <vector>

/// Device types, as the community's device type library describes them in YAML, as servers of a
/// project's own catalogue, and a rack that holds them: a rack is what a project places.
namespace headroom::engine {

/// Parts of a server by its device type; NaN or 0 where it states none.
struct DeviceType {
    std::string manufacturer, model, slug;
    double heightU = std::numeric_limits<double>::quiet_NaN();
    double massKg = std::numeric_limits<double>::quiet_NaN();
    int inlets = 0;        ///< power ports
    double inletsW = 0.0;  ///< sum of what they may draw; 0 if not stated
    int adapters =
        0;  ///< interfaces of the highest rate of at least 100 Gbit/s, not for management
    double adapterGbps = 0.0;  ///< their rate
};

/// One server as a catalogue file has it, and what is doubtful about it.
struct DeviceTypeDraft {
    DeviceType type;
    std::string id;    ///< of the server: the slug, as an id
    std::string part;  ///< JSON of the part; empty where it is refused
    std::string like;  ///< the server that lends the figures which no device type states
    std::string rackId, rackPart, rackLike;  ///< the same of the rack; empty where there is none
    int perRack = 0;                         ///< servers in it
    std::vector<ImportFault> faults;

    int errors() const;

    /// Parts to add: "server example-x8: Example X8, 8 U, …" and the rack, one a line.
    std::vector<ImportRow> rows(const std::string& file, const Catalogue& catalogue) const;
};

/// Reads a YAML device type. A server needs figures that no device type states (accelerators, host
/// power, cooling): they are those of the server `like`, as assumptions that say so. The rack is
/// like the first one of the catalogue that holds `like`, with as many of the new servers as it has
/// of the others, or as fit its rack units.
///
/// DEV-010 it is a power strip, a switch, or of another size than the server that it should be like;
/// DEV-001 no YAML, damaged or cut, -002 manufacturer, model or slug missing, -003 a value of the
/// wrong kind or out of range, -004 `like` is missing or no server, -005 a port that may draw more
/// than its connector carries, or is allotted more than it may draw, -006 (warning) ports that
/// together carry less than the draw that is stated, -007 (warning) no inlets, -009 (warning) no
/// rack of the catalogue holds `like`, or it is too low.
DeviceTypeDraft parseDeviceType(const std::string& text, const std::string& file,
                                const std::string& like, const Catalogue& catalogue);

/// Adds server and rack to server.json and rack.json in FOLDER (the catalogue of a project, beside
/// its file), in place of those of the same id, each file atomically. DEV-008: a file of that name is not a catalogue file
/// of its type.
Result<void> addToCatalogue(const DeviceTypeDraft& draft, const std::filesystem::path& folder);

}  // namespace headroom::engine
