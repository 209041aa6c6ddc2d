// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

namespace {

const QString kRoot = QStringLiteral(HEADROOM_SOURCE_DIR);

QString readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// A source without its comment lines.
QString codeOf(const QString& path) {
    static const QRegularExpression comment(R"(^\s*//.*$)", QRegularExpression::MultilineOption);
    return readFile(path).remove(comment);
}

QStringList sourcesOf(const QString& folder) {
    QStringList files;
    QDirIterator it(kRoot + '/' + folder, {"*.h", "*.cpp", "*.hpp", "*.inc"}, QDir::Files,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) {
        files << it.next();
    }
    return files;
}

// "file: include" of every include in `files` that `forbidden` matches. The text between the
// brackets or quotes is matched.
QStringList offences(const QStringList& files, const QRegularExpression& forbidden) {
    static const QRegularExpression include(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])",
                                            QRegularExpression::MultilineOption);
    QStringList found;
    for (const QString& file : files) {
        auto matches = include.globalMatch(readFile(file));
        while (matches.hasNext()) {
            const QString target = matches.next().captured(1);
            if (forbidden.match(target).hasMatch()) {
                found << QDir(kRoot).relativeFilePath(file) + ": " + target;
            }
        }
    }
    return found;
}

// "PRJ-004" and its like in the string literals of the layers' sources, alone or as "[CLI-003] …".
QSet<QString> codesInSources() {
    static const QRegularExpression code(R"re(["\[]([A-Z]{3}-\d{3})\b)re");
    QSet<QString> codes;
    for (const char* layer : {"models", "engine", "ui", "app"}) {
        for (const QString& file : sourcesOf(layer)) {
            auto matches = code.globalMatch(codeOf(file));
            while (matches.hasNext()) {
                codes.insert(matches.next().captured(1));
            }
        }
    }
    return codes;
}

// Faults that files have in common bear the same number in each family, and are in the sources
// without it: faults.add("013", …) becomes PRJ-013 in a project and CAT-013 in the catalogue.
struct Families {
    const char* folder;
    QStringList names;
};

const Families kFamilies[] = {{"engine/document", {"PRJ", "CAT", "EDT", "PLN"}},
                              {"engine/exchange", {"TAB", "NBX", "DEV"}},
                              {"engine/study", {"STU"}},
                              {"engine/guests", {"GST"}},
                              {"engine/api", {"REQ"}},
                              {"engine/telemetry", {"TEL"}},
                              {"engine/calibrate", {"OVL"}}};

QSet<QString> numbersIn(const char* folder) {
    static const QRegularExpression number(R"re("-?(\d{3})")re");
    QSet<QString> numbers;
    for (const QString& file : sourcesOf(folder)) {
        auto matches = number.globalMatch(codeOf(file));
        while (matches.hasNext()) {
            numbers.insert(matches.next().captured(1));
        }
    }
    return numbers;
}

QStringList codesInManual() {
    static const QRegularExpression code(R"(^\|\s*`?([A-Z]{3}-\d{3})`?\s*\|)",
                                         QRegularExpression::MultilineOption);
    QStringList codes;
    auto matches = code.globalMatch(readFile(kRoot + "/resources/help/errors.md"));
    while (matches.hasNext()) {
        codes << matches.next().captured(1);
    }
    return codes;
}

QString sortedText(const QSet<QString>& set) {
    QStringList list(set.begin(), set.end());
    list.sort();
    return list.join(", ");
}

}  // namespace

class TestLayering : public QObject {
    Q_OBJECT

  private slots:
    void includesGoDownOnly_data();
    void includesGoDownOnly();
    void offencesAreSeen();
    void topLevelIsFixed();
    void layersAreDescribed();
    void errorCodesAreDocumented();
    void errorCodesAreListedOnce();
    void sourcesBearALicence();
    void eachTypeOnce();
};

void TestLayering::includesGoDownOnly_data() {
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("forbidden");
    // Qt's headers are <QName>, <QtName> or <QtModule/QName>; VTK's begin with vtk or QVTK.
    const QString windows = R"(^(Q[A-Z]|Qt[A-Z]|qcustomplot|vtk))";
    QTest::newRow("models") << "models"
                            << "^(engine|ui|app|tests)/|" + windows;
    QTest::newRow("engine") << "engine"
                            << "^(ui|app|tests)/|" + windows;
    QTest::newRow("ui") << "ui"
                        << "^(app|tests)/";
    QTest::newRow("command line") << "app/cli"
                                  << "^(ui|tests)/|" + windows;
}

void TestLayering::includesGoDownOnly() {
    QFETCH(QString, layer);
    QFETCH(QString, forbidden);
    const QStringList files = sourcesOf(layer);
    if (files.isEmpty()) {
        QSKIP("no sources in this layer");
    }
    const QStringList found = offences(files, QRegularExpression(forbidden));
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
}

// The search above must be able to fail: this very file includes Qt.
void TestLayering::offencesAreSeen() {
    const QStringList found = offences({kRoot + "/tests/layering/tst_layering.cpp"},
                                       QRegularExpression(R"(^(Q[A-Z]|Qt[A-Z]|qcustomplot|vtk))"));
    QVERIFY(found.contains("tests/layering/tst_layering.cpp: QDir"));
}

