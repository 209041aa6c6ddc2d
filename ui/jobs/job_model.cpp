// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_model.h"

#include "ui/jobs/job_text.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace headroom::ui {

namespace {

constexpr std::size_t kManyRows = 400;  // from which views start afresh

const QString kNone = QStringLiteral("–");

QString orNone(double value, const models::Unit& unit) {
    return value > 0.0 ? quantityText(value, unit, 3) : kNone;
}

/// Events that never happened sort last.
double timeOrLast(double timeS) {
    return timeS >= 0.0 ? timeS : std::numeric_limits<double>::infinity();
}

/// Who is at work first, then who waits, then who is done.
int stateRank(const engine::JobRow& job) {
    switch (job.state) {
        case engine::JobState::Running:
            return 0;
        case engine::JobState::Starting:
            return 1;
        case engine::JobState::Queued:
            return job.held ? 3 : 2;
        case engine::JobState::Failed:
            return 4;
        case engine::JobState::Completed:
            return 5;
    }
    return 6;
}

QColor stateColour(const engine::JobRow& job) {
    const ThemeColours& c = Theme::instance().colours();
    switch (job.state) {
        case engine::JobState::Running:
        case engine::JobState::Completed:
            return c.good;
        case engine::JobState::Starting:
            return c.caution;
        case engine::JobState::Failed:
            return c.bad;
        case engine::JobState::Queued:
            return c.muted;
    }
    return {};
}

QString orNone(const std::string& text) {
    return text.empty() ? kNone : QString::fromStdString(text);
}

QString restartsText(const engine::JobRow& job) {
    const int failures = job.restarts - job.preemptions;
    return job.preemptions > 0 ? QStringLiteral("%1 + %2").arg(failures).arg(job.preemptions)
                               : QString::number(failures);
}

using Job = engine::JobRow;

TableColumn<Job> words(QString title, QString why, std::function<QString(const Job&)> text) {
    return {.title = std::move(title), .why = std::move(why), .text = std::move(text)};
}

TableColumn<Job> number(QString title, QString why, std::function<QString(const Job&)> text,
                        std::function<QVariant(const Job&)> key) {
    return {.title = std::move(title),
            .why = std::move(why),
            .side = CellSide::Right,
            .text = std::move(text),
            .key = std::move(key)};
}

/// The same, with the name by which it is explained.
TableColumn<Job> named(const char* key, TableColumn<Job> column) {
    column.number = [key](const Job& job) {
        return NumberName{"job", {}, std::to_string(job.id), key}.text();
    };
    return column;
}

/// A figure of now, with a dash where there is none.
TableColumn<Job> figure(QString title, QString why, double Job::*value, const models::Unit& unit) {
    return number(
        std::move(title), std::move(why),
        [value, unit](const Job& job) { return orNone(job.*value, unit); },
        [value](const Job& job) { return job.*value; });
}

/// `now`: the time of the run in which deadlines are missed.
std::vector<TableColumn<Job>> jobColumns(const double* nowS) {
    using M = JobModel;
    TableColumn<Job> state =
        words(M::tr("State"), {}, [](const Job& job) { return stateWord(job); });
    // The large ones first.
    state.key = [](const Job& job) { return 1e9 * stateRank(job) - job.accelerators; };
    state.colour = stateColour;
    TableColumn<Job> progress = number(
        M::tr("Progress"), M::tr("Share of its tokens or run time that is done"),
        [](const Job& job) { return job.service ? kNone : progressText(job.progress); },
        [](const Job& job) { return job.progress; });
    progress.more = [](const Job& job, int role) {
        return role == M::kShareRole && !job.service ? QVariant(job.progress) : QVariant();
    };
    TableColumn<Job> deadline = number(
        M::tr("Deadline"), M::tr("Since the start of the run"),
        [](const Job& job) { return momentText(job.deadlineS); },
        [](const Job& job) { return timeOrLast(job.deadlineS); });
    deadline.colour = [nowS](const Job& job) {
        const bool missed =
            job.deadlineS >= 0.0 && job.deadlineS < (job.endS >= 0.0 ? job.endS : *nowS);
        return missed ? Theme::instance().colours().bad : QColor();
    };
    TableColumn<Job> why =
        words(M::tr("Why"),
              M::tr("The bound of the job, the reason of its wait, or the cause of its last end"),
              [](const Job& job) { return QString::fromStdString(job.why); });
    why.colour = [](const Job&) { return Theme::instance().colours().muted; };
    return {
        number(
            M::tr("Job"), M::tr("Number in the order of submission"),
            [](const Job& job) { return QString::number(job.id); },
            [](const Job& job) { return QVariant::fromValue(static_cast<qlonglong>(job.id)); }),
        words(M::tr("Name"), {}, jobName),
        std::move(state),
        words(M::tr("Tenant"), M::tr("Owner of the job"),
              [](const Job& job) { return orNone(job.tenant); }),
        number(
            M::tr("Priority"), M::tr("Higher goes first"),
            [](const Job& job) { return QString::number(job.priority); },
            [](const Job& job) { return job.priority; }),
        words(M::tr("Accelerator"), M::tr("Kind that it runs on"),
              [](const Job& job) { return orNone(job.accelerator); }),
        named("accelerators", number(
                                  M::tr("Size"), M::tr("Accelerators that it asks for or holds"),
                                  [](const Job& job) { return QString::number(job.accelerators); },
                                  [](const Job& job) { return job.accelerators; })),
        words(M::tr("Where"), M::tr("Site or cloud that it runs in"),
              [](const Job& job) {
                  return job.site.empty() ? M::tr("here") : QString::fromStdString(job.site);
              }),
        number(
            M::tr("Submitted"), M::tr("Simulated time since the start of the run"),
            [](const Job& job) { return momentText(job.submitS); },
            [](const Job& job) { return job.submitS; }),
        number(
            M::tr("Waited"), M::tr("All its time in the queue so far"),
            [](const Job& job) { return lengthText(job.queuedS); },
            [](const Job& job) { return job.queuedS; }),
        number(
            M::tr("Started"), M::tr("Last start, since the start of the run"),
            [](const Job& job) { return momentText(job.startS); },
            [](const Job& job) { return timeOrLast(job.startS); }),
        named("progress", std::move(progress)),
        named("tokens_per_s", figure(M::tr("Throughput"), M::tr("Tokens trained per second, now"),
                                     &Job::tokensPerS, {"tokens/s", 1.0})),
        named("step_s", figure(M::tr("Step"), M::tr("Time of one training step, now"),
                               &Job::stepTimeS, models::unit::second)),
        named("mfu",
              figure(M::tr("MFU"), M::tr("Model FLOP utilisation: useful over peak arithmetic"),
                     &Job::mfu, models::unit::percent)),
        named("ettr",
              figure(M::tr("ETTR"),
                     M::tr("Effective training time ratio: productive over wall time since its "
                           "first start"),
                     &Job::ettr, models::unit::percent)),
        named("restarts",
              number(M::tr("Restarts"), M::tr("After failures; and, after the plus, preemptions"),
                     restartsText, [](const Job& job) { return job.restarts; })),
        named("cost_usd",
              number(
                  M::tr("Cost"), M::tr("So far: energy, and rent and egress at other sites"),
                  [](const Job& job) { return job.costUsd > 0.0 ? moneyText(job.costUsd) : kNone; },
                  [](const Job& job) { return job.costUsd; })),
        std::move(deadline),
        std::move(why),
    };
}

}  // namespace

