// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/launch_file.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_launch_file {

using namespace headroom;
using namespace headroom::engine;

class TestLaunchFile : public QObject {
    Q_OBJECT

  private slots:

    // A script as sites write it: variables with defaults, an array of arguments, a comment. 32 layers on 4 stages with chunks of 4 layers
    // are 2 chunks a stage. Eight nodes of 8 are 64 accelerators.
    void megatron() {
        const auto plan = parseLaunch(
            "#!/bin/bash\nTP=${TP:-2}\nexport MBS=1\nNODES=8\n# --tensor-model-parallel-size "
            "16\nMODEL_ARGS=(\n  --num-layers 32\n"
            "  --seq-length 8192\n)\ntorchrun --nproc_per_node 8 --nnodes $NODES pretrain_gpt.py "
            "${MODEL_ARGS[@]} \\\n"
            "  --tensor-model-parallel-size $TP --pipeline-model-parallel-size 4 \\\n  "
            "--num-layers-per-virtual-pipeline-stage 4 "
            "--sequence-parallel --micro-batch-size ${MBS} --global-batch-size=128 "
            "--use-distributed-optimizer --bf16 "
            "--recompute-activations --lr 1e-4\n",
            "run.sh");
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QVERIFY(plan->form == LaunchForm::Megatron);
        QCOMPARE(plan->accelerators, 64);
        QCOMPARE(plan->tensor, 2);
        QCOMPARE(plan->pipeline, 4);
        QCOMPARE(plan->interleave, 2);
        QCOMPARE(plan->sequence, 8192);
        QCOMPARE(plan->microBatch, 1.0);
        QCOMPARE(plan->batch, 128.0);
        QVERIFY(!plan->wholeSequences);
        QVERIFY(plan->sharding == models::Sharding::Zero1);
        QVERIFY(plan->recompute == models::Recompute::Selective);
        QVERIFY(plan->precision == models::Precision::Bf16);
        QVERIFY(plan->notes.empty());
    }

    // Shards are all copies with -1, which is the default. The command line overrides the file.
    void torchtitan() {
        const char* toml =
            "[model]\nname = \"llama3\"  # of the hub\nflavor = "
            "\"8B\"\n[training]\nlocal_batch_size = 2\nseq_len = 8192\n[parallelism]\n"
            "data_parallel_shard_degree = -1\ntensor_parallel_degree = "
            "1\n[activation_checkpoint]\nmode = \"selective\"\n[compile]\nenable = true\n";
        auto plan = parseLaunch(toml, "8b.toml");
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QVERIFY(plan->form == LaunchForm::Torchtitan);
        QCOMPARE(plan->batchOfCopy, 2.0);
        QCOMPARE(plan->microBatch, 2.0);
        QCOMPARE(plan->tensor, 1);
        QCOMPARE(plan->shardGroup, 0);
        QVERIFY(plan->sharding == models::Sharding::Zero3);
        QCOMPARE(plan->software, std::string("torchtitan-compiled"));
        plan = parseLaunch(std::string(toml) + "\n# torchrun\n", "8b.toml");
        QVERIFY(plan);
        plan = parseLaunch(
            "torchrun train.py --parallelism.tensor_parallel_degree 4 "
            "--parallelism.data_parallel_replicate_degree=2 "
            "--parallelism.data_parallel_shard_degree 8 --training.local_batch_size 1",
            "run.sh");
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QCOMPARE(plan->tensor, 4);
        QCOMPARE(plan->shardGroup, 8);
    }

    // A plan that is written and read again is the same plan.
    void thereAndBack() {
        models::TrainingPlan plan;
        plan.accelerators = 128;
        plan.tensor = 4;
        plan.pipeline = 2;
        plan.context = 2;
        plan.interleave = 1;
        plan.microBatch = 1.0;
        plan.batchSequences = 64.0;
        plan.sequence = 4096;
        plan.sharding = models::Sharding::Zero3;
        plan.recompute = models::Recompute::Full;
        for (const LaunchForm form : {LaunchForm::Megatron, LaunchForm::Torchtitan}) {
            const auto again = parseLaunch(launchText(plan, form), "again");
            QVERIFY2(again, again ? "" : again.error().text().c_str());
            QVERIFY(again->form == form);
            QCOMPARE(again->tensor, 4);
            QCOMPARE(again->pipeline, 2);
            QCOMPARE(again->context, 2);
            QCOMPARE(again->batch, 64.0);
            QCOMPARE(again->microBatch, 1.0);
            QCOMPARE(again->sequence, 4096);
            QVERIFY(again->sharding == models::Sharding::Zero3);
            QVERIFY(again->recompute == models::Recompute::Full);
        }
    }

    // A degree that the shell computes is told, and left to the options; a text of something else is refused.
    void whatCannotBeRead() {
        const auto plan = parseLaunch(
            "python pretrain_gpt.py --tensor-model-parallel-size $((GPUS/4)) --micro-batch-size 1",
            "run.sh");
        QVERIFY(plan);
        QCOMPARE(plan->tensor, 0);
        QCOMPARE(plan->notes.size(), std::size_t{1});
        for (const char* text :
             {"", "hello\nworld\n", "[settings]\ncolor = 1\n", "--verbose --help"}) {
            const auto other = parseLaunch(text, "x");
            QVERIFY(!other);
            QCOMPARE(other.error().code, std::string("EST-029"));
        }
    }
};

HEADROOM_TEST(TestLaunchFile)
}  // namespace tst_launch_file

#include "tst_launch_file.moc"
