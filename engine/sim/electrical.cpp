// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/thermal.h"

#include <algorithm>

namespace headroom::engine {

void itElectrical(const Plant& plant, const State& state, Flows& flows) {
    flows.pduLossW = flows.upsLossW = flows.strayW = 0.0;
    for (std::size_t i = 0; i < plant.power.size(); ++i) {
        const PlantPower& p = plant.power[i];
        const double loadW = flows.powerItW[i];
        const double pduW = models::pduLossW(p.pdu, loadW, p.spec.pdus);
        const int modules =
            p.hasUps ? std::max(1, unitsInService(plant, state, EquipmentKind::Ups,
                                                  static_cast<int>(i), p.spec.upsModules))
                     : 0;
        const double upsW =
            p.hasUps ? models::upsLossW(p.ups, loadW + pduW, modules, p.spec.ecoMode) : 0.0;
        flows.pduLossW += pduW;
        flows.upsLossW += upsW;
        flows.powerItW[i] = loadW + pduW + upsW;
        if (loadW <= 0.0) {
            flows.strayW += pduW + upsW;
        }
        // PDU and UPS stand beside the halls that they feed and share their air, by IT power.
        for (std::size_t h = 0; h < plant.halls.size(); ++h) {
            const PlantHall& hall = plant.halls[h];
            if (hall.power == static_cast<int>(i) && loadW > 0.0) {
                const double share = (flows.hallRackW[h] + hall.fabricW + hall.storageW) / loadW;
                flows.hallAirW[h] += share * (pduW + upsW);
            }
        }
    }
}

void siteElectrical(const Plant& plant, Flows& flows) {
    flows.transformerLossW = 0.0;
    flows.facilityW = 0.0;
    for (std::size_t i = 0; i < plant.power.size(); ++i) {
        const PlantPower& p = plant.power[i];
        const double pf = p.spec.powerFactor;
        const double itW = flows.powerItW[i];
        const double mechanicalW = flows.powerMechanicalW[i];
        double lossW = models::transformerLossW(p.transformer, itW / pf, p.spec.transformers) +
                       models::transformerLossW(p.mechanicalTransformer, mechanicalW / pf,
                                                p.spec.mechanicalTransformers);
        if (p.hasSubstation) {
            lossW += models::transformerLossW(p.substation, (itW + mechanicalW + lossW) / pf,
                                              p.spec.substations);
        }
        flows.transformerLossW += lossW;
        flows.facilityW += itW + mechanicalW + lossW;
    }
    // Transformers stand outdoors.
    flows.rejectedW += flows.transformerLossW + flows.strayW;
}

}  // namespace headroom::engine
