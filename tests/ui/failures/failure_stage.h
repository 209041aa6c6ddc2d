// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/support/fake_source.h"
#include "ui/kit/theme.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace headroom::ui {

/// A workspace on the fake's two halls, for what breaks.
struct FailureStage {
    QTemporaryDir settings;
    Workspace workspace{"nowhere"};
    FakeSource* source = nullptr;

    explicit FailureStage(engine::Project project = fakeProject()) {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
        Theme::instance().apply(Theme::Mode::Light);
        workspace.control().setPlayOnOpen(false);
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        workspace.show(std::move(project), std::move(made));
    }

    void advance(double seconds) {
        QSignalSpy ticks(&workspace, &Workspace::slowTick);
        source->advance(seconds);
        ticks.wait(2000);
    }

    /// The entry of that text, in a submenu "A/B/…" where the path has slashes; null if none.
    static QAction* entry(QMenu& menu, const QString& path) {
        QMenu* at = &menu;
        const QStringList parts = path.split('/');
        for (qsizetype i = 0; i < parts.size(); ++i) {
            QAction* found = nullptr;
            for (QAction* action : at->actions()) {
                if (action->text() == parts[i]) {
                    found = action;
                }
            }
            if (found == nullptr || i + 1 == parts.size()) {
                return found;
            }
            at = found->menu();
            if (at == nullptr) {
                return nullptr;
            }
            emit at->aboutToShow();  // as a person does who opens it
        }
        return nullptr;
    }
};

}  // namespace headroom::ui
