// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_text.h"

#include "models/core/unit.h"
#include "ui/quantity_text.h"

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

QString lengthText(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0.0) {
        return QStringLiteral("–");
    }
    if (seconds < 59.5) {
        return quantityText(seconds, models::unit::second, seconds < 1.0 ? 2 : 3);
    }
    const auto whole = static_cast<qint64>(std::llround(seconds));
    const auto two = [](qint64 a, const char* ua, qint64 b, const char* ub) {
        const QChar space(0x2009);
        const QString first = QString::number(a) + space + ua;
        return b == 0 ? first : first + ' ' + QString::number(b) + space + ub;
    };
    if (whole < 3600) {
        return two(whole / 60, "min", whole % 60, "s");
    }
    if (whole < 86400) {
        return two(whole / 3600, "h", whole % 3600 / 60, "min");
    }
    return two(whole / 86400, "d", whole % 86400 / 3600, "h");
}

double parseLength(const QString& text) {
    static const QRegularExpression kPart(
        "^\\s*(\\d+(?:\\.\\d+)?)\\s*(d|day|days|h|hours?|min|m|minutes?|s|sec|seconds?)?\\s*");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QString rest = text.simplified().toLower();
    if (rest.isEmpty()) {
        return nan;
    }
    double seconds = 0.0;
    bool first = true;
    while (!rest.isEmpty()) {
        const auto match = kPart.match(rest);
        if (!match.hasMatch() || (match.captured(2).isEmpty() && !first)) {
            return nan;
        }
        const QString unit = match.captured(2);
        const double factor = unit.startsWith('d')   ? 86400.0
                              : unit.startsWith('h') ? 3600.0
                              : unit.startsWith('s') ? 1.0
                                                     : 60.0;
        seconds += match.captured(1).toDouble() * factor;
        rest = rest.mid(match.capturedLength());
        first = false;
        if (unit.isEmpty() && !rest.isEmpty()) {
            return nan;
        }
    }
    return seconds;
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
           jobsTr("What it has done since its last checkpoint is lost, and it does not come back.");
}

QString progressText(double share) {
    return QString::number(100.0 * share, 'f', share > 0.0 && share < 1.0 ? 1 : 0) + QChar(0x2009) +
           '%';
}

QString moneyText(double usd) {
    return quantityText(usd, models::unit::dollar, usd < 100.0 ? 3 : 4);
}

}  // namespace headroom::ui
