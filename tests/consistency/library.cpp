// SPDX-License-Identifier: Apache-2.0
#include "tests/consistency/library.h"

#include "engine/check/fabric_tables.h"
#include "engine/check/power_tables.h"
#include "engine/compare/compare.h"
#include "engine/document/order.h"
#include "engine/live/lone_job.h"
#include "engine/live/recorded_run.h"
#include "engine/money/cost_tables.h"
#include "engine/money/study.h"
#include "engine/reliability/campaign/campaign_sheet.h"
#include "engine/replay/opened_design.h"
#include "engine/report/whole/report.h"
#include "models/workload/training_job.h"
#include "tests/consistency/answers.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <atomic>
#include <memory>

namespace headroom::consistency {

namespace {

const std::atomic<bool> kNever{false};

template <class R>
bool failed(const R& result, QString& fault) {
    if (!result) {
        fault = QString::fromStdString(engine::text(result.error()));
    }
    return !result;
}

/// Rows of a sheet of texts as objects by the heads of its columns, as the commands write them.
QJsonArray rowsOf(const engine::Sheet& table) {
    QJsonArray rows;
    for (const auto& row : table.rows) {
        QJsonObject object;
        for (std::size_t c = 0; c < row.size(); ++c) {
            object[QString::fromStdString(engine::fileHead(table.columns[c]))] =
                QString::fromStdString(engine::cellPlain(row[c]));
        }
        rows.append(object);
    }
    return rows;
}

std::string run(const Asked& asked, QString& fault) {
    const auto end =
        engine::recordRun(*asked.project, catalogue(), asked.recording, asked.untilS, {}, kNever);
    if (failed(end, fault)) {
        return {};
    }
    const auto recording = engine::Recording::open(asked.recording);
    return recording ? (*recording)->summary() : std::string();
}

std::string compare(const Asked& asked) {
    engine::OpenedDesign design;
    design.project = design.withFiles = *asked.project;
    design.catalogue = catalogue();
    const auto comparison = engine::compare({engine::candidateOf("design", std::move(design)),
                                             engine::candidateOf("run", *asked.opened)});
    return comparison ? engine::comparisonJson(*comparison) : std::string();
}

std::string campaign(const Asked& asked, QString& fault) {
    engine::CampaignResult result;
    result.spec.untilS = asked.untilS;
    result.spec.replications = 1;
    result.spec.coupling = engine::Coupling::Always;
    auto plant =
        engine::compile(*asked.project, catalogue(), engine::campaignOptions(result.spec.coupling));
    if (failed(plant, fault)) {
        return {};
    }
    result.accelerators = plant->accelerators;
    result.spec.seed = plant->seed;
    auto runs = engine::replicate(std::make_shared<const engine::Plant>(std::move(*plant)),
                                  result.spec, {}, kNever);
    if (failed(runs, fault)) {
        return {};
    }
    result.replications = std::move(*runs);
    return engine::campaignJson(result);
}

std::string cost(const Asked& asked, QString& fault) {
    const auto study = engine::costStudy(*asked.project, catalogue(), {});
    return failed(study, fault) ? std::string() : engine::costJson((*study)->report());
}

QByteArray power(const Asked& asked) {
    engine::DesignOptions options;
    options.study = false;
    options.floor = false;
    const engine::Design design = engine::designOf(*asked.project, catalogue(), options);
    return QJsonDocument(QJsonObject{{"losses", rowsOf(engine::powerLossTable(design.power))}})
        .toJson();
}

QByteArray fabric(const Asked& asked) {
    const engine::BuiltFabrics built =
        engine::buildFabrics(engine::asBuilt(*asked.project), catalogue());
    return QJsonDocument(QJsonObject{{"figures", rowsOf(engine::fabricFigures(*built.network))},
                                     {"cables", rowsOf(engine::fabricCables(*built.network))}})
        .toJson();
}

/// Of the first training job of the project.
QByteArray estimate(const Asked& asked, QString& fault) {
    const auto jobs = asked.project->objectsOf("training_job");
    if (jobs.empty()) {
        return {};
    }
    const auto job = engine::specOf<models::TrainingJobSpec>(*jobs.front());
    const auto cluster = engine::clusterOf(*asked.project, job.accelerator, catalogue());
    if (!cluster) {
        fault = QString::fromStdString(cluster.error().message);
        return {};
    }
    engine::TrainingQuestion question;
    question.cluster = &*cluster;
    question.model = catalogue().spec<models::LanguageModelSpec>(job.model);
    question.profile = catalogue().spec<models::JobProfileSpec>(job.profile);
    question.software = catalogue().spec<models::SoftwareStackSpec>(
        job.softwareStack.empty() ? "megatron-core" : job.softwareStack);
    question.plan = models::planOf(job, *question.model);
    question.gradientCompression = job.gradientCompression;
    question.localSteps = job.localSteps;
    const auto network = engine::networkAlone(*asked.project, catalogue(), question, job.profile);
    if (!network) {
        fault = QString::fromStdString(network.error().message);
        return {};
    }
    question.network = *network;
    const engine::TrainingEstimate estimate = engine::estimateTraining(question);
    return QJsonDocument(QJsonObject{{"step_s", estimate.step.stepS}, {"mfu", estimate.step.mfu}})
        .toJson();
}

}  // namespace

QByteArray libraryJson(const QString& face, const Asked& asked, QString& fault) {
    const auto bytes = [](const std::string& text) { return QByteArray::fromStdString(text); };
    return face == "run"        ? bytes(run(asked, fault))
           : face == "compare"  ? bytes(compare(asked))
           : face == "campaign" ? bytes(campaign(asked, fault))
           : face == "cost"     ? bytes(cost(asked, fault))
           : face == "power"    ? power(asked)
           : face == "fabric"   ? fabric(asked)
           : face == "estimate" ? estimate(asked, fault)
                                : QByteArray();
}

QByteArray libraryReport(const Asked& asked) {
    engine::ReportInput input;
    input.recording = asked.opened->recording.get();
    input.project = &*asked.opened->project;
    input.withFiles = &*asked.opened->withFiles;
    input.catalogue = &*asked.opened->catalogue;
    const auto page = engine::reportHtml(input);
    return page ? QByteArray::fromStdString(*page) : QByteArray();
}

}  // namespace headroom::consistency
