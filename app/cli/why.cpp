// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/table.h"
#include "engine/base/scale.h"
#include "engine/plant/plant.h"
#include "engine/reliability/diagnosis/bill.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/reliability/diagnosis/event_graph.h"
#include "engine/reliability/diagnosis/story_sheet.h"
#include "engine/run/simulator.h"
#include "engine/sheet/sheet_json.h"
#include "engine/sheet/sheet_text.h"
#include "engine/store/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace headroom::app {

namespace {

using engine::Event;
using Json = nlohmann::ordered_json;

struct WhyOptions {
    std::string recording;
    std::int64_t event = -1;
    std::string job, rack, time;
    bool forward = false, bill = false, diagnose = false;
    double usdPerAcceleratorH = 0.0;
    std::size_t most = 12;
    int faults = 0;
    std::uint64_t seed = 1;
    std::string format = "text";
};

struct Run {
    std::unique_ptr<engine::Recording> recording;
    engine::EventGraph graph;
};

engine::Error error(const WhyOptions& options, std::string what, std::string remedy) {
    return {"CLI-005", std::move(what), std::move(remedy), options.recording, {}, 0};
}

engine::Result<Run> open(const WhyOptions& options) {
    Run run;
    auto recording = engine::Recording::open(options.recording);
    if (!recording) {
        return tl::unexpected(recording.error());
    }
    run.recording = std::move(*recording);
    auto events = run.recording->events();
    if (!events) {
        return tl::unexpected(events.error());
    }
    auto losses = run.recording->losses();
    if (!losses) {
        return tl::unexpected(losses.error());
    }
    run.graph.follow(engine::storyOf(std::move(*events), std::move(*losses)));
    return run;
}

std::string clock(const Run& run, double timeS) {
    const std::string local = engine::localTime(run.recording->info().startLocal, timeS);
    return local.empty() ? durationText(timeS) : local;
}

bool isSymptom(const Event& e) {
    switch (e.kind) {
        case engine::EventKind::JobInterrupted:
        case engine::EventKind::JobSlowed:
        case engine::EventKind::Throttle:
        case engine::EventKind::Trip:
        case engine::EventKind::Limit:
        case engine::EventKind::Indicator:
        case engine::EventKind::Failure:
            return true;
        default:
            return false;
    }
}

/// The event that the options mean: of several, the last that is a symptom.
engine::Result<std::int64_t> chosen(const Run& run, const WhyOptions& options) {
    if (options.event >= 0) {
        if (run.graph.find(options.event) == nullptr) {
            return tl::unexpected(error(options,
                                        fmt::format("There is no event {}.", options.event),
                                        "events.csv of an export lists them all."));
        }
        return options.event;
    }
    const auto lastOf = [&](auto&& isIt) {
        std::int64_t symptom = -1, any = -1;
        run.graph.story().forEach([&](const Event& e) {
            if (isIt(e)) {
                any = e.id;
                symptom = isSymptom(e) ? e.id : symptom;
            }
        });
        return symptom >= 0 ? symptom : any;
    };
    std::int64_t found = -1;
    if (!options.job.empty()) {
        found = lastOf([&](const Event& e) { return e.subject == options.job; });
    } else if (!options.rack.empty()) {
        const std::vector<std::string>& racks = run.recording->info().racks;
        const auto rack = std::find(racks.begin(), racks.end(), options.rack);
        const int index = rack == racks.end() ? -2 : static_cast<int>(rack - racks.begin());
        found = lastOf([&](const Event& e) { return e.rack == index; });
    } else {
        const auto timeS = parseDuration(options.time);
        if (!timeS) {
            return tl::unexpected(error(options, "'" + options.time + "' is not a time.",
                                        "State the time after the start, as 90min or 2.5h."));
        }
        found = lastOf([&](const Event& e) { return e.timeS <= *timeS && isSymptom(e); });
    }
    if (found < 0) {
        return tl::unexpected(error(options, "Nothing happened to it that the recording tells of.",
                                    "Name a job or rack as events.csv of an export does, or a "
                                    "later time."));
    }
    return found;
}

std::string line(const Run& run, const Event& e, int depth) {
    return fmt::format("{}  {:<5} {:<16} {:>{}}{}{}\n", clock(run, e.timeS),
                       fmt::format("#{}", e.id), engine::eventKindName(e.kind), "", 2 * depth,
                       e.subject.empty() ? "" : e.subject + ": ", e.text);
}

/// From the first event down to the one that was asked for.
std::string chainText(const Run& run, std::int64_t id) {
    auto chain = run.graph.chain(id);
    std::reverse(chain.begin(), chain.end());
    std::string text;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        text += line(run, *chain[i], static_cast<int>(i));
    }
    if (run.graph.isCut(id)) {
        text = "(what led to the first of these is not in the recording)\n" + text;
    }
    return text;
}

