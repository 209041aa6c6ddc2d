// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

namespace tst_broker_rules {

using namespace headroom::engine;
using fixture::addRow;
using fixture::Change;
using fixture::Expected;
using fixture::Files;
using fixture::Json;

class TestBrokerRules : public QObject {
    Q_OBJECT

  private slots:
    void rule_data();
    void rule();
};

void TestBrokerRules::rule_data() {
    fixture::addColumns();
    const auto mayLeave = [](Json& p) { p["training_jobs"][0]["may_leave"] = true; };
    addRow("nobody sends them", {"broker-missing", Severity::Warning, "job-a", 0, 0, ""},
           [=](Json& p, Files&) { mayLeave(p); });
    addRow("nowhere to go", {"broker-missing", Severity::Warning, "job-a", 0, 0, ""},
           [=](Json& p, Files&) {
               mayLeave(p);
               p["broker"] = Json::object();
           });
    addRow("data is elsewhere", {"data-elsewhere", Severity::Error, "job-a", 0, 0, ""},
           [](Json& p, Files&) {
               p["data_sets"] =
                   parseJson<Json>(R"([{"id": "corpus", "size_tb": 1, "at_home": false}])");
               p["training_jobs"][0]["data_set"] = "corpus";
           });
}

void TestBrokerRules::rule() {
    QFETCH(Change, change);
    QFETCH(Expected, expected);
    fixture::compare(fixture::findingsAfter(change), expected);
}

HEADROOM_TEST(TestBrokerRules)
}  // namespace tst_broker_rules

#include "tst_broker_rules.moc"
