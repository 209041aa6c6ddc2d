// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_text.h"

#include "models/core/unit.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <cmath>
#include <limits>

namespace headroom::ui {

namespace {

QString jobsTr(const char* text) {
    return QCoreApplication::translate("Jobs", text);
}

}  // namespace

QString stateWord(engine::JobState state) {
    switch (state) {
        case engine::JobState::Queued:
            return jobsTr("Queued");
        case engine::JobState::Starting:
            return jobsTr("Starting");
        case engine::JobState::Running:
            return jobsTr("Running");
        case engine::JobState::Completed:
            return jobsTr("Completed");
        case engine::JobState::Failed:
            return jobsTr("Failed");
    }
    return {};
}

QString stateWord(const engine::JobRow& job) {
    return job.held && job.state == engine::JobState::Queued ? jobsTr("Held")
                                                             : stateWord(job.state);
}

QString jobName(const engine::JobRow& job) {
    return job.name.empty() ? jobsTr("Job %1").arg(job.id) : QString::fromStdString(job.name);
}

QString lossText(const engine::JobRow& job, double nowS) {
    switch (job.state) {
        case engine::JobState::Queued:
            return jobsTr("It waits since %1 and would not run.")
                .arg(lengthText(std::max(0.0, nowS - job.submitS)));
        case engine::JobState::Starting:
        case engine::JobState::Running:
            break;
        default:
            return jobsTr("It has ended already.");
    }
    const double ranS = job.startS >= 0.0 ? std::max(0.0, nowS - job.startS) : 0.0;
    QString text = jobsTr("It holds %1 accelerators since %2 and is done to %3.")
                       .arg(job.accelerators)
                       .arg(lengthText(ranS), progressText(job.progress));
    if (job.costUsd > 0.0) {
        text += ' ' + jobsTr("It has cost %1 so far.").arg(moneyText(job.costUsd));
    }
    return text + ' ' +
           jobsTr("Its work since the last checkpoint is lost, and the job does not return.");
}

QString progressText(double share) {
    return QString::number(100.0 * share, 'f', share > 0.0 && share < 1.0 ? 1 : 0) + QChar(0x2009) +
           '%';
}

}  // namespace headroom::ui
