// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_list.h"
#include "engine/api/api_service.h"
#include "engine/api/attached_run.h"
#include "engine/api/live_twin.h"
#include "engine/http/http_server.h"
#include "tests/support/test_program.h"
#include "ui/attach/attach_commands.h"
#include "ui/attach/attach_dialog.h"
#include "ui/kit/theme.h"
#include "ui/recording/recording_bar.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/workspace.h"

#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

namespace tst_attach {

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr const char* kOperate = "abcdefabcdefabcdefabcdefabcdefab";
constexpr int kLongMs = 60000;

/// A run that is served in this process, apart from the window.
struct Far {
    std::unique_ptr<engine::LiveTwin> twin;
    std::unique_ptr<engine::ApiService> service;
    std::unique_ptr<engine::HttpServer> server;

    Far() {
        const std::filesystem::path source = HEADROOM_SOURCE_DIR;
        auto catalogue = engine::Catalogue::load(source / "resources/catalog");
        auto project = engine::loadProject(source / "scenarios/tour-small-hall", *catalogue);
        twin = std::move(*engine::LiveTwin::create(std::move(*project), std::move(*catalogue), {}));
        service = std::make_unique<engine::ApiService>(*twin, source / "resources");
        serve(0);
    }

    void serve(std::uint16_t port) {
        engine::HttpServer::Options options;
        options.address.port = port;
        options.access.add(engine::Role::Operate, kOperate, "tester");
        options.access.answersTo(options.address, {});
        server = std::move(*engine::HttpServer::start(*service, std::move(options)));
    }
};

struct Stage {
    Far far;
    Workspace workspace{std::filesystem::path(HEADROOM_SOURCE_DIR) / "resources/catalog"};
    QMainWindow window;
    CommandSet commands{&window};
    AttachCommands attach{&workspace, &commands, &window};
    RecordingBar bar{&workspace, &window};
    QString told;
    bool isBad = false;

    Stage() {
        Theme::instance().apply(Theme::Mode::Light);
        window.addToolBar(&bar);
        window.show();
        QObject::connect(&attach, &AttachCommands::told, &window,
                         [this](const QString& words, bool bad) {
                             told = words;
                             isBad = bad;
                         });
    }

    /// By keys and mouse, as the server prints its address. False: it was not attached.
    bool open(const QString& token = {}) {
        commands.action("attach.open")->trigger();
        auto* dialog = window.findChild<AttachDialog*>();
        auto* address = dialog->findChild<QLineEdit*>("attachAddress");
        address->selectAll();
        const QString place =
            QStringLiteral("http://127.0.0.1:%1/").arg(far.server->address().port);
        QTest::keyClicks(address, token.isEmpty() ? place : place + "#token=" + token);
        dialog->findChild<QLineEdit*>("attachToken")->setText(token);
        QSignalSpy opened(&workspace, &Workspace::opened);
        QTest::mouseClick(dialog->findChild<QPushButton*>("attachOk"), Qt::LeftButton);
        return opened.wait(kLongMs) && workspace.servedRun().link() != nullptr;
    }
};

}  // namespace

class TestAttach : public QObject {
    Q_OBJECT

  private slots:

    // Without a token: the served run as the window's own, and nothing goes to it.
    void looks() {
        Stage stage;
        QVERIFY(stage.open());
        QVERIFY(stage.window.findChild<AttachDialog*>() == nullptr ||
                !stage.window.findChild<AttachDialog*>()->isVisible());
        QCOMPARE(stage.workspace.title(), QString("Tour: small hall"));
        QVERIFY(stage.told.contains("to look"));
        QVERIFY(stage.bar.text().contains("Served at http://127.0.0.1:"));
        QVERIFY(!stage.workspace.servedRun().lock().isEmpty());
        stage.far.twin->step(2);
        QTRY_COMPARE_WITH_TIMEOUT(stage.workspace.frame()->timeS, 30.0, kLongMs);
        QVERIFY(stage.workspace.frame()
                    ->facility[static_cast<std::size_t>(engine::FacilityQuantity::FacilityPower)] >
                1e3);
        QCOMPARE(stage.workspace.layout().racks.size(),
                 stage.far.twin->frame()->layout->racks.size());
        // What is pressed here is said not to reach it.
        QSignalSpy said(&stage.workspace, &Workspace::said);
        stage.workspace.control().play();
        QCOMPARE(said.size(), 1);
        engine::PlantOrder order;
        order.unit = "ups";
        stage.workspace.control().operate(order);
        QCOMPARE(said.size(), 2);
        QTest::qWait(300);
        QVERIFY(!stage.far.twin->status().playing);
        QCOMPARE(stage.far.twin->frame()->timeS, 30.0);
        // Closing leaves the run alone.
        stage.far.twin->play();
        stage.workspace.files().close();
        QVERIFY(!stage.workspace.isOpen());
        QVERIFY(stage.far.twin->status().playing);
        stage.far.twin->pause();
    }

