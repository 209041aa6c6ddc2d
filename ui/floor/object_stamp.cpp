// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/object_stamp.h"

#include "models/facility/block.h"
#include "ui/floor/object_values.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/translate.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <set>

namespace headroom::ui {

namespace {

using engine::Object;
using engine::SetAttribute;
using models::ValueKind;

/// "racks-7" of "racks-3" and "racks".
std::string stemOf(const std::string& id) {
    const auto dash = id.rfind('-');
    const bool numbered = dash != std::string::npos && dash + 1 < id.size() &&
                          std::all_of(id.begin() + static_cast<std::ptrdiff_t>(dash) + 1, id.end(),
                                      [](char c) { return c >= '0' && c <= '9'; });
    return numbered ? id.substr(0, dash) : id;
}

/// Ids for copies, none of which is taken by the project or by another copy.
class FreshIds {
  public:
    explicit FreshIds(const Editor& editor) : editor_(editor) {}

    std::string of(const std::string& id) {
        const std::string stem = stemOf(id);
        std::string next = editor_.freeId(stem);
        for (int n = 2; taken_.count(next) > 0; ++n) {
            next = editor_.freeId(stem + '-' + std::to_string(n));
        }
        taken_.insert(next);
        return next;
    }

  private:
    const Editor& editor_;
    std::set<std::string> taken_;
};

/// The next number behind a name that no object has.
std::string freshName(const engine::Project& project, std::set<std::string>& taken,
                      const std::string& name) {
    static const QRegularExpression kNumber("^(.*?)\\s*(\\d+)$");
    const auto match = kNumber.match(QString::fromStdString(name));
    const QString stem = match.hasMatch() ? match.captured(1) : QString::fromStdString(name);
    int n = match.hasMatch() ? match.captured(2).toInt() : 1;
    for (;;) {
        const std::string next = QStringLiteral("%1 %2").arg(stem).arg(++n).toStdString();
        const bool used = std::any_of(project.objects.begin(), project.objects.end(),
                                      [&](const Object& o) { return textOf(o, "name") == next; });
        if (!used && taken.insert(next).second) {
            return next;
        }
    }
}

void renameReferences(Object& object, const std::map<std::string, std::string>& renamed) {
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        const ValueKind kind = object.type->attributes[i].kind;
        if (kind == ValueKind::Reference) {
            if (auto* id = std::get_if<std::string>(&object.values[i])) {
                const auto found = renamed.find(*id);
                *id = found == renamed.end() ? *id : found->second;
            }
        } else if (kind == ValueKind::ReferenceList) {
            if (auto* ids = std::get_if<std::vector<std::string>>(&object.values[i])) {
                for (std::string& id : *ids) {
                    const auto found = renamed.find(id);
                    id = found == renamed.end() ? id : found->second;
                }
            }
        }
    }
}

void shift(Object& object, QPointF byM) {
    const bool isUse = object.type->id == "block_use";
    const char* x = isUse ? "east_m" : "x_m";
    const char* y = isUse ? "north_m" : "y_m";
    Editor::set(object, x, rounded(numberOf(object, x) + byM.x()));
    Editor::set(object, y, rounded(numberOf(object, y) + byM.y()));
}

}  // namespace

std::optional<CopiedObjects> copyObjects(const Workspace& workspace,
                                         const std::vector<std::string>& ids) {
    CopiedObjects copied;
    std::vector<std::string> taken;
    std::optional<QRectF> whole;
    const engine::Project& project = workspace.project();
    // In the order of the project, so that the same selection always gives the same copy.
    for (const Object& object : project.objects) {
        const bool chosen = contains(ids, object.id);
        const bool follows = isInHall(object) && contains(ids, textOf(object, "hall"));
        if (!(chosen || follows) || !isMovable(object) || object.type->single) {
            continue;
        }
        const auto area = footprintOf(workspace, object.id);
        copied.objects.push_back(object);
        copied.areas.push_back(area.value_or(QRectF()));
        taken.push_back(object.id);
        if (area) {
            whole = whole ? whole->united(*area) : *area;
        }
    }
    if (!whole) {
        return std::nullopt;
    }
    copied.corner = whole->topLeft();
    copied.boxes = boxesOf(workspace, taken);
    return copied;
}

Placing placeCopies(Workspace& workspace, const CopiedObjects& copied, QPointF byM) {
    Placing placing;
    FreshIds ids(workspace.editor());
    std::set<std::string> names;
    std::map<std::string, std::string> renamed;
    for (const Object& object : copied.objects) {
        renamed[object.id] = ids.of(object.id);
    }
    for (std::size_t i = 0; i < copied.objects.size(); ++i) {
        Object copy = copied.objects[i];
        const std::string home = textOf(copy, "hall");
        copy.id = renamed[copy.id];
        renameReferences(copy, renamed);
        if (const std::string name = textOf(copy, "name"); !name.empty()) {
            Editor::set(copy, "name", freshName(workspace.project(), names, name));
        }
        const bool goesWithHall = isInHall(copy) && renamed.count(home) > 0;
        if (isInHall(copy) && !goesWithHall) {
            const std::string hall = hallAt(workspace, copied.areas[i].center() + byM);
            if (hall.empty() && copy.type->id != "structure") {
                placing.refusal =
                    planTr(QT_TRANSLATE_NOOP("Plan", "It belongs in a hall: put it into one"));
                return placing;
            }
            shift(copy, byM + cornerOf(workspace, home) - cornerOf(workspace, hall));
            Editor::set(copy, "hall", hall.empty() ? models::Value{} : models::Value{hall});
        } else if (!goesWithHall) {
            shift(copy, byM);
        }
        placing.made.push_back(copy.id);
        placing.edits.push_back(engine::AddObject{std::move(copy)});
    }
    placing.words = copied.objects.size() == 1
                        ? planTr("Copy %1").arg(workspace.nameOfObject(copied.objects.front().id))
                        : planTr("Copy %1 objects").arg(copied.objects.size());
    return placing;
}

