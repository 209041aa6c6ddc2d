// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/hall_air.h"
#include "engine/base/error.h"
#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/cooling/network.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/exchange/load_trace.h"
#include "engine/exchange/site_weather.h"
#include "engine/exchange/trace_job.h"
#include "engine/fabric/fabric.h"
#include "engine/floor/layout.h"
#include "engine/plant/plant_order.h"
#include "engine/plant/run_options.h"
#include "engine/power/network.h"
#include "engine/schedule/scheduler.h"
#include "models/compute/accelerator.h"
#include "models/compute/rack_power.h"
#include "models/compute/server.h"
#include "models/cooling/cdu.h"
#include "models/cooling/chiller.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/crah.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/immersion_tank.h"
#include "models/cooling/plate_exchanger.h"
#include "models/cooling/pump.h"
#include "models/cooling/rear_door.h"
#include "models/core/model_error.h"
#include "models/economics/cloud_offer.h"
#include "models/facility/broker.h"
#include "models/facility/cdu_group.h"
#include "models/facility/climate.h"
#include "models/facility/cooling_loop.h"
#include "models/facility/fabric.h"
#include "models/facility/hall.h"
#include "models/facility/load_trace.h"
#include "models/facility/power_policy.h"
#include "models/facility/project_info.h"
#include "models/facility/rack_block.h"
#include "models/facility/remote_site.h"
#include "models/facility/weather.h"
#include "models/network/collective_library.h"
#include "models/network/interconnect.h"
#include "models/network/link_part.h"
#include "models/network/switch.h"
#include "models/power/psu.h"
#include "models/reliability/failure_mode.h"
#include "models/reliability/failure_policy.h"
#include "models/reliability/maintenance.h"
#include "models/workload/batch_job.h"
#include "models/workload/inference_service.h"
#include "models/workload/job_generator.h"
#include "models/workload/request_profile.h"
#include "models/workload/serving_stack.h"
#include "models/workload/training_job.h"
#include "models/workload/training_step.h"
#include "models/workload/workload_pattern.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The project compiled to indices and contiguous arrays. Constant during a run; anything that can
/// differ in time is in State. Racks of one block, and servers of one rack, are contiguous.
namespace headroom::engine {

/// Racks of one catalogue type under one boundary: their constants, computed once.
struct PlantBlock {
    HEADROOM_SPECIAL_MEMBERS(PlantBlock);

    std::string id;
    models::RackBlockSpec spec;
    models::RackSpec rack;
    models::ServerSpec server;
    models::AcceleratorSpec accelerator;
    models::PsuSpec psu;
    models::PsuSpec shelf;  ///< rectifiers between feed and servers, where hasShelf
    bool hasShelf = false;
    double feedReactive = 0.0;  ///< var per W of what the feed sees: shelf or supplies
    double inputWindow = 0.0;   ///< lowest voltage on which these work, share of the nominal
    PoolIndex pool{0};
    HallIndex hall{0};
    CduIndex cdu;  ///< CDU group, -1: air
    FabricIndex fabric{0};
    RackIndex firstRack{0};
    int racks = 0;
    ServerIndex firstServer{0};
    int acceleratorsPerRack = 0;
    double coolantM3PerS = 0.0;  ///< design flow of one rack; 0 for air
    double coolantJPerK = 0.0;   ///< coolant and wetted metal of one rack
    double hotRise = 1.0;        ///< rise of the hottest device over that of an average one
    int firstRow = -1;           ///< index into Plant::rows; -1 means no coolant
    bool hasTank = false, hasRearDoor = false;
    models::ImmersionTankSpec tank;
    models::BathLiquid bath;
    models::RearDoorSpec rearDoor;
    models::AirProperties air;  ///< of its hall

    models::RackParts parts() const { return parts(accelerator); }

    /// With other accelerators: those under a limit.
    models::RackParts parts(const models::AcceleratorSpec& chips) const {
        auto p = models::partsOf(rack, server, chips, psu, hasShelf ? &shelf : nullptr);
        p.airDensityRatio = air.densityRatio;
        if (hasRearDoor) {
            p.doorFanW = rearDoor.fanRatedW;
            p.doorAirM3PerS = rearDoor.airflowM3PerS;
        }
        return p;
    }
};

/// A row of racks on the headers of a CDU group.
struct PlantRow {
    BlockIndex block{0};
    int row = 0;
    RackIndex firstRack{0};
    int racks = 0;
    CduIndex cdu{0};
    LinkIndex link{0};
};

/// Liquid of a circuit at its design temperature, held for a run.
struct CircuitFluid {
    double densityKgPerM3 = 998.0, cpJPerKgK = 4186.0, viscosityPaS = 1e-3;

