// SPDX-License-Identifier: Apache-2.0
#include "ui/edit/problem_model.h"

#include "ui/kit/theme.h"
#include "ui/units/unit_system.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/workspace.h"

#include <algorithm>

namespace headroom::ui {

namespace {

using engine::Finding;

int rank(const Finding& finding) {
    return finding.accepted.empty() ? 2 - static_cast<int>(finding.severity) : 3;
}

QString word(const Finding& finding) {
    if (!finding.accepted.empty()) {
        return ProblemModel::tr("Accepted");
    }
    switch (finding.severity) {
        case engine::Severity::Error:
            return ProblemModel::tr("Error");
        case engine::Severity::Warning:
            return ProblemModel::tr("Warning");
        case engine::Severity::Note:
            return ProblemModel::tr("Note");
    }
    return {};
}

/// Shape and colour both tell how bad it is.
QIcon icon(const Finding& finding) {
    const ThemeColours& c = Theme::instance().colours();
    if (!finding.accepted.empty()) {
        return {Theme::pixmap("ok", 16, c.muted)};
    }
    switch (finding.severity) {
        case engine::Severity::Error:
            return {Theme::pixmap("error", 16, c.bad)};
        case engine::Severity::Warning:
            return {Theme::pixmap("warning", 16, c.caution)};
        case engine::Severity::Note:
            break;
    }
    return {Theme::pixmap("about", 16, c.muted)};
}

}  // namespace

ProblemModel::ProblemModel(Workspace* workspace, QObject* parent)
    : QAbstractTableModel(parent), workspace_(workspace) {
    connect(&workspace->design(), &DesignWatch::changed, this, &ProblemModel::take);
    connect(workspace, &Workspace::closed, this, &ProblemModel::take);
    connect(&Theme::instance(), &Theme::changed, this, &ProblemModel::take);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, [this] {
        // The same findings in other words: what is selected stays selected.
        if (!findings_.empty()) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
    });
}

void ProblemModel::take() {
    const auto view = workspace_->design().view();
    std::vector<Finding> next =
        view && workspace_->isOpen() ? view->findings : std::vector<Finding>{};
    std::stable_sort(next.begin(), next.end(),
                     [](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
    beginResetModel();
    findings_ = std::move(next);
    const auto count = [this](int wanted) {
        return static_cast<int>(
            std::count_if(findings_.begin(), findings_.end(),
                          [wanted](const Finding& f) { return rank(f) == wanted; }));
    };
    errors_ = count(0);
    warnings_ = count(1);
    endResetModel();
}

int ProblemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(findings_.size());
}

int ProblemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Finding& f = finding(index.row());
    if (role == Qt::DisplayRole) {
        switch (index.column()) {
            case Severity:
                return word(f);
            case Where:
                return f.subject.empty() ? tr("Project") : workspace_->nameOfObject(f.subject);
            case What:
                return inShownUnits(QString::fromStdString(f.message));
            case Measured:
                return amountText(f.measured, f.unit);
            case Allowed:
                return amountText(f.allowed, f.unit);
            case Rule:
                return QString::fromStdString(f.rule);
            default:
                return {};
        }
    }
    if (role == Qt::DecorationRole && index.column() == Severity) {
        return icon(f);
    }
    if (role == Qt::TextAlignmentRole &&
        (index.column() == Measured || index.column() == Allowed)) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ForegroundRole && !f.accepted.empty()) {
        return Theme::instance().colours().muted;
    }
    if (role == Qt::ToolTipRole) {
        QString tip = inShownUnits(QString::fromStdString(f.message));
        if (!f.hint.empty()) {
            tip += QStringLiteral("\n\n") + inShownUnits(QString::fromStdString(f.hint));
        }
        if (!f.accepted.empty()) {
            tip +=
                QStringLiteral("\n\n") + tr("Accepted: %1").arg(QString::fromStdString(f.accepted));
        }
        return tip;
    }
    return {};
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Severity:
            return tr("Severity");
        case Where:
            return tr("Object");
        case What:
            return tr("Finding");
        case Measured:
            return tr("Measured");
        case Allowed:
            return tr("Allowed");
        case Rule:
            return tr("Rule");
        default:
            return {};
    }
}

}  // namespace headroom::ui
