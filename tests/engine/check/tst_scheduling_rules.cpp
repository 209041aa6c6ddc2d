// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

namespace tst_scheduling_rules {

using namespace headroom::engine;
using fixture::addRow;
using fixture::Change;
using fixture::Expected;
using fixture::Files;
using fixture::Json;

class TestSchedulingRules : public QObject {
    Q_OBJECT

  private slots:
    void rule_data();
    void rule();
};

void TestSchedulingRules::rule_data() {
    fixture::addColumns();
    // The fixture has 1,280 accelerators of one kind.
    addRow("quotas", {"tenant-quota", Severity::Warning, "b", 1400, 1280, ""}, [](Json& p, Files&) {
        p["tenants"] = parseJson<Json>(R"([{"id": "a", "quota_accelerators": 700},
                   {"id": "b", "quota_accelerators": 700}, {"id": "c"}])");
    });
    addRow("unknown tenant", {"tenant-known", Severity::Warning, "job-a", 0, 0, ""},
           [](Json& p, Files&) {
               p["tenants"] = parseJson<Json>(R"([{"id": "a"}])");
               p["training_jobs"][0]["tenant"] = "b";
           });
    addRow("ends before it begins", {"reservation", Severity::Error, "r", 1, 2, "h"},
           [](Json& p, Files&) {
               p["reservations"] = parseJson<Json>(R"([{"id": "r", "accelerator": "gpu-700",
                   "accelerators": 8, "from_h": 2, "until_h": 1}])");
           });
    // 800 from 0 to 3 h and 800 from 1 h on: 1,600 when the second begins.
    addRow("overlap", {"reservation", Severity::Error, "s", 1600, 1280, ""}, [](Json& p, Files&) {
        p["reservations"] = parseJson<Json>(R"([
            {"id": "r", "accelerator": "gpu-700", "accelerators": 800, "from_h": 0, "until_h": 3},
            {"id": "s", "accelerator": "gpu-700", "accelerators": 800, "from_h": 1, "until_h": 2},
            {"id": "t", "accelerator": "gpu-700", "accelerators": 800, "from_h": 3, "until_h": 4}])");
    });
    addRow("queues that fall", {"scheduling", Severity::Error, "scheduling", 0, 0, ""},
           [](Json& p, Files&) {
               p["scheduling"] =
                   parseJson<Json>(R"({"policy": "las", "las_queues_accelerator_h": [16, 1]})");
           });
    addRow("headroom above 1", {"scheduling", Severity::Error, "scheduling", 20, 1, ""},
           [](Json& p, Files&) {
               p["scheduling"] = parseJson<Json>(R"({"deferral": "power_headroom",
                   "deferral_threshold": 20, "maximum_delay_h": 5})");
           });
    addRow("no time to wait", {"scheduling", Severity::Warning, "scheduling", 0, 0, "h"},
           [](Json& p, Files&) {
               p["scheduling"] =
                   parseJson<Json>(R"({"deferral": "price", "deferral_threshold": 0.1})");
           });
    addRow("hard tier without topology", {"scheduling", Severity::Warning, "scheduling", 0, 0, ""},
           [](Json& p, Files&) { p["scheduling"] = parseJson<Json>(R"({"hard_tier": "rack"})"); });
}

void TestSchedulingRules::rule() {
    QFETCH(Change, change);
    QFETCH(Expected, expected);
    fixture::compare(fixture::findingsAfter(change), expected);
}

HEADROOM_TEST(TestSchedulingRules)
}  // namespace tst_scheduling_rules

#include "tst_scheduling_rules.moc"
