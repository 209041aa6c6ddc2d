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

    // ZeRO-2 with 4 tensor ranks: 128 accelerators are 32 copies, each with 2 sequences at a time, twice: a batch of 128. DeepSpeed
    // has the batch in its file; "auto" is left to the options.
    void deepSpeed() {
        models::TrainingPlan plan;
        plan.accelerators = 128;
        plan.tensor = 4;
        plan.microBatch = 2.0;
        plan.batchSequences = 128.0;
        plan.sharding = models::Sharding::Zero2;
        const auto again = parseLaunch(launchText(plan, LaunchForm::DeepSpeed), "ds.json");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(again->form == LaunchForm::DeepSpeed);
        QCOMPARE(again->tensor, 4);
        QCOMPARE(again->batch, 128.0);
        QCOMPARE(again->microBatch, 2.0);
        QVERIFY(again->sharding == models::Sharding::Zero2);
        QVERIFY(again->precision == models::Precision::Bf16);
        const auto automatic = parseLaunch(
            R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": 4,
                "gradient_accumulation_steps": 2, "zero_optimization": {"stage": 3},
                "fp16": {"enabled": true}})",
            "ds.json");
        QVERIFY(automatic);
        QCOMPARE(automatic->batch, 0.0);
        QCOMPARE(automatic->batchOfCopy, 8.0);
        QCOMPARE(automatic->notes.size(), std::size_t{1});
        QVERIFY(automatic->sharding == models::Sharding::Zero3);
        QVERIFY(automatic->precision == models::Precision::Fp16);
        QCOMPARE(automatic->software, std::string("deepspeed-zero3"));
    }

    // Degrees within and between slices are multiplied. A quarter of a sequence on each of 8 tensor ranks are 2 of the copy.
    void maxText() {
        const auto plan = parseLaunch(
            "python3 MaxText/train.py MaxText/configs/base.yml run_name=a ici_tensor_parallelism=4 "
            "dcn_tensor_parallelism=2 \\\n  ici_fsdp_parallelism=16 per_device_batch_size=0.25 "
            "max_target_length=8192 remat_policy=full quantization='fp8'\n",
            "run.sh");
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QVERIFY(plan->form == LaunchForm::MaxText);
        QCOMPARE(plan->tensor, 8);
        QCOMPARE(plan->batchOfCopy, 2.0);
        QCOMPARE(plan->sequence, 8192);
        QVERIFY(plan->sharding == models::Sharding::Zero3);
        QVERIFY(plan->recompute == models::Recompute::Full);
        QVERIFY(plan->precision == models::Precision::Fp8);
        // As YAML, and there and back: 16 ranks of a copy leave 8 copies, each with 8 sequences, one at a time.
        QVERIFY(
            parseLaunch("# base\nper_device_batch_size: 2.0\nici_fsdp_parallelism: -1\n", "a.yml"));
        models::TrainingPlan written;
        written.accelerators = 128;
        written.tensor = 4;
        written.pipeline = 2;
        written.context = 2;
        written.microBatch = 1.0;
        written.batchSequences = 64.0;
        written.sequence = 4096;
        written.sharding = models::Sharding::Zero3;
        const auto again = parseLaunch(launchText(written, LaunchForm::MaxText), "run.sh");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(again->tensor, 4);
        QCOMPARE(again->pipeline, 2);
        QCOMPARE(again->context, 2);
        QCOMPARE(again->batchOfCopy, 8.0);
        QCOMPARE(again->microBatch, 1.0);
        QCOMPARE(again->sequence, 4096);
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
