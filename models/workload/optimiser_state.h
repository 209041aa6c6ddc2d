// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Memory and traffic of an optimiser, bytes a trained parameter next to its 16-bit weight and gradient.
///   state    Adam          4 + 4 + 4   32-bit weight and two moments (Rajbhandari et al., SC 2020, section 3.1)
///            Adam, bf16    2 + 2       two moments in 16 bits, weights updated in 16 bits (torchtune, bf16 recipes)
///            Adam, 8 bits  2 (1 + 4/2048)   two moments in 8 bits, a 32-bit scale for each block of 2,048 (Dettmers
///                          et al., ICLR 2022), weights updated in 16 bits
///            Adafactor     0           rows and columns of second moments alone, no first one (Shazeer, Stern 2018)
///            Muon          4 + 4       32-bit weight and one momentum (Jordan et al. 2024; embeddings keep Adam, not
///                                      counted: below 5 % from 8 billion parameters on)
///   traffic  2 state + 6: state read and written, gradient read (4), weight written (2)
/// Optimisers without a 32-bit weight keep gradients in 16 bits. Their effect on convergence is not modelled.
namespace headroom::models {

enum class Optimiser : std::uint8_t {
    Usual,  ///< as the software does: SoftwareStackSpec::optimiserBytes
    Adam,
    AdamBf16,
    Adam8Bit,
    Adafactor,
    Muon
};

/// State that waits in the memory of the host, or on its drives, while accelerators compute.
enum class Offload : std::uint8_t {
    None,
    Optimiser,  ///< state of the optimiser in host memory; the host updates (ZeRO-Offload, USENIX ATC 2021)
    OptimiserNvme,  ///< the same on drives (ZeRO-Infinity, SC 2021)
    Weights         ///< and weights and gradients in host memory, fetched layer by layer
};

struct OptimiserBytes {
    double state = 12.0;
    bool wideGradients = true;  ///< main gradients in 32 bits

    double traffic() const { return 2.0 * state + 6.0; }
};

/// `usualState`: of Optimiser::Usual.
constexpr OptimiserBytes optimiserBytes(Optimiser optimiser, double usualState) {
    switch (optimiser) {
        case Optimiser::Adam:
            return {12.0, true};
        case Optimiser::AdamBf16:
            return {4.0, false};
        case Optimiser::Adam8Bit:
            return {2.0 * (1.0 + 4.0 / 2048.0), false};
        case Optimiser::Adafactor:
            return {0.0, false};
        case Optimiser::Muon:
            return {8.0, true};
        case Optimiser::Usual:
            break;
    }
    return {usualState, true};
}

const char* optimiserName(Optimiser optimiser);  ///< "adam_8bit"
const char* offloadName(Offload offload);        ///< "optimiser"

}  // namespace headroom::models
