// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/external_cooling.h"

#include "models/cooling/chiller.h"

namespace headroom::engine {

ExternalCooling::ExternalCooling(const RunContext& run, const CoolantMode& mode, HeatNetwork& heat)
    : CoolantPart(run, mode), heat_(heat) {
    powerW_.assign(plant_.loops.size(), 0.0);
}

void ExternalCooling::cool(LoopIndex loop) {
    const auto i = at(loop);
    const LinkIndex link(n_.loopExternal[i]);
    if (link < 0) {
        return;
    }
    const models::CoolingLoopSpec& spec = plant_.loops[i].spec;
    const bool on = c_.running[at(link)] > 0.0;
    powerW_[i] = on ? spec.externalPowerW : 0.0;
    c_.powerW[at(link)] = static_cast<float>(powerW_[i]);
    ThermalExchange& e = heat_.exchange(heat_.exchanges().external[i]);
    e.gHotWPerK = e.q0W = 0.0;
    const double streamW = wPerK(link);
    const double inC = c_.nodeC[at(n_.links[at(link)].from)];
    if (!on || spec.externalW <= 0.0 || streamW <= 0.0 || inC <= c_.setpointC[i]) {
        return;
    }
    const models::StreamLaw law =
        models::evaporatorLaw(spec.externalW, c_.setpointC[i], inC, streamW);
    e.gHotWPerK = streamW * (1.0 - law.slope);
    e.q0W = -streamW * law.offsetC;
}

}  // namespace headroom::engine
