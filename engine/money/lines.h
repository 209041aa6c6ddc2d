// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/economics/cents.h"

#include <string>
#include <string_view>
#include <vector>

/// Lines of a cost, each with its quantity and its rate.
/// Amounts are whole cents of the project's currency, so that lines sum to systems and systems to
/// the whole exactly.
namespace headroom::engine {

enum class CostSystem {
    Site,
    Building,
    Electrical,
    Cooling,
    Machines,
    Network,
    Storage,
    Supply,    ///< own: solar field and battery
    Services,  ///< design, management, commissioning, money while building
    Contingency,
    Energy,  ///< the first of operation
    Water,
    Staff,
    Maintenance,
    Licences,
    Premises,  ///< insurance, property tax, colocation
    Carbon,
    Count
};

std::string_view systemKey(CostSystem system);    ///< "electrical"
std::string_view systemLabel(CostSystem system);  ///< "Electrical plant"

constexpr bool isOperation(CostSystem system) {
    return system >= CostSystem::Energy;
}

/// How long something lasts, and what its price does: rates of the price book.
enum class LifeClass { Land, Shell, Plant, Network, Machines, Solar, Battery };

std::string_view lifeKey(LifeClass life);

/// Something that is bought.
struct CapitalLine {
    CostSystem system = CostSystem::Machines;
    LifeClass life = LifeClass::Machines;
    std::string what;       ///< "UPS modules"
    std::string part;       ///< catalogue id; empty means no part
    double quantity = 0.0;  ///< in the unit of its rate: pieces, kW, m2; of shares: the sum
    std::string unit;       ///< of the quantity
    std::string rate;       ///< Rate::id
    models::Cents amount = 0;
};

/// Rate of a line for what the project's jobs hold at other sites.
inline constexpr std::string_view kRentedElsewhere = "remote_sites";

/// Something that is paid every year.
struct RunningLine {
    CostSystem system = CostSystem::Energy;
    std::string what;
    double quantity = 0.0;
    std::string unit;
    std::string rate;          ///< Rate::id, or the tariff that priced it
    models::Cents amount = 0;  ///< of the first whole year, all phases built
    double trend = 0.0;        ///< a year, from the second on
};

}  // namespace headroom::engine
