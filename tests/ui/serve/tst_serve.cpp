// SPDX-License-Identifier: Apache-2.0
#include "tests/support/net_client.h"
#include "tests/support/test_program.h"
#include "ui/kit/theme.h"
#include "ui/serve/serve_commands.h"
#include "ui/serve/serve_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QPushButton>
#include <QSignalSpy>
#include <QUrl>
#include <QtTest>

#include <future>

namespace tst_serve {

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Stage {
    Workspace workspace{std::filesystem::path(HEADROOM_SOURCE_DIR) / "resources/catalog"};
    QMainWindow window;
    CommandSet commands{&window};
    ServeCommands serve{&workspace, &commands, &window};

    Stage() {
        Theme::instance().apply(Theme::Mode::Light);
        workspace.control().setPlayOnOpen(false);
        window.show();
    }

    bool open() {
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(std::filesystem::path(HEADROOM_SOURCE_DIR) /
                               "scenarios/tour-small-hall");
        return opened.wait(60000) && workspace.source() != nullptr;
    }

    ServeDialog* dialog() {
        commands.action("serve.open")->trigger();
        return window.findChild<ServeDialog*>();
    }

    /// With any free port, by mouse. False: it does not serve.
    bool start(ServeDialog* dialog, bool operate) {
        auto* address = dialog->findChild<QLineEdit*>("serveAddress");
        address->selectAll();
        QTest::keyClicks(address, "127.0.0.1:0");
        auto* box = dialog->findChild<QCheckBox*>("serveOperate");
        if (operate != box->isChecked()) {
            QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        }
        QTest::mouseClick(dialog->findChild<QPushButton*>("serveStart"), Qt::LeftButton);
        return serve.desk()->isServing();
    }

    std::uint16_t port() const {
        return static_cast<std::uint16_t>(QUrl(serve.desk()->url()).port());
    }

    /// Asked in parallel with the window, whose thread continues meanwhile.
    std::string ask(const std::string& method, const std::string& target, const QString& token = {},
                    const std::string& body = {}) const {
        std::string fields =
            token.isEmpty() ? "" : "Authorization: Bearer " + token.toStdString() + "\r\n";
        fields += body.empty() ? "" : "Content-Type: application/json\r\n";
        auto answer = std::async(std::launch::async, [=, at = port()] {
            return tests::askServer(at, method, target, fields, body);
        });
        while (answer.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        }
        return answer.get();
    }
};

}  // namespace

/// The window's run, seen and operated from outside.
class TestServe : public QObject {
    Q_OBJECT

  private slots:

