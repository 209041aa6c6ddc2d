// SPDX-License-Identifier: Apache-2.0
#include "engine/document/edit.h"
#include "engine/wiring/obvious.h"
#include "models/facility/power_unit.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <filesystem>

namespace tst_obvious {

using namespace headroom::engine;
using Names = std::vector<std::string>;

namespace {

const std::filesystem::path kRoot = HEADROOM_SOURCE_DIR;

Object unit(const std::string& id, const std::string& part, Names sources = {}) {
    Object made;
    made.id = id;
    made.type = &headroom::models::PowerUnitSpec::type();
    made.values.resize(made.type->attributes.size());
    const auto set = [&](std::string_view key, headroom::models::Value value) {
        for (std::size_t i = 0; i < made.values.size(); ++i) {
            if (made.type->attributes[i].key == key) {
                made.values[i] = value;
            }
        }
    };
    set("part", part);
    if (!sources.empty()) {
        set("sources", std::move(sources));
    }
    return made;
}

}  // namespace

class TestObvious : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalogue> catalogue_;

    Names of(const Project& project, const char* part) const {
        return obviousSources(project, *catalogue_, part);
    }

  private slots:

    void initTestCase() {
        auto catalogue = Catalogue::load(kRoot / "resources/catalog");
        QVERIFY(catalogue.has_value());
        catalogue_ = std::make_unique<Catalogue>(std::move(*catalogue));
    }

    /// A chain grown from its end: 20 kV connection, transformer to 400 V, board, UPS, PDU. Each new
    /// one hangs on the last; a PDU feeds no unit, so that after it nothing is obvious.
    void aChainGrowsFromItsEnd() {
        Project project;
        QCOMPARE(of(project, "mv-lv-2500"), Names{});
        project.objects.push_back(unit("grid", "utility-20kv"));
        QCOMPARE(of(project, "ups-dc-1250"), Names{});  // which is on low voltage
        QCOMPARE(of(project, "lv-400-4000"), Names{});  // 400 V is not what 20 kV is
        QCOMPARE(of(project, "mv-lv-2500"), Names{"grid"});
        project.objects.push_back(unit("tx", "mv-lv-2500", {"grid"}));
        QCOMPARE(of(project, "lv-400-4000"), Names{"tx"});
        project.objects.push_back(unit("board", "lv-400-4000", {"tx"}));
        QCOMPARE(of(project, "ups-dc-1250"), Names{"board"});
        project.objects.push_back(unit("ups", "ups-dc-1250", {"board"}));
        QCOMPARE(of(project, "pdu-500"), Names{"ups"});
        project.objects.push_back(unit("pdu", "pdu-500", {"ups"}));
        QCOMPARE(of(project, "pdu-500"), Names{});
    }

    /// Two ends of the same voltage: nobody can know which is meant. Sources take none.
    void whatIsNotClearIsLeftOpen() {
        Project project;
        project.objects = {unit("grid", "utility-20kv"), unit("a", "mv-lv-2500", {"grid"}),
                           unit("b", "mv-lv-2500", {"grid"})};
        QCOMPARE(of(project, "lv-400-4000"), Names{});
        QCOMPARE(of(project, "utility-20kv"), Names{});
        QCOMPARE(of(project, "no-such-part"), Names{});
    }

    /// tour-small-hall is complete; without the feeds of its halls and the loop of its air handlers
    /// it lacks just those.
    void whatLacksAConnectionIsListed() {
        auto project = loadProject(kRoot / "scenarios/tour-small-hall", *catalogue_);
        QVERIFY(project.has_value());
        QCOMPARE(unjoined(*project, {"feeds"}), Names{});
        Names halls;
        for (const Object* hall : project->objectsOf("hall")) {
            halls.push_back(hall->id);
        }
        for (const std::string& hall : halls) {
            QVERIFY(
                applyAll(*project, *catalogue_,
                         {SetAttribute{hall, "feeds", {}}, SetAttribute{hall, "air_loop", {}}}));
        }
        QCOMPARE(unjoined(*project, {"feeds"}), halls);
        QCOMPARE(unjoined(*project, {"loop", "air_loop"}), halls);
        QCOMPARE(unjoined(*project, {"fabric"}), Names{});
    }
};

HEADROOM_TEST(TestObvious)
}  // namespace tst_obvious

#include "tst_obvious.moc"
