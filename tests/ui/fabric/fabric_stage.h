// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/support/fake_source.h"
#include "ui/fabric/fabric_actions.h"
#include "ui/fabric/fabric_canvas.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/fabric/fabric_pane.h"
#include "ui/fabric/fabric_view.h"
#include "ui/floor/rack_colouring.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QMenu>

namespace headroom::ui {

/// 1,024 adapters on three tiers of switches of 16 ports: 16 pods of 8 leaves and 8 spines, 64
/// cores. Bundles: 0..127 up from leaves, 128..255 down to them, 256..271 up from pods, 272..287
/// down to them.
inline testing::TinyFabric treeOfPods(int planes = 1) {
    testing::TinyFabric tiny;
    engine::TopologySpec spec;
    spec.endpoints = 1024;
    spec.radix = 16;
    spec.planes = planes;
    tiny.add("fabric-1", spec);
    tiny.carry();
    return tiny;
}

struct FabricStage {
    Workspace workspace{"nowhere"};
    RackColouring colouring{&workspace};
    FabricFocus focus{&workspace};
    FabricActions actions{&focus};
    FabricView view{&focus, &colouring, &actions};
    FabricPane pane{&focus, &actions};
    FakeSource* source = nullptr;

    explicit FabricStage(testing::TinyFabric tiny, bool simulated = true) {
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        source->join(std::move(tiny), simulated);
        workspace.show(fakeProject(), std::move(made));
        view.resize(1100, 700);
        view.show();
        pane.resize(1100, 300);
        pane.show();
        tick();
    }

    void tick() {
        source->advance(15.0);
        QCoreApplication::processEvents();
    }

    FabricCanvas& canvas() { return *view.canvas(); }

    const engine::FabricDiagram& diagram() { return canvas().diagram(); }

    QPoint middleOf(const engine::FabricBox& box) {
        return canvas().toWindow(box.x + box.width / 2.0, box.y + box.height / 2.0).toPoint();
    }

    QPoint middleOf(const engine::FabricEdge& edge) {
        return canvas().toWindow(edge.bend.x, edge.bend.y).toPoint();
    }
};

/// An entry anywhere in the menu, by the texts that lead to it; narrow spaces count as spaces.
inline QAction* menuEntry(QMenu& menu, std::initializer_list<const char*> path) {
    QMenu* in = &menu;
    QAction* found = nullptr;
    for (const char* text : path) {
        found = nullptr;
        for (QAction* action : in->actions()) {
            if (action->text().replace(QChar(0x2009), ' ') == text) {
                found = action;
            }
        }
        if (found == nullptr) {
            return nullptr;
        }
        in = found->menu();
    }
    return found;
}

}  // namespace headroom::ui