std::string treeText(const Run& run, std::int64_t id) {
    const engine::CauseTree tree = run.graph.tree(id);
    std::string text;
    for (const engine::Consequence& node : tree.nodes) {
        text += fmt::format("{}  {:<5} {:<16} {:>{}}{}\n", clock(run, node.fromS),
                            fmt::format("#{}", node.events.front()),
                            engine::eventKindName(node.kind), "", 2 * node.depth, node.text);
    }
    if (tree.left > 0) {
        text += fmt::format("... and {} more\n", tree.left);
    }
    return text;
}

std::string billText(const engine::BillSum& sum) {
    const std::string text = engine::figuresText(engine::billFigures(sum), false);
    return text.empty() ? "  Nothing was lost.\n" : text;
}

engine::StoryClock clockOf(const Run& run) {
    return [&run](double timeS) { return clock(run, timeS); };
}

/// From sensors and alarms of the recording, as they stood when the event happened.
engine::ResultAll<engine::Diagnosis> diagnosed(const Run& run, std::int64_t id) {
    const engine::RunInfo& info = run.recording->info();
    const auto catalogue = openCatalogue();
    if (!catalogue) {
        return tl::unexpected(catalogue.error());
    }
    const auto project = engine::parseProject(info.projectText, run.recording->path(), *catalogue);
    if (!project) {
        return tl::unexpected(project.error());
    }
    const auto plant = engine::compile(*project, *catalogue, {});
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    engine::Telemetry telemetry;
    std::vector<engine::Series> series;
    for (const engine::RecordedChannel& channel : run.recording->channels()) {
        auto values = run.recording->series(channel.name);
        if (!values) {
            return tl::unexpected(engine::Errors{values.error()});
        }
        telemetry.channels.push_back(channel.name);
        telemetry.timeS = values->timeS;
        series.push_back(std::move(*values));
    }
    telemetry.values.reserve(telemetry.timeS.size() * series.size());
    for (std::size_t row = 0; row < telemetry.timeS.size(); ++row) {
        for (const engine::Series& s : series) {
            telemetry.values.push_back(row < s.value.size() ? static_cast<float>(s.value[row])
                                                            : 0.0F);
        }
    }
    run.graph.story().forEach([&](const Event& e) { telemetry.take(e); });
    return engine::diagnose(*plant, telemetry, run.graph.find(id)->timeS);
}

int hitRate(const WhyOptions& options) {
    auto opened = openProject(options.recording);
    if (!opened) {
        return fail(opened.error());
    }
    // Nothing else may break meanwhile.
    std::erase_if(opened->project.objects,
                  [](const engine::Object& o) { return o.type->id == "drill"; });
    for (engine::Object& object : opened->project.objects) {
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            if (object.type->id == "failure_policy" &&
                object.type->attributes[i].key == "enabled") {
                object.values[i] = false;
            }
        }
    }
    auto simulator = engine::Simulator::create(opened->project, opened->catalogue, {});
    if (!simulator) {
        return fail(simulator.error());
    }
    const engine::HitRate rate = engine::measureHits(**simulator, options.faults, options.seed);
    if (!rate.fault.code.empty()) {
        fail(rate.fault);
        return kSolver;
    }
    if (options.format == "json") {
        Json json = engine::rowJson(engine::hitFigures(rate));
        json["trials"] = engine::sheetJson(engine::trialSheet(rate));
        printJson(json);
        return kFine;
    }
    const double seen = std::max(1, rate.seen);
    std::printf("%d faults, of which %d raised an alarm within half an hour\n", rate.faults,
                rate.seen);
    std::printf("  first suspect right      %5.1f %%\n", 100.0 * rate.first / seen);
    std::printf("  among the first three    %5.1f %%\n", 100.0 * rate.firstThree / seen);
    std::printf("  always naming %-10s %5.1f %%\n", rate.commonPart.c_str(),
                100.0 * rate.common / seen);
    return kFine;
}

void overview(const Run& run, const WhyOptions& options) {
    const engine::Bill bill(run.graph, options.usdPerAcceleratorH / kHourS);
    // Costliest events first; then those with most consequences.
    std::vector<std::int64_t> first;
    for (const engine::Bill::Line& entry : bill.roots()) {
        first.push_back(entry.root);
    }
    for (const std::int64_t root : run.graph.roots(options.most)) {
        if (std::find(first.begin(), first.end(), root) == first.end()) {
            first.push_back(root);
        }
    }
    first.resize(std::min(first.size(), options.most));
    if (options.format == "json") {
        printJson(Json{
            {"events", run.graph.size()},
            {"roots", engine::sheetJson(engine::rootSheet(run.graph, bill, first, clockOf(run)))},
            {"total", engine::rowJson(engine::billFigures(bill.total()))},
            {"without_event", engine::rowJson(engine::billFigures(bill.unexplained()))}});
        return;
    }
    std::printf("%s", tableText(engine::rootSheet(run.graph, bill, first, clockOf(run))).c_str());
    if (options.bill) {
        std::printf("\nAll of the run\n%s", billText(bill.total()).c_str());
        if (!bill.unexplained().isEmpty()) {
            std::printf("\nLosses whose event is not in the recording\n%s",
                        billText(bill.unexplained()).c_str());
        }
    }
}

