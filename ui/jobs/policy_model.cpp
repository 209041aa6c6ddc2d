// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/policy_model.h"

#include "ui/jobs/job_palette.h"
#include "ui/jobs/job_text.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPixmap>

#include <array>
#include <cmath>
#include <limits>

namespace headroom::ui {

namespace {

enum class Better { Neither, Low, High };

struct Measure {
    const char* name;
    const char* csv;
    const char* tip;
    Better better;
};

#define T(text) QT_TRANSLATE_NOOP("Policies", text)

constexpr auto kMeasures = std::to_array<Measure>({
    {T("Policy"), "policy", "", Better::Neither},
    {T("Mean wait"), "mean_wait_s", T("Not running, between submission and end; mean of all jobs"),
     Better::Low},
    {T("p99 wait"), "p99_wait_s", T("One job in a hundred waits longer"), Better::Low},
    {T("Mean JCT"), "mean_jct_s", T("Job completion time: end less submission"), Better::Low},
    {T("Slowdown"), "bounded_slowdown",
     T("Completion over run time, runs below 10 s counted as 10 s; mean of all jobs"), Better::Low},
    {T("Utilisation"), "utilization",
     T("Accelerator time held over that there was, from first submission to last end"),
     Better::High},
    {T("Goodput"), "goodput", T("The same without work that was done again"), Better::High},
    {T("Fairness"), "jain_fairness",
     T("Jain's index over the tenants' mean slowdown: 1 where all are slowed alike"), Better::High},
    {T("Attained"), "deadlines_met", T("Share of jobs that end before their deadline"),
     Better::High},
    {T("Preemptions"), "preemptions", T("How often a job lost its accelerators to another"),
     Better::Neither},
    {T("Completed"), "completed_jobs", T("Jobs that ended; the others are larger than the pool"),
     Better::Neither},
});
static_assert(kMeasures.size() == PolicyModel::ColumnCount);

struct Name {
    const char* id;
    const char* name;
    const char* tip;
};

constexpr auto kNames = std::to_array<Name>({
    {"fifo", T("FIFO"), T("In the order of submission; the head of the line blocks all")},
    {"easy", T("EASY backfill"), T("FIFO; others pass where they do not delay the head")},
    {"conservative", T("Conservative backfill"),
     T("FIFO; others pass where they delay nobody ahead of them")},
    {"priority", T("Priority"),
     T("Higher priority first, preempting lower; backfill. Traces without priorities: as EASY")},
    {"sjf", T("Shortest job first"), T("The shortest run time first, without preemption")},
    {"srtf", T("Shortest remaining"), T("The shortest remaining time first, with preemption")},
    {"fair-share", T("Fair share"), T("The tenant that has had least for its weight first")},
    {"las", T("Least attained service"),
     T("Who has had least accelerator time first, with preemption; needs no run times")},
    {"elastic", T("Elastic"),
     T("Jobs shrink and grow to share the pool. Assumed: each runs on half to twice its "
       "accelerators, at a speed in proportion")},
});

#undef T

QString translated(const char* text) {
    return QCoreApplication::translate("Policies", text);
}

double valueOf(const engine::ScheduleMetrics& m, int column) {
    switch (column) {
        case PolicyModel::MeanWait:
            return m.meanWaitS;
        case PolicyModel::TailWait:
            return m.p99WaitS;
        case PolicyModel::MeanJct:
            return m.meanJctS;
        case PolicyModel::Slowdown:
            return m.boundedSlowdown;
        case PolicyModel::Utilisation:
            return m.utilization;
        case PolicyModel::Goodput:
            return m.goodput;
        case PolicyModel::Fairness:
            return m.fairness;
        case PolicyModel::Attainment:
            return m.deadlines > 0 ? m.deadlinesMet : std::numeric_limits<double>::quiet_NaN();
        case PolicyModel::Preemptions:
            return static_cast<double>(m.preemptions);
        case PolicyModel::Completed:
            return static_cast<double>(m.completed);
        default:
            return std::numeric_limits<double>::quiet_NaN();
    }
}

QString textOf(const engine::ScheduleMetrics& m, int column) {
    const double value = valueOf(m, column);
    switch (column) {
        case PolicyModel::MeanWait:
        case PolicyModel::TailWait:
        case PolicyModel::MeanJct:
            return lengthText(value);
        case PolicyModel::Slowdown:
        case PolicyModel::Fairness:
            return numberText(value, 3);
        case PolicyModel::Utilisation:
        case PolicyModel::Goodput:
        case PolicyModel::Attainment:
            return quantityText(value, models::unit::percent, 3);
        case PolicyModel::Completed:
            return m.refused > 0 ? translated("%1 of %2").arg(m.completed).arg(m.jobs)
                                 : QString::number(m.completed);
        default:
            return QLocale(QLocale::English).toString(value, 'f', 0);
    }
}

}  // namespace

QString PolicyModel::policyName(const std::string& policy) {
    for (const Name& known : kNames) {
        if (policy == known.id) {
            return translated(known.name);
        }
    }
    return QString::fromStdString(policy);
}

QString PolicyModel::policyTip(const std::string& policy) {
    for (const Name& known : kNames) {
        if (policy == known.id) {
            return translated(known.tip);
        }
    }
    return {};
}

PolicyModel::PolicyModel(QObject* parent) : RecordTable(columnsOf(), parent) {}

void PolicyModel::clear() {
    reset({});
    outcomes_.clear();
}

void PolicyModel::add(const PolicyOutcome& outcome) {
    outcomes_.push_back(outcome);
    append({rowCount()});
    tellAllChanged();  // who is best may be another
}

bool PolicyModel::isBest(int row, int column) const {
    const Better better = kMeasures[static_cast<std::size_t>(column)].better;
    if (better == Better::Neither) {
        return false;
    }
    const double mine = valueOf(outcomes_[static_cast<std::size_t>(row)].metrics, column);
    bool differs = false;
    for (const PolicyOutcome& other : outcomes_) {
        const double value = valueOf(other.metrics, column);
        if (better == Better::Low ? value < mine : value > mine) {
            return false;
        }
        differs = differs || value != mine;
    }
    return differs && std::isfinite(mine);
}

QString PolicyModel::csv() const {
    QString text;
    for (const Measure& measure : kMeasures) {
        text += (text.isEmpty() ? "" : ",") + QString::fromUtf8(measure.csv);
    }
    text += '\n';
    for (const PolicyOutcome& outcome : outcomes_) {
        text += QString::fromStdString(outcome.policy);
        for (int column = MeanWait; column < ColumnCount; ++column) {
            const double value = valueOf(outcome.metrics, column);
            text += ',';
            if (std::isfinite(value)) {
                text += QString::number(value, 'g', 10);
            }
        }
        text += '\n';
    }
    return text;
}

std::vector<TableColumn<int>> PolicyModel::columnsOf() const {
    const auto metrics = [this](int row) -> const engine::ScheduleMetrics& {
        return outcomes_[static_cast<std::size_t>(row)].metrics;
    };
    const auto policy = [this](int row) -> const std::string& {
        return outcomes_[static_cast<std::size_t>(row)].policy;
    };
    std::vector<TableColumn<int>> columns{{
        .title = translated(kMeasures[Policy].name),
        .text = [policy](int row) { return policyName(policy(row)); },
        .tip = [policy](int row) { return policyTip(policy(row)); },
        .mark = [](int row) -> QVariant {
            QPixmap swatch(12, 12);
            swatch.fill(JobPalette::ofTenant(row));
            return swatch;
        },
    }};
    for (int c = MeanWait; c < ColumnCount; ++c) {
        const Measure& measure = kMeasures[static_cast<std::size_t>(c)];
        columns.push_back({
            .title = translated(measure.name),
            .why = translated(measure.tip),
            .side = CellSide::Right,
            .text =
                [this, metrics, c](int row) {
                    const QString text = textOf(metrics(row), c);
                    return isBest(row, c) ? QStringLiteral("★ ") + text : text;
                },
            .tip =
                [this, c](int row) {
                    return isBest(row, c) ? translated("The best of those compared") : QString();
                },
            .colour =
                [this, c](int row) {
                    return isBest(row, c) ? Theme::instance().colours().good : QColor();
                },
            .isBold = [this, c](int row) { return isBest(row, c); },
        });
    }
    return columns;
}

}  // namespace headroom::ui