    // With one: play, orders and edits go there and come back.
    void operates() {
        Stage stage;
        QVERIFY(stage.open(kOperate));
        QVERIFY(stage.told.contains("may operate"));
        QVERIFY(stage.workspace.servedRun().lock().isEmpty());
        QVERIFY(!stage.far.twin->status().playing);  // attaching changes nothing
        stage.workspace.control().step();
        QTRY_VERIFY_WITH_TIMEOUT(stage.workspace.frame()->timeS == 15.0, kLongMs);
        engine::PlantOrder order;
        order.unit = "ups";
        stage.workspace.control().operate(order);
        stage.workspace.control().step();
        QTRY_VERIFY_WITH_TIMEOUT(
            stage.workspace.frame()->alarms && !stage.workspace.frame()->alarms->active.empty(),
            kLongMs);
        Editor& editor = stage.workspace.editor();
        editor.setLock({});
        QVERIFY(editor.apply({engine::SetAttribute{"warm", "supply_setpoint_c", 31.5}}, "Set"));
        QTRY_VERIFY_WITH_TIMEOUT(stage.far.twin->design().text->find("31.5") != std::string::npos,
                                 kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(!editor.isModified(), kLongMs);  // it is where it is served
        editor.undo();
        QTRY_VERIFY_WITH_TIMEOUT(stage.far.twin->design().text->find("31.5") == std::string::npos,
                                 kLongMs);
        // What others edit comes here.
        QVERIFY(stage.far.twin->edit({"warm.supply_setpoint_c=28.25"}, "Set", std::nullopt)
                    .has_value());
        stage.far.twin->step(1);
        QTRY_VERIFY_WITH_TIMEOUT(
            engine::projectText(stage.workspace.project()).find("28.25") != std::string::npos,
            kLongMs);
        // An object cannot go over the network: it is refused, and the window has the server's design again.
        QSignalSpy failed(&stage.workspace, &Workspace::failed);
        engine::Object hall = Editor::make("hall", "hall-new");
        Editor::set(hall, "width_m", 20.0);
        Editor::set(hall, "depth_m", 20.0);
        std::string why;
        const auto told = connect(&editor, &Editor::refused, this,
                                  [&](const engine::Error& error) { why = error.text(); });
        QVERIFY2(editor.apply({engine::AddObject{hall, {}}}, "Add"), why.c_str());
        disconnect(told);
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(stage.workspace.project().find("hall-new") == nullptr, kLongMs);
    }

    // The server goes and comes back: the foot of the window says so, and the run continues.
    void comesBack() {
        Stage stage;
        QVERIFY(stage.open());
        const std::uint16_t port = stage.far.server->address().port;
        stage.far.server.reset();
        QTRY_VERIFY_WITH_TIMEOUT(stage.isBad && stage.told.contains("away"), kLongMs);
        QVERIFY(stage.workspace.frame() != nullptr);
        QVERIFY(stage.bar.text().contains("seen last"));
        stage.far.twin->step(3);
        stage.far.serve(port);
        QTRY_COMPARE_WITH_TIMEOUT(stage.workspace.frame()->timeS, 45.0, kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(!stage.isBad && stage.told.startsWith("Attached"), kLongMs);
        // Left on purpose: what was seen stays, and can be run here.
        stage.commands.action("attach.leave")->trigger();
        QTRY_VERIFY(stage.told.startsWith("Detached"));
        QVERIFY(!stage.workspace.servedRun().isFollowing());
        QCOMPARE(stage.workspace.frame()->timeS, 45.0);
        QVERIFY(stage.bar.text().contains("As it was seen last"));
        QSignalSpy opened(&stage.workspace, &Workspace::opened);
        QTest::mouseClick(stage.bar.findChild<QToolButton*>("detachServed"), Qt::LeftButton);
        QVERIFY(opened.wait(kLongMs));
        QVERIFY(stage.workspace.servedRun().link() == nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(stage.workspace.source() != nullptr, kLongMs);
    }

    // A token that is refused, and nobody there: in the error's words, with nothing opened and the dialog still there.
    void refusalsAreTold() {
        Stage stage;
        QSignalSpy failed(&stage.workspace, &Workspace::failed);
        stage.commands.action("attach.open")->trigger();
        auto* dialog = stage.window.findChild<AttachDialog*>();
        auto* address = dialog->findChild<QLineEdit*>("attachAddress");
        address->setText(
            QStringLiteral("http://127.0.0.1:%1").arg(stage.far.server->address().port));
        dialog->findChild<QLineEdit*>("attachToken")->setText("00000000000000000000000000000000");
        QTest::mouseClick(dialog->findChild<QPushButton*>("attachOk"), Qt::LeftButton);
        QVERIFY(failed.wait(kLongMs));
        QCOMPARE(failed.takeFirst().at(1).value<engine::Errors>().front().code.c_str(), "WEB-045");
        QVERIFY(dialog->isVisible());
        QVERIFY(!stage.workspace.isOpen());
        address->setText("ftp://nowhere");
        QTest::mouseClick(dialog->findChild<QPushButton*>("attachOk"), Qt::LeftButton);
        QVERIFY(dialog->findChild<QLabel*>("attachNote")->text().contains("not an address"));
        dialog->close();
    }
};

HEADROOM_TEST(TestAttach)
}  // namespace tst_attach

#include "tst_attach.moc"