    double jPerM3K() const { return densityKgPerM3 * cpJPerKgK; }
};

/// Servers of a pool in a row that join the same fabric.
struct PoolRun {
    FabricIndex fabric;
    ServerIndex firstServer{0};
    int servers = 0;
};

struct PlantPool {
    HEADROOM_SPECIAL_MEMBERS(PlantPool);

    std::string accelerator;  ///< catalogue id
    models::AcceleratorSpec spec;
    std::vector<BlockIndex> blocks;
    int acceleratorsPerServer = 0;  ///< equal in all blocks of a pool
    int servers = 0;
    ServerIndex firstServer{0};  ///< pools own contiguous servers
    std::vector<PoolRun> runs;   ///< in order; one where all join one fabric
    /// Group of each server (from firstServer) in each tier, inside out: scale-up domain, rack, leaf,
    /// pod. Empty where placement does not look at it.
    std::array<std::vector<std::int32_t>, 4> tiers;
    std::vector<std::vector<int>> places;  ///< sets of fabrics that a job may be on: each alone,
                                           ///< then those that WAN links join
    int spares = 0;
};

struct PlantHall {
    std::string id;
    models::HallSpec spec;
    models::CrahSpec crah;
    LoopIndex loop{0};
    double fabricW = 0.0;  ///< switches and optics that are here
    double storageW = 0.0;
};

/// A CDU group, or one unit of a group whose units have a rack loop each.
struct PlantCdu {
    std::string id;     ///< "cdus", or "cdus/3"
    std::string name;   ///< for people
    std::string group;  ///< id of the project's object
    int units = 1;
    int instance = 0;  ///< of a separate unit, from 0
    models::CduGroupSpec spec;
    models::CduSpec cdu;
    HallIndex hall{0};
    LoopIndex loop{0};
    models::PumpSpec pump;    ///< of the rack loop; `pumps` of each unit share its flow
    double rackM3PerS = 0.0;  ///< design flow of its racks
};

struct PlantLoop {
    std::string id;
    models::CoolingLoopSpec spec;
    bool hasTower = false, hasDryCooler = false, hasChiller = false;
    models::CoolingTowerSpec tower;
    models::DryCoolerSpec dryCooler;
    models::ChillerSpec chiller;
    models::PumpSpec pump;
    bool hasCondenserPump = false;
    models::PumpSpec condenserPump;
    bool hasEconomiser = false;
    models::PlateExchangerSpec economiser;
    int economisers = 1;
    double designFlowM3PerS = 0.0;                         ///< of the pumps together
    double evaporatorM3PerS = 0.0, condenserM3PerS = 0.0;  ///< design flow of one chiller's sides

    bool hasExternal() const { return !std::isnan(spec.externalW); }
};

/// Measured load of some racks, and measured weather: of a load trace of the project, or of telemetry
/// (engine/twin). A rack has one source at most; of several weathers the last counts.
struct PlantLoadTrace {
    std::string id;
    models::LoadQuantity quantity = models::LoadQuantity::RackPower;  ///< what its meters read
    TimeTable table;
    ByRack<int> rackColumn;    ///< column, -1: none
    ByRack<double> rackShare;  ///< its power over the column's value
    int wetBulbColumn = -1;
    int dryBulbColumn = -1;           ///< -1 means wet bulb and wetBulbDepressionK
    double wetBulbDepressionK = 0.0;  ///< where no dry bulb is measured
};

/// An injected event.
struct PlantDrill {
    double atS = 0.0;
    PlantOrder order;
};

struct PlantFabric {
    std::string id;
    models::FabricSpec spec;
    models::SwitchSpec switchPart;
    models::InterconnectSpec scaleUp, scaleOut;
    HallIndex hall{0};
};

/// Facts that a source states of its jobs.
struct PlantTerms {
    int tenant = -1;   ///< Plant::tenants
    int dataSet = -1;  ///< Plant::dataSets
    models::JobTerms terms;
};

/// A job profile of the catalogue.
struct PlantProfile {
    std::string id;
    models::JobProfileSpec spec;
};

/// A training job of the project with its parts resolved.
struct PlantTraining {
    std::string id;
    PlantTerms terms;
    int profileIndex = -1;  ///< Plant::profiles
    models::TrainingJobSpec spec;
    models::LanguageModelSpec model;
    models::JobProfileSpec profile;
    models::SoftwareStackSpec software;
    PoolIndex pool{0};
    double checkpointBytes = 0.0;
    models::CheckpointTier checkpointTier = models::CheckpointTier::Storage;
    double nvmeReadBytesPerS = 0.0, nvmeWriteBytesPerS = 0.0;  ///< of a server, for that tier
    /// Standard deviation of ln(measured / modelled) of its step, at full clock and network.
    double spread = 0.0;
};

/// A service of the project with its parts resolved.
struct PlantService {
    std::string id;
    models::InferenceServiceSpec spec;
    models::LanguageModelSpec model;
    models::ServingStackSpec stack;
    models::RequestProfileSpec requests;  ///< of a trace: its quantiles
    models::CollectiveLibrarySpec library;
    std::optional<models::LanguageModelSpec> draft;  ///< of speculative decoding; none: a head
    models::LengthMoments prompt, output;            ///< tokens that are computed, and answered
    double foundTokens = 0.0;       ///< mean of a prompt's tokens that the prefix cache holds
    double sharedTokens = 0.0;      ///< of these, held once
    std::vector<double> perMinute;  ///< requests of a trace
    PoolIndex pool{0};
    int profileIndex = -1;
    int tenant = -1;
    int accelerators = 1;  ///< of a replica
    double startS = 0.0;   ///< of a replica: software and weights
};

struct PlantGenerator {
    std::string id;
    PlantTerms terms;
    int profileIndex = -1;
    models::JobGeneratorSpec spec;
    PoolIndex pool{0};
    bool patterned = false;  ///< arrives by `pattern`, in which the generator's own figures are
    models::WorkloadPatternSpec pattern;
    std::vector<double> hourWeight;  ///< of a week, from Monday
    std::vector<double> cumulativeWeight;
};

/// Jobs of a stated run time.
struct PlantBatch {
    std::string id;
    PlantTerms terms;
    models::BatchJobSpec spec;
    PoolIndex pool{0};
    int profileIndex = -1;
};

struct PlantTrace {
    std::string id;
    PlantTerms terms;
    int profileIndex = -1;
    PoolIndex pool{0};
    double checkpointS = 1800.0;
    double offsetS = 0.0;
    std::vector<TraceJob> jobs;
    std::vector<PoolIndex>
        jobPool;  ///< by job, where the file names kinds of accelerators; empty means all run in `pool`
    std::vector<std::string> notes;  ///< of its reader
    std::vector<int> tenant;         ///< by job: Plant::tenants

