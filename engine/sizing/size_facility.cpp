// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/check/check.h"
#include "engine/check/rules.h"
#include "engine/exchange/epw.h"
#include "engine/fabric/shape.h"
#include "engine/floor/layout.h"
#include "engine/resolve/design.h"
#include "engine/sizing/brief.h"
#include "engine/sizing/same_work.h"
#include "engine/sizing/site_plan.h"
#include "models/facility/climate.h"
#include "models/facility/grid.h"
#include "models/facility/project_info.h"
#include "models/facility/site.h"
#include "models/network/storage.h"
#include "models/reliability/failure_policy.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <variant>

namespace headroom::engine {

namespace {

using namespace sizing;

/// Assumption: a store that takes 0.1 GB/s from each accelerator writes the state of a model within
/// minutes, as those of the scenarios do.
constexpr double kStoreBytesPerS = 0.1e9;

/// Storage servers are placed singly up to that many accelerators, then as larger blocks.
constexpr std::int64_t kSmallStore = 2048;

/// IT of one building: what one transformer of 40 MVA carries, with its cooling.
constexpr double kModuleW = 20e6;

/// The most: what boards and cables of 20 kV and 1,250 A carry, with the cooling.
constexpr double kMostModuleW = 25e6;

/// Assumption: beyond it neither the addresses of a fabric nor the plan of a site are those of one
/// facility.
constexpr double kMostW = 500e6;
constexpr std::int64_t kMostAccelerators = 1'000'000;

constexpr int kRepairs = 4;

/// By the great circle; where the header states no place, the first climate.
std::string nearestClimate(const Catalogue& catalogue, const EpwHeader& place) {
    constexpr double kDegree = std::numbers::pi / 180.0;
    std::string nearest;
    double most = -2.0;  // the cosine of the distance is greatest where the place is nearest
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::ClimateSpec::type().id)) {
        const auto* climate = static_cast<const models::ClimateSpec*>(entry->spec.get());
        const double a = kDegree * climate->latitude, b = kDegree * place.latitude;
        const double cosine =
            std::sin(a) * std::sin(b) +
            std::cos(a) * std::cos(b) * std::cos(kDegree * (climate->longitude - place.longitude));
        if (nearest.empty() || cosine > most) {
            nearest = entry->id;
            most = cosine;
        }
    }
    return nearest;
}

class Sizer {
  public:
    Sizer(const FacilityBrief& brief, const Catalogue& catalogue) {
        plan_.brief = &brief;
        plan_.catalogue = &catalogue;
        if (brief.workOf != nullptr) {
            for (const Object* info : brief.workOf->objectsOf(models::ProjectInfo::type().id)) {
                begin_ = specOf<models::ProjectInfo>(*info);
            }
        }
    }

    ResultAll<SizedFacility> run() {
        if (!readBrief() || !countRacks()) {
            return tl::unexpected(plan_.errors);
        }
        const std::vector<SizingChoice> site = plan_.choices;
        std::vector<Finding> left;
        for (int repair = 0; repair <= kRepairs; ++repair) {
            plan_.choices = site;
            planCooling(plan_);
            if (plan_.errors.empty()) {
                planPower(plan_);
            }
            if (!plan_.errors.empty()) {
                return tl::unexpected(plan_.errors);
            }
            Project project = write(true);
            const Design design = designOf(project, *plan_.catalogue);
            left = unwelcome(design);
            if (left.empty()) {
                return finish(std::move(project), design);
            }
            mend(left);
        }
        for (const Finding& f : left) {
            plan_.fail("SIZ-005", findingText(f), "Change the brief: " + f.hint);
        }
        return tl::unexpected(plan_.errors);
    }

  private:
    /// Power of halls apart from their racks, and the cabinets that it fills.
    struct Loads {
        struct Hall {
            std::optional<double> fabricW, storageW;
            int cabinets = 0;
        };

        std::vector<Hall> halls;
        double itW = 0.0;
    };

