// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tst_every_command {

/// Walks all commands that --help lists and checks the habits of the trade: examples, suggestions, JSON, exit codes,
/// completion; and what they expect of the program: "-" as standard output, colours on terminals alone.
class TestEveryCommand : public QObject {
    Q_OBJECT

    struct Command {
        QStringList path;
        QString help;
        QStringList below;    ///< names of its subcommands
        QStringList options;  ///< "--format"
    };

    QList<Command> commands_;

    void walk(const QStringList& path) {
        static const QRegularExpression option(QStringLiteral("^ +(?:-\\w,)?(--[\\w-]+)"));
        Command command{path, runCli(path + QStringList{"--help"}).out, {}, {}};
        bool inSubcommands = false;
        for (const QString& line : command.help.split('\n')) {
            if (!line.startsWith(' ')) {
                inSubcommands = line == QStringLiteral("Subcommands:");
            } else if (inSubcommands && line.startsWith(QStringLiteral("  ")) && line[2] != ' ') {
                command.below << line.trimmed().section(' ', 0, 0);
            }
            if (const auto match = option.match(line); match.hasMatch()) {
                command.options << match.captured(1);
            }
        }
        commands_ << command;
        for (const QString& name : command.below) {
            walk(path + QStringList{name});
        }
    }

    /// A row for each command but the program itself. Groups ("study") only where asked for.
    void rows(bool withGroups) {
        QTest::addColumn<int>("index");
        for (int i = 1; i < commands_.size(); ++i) {
            if (withGroups || commands_[i].below.isEmpty()) {
                QTest::newRow(qPrintable(commands_[i].path.join(' '))) << i;
            }
        }
    }

    const Command& command() const {
        QFETCH(int, index);
        return commands_[index];
    }

    /// Both streams of a command behind a pseudoterminal.
    static QByteArray onTerminal(const QString& arguments, const char* noColor) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TERM", "xterm");
        environment.remove("NO_COLOR");
        if (noColor != nullptr) {
            environment.insert("NO_COLOR", noColor);
        }
        process.setProcessEnvironment(environment);
        process.start("script",
                      {"-qec", QStringLiteral(HEADROOM_CLI " ") + arguments, "/dev/null"});
        process.waitForFinished(300'000);
        return process.readAllStandardOutput();
    }

  private slots:

    // 39 commands, of which study, estimate and ask hold others.
    void initTestCase() {
        walk({});
        QVERIFY2(commands_.size() > 40, qPrintable(QString::number(commands_.size())));
    }

    void helpShowsExamples_data() { rows(true); }

    void helpShowsExamples() {
        const QString examples = command().help.section(QStringLiteral("\nExamples:\n"), 1);
        QVERIFY2(
            examples.contains(QStringLiteral("\n    headroom-cli ") + command().path.join(' ')),
            qPrintable(command().help.right(400)));
    }

    void helpOfTheNameIsTheSame_data() { rows(true); }

    void helpOfTheNameIsTheSame() {
        QCOMPARE(runCli(QStringList{"help"} + command().path).out, command().help);
    }

    // Its longest option without the last letter: one letter away from that option.
    void aMisspeltOptionIsNamed_data() { rows(false); }

    void aMisspeltOptionIsNamed() {
        QString longest;
        for (const QString& option : command().options) {
            longest = option.size() > longest.size() ? option : longest;
        }
        const CliResult result = runCli(command().path + QStringList{longest.chopped(1)});
        QCOMPARE(result.code, 2);
        QCOMPARE(result.out, QString());
        QVERIFY2(result.err.contains(QStringLiteral("did you mean %1?").arg(longest)),
                 qPrintable(result.err));
    }

    void answersAsJson_data() { rows(false); }

    // The schema is JSON itself; the others write pages, projects or results into files, or serve.
    void answersAsJson() {
        static const QStringList without{"schema", "report",    "serve",
                                         "manual", "study run", "study design"};
        if (without.contains(command().path.join(' '))) {
            return;
        }
        static const QRegularExpression json(QStringLiteral("--format FORMAT:\\{[^}]*\\bjson\\b"));
        QVERIFY2(json.match(command().help).hasMatch(), qPrintable(command().help.left(600)));
    }

    void aMissingFileIsExitThree_data() { rows(false); }

