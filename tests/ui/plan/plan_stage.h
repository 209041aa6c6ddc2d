// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/plan_objects.h"
#include "ui/floor/rack_colouring.h"
#include "ui/plan/arrange_commands.h"
#include "ui/plan/draw_commands.h"
#include "ui/plan/plan_view.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QMenuBar>
#include <QMouseEvent>
#include <QtTest>

namespace headroom::ui {

/// A blank room on the plan, with the commands that draw in it, and a hand that draws: places are
/// metres of the site, y northward.
struct PlanStage {
    QWidget window;
    QMenuBar menus;
    Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
    CommandSet commands{&window};
    RackColouring colouring{&workspace};
    PlanView plan{&workspace, &colouring, &window};
    std::unique_ptr<DrawCommands> draw;
    std::unique_ptr<ArrangeCommands> arrange;
    std::string blank;  ///< the project before anything was drawn

    PlanStage() {
        commands.fillMenus(&menus);
        draw = std::make_unique<DrawCommands>(&workspace, &commands, &plan, nullptr);
        arrange = std::make_unique<ArrangeCommands>(&workspace, &commands, &plan, nullptr);
        workspace.control().setPlayOnOpen(false);
        window.resize(1200, 800);
        plan.resize(1200, 800);
        window.show();
        workspace.files().newBlank();
        plan.fitHalls();
        blank = text();
    }

    std::string text() const { return engine::projectText(workspace.project()); }

    QPointF at(double x, double y) const { return plan.toWindow(x, y); }

    void send(QEvent::Type type, QPointF where, Qt::MouseButton button, Qt::MouseButtons held,
              Qt::KeyboardModifiers modifiers) {
        QMouseEvent event(type, where, plan.mapToGlobal(where), button, held, modifiers);
        QCoreApplication::sendEvent(&plan, &event);
    }

    void press(double x, double y, Qt::KeyboardModifiers modifiers = {}) {
        send(QEvent::MouseButtonPress, at(x, y), Qt::LeftButton, Qt::LeftButton, modifiers);
    }

    void moveHeld(double x, double y, Qt::KeyboardModifiers modifiers = {}) {
        send(QEvent::MouseMove, at(x, y), Qt::NoButton, Qt::LeftButton, modifiers);
    }

    void moveFree(double x, double y, Qt::KeyboardModifiers modifiers = {}) {
        send(QEvent::MouseMove, at(x, y), Qt::NoButton, Qt::NoButton, modifiers);
    }

    void release(double x, double y, Qt::KeyboardModifiers modifiers = {}) {
        send(QEvent::MouseButtonRelease, at(x, y), Qt::LeftButton, Qt::NoButton, modifiers);
    }

    void click(double x, double y, Qt::KeyboardModifiers modifiers = {}) {
        moveFree(x, y, modifiers);
        press(x, y, modifiers);
        release(x, y, modifiers);
    }

    void drag(double x0, double y0, double x1, double y1, Qt::KeyboardModifiers modifiers = {}) {
        moveFree(x0, y0, modifiers);
        press(x0, y0, modifiers);
        moveHeld((x0 + x1) / 2, (y0 + y1) / 2, modifiers);
        moveHeld(x1, y1, modifiers);
        release(x1, y1, modifiers);
    }

    void keys(const QString& text) {
        for (const QChar c : text) {
            QKeyEvent event(QEvent::KeyPress, Qt::Key_unknown, Qt::NoModifier, QString(c));
            QCoreApplication::sendEvent(&plan, &event);
        }
    }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QKeyEvent event(QEvent::KeyPress, key, modifiers);
        QCoreApplication::sendEvent(&plan, &event);
    }

    void run(const char* id) { commands.action(id)->trigger(); }

    void select(const std::vector<std::string>& ids) {
        workspace.selection().selectAll(selectedObjects(ids));
    }

    const engine::Object* object(const std::string& id) const {
        return workspace.project().find(id);
    }

    double number(const std::string& id, const char* key) const {
        const auto* value =
            object(id) == nullptr ? nullptr : std::get_if<double>(&object(id)->value(key));
        return value == nullptr ? qQNaN() : *value;
    }

    std::int64_t count(const std::string& id, const char* key) const {
        const auto* value =
            object(id) == nullptr ? nullptr : std::get_if<std::int64_t>(&object(id)->value(key));
        return value == nullptr ? -1 : *value;
    }

    std::string word(const std::string& id, const char* key) const {
        const auto* value =
            object(id) == nullptr ? nullptr : std::get_if<std::string>(&object(id)->value(key));
        return value == nullptr ? std::string() : *value;
    }

    /// Takes everything back; whether the project is as it was at first.
    bool undoesToBlank() {
        while (workspace.editor().canUndo()) {
            workspace.editor().undo();
        }
        return text() == blank;
    }

    /// One row of racks in the hall, its south-west corner there.
    std::string putRacks(double x, double y) {
        const std::string id = workspace.editor().freeId("racks");
        engine::Object racks = Editor::make("rack_block", id);
        Editor::set(racks, "hall", std::string("hall-1"));
        Editor::set(racks, "rack", workspace.catalogue()->entriesOf("rack").front()->id);
        Editor::set(racks, "rows", std::int64_t{1});
        Editor::set(racks, "racks_per_row", std::int64_t{4});
        Editor::set(racks, "x_m", x);
        Editor::set(racks, "y_m", y);
        workspace.editor().apply({engine::AddObject{racks}}, "Put");
        return id;
    }
};

}  // namespace headroom::ui