JobModel::JobModel(QObject* parent) : RecordTable(jobColumns(&nowS_), parent) {}

void JobModel::clear() {
    beginResetModel();
    jobs_.clear();
    order_.clear();
    endResetModel();
}

int JobModel::rowOf(std::int64_t job) const {
    for (std::size_t r = 0; r < order_.size(); ++r) {
        if (jobs_[static_cast<std::size_t>(order_[r])].id == job) {
            return static_cast<int>(r);
        }
    }
    return -1;
}

std::vector<std::string> JobModel::tenants() const {
    std::set<std::string> names;
    for (const engine::JobRow& job : jobs_) {
        names.insert(job.tenant);
    }
    return {names.begin(), names.end()};
}

void JobModel::setJobs(const std::vector<engine::JobRow>& jobs, double nowS) {
    nowS_ = nowS;
    std::unordered_map<std::int64_t, std::size_t> known;
    known.reserve(jobs_.size());
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        known[jobs_[i].id] = i;
    }
    std::vector<char> stays(jobs_.size(), 0);
    std::vector<const engine::JobRow*> fresh;
    for (const engine::JobRow& job : jobs) {
        if (const auto found = known.find(job.id); found != known.end()) {
            jobs_[found->second] = job;
            stays[found->second] = 1;
        } else {
            fresh.push_back(&job);
        }
    }
    if (std::any_of(stays.begin(), stays.end(), [](char s) { return s == 0; })) {
        keepRows([&stays](int job) { return stays[static_cast<std::size_t>(job)] != 0; });
        std::vector<int> place(jobs_.size(), -1);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < jobs_.size(); ++i) {
            if (stays[i] != 0) {
                place[i] = static_cast<int>(kept);
                if (kept != i) {
                    jobs_[kept] = std::move(jobs_[i]);
                }
                ++kept;
            }
        }
        jobs_.resize(kept);
        for (int& job : order_) {
            job = place[static_cast<std::size_t>(job)];
        }
    }
    for (const engine::JobRow* job : fresh) {
        jobs_.push_back(*job);
    }
    arrange();
}

