// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run.h"
#include "engine/plant/plant.h"
#include "engine/run/workload/job_rate.h"
#include "models/core/random.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tst_compile {

using namespace headroom::engine;
using namespace headroom::tests;
namespace models = headroom::models;

namespace {

/// The code of the first error, empty where the project compiles.
std::string codeOf(const Project& project, const RunOptions& options = {}) {
    const auto plant = compile(project, catalogue(), options);
    return plant ? std::string{} : plant.error().front().code;
}

struct Outcome {
    std::vector<std::byte> state;
    std::string summary;
};

Outcome outcomeOf(const Project& project) {
    const auto run = simulator(project);
    while (run->timeS() < 3600.0) {
        run->step();
    }
    return {run->saveState(), summaryJson(run->summary(), 0.0)};
}

auto listOf(Project& project, const models::ComponentType& type) {
    const auto first = std::find_if(project.objects.begin(), project.objects.end(),
                                    [&](const Object& o) { return o.type == &type; });
    return std::pair(first, std::find_if(first, project.objects.end(),
                                         [&](const Object& o) { return o.type != &type; }));
}

/// Whether an attribute names objects of the project.
bool namesObjects(const models::Attribute& a) {
    bool found = a.key == "tenant" || a.key == "subject";
    models::forEachTarget(a.target, [&](std::string_view id) {
        const models::ComponentType* type = models::findComponentType(id);
        found = found || (type != nullptr && !type->section.empty());
    });
    return found;
}

Project withIds(Project project, const std::map<std::string, std::string>& ids) {
    const auto rename = [&](std::string& id) {
        const auto found = ids.find(id);
        id = found == ids.end() ? id : found->second;
    };
    for (Object& object : project.objects) {
        rename(object.id);
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            if (!namesObjects(object.type->attributes[i])) {
                continue;
            }
            if (auto* id = std::get_if<std::string>(&object.values[i])) {
                rename(*id);
            } else if (auto* list = std::get_if<std::vector<std::string>>(&object.values[i])) {
                std::for_each(list->begin(), list->end(), rename);
            }
        }
    }
    return project;
}

}  // namespace

class TestCompile : public QObject {
    Q_OBJECT

  private slots:

    // Counts by hand: 2 rows x 16 racks x 2 servers in air + 1 row x 8 racks x 8 servers liquid,
    // 8 accelerators each: (64 + 64) x 8 = 1,024.
    void countsOfTheTour() {
        const auto plant = compile(scenario("tour-small-hall"), catalogue(), {});
        QVERIFY(plant.has_value());
        QCOMPARE(plant->racks, 40);
        QCOMPARE(plant->servers, 128);
        QCOMPARE(plant->accelerators, 1024);
        QCOMPARE(static_cast<int>(plant->layout.racks.size()), 40);
        QCOMPARE(plant->serverFirstSlot.back(), 1024);
    }

