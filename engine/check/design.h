// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/compute/accelerator.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/cooling/cdu.h"
#include "models/cooling/chiller.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/crah.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/pump.h"
#include "models/facility/cdu_group.h"
#include "models/facility/cooling_loop.h"
#include "models/facility/fabric.h"
#include "models/facility/hall.h"
#include "models/facility/power_system.h"
#include "models/facility/rack_block.h"
#include "models/network/fat_tree.h"
#include "models/network/interconnect.h"
#include "models/network/link_part.h"
#include "models/network/switch.h"
#include "models/power/genset.h"
#include "models/power/pdu.h"
#include "models/power/psu.h"
#include "models/power/transformer.h"
#include "models/power/ups.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// A project with its parts resolved and its loads added up at the design point: every accelerator
/// at full activity and full clock, at its reference temperature. Steady, nothing failed. Powers
/// follow the same equations as the simulation (models/), without its dynamics.
namespace headroom::engine {

struct DesignBlock {
    const Object* object = nullptr;
    models::RackBlockSpec spec;
    const models::RackSpec* rack = nullptr;
    const models::ServerSpec* server = nullptr;
    const models::AcceleratorSpec* accelerator = nullptr;
    const models::PsuSpec* psu = nullptr;
    double rackPitchM = 0.0;     ///< width of the rack where the block states none
    double serverOutputW = 0.0;  ///< what the power supplies of one server deliver
    double serverW = 0.0;        ///< what one server draws
    double rackW = 0.0;          ///< what one rack draws, shared equipment with it
    double coolantM3PerS = 0.0;  ///< design flow of one rack, 0 for air
    double fanAirM3PerS = 0.0;   ///< of one rack
    std::int64_t racks = 0;

    bool isLiquid() const { return server->cooling != models::CoolingKind::Air; }

    double liquidW() const { return isLiquid() ? rackW * server->liquidFraction : 0.0; }

    std::int64_t servers() const { return racks * rack->servers; }

    std::int64_t accelerators() const { return servers() * server->accelerators; }
};

struct DesignHall {
    const Object* object = nullptr;
    models::HallSpec spec;
    const models::CrahSpec* crah = nullptr;
    double rackW = 0.0, fabricW = 0.0, storageW = 0.0;
    double airW = 0.0;  ///< heat to the air: racks, switches, storage, and PDU and UPS losses
    double fanAirM3PerS = 0.0;

    double itW() const { return rackW + fabricW + storageW; }
};

struct DesignCduGroup {
    const Object* object = nullptr;
    models::CduGroupSpec spec;
    const models::CduSpec* cdu = nullptr;
    double heatW = 0.0;
    double flowM3PerS = 0.0;
};

struct DesignLoop {
    const Object* object = nullptr;
    models::CoolingLoopSpec spec;
    const models::CoolingTowerSpec* tower = nullptr;  ///< null where there is none, here and below
    const models::DryCoolerSpec* dryCooler = nullptr;
    const models::ChillerSpec* chiller = nullptr;
    const models::PumpSpec* pump = nullptr;
    const models::PumpSpec* condenserPump = nullptr;
    double heatW = 0.0;       ///< from CDUs and air handlers
    double chillerW = 0.0;    ///< compressors at that heat and the reference COP
    double auxiliaryW = 0.0;  ///< pumps at design flow, fans at full speed
};

struct DesignPower {
    const Object* object = nullptr;
    models::PowerSystemSpec spec;
    const models::TransformerSpec* substation = nullptr;
    const models::TransformerSpec* transformer = nullptr;
    const models::TransformerSpec* mechanicalTransformer = nullptr;
    const models::UpsSpec* ups = nullptr;
    const models::PduSpec* pdu = nullptr;
    const models::GensetSpec* genset = nullptr;
    double itW = 0.0;  ///< racks, switches, storage
    double pduLossW = 0.0, upsLossW = 0.0;
    double mechanicalW = 0.0;  ///< fans, pumps, chillers
    double transformerLossW = 0.0;

    double upsOutputW() const { return itW + pduLossW; }

    double lowVoltageW() const { return itW + pduLossW + upsLossW; }

    double utilityW() const { return lowVoltageW() + mechanicalW + transformerLossW; }
};

struct DesignFabric {
    const Object* object = nullptr;
    models::FabricSpec spec;
    const models::SwitchSpec* switchPart = nullptr;
    const models::LinkPartSpec* hostLink = nullptr;
    const models::LinkPartSpec* switchLink = nullptr;
    const models::InterconnectSpec* scaleUp = nullptr;
    const models::InterconnectSpec* scaleOut = nullptr;
    std::int64_t endpoints = 0;     ///< adapters
    double adapterBytesPerS = 0.0;  ///< of the fastest adapter, 0: not stated
    int radix = 0;                  ///< ports of a switch, broken out to the adapters' rate
    models::FatTree tree;
};

struct Design {
    const Project* project = nullptr;
    const Catalogue* catalogue = nullptr;
    std::vector<DesignBlock> blocks;
    std::vector<DesignHall> halls;
    std::vector<DesignCduGroup> cduGroups;
    std::vector<DesignLoop> loops;
    std::vector<DesignPower> power;
    std::vector<DesignFabric> fabrics;
    std::map<std::string, std::int64_t> accelerators;  ///< how many there are of each kind

    const DesignHall* hall(const std::string& id) const;
    const DesignLoop* loop(const std::string& id) const;
};

/// Objects whose parts are missing are left out; a project that was read has none.
Design designOf(const Project& project, const Catalogue& catalogue);

}  // namespace headroom::engine