    // Without a project there is nothing to serve. With one the page's resources answer with the run of the window: its
    // name, and after a step its time. Nobody may change anything without a token. After Stop nobody listens.
    void readOnly() {
        Stage stage;
        QVERIFY(!stage.commands.action("serve.open")->isEnabled());
        QVERIFY(stage.open());
        ServeDialog* dialog = stage.dialog();
        QVERIFY(stage.start(dialog, false));
        QCOMPARE(tests::statusOf(stage.ask("GET", "/api/v1/run")), 200);
        QSignalSpy ticks(&stage.workspace, &Workspace::slowTick);
        stage.workspace.control().step();
        QVERIFY(ticks.wait(20000));
        QTRY_VERIFY(stage.workspace.frame()->timeS > 0.0);
        const QString time = QString::number(stage.workspace.frame()->timeS);
        QTRY_VERIFY(QString::fromStdString(tests::bodyOf(stage.ask("GET", "/api/v1/frame")))
                        .contains("\"time_s\":" + time));
        QVERIFY(tests::statusOf(stage.ask("POST", "/api/v1/run/steps", {}, R"({"count":1})")) >=
                401);
        QVERIFY(tests::statusOf(stage.ask("GET", "/")) == 200);
        QTRY_VERIFY(stage.serve.desk()->counts().requests >= 4);
        const std::uint16_t port = stage.port();
        QTest::mouseClick(dialog->findChild<QPushButton*>("serveStop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(
            !stage.serve.desk()->isServing() && !stage.serve.desk()->isEnding(), 20000);
        QVERIFY(!tests::NetClient(port).isOpen());
    }

    // With the token an order acts on the run that the window watches, a wrong one does not; the journal tells of both. An
    // edit is refused where the window is locked, and one step of its undo where it is not. The token goes with the dialog.
    void operated() {
        Stage stage;
        QVERIFY(stage.open());
        ServeDialog* dialog = stage.dialog();
        QVERIFY(stage.start(dialog, true));
        QTest::mouseClick(dialog->findChild<QPushButton*>("serveCopyToken"), Qt::LeftButton);
        const QString copied = QGuiApplication::clipboard()->text();
        const QString token = copied.section("#token=", 1);
        QVERIFY2(token.size() >= 32, qPrintable(copied));
        QCOMPARE(tests::statusOf(stage.ask("POST", "/api/v1/run/steps", token, R"({"count":2})")),
                 202);
        QTRY_VERIFY_WITH_TIMEOUT(stage.workspace.frame()->timeS > 0.0, 20000);
        QCOMPARE(tests::statusOf(stage.ask(
                     "POST", "/api/v1/run/steps",
                     QString(token).replace(0, 1, token[0] == 'a' ? "b" : "a"), R"({"count":1})")),
                 401);
        const std::string project = tests::bodyOf(stage.ask("GET", "/api/v1/project"));
        QVERIFY(!project.empty());
        std::string loop;
        for (const engine::Object* object : stage.workspace.project().objectsOf("cooling_loop")) {
            loop = object->id;
        }
        QVERIFY(!loop.empty());
        const std::string change = "{\"" + loop + "\": {\"supply_setpoint_c\": 19}}";
        stage.workspace.editor().setLock("Explore changes no design.");
        const std::string refused = stage.ask("PATCH", "/api/v1/project", token, change);
        QVERIFY2(tests::statusOf(refused) >= 400, refused.c_str());
        stage.workspace.editor().setLock({});
        const std::string done = stage.ask("PATCH", "/api/v1/project", token, change);
        QVERIFY2(tests::statusOf(done) == 200, done.c_str());
        QVERIFY(stage.workspace.editor().canUndo());
        QVERIFY(engine::projectText(stage.workspace.project()).find("19") != std::string::npos);
        QCOMPARE(tests::statusOf(stage.ask("POST", "/api/v1/design/undo", token)), 200);
        QVERIFY(!stage.workspace.editor().canUndo());
        QTRY_VERIFY(stage.serve.desk()->journal().size() >= 3);
        QVERIFY(dialog->findChild<QListWidget*>("serveJournal")->count() >= 3);
        dialog->close();
        QVERIFY(stage.serve.desk()->token().isEmpty());
        QVERIFY(stage.serve.desk()->isServing());
        QVERIFY(stage.dialog()->findChild<QLineEdit*>("serveToken")->text().isEmpty());
        stage.workspace.files().close();
        QTRY_VERIFY_WITH_TIMEOUT(
            !stage.serve.desk()->isServing() && !stage.serve.desk()->isEnding(), 20000);
    }

    // An address that others reach needs tokens and TLS, an address must be one: said in the dialog, with the code.
    void refused() {
        Stage stage;
        QVERIFY(stage.open());
        ServeDialog* dialog = stage.dialog();
        auto* address = dialog->findChild<QLineEdit*>("serveAddress");
        for (const auto& [text, code] :
             {std::pair{"0.0.0.0:0", "WEB-006"}, std::pair{"here", "WEB-001"}}) {
            address->selectAll();
            QTest::keyClicks(address, text);
            QTest::mouseClick(dialog->findChild<QPushButton*>("serveStart"), Qt::LeftButton);
            QVERIFY(!stage.serve.desk()->isServing());
            QVERIFY2(dialog->findChild<QLabel*>("serveNote")->text().contains(code),
                     qPrintable(dialog->findChild<QLabel*>("serveNote")->text()));
        }
    }
};

HEADROOM_TEST(TestServe)
}  // namespace tst_serve

#include "tst_serve.moc"
