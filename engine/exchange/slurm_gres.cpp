// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/slurm_gres.h"

#include "engine/border/quantities.h"

#include <algorithm>
#include <array>

namespace headroom::engine {

namespace {

/// Names of generic resources that are accelerators. Source: Slurm, gres.conf(5), and documentation of sites with
/// other accelerators. Shards and MPS are shares of "gpu", which is next to them.
constexpr auto kAccelerators = std::to_array<std::string_view>(
    {"gpu", "tpu", "hpu", "gaudi", "npu", "mlu", "ipu", "neuron", "xpu", "dcu", "gcd", "vpu"});

bool isAccelerator(std::string_view name) {
    return std::find(kAccelerators.begin(), kAccelerators.end(), name.substr(0, name.find(':'))) !=
           kAccelerators.end();
}

}  // namespace

void SlurmGres::add(std::string_view name, double number) {
    if (!isAccelerator(name) || !(number > 0.0)) {
        return;
    }
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos) {
        total_ += number;
        return;
    }
    isMixed = isMixed || kinds_ > 0.0;
    kinds_ += number;
    if (number > most_) {
        most_ = number;
        kind = name.substr(colon + 1);
    }
}

void SlurmGres::finish() {
    count = std::max(total_, kinds_);
}

SlurmGres slurmGres(std::string_view text) {
    SlurmGres gres;
    while (!text.empty()) {
        std::string_view one = text.substr(0, text.find(','));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
        one = one.substr(0, one.find('('));  // "gpu:a100:4(IDX:0-3)"
        const bool isTres = one.starts_with("gres/");
        one.remove_prefix(isTres ? 5 : 0);
        const std::size_t equals = isTres ? one.rfind('=') : one.rfind(':');
        const auto number = equals == std::string_view::npos ? std::optional(1.0)
                                                             : readNumber(one.substr(equals + 1));
        if (isTres && equals == std::string_view::npos) {
            continue;
        }
        gres.add(number ? one.substr(0, equals) : one, number.value_or(1.0));
    }
    gres.finish();
    return gres;
}

}  // namespace headroom::engine
