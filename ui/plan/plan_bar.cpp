// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_bar.h"

#include "models/facility/rack_block.h"
#include "ui/floor/object_values.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_view.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kFarthestM = 100000.0;  // that the project allows
constexpr const char* kTools[] = {"draw.select",  "draw.hall", "draw.wall",      "draw.column",
                                  "draw.door",    "draw.room", "draw.keepClear", "draw.tray",
                                  "draw.measure", "draw.snap"};

}  // namespace

PlanBar::PlanBar(PlanView* plan) : QWidget(plan), plan_(plan), layout_(new QHBoxLayout(this)) {
    setObjectName("planBar");
    setAutoFillBackground(true);
    setCursor(Qt::ArrowCursor);
    layout_->setContentsMargins(6, 2, 6, 2);
    layout_->setSpacing(2);
    layout_->addStretch(1);
    x_ = field("planX", tr("X"), tr("West edge of the selection"));
    y_ = field("planY", tr("Y"), tr("South edge of the selection"));
    rotation_ = new QToolButton(this);
    rotation_->setObjectName("planRotation");
    rotation_->setAccessibleName(tr("Direction of the selection"));
    rotation_->setIcon(Theme::icon("rotate"));
    rotation_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    rotation_->setToolTip(tr("Turn the selection by 90° clockwise (R)"));
    rotation_->setAutoRaise(true);
    layout_->addWidget(rotation_);
    connect(rotation_, &QToolButton::clicked, this, &PlanBar::turn);
    Workspace& workspace = plan->workspace();
    connect(&workspace.selection(), &Selection::changed, this, &PlanBar::showPlace);
    connect(&workspace, &Workspace::layoutChanged, this, &PlanBar::showPlace);
    connect(&workspace, &Workspace::opened, this, &PlanBar::showPlace);
    connect(&workspace, &Workspace::closed, this, &PlanBar::showPlace);
    connect(&workspace.editor(), &Editor::lockChanged, this, &PlanBar::showPlace);
    connect(&Theme::instance(), &Theme::changed, this,
            [this] { rotation_->setIcon(Theme::icon("rotate")); });
    showPlace();
}

NumberBox* PlanBar::field(const char* name, const QString& label, const QString& tip) {
    auto* text = new QLabel(label, this);
    auto* made = new NumberBox(models::unit::metre, -kFarthestM, kFarthestM, this);
    made->setObjectName(name);
    made->setAccessibleName(tip);
    made->setToolTip(tip);
    made->setTracking(false);
    made->setFixedWidth(96);
    text->setBuddy(made);
    layout_->addSpacing(6);
    layout_->addWidget(text);
    layout_->addWidget(made);
    connect(made, &NumberBox::valueChanged, this, &PlanBar::moveTo);
    connect(made, &NumberBox::refused, plan_, &PlanView::sayAtPointer);
    return made;
}

void PlanBar::addTools(CommandSet* commands) {
    int at = 0;
    for (const char* id : kTools) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(commands->action(id));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        Theme::instance().keepIconSize(button, 18);
        button->setAccessibleName(commands->action(id)->text());
        layout_->insertWidget(at++, button);
        tools_ << button;
        if (id == kTools[0] || std::string_view(id) == "draw.tray") {
            layout_->insertSpacing(at++, 8);
        }
    }
    nameTools();
}

void PlanBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    nameTools();
}

void PlanBar::nameTools() {
    constexpr int kBesideTools = 330;  // pixels of X, Y, rotation and gaps
    int named = Theme::instance().grown(kBesideTools);
    for (const QToolButton* tool : tools_) {
        named += tool->iconSize().width() + fontMetrics().horizontalAdvance(tool->text()) + 18;
    }
    for (QToolButton* tool : tools_) {
        tool->setToolButtonStyle(named <= width() ? Qt::ToolButtonTextBesideIcon
                                                  : Qt::ToolButtonIconOnly);
    }
}

void PlanBar::showPlace() {
    Workspace& workspace = plan_->workspace();
    const std::vector<std::string> ids = editedObjects(workspace);
    const auto area = footprintOf(workspace, ids);
    bool moves = area.has_value() && workspace.editor().canEdit();
    for (const std::string& id : ids) {
        moves = moves && isMovable(*workspace.project().find(id));
    }
    QString from;
    const QPointF corner = (area ? area->topLeft() : QPointF()) - origin(ids, &from);
    x_->setToolTip(tr("West edge of the selection, from %1").arg(from));
    y_->setToolTip(tr("South edge of the selection, from %1").arg(from));
    for (const auto& [box, at] : {std::pair{x_, corner.x()}, std::pair{y_, corner.y()}}) {
        box->setEnabled(moves);
        box->showValue(moves ? rounded(at) : 0.0);
        if (!moves) {
            box->clear();
        }
    }
    rotation_->setEnabled(moves);
    rotation_->setText(tr("90°"));
    if (moves && ids.size() == 1) {
        const engine::Object* object = workspace.project().find(ids.front());
        if (object->type->id == "rack_block") {
            const auto spec = engine::specOf<models::RackBlockSpec>(*object);
            const QString words[] = {tr("South"), tr("West"), tr("North"), tr("East")};
            rotation_->setText(words[static_cast<std::size_t>(spec.facing)]);
        }
    }
}

QPointF PlanBar::origin(const std::vector<std::string>& ids, QString* words) const {
    Workspace& workspace = plan_->workspace();
    std::string hall;
    bool isOne = !ids.empty();
    for (const std::string& id : ids) {
        const engine::Object& object = *workspace.project().find(id);
        const std::string its = isInHall(object) ? textOf(object, "hall") : std::string();
        isOne = isOne && !its.empty() && (hall.empty() || its == hall);
        hall = its;
    }
    if (words != nullptr) {
        *words = isOne ? tr("the corner of %1").arg(workspace.nameOfObject(hall))
                       : tr("the origin of the site");
    }
    return isOne ? cornerOf(workspace, hall) : QPointF();
}

void PlanBar::moveTo() {
    Workspace& workspace = plan_->workspace();
    const std::vector<std::string> ids = editedObjects(workspace);
    const auto area = footprintOf(workspace, ids);
    if (!area) {
        return;
    }
    const QPointF corner = area->topLeft() - origin(ids);
    const QPointF by(rounded(x_->value()) - rounded(corner.x()),
                     rounded(y_->value()) - rounded(corner.y()));
    if (!by.isNull()) {
        workspace.editor().apply(moveEdits(workspace, ids, by),
                                 wordsFor(PlanView::tr("Move"), workspace, ids));
    }
}

void PlanBar::turn() {
    Workspace& workspace = plan_->workspace();
    const std::vector<std::string> ids = editedObjects(workspace);
    int left = 0;
    const auto edits = turnEdits(workspace, ids, &left);
    if (!edits.empty()) {
        workspace.editor().apply(edits, wordsFor(PlanView::tr("Turn"), workspace, ids));
    }
    if (left > 0) {
        plan_->sayAtPointer(
            tr("%n of them cannot turn: their units form a fixed line, or the "
               "hall is not empty",
               nullptr, left));
    }
}

}  // namespace headroom::ui
