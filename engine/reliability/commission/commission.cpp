// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/commission/commission.h"

#include "engine/base/index.h"
#include "engine/experiment/ensemble.h"
#include "engine/plant/plant.h"
#include "engine/resolve/design.h"
#include "engine/run/racks/thermal.h"
#include "engine/run/state/state.h"
#include "models/cooling/cooling_class.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace headroom::engine {

namespace {

using models::FailurePromise;
using models::InletLimit;

/// First events of a test that its report names.
constexpr std::size_t kStory = 6;

/// A year of one hour.
models::WeatherYear constantYear(const models::Weather& weather, std::size_t hours) {
    models::WeatherYear year;
    year.dryBulbC.assign(hours, weather.dryBulbC);
    year.wetBulbC.assign(hours, weather.wetBulbC);
    year.humidityRatio.assign(hours, weather.humidityRatio);
    year.pressurePa.assign(hours, weather.pressurePa);
    return year;
}

/// By rack, the hottest air that is asked for; infinite where nothing is.
std::vector<double> inletLimits(const Plant& plant, const Catalogue& catalogue, InletLimit limit) {
    std::vector<double> limits(at(plant.racks), std::numeric_limits<double>::infinity());
    for (const PlantBlock& b : plant.blocks) {
        const auto* spec = catalogue.spec<models::CoolingClassSpec>(b.server.airClass);
        if (spec == nullptr || limit == InletLimit::NotStated) {
            continue;
        }
        const double mostC = limit == InletLimit::Recommended
                                 ? spec->recommendedHighC
                                 : models::allowableHighC(*spec, plant.site->elevationM);
        for (int r = b.firstRack; r < b.firstRack + b.racks && !std::isnan(mostC); ++r) {
            limits[at(r)] = mostC;
        }
    }
    return limits;
}

/// The worst of one figure, and when its limit was first passed.
struct Watched {
    double worst = -std::numeric_limits<double>::infinity();
    double worstS = 0.0, passedS = std::numeric_limits<double>::quiet_NaN();

    void see(double value, double limit, double afterS) {
        if (value > worst) {
            worst = value;
            worstS = afterS;
        }
        if (value > limit && std::isnan(passedS)) {
            passedS = afterS;
        }
    }

    double atS() const { return std::isnan(passedS) ? worstS : passedS; }
};

/// States of racks after a failure.
struct Watch {
    Watched off, slowed, overInletK, chipC;
    double hottestInletC = -std::numeric_limits<double>::infinity();
    int offNow = 0, slowedNow = 0;

    void see(const Plant& plant, const State& s, const std::vector<double>& limits, double afterS) {
        offNow = slowedNow = 0;
        double over = -std::numeric_limits<double>::infinity(), chip = over;
        for (std::size_t i = 0; i < s.rackClock.size(); ++i) {
            const bool dark = s.power.rackPowered[i] == 0 || s.rackTripped[i] != 0;
            offNow += dark ? 1 : 0;
            slowedNow += !dark && isThrottled(plant, s, i) ? 1 : 0;
            const double inletC = s.coolant.inletC[i];
            hottestInletC = std::max(hottestInletC, inletC);
            over = std::max(over, inletC - limits[i]);
            chip = std::max(chip, s.rackHotC[i]);
        }
        off.see(offNow, 0.5, afterS);
        slowed.see(slowedNow, 0.5, afterS);
        overInletK.see(over, 0.0, afterS);
        chipC.see(chip, std::numeric_limits<double>::infinity(), afterS);
    }
};

class Runner {
  public:
    Runner(const CommissionSpec& spec, const models::RequirementSpec& asked,
           const CommissionProgress& progress, const std::atomic<bool>* cancel)
        : spec_(spec),
          asked_(asked),
          cancel_(cancel),
          tests_(spec.threads, cancel, [progress](const EnsembleStatus& now) {
              if (progress) {
                  progress(static_cast<int>(now.done), static_cast<int>(now.due));
              }
          }) {}

