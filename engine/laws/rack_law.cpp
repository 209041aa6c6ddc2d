// SPDX-License-Identifier: Apache-2.0
#include "engine/laws/rack_law.h"

#include "engine/plant/plant_hours.h"
#include "models/compute/accelerator_power.h"
#include "models/cooling/cold_plate.h"

#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

namespace unit = models::unit;

constexpr double kBeforeS = 1e-3;  ///< the sub-step that a frame tells of began before its time

double leakage(const RackNow& r, double chipC) {
    return 1.0 + r.chips->leakagePerK * (chipC - r.chips->referenceC);
}

double mean(const RackNow& r) {
    return r.load.servers > 0.0 ? r.load.chips.mean() : 0.0;
}

double ratio(double over, double under) {
    return under > 0.0 ? over / under : 1.0;
}

/// As run/racks: plates see the mean of what enters and leaves, heat sinks the air at the inlet.
void addChip(RackNow& r, double inletAirC, double coolantC, double returnC, double flowM3PerS) {
    const PlantBlock& b = *r.block;
    if (b.hasTank) {
        return;
    }
    if (b.server.cooling != models::CoolingKind::Air && b.firstRow >= 0) {
        const double flow = flowM3PerS / b.coolantM3PerS;
        r.coolantC = 0.5 * (coolantC + returnC);
        r.kPerW = models::chipToCoolantKPerW(b.server, flow);
        return;
    }
    r.coolantC = inletAirC;
    // Fans follow their own server: the one with the busiest chip moves more air.
    const double boardW = b.server.accelerators * r.power.busiestW +
                          models::hostPowerW(b.server, r.load.busiest.mean());
    const double speed =
        mean(r) < 0.99 * r.load.busiest.mean()
            ? models::serverFanSpeed(b.server, boardW, b.parts(*r.chips).fullFanHeatW,
                                     b.air.densityRatio)
            : r.power.fanSpeed;
    r.kPerW = models::chipToCoolantKPerW(b.server, b.air.densityRatio * speed);
}

constexpr auto kTerms = std::to_array<RackTerm>({
    {"accelerators", "Accelerators of the rack", unit::none,
     [](const RackNow& r) { return static_cast<double>(r.block->acceleratorsPerRack); }},
    {"on_accelerators", "Accelerators in service", unit::none,
     [](const RackNow& r) { return r.load.servers * r.block->server.accelerators; }},
    {"span_w", "Power that full activity adds to one", unit::watt,
     [](const RackNow& r) { return models::activeSpanW(*r.chips); }},
    {"leakage", "Leakage at the mean chip's temperature", unit::none,
     [](const RackNow& r) { return leakage(r, r.load.chipC); }},
    {"busiest_leakage", "Leakage at the busiest chip's temperature", unit::none,
     [](const RackNow& r) { return leakage(r, r.load.hotC); }},
    {"limit_w", "Power limit of one", unit::watt,
     [](const RackNow& r) { return models::powerLimitW(*r.chips); }},
    {"hosts_kw", "Hosts, adapters, drives", unit::kilowatt,
     [](const RackNow& r) {
         return r.load.servers * models::hostPowerW(r.block->server, mean(r));
     }},
    {"server_fans_kw", "Fans of the servers", unit::kilowatt,
     [](const RackNow& r) {
         return r.load.servers > 0.0
                    ? r.load.servers * models::serverFanPowerW(r.block->server, r.power.fanSpeed,
                                                               r.block->air.densityRatio)
                    : 0.0;
     }},
    {"supply_efficiency_pct", "Efficiency of the servers' supplies", unit::percent,
     [](const RackNow& r) { return ratio(r.power.serverOutputW, r.power.serverW); }},
    {"shared_kw", "Shared equipment of the rack", unit::kilowatt,
     [](const RackNow& r) { return r.power.outputW - r.load.servers * r.power.serverW; }},
    {"shelf_efficiency_pct", "Efficiency of its power shelf", unit::percent,
     [](const RackNow& r) { return ratio(r.power.outputW, r.power.inputW - r.power.doorFanW); }},
    {"door_fans_kw", "Fans of its rear door", unit::kilowatt,
     [](const RackNow& r) { return r.power.doorFanW; }},
    {"chip_coolant_c", "Coolant or air at the chip", unit::celsius,
     [](const RackNow& r) { return r.coolantC; }},
    {"chip_k_per_w",
     "Chip to coolant at this flow",
     {"K/W", 1.0},
     [](const RackNow& r) { return r.kPerW; }},
    {"hot_rise", "Rise of the hottest device over an average one", unit::none,
     [](const RackNow& r) { return r.block->hotRise; }},
});

}  // namespace

std::optional<RackNow> rackNow(const Frame& frame, std::size_t rack) {
    const auto read = [&](RackQuantity q) { return static_cast<double>(frame.rack(q)[rack]); };
    if (!frame.plant || rack >= frame.plant->rackBlock.size() ||
        rack >= frame.rack(RackQuantity::Power).size() ||
        !std::isfinite(read(RackQuantity::MeanChipTemperature))) {
        return std::nullopt;
    }
    const auto block = static_cast<std::size_t>(frame.plant->rackBlock[rack]);
    RackNow now;
    now.block = &frame.plant->blocks[block];
    now.chips = &acceleratorsAt(*frame.plant, block, std::max(0.0, frame.timeS - kBeforeS));
    // Frames hold the mean of the phases and of their power: the clock at which one phase of that mean draws it.
    const double servers = std::round(read(RackQuantity::Health) * now.block->rack.servers);
    const double on = servers * now.block->server.accelerators;
    const double busiest = read(RackQuantity::BusiestUtilization);
    now.load = {
        servers,
        on > 0.0 ? read(RackQuantity::Utilization) * now.block->acceleratorsPerRack / on : 0.0,
        busiest,
        busiest,
        models::clockOfPower(*now.chips, read(RackQuantity::ClockPower)),
        read(RackQuantity::MeanChipTemperature),
        read(RackQuantity::ChipTemperature)};
    now.power = models::rackPower(now.block->parts(*now.chips), now.load);
    addChip(now, read(RackQuantity::InletTemperature), read(RackQuantity::CoolantTemperature),
            read(RackQuantity::ReturnTemperature), read(RackQuantity::CoolantFlow));
    return now;
}

const RackTerm* rackTerm(std::string_view key) {
    for (const RackTerm& term : kTerms) {
        if (term.key == key) {
            return &term;
        }
    }
    return nullptr;
}

}  // namespace headroom::engine
