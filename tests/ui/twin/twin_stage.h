// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/test_program.h"
#include "ui/kit/theme.h"
#include "ui/shell/main_window.h"
#include "ui/twin/telemetry_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>

namespace headroom::ui {

/// The window on Frontier with telemetry of two hours: 15 MW of heat at 10 °C, a supply of 21.5 °C that is 5 K warmer in the
/// second hour from its tenth minute on, and a gap of twelve minutes in the wet bulb.
struct TwinStage {
    static inline const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;

    QTemporaryDir folder, settings;
    Workspace workspace{kRoot / "resources/catalog"};
    MainWindow window;

    static MainWindow::Options options() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        MainWindow::Options o;
        o.noOpenGl = "a test";
        o.keepsLayout = false;
        return o;
    }

    TwinStage() : window(&workspace, options()) {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
        Theme::instance().apply(Theme::Mode::Light);
        workspace.control().setPlayOnOpen(false);
        window.resize(1440, 900);
        window.show();
        QByteArray csv = "time,q,w,s\n";
        for (int i = 0; i <= 120; ++i) {
            const bool gap = i > 30 && i < 42;
            csv += QByteArray::number(60 * i) + "," + QByteArray::number(15e6 + 1e5 * (i % 7)) +
                   "," + (gap ? "" : "10") + "," + (i >= 70 ? "26.5" : "21.5") + "\n";
        }
        writeBytes(path("day.csv"), csv);
        writeBytes(path("map.json"), R"({"format": "headroom-telemetry/1", "name": "Two hours",
            "time": {"as": "seconds", "start": "2024-04-07T00:00:00"}, "sensors": [
            {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
            {"id": "wet", "column": "w", "drives": "wet_bulb", "unit": "degC", "channel": "facility/wet_bulb_c"},
            {"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC"}]})");
    }

    bool writeBytes(const QString& file, const QByteArray& bytes) const {
        QFile to(file);
        return to.open(QIODevice::WriteOnly) && to.write(bytes) == bytes.size();
    }

    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }

    bool open() {
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(kRoot / "scenarios/frontier-day");
        return opened.wait(60000) && workspace.source() != nullptr;
    }

    TwinDesk& desk() const { return workspace.twin(); }

    template <class Widget>
    Widget* find(const char* name) const {
        return window.findChild<Widget*>(QString::fromLatin1(name));
    }

    /// File, Open Telemetry, both names typed, Enter. True: it was followed, or said why not.
    bool follow(const QString& readings, const QString& map, const QString& store = {},
                const QString& speed = {}) {
        window.commands()->action("twin.open")->trigger();
        auto* dialog = window.findChild<TelemetryDialog*>();
        if (dialog == nullptr) {
            return false;
        }
        const auto type = [dialog](const char* name, const QString& text) {
            auto* field = dialog->findChild<QLineEdit*>(QString::fromLatin1(name));
            field->selectAll();
            QTest::keyClicks(field, text);
        };
        type("telemetryFile", readings);
        type("telemetryMap", map);
        if (!speed.isEmpty()) {
            QTest::mouseClick(dialog->findChild<QAbstractButton*>("telemetryReplays"),
                              Qt::LeftButton, {}, QPoint(8, 8));
            type("telemetrySpeed", speed);
        }
        if (!store.isEmpty()) {
            QTest::mouseClick(dialog->findChild<QAbstractButton*>("telemetryKeeps"), Qt::LeftButton,
                              {}, QPoint(8, 8));
            type("telemetryStore", store);
        }
        QSignalSpy finished(&desk(), &TwinDesk::finished);
        QTest::mouseClick(dialog->findChild<QPushButton*>("telemetryOk"), Qt::LeftButton);
        return finished.wait(180000);
    }

    bool follow() { return follow(path("day.csv"), path("map.json")); }
};

}  // namespace headroom::ui
