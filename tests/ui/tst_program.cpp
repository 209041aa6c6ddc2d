// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"

#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_program {

/// Runs build/…/bin/headroom as a user or a script does.
class TestProgram : public QObject {
    Q_OBJECT

    struct Outcome {
        int code;
        QString out;
        QString err;
    };

    static Outcome run(const QStringList& arguments) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        environment.remove("DISPLAY");
        // The recent files of whoever runs the tests are none of our business.
        static QTemporaryDir home;
        environment.insert("XDG_CONFIG_HOME", home.path());
        process.setProcessEnvironment(environment);
        process.start(qEnvironmentVariable("HEADROOM_PROGRAM"), arguments);
        process.waitForFinished(120000);
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                process.readAllStandardOutput(), process.readAllStandardError()};
    }

    static QString tour() { return QString(HEADROOM_SOURCE_DIR) + "/scenarios/tour-small-hall"; }

  private slots:

    void initTestCase() { QVERIFY(QFile::exists(qEnvironmentVariable("HEADROOM_PROGRAM"))); }

    void usageErrorsEndWithTwo() {
        QCOMPARE(run({"--size", "abc"}).code, 2);
        QVERIFY(run({"--size", "abc"}).err.contains("WIDTHxHEIGHT"));
        QVERIFY(run({"--theme", "pink"}).code != 0);
    }

    void aMissingProjectIsNamedWithItsRemedy() {
        QTemporaryDir folder;
        const Outcome outcome = run({"--render", folder.filePath("hall.png"), "/no/such/project"});
        QCOMPARE(outcome.code, 3);
        QVERIFY(outcome.err.contains("/no/such/project"));
        QVERIFY(outcome.err.contains("Remedy"));
    }

    void rendersWithoutADisplay() {
        QTemporaryDir folder;
        const QString file = folder.filePath("hall.png");
        const Outcome outcome = run({"--render", file, tour(), "--simulate", "10min", "--size",
                                     "640x400", "--quantity", "chip"});
        if (outcome.err.contains("UI-020")) {
            QSKIP("No EGL or no OpenGL 3.2 on this machine");
        }
        QCOMPARE(outcome.code, 0);
        QCOMPARE(QImage(file).size(), QSize(640, 400));
    }

    void thePictureOfTheWindowNeedsNoOpenGl() {
        QTemporaryDir folder;
        const QString file = folder.filePath("window.png");
        const Outcome outcome = run({"--screenshot", file, "--after", "4", "--size", "1200x800",
                                     "--theme", "dark", tour()});
        QCOMPARE(outcome.code, 0);
        const QImage image(file);
        QCOMPARE(image.size(), QSize(1200, 800));
        QVERIFY(image.pixelColor(1190, 20).lightness() < 100);  // dark
    }
};

HEADROOM_TEST(TestProgram)
}  // namespace tst_program

#include "tst_program.moc"