    bool readBrief() {
        const FacilityBrief& b = *plan_.brief;
        readKinds(plan_);
        const auto* climate = plan_.catalogue->spec<models::ClimateSpec>(b.climate);
        if (climate == nullptr) {
            unknown("climate", b.climate);
        }
        grid_ = b.grid.empty() && climate != nullptr ? climate->grid : b.grid;
        if (climate != nullptr && plan_.catalogue->spec<models::GridSpec>(grid_) == nullptr) {
            unknown("grid", grid_);
        }
        if (b.accelerators < 0 || b.accelerators > kMostAccelerators ||
            (b.accelerators == 0 && !(b.itPowerW > 0.0 && b.itPowerW <= kMostW))) {
            plan_.fail(
                "SIZ-002",
                b.accelerators != 0
                    ? std::to_string(b.accelerators) + " accelerators cannot be built."
                    : "An IT power of " + amountText(b.itPowerW / 1e6, "MW") + " cannot be built.",
                "Ask for up to 1,000,000 accelerators, or up to 500 MW.");
        }
        if (!(b.oversubscription >= 1.0 && b.oversubscription <= 64.0)) {
            plan_.fail(
                "SIZ-001",
                "An oversubscription of " + amountText(b.oversubscription, "") + " means nothing.",
                "State 1 (none) to 64.");
        }
        // The kits of a proposal are packet switches.
        if (const auto fault = partFault(b.shape, models::SwitchKind::Packet)) {
            plan_.fail("SIZ-001", fault->message, "Choose another shape.");
        }
        if (!(b.largestHallW > 0.0) || b.largestHallRacks < 0) {
            plan_.fail("SIZ-001", "No hall may be built: the largest is of no size.",
                       "State the largest hall above zero.");
        }
        if (b.load && !(*b.load >= kLeastLoad && *b.load <= kMostLoad)) {
            plan_.fail(
                "SIZ-001",
                "Jobs cannot hold " + amountText(100.0 * *b.load, "%") + " of the accelerators.",
                "State a load of 5 to 95 %.");
        }
        if (plan_.errors.empty()) {
            readWork();
        }
        if (!plan_.errors.empty()) {
            return false;
        }
        plan_.weather = models::designWeatherOf(
            *climate, plan_.catalogue->spec<models::DesignConditionsSpec>(b.climate));
        plan_.pressurePa = climate->pressurePa;
        plan_.elevationM = climate->elevationM;
        if (!readWeather()) {
            return false;
        }
        chooseTemperatures(plan_);
        return plan_.errors.empty();
    }

    /// Jobs of another project find their accelerators here, and keep their ids.
    void readWork() {
        if (plan_.brief->workOf == nullptr) {
            return;
        }
        std::set<std::string> had;
        std::string here;
        for (const RackKind& kind : plan_.kinds) {
            had.insert(kind.server->accelerator);
            here += (here.empty() ? "" : ", ") + kind.server->accelerator;
        }
        for (const Object& object : workOf(*plan_.brief->workOf)) {
            const models::Attribute* row = object.type->find("accelerator");
            const auto* wanted =
                row == nullptr ? nullptr : std::get_if<std::string>(&object.value(row->key));
            if (wanted != nullptr && !wanted->empty() && !had.contains(*wanted)) {
                plan_.fail(
                    "SIZ-001",
                    "'" + object.id + "' runs on " + *wanted + ", and the racks hold " + here + ".",
                    "Choose racks with " + *wanted + ", or other jobs.");
                return;
            }
        }
    }

    /// A fault of a job that was taken over is a fault in its own project too: the choices report it. An error stays one:
    /// the work does not fit.
    bool isOfTakenWork(const Finding& finding) const {
        if (plan_.brief->workOf == nullptr || finding.severity == Severity::Error) {
            return false;
        }
        const std::vector<Object> work = workOf(*plan_.brief->workOf);
        return std::any_of(work.begin(), work.end(),
                           [&](const Object& o) { return o.id == finding.subject; });
    }

    /// A weather file replaces the climate.
    bool readWeather() {
        if (plan_.brief->weatherFile.empty()) {
            return true;
        }
        const auto epw = readEpw(plan_.brief->weatherFile);
        if (!epw) {
            plan_.errors.push_back(epw.error());
            return false;
        }
        const std::vector<double>& pressures = epw->year.pressurePa;
        plan_.pressurePa = std::accumulate(pressures.begin(), pressures.end(), 0.0) /
                           static_cast<double>(pressures.size());
        plan_.elevationM = epw->header.elevationM;
        plan_.weather = models::designWeatherOf(epw->design, plan_.pressurePa);
        city_ = epw->header.city;
        const Words extremes = amountText(plan_.weather.wetBulbC(), "°C") + " wet and " +
                               amountText(plan_.weather.dryBulbC, "°C") + " dry bulb";
        plan_.choices.push_back(
            {"site", plan_.brief->weatherFile.filename().string(),
             "Sized for " + extremes +
                 (epw->designIsOfHeader ? ", of its DESIGN CONDITIONS; " : ", of its hours; ") +
                 plan_.brief->climate + " is the nearest climate of the catalogue"});
        for (const std::string& note : epw->notes) {
            plan_.choices.push_back({"site", "weather", note});
        }
        return true;
    }

