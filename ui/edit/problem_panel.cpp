// SPDX-License-Identifier: Apache-2.0
#include "ui/edit/problem_panel.h"

#include "engine/check/rule_count.h"
#include "ui/edit/problem_model.h"
#include "ui/help/help_topics.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/theme.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QDate>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

QPushButton* button(QWidget* parent, const char* name, const QString& text, const char* icon,
                    const QString& tip) {
    auto* made = new QPushButton(Theme::icon(icon), text, parent);
    made->setObjectName(name);
    made->setToolTip(tip);
    made->setEnabled(false);
    return made;
}

/// Which rules wait, and for what: a line each.
QString waitingWords(const engine::DesignView& view) {
    const auto waiting = engine::rulesWaiting(view.depth, view.findings);
    if (waiting.empty()) {
        return ProblemPanel::tr("Every rule has looked at the design.");
    }
    QStringList lines{view.depth == engine::CheckDepth::Full
                          ? ProblemPanel::tr("Wait for a design that can run:")
                          : ProblemPanel::tr("Wait for the full check (F7):")};
    for (const engine::RuleInfo& rule : waiting) {
        lines << QStringLiteral("%1: %2").arg(utf8Text(rule.id), utf8Text(rule.title));
    }
    return lines.join('\n');
}

}  // namespace

ProblemPanel::ProblemPanel(Workspace* workspace, CommandSet* commands, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      model_(new ProblemModel(workspace, this)),
      table_(new QTableView(this)),
      summary_(new QLabel(this)),
      detail_(new QLabel(this)),
      empty_(new QLabel(this)),
      pages_(new QStackedLayout),
      place_(button(this, "problemPlace", tr("Show Place"), "fit-selection",
                    tr("Select the object and show it from near"))),
      fix_(button(this, "problemFix", tr("Fix"), "repair",
                  tr("Change the project so that the finding goes away; can be undone"))),
      accept_(button(this, "problemAccept", tr("Accept…"), "ok",
                     tr("Accept it, with a reason that the project and its report state"))) {
    setObjectName("problemPanel");
    table_->setObjectName("problemTable");
    dressTable(table_, tr("Findings about the design"));
    table_->setModel(model_);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    QHeaderView* header = table_->horizontalHeader();
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setHighlightSections(false);
    const auto wide = [&](const char* sample) { return fontMetrics().horizontalAdvance(sample); };
    header->resizeSection(ProblemModel::Severity, wide("Warning____") + 24);
    header->resizeSection(ProblemModel::Where, wide("Liquid-cooled rows in hall 1"));
    header->setSectionResizeMode(ProblemModel::What, QHeaderView::Stretch);
    header->resizeSection(ProblemModel::Measured, wide("100.0 kg/m2___"));
    header->resizeSection(ProblemModel::Allowed, wide("100.0 kg/m2___"));
    header->resizeSection(ProblemModel::Rule, wide("failover-capacity___"));
    detail_->setWordWrap(true);
    detail_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    detail_->setForegroundRole(QPalette::PlaceholderText);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setForegroundRole(QPalette::PlaceholderText);

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->addWidget(summary_);
    bar->addSpacing(12);
    bar->addWidget(detail_, 1);
    for (QPushButton* each : {place_, fix_, accept_}) {
        bar->addWidget(each);
    }
    auto* page = new QWidget(this);
    pages_->addWidget(table_);
    pages_->addWidget(empty_);
    page->setLayout(pages_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(page, 1);

    connect(model_, &QAbstractItemModel::modelReset, this, &ProblemPanel::refresh);
    connect(model_, &QAbstractItemModel::dataChanged, this, &ProblemPanel::showDetail);
    connect(workspace, &Workspace::opened, this, &ProblemPanel::refresh);
    connect(&workspace->design(), &DesignWatch::busyChanged, this, &ProblemPanel::refresh);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ProblemPanel::showDetail);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ProblemPanel::showDetail);
    connect(table_, &QTableView::doubleClicked, this, [this] {
        select(row());
        emit placeRequested();
    });
    connect(place_, &QPushButton::clicked, this, [this] {
        select(row());
        emit placeRequested();
    });
    connect(fix_, &QPushButton::clicked, this, &ProblemPanel::fix);
    connect(accept_, &QPushButton::clicked, this, &ProblemPanel::askReason);
    commands->on("edit.nextProblem", this, [this] { next(); });
    refresh();
}

int ProblemPanel::row() const {
    return table_->currentIndex().isValid() ? table_->currentIndex().row() : -1;
}

void ProblemPanel::refresh() {
    const int rows = model_->rowCount();
    pages_->setCurrentIndex(rows > 0 ? 0 : 1);
    const auto view = workspace_->design().view();
    if (!workspace_->isOpen()) {
        empty_->setText(tr("Open a project; what is wrong with its design is listed here."));
    } else if (!view) {
        empty_->setText(tr("The design is being checked…"));
    } else {
        empty_->setText(
            view->depth == engine::CheckDepth::Full
                ? tr("No findings. All %1 rules were checked.").arg(engine::checkRules().size())
                : tr("No findings by the quick rules. F7 checks all of them."));
    }
    const engine::RuleCount rules =
        view ? engine::rulesChecked(view->depth, view->findings) : engine::RuleCount{};
    const QString counts = QStringLiteral("%1, %2").arg(
        model_->errors() == 1 ? tr("1 error") : tr("%1 errors").arg(model_->errors()),
        model_->warnings() == 1 ? tr("1 warning") : tr("%1 warnings").arg(model_->warnings()));
    // After an edit the slow rules have not run: the head never reads like that of a full check.
    QString ran = tr("%1 of %2 rules checked").arg(rules.checked).arg(rules.all);
    if (model_->earlier() > 0) {
        ran += QStringLiteral(" · ") +
               tr("%1 from before the change, F7 checks again").arg(model_->earlier());
    } else if (rules.waiting() > 0 && view && view->depth == engine::CheckDepth::Quick) {
        ran += QStringLiteral(" · ") + tr("%1 wait for F7").arg(rules.waiting());
    }
    summary_->setText(!workspace_->isOpen() ? QString()
                      : view                ? QStringLiteral("%1 · %2").arg(counts, ran)
                                            : counts);
    summary_->setToolTip(view ? waitingWords(*view) : QString());
    emit countChanged(workspace_->isOpen() && rows > 0 ? counts : QString());
    showDetail();
}

