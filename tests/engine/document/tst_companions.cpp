// SPDX-License-Identifier: Apache-2.0
#include "engine/document/companions.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>

namespace tst_companions {

using namespace headroom::engine;

namespace fs = std::filesystem;

namespace {

/// A project on disk that names files next to it.
struct Saved {
    QTemporaryDir root;
    fs::path home = fs::path(root.path().toStdString()) / "home";
    fs::path away = fs::path(root.path().toStdString()) / "away";
    Project project;

    explicit Saved(const std::string& drawing = "plans/hall.png") {
        fs::create_directories(home / "plans");
        fs::create_directories(home / "catalog");
        auto json = fixture::project();
        json["site"]["weather_file"] = "hot.epw";
        json["drawings"] = {{{"id", "plan"}, {"file", drawing}, {"width_m", 40}}};
        project = fixture::mustRead(json);
        project.file = home / "project.json";
        write(home / "hot.epw", "weather");
        write(home / "plans/hall.png", "picture");
        write(home / "catalog/server.json", "parts");
        write(home / "notes.txt", "nobody names it");
    }

    static void write(const fs::path& file, const std::string& text) {
        QVERIFY(writeFile(file, text).has_value());
    }

    static std::string in(const fs::path& file) { return readTextFile(file).value_or("none"); }
};

}  // namespace

/// Files that belong to a project go where it is saved.
class TestCompanions : public QObject {
    Q_OBJECT

  private slots:

    // Every attribute that names a file, of a project that comes from outside; links count on the way.
    void filesOutsideAreNamed() {
        Saved saved("../plan.png");
        fs::create_directories(saved.away / "deep");
        fs::create_directory_symlink(saved.away / "deep", saved.home / "link");
        QCOMPARE(namedOutside(saved.project).size(), std::size_t{1});
        QCOMPARE(namedOutside(saved.project).front().code, std::string("PRJ-033"));
        QVERIFY(namedOutside(saved.project, saved.project).empty());
        for (const char* out :
             {"/etc/passwd", "link/../plan.png", "link/plan.png", "plans/../../plan.png"}) {
            const Saved other(out);
            fs::create_directories(other.away / "deep");
            fs::create_directory_symlink(other.away / "deep", other.home / "link");
            QVERIFY2(namedOutside(other.project).size() == 1, out);
            QVERIFY(pathsOutside(saved.project, other.project) == std::vector<fs::path>{out});
        }
        QVERIFY(namedOutside(Saved().project).empty());
    }

    // The file of a sheet is the workbook: it goes along, and a link to one outside is outside.
    void sheetsOfWorkbooks() {
        Saved saved("plans/hall.xlsx#March");
        Saved::write(saved.home / "plans/hall.xlsx", "workbook");
        const std::vector<fs::path> expected = {"catalog/server.json", "hot.epw",
                                                "plans/hall.xlsx"};
        QVERIFY(companionsOf(saved.project) == expected);
        QVERIFY(namedOutside(saved.project).empty());
        QVERIFY(fs::remove(saved.home / "plans/hall.xlsx"));
        fs::create_directories(saved.away);
        Saved::write(saved.away / "other.xlsx", "workbook");
        fs::create_symlink(saved.away / "other.xlsx", saved.home / "plans/hall.xlsx");
        QCOMPARE(namedOutside(saved.project).size(), std::size_t{1});
    }

    void filesElsewhereAreThoseOutside() {
        QVERIFY(filesElsewhere(Saved().project).empty());
        QVERIFY(filesElsewhere(Saved("/tmp/a.png").project) == std::vector<fs::path>{"/tmp/a.png"});
        QVERIFY(filesElsewhere(Saved("../b.xlsx#S").project) == std::vector<fs::path>{"../b.xlsx"});
    }

    void whatIsNamedByARelativePath() {
        const Saved saved;
        const std::vector<fs::path> expected = {"catalog/server.json", "hot.epw", "plans/hall.png"};
        QVERIFY(companionsOf(saved.project) == expected);
        Project fresh = saved.project;
        fresh.file.clear();
        QVERIFY(companionsOf(fresh).empty());
    }

    void theyAreCopied() {
        const Saved saved;
        const auto done = carryCompanions(saved.project, saved.away);
        QVERIFY2(done.has_value(), done ? "" : done.error().message.c_str());
        QCOMPARE(Saved::in(saved.away / "hot.epw"), std::string("weather"));
        QCOMPARE(Saved::in(saved.away / "plans/hall.png"), std::string("picture"));
        QCOMPARE(Saved::in(saved.away / "catalog/server.json"), std::string("parts"));
        QVERIFY(!fs::exists(saved.away / "notes.txt"));
        // Twice is once: they are the same.
        QVERIFY(carryCompanions(saved.project, saved.away).has_value());
        // And at home there is nothing to do.
        QVERIFY(carryCompanions(saved.project, saved.home).has_value());
    }

    void anAbsolutePathStaysWhereItIs() {
        QTemporaryDir elsewhere;
        const Saved saved(elsewhere.filePath("hall.png").toStdString());
        const std::vector<fs::path> expected = {"catalog/server.json", "hot.epw"};
        QVERIFY(companionsOf(saved.project) == expected);
    }

    void whatIsMissingIsPassedOver() {
        const Saved saved("plans/lost.png");
        QVERIFY(carryCompanions(saved.project, saved.away).has_value());
        QVERIFY(fs::exists(saved.away / "hot.epw"));
        QVERIFY(!fs::exists(saved.away / "plans/lost.png"));
    }

    void anotherFileOfThatNameIsNotOverwritten() {
        const Saved saved;
        fs::create_directories(saved.away);
        Saved::write(saved.away / "hot.epw", "another");
        const auto done = carryCompanions(saved.project, saved.away);
        QVERIFY(!done.has_value());
        QCOMPARE(done.error().code, std::string("PRJ-031"));
        QCOMPARE(done.error().file, (saved.away / "hot.epw").string());
        QCOMPARE(Saved::in(saved.away / "hot.epw"), std::string("another"));
        QVERIFY(!fs::exists(saved.away / "plans"));  // nothing was begun
    }

    void aPathOutOfTheFolder() {
        const Saved saved("../shared.png");
        Saved::write(saved.home.parent_path() / "shared.png", "one for all");
        // From a folder next to it the path leads to the same file; from one below it does not.
        fs::create_directories(saved.away / "deep");
        QVERIFY(carryCompanions(saved.project, saved.away).has_value());
        const auto done = carryCompanions(saved.project, saved.away / "deep");
        QVERIFY(!done.has_value());
        QCOMPARE(done.error().code, std::string("PRJ-032"));
        QVERIFY(done.error().message.find("plan") != std::string::npos);
    }
};

HEADROOM_TEST(TestCompanions)
}  // namespace tst_companions

#include "tst_companions.moc"