    void unknown(const std::string& type, const std::string& id) {
        std::vector<std::string> known;
        for (const CatalogueEntry* entry : plan_.catalogue->entriesOf(type)) {
            known.push_back(entry->id);
        }
        const std::string near = nearest(id, known);
        plan_.fail("SIZ-001", "The catalogue has no " + type + " '" + id + "'.",
                   near.empty() ? "Choose one of `headroom-cli catalog " + type + "`."
                                : "Did you mean " + near + "?");
    }

    /// Racks of each kind for a target, with what fabric and storage draw next to them.
    bool countRacks() {
        const FacilityBrief& b = *plan_.brief;
        double rackTargetW = b.itPowerW;
        for (int round = 0; round < 3; ++round) {
            for (RackKind& kind : plan_.kinds) {
                const double exact =
                    b.accelerators > 0
                        ? std::ceil(kind.share * static_cast<double>(b.accelerators) /
                                        kind.acceleratorsPerRack() -
                                    1e-9)
                        : std::floor(kind.share * rackTargetW / kind.rackW + 0.02);
                kind.racks = static_cast<std::int64_t>(exact);
                if (kind.racks < 1) {
                    plan_.fail("SIZ-002",
                               "The target is less than one rack " +
                                   partName(*plan_.catalogue, kind.id) + " (" +
                                   powerWords(kind.rackW) + ").",
                               "Ask for more, or choose a smaller rack.");
                    return false;
                }
            }
            storage();
            planHalls(plan_);
            if (!plan_.errors.empty()) {
                return false;
            }
            for (RackKind& kind : plan_.kinds) {
                kind.racks = 0;
            }
            for (const HallPlan& h : plan_.halls) {
                if (h.kind >= 0) {
                    plan_.kinds[at(h.kind)].racks += h.racks();
                }
            }
            modules();
            const double itW = readLoads();
            // Racks get what fabric and storage leave of the target.
            double racksW = 0.0;
            for (const RackKind& kind : plan_.kinds) {
                racksW += static_cast<double>(kind.racks) * kind.rackW;
            }
            const double wanted = b.itPowerW - (itW - racksW);
            if (b.accelerators == 0 && wanted <= 0.0) {
                plan_.fail("SIZ-002", "Fabric and storage alone take the target.", "Ask for more.");
                return false;
            }
            rackTargetW = wanted;
        }
        planHallsAgain();
        return plan_.errors.empty();
    }

    /// Rooms for what the last round found, at the racks that it had.
    void planHallsAgain() {
        for (HallPlan& h : plan_.halls) {
            planRoom(plan_, h);
        }
        double meanW = 0.0, ratedW = 0.0;
        for (const RackKind& kind : plan_.kinds) {
            meanW += static_cast<double>(kind.racks) * kind.rackW;
            ratedW += static_cast<double>(kind.racks) * kind.ratedW;
        }
        plan_.say(kAllRacks, countText(totalRacks()) + " racks",
                  countText(accelerators()) + " accelerators in " +
                      std::to_string(plan_.halls.size()) +
                      (plan_.halls.size() == 1 ? " hall: " : " halls: ") + powerWords(meanW) +
                      " at full activity; feeders and cooling are sized for the " +
                      powerWords(ratedW) + " that they are rated");
    }

    std::int64_t totalRacks() const {
        std::int64_t all = 0;
        for (const RackKind& kind : plan_.kinds) {
            all += kind.racks;
        }
        return all;
    }

    std::int64_t accelerators() const {
        std::int64_t all = 0;
        for (const RackKind& kind : plan_.kinds) {
            all += kind.racks * kind.acceleratorsPerRack();
        }
        return all;
    }

    void storage() {
        const std::int64_t all = accelerators();
        const std::string part = families().storage[all > kSmallStore ? 1 : 0];
        const auto* spec = plan_.catalogue->spec<models::StorageSpec>(part);
        if (spec != nullptr && spec->writeBytesPerS > 0.0) {
            plan_.storagePart = part;
            plan_.storageBlocks =
                std::max(1, static_cast<int>(std::ceil(static_cast<double>(all) * kStoreBytesPerS /
                                                       spec->writeBytesPerS)));
        }
    }

