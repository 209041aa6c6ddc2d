// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_manual_command {

/// Manual pages and completion come from the commands that are parsed: whatever --help of a command
/// names, its page and its completion name too.
class TestManualCommand : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString read(const QString& name) const {
        return QString::fromUtf8(readBytes(folder_.filePath(name)));
    }

    static QStringList optionsIn(const QString& help) {
        QStringList options;
        for (const QString& line : help.split('\n')) {
            const QString word = line.trimmed().section(QRegularExpression("[ =:,]"), 0, 0);
            if (line.startsWith("  --")) {
                options.append(word);
            }
        }
        return options;
    }

    /// What bash offers for the last of these words.
    QStringList offered(const QStringList& words) const {
        QProcess bash;
        const QString script =
            ". \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
            "_headroom_cli; printf '%s\\n' \"${COMPREPLY[@]}\"";
        bash.start("bash", QStringList{"-c", script, "bash", folder_.filePath("completion"),
                                       "headroom-cli"} +
                               words);
        bash.waitForFinished();
        return QString::fromUtf8(bash.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
    }

  private slots:

    void initTestCase() {
        const CliResult made = runCli({"manual", "--man", folder_.path(), "--completion",
                                       folder_.filePath("completion"), "--date", "2026-11-23"});
        QCOMPARE(made.err, QString());
        QCOMPARE(made.code, 0);
    }

    void aPageTellsEveryOption_data() {
        QTest::addColumn<QStringList>("command");
        for (const char* command : {"run", "cost", "branch", "import", "estimate training"}) {
            QTest::newRow(command) << QString(command).split(' ');
        }
    }

    void aPageTellsEveryOption() {
        QFETCH(QStringList, command);
        const QString page = read("headroom-cli-" + command.join('-') + ".1");
        const QStringList options = optionsIn(runCli(command + QStringList{"--help"}).out);
        QVERIFY(options.size() >= 3);
        for (const QString& option : options) {
            QVERIFY2(page.contains(QString(option).replace("-", "\\-")), qPrintable(option));
            QVERIFY2(offered(command + QStringList{"--"}).contains(option), qPrintable(option));
        }
        QVERIFY(page.startsWith(".TH \"headroom\\-cli\\-"));
        QVERIFY(page.contains("2026-11-23"));
    }

    // Lines of a page that begin with a dot are orders to roff: of those only the ones that are meant.
    void pagesAreWellFormed() {
        const QStringList known{".TH", ".SH", ".TP", ".B", ".nf", ".fi"};
        const QStringList pages = QDir(folder_.path()).entryList({"*.1"});
        QVERIFY(pages.size() > 20);
        for (const QString& name : pages) {
            for (const QString& line : read(name).split('\n')) {
                if (line.startsWith('.') || line.startsWith('\'')) {
                    QVERIFY2(known.contains(line.section(' ', 0, 0)),
                             qPrintable(name + ": " + line));
                }
            }
        }
    }

    void completionOffersCommandsAndValues() {
        QCOMPARE(offered({"rep"}), (QStringList{"report", "replay"}));
        QCOMPARE(offered({"estimate", "tr"}), QStringList{"training"});
        QCOMPARE(offered({"run", "--format", ""}), (QStringList{"text", "json"}));
        QCOMPARE(offered({"run", "--out", ""}), QStringList{});  // bash itself offers files
        QCOMPARE(offered({"run", ""}), QStringList{});
    }

    /// Lines that a script for another shell prints after the completion was read; skips where that shell is absent.
    QStringList linesOf(const QString& shell, const QString& script) const {
        QProcess process;
        process.start(shell, QStringList{"-c", script, shell, folder_.filePath(shell)});
        process.waitForFinished();
        return QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
    }

    void zshOffersTheSame() {
        const CliResult made =
            runCli({"manual", "--shell", "zsh", "--completion", folder_.filePath("zsh")});
        QCOMPARE(made.code, 0);
        if (QStandardPaths::findExecutable("zsh").isEmpty()) {
            QSKIP("zsh is not installed");
        }
        // The functions of zsh that offer words print them here.
        const QString stubs =
            "compdef() { :; }; _files() { print files; }; compadd() { shift; print -l -- \"$@\"; "
            "}; "
            "_describe() { print -l -- \"${(@P)${@[-1]}}\"; }; . \"$1\"; ";
        const auto offers = [&](const QString& words, int current) {
            return linesOf("zsh", stubs + QStringLiteral("words=(%1); CURRENT=%2; _headroom_cli")
                                              .arg(words)
                                              .arg(current));
        };
        const QStringList commands = offers("headroom-cli ''", 2);
        QVERIFY(std::any_of(commands.begin(), commands.end(),
                            [](const QString& c) { return c.startsWith("run:Simulate"); }));
        QCOMPARE(offers("headroom-cli run --format ''", 4), (QStringList{"text", "json"}));
        QCOMPARE(offers("headroom-cli run --out ''", 4), QStringList{"files"});
        const QStringList options = offers("headroom-cli study run --", 4);
        QVERIFY(std::any_of(options.begin(), options.end(),
                            [](const QString& o) { return o.startsWith("--out:"); }));
    }

    void fishOffersTheSame() {
        const CliResult made =
            runCli({"manual", "--shell", "fish", "--completion", folder_.filePath("fish")});
        QCOMPARE(made.code, 0);
        if (QStandardPaths::findExecutable("fish").isEmpty()) {
            QSKIP("fish is not installed");
        }
        const auto offers = [&](const QString& line) {
            QStringList words;
            for (const QString& row : linesOf("fish", QStringLiteral(". '%1'; complete -C '%2'")
                                                          .arg(folder_.filePath("fish"), line))) {
                words << row.section('\t', 0, 0);
            }
            return words;
        };
        QCOMPARE(offers("headroom-cli rep"), (QStringList{"replay", "report"}));
        QCOMPARE(offers("headroom-cli run --format "), (QStringList{"json", "text"}));
        QVERIFY(offers("headroom-cli study run --").contains("--out"));
        QVERIFY(!offers("headroom-cli ").contains("training"));
        QVERIFY(offers("headroom-cli estimate ").contains("training"));
    }

    void anUnwritableFolderIsNamed() {
        const CliResult result = runCli({"manual", "--man", "/proc/nowhere"});
        QCOMPARE(result.code, 3);
        QVERIFY(result.err.contains("/proc/nowhere"));
    }
};

HEADROOM_TEST(TestManualCommand)
}  // namespace tst_manual_command

#include "tst_manual_command.moc"
