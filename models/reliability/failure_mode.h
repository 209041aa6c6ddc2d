// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/reliability/life.h"

#include <string>
#include <vector>

namespace headroom::models {

/// Unit that a failure rate counts.
enum class FailureBasis {
    Accelerator,
    Server,
    Nic,
    HostLink,
    FabricLink,
    Switch,
    Psu,
    JobAccelerator,
    Storage,       ///< building block of storage
    Cdu,           ///< CDU unit
    Pump,          ///< pump of a CDU
    Valve,         ///< control valve of a CDU, of air handlers, of a loop's bypass
    CoolantRow,    ///< row of racks on the headers of a CDU group
    Shelf,         ///< rectifier of a power shelf
    Breaker,       ///< incoming breaker of a power unit
    Operator,      ///< the people of the facility, one unit
    ControlPlane,  ///< scheduler and cluster services, one unit
    Exchanger      ///< heat exchanger of a CDU, air handlers or a loop's economiser
};

/// Effect of a failure: server_out ends the job and takes the server away until repaired; job_restart ends the job only;
/// degraded slows the traffic of the part; redundant is repaired without effect; plant acts on machines of the facility;
/// no_placement: no job can start.
enum class FailureEffect { ServerOut, JobRestart, Degraded, Redundant, Plant, NoPlacement };

/// Effect of a failure of a fabric's link or switch on it.
enum class FailureLinkFault { Cut, Lanes, BitErrors, Flapping, Pause };

/// Nature of a failure. Same order as engine's FaultKind.
enum class FailureKind { FailStop, FailSlow, Intermittent, Corruption, Software, Human };

/// Which units a common cause or a batch ties together.
enum class FailureScope { Server, Rack, Row, Block, Leaf, Cdu, Feed };

/// Object of the temperature.
enum class FailureTemperature { Chip, Inlet };

/// Kinds of spare part, as MaintenanceSpec holds them in stock.
enum class SparePart {
    None,
    Accelerator,
    ServerPart,
    Adapter,
    Optics,
    Switch,
    PowerSupply,
    Pump,
    CoolingPart,
    ElectricalPart
};

inline constexpr int kSpareParts = 9;  ///< without None

/// One way in which something breaks: how often, how it is noticed, how long repair takes, what it
/// does.
struct FailureModeSpec {
    FailureBasis basis = FailureBasis::Accelerator;
    double ratePerS = kNotStated;
    FailureEffect effect = FailureEffect::ServerOut;
    double detectS = kNotStated;
    double repairMedianS = kNotStated;
    double repairMeanS = kNotStated;
    FailureLinkFault linkFault = FailureLinkFault::Cut;  ///< FabricLink, Switch
    double amount = kNotStated;  ///< Flapping: share of time down; else rate that is left
    FailureKind kind = FailureKind::FailStop;
    std::vector<std::string> onlyFor, notFor;  ///< catalogue ids of accelerators

    double shape = 1.0, earlyFactor = 1.0, earlyS = 0.0, wearShape = 1.0, wearLifeS = 0.0;
    double spreadShape = kNotStated;
    double activationEv = 0.0, referenceC = 60.0;
    FailureTemperature temperatureOf = FailureTemperature::Chip;
    double loadExponent = 0.0, referenceLoad = 1.0;
    double commonShare = 0.0, commonReach = 1.0;
    FailureScope commonScope = FailureScope::Server;
    double batchShare = 0.0, batchFactor = 1.0;
    int batchServers = 100;
    double precursorShare = 0.0, precursorLeadS = 0.0;
    RepairLaw repairLaw = RepairLaw::Lognormal;
    double resetShare = 0.0, resetS = 0.0;
    SparePart spare = SparePart::None;
    double spareLeadS = 0.0;
    bool inWindow = false;

    /// Law of one unit's life.
    Life life() const { return {ratePerS, shape, earlyFactor, earlyS, wearShape, wearLifeS}; }

    static const ComponentType& type();
};

}  // namespace headroom::models
