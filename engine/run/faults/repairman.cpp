// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/repairman.h"

#include "engine/plant/index.h"
#include "engine/run/faults/hazard_clock.h"
#include "engine/run/faults/repair_queue.h"
#include "engine/run/state/state_table.h"

#include <algorithm>
#include <vector>

namespace headroom::engine {

namespace {

/// A plant of nothing but one hazard over equal machines.
Plant machinesOf(const RepairmanCase& spec) {
    Plant plant;
    plant.seed = spec.seed;
    plant.maintenance.crews = spec.crews;
    PlantHazard z;
    z.subject = z.id = "machine";
    z.isEquipment = true;
    z.units = spec.machines;
    z.mode.ratePerS = 1.0 / spec.mtbfS;
    z.mode.repairLaw = models::RepairLaw::Exponential;
    z.mode.repairMedianS = z.mode.repairMeanS = spec.mttrS;
    z.ratePerS = z.candidatesPerS = spec.machines * z.mode.ratePerS;
    plant.hazards.push_back(std::move(z));
    return plant;
}

}  // namespace

RepairmanResult runRepairman(const RepairmanCase& spec) {
    const Plant plant = machinesOf(spec);
    State state = stateAtRest(plant);
    EventQueue events(state);
    HazardClock clock(plant, state, events);
    RepairQueue queue(plant.maintenance, 0.0, state.faults.repairs);
    clock.begin();
    queue.begin();
    std::vector<std::uint8_t> isDown(at(spec.machines), 0);
    RepairmanResult result;
    int down = 0;
    double lastS = spec.warmUpS, downS = 0.0, waitingS = 0.0;
    while (events.nextS() < spec.forS) {
        const QueuedEvent event = events.pop();
        const double forS = std::max(0.0, event.timeS - lastS);
        downS += forS * down;
        waitingS += forS * (down - state.faults.repairs.crewsBusy);
        lastS = std::max(lastS, event.timeS);
        if (event.is(FaultEvent::RepairDone)) {
            if (queue.done(event.a, event.timeS)) {
                isDown[at(event.a)] = 0;
                --down;
            }
        } else if (const auto strike =
                       clock.strike(HazardIndex(event.a), event.b, event.c, event.timeS);
                   strike && isDown[at(strike->unit)] == 0) {
            isDown[at(strike->unit)] = 1;
            ++down;
            ++result.failures;
            RepairTask task;
            task.fault = strike->unit;
            task.workS = strike->repairS;
            queue.add(task, event.timeS);
        }
        while (const RepairTask* task = queue.start(event.timeS)) {
            events.push(task->endS, FaultEvent::RepairDone, task->fault, 0);
        }
    }
    const double overS = spec.forS - spec.warmUpS;
    result.meanDown = (downS + (spec.forS - lastS) * down) / overS;
    result.meanWaiting =
        (waitingS + (spec.forS - lastS) * (down - state.faults.repairs.crewsBusy)) / overS;
    return result;
}

double repairmanMeanDown(int machines, double mtbfS, double mttrS, int crews) {
    // Scaled to its largest term as it goes: p(n) of a thousand machines would overflow.
    double term = 1.0, sum = 1.0, weighted = 0.0;
    for (int n = 1; n <= machines; ++n) {
        term *= (machines - n + 1) * (mttrS / mtbfS) / std::min(n, crews);
        sum += term;
        weighted += n * term;
        if (sum > 1e200) {
            term /= 1e200, sum /= 1e200, weighted /= 1e200;
        }
    }
    return weighted / sum;
}

}  // namespace headroom::engine