    /// Deals the halls out to buildings, the network hall to the first.
    void modules() {
        double totalW = 0.0;
        const auto loadW = [&](const HallPlan& h) {
            return h.fabricW + h.storageW +
                   (h.kind < 0 ? 0.0
                               : static_cast<double>(h.racks()) * plan_.kinds[at(h.kind)].ratedW);
        };
        for (const HallPlan& h : plan_.halls) {
            totalW += loadW(h);
        }
        int count = std::max(1, static_cast<int>(std::ceil(totalW / kModuleW)));
        std::vector<int> order;
        if (plan_.networkHall >= 0) {
            order.push_back(plan_.networkHall);
        }
        for (int i = 0; i < static_cast<int>(plan_.halls.size()); ++i) {
            if (i != plan_.networkHall) {
                order.push_back(i);
            }
        }
        // Halls are not cut: more buildings until each has what its boards carry, or one hall.
        double largestW = 0.0;
        do {
            plan_.modules.assign(at(count), {});
            std::vector<double> moduleW(at(count), 0.0);
            double beforeW = 0.0;
            for (const int i : order) {
                HallPlan& h = plan_.halls[at(i)];
                const double middleW = beforeW + 0.5 * loadW(h);
                h.module = std::min(count - 1, static_cast<int>(middleW / totalW * count));
                beforeW += loadW(h);
                moduleW[at(h.module)] += loadW(h);
                plan_.modules[at(h.module)].halls.push_back(i);
            }
            largestW = *std::max_element(moduleW.begin(), moduleW.end());
        } while (largestW > kMostModuleW && count++ < static_cast<int>(order.size()));
        std::erase_if(plan_.modules, [](const ModulePlan& m) { return m.halls.empty(); });
        for (std::size_t m = 0; m < plan_.modules.size(); ++m) {
            for (const int i : plan_.modules[m].halls) {
                plan_.halls[at(i)].module = static_cast<int>(m);
            }
        }
    }

    /// Power of fabrics and storage and number of their cabinets, by building them. The IT.
    double readLoads() {
        Project project = write(false);
        // A round that changes nothing finds what the last one found.
        if (loadsOf_.objects != project.objects) {
            loads_ = loadsIn(project);
            loadsOf_ = std::move(project);
        }
        for (std::size_t i = 0; i < plan_.halls.size(); ++i) {
            HallPlan& h = plan_.halls[i];
            h.fabricW = loads_.halls[i].fabricW.value_or(h.fabricW);
            h.storageW = loads_.halls[i].storageW.value_or(h.storageW);
            h.cabinets = loads_.halls[i].cabinets;
        }
        return loads_.itW;
    }

    Loads loadsIn(const Project& project) const {
        DesignOptions asked;
        asked.floor = false;
        const Design design = designOf(project, *plan_.catalogue, asked);
        Loads loads;
        loads.halls.resize(plan_.halls.size());
        for (std::size_t i = 0; i < plan_.halls.size(); ++i) {
            if (const DesignHall* d = design.hall(plan_.halls[i].id); d != nullptr) {
                loads.halls[i].fabricW = d->fabricW;
                loads.halls[i].storageW = d->storageW;
                loads.itW += d->itW();
            }
        }
        std::vector<int> loose(plan_.halls.size(), 0);
        for (const Fabric& f : design.network->fabrics) {
            std::vector<int> here(plan_.halls.size(), 0);
            for (const FabricSwitch& s : f.switches) {
                here[at(s.hall)] += s.rack < 0 ? 1 : 0;
            }
            for (std::size_t i = 0; i < here.size(); ++i) {
                loose[i] += (here[i] + 15) / 16;
            }
            loose[at(f.hall)] += static_cast<int>((f.counts.circuitSwitches + 3) / 4);
        }
        const int shared = plan_.networkHall >= 0 ? plan_.networkHall : 0;
        loose[at(shared)] += plan_.storageBlocks;
        for (std::size_t i = 0; i < plan_.halls.size(); ++i) {
            loads.halls[i].cabinets = loose[i];
        }
        return loads;
    }

    Project write(bool wired) {
        const FacilityBrief& b = *plan_.brief;
        ProjectWriter writer;
        writer.add(models::ProjectInfo::type(), "project")
            .text("name", b.name)
            .text("description", description())
            .text("start", begin_.start)
            .count("seed", begin_.seed)
            .number("step_s", 15);
        writer.add(models::SiteSpec::type(), "site")
            .text("name", climateName())
            .text("climate", b.climate)
            .text("weather_file", b.weatherFile.string())
            .text("grid", grid_);
        if (wired) {
            writeRequirements(plan_, writer);
            writePower(plan_, writer);
            writeCooling(plan_, writer, true);
        }
        writeHalls(plan_, writer, wired);
        writeFabrics(plan_, writer);
        if (wired) {
            writeWork(plan_, writer);
            writer.add(models::FailurePolicySpec::type(), "failures")
                .flag("enabled", true)
                .number("rate_factor", 1)
                .number("restart_overhead_s", 300)
                .number("spare_pct", 2);
        }
        Project project = writer.take();
        placeYards(plan_, project);
        return project;
    }

