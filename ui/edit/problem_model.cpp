// SPDX-License-Identifier: Apache-2.0
#include "ui/edit/problem_model.h"

#include "ui/kit/theme.h"
#include "ui/units/unit_system.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <utility>

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
QVariant markOf(const Finding& finding) {
    const ThemeColours& c = Theme::instance().colours();
    if (!finding.accepted.empty()) {
        return iconMark("ok", c.muted);
    }
    switch (finding.severity) {
        case engine::Severity::Error:
            return iconMark("error", c.bad);
        case engine::Severity::Warning:
            return iconMark("warning", c.caution);
        case engine::Severity::Note:
            break;
    }
    return iconMark("about", c.muted);
}

QString tipOf(const Finding& f) {
    QString tip = shownText(f.message);
    if (!f.hint.empty()) {
        tip += QStringLiteral("\n\n") + shownText(f.hint);
    }
    if (!f.accepted.empty()) {
        tip += QStringLiteral("\n\n") +
               ProblemModel::tr("Accepted: %1").arg(QString::fromStdString(f.accepted));
    }
    return tip;
}

std::vector<TableColumn<Finding>> findingColumns(const Workspace* workspace) {
    using M = ProblemModel;
    std::vector<TableColumn<Finding>> columns{
        {.title = M::tr("Severity"), .text = word, .mark = markOf},
        {.title = M::tr("Object"),
         .text =
             [workspace](const Finding& f) {
                 return f.subject.empty() ? M::tr("Project") : workspace->nameOfObject(f.subject);
             }},
        {.title = M::tr("Finding"),
         .text = [](const Finding& f) { return shownText(f.message); }},
        {.title = M::tr("Measured"),
         .why = M::tr("What the rule found at the design point, by the law that the page of the rule names"),
         .side = CellSide::Right,
         .text = [](const Finding& f) { return amountText(f.measured, f.unit); }},
        {.title = M::tr("Allowed"),
         .why = M::tr("The limit of the rule: a rating of the catalogue, a standard or a policy of the project"),
         .side = CellSide::Right,
         .text = [](const Finding& f) { return amountText(f.allowed, f.unit); }},
        {.title = M::tr("Rule"),
         .text = [](const Finding& f) { return QString::fromStdString(f.rule); }},
    };
    for (TableColumn<Finding>& column : columns) {
        column.colour = [](const Finding& f) {
            return f.accepted.empty() ? QColor() : Theme::instance().colours().muted;
        };
    }
    return columns;
}

}  // namespace

ProblemModel::ProblemModel(Workspace* workspace, QObject* parent)
    : RecordTable(findingColumns(workspace), parent), workspace_(workspace) {
    setTip(tipOf);
    connect(&workspace->design(), &DesignWatch::changed, this, &ProblemModel::take);
    connect(workspace, &Workspace::closed, this, &ProblemModel::take);
    connect(&Theme::instance(), &Theme::changed, this, &ProblemModel::take);
    // The same findings in other words: what is selected stays selected.
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &ProblemModel::tellAllChanged);
}

void ProblemModel::take() {
    const auto view = workspace_->design().view();
    std::vector<Finding> next =
        view && workspace_->isOpen() ? view->findings : std::vector<Finding>{};
    std::stable_sort(next.begin(), next.end(),
                     [](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
    const auto count = [&next](int wanted) {
        return static_cast<int>(std::count_if(
            next.begin(), next.end(), [wanted](const Finding& f) { return rank(f) == wanted; }));
    };
    errors_ = count(0);
    warnings_ = count(1);
    reset(std::move(next));
}

}  // namespace headroom::ui
