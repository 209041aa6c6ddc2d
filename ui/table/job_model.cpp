// SPDX-License-Identifier: Apache-2.0
#include "ui/table/job_model.h"

#include "ui/quantity_text.h"
#include "ui/shell/theme.h"

#include <map>
#include <set>

namespace headroom::ui {

namespace {

const QString kNone = QStringLiteral("–");

QString orNone(double value, const models::Unit& unit) {
    return value > 0.0 ? quantityText(value, unit, 3) : kNone;
}

}  // namespace

void JobModel::clear() {
    beginResetModel();
    jobs_.clear();
    endResetModel();
}

void JobModel::setJobs(const std::vector<engine::JobRow>& jobs) {
    std::map<std::int64_t, const engine::JobRow*> now;
    for (const engine::JobRow& job : jobs) {
        now[job.id] = &job;
    }
    for (int row = static_cast<int>(jobs_.size()) - 1; row >= 0; --row) {
        if (!now.contains(jobs_[static_cast<std::size_t>(row)].id)) {
            beginRemoveRows({}, row, row);
            jobs_.erase(jobs_.begin() + row);
            endRemoveRows();
        }
    }
    for (engine::JobRow& job : jobs_) {
        const auto found = now.find(job.id);
        job = *found->second;
        now.erase(found);
    }
    if (!jobs_.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
    if (!now.empty()) {
        const int first = rowCount();
        beginInsertRows({}, first, first + static_cast<int>(now.size()) - 1);
        for (const auto& [id, job] : now) {
            jobs_.push_back(*job);
        }
        endInsertRows();
    }
}

int JobModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(jobs_.size());
}

int JobModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QString JobModel::display(const engine::JobRow& job, int column) const {
    switch (column) {
        case Id:
            return QString::number(job.id);
        case Name:
            return QString::fromStdString(job.name);
        case State:
            return QString::fromUtf8(engine::jobStateName(job.state));
        case Accelerators:
            return QString::number(job.accelerators);
        case Progress:
            return quantityText(job.progress, models::unit::percent, 3);
        case Throughput:
            return orNone(job.tokensPerS, {"tokens/s", 1.0});
        case StepTime:
            return orNone(job.stepTimeS, models::unit::second);
        case Mfu:
            return orNone(job.mfu, models::unit::percent);
        case Restarts:
            return QString::number(job.restarts);
        case Submitted:
            return durationText(job.submitS);
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
            return static_cast<int>(job.state);
        case Accelerators:
            return job.accelerators;
        case Progress:
            return job.progress;
        case Throughput:
            return job.tokensPerS;
        case StepTime:
            return job.stepTimeS;
        case Mfu:
            return job.mfu;
        case Restarts:
            return job.restarts;
        case Submitted:
            return job.submitS;
        default:
            return display(job, column);
    }
}

QVariant JobModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const engine::JobRow& job = jobs_[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return display(job, column);
        case Qt::ToolTipRole:
            return column == Why || column == Name ? display(job, column) : QVariant();
        case Qt::UserRole:
            return sortKey(job, column);
        case Qt::TextAlignmentRole: {
            const bool words = column == Name || column == State || column == Why;
            return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        }
        case Qt::ForegroundRole: {
            const ThemeColours& c = Theme::instance().colours();
            if (column == State) {
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
            }
            return column == Why ? QVariant(c.muted) : QVariant();
        }
        default:
            return {};
    }
}

QVariant JobModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    static const std::array<std::pair<const char*, const char*>, ColumnCount> kHeads{{
        {QT_TR_NOOP("Job"), QT_TR_NOOP("Number in the order of submission")},
        {QT_TR_NOOP("Name"), ""},
        {QT_TR_NOOP("State"), ""},
        {QT_TR_NOOP("Accelerators"), QT_TR_NOOP("How many it asks for or holds")},
        {QT_TR_NOOP("Progress"), QT_TR_NOOP("Share of its tokens or run time that is done")},
        {QT_TR_NOOP("Throughput"), QT_TR_NOOP("Tokens trained per second, now")},
        {QT_TR_NOOP("Step"), QT_TR_NOOP("Time of one training step, now")},
        {QT_TR_NOOP("MFU"), QT_TR_NOOP("Model FLOP utilisation: useful over peak arithmetic")},
        {QT_TR_NOOP("Restarts"), QT_TR_NOOP("After failures")},
        {QT_TR_NOOP("Submitted"), QT_TR_NOOP("Simulated time since the start of the run")},
        {QT_TR_NOOP("Why"), QT_TR_NOOP("What bounds it, why it waits, or what ended it last")},
    }};
    const auto& head = kHeads[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) {
        return tr(head.first);
    }
    if (role == Qt::ToolTipRole && head.second[0] != '\0') {
        return tr(head.second);
    }
    if (role == Qt::TextAlignmentRole) {
        const bool words = section == Name || section == State || section == Why;
        return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    return {};
}

}  // namespace headroom::ui