    std::string climateName() const {
        if (!city_.empty()) {
            return city_;
        }
        const CatalogueEntry* entry =
            plan_.catalogue->find(models::ClimateSpec::type().id, plan_.brief->climate);
        return entry == nullptr ? plan_.brief->climate : entry->name;
    }

    std::string description() const {
        std::string text;
        for (const RackKind& kind : plan_.kinds) {
            text += (text.empty() ? "" : ", ") + countedText(*plan_.catalogue, kind.id, kind.racks);
        }
        return text + "; wiring " +
               powerRedundancyWords()[static_cast<std::size_t>(plan_.brief->power)] +
               ". Sized from a brief.";
    }

    /// The supplies in servers are theirs: a shortfall there is listed with the choices and remains.
    static constexpr std::string_view kOfServers = "cord-supplies";

    std::vector<Finding> unwelcome(const Design& design) const {
        // Fields that happen to be known must not change a design.
        std::vector<Finding> all = checkDesign(design, CheckDepth::Full);
        std::erase_if(all, [this](const Finding& f) {
            return f.severity == Severity::Note || f.rule == kOfServers || isOfTakenWork(f);
        });
        return all;
    }

    /// More of what is too little.
    void mend(const std::vector<Finding>& findings) {
        for (const Finding& f : findings) {
            if (f.rule == "circuit-head") {
                plan_.knobs.velocityFactor *= 0.85;
                break;
            }
        }
        for (const Finding& f : findings) {
            if (f.rule == "unit-capacity" || f.rule == "failover-capacity" ||
                f.rule == "breaker-rating" || f.rule == "cable-rating" ||
                f.rule == "genset-capacity" || f.rule == "ride-through") {
                ++plan_.knobs.extraLineups;
                break;
            }
        }
        for (const Finding& f : findings) {
            if (f.rule == "loop-flow") {
                ++plan_.knobs.extraPumps;
                break;
            }
        }
    }

    SizedFacility finish(Project project, const Design& design) {
        for (const Finding& f : checkDesign(design, CheckDepth::Quick)) {
            if (f.rule == kOfServers || (f.severity == Severity::Warning && isOfTakenWork(f))) {
                plan_.choices.push_back({f.subject, "to be known", f.message});
            }
        }
        SizedFacility made;
        SizingSummary& s = made.summary;
        for (const DesignHall& h : design.halls) {
            s.itW += h.itW();
            s.ratedW += h.itW() - h.rackW;
            s.hallM2 += h.spec.widthM * h.spec.depthM;
        }
        for (std::size_t i = 0; i < design.power.network.units.size(); ++i) {
            if (design.power.network.units[i].kind == PowerKind::Utility) {
                s.facilityW += design.power.flow.outVa[i].real();
            }
        }
        for (const RackKind& kind : plan_.kinds) {
            s.ratedW += static_cast<double>(kind.racks) * kind.ratedW;
        }
        s.designPue = s.itW > 0.0 ? s.facilityW / s.itW : 0.0;
        s.racks = totalRacks();
        s.accelerators = accelerators();
        s.halls = static_cast<int>(plan_.halls.size());
        const Layout layout = layoutOf(project, *plan_.catalogue, nullptr);
        double west = 1e300, south = 1e300, east = -1e300, north = -1e300;
        const auto add = [&](const Box& b) {
            west = std::min(west, b.x);
            south = std::min(south, b.y);
            east = std::max(east, b.x + b.width);
            north = std::max(north, b.y + b.depth);
        };
        for (const HallBox& h : layout.halls) {
            add(h.box);
        }
        for (const EquipmentBox& e : layout.equipment) {
            add(e.box);
        }
        s.siteM2 = (east - west) * (north - south);
        made.choices = plan_.choices;
        made.project = std::move(project);
        return made;
    }

    SitePlan plan_;
    std::string grid_, city_;
    models::ProjectInfo begin_;  ///< Start and seed: those of the project whose work this is.
    Project loadsOf_;            ///< what loads_ were read of
    Loads loads_;
};

}  // namespace

ResultAll<SizedFacility> sizeFacility(const FacilityBrief& brief, const Catalogue& catalogue) {
    if (brief.weatherFile.empty() || !brief.climate.empty()) {
        return Sizer(brief, catalogue).run();
    }
    const auto epw = readEpw(brief.weatherFile);
    if (!epw) {
        return tl::unexpected(Errors{epw.error()});
    }
    FacilityBrief placed = brief;
    placed.climate = nearestClimate(catalogue, epw->header);
    return Sizer(placed, catalogue).run();
}

}  // namespace headroom::engine
