// SPDX-License-Identifier: Apache-2.0
#include "models/workload/step_timeline.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

/// Forward's share of the time of a micro-batch, as in swing.h.
constexpr double kFillShare = 1.0 / 3.0;

/// Differences of sums below this share of a step are rounding. Numerical.
constexpr double kRoundingShare = 1e-9;

constexpr std::array<StepPartInfo, static_cast<std::size_t>(StepPart::Count)> kParts{{
    {"pipeline_fill", "Pipeline fill", "pipeline wait",
     "The stage waits for its first micro-batch."},
    {"matrix", "Matrix multiplication", "compute", "Kernels of the layers, forward and backward."},
    {"attention", "Attention", "compute", "Attention kernels, forward and backward."},
    {"vector", "Vectors and conversions", "compute",
     "Norms, activations, residuals and conversions at memory rate."},
    {"recompute", "Recomputation", "compute",
     "Forward kernels a second time during the backward pass."},
    {"optimiser", "Optimiser", "compute", "Update of the weights that this rank holds."},
    {"launch", "Kernel launches", "launch wait",
     "The accelerator waits for the host to launch kernels."},
    {"tensor_collectives", "Tensor collectives", "collective",
     "Exposed all-reduces of the layers among tensor ranks."},
    {"context_exchange", "Context exchange", "collective",
     "Exposed keys and values around the context ring."},
    {"expert_all_to_all", "Expert all-to-all", "collective",
     "Exposed dispatch and combination of expert tokens."},
    {"sharded_exchange", "Sharded weights", "data-parallel wait",
     "Exposed gathers and scatters of sharded weights, layer by layer."},
    {"pipeline_drain", "Pipeline drain", "pipeline wait", "The stage has no micro-batch left."},
    {"gradient_exchange", "Gradient exchange", "data-parallel wait",
     "Exposed exchange of gradients and weights among data-parallel replicas."},
    {"stage_sends", "Sends between stages", "pipeline wait",
     "Exposed sends of activations and gradients."},
    {"slowest_rank", "Wait for the slowest rank", "straggler wait",
     "The slowest rank computes longer, and all others wait in the collective."},
    {"between_sites", "Lines between sites", "data-parallel wait",
     "Exchange over lines between sites."},
    {"host", "Host", "host", "Logging and synchronisation on the host."},
    {"data_loading", "Data loading", "data loading",
     "The job waits for training data from storage."},
    {"corruption_tests", "Corruption tests", "tests",
     "Tests for silent data corruption between steps."},
    {"checkpoint", "Checkpoint", "checkpoint",
     "Mean share of one step in the checkpoints that stop the job."},
}};

/// Pieces one after the other.
class Line {
  public:
    explicit Line(double leastS) : leastS_(leastS) {}

    void add(StepPart part, double lengthS, double activity) {
        if (lengthS > leastS_) {
            pieces_.push_back({part, atS_, lengthS, activity});
            atS_ += lengthS;
        }
    }

    double atS() const { return atS_; }

    std::vector<StepPiece> take() { return std::move(pieces_); }

  private:
    double leastS_;
    double atS_ = 0.0;
    std::vector<StepPiece> pieces_;
};

/// Factor on the activity of the pieces of a phase that a limit lowers to `most`.
double lowered(double mean, double most) {
    return mean > most ? most / mean : 1.0;
}

}  // namespace

const StepPartInfo& stepPartInfo(StepPart part) {
    return kParts[static_cast<std::size_t>(part)];
}

std::vector<StepPiece> stepTimeline(const TrainingStep& step, double moving, double checking,
                                    double most) {
    if (!std::isfinite(step.stepS) || !(step.stepS > 0.0) || !(moving > 0.0) || !(checking < 1.0)) {
        return {};
    }
    const double low = std::min(step.waitActivity, most);
    const double layers = lowered(step.computeActivity, most);
    const double exchange = lowered(step.exchangeActivity, most);
    const double onceS = step.exchangeS - step.pipelineS - step.stragglerS;
    const double wanS = step.dataS - step.layerDataS - onceS;
    Line line(kRoundingShare * step.stepS);
    line.add(StepPart::Fill, kFillShare * step.bubbleS, low);
    line.add(StepPart::Matrix, step.matrixS, layers * step.kernelActivity);
    line.add(StepPart::Attention, step.attentionS, layers * step.kernelActivity);
    line.add(StepPart::Vector, step.vectorS, layers * step.memoryActivity);
    line.add(StepPart::Recompute, step.recomputeS, layers * step.recomputeActivity);
    line.add(StepPart::Optimiser, step.optimiserS, layers * step.memoryActivity);
    line.add(StepPart::Launch, step.launchS, layers * step.waitActivity);
    line.add(StepPart::Tensor, step.tensorS, layers * step.tensorActivity);
    line.add(StepPart::Context, step.contextS, layers * step.contextActivity);
    line.add(StepPart::Expert, step.expertS, layers * step.expertActivity);
    line.add(StepPart::LayerData, step.layerDataS, layers * step.layerDataActivity);
    line.add(StepPart::Drain, (1.0 - kFillShare) * step.bubbleS, low);
    line.add(StepPart::Data, onceS, exchange * step.onceActivity);
    line.add(StepPart::Sends, step.pipelineS, exchange * step.polledActivity);
    line.add(StepPart::Straggler, step.stragglerS, exchange * step.polledActivity);
    line.add(StepPart::Wan, wanS, low);
    line.add(StepPart::Host, step.overheadS, low);
    line.add(StepPart::Reading, step.stepS - line.atS(), low);
    const double wholeS = step.stepS / (moving * (1.0 - checking));
    line.add(StepPart::Checking, wholeS * moving * checking, step.phases.capped(most));
    line.add(StepPart::Checkpoint, wholeS * (1.0 - moving), low);
    return line.take();
}

}  // namespace headroom::models
