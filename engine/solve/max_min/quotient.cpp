// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/max_min.h"
#include "models/core/random.h"

#include <bit>
#include <cstdint>

namespace headroom::engine {

namespace {

using Colour = std::uint64_t;

// Colours are 64-bit hashes: two of n colours are the same by accident with a chance of
// n^2 / 2^65, 3e-8 for a million.
Colour mixed(Colour a, Colour b) {
    return models::mix64(a * 0x9e3779b97f4a7c15ULL + models::mix64(b + 0x632be59bd9b4e019ULL));
}

Colour bits(double value) {
    return std::bit_cast<Colour>(value == 0.0 ? 0.0 : value);  // -0 is 0
}

// Numbers distinct colours 0, 1, … in the order in which they come.
class ColourNumbers {
  public:
    explicit ColourNumbers(std::size_t most)
        : slots_(std::bit_ceil(2 * most + 2)), mask_(slots_.size() - 1) {}

    std::int32_t number(Colour colour) {
        std::size_t at = colour & mask_;
        while (slots_[at].number >= 0 && slots_[at].colour != colour) {
            at = (at + 1) & mask_;
        }
        if (slots_[at].number < 0) {
            slots_[at] = {colour, count_++};
        }
        return slots_[at].number;
    }

    std::int32_t count() const { return count_; }

  private:
    struct Slot {
        Colour colour = 0;
        std::int32_t number = -1;
    };

    std::vector<Slot> slots_;
    std::size_t mask_;
    std::int32_t count_ = 0;
};

std::int32_t distinct(const std::vector<Colour>& colours) {
    ColourNumbers numbers(colours.size());
    for (const Colour colour : colours) {
        numbers.number(colour);
    }
    return numbers.count();
}

struct Colours {
    std::vector<Colour> flow, link;
};

Colours firstColours(const FlowProblem& problem, const std::vector<char>& used) {
    Colours colours;
    for (int c = 0; c < problem.classes(); ++c) {
        Colour colour = mixed(bits(problem.members[c]), bits(problem.weight[c]));
        colour = mixed(colour, bits(problem.cap[c]));
        colours.flow.push_back(mixed(colour, bits(problem.bytes[c])));
    }
    for (std::size_t l = 0; l < problem.capacity.size(); ++l) {
        colours.link.push_back(used[l] != 0 ? mixed(1, bits(problem.capacity[l])) : 0);
    }
    return colours;
}

// One round of refinement (Weisfeiler and Leman, one dimension): a flow by the links that it
// crosses, a link by the flows that cross it. Sums of mixed colours do not depend on order.
void refine(const FlowProblem& problem, Colours& colours, std::vector<Colour>& sums) {
    for (int c = 0; c < problem.classes(); ++c) {
        Colour sum = 0;
        for (std::int32_t i = problem.first[c]; i < problem.first[c + 1]; ++i) {
            sum += mixed(colours.link[problem.link[i]],
                         std::bit_cast<std::uint32_t>(problem.share[i]));
        }
        colours.flow[c] = mixed(colours.flow[c], sum);
    }
    sums.assign(colours.link.size(), 0);
    for (int c = 0; c < problem.classes(); ++c) {
        for (std::int32_t i = problem.first[c]; i < problem.first[c + 1]; ++i) {
            sums[problem.link[i]] +=
                mixed(colours.flow[c], std::bit_cast<std::uint32_t>(problem.share[i]));
        }
    }
    for (std::size_t l = 0; l < sums.size(); ++l) {
        if (sums[l] != 0) {
            colours.link[l] = mixed(colours.link[l], sums[l]);
        }
    }
}

Colours stableColours(const FlowProblem& problem, const std::vector<char>& used) {
    Colours colours = firstColours(problem, used);
    std::vector<Colour> sums;
    std::int32_t flowColours = distinct(colours.flow);
    std::int32_t linkColours = distinct(colours.link);
    for (;;) {
        refine(problem, colours, sums);
        const std::int32_t flowsNow = distinct(colours.flow);
        const std::int32_t linksNow = distinct(colours.link);
        if (flowsNow == flowColours && linksNow == linkColours) {
            return colours;
        }
        flowColours = flowsNow;
        linkColours = linksNow;
    }
}

}  // namespace

Quotient quotientOf(const FlowProblem& problem) {
    std::vector<char> used(problem.capacity.size(), 0);
    for (const std::int32_t l : problem.link) {
        used[l] = 1;
    }
    const Colours colours = stableColours(problem, used);

    Quotient quotient;
    quotient.linkClassOf.assign(problem.capacity.size(), -1);
    ColourNumbers links(problem.capacity.size());
    for (std::size_t l = 0; l < problem.capacity.size(); ++l) {
        if (used[l] == 0) {
            continue;
        }
        const std::int32_t number = links.number(colours.link[l]);
        quotient.linkClassOf[l] = number;
        if (number == static_cast<std::int32_t>(quotient.problem.capacity.size())) {
            quotient.problem.capacity.push_back(0.0);
        }
        // The links of a class together: then a member's share stays what it was.
        quotient.problem.capacity[number] += problem.capacity[l];
    }
    ColourNumbers flows(colours.flow.size());
    for (int c = 0; c < problem.classes(); ++c) {
        const std::int32_t number = flows.number(colours.flow[c]);
        quotient.classOf.push_back(number);
        if (number < quotient.problem.classes()) {
            quotient.problem.members[number] += problem.members[c];
            continue;
        }
        quotient.problem.begin(problem.members[c], problem.bytes[c], problem.weight[c],
                               problem.cap[c]);
        for (std::int32_t i = problem.first[c]; i < problem.first[c + 1]; ++i) {
            quotient.problem.cross(quotient.linkClassOf[problem.link[i]],
                                   static_cast<double>(problem.share[i]));
        }
    }
    return quotient;
}

}  // namespace headroom::engine
