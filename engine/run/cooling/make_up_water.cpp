// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/make_up_water.h"

#include "models/cooling/cooling_tower.h"
#include "models/cooling/natural_draught.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace headroom::engine {

namespace {

/// A store counts as empty where less than this share of a demand is met.
constexpr double kServed = 0.999;

}  // namespace

void MakeUpWater::begin() {
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        const double storeM3 = plant_.loops[i].spec.storeM3;
        c_.storeM3[i] = std::isnan(storeM3) ? 0.0 : storeM3;
    }
}

void MakeUpWater::bound() {
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        const double mostM3 = plant_.loops[i].spec.storeM3;
        c_.storeM3[i] = std::isnan(mostM3) ? 0.0 : std::min(c_.storeM3[i], mostM3);
    }
}

double MakeUpWater::storedM3() const {
    return std::accumulate(c_.storeM3.begin(), c_.storeM3.end(), 0.0);
}

models::WaterUse MakeUpWater::demand(LoopIndex loop, const models::Weather& w) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const HeatRejection::Outdoors& outdoors = rejection_.outdoors(loop);
    models::WaterUse use;
    if (l.hasTower) {
        // Heat that its whole water demand would remove by evaporation; it gets its share of that water.
        double heatW = std::max(0.0, heat_.exchangeW(heat_.exchanges().tower[i]));
        if (c_.served[i] > 0.0 && c_.served[i] < 1.0) {
            heatW *= outdoors.wetShare / c_.served[i];
        }
        const double cells = std::max(1.0, outdoors.cells);
        if (heatW > 0.0 && c_.served[i] > 0.0) {
            // Natural draught moves what heat asks for where fans do less.
            const double waterInC = c_.nodeC[at(n_.links[at(n_.loopTowers[i])].from)];
            const double air = std::max(
                c_.fan[i].output, models::leastAirRatio(l.tower, heatW / cells, waterInC,
                                                        w.dryBulbC, w.humidityRatio, w.pressurePa));
            const double evaporation =
                cells * models::towerEvaporationKgPerS(l.tower, heatW / cells, air, w.dryBulbC,
                                                       w.humidityRatio, w.pressurePa);
            const double drift =
                l.tower.driftFraction * c_.flowM3PerS[at(n_.loopTowers[i])] * models::kWaterDensity;
            use = models::waterUse(evaporation, drift, l.spec.cyclesOfConcentration);
        }
    } else {
        use.evaporationKgPerS = outdoors.coolerWaterKgPerS;
    }
    return use;
}

/// Draws from the store, or from the main without one. Returns the share of the demand that was met.
double MakeUpWater::draw(LoopIndex loop, double demandM3PerS, double dt) {
    const auto i = at(loop);
    const models::CoolingLoopSpec& spec = plant_.loops[i].spec;
    models::WaterStore store;
    store.capacityM3 = std::isnan(spec.storeM3) ? 0.0 : spec.storeM3;
    store.fillM3PerS = std::isnan(spec.mainsM3PerS) ? 1e6 : spec.mainsM3PerS;
    store.volumeM3 = c_.storeM3[i];
    // A tower that went dry asks for water again.
    const double asked = c_.served[i] > 0.0 ? demandM3PerS : 1e-9;
    const models::WaterStoreStep step = models::stepWaterStore(store, asked, dt);
    c_.storeM3[i] = store.volumeM3;
    return step.servedShare;
}

/// Reports that the water has run out, or is back. `before`: the share that was met until then.
void MakeUpWater::noteSupply(LoopIndex loop, double before, double timeS) {
    const auto i = at(loop);
    const std::string& id = plant_.loops[i].id;
    const LinkIndex wet(n_.loopTowers[i] >= 0 ? n_.loopTowers[i] : n_.loopDryCoolers[i]);
    if (before >= kServed && c_.served[i] < kServed) {
        const auto event =
            log_.add(s_, timeS, EventKind::Limit, id,
                     n_.loopTowers[i] >= 0 ? "Make-up water has run out: towers go dry."
                                           : "Make-up water has run out: pads go dry.",
                     causes_.water(loop, timeS));
        causes_.raiseLink(wet, event, timeS);
    } else if (before < kServed && c_.served[i] >= kServed) {
        log_.add(s_, timeS, EventKind::Recovery, id, "Make-up water is back.",
                 causes_.ofLink(wet, timeS));
        causes_.clearLink(wet, timeS);
    }
}

void MakeUpWater::serve(LoopIndex loop, Flows& f, const models::Weather& w, double dt) {
    const auto i = at(loop);
    const models::CoolingLoopSpec& spec = plant_.loops[i].spec;
    if (heat_.exchanges().tower[i] < 0) {
        return;
    }
    models::WaterUse use = demand(loop, w);
    if (!mode_.settles && (!std::isnan(spec.storeM3) || !std::isnan(spec.mainsM3PerS))) {
        const double before = c_.served[i];
        c_.served[i] = draw(loop, use.makeUpKgPerS() / models::kWaterDensity, dt);
        noteSupply(loop, before, s_.flowS + dt);
        use.evaporationKgPerS *= c_.served[i];
        use.driftKgPerS *= c_.served[i];
        use.blowDownKgPerS *= c_.served[i];
    }
    f.evaporationKgPerS += use.evaporationKgPerS;
    f.driftKgPerS += use.driftKgPerS;
    f.blowDownKgPerS += use.blowDownKgPerS;
    f.waterKgPerS += use.makeUpKgPerS();
    s_.shown.loops[i][static_cast<std::size_t>(LoopQuantity::WaterRate)] =
        use.makeUpKgPerS() / models::kWaterDensity;
}

}  // namespace headroom::engine
