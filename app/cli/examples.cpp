// SPDX-License-Identifier: Apache-2.0
#include "app/cli/examples.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>

namespace headroom::app {

namespace {

constexpr Example kExamples[] = {
    {"run", "Simulate two hours and record them",
     "headroom-cli run scenarios/tour-small-hall --until 2h --out tour.db"},
    {"run", "Print the summary as JSON, for scripts",
     "headroom-cli run scenarios/tour-small-hall --until 30min --quiet --format json --out a.db"},
    {"new", "Design a facility of 5 MW with liquid-cooled servers",
     "headroom-cli new --mw 5 --rack dlc-h100-8 --out hall.json"},
    {"new", "Give the work of a project other racks and dry coolers",
     "headroom-cli new --like scenarios/tour-small-hall --rack dlc-h100-8 --cooling dry --out "
     "dry.json"},
    {"power", "List what each single failure of the wiring takes down",
     "headroom-cli power scenarios/tour-small-hall --table failures"},
    {"fabric", "List cables, optics and switches with prices",
     "headroom-cli fabric scenarios/oversubscription-study --bill"},
    {"estimate training", "Find the fastest parallelism for a model on 64 accelerators",
     "headroom-cli estimate training --model llama3-8b --cluster h100-sxm:64 --optimize"},
    {"estimate inference", "Estimate latency and throughput of a replica of eight accelerators",
     "headroom-cli estimate inference --model llama3-70b --cluster h100-sxm:8 --tp 8"},
    {"waveform", "Show the power swings after one hour of training",
     "headroom-cli waveform scenarios/training-swings --at 1h"},
    {"ask step-timeline", "Show the phases of one training step after an hour",
     "headroom-cli ask step-timeline scenarios/training-swings --at 1h"},
    {"doctor", "Show how an order is understood",
     "headroom-cli doctor scenarios/tour-small-hall --order \"fail cdus\""},
    {"airflow", "Find the rack inlets after the fans of one wall fail",
     "headroom-cli airflow scenarios/tour-small-hall --lose fans --off 1"},
    {"check", "Check a design and fail on warnings too, for CI",
     "headroom-cli check scenarios/tour-small-hall --strict --format json"},
    {"catalog", "List the servers of the catalogue", "headroom-cli catalog server"},
    {"catalog", "Show one server with the source of each figure",
     "headroom-cli catalog server dgx-h100"},
    {"schema", "Print the schema of study files", "headroom-cli schema study"},
    {"export", "Write a recording as CSV files with units",
     "headroom-cli export tour.db --out tour-csv"},
    {"export", "Draw the plan and list the bill of materials",
     "headroom-cli export scenarios/tour-small-hall --svg plan.svg --bom bill.csv"},
    {"import", "Show how a Slurm job log is understood", "headroom-cli import sacct.txt --explain"},
    {"report", "Write results and design of a recording for a client",
     "headroom-cli report tour.db --out tour.html --client \"Example Cloud\""},
    {"validate", "Compare the models of air with published figures",
     "headroom-cli validate --kind psychrometrics"},
    {"schedule", "Compare three scheduling policies on a Slurm log",
     "headroom-cli schedule sacct.txt --accelerators 1024 --policy fifo,easy,sjf"},
    {"campaign", "Find the spread of training progress over five random histories of failures",
     "headroom-cli campaign scenarios/llama3-54-days --replications 5 --days 5"},
    {"sweep", "Fail each UPS in turn and rank the losses",
     "headroom-cli sweep scenarios/tour-small-hall --part ups --warm-up 10min --horizon 10min"},
    {"study run", "Run all combinations of a study", "headroom-cli study run best.study.json"},
    {"study run", "Run a study as 20 tasks of a Slurm cluster",
     "headroom-cli study run best.study.json --on slurm --tasks 20"},
    {"study status", "See how far the tasks are", "headroom-cli study status best.study.json"},
    {"study merge", "Collect the results that the tasks have written by now",
     "headroom-cli study merge best.study.json"},
    {"study results", "List the best five designs of a study",
     "headroom-cli study results best.study.json --top 5"},
    {"study design", "Write the first design of a study as a project",
     "headroom-cli study design best.study.json --point 0 --into best"},
    {"twin", "Compare a day of meter readings with the models and look six hours ahead",
     "headroom-cli twin my-hall --telemetry meters.csv --ahead 6h"},
    {"calibrate", "Fit a set point to meter readings",
     "headroom-cli calibrate my-hall --telemetry meters.csv --parameters "
     "warm.supply_setpoint_c=25:40 --out overlay.json"},
    {"commission", "Test the CDUs at full load and write the protocol",
     "headroom-cli commission scenarios/tour-small-hall --part cdus --out ist.html"},
    {"sensitivity", "Rank the figures of accelerators that move the results of ten minutes",
     "headroom-cli sensitivity scenarios/tour-small-hall --until 10min --type accelerator"},
    {"why", "Show the chains of causes of a recording", "headroom-cli why tour.db"},
    {"compare", "Compare a run with its branch", "headroom-cli compare tour.db warmer.db"},
    {"cost", "Compute the cost of ownership over five years",
     "headroom-cli cost scenarios/onprem-vs-cloud --years 5"},
    {"plan", "Compare two clouds for a training run of 2 trillion tokens in 90 days",
     "headroom-cli plan --run llama3-70b:2T:90d:2048 --against cloud-b200 --against aws-p5"},
    {"parallelism", "Find the parallel plans of a model on 16,384 accelerators for Megatron",
     "headroom-cli parallelism --model llama3-405b --cluster dgx-h100:16384 --launcher megatron "
     "--precision bf16"},
    {"goodput", "Find checkpoint interval and spares of a job on 16,384 accelerators",
     "headroom-cli goodput --cluster dgx-h100:16384 --model llama3-405b "
     "--storage-gb-per-s 2000"},
    {"fleet", "Find the smallest fleet for 100 million chats a day",
     "headroom-cli fleet --model llama3-70b --on lambda-h100 --chats-per-day 100e6 "
     "--ttft-ms 500 --tpot-ms 50"},
    {"replay", "Print the summary of the run after 30 minutes",
     "headroom-cli replay tour.db --at 30min"},
    {"replay", "Compute the run again and compare each state with the recording",
     "headroom-cli replay tour.db --verify"},
    {"branch", "Continue from 30 minutes with warmer water",
     "headroom-cli branch tour.db --at 30min --set warm.supply_setpoint_c=36 --until 1h --out "
     "warmer.db"},
    {"branch", "Fail the CDUs and record the consequences",
     "headroom-cli branch tour.db --at 30min --order \"fail cdus at 35min for 10min\" --until 1h "
     "--out worse.db"},
    {"serve", "Serve a running simulation to browsers on this machine",
     "headroom-cli serve scenarios/tour-small-hall --bind 127.0.0.1:8421"},
    {"help", "Search the manual", "headroom-cli help cost per token"},
    {"help", "Print a page of the manual", "headroom-cli help replay-slurm-log"},
    {"manual", "Write the completion of bash",
     "headroom-cli manual --completion headroom-cli.bash --shell bash"},
    {"bench", "Measure how long a project takes to open", "headroom-cli bench open"},
};

/// The examples of the command; of a group the first one of each subcommand.
std::vector<Example> shownExamples(std::string_view path) {
    std::vector<Example> shown = examplesOf(path);
    if (!shown.empty() || path.empty()) {
        return shown;
    }
    const std::string below = std::string(path) + ' ';
    for (const Example& example : kExamples) {
        if (example.path.starts_with(below) &&
            std::none_of(shown.begin(), shown.end(),
                         [&](const Example& other) { return other.path == example.path; })) {
            shown.push_back(example);
        }
    }
    return shown;
}

void addBelow(CLI::App& command, const std::string& path) {
    std::string text;
    for (const Example& example : shownExamples(path)) {
        text += (text.empty() ? "Examples:\n  " : "\n  ") + std::string(example.purpose) +
                ":\n    " + std::string(example.call);
    }
    if (!text.empty()) {
        command.footer(text);
    }
    for (CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; })) {
        if (!below->get_name().empty()) {
            addBelow(*below, path.empty() ? below->get_name() : path + ' ' + below->get_name());
        }
    }
}

}  // namespace

std::vector<Example> examplesOf(std::string_view path) {
    std::vector<Example> examples;
    std::copy_if(std::begin(kExamples), std::end(kExamples), std::back_inserter(examples),
                 [&](const Example& example) { return example.path == path; });
    return examples;
}

void addExamples(CLI::App& program) {
    addBelow(program, {});
}

}  // namespace headroom::app
