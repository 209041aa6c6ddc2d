// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "engine/floor/layout.h"
#include "ui/workspace/selection.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <string>
#include <vector>

/// Where the objects of a project are on the plan, and the edits that move and turn them. Areas
/// are in metres of the site with y northward: x() and y() are the south-west corner.
namespace headroom::ui {

class Workspace;

struct Footprint {
    std::string id;
    QRectF area;
};

QRectF areaOf(const engine::Box& box);

/// The object that an edit of `id` goes to: itself, or of a copy the use of its block.
std::string editedObject(const engine::Project& project, const std::string& id);

/// Objects of the selection that can be edited in the plan, each once. Single air handlers are
/// excluded: the hall places them (moveHandlerEdits).
std::vector<std::string> editedObjects(Workspace& workspace);

/// Whether the object states a place.
bool isMovable(const engine::Object& object);

/// Around everything that an object draws; of a use of a block, around its copies; of a block,
/// around its members. Nothing where it draws nothing.
std::optional<QRectF> footprintOf(const Workspace& workspace, const std::string& id);
std::optional<QRectF> footprintOf(const Workspace& workspace, const std::vector<std::string>& ids);

/// Objects that state a place and are drawn, halls included, in the order of the layout.
std::vector<Footprint> footprintsOf(const Workspace& workspace);

/// Every single box that moves with these objects: for the ghost of a drag.
std::vector<QRectF> boxesOf(const Workspace& workspace, const std::vector<std::string>& ids);

/// Id of the hall at a place of the site; empty outdoors.
std::string hallAt(const Workspace& workspace, QPointF site);

/// South-west corner of a hall; (0, 0) where there is none of that id.
QPointF cornerOf(const Workspace& workspace, const std::string& hallId);

/// Moves them; what comes to lie in another hall belongs to that hall. Objects in a hall move with
/// it, and members of a block with its copies.
std::vector<engine::Edit> moveEdits(const Workspace& workspace, const std::vector<std::string>& ids,
                                    QPointF byM);

/// Index into Layout::equipment of a single air handler of a hall of the project; -1 if it is something else.
int airHandlerOf(const Workspace& workspace, const Selected& what);

/// Moves one air handler, by that index, within its hall; it turns to a wall that is nearer. The hall states the places of all its handlers from then on, so that they stay.
std::vector<engine::Edit> moveHandlerEdits(const Workspace& workspace, int equipment, QPointF byM);

/// "Move Air Handler of Hall A".
QString moveHandlerWords(const Workspace& workspace, int equipment);

/// One air handler more in a hall, with its middle there on the site.
std::vector<engine::Edit> addHandlerEdits(const Workspace& workspace, const std::string& hallId,
                                          QPointF middle);

/// A quarter turn clockwise about the middle of all of them. `left`: what cannot turn, because its
/// units are in a fixed line, or because it is a hall with something in it.
std::vector<engine::Edit> turnEdits(const Workspace& workspace, const std::vector<std::string>& ids,
                                    int* left = nullptr);

/// To the millimetre: what is written into a project.
double rounded(double metres);

/// Words for an undo step: "Move Racks 1", "Move 3 objects".
QString wordsFor(const QString& verb, const Workspace& workspace,
                 const std::vector<std::string>& ids);

/// A selection of project objects.
std::vector<Selected> selectedObjects(const std::vector<std::string>& ids);

}  // namespace headroom::ui
