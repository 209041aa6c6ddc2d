// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"
#include "engine/document/part_names.h"
#include "engine/document/project.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <array>
#include <filesystem>

namespace tst_part_names {

using namespace headroom::engine;

constexpr const char* kText = R"({"power_units": [{"id": "ups-a", "name": "UPS A"}, {"id": "bare"}],
 "cdu_groups": [{"id": "cdus", "name": "CDUs"}], "rack_blocks": [{"id": "liquid", "name": "Liquid racks"}],
 "jobs": [{"id": "gpt", "name": "GPT"}]})";

class TestPartNames : public QObject {
    Q_OBJECT

  private slots:

    void idsBecomeNames_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("name");
        QTest::newRow("object") << "ups-a"
                                << "UPS A";
        QTest::newRow("unit of an array") << "ups-a/2"
                                          << "UPS A 2";
        QTest::newRow("rack and server") << "liquid/R01-09/S03"
                                         << "R01-09/S03 of Liquid racks";
        QTest::newRow("machines") << "cdus/pumps"
                                  << "Pumps of CDUs";
        QTest::newRow("machines of a unit") << "cdus/2/pumps"
                                            << "Pumps of CDUs 2";
        QTest::newRow("machines after a blank") << "cdus pumps"
                                                << "Pumps of CDUs";
        QTest::newRow("no name") << "bare"
                                 << "bare";
        QTest::newRow("unit of no name") << "bare/3"
                                         << "bare 3";
        QTest::newRow("not of the project") << "Battery room"
                                            << "Battery room";
        QTest::newRow("head of another id") << "ups-ab"
                                            << "ups-ab";
        QTest::newRow("blank end") << "ups-a/"
                                   << "UPS A";
        QTest::newRow("number and stroke") << "cdus/2/"
                                           << "CDUs 2";
        QTest::newRow("nothing") << ""
                                 << "";
    }

    void idsBecomeNames() {
        QFETCH(QString, id);
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(PartNames::ofText(kText).nameOf(id.toStdString())), name);
    }

    void aTextThatIsNoProjectNamesNothing() {
        for (const char* text : {"", "[", "3", "{\"id\": 5, \"name\": 7}", "[{\"id\": \"a\"}]"}) {
            QCOMPARE(PartNames::ofText(text).nameOf("a"), std::string("a"));
        }
    }

    /// Text and document say the same of every object of the shipped scenarios.
    void textAndDocumentAgree() {
        const std::filesystem::path root = HEADROOM_SOURCE_DIR;
        const auto catalogue = Catalogue::load(root / "resources/catalog");
        QVERIFY(catalogue.has_value());
        int compared = 0;
        for (const char* scenario : {"cascading-cooling", "feed-loss-2n", "tour-small-hall"}) {
            const auto project = loadProject(root / "scenarios" / scenario, *catalogue);
            QVERIFY(project.has_value());
            const PartNames text = PartNames::ofText(projectText(*project)), document(*project);
            for (const Object& object : project->objects) {
                if (object.type->single || object.type->find("name") == nullptr) {
                    continue;
                }
                for (const char* part : {"", "/2", "/2/pumps", "/R01-02"}) {
                    QCOMPARE(document.nameOf(object.id + part), text.nameOf(object.id + part));
                    ++compared;
                }
            }
        }
        QVERIFY(compared > 100);
    }
};

HEADROOM_TEST(TestPartNames)
}  // namespace tst_part_names

#include "tst_part_names.moc"
