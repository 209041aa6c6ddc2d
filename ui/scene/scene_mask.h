// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/connections/coolant_pipes.h"
#include "engine/connections/power_ways.h"
#include "engine/run/frame/frame.h"
#include "ui/scene/scene_focus.h"
#include "ui/scene/scene_look.h"

#include <span>
#include <vector>

namespace headroom::ui {

/// The look of everything in a 3-D picture. An empty list shows all.
struct SceneMask {
    std::vector<SceneLook> racks, machines;  ///< as the layout counts them
    std::vector<SceneLook> pipes, ways, boards, trays;

    bool operator==(const SceneMask&) const = default;
};

/// Things to choose from.
struct SceneSubjects {
    const engine::Layout& layout;
    std::span<const engine::CoolantPipe> pipes;
    const engine::PowerWays& power;
    const engine::Frame* frame = nullptr;  ///< null before the first step
};

/// Words of the systems of a site, for SceneFocus::key.
inline constexpr const char* kSystemIt = "it";
inline constexpr const char* kSystemPower = "power";
inline constexpr const char* kSystemCooling = "cooling";
inline constexpr const char* kSystemNetwork = "network";

/// Names of kinds that are not machines.
inline constexpr const char* kKindRack = "Rack";
inline constexpr const char* kKindPipe = "Pipe";
inline constexpr const char* kKindFeeder = "Feeder";
inline constexpr const char* kKindTray = "Cable tray";

/// The looks that a focus gives to all things. Empty if it chooses nothing.
SceneMask sceneMask(const SceneFocus& focus, const SceneSubjects& subjects);

}  // namespace headroom::ui