    PoolIndex poolOf(std::int64_t job) const {
        const auto i = static_cast<std::size_t>(job);
        return i < jobPool.size() ? jobPool[i] : pool;
    }
};

/// Another site or cloud where jobs may run, with its offer resolved.
struct PlantRemote {
    HEADROOM_SPECIAL_MEMBERS(PlantRemote);

    std::string id, name;
    models::RemoteSiteSpec spec;
    models::CloudOfferSpec offer;
    models::ServerSpec server;
    models::PsuSpec psu;
    PlantPool pool;        ///< its accelerators, as the step model wants them
    PlantFabric network;   ///< its links
    double usdPerS = 0.0;  ///< of one accelerator while held
    double startS = 0.0;
    double egressUsdPerByte = 0.0;
    double energyUsdPerJ = 0.0;  ///< 0 where the price holds the energy
    double carbonKgPerJ = 0.0;
    double pue = 1.0;

    /// How often a job of a given number of accelerators loses its servers (spot); 0 for other ways to pay.
    double lossesPerS(int accelerators) const;
};

struct PlantDataSet {
    std::string id;
    double bytes = 0.0;
    std::vector<char> at;  ///< by place of Plant::remotes; last: in the facility
};

/// A population in which failures strike at random: one failure mode, or one group of equipment.
struct PlantHazard {
    std::string subject;  ///< project object that owns the equipment
    std::string id;       ///< failure mode, or "ups", "cdu", … for equipment
    models::FailureModeSpec mode;
    bool isEquipment = false;
    EquipmentKind equipment = EquipmentKind::Cdu;
    int group = 0;  ///< PlantCdu, hall, loop or array of power units, by kind
    int units = 0;
    double ratePerS = 0.0;        ///< mean of the whole population, stress and age left out
    double candidatesPerS = 0.0;  ///< rate that HazardClock thins
    int perServer = 0;            ///< most units in one server; 0 if they do not sit in servers
    double stressMost = 1.0;      ///< of temperature and load on the rate
    double ageS = models::kNotStated;  ///< of its parts at the start; not stated: of every age
    std::vector<double> cumulative;    ///< by server or unit: running sum of weights of its own
    std::vector<PlantOrder> orders;    ///< by unit: orders to the plant; empty means acts elsewhere
};

/// The scheduler of the project. `plain`: first in, first out and nothing else, which needs no
/// SchedulerState.
struct PlantScheduling {
    bool plain = true;
    models::SchedulingSpec spec;
    std::vector<SchedulerSpec> pools;  ///< by pool; their tenants are Plant::tenants
};

struct PlantHours;

struct Plant {
    HEADROOM_SPECIAL_MEMBERS(Plant);

