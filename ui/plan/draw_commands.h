// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/object_stamp.h"
#include "ui/floor/part_key.h"

#include <QObject>
#include <QPointF>
#include <QRectF>

#include <optional>
#include <string>
#include <vector>

class QImage;

namespace headroom::engine {
struct VectorDrawing;
}

namespace headroom::ui {

class CommandSet;
class PlanView;
class Task;
class Workspace;

/// The commands of the menus Edit and Draw that work on the plan.
class DrawCommands : public QObject {
    Q_OBJECT

  public:
    DrawCommands(Workspace* workspace, CommandSet* commands, PlanView* plan, QObject* parent);

    /// Takes a part of the catalogue in hand.
    void place(const PartKey& key);
    /// Puts a drawing under the plan once a worker has read it. A picture then needs a scale: takes the tool that sets it.
    void placeDrawing(const QString& path);

  signals:
    /// Something was done, which is soon old.
    void said(const QString& what);
    /// What the tool that is taken does; it holds until the next one.
    void hinted(const QString& hint);
    /// Something is put down that no plan shows: the command of the view that does.
    void viewRequested(const char* command);

  private:
    void connectTools();
    void connectEdits();
    void connectDrawings();
    /// Carries it out, selects what was made, or says why not.
    bool carryOut(const Placing& placing);
    void placeElsewhere(const Stamp& stamp);
    void copy();
    void paste();
    void duplicate();
    bool isFreeAt(const std::vector<QRectF>& boxes, QPointF by) const;
    void remove();
    void turn();
    void importDrawing();
    void placeDxf(const QString& path, engine::VectorDrawing drawing);
    void placePicture(const QString& path, QImage picture);
    std::string fileInProject(const QString& path) const;
    void scaleDrawing();
    void replaceModel();
    void showPlan();
    void showState();

    Workspace* workspace_;
    CommandSet* commands_;
    PlanView* plan_;
    Task* reader_;  ///< reads a drawing
    std::optional<CopiedObjects> clipboard_;
};

}  // namespace headroom::ui