    // Commands that read a project, a recording or another file by its place in the arguments.
    void aMissingFileIsExitThree() {
        static const QRegularExpression reads(
            QStringLiteral("^Usage: headroom-cli [a-z -]*\\[OPTIONS\\] "
                           "\\[?(PROJECT|RUN.db|RUN|SOURCE|STUDY|TRACE|FILE|A B)"),
            QRegularExpression::MultilineOption);
        static const QMap<QString, QStringList> more{
            {"export", {"--bom", "bill.csv"}},
            {"calibrate", {"--telemetry", "no.csv", "--parameters", "a.b=1:2", "--out", "o.json"}},
            {"twin", {"--telemetry", "no.csv"}},
            {"import", {"--use", "no.epw"}},
            {"replay", {"--at", "1h"}},
            {"compare", {"/no/such/other"}},
            {"branch", {"--at", "1h", "--until", "2h", "--out", "b.db"}},
            {"ask step-timeline", {"--at", "1h"}},
            {"schedule", {"--accelerators", "8"}},
            {"study design", {"--point", "0", "--into", "p"}}};
        if (!reads.match(command().help).hasMatch()) {
            return;
        }
        const QTemporaryDir folder;
        const CliResult result =
            runCli(command().path + QStringList{"/no/such/file"} + more[command().path.join(' ')],
                   folder.path());
        QVERIFY2(result.code == 3, qPrintable(QString::number(result.code) + ": " + result.err));
        QVERIFY2(result.err.contains(QStringLiteral("/no/such/file")), qPrintable(result.err));
    }

    void completionHasEveryWord_data() {
        QTest::addColumn<QString>("shell");
        for (const char* shell : {"bash", "zsh", "fish"}) {
            QTest::newRow(shell) << QString(shell);
        }
    }

    void completionHasEveryWord() {
        QFETCH(QString, shell);
        const QTemporaryDir folder;
        const QString file = folder.filePath("completion");
        QCOMPARE(runCli({"manual", "--shell", shell, "--completion", file}).code, 0);
        const QString text = QString::fromUtf8(readBytes(file));
        for (const Command& each : commands_) {
            for (const QString& name : each.below) {
                QVERIFY2(text.contains(name), qPrintable(name));
            }
            for (const QString& option : each.options) {
                const QString word = shell == "fish" ? "-l " + option.mid(2) : option;
                QVERIFY2(option == "--help" || text.contains(word), qPrintable(option));
            }
        }
    }

    void shortVersion() { QCOMPARE(runCli({"-V"}).out, runCli({"--version"}).out); }

    // The project alone on standard output, so that a pipe reads it; the summary on standard error.
    void aDashIsStandardOutput() {
        const CliResult made = runCli({"new", "--mw", "0.5", "--out", "-"});
        QCOMPARE(made.code, 0);
        const QJsonDocument project = QJsonDocument::fromJson(made.out.toUtf8());
        QVERIFY2(project.isObject() && project.object().contains("halls"),
                 qPrintable(made.out.left(300)));
        QVERIFY(made.err.contains(QStringLiteral("MW")));
        const CliResult bill = runCli({"export", fixtureProject(), "--bom", "-"});
        QCOMPARE(bill.code, 0);
        QVERIFY2(bill.out.count(',') > 20 && bill.out.startsWith(QStringLiteral("group,")),
                 qPrintable(bill.out.left(300)));
        QVERIFY2(bill.err.contains(QStringLiteral(" USD for ")), qPrintable(bill.err));
    }

    // A recording is not text, and two texts in one stream are neither of them.
    void aDashIsRefusedForOtherFiles() {
        for (const QStringList& arguments :
             {QStringList{"run", fixtureProject(), "--until", "1min", "--out", "-"},
              QStringList{"export", fixtureProject(), "--bom", "-", "--svg", "-"},
              QStringList{"export", fixtureProject(), "--xlsx", "-"}}) {
            const CliResult result = runCli(arguments);
            QCOMPARE(result.code, 3);
            QCOMPARE(result.out, QString());
            QVERIFY2(result.err.contains(QStringLiteral("OUT-007")), qPrintable(result.err));
        }
    }

    void exportListsItsFilesAsJson() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("bill.csv");
        const CliResult result =
            runCli({"export", fixtureProject(), "--bom", file, "--format", "json"});
        QCOMPARE(result.code, 0);
        const QJsonObject list = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QCOMPARE(list["files"][0]["file"].toString(), file);
        QVERIFY(list["files"][0]["notes"][0].toString().contains(QStringLiteral("USD")));
    }

    // ESC begins each change of colour. Its only sources here are terminals without NO_COLOR.
    void coloursAreForTerminals() {
        const QString check = QStringLiteral("check /no/such/file");
        QVERIFY(onTerminal(check, nullptr).contains("\x1b[1;31m[FIL-001]\x1b[0m"));
        QVERIFY(onTerminal(check, "").contains("\x1b[1;31m"));
        QVERIFY(!onTerminal(check, "1").contains('\x1b'));
        QVERIFY(!runCli({"check", "/no/such/file"}).err.contains(QChar(0x1b)));
    }
};

HEADROOM_TEST(TestEveryCommand)
}  // namespace tst_every_command

#include "tst_every_command.moc"
