// SPDX-License-Identifier: Apache-2.0
#include "engine/money/rack_costs.h"

#include "engine/document/order.h"
#include "engine/resolve/facility.h"
#include "models/facility/rack_block.h"

#include <algorithm>
#include <numeric>

namespace headroom::engine {

namespace {

/// A block and what it is divided by, all its racks together.
struct Portion {
    const ResolvedBlock* block = nullptr;
    double machines = 0.0;  ///< their price
    double accelerators = 0.0;
    double powerW = 0.0;
};

double by(CostSystem system, const Portion& portion) {
    switch (system) {
        case CostSystem::Machines:
            return portion.machines;
        case CostSystem::Network:
        case CostSystem::Storage:
        case CostSystem::Licences:
            return portion.accelerators;
        default:
            return portion.powerW;
    }
}

/// Cost of the machines of one block by themselves, by the rates of the whole.
double machinesOf(const Project& built, const ResolvedBlock& block, const CostBasis& basis) {
    Project alone = built;
    std::erase_if(alone.objects, [&](const Object& object) {
        return object.type == &models::RackBlockSpec::type() && object.id != block.object->id;
    });
    BillOfMaterials bill = billOf(alone, *basis.catalogue, nullptr);
    std::erase_if(bill.items, [](const BillItem& item) { return item.group != "Compute"; });
    CapitalQuestion question;
    question.bill = &bill;
    question.catalogue = basis.catalogue;
    question.design[Sum::Racks] = static_cast<double>(block.racks);
    question.liquidRacks = block.isLiquid() ? static_cast<double>(block.racks) : 0.0;
    question.premises = models::Premises::Colocation;  // no plant, no building
    question.perUsd = basis.perUsd;
    PriceRates rates(*basis.catalogue, *basis.book);
    double price = 0.0;
    for (const CapitalLine& line : capitalOf(question, rates).lines) {
        price += line.system == CostSystem::Machines ? models::usdOf(line.amount) : 0.0;
    }
    return price;
}

}  // namespace

double RackCost::total() const {
    return std::accumulate(perYear.begin(), perYear.end(), 0.0);
}

std::vector<RackCost> rackCosts(const Project& project, const CostBasis& basis, const Cost& cost) {
    const auto built = std::make_shared<const Project>(asBuilt(project));
    const Facility facility = resolve(built, *basis.catalogue);
    std::vector<Portion> portions;
    for (const ResolvedBlock& block : facility.blocks) {
        if (block.complete() && block.racks > 0) {
            portions.push_back({&block, machinesOf(*built, block, basis),
                                static_cast<double>(block.accelerators()),
                                static_cast<double>(block.racks) * block.rackW});
        }
    }
    const double npv = models::usdOf(cost.npvTotal);
    const double perYear = npv != 0.0 ? cost.annualised / npv : 0.0;
    std::vector<RackCost> racks;
    for (const Portion& portion : portions) {
        racks.push_back({portion.block->object->id,
                         portion.block->racks,
                         portion.block->server->accelerator,
                         portion.block->accelerators(),
                         {}});
    }
    for (std::size_t s = 0; s < static_cast<std::size_t>(CostSystem::Count); ++s) {
        const auto system = static_cast<CostSystem>(s);
        double all = 0.0;
        for (const Portion& portion : portions) {
            all += by(system, portion);
        }
        const double amount = perYear * models::usdOf(cost.npv[s]);
        for (std::size_t b = 0; b < portions.size(); ++b) {
            const double share = all > 0.0 ? by(system, portions[b]) / all : 0.0;
            racks[b].perYear[s] = amount * share / static_cast<double>(racks[b].racks);
        }
    }
    return racks;
}

}  // namespace headroom::engine
