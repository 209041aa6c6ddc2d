// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_model.h"

#include "ui/jobs/job_text.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string>
#include <unordered_map>

namespace headroom::ui {

namespace {

constexpr std::size_t kManyRows = 400;  // from which views start afresh

const QString kNone = QStringLiteral("–");

QString orNone(double value, const models::Unit& unit) {
    return value > 0.0 ? quantityText(value, unit, 3) : kNone;
}

struct Head {
    const char* name;
    const char* tip;
    bool words;
};

constexpr auto kHeads = std::to_array<Head>({
    {QT_TRANSLATE_NOOP("JobModel", "Job"),
     QT_TRANSLATE_NOOP("JobModel", "Number in the order of submission"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Name"), "", true},
    {QT_TRANSLATE_NOOP("JobModel", "State"), "", true},
    {QT_TRANSLATE_NOOP("JobModel", "Tenant"), QT_TRANSLATE_NOOP("JobModel", "Whose job it is"),
     true},
    {QT_TRANSLATE_NOOP("JobModel", "Priority"), QT_TRANSLATE_NOOP("JobModel", "Higher goes first"),
     false},
    {QT_TRANSLATE_NOOP("JobModel", "Accelerator"),
     QT_TRANSLATE_NOOP("JobModel", "Kind that it runs on"), true},
    {QT_TRANSLATE_NOOP("JobModel", "Size"),
     QT_TRANSLATE_NOOP("JobModel", "Accelerators that it asks for or holds"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Where"),
     QT_TRANSLATE_NOOP("JobModel", "Site or cloud that it runs in"), true},
    {QT_TRANSLATE_NOOP("JobModel", "Submitted"),
     QT_TRANSLATE_NOOP("JobModel", "Simulated time since the start of the run"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Waited"),
     QT_TRANSLATE_NOOP("JobModel", "All its time in the queue so far"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Started"),
     QT_TRANSLATE_NOOP("JobModel", "Last start, since the start of the run"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Progress"),
     QT_TRANSLATE_NOOP("JobModel", "Share of its tokens or run time that is done"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Throughput"),
     QT_TRANSLATE_NOOP("JobModel", "Tokens trained per second, now"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Step"),
     QT_TRANSLATE_NOOP("JobModel", "Time of one training step, now"), false},
    {QT_TRANSLATE_NOOP("JobModel", "MFU"),
     QT_TRANSLATE_NOOP("JobModel", "Model FLOP utilisation: useful over peak arithmetic"), false},
    {QT_TRANSLATE_NOOP("JobModel", "ETTR"),
     QT_TRANSLATE_NOOP("JobModel",
                       "Effective training time ratio: productive over wall time since its first "
                       "start"),
     false},
    {QT_TRANSLATE_NOOP("JobModel", "Restarts"),
     QT_TRANSLATE_NOOP("JobModel", "After failures; and, after the plus, preemptions"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Cost"), QT_TRANSLATE_NOOP("JobModel", "So far"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Deadline"),
     QT_TRANSLATE_NOOP("JobModel", "Since the start of the run"), false},
    {QT_TRANSLATE_NOOP("JobModel", "Why"),
     QT_TRANSLATE_NOOP("JobModel", "What bounds it, why it waits, or what ended it last"), true},
});
static_assert(kHeads.size() == JobModel::ColumnCount);

template <class T>
int compared(const T& a, const T& b) {
    return a < b ? -1 : b < a ? 1 : 0;
}

/// What never happened stands last.
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

int compare(const engine::JobRow& a, const engine::JobRow& b, int column) {
    switch (column) {
        case JobModel::Name:
            return compared(a.name, b.name);
        case JobModel::State:
            // The large ones first.
            return stateRank(a) != stateRank(b) ? compared(stateRank(a), stateRank(b))
                                                : compared(b.accelerators, a.accelerators);
        case JobModel::Tenant:
            return compared(a.tenant, b.tenant);
        case JobModel::Priority:
            return compared(a.priority, b.priority);
        case JobModel::Accelerator:
            return compared(a.accelerator, b.accelerator);
        case JobModel::Accelerators:
            return compared(a.accelerators, b.accelerators);
        case JobModel::Where:
            return compared(a.site, b.site);
        case JobModel::Submitted:
            return compared(a.submitS, b.submitS);
        case JobModel::Waited:
            return compared(a.queuedS, b.queuedS);
        case JobModel::Started:
            return compared(timeOrLast(a.startS), timeOrLast(b.startS));
        case JobModel::Progress:
            return compared(a.progress, b.progress);
        case JobModel::Throughput:
            return compared(a.tokensPerS, b.tokensPerS);
        case JobModel::StepTime:
            return compared(a.stepTimeS, b.stepTimeS);
        case JobModel::Mfu:
            return compared(a.mfu, b.mfu);
        case JobModel::Ettr:
            return compared(a.ettr, b.ettr);
        case JobModel::Restarts:
            return compared(a.restarts, b.restarts);
        case JobModel::Cost:
            return compared(a.costUsd, b.costUsd);
        case JobModel::Deadline:
            return compared(timeOrLast(a.deadlineS), timeOrLast(b.deadlineS));
        case JobModel::Why:
            return compared(a.why, b.why);
        default:
            return compared(a.id, b.id);
    }
}

}  // namespace

QString JobModel::columnName(int column) {
    return QCoreApplication::translate("JobModel", kHeads[static_cast<std::size_t>(column)].name);
}

bool JobModel::isWords(int column) {
    return kHeads[static_cast<std::size_t>(column)].words;
}

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
    std::sort(order.begin(), order.end(), [this](int a, int b) {
        const engine::JobRow& first = jobs_[static_cast<std::size_t>(a)];
        const engine::JobRow& second = jobs_[static_cast<std::size_t>(b)];
        const int c = sortColumn_ < 0 ? 0 : compare(first, second, sortColumn_);
        return c == 0 ? first.id < second.id : (sortOrder_ == Qt::AscendingOrder ? c < 0 : c > 0);
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
    if (!order_.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int JobModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int JobModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QString JobModel::display(const engine::JobRow& job, int column) const {
    switch (column) {
        case Id:
            return QString::number(job.id);
        case Name:
            return jobName(job);
        case State:
            return stateWord(job);
        case Tenant:
            return job.tenant.empty() ? kNone : QString::fromStdString(job.tenant);
        case Priority:
            return QString::number(job.priority);
        case Accelerator:
            return job.accelerator.empty() ? kNone : QString::fromStdString(job.accelerator);
        case Accelerators:
            return QString::number(job.accelerators);
        case Where:
            return job.site.empty() ? QCoreApplication::translate("JobModel", "here")
                                    : QString::fromStdString(job.site);
        case Submitted:
            return durationText(job.submitS);
        case Waited:
            return lengthText(job.queuedS);
        case Started:
            return durationText(job.startS);
        case Progress:
            return job.service ? kNone : progressText(job.progress);
        case Throughput:
            return orNone(job.tokensPerS, {"tokens/s", 1.0});
        case StepTime:
            return orNone(job.stepTimeS, models::unit::second);
        case Mfu:
            return orNone(job.mfu, models::unit::percent);
        case Ettr:
            return orNone(job.ettr, models::unit::percent);
        case Restarts: {
            const int failures = job.restarts - job.preemptions;
            return job.preemptions > 0
                       ? QStringLiteral("%1 + %2").arg(failures).arg(job.preemptions)
                       : QString::number(failures);
        }
        case Cost:
            return job.costUsd > 0.0 ? moneyText(job.costUsd) : kNone;
        case Deadline:
            return durationText(job.deadlineS);
        case Why:
            return QString::fromStdString(job.why);
        default:
            return {};
    }
}

QVariant JobModel::sortKey(const engine::JobRow& job, int column) const {
    switch (column) {
        case Id:
            return QVariant::fromValue(static_cast<qlonglong>(job.id));
        case State:
            return stateRank(job);
        case Priority:
            return job.priority;
        case Accelerators:
            return job.accelerators;
        case Submitted:
            return job.submitS;
        case Waited:
            return job.queuedS;
        case Started:
            return timeOrLast(job.startS);
        case Progress:
            return job.progress;
        case Throughput:
            return job.tokensPerS;
        case StepTime:
            return job.stepTimeS;
        case Mfu:
            return job.mfu;
        case Ettr:
            return job.ettr;
        case Restarts:
            return job.restarts;
        case Cost:
            return job.costUsd;
        case Deadline:
            return timeOrLast(job.deadlineS);
        default:
            return display(job, column);
    }
}

QVariant JobModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const engine::JobRow& row = job(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return display(row, column);
        case Qt::ToolTipRole:
            return column == Why || column == Name ? display(row, column) : QVariant();
        case Qt::UserRole:
            return sortKey(row, column);
        case kShareRole:
            return column == Progress && !row.service ? QVariant(row.progress) : QVariant();
        case Qt::TextAlignmentRole:
            return QVariant((isWords(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        case Qt::ForegroundRole: {
            const ThemeColours& c = Theme::instance().colours();
            if (column == State) {
                switch (row.state) {
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
            }
            if (column == Deadline && row.deadlineS >= 0.0 &&
                row.deadlineS < (row.endS >= 0.0 ? row.endS : nowS_)) {
                return c.bad;
            }
            return column == Why ? QVariant(c.muted) : QVariant();
        }
        default:
            return {};
    }
}

QVariant JobModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    const Head& head = kHeads[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) {
        return columnName(section);
    }
    if (role == Qt::ToolTipRole && head.tip[0] != '\0') {
        return QCoreApplication::translate("JobModel", head.tip);
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((head.words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    return {};
}

}  // namespace headroom::ui