    void racksStandInsideTheirHalls_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tour-small-hall", "meta-24k", "hyperscale-100k"}) {
            QTest::newRow(name) << QString{name};
        }
    }

    void racksStandInsideTheirHalls() {
        QFETCH(QString, name);
        const auto plant = compile(scenario(name.toStdString()), catalogue(), {});
        QVERIFY(plant.has_value());
        for (const RackBox& rack : plant->layout.racks) {
            const Box& hall = plant->layout.halls[static_cast<std::size_t>(rack.hall)].box;
            QVERIFY(rack.box.x >= hall.x && rack.box.x + rack.box.width <= hall.x + hall.width);
            QVERIFY(rack.box.y >= hall.y && rack.box.y + rack.box.depth <= hall.y + hall.depth);
        }
    }

    void projectsThatCannotRun() {
        Project p = scenario("tour-small-hall");
        set(p, "liquid", "cdu_group", headroom::models::Value{});
        QCOMPARE(codeOf(p), std::string{"SIM-012"});

        p = scenario("tour-small-hall");
        removeAll(p, "rack_block");
        QCOMPARE(codeOf(p), std::string{"SIM-003"});

        p = scenario("tour-small-hall");
        set(p, "llama-70b", "accelerators", std::int64_t{250});
        QCOMPARE(codeOf(p), std::string{"SIM-017"});

        p = scenario("tour-small-hall");
        set(p, "project", "start", std::string{"next tuesday"});
        QCOMPARE(codeOf(p), std::string{"SIM-007"});

        RunOptions options;
        options.stepS = -1.0;
        QCOMPARE(codeOf(scenario("tour-small-hall"), options), std::string{"SIM-005"});

        // The rate of a link between servers is missing, and the job spans servers.
        p = scenario("tour-small-hall");
        auto plant = compile(p, catalogue(), {});
        QVERIFY(plant.has_value());
        headroom::models::AcceleratorSpec noLink = plant->pools[0].spec;
        noLink.scaleOutBytesPerS = headroom::models::kNotStated;
        PlantPool pool = plant->pools[0];
        pool.spec = noLink;
        QVERIFY(!std::isfinite(headroom::models::trainingStep(
                                   trainingInput(plant->training[0], pool, plant->fabrics[0]))
                                   .stepS));
        QVERIFY(
            std::isfinite(headroom::models::trainingStep(
                              trainingInput(plant->training[0], plant->pools[0], plant->fabrics[0]))
                              .stepS));

        options = {};
        options.weatherFile = "/nowhere/weather.epw";
        QCOMPARE(codeOf(scenario("tour-small-hall"), options).substr(0, 4), std::string{"WTH-"});
    }

    // A supply without either efficiency law is refused by name, never computed with.
    void supplyWithoutEfficiency() {
        QTemporaryDir folder;
        const std::filesystem::path copy = folder.path().toStdString();
        std::filesystem::copy(HEADROOM_SOURCE_DIR "/resources/catalog", copy,
                              std::filesystem::copy_options::recursive);
        QFile file(QString::fromStdString((copy / "psu.json").string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QString text = QString::fromUtf8(file.readAll());
        file.close();
        text.remove(QRegularExpression("\"efficiency_pct\":[^\\n]*\\n"));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text.toUtf8());
        file.close();
        const auto broken = Catalogue::load(copy);
        QVERIFY2(broken, broken ? "" : headroom::engine::text(broken.error()).c_str());
        const auto project = loadProject(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall", *broken);
        QVERIFY(project);
        const auto plant = compile(*project, *broken, {});
        QVERIFY(!plant);
        QCOMPARE(plant.error().front().code, std::string{"SIM-025"});
    }

    // Which file a facility is drawn in, and what its parts are called there, is no property of the
    // facility: the same bytes of state and the same summary, whatever list is turned round, all
    // shuffled, or all ids given anew. One hour holds arrivals, drills and failures of most kinds.
    void orderAndIdsChangeNothing_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tour-small-hall", "mixed-fleet", "feed-loss-2n", "cloud-burst",
                                 "immersion-hall", "distributed-redundant"}) {
            QTest::newRow(name) << QString{name};
        }
    }

    void orderAndIdsChangeNothing() {
        QFETCH(QString, name);
        const Project project = scenario(name.toStdString());
        const Outcome expected = outcomeOf(project);
        Project shuffled = project;
        std::uint64_t draw = 0;
        for (const models::ComponentType* type : models::documentTypes()) {
            Project turned = project;
            const auto [first, last] = listOf(turned, *type);
            if (last - first < 2) {
                continue;
            }
            std::reverse(first, last);
            const Outcome outcome = outcomeOf(turned);
            QVERIFY2(outcome.state == expected.state, type->section.data());
            QCOMPARE(outcome.summary, expected.summary);
            const auto [begin, end] = listOf(shuffled, *type);
            for (auto left = end - begin; left > 1; --left) {  // Fisher and Yates
                const auto other = static_cast<std::ptrdiff_t>(models::randomUniform(7, 0, draw++) *
                                                               static_cast<double>(left));
                std::iter_swap(begin + left - 1, begin + other);
            }
        }
        const Outcome outcome = outcomeOf(shuffled);
        QVERIFY(outcome.state == expected.state);
        QCOMPARE(outcome.summary, expected.summary);
        // Backwards in the alphabet, with every list shuffled.
        std::map<std::string, std::string> ids;
        for (const Object& object : shuffled.objects) {
            if (!object.type->single) {
                ids[object.id] = "id-" + std::to_string(99999 - ids.size());
            }
        }
        const Outcome renamed = outcomeOf(withIds(shuffled, ids));
        QVERIFY(renamed.state == expected.state);
        std::string summary = renamed.summary;
        for (const auto& [old, now] : ids) {
            for (std::size_t at; (at = summary.find('"' + now + '"')) != std::string::npos;) {
                summary.replace(at + 1, now.size(), old);
            }
        }
        QCOMPARE(summary, expected.summary);
    }
};

HEADROOM_TEST(TestCompile)
}  // namespace tst_compile

#include "tst_compile.moc"