void JobModel::setFilter(const Filter& filter) {
    if (filter != filter_) {
        filter_ = filter;
        arrange();
    }
}

void JobModel::sort(int column, Qt::SortOrder order) {
    sortColumn_ = column;
    sortOrder_ = order;
    arrange();
}

bool JobModel::passes(const engine::JobRow& job) const {
    if (filter_.state == Filter::kHeld
            ? !job.held || job.state != engine::JobState::Queued
            : filter_.state >= 0 && static_cast<int>(job.state) != filter_.state) {
        return false;
    }
    if (!filter_.anyTenant && job.tenant != filter_.tenant) {
        return false;
    }
    const auto has = [this](const std::string& text) {
        return QString::fromStdString(text).contains(filter_.text, Qt::CaseInsensitive);
    };
    return filter_.text.isEmpty() || has(job.name) || has(job.tenant) || has(job.accelerator) ||
           has(job.why) || QString::number(job.id) == filter_.text;
}

std::vector<int> JobModel::arranged() const {
    std::vector<int> order;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        if (passes(jobs_[i])) {
            order.push_back(static_cast<int>(i));
        }
    }
    std::vector<QVariant> keys(sortColumn_ < 0 ? 0 : jobs_.size());
    for (const int job : order) {
        if (sortColumn_ >= 0) {
            keys[static_cast<std::size_t>(job)] =
                keyOf(jobs_[static_cast<std::size_t>(job)], sortColumn_);
        }
    }
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        const auto first = static_cast<std::size_t>(a);
        const auto second = static_cast<std::size_t>(b);
        const auto c = keys.empty() ? QPartialOrdering::Equivalent
                                    : QVariant::compare(keys[first], keys[second]);
        return c == QPartialOrdering::Less      ? sortOrder_ == Qt::AscendingOrder
               : c == QPartialOrdering::Greater ? sortOrder_ == Qt::DescendingOrder
                                                : jobs_[first].id < jobs_[second].id;
    });
    return order;
}

/// Takes the other rows away, in as few steps as they have gaps.
void JobModel::keepRows(const std::function<bool(int job)>& stays) {
    auto last = static_cast<int>(order_.size());
    while (last > 0) {
        int first = last;
        while (first > 0 && !stays(order_[static_cast<std::size_t>(first - 1)])) {
            --first;
        }
        if (first < last) {
            beginRemoveRows({}, first, last - 1);
            order_.erase(order_.begin() + first, order_.begin() + last);
            endRemoveRows();
        }
        last = first - 1;
    }
}

void JobModel::arrange() {
    const std::vector<int> wanted = arranged();
    if (wanted.size() > order_.size() + kManyRows || order_.size() > wanted.size() + kManyRows) {
        // The table fills or empties at once.
        beginResetModel();
        order_ = wanted;
        endResetModel();
        return;
    }
    std::vector<char> isWanted(jobs_.size(), 0);
    for (const int job : wanted) {
        isWanted[static_cast<std::size_t>(job)] = 1;
    }
    keepRows([&isWanted](int job) { return isWanted[static_cast<std::size_t>(job)] != 0; });
    for (const int job : order_) {
        isWanted[static_cast<std::size_t>(job)] = 0;
    }
    if (wanted.size() > order_.size()) {
        const int first = rowCount();
        beginInsertRows({}, first, static_cast<int>(wanted.size()) - 1);
        for (const int job : wanted) {
            if (isWanted[static_cast<std::size_t>(job)] != 0) {
                order_.push_back(job);
            }
        }
        endInsertRows();
    }
    if (wanted != order_) {
        emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        const QModelIndexList before = persistentIndexList();
        std::vector<int> rowNow(jobs_.size(), -1);
        for (std::size_t r = 0; r < wanted.size(); ++r) {
            rowNow[static_cast<std::size_t>(wanted[r])] = static_cast<int>(r);
        }
        QModelIndexList after;
        for (const QModelIndex& index : before) {
            const int job = order_[static_cast<std::size_t>(index.row())];
            after << createIndex(rowNow[static_cast<std::size_t>(job)], index.column());
        }
        order_ = wanted;
        changePersistentIndexList(before, after);
        emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }
    tellAllChanged();
}

}  // namespace headroom::ui
