// SPDX-License-Identifier: Apache-2.0
#include "models/workload/closed_service.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

/// At least half of the requests decode, with any prompts.
constexpr double kMostPrompts = 0.5;

/// Least part of a prompt that no other request has in the cache.
constexpr double kOwnPrompt = 0.5;

/// Logistic curve over the normal one: their slopes in the middle, within 0.01 of probability.
constexpr double kLogisticSlope = 1.702;

/// Quantile `u` of a gamma law over its mean.
double gammaQuantile(double shape, double u) {
    const double z = std::log(u / (1.0 - u)) / kLogisticSlope;
    const double root = 1.0 - 1.0 / (9.0 * shape) + z / (3.0 * std::sqrt(shape));
    return root > 0.0 ? root * root * root : 0.0;
}

/// Seconds, and activity over them.
struct ClosedTime {
    double s = 0.0;
    double activeS = 0.0;

    void add(double share, const IterationTime& t) {
        s += share * t.totalS;
        activeS += share * t.totalS * t.activity;
    }
};

/// Units of the cache next to the states of a given number of requests and the prefix that all share.
double heldUnits(const InferenceStep& step, const ServingMemory& memory, const ClosedLoad& load) {
    const double shared = step.input().plan.copies() * memory.growth.units(load.sharedTokens);
    return std::max(memory.cacheTokens - shared - load.requests * memory.requestTokens(), 0.0);
}

/// Tokens of a prompt that its request holds for itself.
double ownPrompt(const ClosedLoad& load) {
    return load.promptTokens + load.foundTokens - std::min(load.sharedTokens, load.foundTokens);
}

/// Requests that fit: where the cache does not hold half of the prompts of all (the rest may be shared with
/// earlier turns), those that it holds with half of their answers, and the others wait.
double fittingRequests(const InferenceStep& step, const ClosedLoad& load) {
    const ServingMemory memory = servingMemory(step.input());
    if (heldUnits(step, memory, load) >=
        kOwnPrompt * load.requests * memory.growth.units(ownPrompt(load))) {
        return load.requests;
    }
    const double each = memory.unitsOf(ownPrompt(load) + 0.5 * load.outputTokens);
    const double shared = step.input().plan.copies() * memory.growth.units(load.sharedTokens);
    return std::clamp(std::floor((memory.cacheTokens - shared) / each), 0.0, load.requests);
}

/// Iterations of a replica with a load of requests.
class ClosedIterations {
  public:
    ClosedIterations(const InferenceStep& step, const ClosedLoad& load)
        : step_(step),
          memory_(servingMemory(step.input())),
          held_(heldUnits(step, memory_, load)),
          shared_(std::min(load.sharedTokens, load.foundTokens)),
          found_(load.foundTokens),
          n_(load.requests) {
        const double rounds = load.allRequests > n_ ? load.allRequests / n_ - 1.0 : 0.0;
        const double age = rounds > 0.0 ? 1.0 + std::expm1(-rounds) / rounds : 1.0;
        context_ = held(load.promptTokens + load.foundTokens + age * load.outputTokens, n_);
        late_ = load.promptTokens + load.foundTokens + load.outputTokens;
    }

    IterationTime time(double prompts, double tokens) const {
        return step_.time(carried(prompts, tokens));
    }

    /// When nobody joins any more, with a number left.
    IterationTime ending(double left) const {
        IterationLoad load;
        load.decodes = left;
        load.contextTokens = left * held(late_, left);
        return step_.time(load);
    }

    /// With prompts of a given number of tokens on average.
    ClosedTime mixed(double prompts, double mean, double most) const {
        ClosedTime sum;
        const double graph = step_.input().stack->capturedRequests;
        // Prompt tokens within the graphs: all copies wait for the copy with the most.
        const double room = (graph * step_.input().plan.copies() -
                             (n_ - prompts) * step_.input().plan.speculation.computedTokens()) /
                            step_.promptSkew(carried(prompts, mean));
        const double beyond = graph > 0.0 && room > 0.0 ? std::exp(-room / mean) : 1.0;
        if (beyond < 1.0) {
            sum.add(1.0 - beyond, time(prompts, mean - room * beyond / (1.0 - beyond)));
        }
        sum.add(beyond, time(prompts, beyond < 1.0 ? std::min(room + mean, most) : mean));
        return sum;
    }

  private:
    double held(double context, double requests) const {
        return held_ > 0.0 ? std::min(context, shared_ + memory_.growth.tokens(held_ / requests))
                           : context;
    }

    IterationLoad carried(double prompts, double tokens) const {
        IterationLoad load;
        load.decodes = n_ - prompts;
        load.contextTokens = load.decodes * context_;
        load.promptTokens = tokens;
        load.promptPairs = prompts > 0.0 ? tokens * 0.5 * tokens / prompts + tokens * found_ : 0.0;
        load.promptEnds = prompts;
        return load;
    }

    const InferenceStep& step_;
    ServingMemory memory_;
    double held_ = 0.0;    ///< units that the cache has room for
    double shared_ = 0.0;  ///< tokens of a request that others hold as well
    double found_ = 0.0;   ///< tokens before the computed part of a prompt
    double n_ = 0.0;
    double context_ = 0.0;  ///< of a request, mean
    double late_ = 0.0;     ///< the same at the end
};

}  // namespace

ClosedService closedService(const InferenceStep& step, const ClosedLoad& asked) {
    ClosedService result;
    ClosedLoad load = asked;
    load.requests = fittingRequests(step, asked);
    result.requests = load.requests;
    const double n = load.requests;
    if (!(n > 0.0) || !(load.outputTokens > 0.0) || !(load.promptTokens > 0.0)) {
        return result;
    }
    const ClosedIterations iterations(step, load);
    const double given = step.input().plan.speculation.givenTokens();
    const double stay = load.outputTokens / given + 1.0;
    const double joins = n / stay;
    const double none = std::exp(-joins);
    const InferenceInput& input = step.input();
    const double chunk = input.stack->chunkTokens * static_cast<double>(input.plan.copies());
    const double prompts = std::min(
        {std::max(joins / (1.0 - none), 1.0), chunk / load.promptTokens, kMostPrompts * n});
    result.decode = iterations.time(0.0, 0.0);
    const ClosedTime mixed = iterations.mixed(prompts, prompts * load.promptTokens, chunk);
    ClosedTime all;
    all.add(none, result.decode);
    all.s += (1.0 - none) * mixed.s;
    all.activeS += (1.0 - none) * mixed.activeS;
    result.meanS = all.s;
    const double answersPerS = n / (all.s * stay);
    result.firstTokenS = std::max(1.0, std::ceil(load.promptTokens / chunk)) * mixed.s +
                         (asked.requests - n) / answersPerS;
    const double ending = load.allRequests > n ? n / load.allRequests : 0.0;
    const double below = ending + (1.0 - ending) * none;
    result.medianS =
        ending > 0.5 ? iterations.ending(n * 0.5 / ending).totalS : result.decode.totalS;
    if (below < 0.5) {
        result.medianS += std::max(0.0, mixed.s - result.decode.totalS) *
                          gammaQuantile(std::max(1.0, prompts), (0.5 - below) / (1.0 - below));
    }
    result.medianS /= given;
    result.tokensPerS = n / result.meanS * load.outputTokens / stay;
    result.activity = all.activeS / result.meanS;
    return result;
}

}  // namespace headroom::models