int why(const WhyOptions& options) {
    if (options.faults > 0) {
        return hitRate(options);
    }
    const auto run = open(options);
    if (!run) {
        return fail(run.error());
    }
    if (options.event < 0 && options.job.empty() && options.rack.empty() && options.time.empty()) {
        overview(*run, options);
        return kFine;
    }
    const auto id = chosen(*run, options);
    if (!id) {
        return fail(id.error());
    }
    const std::int64_t root = run->graph.root(*id);
    const engine::Bill bill(run->graph, options.usdPerAcceleratorH / kHourS);
    engine::Diagnosis diagnosis;
    if (options.diagnose) {
        auto found = diagnosed(*run, *id);
        if (!found) {
            return fail(found.error());
        }
        diagnosis = std::move(*found);
    }
    if (options.format == "json") {
        Json out;
        auto chain = run->graph.chain(*id);
        std::reverse(chain.begin(), chain.end());
        out["chain"] = engine::sheetJson(engine::eventSheet(chain, clockOf(*run)));
        if (options.forward) {
            const engine::CauseTree tree = run->graph.tree(*id);
            const engine::Sheet rows = engine::consequenceSheet(tree);
            for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
                Json row = {{"events", tree.nodes[i].events}};
                row.update(engine::rowJson(rows, i));
                out["consequences"].push_back(std::move(row));
            }
        }
        if (options.bill) {
            out["bill"] = engine::rowJson(engine::billFigures(bill.of(*id)));
            out["bill_of_first"] = engine::rowJson(engine::billFigures(bill.of(root)));
        }
        if (options.diagnose) {
            const engine::Sheet rows = engine::suspectSheet(diagnosis);
            for (std::size_t i = 0; i < diagnosis.suspects.size(); ++i) {
                Json row = engine::rowJson(rows, i);
                row["reasons"] = diagnosis.suspects[i].reasons;
                out["suspects"].push_back(std::move(row));
            }
        }
        printJson(out);
        return kFine;
    }
    std::printf("Causes of event %lld, first cause first\n%s", static_cast<long long>(*id),
                chainText(*run, *id).c_str());
    if (options.forward) {
        std::printf("\nConsequences\n%s", treeText(*run, *id).c_str());
    }
    if (options.bill) {
        std::printf("\nBill of event %lld and what followed\n%s", static_cast<long long>(*id),
                    billText(bill.of(*id)).c_str());
        if (root != *id) {
            std::printf("\nBill of the first cause, event %lld\n%s", static_cast<long long>(root),
                        billText(bill.of(root)).c_str());
        }
    }
    if (options.diagnose) {
        std::printf("\nSuspects of an operator who sees alarms and sensors alone\n");
        for (std::size_t k = 0; k < diagnosis.suspects.size(); ++k) {
            const engine::Suspect& s = diagnosis.suspects[k];
            std::printf("  %zu. %s (%.0f %%)\n", k + 1, s.name.c_str(), 100.0 * s.score);
            for (const std::string& reason : s.reasons) {
                std::printf("       %s\n", reason.c_str());
            }
        }
        if (diagnosis.suspects.empty()) {
            std::printf("  none: no alarm in the half hour before\n");
        }
    }
    return kFine;
}

}  // namespace

void addWhy(Subcommand app, int& code) {
    auto options = std::make_shared<WhyOptions>();
    Subcommand command = app.subcommand(
        "why", "Explain causes in a recording, their cost, and what an operator would infer");
    command.option("RUN.db", options->recording, "recording of a run, finished or not")
        .required()
        .type("");
    Subcommand what = command.choice("what", "without any of these: the dearest first causes");
    what.option("--event", options->event, "an event, by its number")
        .type("N")
        .check(within<std::int64_t>(0, 1'000'000'000'000));
    what.option("--job", options->job, "the last symptom of a job").type("NAME");
    what.option("--rack", options->rack, "the last symptom of a rack").type("NAME");
    what.option("--at", options->time, "the last symptom up to then, as 90min or 2.5h")
        .type("TIME");
    command.flag("--forward", options->forward, "also what followed");
    command.flag("--bill", options->bill, "also what it cost");
    command
        .option("--usd-per-hour", options->usdPerAcceleratorH,
                "price of an accelerator hour, for the bill")
        .check(aPrice())
        .type("USD");
    command.flag("--diagnose", options->diagnose,
                 "also what alarms and sensors alone let an operator suspect");
    command
        .option("--hit-rate", options->faults,
                "RUN.db is a project: breaks N random parts of it, without its drills and "
                "failures, and tells how often the diagnosis finds them")
        .check(within(1, 100000))
        .type("N");
    addSeed(command, options->seed, "of --hit-rate");
    addFormat(command, options->format, {"text", "json"});
    addWide(command);
    command.action([options, &code] { code = why(*options); });
}

}  // namespace headroom::app
