// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/fabric_placing.h"

#include "engine/sizing/propose_fabric.h"
#include "models/facility/fabric.h"
#include "models/network/switch.h"
#include "ui/kit/translate.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::ui {

namespace {

const models::Attribute& shapes() {
    return *models::FabricSpec::type().find("shape");
}

/// The proposal, with that switch where one is named.
Placing placing(const Workspace& where, models::FabricShape shape, const std::string& part) {
    engine::FabricWish wish;
    wish.shape = shape;
    auto edits = engine::proposeFabric(where.project(), *where.catalogue(), wish);
    Placing made;
    if (!edits) {
        made.refusal = shownText(edits.error().message + " " + edits.error().remedy);
        return made;
    }
    for (engine::Edit& edit : *edits) {
        if (auto* add = std::get_if<engine::AddObject>(&edit)) {
            if (!part.empty()) {
                Editor::set(add->object, "switch", part);
            }
            made.made = {add->object.id};
        }
    }
    made.edits = std::move(*edits);
    made.words = QCoreApplication::translate("Plan", "Place a Fabric");
    return made;
}

}  // namespace

QString shapeWord(std::string_view shape) {
    QString word = QString::fromUtf8(shape.data(), static_cast<qsizetype>(shape.size()));
    word.replace('_', ' ');
    word[0] = word[0].toUpper();
    return word;
}

bool isFabricSwitch(const Workspace& workspace, const PartKey& key) {
    const auto* part =
        key.type == "switch" ? workspace.catalogue()->spec<models::SwitchSpec>(key.id) : nullptr;
    return part != nullptr && part->kind == models::SwitchKind::Packet;
}

std::optional<Stamp> fabricStamp(const Workspace& workspace, const PartKey& key) {
    const auto shape = std::find(shapes().choices.begin(), shapes().choices.end(), key.id);
    const bool isShape = key.type == "fabric" && shape != shapes().choices.end();
    if (!isShape && !isFabricSwitch(workspace, key)) {
        return std::nullopt;
    }
    Stamp stamp;
    stamp.title = isShape
                      ? shapeWord(key.id)
                      : QString::fromStdString(workspace.catalogue()->find(key.type, key.id)->name);
    stamp.view = "window.fabric";
    stamp.elsewhere =
        QCoreApplication::translate("Plan", "The fabric diagram shows the network of %1")
            .arg(stamp.title);
    const auto kind = isShape ? static_cast<models::FabricShape>(shape - shapes().choices.begin())
                              : models::FabricShape::FatTree;
    stamp.place = [kind, part = isShape ? std::string() : key.id](Workspace& where, QPointF) {
        return placing(where, kind, part);
    };
    return stamp;
}

}  // namespace headroom::ui