    /// Each design hour at full load, settled; the one that leaves chips less is kept. An empty list of errors where
    /// it was cancelled.
    ResultAll<models::Weather> settle(const Plant& plant) {
        const models::DesignWeather design = plant.site->design();
        const std::vector<models::Weather> hours{design.hottest, design.mostHumid};
        std::vector<std::unique_ptr<Simulator>> settled(hours.size());
        tests_.each(hours.size(), [&](std::size_t i) {
            auto mine = std::make_shared<Plant>(plant);
            mine->weather = constantYear(hours[i], plant.weather.dryBulbC.size());
            auto made = Simulator::create(std::shared_ptr<const Plant>(mine));
            if (!made) {
                tests_.fail(i, made.error());
                return;
            }
            const RunStretch r = runOn(**made, spec_.settleS, nullptr, cancel_);
            if (!r.fault.code.empty()) {
                tests_.fail(i, {r.fault});
            }
            settled[i] = std::move(*made);
        });
        if (!tests_.fault().empty()) {
            return tl::unexpected(tests_.fault());
        }
        if (cancelled()) {
            return tl::unexpected(Errors{});
        }
        std::size_t worst = 0;
        for (std::size_t i = 0; i < hours.size(); ++i) {
            worst = hottestOf(*settled[i]) > hottestOf(*settled[worst]) ? i : worst;
        }
        base_ = std::move(settled[worst]);
        base_->takeEvents();
        return hours[worst];
    }

    std::vector<CommissionRow> run(const std::vector<CommissionTest>& tests,
                                   const std::vector<double>& limits) {
        limits_ = limits;
        tests_.expect(tests.size());
        without_ = runOn(*base_->branch(), base_->timeS() + spec_.watchS, nullptr, cancel_);
        std::vector<std::unique_ptr<CommissionRow>> rows(tests.size());
        tests_.each(tests.size(), [&](std::size_t i) {
            auto row = std::make_unique<CommissionRow>(test(tests[i]));
            if (cancelled()) {
                return;
            }
            rows[i] = std::move(row);
            tests_.finish();
        });
        std::vector<CommissionRow> done;
        for (auto& row : rows) {
            if (row) {
                done.push_back(std::move(*row));
            }
        }
        return done;
    }

    const Simulator& base() const { return *base_; }

    bool cancelled() const { return tests_.cancelled(); }

  private:
    static double hottestOf(const Simulator& simulator) {
        const std::vector<double>& hot = simulator.state().rackHotC;
        return hot.empty() ? 0.0 : *std::max_element(hot.begin(), hot.end());
    }

    CommissionRow test(const CommissionTest& test) const {
        CommissionRow row;
        row.test = test;
        const std::unique_ptr<Simulator> branch = base_->branch();
        branch->takeEvents();
        const double fromS = branch->timeS();
        for (const PlantOrder& order : test.orders) {
            branch->operate(order);
        }
        std::vector<Event> events;
        for (const Event& e : branch->takeEvents()) {
            events.push_back(e);
        }
        Watch watch;
        const RunStretch with =
            runOn(*branch, fromS + spec_.watchS, &events, cancel_, [&](const Simulator& now) {
                watch.see(now.plant(), now.state(), limits_, now.timeS() - fromS);
            });
        row.fault = with.fault;
        row.recovered = watch.offNow == 0 && watch.slowedNow == 0;
        judge(row, watch, with);
        tell(row, events, fromS);
        return row;
    }

    void judge(CommissionRow& row, const Watch& watch, const RunStretch& with) const {
        const double none = std::numeric_limits<double>::quiet_NaN();
        const FailurePromise promise = row.test.promise;
        const bool runs =
            promise == FailurePromise::KeepsRunning || promise == FailurePromise::KeepsFullLoad;
        const bool full = promise == FailurePromise::KeepsFullLoad;
        // A part that may stop has no limits: figures are only reported.
        const bool inlets = asked_.inlet != InletLimit::NotStated && runs;
        row.checks.push_back({"Racks without power or tripped", watch.off.worst, runs ? 0.0 : none,
                              "", watch.off.atS()});
        row.checks.push_back(
            {"Racks slowed", watch.slowed.worst, full ? 0.0 : none, "", watch.slowed.atS()});
        row.checks.push_back({"Hottest inlet", watch.hottestInletC,
                              inlets ? watch.hottestInletC - watch.overInletK.worst : none, "°C",
                              watch.overInletK.atS()});
        row.checks.push_back({"Hottest chip", watch.chipC.worst, none, "°C", watch.chipC.atS()});
        row.checks.push_back({"Jobs interrupted", static_cast<double>(with.interruptions),
                              runs && std::isnan(asked_.lostJobs) ? 0.0
                              : runs                              ? asked_.lostJobs
                                                                  : none,
                              "", 0.0});
        double work = 0.0;
        for (const double s : without_.productiveS) {
            work += s;
        }
        const double lost = work > 0.0 ? missingAcceleratorS(without_, with) / work : 0.0;
        row.checks.push_back({"Work lost", 100.0 * lost,
                              runs && !std::isnan(asked_.lostWork) ? 100.0 * asked_.lostWork : none,
                              "%", 0.0});
    }

