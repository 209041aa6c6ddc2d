// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Sort of chip of an accelerator.
enum class AcceleratorKind { Gpu, Tpu, Asic };

/// One accelerator: GPU, TPU or other training or inference chip with its memory.
/// Peaks are dense (no sparsity). Bandwidths are one way, per accelerator.
struct AcceleratorSpec {
    AcceleratorKind kind = AcceleratorKind::Gpu;
    std::string vendor;
    int year = 0;
    double bf16FlopsPerS = kNotStated;
    double fp8FlopsPerS = kNotStated;
    double fp4FlopsPerS = kNotStated;
    double int8OpsPerS = kNotStated;
    double memoryBytes = kNotStated;
    double memoryBytesPerS = kNotStated;
    double tdpW = kNotStated;
    double idleW = kNotStated;
    // Power: equations in accelerator_power.h; of work: inference_step.h. Not stated: derived there.
    double fullPowerW = kNotStated;   ///< at full activity and clock, if nothing limited it
    double powerLimitW = kNotStated;  ///< set by operators
    double voltageSlope = kNotStated;
    double voltageFloor = kNotStated;
    double byteEnergyJ = kNotStated;     ///< of a byte that its memory delivers
    double matrixActivity = kNotStated;  ///< while its matrix units are busy all the time
    double waitActivity = kNotStated;    ///< between and next to kernels, clocks up
    double collectiveActivity =
        kNotStated;  ///< next to waiting, in collectives of serving: kernels that poll
    double scaleUpBytesPerS = kNotStated;
    int scaleUpDomain = 1;
    double scaleOutBytesPerS = kNotStated;
    double slotBytesPerS = kNotStated;  ///< that its PCI Express slot carries to adapters, one way
    double bridgeBytesPerS = kNotStated;   ///< of a bridge that joins a few cards, one way
    double bridgeEfficiency = kNotStated;  ///< bus bandwidth of long collectives over that
    int bridgeRanks = 1;                   ///< cards that a bridge joins; 1 if there is none
    double measuredBf16FlopsPerS = kNotStated;
    double measuredFp8FlopsPerS = kNotStated;
    // Kernels: equations in kernel_law.h. Not stated: derived there.
    int processors =
        0;  ///< that work on tiles of a matrix at once; 0 means whole rounds do not count
    double matrixShareBf16 = kNotStated;  ///< of the dense peak: largest matrices
    double matrixDepthBf16 = kNotStated;  ///< inner dimension at which half of that is reached
    double matrixTailBf16 = kNotStated;   ///< of the last round of tiles: what it costs
    double matrixShareFp8 = kNotStated;
    double matrixDepthFp8 = kNotStated;
    double matrixTailFp8 = kNotStated;
    double matrixShareFp4 = kNotStated;
    double matrixDepthFp4 = kNotStated;
    double matrixTailFp4 = kNotStated;
    double memoryShare = kNotStated;  ///< of the memory bandwidth that kernels reach
    double castShare = kNotStated;    ///< of the memory bandwidth: conversions to 8 and 4 bits
    double kernelLatencyS = kNotStated;
    double launchShare = kNotStated;     ///< of a layer's launch time: its host or its graphs
    double sustainedShare = kNotStated;  ///< of the clock of short measurements, in long ones
    double portableAttentionShare = kNotStated;  ///< by kernels of the generation before
    double attentionShare = kNotStated;  ///< of the 16-bit peak: fused attention, long sequences
    int trainingFamilies = 0;            ///< of measured training runs that it was held against
    double speedSpread = 0.0;  ///< of speed between devices: standard deviation over the mean
    double heatCapacityJPerK = kNotStated;
    double leakagePerK = kNotStated;
    double leakageSpread = 0.0;  ///< of power between devices: standard deviation over the mean
    double referenceC = kNotStated;
    double throttleSoftwareC = kNotStated;
    double throttleHardwareC = kNotStated;
    double shutdownC = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Clock multiplier 0..1 by chip temperature: 1 up to the software limit, falling linearly to 0.5
/// at the hardware limit, 0.5 up to shutdown, 0 above.
double clockMultiplier(const AcceleratorSpec& spec, double dieC);

/// One of a given number of equal dies of a module, where software sees each as an accelerator: rates, memory, power
/// and links are shared evenly.
AcceleratorSpec dieOf(const AcceleratorSpec& module, int dies);

}  // namespace headroom::models