    models::ProjectInfo info;
    std::uint64_t seed = 0;
    double stepS = 15.0;
    std::string name;
    std::string file;  ///< of the project
    /// The project that it was compiled from (projectText): equal for equal designs.
    std::shared_ptr<const std::string> designText;
    std::string startText;
    double startYearS = 0.0;  ///< seconds since January 1st
    double startWeekS = 0.0;  ///< seconds since Monday 0 h
    double energyUsdPerJ = 0.0, peakUsdPerJ = 0.0, carbonKgPerJ = 0.0, waterUsdPerM3 = 0.0;
    double peakFromS = 0.0, peakToS = 0.0;  ///< of the tariff, seconds of the day; equal: none
    models::WeatherYear weather;
    models::ClimateSpec climate;              ///< that the weather was drawn from, with the seed
    bool weatherIsDrawn = false;              ///< else read from a file
    std::shared_ptr<const SiteWeather> site;  ///< elevation, pressure, extremes

    ByBlock<PlantBlock> blocks;
    ByPool<PlantPool> pools;
    ByHall<PlantHall> halls;
    ByCdu<PlantCdu> cdus;
    ByLoop<PlantLoop> loops;
    std::vector<PlantRow> rows;
    std::shared_ptr<const CoolingNetwork> cooling;
    ByCircuit<CircuitFluid> circuitFluid;  ///< of the coolant network
    ByHall<HallAirPlan> hallAir;
    std::shared_ptr<const PowerNetwork> network;
    ByLoad<double> loadRestartS;  ///< from power to full duty
    ByHall<LoadIndex> fanLoad;
    ByCdu<LoadIndex> cduLoad;
    ByLoop<LoadIndex> pumpLoad, rejectionLoad;
    models::PowerPolicySpec policy;
    std::shared_ptr<const PlantHours>
        hours;  ///< null if operation follows no hours (plant_hours.h)
    std::vector<PlantDrill> drills;
    std::vector<PlantLoadTrace> loadTraces;
    std::vector<models::ModelErrorSpec> modelErrors;  ///< that the catalogue states
    double mechanicalReactive = 0.0;                  ///< var per W of motors
    double dieselUsdPerM3 = 0.0, dieselCarbonKgPerM3 = 0.0;
    double contactorHoldS = 0.02;  ///< motors let go after that. Assumption: one mains cycle.
    ByFabric<PlantFabric> fabrics;
    std::shared_ptr<const FabricNetwork> fabric;  ///< the same fabrics as built
    std::vector<PlantTraining> training;
    ByService<PlantService> services;
    std::vector<PlantGenerator> generators;
    std::vector<PlantTrace> traces;
    std::vector<PlantBatch> batches;
    std::vector<PlantProfile> profiles;  ///< all of the catalogue, in its order
    PlantScheduling scheduling;
    std::vector<std::string> tenants;  ///< of the project, then others that jobs name
    ByRemote<PlantRemote> remotes;
    std::vector<PlantDataSet> dataSets;
    models::BrokerSpec broker;
    bool hasBroker = false;  ///< and a place that it can send jobs to
    ByHazard<PlantHazard> hazards;
    models::FailurePolicySpec failures;
    models::MaintenanceSpec maintenance;
    double storageWriteBytesPerS = 0.0;
    ByStorage<HallIndex> storageHall;

    int racks = 0, servers = 0, accelerators = 0;
    ByRack<BlockIndex> rackBlock;
    ByServer<RackIndex> serverRack;
    std::vector<int>
        serverFirstSlot;  ///< by server, one more at the end; a slot is one accelerator
    ByServer<double> lemonCumulative;  ///< running sum of failure weights

    Layout layout;
    std::vector<std::string> rackNames;
};

/// Compiles a project. Faults that a project can have although each object is valid (a liquid rack
/// without CDU group, a fabric that does not reach) come back as SIM-0xx errors with the subject's
/// place in the project.
ResultAll<Plant> compile(const Project& project, const Catalogue& catalogue,
                         const RunOptions& options);

/// Result of compile() with another seed: unlucky servers and drawn weather are drawn anew, all else is copied or shared.
std::shared_ptr<const Plant> withSeed(const Plant& plant, std::uint64_t seed);

/// Power [W] of one accelerator elsewhere with its share of a server by models::rackPower(), chips
/// at their reference temperature and full clock, no rack around it. Throttling and losses of the
/// building are in its PUE.
double remoteAcceleratorW(const PlantRemote& remote, const models::ChipPhases& work);

/// The same of the first rack block of a pool here, with its racks.
double homeAcceleratorW(const Plant& plant, PoolIndex pool, const models::ChipPhases& work);

/// Speed of a job without a step model on other accelerators, against those of its pool: by the
/// measured 16-bit matrix rate. Assumption: such jobs are bound by computing.
double remoteSpeed(const models::AcceleratorSpec& home, const models::AcceleratorSpec& other);

}  // namespace headroom::engine
