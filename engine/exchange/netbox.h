// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/import_draft.h"

#include <string>
#include <vector>

/// Racks and devices out of NetBox or openDCIM, as halls and rack blocks.
namespace headroom::engine {

struct ForeignFile {
    std::string file;  ///< for faults
    std::string text;
};

/// CSV of the lists (NetBox "All data", with "48U" and "1500.00 kg" in its cells), or JSON of the REST
/// interface: a list, {"results": […]}, a list of such pages, or openDCIM's {"cabinet": […]}.
struct NetboxExport {
    ForeignFile racks;    ///< name, site, location, u_height, max_weight, …
    ForeignFile devices;  ///< name, device_type, rack, position, face, …
    ForeignFile parts;    ///< may be empty: device_type,server,rack; server "-": no server
    ForeignFile
        feeds;  ///< power feeds, may be empty: rack, voltage, amperage, phase, type, power_panel, …
    /// Statuses (lower case) that count as built; empty means all but planned, inventory, decommissioning,
    /// deprecated, reserved, disposed.
    std::vector<std::string> statuses;
    ForeignFile cables{};  ///< may be empty: termination_a, termination_b, type, length, …
};

/// A location (or site, where racks state none) becomes the hall of that name, or a new one; racks
/// of equal contents whose names follow each other in a row become one array. The catalogue part of
/// a rack is the one with as many of that server: its server is found by the name of the device
/// type (id, name or slug, with or without the manufacturer) or by `parts`. A type that fits no part is refused and
/// reported, never guessed.
///
/// Assumption: NetBox has no places in metres. Rows are in the order of their names, 3 m apart,
/// from 2 m next to the south-west corner of the hall; a new hall is as large as that needs. A
/// warning says so for each hall.
///
/// NBX-001 unreadable, -002 a column is missing, -003 cells missing, -004 pages missing, -005 a
/// rack twice, -006 a device in no known rack, -007 not a number, -008 two devices in one unit,
/// -009 beyond the rack, -010 a device type without part, -011 no rack part fits, -012 heavier than
/// allowed, -013 bad line of `parts`, -014 positions by assumption, -016 to -021 as tables have
/// them, warning -025 a power panel that the project has no power unit for, warning -026 both sides of a rack on one panel,
/// warning -027 a feed without a cable, warning -024 a rack draws more than its feeds carry, warning -022 not built by their status, warning -023 no servers by their role.
ImportDraft parseNetbox(const NetboxExport& data, const Project& project,
                        const Catalogue& catalogue);

}  // namespace headroom::engine
