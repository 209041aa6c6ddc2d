// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/plant/plant_order.h"
#include "engine/power/contingency.h"
#include "engine/power/islands.h"
#include "engine/run/fabric/fabric_links.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

/// The blast radius of a part before it fails: which racks it takes with it, which it leaves short
/// and which lose their redundancy, through the wiring, the piping and the present fabrics
/// built.
///
/// State of the test: transfer switches have moved, generators run, batteries are empty; every accelerator works at full
/// load; the weather is that of the design. So it is what the design guarantees for
/// good, not what a ride-through or a cool night would save: a forecast (reliability/reach/forecast.h) says
/// that, by running the simulation on.
///
///   power     a rack is lost with its last live cord, exposed with any before; machines (fans,
///             pumps, heat rejection) on dead cords are stopped and lose their share of cooling.
///             Overloaded units then trip, and everything they feed is lost too (power/cascade.h)
///   coolant   capacity left of pumps, CDUs, heat rejection over what full load takes, which may be
///             more than there is with all of them: at 0 the racks behind are lost, below 1
///             strained; exposed where the next unit would do so
///   air       the same for air handlers of a hall
///   network   adapters without a live link: their servers are lost; adapters and uplinks with a
///             part of their rate: strained (jobs that stay below a leaf, or do not fill the
///             uplinks, lose nothing)
///   storage   nothing stops; checkpoints and data wait
/// Source: single-contingency ("N-1") analysis over the dependency graph of the facility.
namespace headroom::engine {

/// Fate of a rack.
enum class Reach : std::uint8_t {
    None,
    Exposed,   ///< works, and the next failure of the same kind takes it
    Strained,  ///< short of cooling or network for full load; weather and load decide what it costs
    Lost
};

/// Through what it is reached.
enum class ReachBy : std::uint8_t { Itself, Power, Coolant, Air, Network, Storage };

const char* reachByName(ReachBy by);

struct RackReach {
    Reach reach = Reach::None;
    ReachBy by = ReachBy::Itself;
    float lost = 0.0F;       ///< share of its work that is surely gone, 0..1
    float shortfall = 0.0F;  ///< Strained: share of what full load takes that is missing, 0..1
};

/// One step of the way: "ups-a/1 → 24 racks exposed".
struct ReachStep {
    ReachBy by = ReachBy::Itself;
    std::string through;  ///< unit, circuit, switch or hall that passes it on
    std::string text;     ///< one sentence with values and units
};

struct BlastReach {
    std::string part;              ///< in words: "UPS ups-a/1"
    std::vector<RackReach> racks;  ///< by rack
    int racksLost = 0, racksStrained = 0, racksExposed = 0;
    double acceleratorsLost = 0.0;  ///< worth of work that is surely gone
    double computeShare = 0.0;      ///< of the facility, 0..1
    double itW = 0.0;               ///< rated power of what is lost
    std::vector<ReachStep> steps;   ///< from the part outwards
};

/// How far it is, without which rack it is.
struct ReachCounts {
    int racksLost = 0, racksStrained = 0;
    float worstShortfall = 0.0F;  ///< largest of any rack, 0..1
};

/// Answers for one plant. Keeps what is common to all parts; reach() changes nothing and may be
/// called by several threads.
class ReachMap {
    struct Work;

  public:
    /// The plant must outlive it.
    explicit ReachMap(const Plant& plant);

    /// Effect of one order that takes a part away (Fail, Open, Fault, Cut, Isolate, Leak, Stick, Mistake), or of several at
    /// once. Degrade, Flap, Foul and Pause: as if by the share that they cost.
    /// Orders that find nothing reach nothing.
    BlastReach reach(const std::vector<PlantOrder>& orders) const;

    BlastReach reach(const PlantOrder& order) const { return reach(std::vector{order}); }

    /// The same of many orders, one at a time: each costs what it reaches, not what there is. By one thread.
    class Counter {
      public:
        explicit Counter(const ReachMap& map);
        ~Counter();
        ReachCounts of(const PlantOrder& order);

        /// Where a study knows what trips by overload after it.
        ReachCounts of(const PlantOrder& order, const std::vector<CascadeTrip>& trips);

      private:
        const ReachMap& map_;
        std::unique_ptr<Work> work_;
    };

    /// In words: "UPS ups-a/1", "one of the pumps of warm", "leaf 3 of fabric".
    std::string nameOf(const PlantOrder& order) const;

    const FabricLinks& links() const { return links_; }

  private:
    void start(Work& work) const;
    void spread(const std::vector<PlantOrder>& orders, Work& work) const;
    void take(const PlantOrder& order, Work& work) const;
    bool takePower(const PlantOrder& order, Work& work) const;
    bool takeMachines(const PlantOrder& order, Work& work) const;
    bool takeFabric(const PlantOrder& order, Work& work) const;
    bool takeBlock(const PlantOrder& order, Work& work) const;
    bool takeOther(const PlantOrder& order, Work& work) const;
    int powerArrayOf(const std::string& id) const;  ///< -1 if there is none
    void restPower();
    void readDemand();
    void takeTrips(const std::vector<CascadeTrip>& trips, Work& work) const;
    void followIsland(int island, PowerSwitching& switching, Work& work) const;
    std::string tripText(const CascadeTrip& trip) const;
    void losePower(Work& work, int load, int cords, int& racksLost, int& racksExposed) const;
    void loseUnits(Work& work, int link, double units) const;
    void spreadPower(Work& work) const;
    void spreadCooling(Work& work) const;
    void spreadNetwork(Work& work) const;
    void mark(Work& work, int rack, Reach reach, ReachBy by, double lost,
              double shortfall = 0.0) const;
    double shareLeft(const Work& work, int link, bool& exposed) const;
    void sum(Work& work) const;
    void tell(Work& work, float worst) const;

    const Plant& plant_;
    FabricLinks links_;
    std::vector<double> need_;  ///< by coolant link: units that full load takes; 0 if not counted
    std::vector<PowerIsland> islands_;             ///< a failure spreads in its own
    std::vector<PowerSwitching> resting_;          ///< by island
    std::vector<std::vector<std::uint8_t>> side_;  ///< by island: generatorSide (power/standby.h)
    std::vector<PowerDemand> demand_;              ///< by island: at full load
    std::vector<PowerFlow> normal_;                ///< by island: normal operation at full load
    std::vector<std::vector<CascadeTrip>> usual_;  ///< by island: beyond a trip in normal operation
    std::vector<int> islandOf_, unitIn_;  ///< by power unit: its island, and its index there
    std::vector<int> cordsNormal_;        ///< by power load: live in normal operation
    std::unordered_map<std::string, int> powerArray_;  ///< by id: index into PowerNetwork::arrays
};

}  // namespace headroom::engine
