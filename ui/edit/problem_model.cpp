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

int rank(const ShownFinding& finding) {
    return finding.isEarlier          ? 4
           : finding.accepted.empty() ? 2 - static_cast<int>(finding.severity)
                                      : 3;
}

QString word(const ShownFinding& finding) {
    if (finding.isEarlier) {
        return ProblemModel::tr("Before the change");
    }
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
QVariant markOf(const ShownFinding& finding) {
    const ThemeColours& c = Theme::instance().colours();
    if (finding.isEarlier) {
        return iconMark("recent", c.muted);
    }
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

QString tipOf(const ShownFinding& f) {
    QString tip = shownText(f.message);
    if (f.isEarlier) {
        tip +=
            QStringLiteral("\n\n") +
            ProblemModel::tr(
                "The last full check found this, before the design changed. F7 checks it again.");
    }
    if (!f.hint.empty()) {
        tip += QStringLiteral("\n\n") + shownText(f.hint);
    }
    if (!f.accepted.empty()) {
        tip += QStringLiteral("\n\n") +
               ProblemModel::tr("Accepted: %1").arg(QString::fromStdString(f.accepted));
    }
    return tip;
}

std::vector<TableColumn<ShownFinding>> findingColumns(const Workspace* workspace) {
    using M = ProblemModel;
    std::vector<TableColumn<ShownFinding>> columns{
        {.title = M::tr("Severity"), .text = word, .mark = markOf},
        {.title = M::tr("Object"),
         .text =
             [workspace](const ShownFinding& f) {
                 return f.subject.empty() ? M::tr("Project") : workspace->nameOfObject(f.subject);
             }},
        {.title = M::tr("Finding"),
         .text = [](const ShownFinding& f) { return shownText(f.message); }},
        {.title = M::tr("Measured"),
         .why = M::tr("Result of the rule at the design point, by the law on the page of the rule"),
         .side = CellSide::Right,
         .text = [](const ShownFinding& f) { return amountText(f.measured, f.unit); }},
        {.title = M::tr("Allowed"),
         .why = M::tr("The limit of the rule: a rating of the catalogue, a standard or a policy of "
                      "the project"),
         .side = CellSide::Right,
         .text = [](const ShownFinding& f) { return amountText(f.allowed, f.unit); }},
        {.title = M::tr("Rule"),
         .text = [](const ShownFinding& f) { return QString::fromStdString(f.rule); }},
    };
    for (TableColumn<ShownFinding>& column : columns) {
        column.colour = [](const ShownFinding& f) {
            return f.accepted.empty() && !f.isEarlier ? QColor()
                                                      : Theme::instance().colours().muted;
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
    std::vector<ShownFinding> next;
    if (view && workspace_->isOpen()) {
        for (const engine::Finding& finding : view->findings) {
            next.push_back({finding, false});
        }
        for (const engine::Finding& finding : view->earlier) {
            next.push_back({finding, true});
        }
    }
    std::stable_sort(next.begin(), next.end(), [](const ShownFinding& a, const ShownFinding& b) {
        return rank(a) < rank(b);
    });
    const auto count = [&next](int wanted) {
        return static_cast<int>(
            std::count_if(next.begin(), next.end(),
                          [wanted](const ShownFinding& f) { return rank(f) == wanted; }));
    };
    errors_ = count(0);
    warnings_ = count(1);
    earlier_ = count(4);
    reset(std::move(next));
}

}  // namespace headroom::ui
