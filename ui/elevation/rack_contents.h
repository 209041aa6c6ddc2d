// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/core/attribute.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::ui {

/// One rack unit (EIA-310).
inline constexpr double kRackUnitM = 0.04445;

/// A server, switch tray or power shelf at its place in a rack.
struct RackSlot {
    enum class What { Server, SwitchTray, Shelf };
    double fromU = 0.0;  ///< of its lower edge over the lowest unit
    double heightU = 0.0;
    What what = What::Server;
    int number = 1;  ///< among those of its kind, from the bottom
};

/// One of the servers of a rack.
struct RackServer {
    std::string name;
    std::string accelerator;
    int accelerators = 0;
    int adapters = 0;
    int supplies = 0;
    double heightU = models::kNotStated;
    double nameplateW = models::kNotStated;
    double massKg = models::kNotStated;
    bool isLiquid = false;
    bool isTank = false;  ///< cooled by immersion
};

/// Contents of a rack of a block, and their places. From the lowest unit: half of the power shelves,
/// servers, switch trays with the rest of the servers over them, the other shelves.
/// Assumption: nothing states at which unit each is mounted; from the bottom up keeps the centre of
/// gravity low, which mounting instructions ask for.
struct RackContents {
    std::string rackName;
    RackServer server;
    int servers = 0;
    int unitsU = 0;  ///< 0 if not stated
    double heightM = models::kNotStated;
    double ratedPowerW = models::kNotStated;
    double sharedPowerW = 0.0;  ///< shared equipment, busy
    std::string shelfName;
    int rectifiers = 0;
    int shelves = 0;
    int switchTrays = 0;
    int serversBelow = 0;  ///< the switch trays
    double massKg = models::kNotStated;
    std::string rearDoor;
    std::string scaleUp;             ///< interconnect within the domain; empty if none named
    std::vector<std::string> feeds;  ///< what the cords come from, by name
    int cords = 0;
    std::vector<RackSlot> places;  ///< empty where heights are not stated, or in a bath

    /// Heights of servers, switch trays and shelves.
    double usedU() const;

    /// Units that none of them takes; nothing where heights are not stated, negative where they do
    /// not fit. Management switches and the like take some: no height is stated for those.
    std::optional<double> freeU() const;

    /// Shared equipment or shelves are in the rack, whose height nothing states.
    bool hasUnstatedHeights() const {
        return (sharedPowerW > 0.0 && switchTrays == 0) || (rectifiers > 0 && shelves == 0);
    }

    /// Height of the centre of gravity over the floor [m].
    ///   h = (n m_s h_s + (m - n m_s) H / 2) / m
    /// with n servers of mass m_s whose middles are at h_s in the mean, the rest of the rack's mass
    /// m at half its height H. Assumption: cabinet, shelves and bus bar are spread evenly over the
    /// height. Nothing where a mass or height is not stated, or the servers outweigh the rack.
    std::optional<double> centreOfGravityM() const;
};

/// Elevation of a rack block, by its id; nothing where it is not a rack block or names a rack that is unknown.
std::optional<RackContents> contentsOf(const engine::Project& project,
                                       const engine::Catalogue& catalogue,
                                       const std::string& blockId);

}  // namespace headroom::ui
