// SPDX-License-Identifier: Apache-2.0
#include "engine/document/words.h"
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>

namespace tst_name_rules {

using namespace headroom;
using namespace headroom::engine;
using fixture::Files;
using fixture::Json;

namespace {

std::vector<Finding> of(const std::string& rule, const fixture::Change& change) {
    std::vector<Finding> all = fixture::findingsAfter(change);
    std::erase_if(all, [&](const Finding& f) { return f.rule != rule; });
    return all;
}

/// Halves the block into two of equal rows, the second behind the first.
void halve(Json& p) {
    p["rack_blocks"][0]["rows"] = 2;
    p["rack_blocks"].push_back(Json(p["rack_blocks"][0]));
    p["rack_blocks"][1]["id"] = "racks-b";
    p["rack_blocks"][1]["y_m"] = 11;
}

}  // namespace

class TestNameRules : public QObject {
    Q_OBJECT

  private slots:

    // A copy of two rows of ten has twenty labels twice: R01-01 to R02-10. Rows three and four continue.
    void copiedRacks() {
        const auto found = of("rack-label-repeats", [](Json& p, Files&) { halve(p); });
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].severity, Severity::Warning);
        QCOMPARE(found[0].subject, std::string("racks-b"));
        QCOMPARE(found[0].measured, 20.0);
        QCOMPARE(found[0].fix,
                 (std::vector<Edit>{SetAttribute{"racks-b", "first_row", std::int64_t{3}}}));
        QVERIFY(of("rack-label-repeats", [](Json& p, Files&) {
                    halve(p);
                    p["rack_blocks"][1]["first_row"] = 3;
                }).empty());
    }

    void twoOfOneName() {
        const auto found = of("name-repeats", [](Json& p, Files&) {
            p["power_units"][5]["name"] = "Board";
            p["power_units"][7]["name"] = "Board";
        });
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].severity, Severity::Note);
        // Of different kinds of object they are no mistake.
        QVERIFY(of("name-repeats", [](Json& p, Files&) {
                    p["halls"][0]["name"] = "West";
                    p["rack_blocks"][0]["name"] = "West";
                }).empty());
    }

    void attributesAreCalledAsTheInspectorDoes() {
        QCOMPARE(inWords("Raise {hall.crah_count}."), std::string("Raise 'Air handlers'."));
        QCOMPARE(inWords("{hall.nothing} and {"), std::string("{hall.nothing} and {"));
        QCOMPARE(inWords(""), std::string());
    }

    // What people read names no key of a file: no word with an underscore in it.
    void hintsHaveNoKeys_data() {
        QTest::addColumn<fixture::Change>("change");
        const auto row = [](const char* name, const fixture::Change& change) {
            QTest::newRow(name) << change;
        };
        row("no CDU group", [](Json& p, Files&) { p["rack_blocks"][0]["rack"] = "rack-liquid"; });
        row("few air handlers", [](Json& p, Files&) { p["halls"][0]["crah_count"] = 3; });
        row("no air handlers", [](Json& p, Files&) { p["halls"][0].erase("crah"); });
        row("few pumps", [](Json& p, Files&) {
            p["cooling_loops"][0]["pump_count"] = 1;
            p["cooling_loops"][0]["design_rise_k"] = 2;
        });
        row("no feeds", [](Json& p, Files&) {
            p["halls"][0].erase("feeds");
            p["cdu_groups"][0].erase("feeds");
            p["cooling_loops"][0].erase("feeds");
        });
        row("no rating", [](Json& p, Files&) { p["power_units"][0].erase("rating_mva"); });
        row("narrow rows", [](Json& p, Files&) { p["rack_blocks"][0]["row_pitch_m"] = 2; });
        row("plan", [](Json& p, Files&) { p["training_jobs"][0]["tensor_parallel"] = 16; });
    }

    void hintsHaveNoKeys() {
        QFETCH(fixture::Change, change);
        const auto findings = fixture::findingsAfter(change);
        QVERIFY(!findings.empty());
        for (const Finding& f : findings) {
            static const QRegularExpression kKey("[a-z]+_[a-z]");
            QVERIFY2(!QString::fromStdString(f.message + ' ' + f.hint).contains(kKey),
                     findingText(f).c_str());
        }
    }

    // Where there is one candidate the list offers it.
    void oneCandidateIsAFix() {
        const auto fixOf = [](const fixture::Change& change, const std::string& subject) {
            for (const Finding& f : fixture::findingsAfter(change)) {
                if (f.subject == subject && !f.fix.empty()) {
                    return f.fix;
                }
            }
            return std::vector<Edit>{};
        };
        const auto feeds = [](const char* object, const char* key, const char* unit) {
            return std::vector<Edit>{SetAttribute{object, key, std::vector<std::string>{unit}}};
        };
        QCOMPARE(
            fixOf([](Json& p, Files&) { p["rack_blocks"][0]["rack"] = "rack-liquid"; }, "racks-a"),
            (std::vector<Edit>{SetAttribute{"racks-a", "cdu_group", std::string("cdus-a")}}));
        QCOMPARE(fixOf([](Json& p, Files&) { p["cdu_groups"][0].erase("loop"); }, "cdus-a"),
                 (std::vector<Edit>{SetAttribute{"cdus-a", "loop", std::string("loop-a")}}));
        QCOMPARE(fixOf([](Json& p, Files&) { p["rack_blocks"][0].erase("fabric"); }, "racks-a"),
                 (std::vector<Edit>{SetAttribute{"racks-a", "fabric", std::string("fabric-a")}}));
        // PDUs stand nearest to the racks, and there is one array of them.
        QCOMPARE(fixOf([](Json& p, Files&) { p["rack_blocks"][0].erase("feeds"); }, "racks-a"),
                 feeds("racks-a", "feeds", "pdus-a"));
    }
};

HEADROOM_TEST(TestNameRules)
}  // namespace tst_name_rules

#include "tst_name_rules.moc"