    static void tell(CommissionRow& row, const std::vector<Event>& events, double fromS) {
        for (const Event& e : events) {
            if (row.story.size() == kStory) {
                break;
            }
            if (e.job < 0) {
                row.story.push_back(
                    fmt::format("{:.0f} s: {}: {}", e.timeS - fromS, e.subject, e.text));
            }
        }
    }

    const CommissionSpec& spec_;
    const models::RequirementSpec& asked_;
    const std::atomic<bool>* cancel_;
    Ensemble tests_;
    std::unique_ptr<Simulator> base_;
    std::vector<double> limits_;
    RunStretch without_;
};

/// Nothing fails: what every other test is held against.
CommissionTest fullLoad(const models::RequirementSpec& asked) {
    CommissionTest test;
    test.section = "Full load";
    test.name = "Full load in design weather, nothing fails";
    const bool any = asked.power >= FailurePromise::KeepsRunning ||
                     asked.cooling >= FailurePromise::KeepsRunning ||
                     asked.network >= FailurePromise::KeepsRunning;
    test.promise = any ? FailurePromise::KeepsFullLoad : FailurePromise::NotStated;
    return test;
}

/// Whether a test is of an object, by its id, or of a section, by its title ("UPS", "ups").
bool isOf(const CommissionTest& test, const std::string& only) {
    const auto low = [](std::string text) {
        std::transform(text.begin(), text.end(), text.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return text;
    };
    return test.owner == only || low(test.section) == low(only);
}

/// COM-001, with the objects and sections that have tests.
Error nothingTested(const Project& project, const std::vector<CommissionTest>& tests,
                    const std::string& only) {
    std::vector<std::string> sections, owners;
    const auto keep = [](std::vector<std::string>& list, const std::string& one) {
        if (!one.empty() && std::find(list.begin(), list.end(), one) == list.end()) {
            list.push_back(one);
        }
    };
    for (const CommissionTest& test : tests) {
        keep(sections, test.section);
        keep(owners, test.owner);
    }
    const bool exists = project.find(only) != nullptr;
    std::vector<std::string> known = owners;
    known.insert(known.end(), sections.begin(), sections.end());
    const std::string near = exists ? std::string() : nearest(only, known);
    return {"COM-001",
            exists ? "No test of this facility fails a part of \"" + only + "\"."
                   : "The project has no object and the tests no section \"" + only + "\".",
            fmt::format("{}Tests are of the objects {}, and of the sections {}.",
                        near.empty() ? std::string() : "Did you mean \"" + near + "\"? ",
                        fmt::join(owners, ", "), fmt::join(sections, ", ")),
            project.file.string(),
            {},
            0};
}

}  // namespace

ResultAll<Commission> commission(const Project& project, const Catalogue& catalogue,
                                 const CommissionSpec& spec, const CommissionProgress& progress,
                                 const std::atomic<bool>* cancel) {
    const auto began = std::chrono::steady_clock::now();
    const Project full = atFullLoad(project, catalogue);
    const Design design = designOf(full, catalogue);
    auto plant = compile(full, catalogue, {});
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    plant->drills.clear();
    plant->failures.enabled = false;
    for (PlantPool& pool : plant->pools) {
        pool.spares = 0;
    }
    Commission out;
    out.spec = spec;
    out.project = plant->name;
    for (const Object* object : project.objectsOf("requirement")) {
        out.asked = specOf<models::RequirementSpec>(*object);
    }
    std::vector<CommissionTest> tests = commissionTests(*plant, design.power.study, out.asked);
    if (!spec.only.empty()) {
        const std::vector<CommissionTest> all = tests;
        std::erase_if(tests, [&](const CommissionTest& t) { return !isOf(t, spec.only); });
        if (tests.empty()) {
            return tl::unexpected(Errors{nothingTested(project, all, spec.only)});
        }
    }
    tests.insert(tests.begin(), fullLoad(out.asked));
    const std::vector<double> limits = inletLimits(*plant, catalogue, out.asked.inlet);
    Runner runner(spec, out.asked, progress, cancel);
    const auto weather = runner.settle(*plant);
    if (!weather && weather.error().empty()) {
        out.complete = false;  // cancelled
        return out;
    }
    if (!weather) {
        return tl::unexpected(weather.error());
    }
    out.weather = *weather;
    const auto frame = runner.base().frame();
    out.itW = (*frame)[FacilityQuantity::ItPower];
    out.facilityW = (*frame)[FacilityQuantity::FacilityPower];
    out.rows = runner.run(tests, limits);
    out.complete = !runner.cancelled();
    out.wallS = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return out;
}

}  // namespace headroom::engine
