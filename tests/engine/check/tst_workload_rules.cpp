// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

namespace tst_workload_rules {

using namespace headroom::engine;
using fixture::addRow;
using fixture::Change;
using fixture::Expected;
using fixture::figureOf;
using fixture::Files;
using fixture::Json;

class TestWorkloadRules : public QObject {
    Q_OBJECT

  private slots:
    void rule_data();
    void rule();
};

void TestWorkloadRules::rule_data() {
    fixture::addColumns();
    // 40 racks of 4 servers of 8: 1,280 accelerators of one kind.
    addRow("larger than the facility", {"job-size", Severity::Error, "job-a", 1536, 1280, ""},
           [](Json& p, Files&) { p["training_jobs"][0]["accelerators"] = 1536; });
    addRow("of a kind that is not there", {"job-size", Severity::Error, "job-a", 512, 0, ""},
           [](Json& p, Files&) { p["training_jobs"][0]["accelerator"] = "gpu-other"; });
    addRow("generator", {"job-size", Severity::Warning, "jobs", 2048, 1280, ""},
           [](Json& p, Files&) {
               p["job_generators"] = parseJson<Json>(R"([{"id": "jobs", "accelerator": "gpu-700",
                   "arrivals_per_hour": 1, "sizes": [[8, 1], [2048, 0.5], [4096, 0]],
                   "median_run_min": 10, "mean_run_min": 20, "profile": "pretraining"}])");
           });
    addRow("not divisible", {"job-divisible", Severity::Error, "job-a", 520, 32, ""},
           [](Json& p, Files&) { p["training_jobs"][0]["accelerators"] = 520; });
    addRow("half a server", {"job-whole-servers", Severity::Warning, "job-a", 516, 8, ""},
           [](Json& p, Files&) {
               p["training_jobs"][0]["accelerators"] = 516;
               p["training_jobs"][0]["tensor_parallel"] = 4;
               p["training_jobs"][0]["pipeline_parallel"] = 3;
           });
    addRow("beyond the domain", {"tensor-parallel-domain", Severity::Warning, "job-a", 16, 8, ""},
           [](Json& p, Files&) { p["training_jobs"][0]["tensor_parallel"] = 16; });
    // 70e9 parameters on one accelerator, 512 copies: 2 + 2 + 12 / 512 bytes each: 281.64 GB. Of
    // 4e6 / 512 / 32 = 244.1 tokens at a time, each of 80 layers keeps 8 h + 2 (3 h) + 4 h + 6 f bytes
    // less the 4 h + 2 f that selective recomputation runs again, h = 8192, inner width f = 24,681:
    // 213.4 kB, 4.17 GB. Runtime 2 GB, and 5 % of all that is lost between blocks: 302.21 GB.
    addRow("too large for the memory", {"job-memory", Severity::Error, "job-a", 301.9, 85.9, "GB"},
           [](Json& p, Files&) {
               p["training_jobs"][0]["tensor_parallel"] = 1;
               p["training_jobs"][0]["pipeline_parallel"] = 1;
           });
    // Degrees and precisions that `estimate` refuses too: EST-018, EST-014, EST-012. The accelerator of the fixture
    // has no matrices in 4 bits, its model no experts and, with one stage, nothing to cut into chunks.
    const auto impossible = [](const char* name, const char* key, const Json& value) {
        addRow(name, {"job-possible", Severity::Error, "job-a", 0, 0, ""},
               [=](Json& p, Files&) { p["training_jobs"][0][key] = value; });
    };
    impossible("precision that it has not", "precision", "fp4");
    impossible("experts of a dense model", "expert_parallel", 4);
    // 512 accelerators in groups of 8 x 4 are 16 copies, which 3 does not divide (EST-019).
    impossible("shard group", "shard_group", 3);
    // Four stages, whose weights copies shard as well: software that shards no more than the optimizer's state next to stages has
    // no such plan.
    addRow("software that does not combine", {"job-software", Severity::Note, "job-a", 0, 0, ""},
           [](Json& p, Files& f) {
               f["software_stack"] = fixture::file(
                   "software_stack", Json::array({fixture::part(
                                         "software_stack", "stack-x",
                                         {{"year", 2024}, {"deepest_sharding_stages", "zero1"}})}));
               p["training_jobs"][0]["software_stack"] = "stack-x";
               p["training_jobs"][0]["sharding"] = "zero3";
           });
    // The server of the fixture states no rates of drives.
    addRow(
        "no drives for checkpoints", {"checkpoint-tier", Severity::Warning, "job-a", 0, 0, ""},
        [](Json&, Files& f) { figureOf(f, "job_profile", 0, "checkpoint_tier") = "local_nvme"; });
}

void TestWorkloadRules::rule() {
    QFETCH(Change, change);
    QFETCH(Expected, expected);
    fixture::compare(fixture::findingsAfter(change), expected);
}

HEADROOM_TEST(TestWorkloadRules)
}  // namespace tst_workload_rules

#include "tst_workload_rules.moc"