void TestLayering::topLevelIsFixed() {
    const QSet<QString> allowed = {"CMakeLists.txt",
                                   "CMakePresets.json",
                                   "README.md",
                                   "LICENSE",
                                   "app",
                                   "engine",
                                   "models",
                                   "ui",
                                   "resources",
                                   "scenarios",
                                   "tests",
                                   "packaging",
                                   "build"};
    QStringList extra;
    for (const QString& name : QDir(kRoot).entryList(QDir::AllEntries | QDir::NoDotAndDotDot)) {
        // Recordings of scenarios land in the current folder; git ignores them and so do we.
        if (!allowed.contains(name) && !name.contains(".db")) {
            extra << name;
        }
    }
    QVERIFY2(extra.isEmpty(), qPrintable("not of the fixed top level: " + extra.join(", ")));
}

void TestLayering::layersAreDescribed() {
    QStringList missing;
    for (const QString folder : {"models", "engine", "ui", "app"}) {
        if (!QFile::exists(kRoot + '/' + folder + "/README.md")) {
            missing << folder;
        }
    }
    // The folders of models are the rooms of a facility; each says which equations it holds.
    for (const QString& room :
         QDir(kRoot + "/models").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (!QFile::exists(kRoot + "/models/" + room + "/README.md") &&
            !readFile(kRoot + "/models/README.md").contains(room + '/')) {
            missing << "models/" + room;
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable("no README.md speaks of: " + missing.join(", ")));
}

void TestLayering::errorCodesAreDocumented() {
    const QSet<QString> sources = codesInSources();
    const QStringList rows = codesInManual();
    const QSet<QString> manual(rows.begin(), rows.end());
    QVERIFY2(!sources.isEmpty(), "no error code found: the search is broken");
    QCOMPARE(sortedText(sources - manual), QString());
    QSet<QString> unused = manual - sources;
    QSet<QString> known;  // tables pass on the faults of documents' values too
    for (const Families& families : kFamilies) {
        const QSet<QString> numbers = numbersIn(families.folder);
        for (const QString& number : numbers) {
            const bool listed =
                std::any_of(families.names.begin(), families.names.end(),
                            [&](const QString& f) { return manual.contains(f + '-' + number); });
            QVERIFY2(listed, qPrintable("no family of errors.md lists number " + number));
        }
        known += numbers;
        for (const QString& code : manual) {
            if (families.names.contains(code.left(3)) && known.contains(code.mid(4))) {
                unused.remove(code);
            }
        }
    }
    QCOMPARE(sortedText(unused), QString());
}

// Two rows with one code would give two causes to one error. Only the list shows both.
void TestLayering::errorCodesAreListedOnce() {
    QStringList codes = codesInManual();
    codes.sort();
    QStringList twice;
    for (qsizetype i = 1; i < codes.size(); ++i) {
        if (codes[i] == codes[i - 1]) {
            twice << codes[i];
        }
    }
    QCOMPARE(twice.join(", "), QString());
}

void TestLayering::sourcesBearALicence() {
    QStringList bare;
    for (const char* folder : {"models", "engine", "ui", "app", "tests"}) {
        for (const QString& file : sourcesOf(folder)) {
            if (!readFile(file).startsWith("// SPDX-License-Identifier: Apache-2.0\n")) {
                bare << QDir(kRoot).relativeFilePath(file);
            }
        }
    }
    QVERIFY2(bare.isEmpty(), qPrintable("no SPDX line first in: " + bare.join(", ")));
}

// Two types of one name in one namespace are one to the linker: it takes the functions of either
// for those of both (a vector of racks grew by the size of other racks).
void TestLayering::eachTypeOnce() {
    static const QRegularExpression opened(R"(^namespace ([\w:]+) \{)",
                                           QRegularExpression::MultilineOption);
    static const QRegularExpression type(
        R"(^(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;{]*)? \{)",
        QRegularExpression::MultilineOption);
    QMap<QString, QStringList> places;
    for (const char* layer : {"models", "engine", "ui", "app"}) {
        for (const QString& file : sourcesOf(layer)) {
            const QString code = codeOf(file);
            const QString space = opened.match(code).captured(1);
            if (!file.endsWith(".h") || space.isEmpty()) {
                continue;
            }
            auto matches = type.globalMatch(code);
            while (matches.hasNext()) {
                places[space + "::" + matches.next().captured(1)]
                    << QDir(kRoot).relativeFilePath(file);
            }
        }
    }
    QVERIFY2(places.size() > 100, "hardly a type found: the search is broken");
    QStringList twice;
    for (auto it = places.cbegin(); it != places.cend(); ++it) {
        if (it->size() > 1) {
            twice << it.key() + ": " + it->join(", ");
        }
    }
    QVERIFY2(twice.isEmpty(), qPrintable("a name twice: " + twice.join("; ")));
}

HEADROOM_TEST(TestLayering)
#include "tst_layering.moc"
