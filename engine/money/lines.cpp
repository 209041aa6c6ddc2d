// SPDX-License-Identifier: Apache-2.0
#include "engine/money/lines.h"

#include <array>

namespace headroom::engine {

namespace {

struct SystemWords {
    std::string_view key, label;
};

constexpr std::array<SystemWords, static_cast<std::size_t>(CostSystem::Count)> kSystems = {{
    {"site", "Land and site"},
    {"building", "Building"},
    {"electrical", "Electrical plant"},
    {"cooling", "Cooling plant"},
    {"machines", "Servers and accelerators"},
    {"network", "Network"},
    {"storage", "Storage"},
    {"supply", "Own solar field and battery"},
    {"services", "Design, management, commissioning"},
    {"contingency", "Contingency"},
    {"energy", "Energy"},
    {"water", "Water and sewer"},
    {"staff", "Staff"},
    {"maintenance", "Maintenance and support"},
    {"licences", "Licences"},
    {"premises", "Insurance, tax, rent of premises"},
    {"carbon", "Price of carbon"},
}};

constexpr std::array<std::string_view, 7> kLives = {"land",     "shell", "plant",  "network",
                                                    "machines", "solar", "battery"};

}  // namespace

std::string_view systemKey(CostSystem system) {
    return kSystems[static_cast<std::size_t>(system)].key;
}

std::string_view systemLabel(CostSystem system) {
    return kSystems[static_cast<std::size_t>(system)].label;
}

std::string_view lifeKey(LifeClass life) {
    return kLives[static_cast<std::size_t>(life)];
}

}  // namespace headroom::engine
