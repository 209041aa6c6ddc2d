// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/reliability_case.h"

#include "engine/reliability/campaign/bare_plant.h"
#include "engine/run/faults/hazards.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr int kRow = 9;
constexpr int kCoarseRow = 16;
constexpr int kRounds = 3;
constexpr double kCoarseShare = 0.05;  ///< of the failures, in the coarse row
constexpr double kRowFactor = 2.0;     ///< of a row: from best / factor to best * factor
constexpr double kEqualShape = 1e6;    ///< gamma spread of servers: none to speak of
constexpr int kParts = 8;              ///< replications of one interval

/// One failure mode instead of all: stops the job on the server that it strikes, and nothing else.
PlantHazard onlyHazard(const Plant& plant, double perServerS) {
    PlantHazard h;
    h.id = "stop";
    h.mode.basis = models::FailureBasis::Server;
    h.mode.effect = models::FailureEffect::JobRestart;
    h.mode.ratePerS = perServerS;
    h.mode.detectS = 0.0;
    h.mode.repairMedianS = h.mode.repairMeanS = 0.0;
    h.units = plant.servers;
    h.ratePerS = perServerS * plant.servers;
    return h;
}

CampaignSpec specOf(double untilS, int replications, std::uint64_t seed) {
    CampaignSpec spec;
    spec.untilS = std::ceil(untilS / kCampaignStepS) * kCampaignStepS;
    spec.replications = replications;
    spec.seed = seed;
    spec.coupling = Coupling::Never;
    return spec;
}

ResultAll<double> effectiveTime(Plant plant, const CheckpointQuestion& q, double intervalS,
                                double share) {
    plant.batches.front().spec.checkpointS = intervalS;
    const double untilS = share * q.failures * (q.mtbfS + q.restartS) / kParts;
    const std::atomic<bool> cancel{false};
    auto runs = replicate(withSeed(plant, q.seed), specOf(untilS, kParts, q.seed), {}, cancel);
    if (!runs) {
        return tl::unexpected(runs.error());
    }
    return estimateOf(*runs, figure(kEffectiveTime)).mean;
}

/// Where the parabola y = a + b x + c x^2 through the points by least squares has its top; the best
/// point where it has none within the row.
double topOf(const std::vector<double>& x, const std::vector<double>& y) {
    const auto n = static_cast<double>(x.size());
    double mean = 0.0;
    for (const double v : x) {
        mean += v / n;
    }
    double s2 = 0.0, s3 = 0.0, s4 = 0.0, t0 = 0.0, t1 = 0.0, t2 = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double d = x[i] - mean;
        s2 += d * d;
        s3 += d * d * d;
        s4 += d * d * d * d;
        t0 += y[i];
        t1 += d * y[i];
        t2 += d * d * y[i];
    }
    // Normal equations with sum d = 0, a eliminated.
    const double u4 = s4 - s2 * s2 / n, r2 = t2 - s2 * t0 / n;
    const double determinant = s2 * u4 - s3 * s3;
    const double b = (t1 * u4 - s3 * r2) / determinant;
    const double c = (s2 * r2 - s3 * t1) / determinant;
    const double top = mean - b / (2.0 * c);
    const auto best = static_cast<std::size_t>(std::max_element(y.begin(), y.end()) - y.begin());
    return c < 0.0 && top >= x.front() && top <= x.back() ? top : x[best];
}

}  // namespace

ResultAll<double> bestCheckpointInterval(const Catalogue& catalogue, const CheckpointQuestion& q) {
    BareCluster cluster;
    cluster.seed = q.seed;
    auto plant = barePlant(catalogue, cluster);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    plant->hazards = {onlyHazard(*plant, 1.0 / q.mtbfS)};
    drawHazards(*plant, plant->hazards);
    plant->failures.restartS = q.restartS;
    plant->failures.warmUpSteps = 0;
    plant->failures.lemonShape = kEqualShape;
    const auto profile = static_cast<std::size_t>(plant->batches.front().profileIndex);
    plant->profiles[profile].spec.checkpointStallS = q.writeS;

    double low = std::log(q.writeS), high = std::log(q.mtbfS);
    double best = 0.0;
    for (int round = 0; round < 1 + kRounds; ++round) {
        const int n = round == 0 ? kCoarseRow : kRow;
        std::vector<double> x, y;
        for (int i = 0; i < n; ++i) {
            x.push_back(low + (high - low) * i / (n - 1));
            const auto share =
                effectiveTime(*plant, q, std::exp(x.back()), round < kRounds ? kCoarseShare : 1.0);
            if (!share) {
                return tl::unexpected(share.error());
            }
            y.push_back(*share);
        }
        best = round == 0
                   ? x[static_cast<std::size_t>(std::max_element(y.begin(), y.end()) - y.begin())]
                   : topOf(x, y);
        low = best - std::log(kRowFactor);
        high = best + std::log(kRowFactor);
    }
    return std::exp(best);
}

ResultAll<Estimate> seriesMttf(const Catalogue& catalogue, int servers, double failuresPerServerS,
                               int interruptions, std::uint64_t seed) {
    BareCluster cluster;
    cluster.servers = servers;
    cluster.seed = seed;
    cluster.jobAccelerators = servers * 8;
    auto plant = barePlant(catalogue, cluster);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    plant->hazards = {onlyHazard(*plant, failuresPerServerS)};
    drawHazards(*plant, plant->hazards);
    plant->failures.restartS = 0.0;
    plant->failures.lemonShape = kEqualShape;
    const double untilS = interruptions / (failuresPerServerS * servers) / kParts;
    const std::atomic<bool> cancel{false};
    auto runs = replicate(withSeed(*plant, seed), specOf(untilS, kParts, seed), {}, cancel);
    if (!runs) {
        return tl::unexpected(runs.error());
    }
    return estimateOf(*runs, figure(kMeanTimeToInterruption));
}

}  // namespace headroom::engine