Stamp stampOfCopies(CopiedObjects copied) {
    Stamp stamp;
    stamp.title = copied.objects.size() == 1
                      ? QString::fromStdString(textOf(copied.objects.front(), "name"))
                      : planTr("%1 objects").arg(copied.objects.size());
    if (stamp.title.isEmpty()) {
        stamp.title = QString::fromStdString(copied.objects.front().id);
    }
    for (const QRectF& box : copied.boxes) {
        stamp.boxes.push_back(box.translated(-copied.corner));
    }
    stamp.place = [copied = std::move(copied)](Workspace& workspace, QPointF corner) {
        return placeCopies(workspace, copied, corner - copied.corner);
    };
    return stamp;
}

namespace {

/// Objects removed together with their owner: contents of halls, copies of blocks.
void addFollowers(const engine::Project& project, std::vector<std::string>& ids) {
    for (std::size_t before = 0; before != ids.size();) {
        before = ids.size();
        for (const Object& object : project.objects) {
            const bool follows =
                (object.type->find("hall") != nullptr && object.type->find("hall")->required &&
                 contains(ids, textOf(object, "hall"))) ||
                (object.type->id == "structure" && contains(ids, textOf(object, "hall"))) ||
                (object.type->id == "block_use" && contains(ids, textOf(object, "block")));
            if (follows && !contains(ids, object.id)) {
                ids.push_back(object.id);
            }
        }
    }
}

/// Takes `ids` out of what `object` names. False: it must name one of them.
bool forget(const Object& object, const std::vector<std::string>& ids,
            std::vector<engine::Edit>& edits) {
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        const models::Attribute& a = object.type->attributes[i];
        const auto* id = std::get_if<std::string>(&object.values[i]);
        const auto* list = std::get_if<std::vector<std::string>>(&object.values[i]);
        if (a.kind == ValueKind::Reference && id != nullptr && contains(ids, *id)) {
            if (a.required) {
                return false;
            }
            edits.push_back(SetAttribute{object.id, std::string(a.key), models::Value{}});
        } else if (a.kind == ValueKind::ReferenceList && list != nullptr) {
            std::vector<std::string> left = *list;
            std::erase_if(left, [&](const std::string& one) { return contains(ids, one); });
            if (left.size() == list->size()) {
                continue;
            }
            if (left.empty() && a.required) {
                return false;
            }
            edits.push_back(SetAttribute{object.id, std::string(a.key),
                                         left.empty() ? models::Value{} : models::Value{left}});
        }
    }
    return true;
}

}  // namespace

Placing removeObjects(const Workspace& workspace, std::vector<std::string> ids) {
    Placing placing;
    const engine::Project& project = workspace.project();
    placing.words = wordsFor(planTr("Delete"), workspace, ids);
    addFollowers(project, ids);
    std::erase_if(ids, [&](const std::string& id) {
        const Object* object = project.find(id);
        return object == nullptr || object->type->single;
    });
    QStringList needing;
    for (const Object& object : project.objects) {
        if (!contains(ids, object.id) && !forget(object, ids, placing.edits)) {
            needing << workspace.nameOfObject(object.id);
        }
    }
    if (!needing.isEmpty()) {
        placing.refusal = planTr("%1 cannot do without it: delete that first")
                              .arg(needing.join(QStringLiteral(", ")));
        return placing;
    }
    // An object that refers to another is removed before it.
    std::vector<std::string> left = ids;
    while (!left.empty()) {
        const auto free = std::find_if(left.begin(), left.end(), [&](const std::string& id) {
            return std::none_of(left.begin(), left.end(), [&](const std::string& other) {
                std::vector<engine::Edit> names;
                return other != id &&
                       (!forget(*project.find(other), {id}, names) || !names.empty());
            });
        });
        const auto next = free == left.end() ? left.begin() : free;
        placing.edits.push_back(engine::RemoveObject{*next});
        left.erase(next);
    }
    return placing;
}

Placing makeBlock(Workspace& workspace, const std::vector<std::string>& ids) {
    Placing placing;
    std::vector<std::string> members;
    const auto* attribute = models::BlockSpec::type().find("members");
    for (const std::string& id : ids) {
        const Object* object = workspace.project().find(id);
        bool fits = false;
        models::forEachTarget(attribute->target, [&](std::string_view type) {
            fits = fits || (object != nullptr && object->type->id == type);
        });
        if (fits) {
            members.push_back(id);
        }
    }
    if (members.empty()) {
        placing.refusal = planTr(QT_TRANSLATE_NOOP(
            "Plan", "A block is made of racks, CDUs, power units and parts of the building"));
        return placing;
    }
    Object block = Editor::make("block", workspace.editor().freeId("block"));
    const auto blocks = workspace.project().objectsOf("block").size();
    const QString name = planTr("Block %1").arg(blocks + 1);
    Editor::set(block, "name", name.toStdString());
    Editor::set(block, "members", members);
    placing.made = {block.id};
    placing.words = planTr("Make %1").arg(name);
    placing.edits = {engine::AddObject{std::move(block)}};
    return placing;
}

}  // namespace headroom::ui