void ProblemPanel::showDetail() {
    const int at = row();
    const bool is = at >= 0 && at < model_->rowCount();
    const int fixes = static_cast<int>(fixable().size());
    place_->setEnabled(is);
    fix_->setEnabled(fixes > 0);
    fix_->setText(fixes > 1 ? tr("Fix %1").arg(fixes) : tr("Fix"));
    accept_->setEnabled(is && !model_->finding(at).isEarlier);
    accept_->setText(is && !model_->finding(at).accepted.empty() ? tr("Withdraw") : tr("Accept…"));
    const ShownFinding none;
    const ShownFinding& f = is ? model_->finding(at) : none;
    setProperty(kHelpProperty,
                f.rule.empty() ? QString() : "checks.md#" + QString::fromStdString(f.rule));
    detail_->setText(!f.accepted.empty()
                         ? tr("Accepted: %1").arg(QString::fromStdString(f.accepted))
                         : shownText(f.hint));
}

void ProblemPanel::select(int at) {
    if (at < 0 || at >= model_->rowCount()) {
        return;
    }
    table_->selectRow(at);
    const std::string& id = model_->finding(at).subject;
    if (!id.empty()) {
        workspace_->selection().select({Selected::Kind::Object, -1, id, -1});
    }
}

void ProblemPanel::next() {
    if (model_->rowCount() == 0) {
        return;
    }
    select((row() + 1) % model_->rowCount());
    emit placeRequested();
}

std::vector<int> ProblemPanel::fixable() const {
    std::vector<int> rows;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows()) {
        if (!model_->finding(index.row()).fix.empty()) {
            rows.push_back(index.row());
        }
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

bool ProblemPanel::fix() {
    std::vector<engine::Edit> edits;
    QString words;
    int fixed = 0;
    for (const int at : fixable()) {
        const ShownFinding& finding = model_->finding(at);
        std::vector<engine::Edit> more = edits;
        more.insert(more.end(), finding.fix.begin(), finding.fix.end());
        if (fixed > 0 && !workspace_->editor().wouldRefuse(more).empty()) {
            continue;
        }
        edits = std::move(more);
        words = ++fixed == 1 ? tr("Fix %1 of %2")
                                   .arg(QString::fromStdString(finding.rule),
                                        QString::fromStdString(finding.subject))
                             : tr("Fix %1 findings").arg(fixed);
    }
    return fixed > 0 && workspace_->editor().apply(edits, words);
}

bool ProblemPanel::accept(const QString& reason) {
    const int at = row();
    if (at < 0) {
        return false;
    }
    const engine::Finding finding = model_->finding(at);
    const QString rule = QString::fromStdString(finding.rule);
    if (!finding.accepted.empty()) {
        for (const engine::Object* object : workspace_->project().objectsOf("accepted_finding")) {
            if (object->value("rule") == models::Value{finding.rule} &&
                object->value("subject") ==
                    (finding.subject.empty() ? models::Value{} : models::Value{finding.subject})) {
                return workspace_->editor().apply({engine::RemoveObject{object->id}},
                                                  tr("Withdraw Acceptance of %1").arg(rule));
            }
        }
        return false;
    }
    if (reason.trimmed().isEmpty()) {
        return false;
    }
    engine::Object object =
        Editor::make("accepted_finding", workspace_->editor().freeId("accepted-" + finding.rule));
    Editor::set(object, "rule", finding.rule);
    if (!finding.subject.empty()) {
        Editor::set(object, "subject", finding.subject);
    }
    Editor::set(object, "reason", reason.trimmed().toStdString());
    Editor::set(object, "date", QDate::currentDate().toString(Qt::ISODate).toStdString());
    return workspace_->editor().apply({engine::AddObject{std::move(object)}},
                                      tr("Accept %1").arg(rule));
}

void ProblemPanel::askReason() {
    const int at = row();
    if (at < 0) {
        return;
    }
    if (!model_->finding(at).accepted.empty()) {
        accept({});
        return;
    }
    QInputDialog dialog(this);
    dialog.setObjectName("acceptDialog");
    dialog.setWindowTitle(tr("Accept Finding"));
    dialog.setLabelText(
        tr("Why may it stay? The reason is kept in the project and printed in its report."));
    dialog.setTextValue(unfinishedReason_);  // Esc does not lose a sentence
    const bool isMeant = dialog.exec() == QDialog::Accepted;
    unfinishedReason_ = isMeant ? QString() : dialog.textValue();
    if (isMeant) {
        accept(dialog.textValue());
    }
}

}  // namespace headroom::ui
