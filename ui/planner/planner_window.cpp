// SPDX-License-Identifier: Apache-2.0
#include "ui/planner/planner_window.h"

#include "engine/planning/list/planning_questions.h"
#include "ui/planner/planner_page.h"
#include "ui/workspace/command_set.h"

#include <QCoreApplication>
#include <QPointer>
#include <QTabWidget>
#include <QVBoxLayout>

#include <memory>
#include <string>

namespace headroom::ui {

namespace {

constexpr QSize kPlannerSize(1180, 640);

}  // namespace

PlannerWindow::PlannerWindow(Workspace* workspace, QWidget* parent)
    : QDialog(parent), pages_(new QTabWidget(this)) {
    setObjectName("plannerDialog");
    setWindowTitle(tr("Planner"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    pages_->setObjectName("plannerPages");
    for (const engine::PlanningQuestion* question : engine::planningQuestions()) {
        const std::string title(question->title);
        pages_->addTab(new PlannerPage(*question, workspace, pages_),
                       QCoreApplication::translate("Planner", title.c_str()));
        pages_->setTabToolTip(
            pages_->count() - 1,
            QCoreApplication::translate("Planner", std::string(question->about).c_str()));
    }
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(pages_);
    resize(kPlannerSize);
}

void addPlannerCommand(Workspace* workspace, CommandSet* commands, QWidget* window) {
    const auto planner = std::make_shared<QPointer<PlannerWindow>>();
    commands->on("file.planner", window, [workspace, window, planner] {
        if (planner->isNull()) {
            *planner = new PlannerWindow(workspace, window);
        }
        (*planner)->show();
        (*planner)->raise();
        (*planner)->activateWindow();
    });
}

}  // namespace headroom::ui
