// SPDX-License-Identifier: Apache-2.0
#include "engine/files/output_file.h"
#include "engine/study/outside.h"
#include "tests/engine/study/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_outside {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
namespace fs = std::filesystem;

namespace {

constexpr const char* kWater =
    "{\"name\": \"water\", \"set\": \"loop-a.supply_setpoint_c\", \"values\": [16]}";

/// A folder with a study's project in it, another project next to the folder, and links out of it.
struct Stage {
    QTemporaryDir made;
    fs::path outer = made.path().toStdString(), folder = outer / "study";

    Stage() {
        const fs::path hall = HEADROOM_SOURCE_DIR "/tests/cli/fixture/small-hall.json";
        fs::create_directories(folder / "sub");
        fs::copy_file(hall, folder / "hall.json");
        fs::copy_file(hall, folder / "sub" / "hall.json");
        fs::copy_file(hall, outer / "hall.json");
        fs::create_symlink(outer / "hall.json", folder / "link.json");
        fs::create_directory_symlink("sub", folder / "in");
        fs::create_directories(outer / "far" / "deep");
        fs::copy_file(hall, outer / "far" / "hall.json");
        fs::create_directory_symlink(outer / "far" / "deep", folder / "out");
    }

    ResultAll<StudyPlan> plan(const std::string& project, const std::string& axes,
                              const StudyTrust& trusts = {}) const {
        auto study = parseStudy(
            "{\"format\": \"headroom-study/1\", \"name\": \"s\", \"until_h\": 0.1, \"figures\": "
            "[\"pue\"], \"project\": \"" +
                project + "\", \"axes\": [" + axes + "]}",
            folder / "a.study.json");
        if (!study) {
            qFatal("%s", engine::text(study.error()).c_str());
        }
        StudyReaders readers = studyReaders();
        readers.trusts = trusts;
        return StudyPlan::make(std::move(*study), readers);
    }
};

std::string codeOf(const ResultAll<StudyPlan>& plan) {
    return plan ? "none" : plan.error().front().code;
}

}  // namespace

/// Studies that come from somebody else name no files outside.
class TestOutside : public QObject {
    Q_OBJECT

  private slots:

    void projects_data() {
        QTest::addColumn<QString>("named");
        QTest::addColumn<bool>("isInside");
        QTest::newRow("beside") << "hall.json" << true;
        QTest::newRow("below") << "sub/hall.json" << true;
        QTest::newRow("a step back that stays") << "sub/../hall.json" << true;
        QTest::newRow("a link that stays") << "in/hall.json" << true;
        QTest::newRow("absolute, inside") << "@/study/sub/hall.json" << true;
        QTest::newRow("a step out") << "../hall.json" << false;
        QTest::newRow("out and in again") << "../study/hall.json" << false;
        QTest::newRow("absolute") << "@/hall.json" << false;
        QTest::newRow("a link out") << "link.json" << false;
        // Links count on the way: "out" is @/far/deep, so this is @/far/hall.json, though its letters stay inside.
        QTest::newRow("back from a link out") << "out/../hall.json" << false;
        QTest::newRow("absolute, back from a link out") << "@/study/out/../hall.json" << false;
    }

    void projects() {
        QFETCH(QString, named);
        QFETCH(bool, isInside);
        const Stage stage;
        const std::string name = named.replace("@", stage.made.path()).toStdString();
        const std::string expected = isInside ? "none" : "STU-021";
        QCOMPARE(codeOf(stage.plan(name, kWater)), expected);
        const std::string axis = "{\"name\": \"hall\", \"projects\": [\"" + name + "\"]}";
        const auto plan = stage.plan("hall.json", axis);
        QCOMPARE(codeOf(plan), expected);
        if (!isInside) {
            QCOMPARE(plan.error().front().path, std::string("/axes/0"));
            QVERIFY(plan.error().front().remedy.find("--allow-outside") != std::string::npos);
        }
        QCOMPARE(codeOf(stage.plan(name, kWater, anyFile())), std::string("none"));
        QCOMPARE(codeOf(stage.plan("hall.json", axis, anyFile())), std::string("none"));
    }

    // Values of attributes that name files, from the folder of the project on.
    void values() {
        const Stage stage;
        const auto axis = [](const std::string& value) {
            return "{\"name\": \"weather\", \"set\": \"site.weather_file\", \"values\": "
                   "[\"hot.epw\", \"" +
                   value + "\"]}";
        };
        for (const char* out : {"/etc/passwd", "../hot.epw", "link.json", "out/../hot.epw"}) {
            const auto plan = stage.plan("hall.json", axis(out));
            QVERIFY2(codeOf(plan) == "STU-021", out);
            QCOMPARE(plan.error().size(), std::size_t{1});
            QVERIFY(plan.error().front().message.find(out) != std::string::npos);
            QCOMPARE(codeOf(stage.plan("hall.json", axis(out), anyFile())), std::string("none"));
        }
        QCOMPARE(codeOf(stage.plan("hall.json", axis("sub/cold.epw"))), std::string("none"));
    }

    // Trust counts by file: a window trusts the project that is open.
    void trustByFile() {
        const Stage stage;
        const fs::path open = stage.outer / "hall.json";
        const StudyTrust trusts = [&](const fs::path& path) {
            std::error_code ignored;
            return fs::equivalent(path, open, ignored);
        };
        QCOMPARE(codeOf(stage.plan("../hall.json", kWater, trusts)), std::string("none"));
        QCOMPARE(codeOf(stage.plan("../far/hall.json", kWater, trusts)), std::string("STU-021"));
    }

    // A study that is named from the current folder, as `study run sub/a.study.json` names it.
    void relativeStudyFile() {
        Study study;
        for (const char* file :
             {"a.study.json", "sub/a.study.json", "./a.study.json", "../a.study.json"}) {
            study.file = file;
            study.project = study.file.parent_path() / "hall.json";
            const bool isThere =
                fs::is_directory(study.file.parent_path().empty() ? "." : study.file.parent_path());
            QVERIFY2(!isThere || projectsOutside(study, {}).empty(), file);
            study.project = study.file.parent_path() / "../hall.json";
            QCOMPARE(projectsOutside(study, {}).size(), std::size_t{1});
        }
    }
};

HEADROOM_TEST(TestOutside)
}  // namespace tst_outside

#include "tst_outside.moc"
