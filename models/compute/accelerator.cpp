// SPDX-License-Identifier: Apache-2.0
#include "models/compute/accelerator.h"

#include <algorithm>
#include <array>

namespace headroom::models {

namespace {

constexpr auto kAcceleratorKindWords = std::to_array<std::string_view>({"gpu", "tpu", "asic"});

constexpr auto kAcceleratorAttributes = std::to_array<Attribute>({
    choice<&AcceleratorSpec::kind>("kind", "Kind", kAcceleratorKindWords,
                                   {.required = true, .doc = "Type of the chip."}),
    text<&AcceleratorSpec::vendor>("vendor", "Vendor", {.required = true, .doc = "Who makes it."}),
    integer<&AcceleratorSpec::year>("year", "Year",
                                    {.min = 2000, .max = 2100, .doc = "First year of shipment."}),
    number<&AcceleratorSpec::bf16FlopsPerS>("bf16_dense_tflops", "Peak BF16", unit::teraflops,
                                            {.min = 0.1,
                                             .max = 1000000.0,
                                             .required = true,
                                             .doc = "Dense peak with 16-bit floating point."}),
    number<&AcceleratorSpec::fp8FlopsPerS>(
        "fp8_dense_tflops", "Peak FP8", unit::teraflops,
        {.min = 0.1, .max = 1000000.0, .doc = "Dense peak with 8-bit floating point."}),
    number<&AcceleratorSpec::fp4FlopsPerS>(
        "fp4_dense_tflops", "Peak FP4", unit::teraflops,
        {.min = 0.1, .max = 1000000.0, .doc = "Dense peak with 4-bit floating point."}),
    number<&AcceleratorSpec::int8OpsPerS>(
        "int8_dense_tops", "Peak INT8", unit::teraflops,
        {.min = 0.1, .max = 1000000.0, .doc = "Dense peak with 8-bit integers (TOP/s)."}),
    number<&AcceleratorSpec::memoryBytes>("hbm_gb", "Memory", unit::memoryGigabyte,
                                          {.min = 0.1,
                                           .max = 100000.0,
                                           .required = true,
                                           .doc = "Capacity of the accelerator memory."}),
    number<&AcceleratorSpec::memoryBytesPerS>("hbm_tbps", "Memory bandwidth",
                                              unit::terabytePerSecond,
                                              {.min = 0.01,
                                               .max = 100000.0,
                                               .required = true,
                                               .doc = "Peak bandwidth of the accelerator memory."}),
    number<&AcceleratorSpec::tdpW>(
        "tdp_w", "Thermal design power", unit::watt,
        {.min = 1,
         .max = 100000.0,
         .required = true,
         .doc = "Power limit of the whole module: it never draws more, and lowers its clock where "
                "work would."}),
    number<&AcceleratorSpec::idleW>(
        "idle_w", "Idle power", unit::watt,
        {.min = 0, .max = 10000.0, .required = true, .doc = "Power with no work, clocks up."}),
    number<&AcceleratorSpec::fullPowerW>(
        "full_power_w", "Power at full activity", unit::watt,
        {.min = 1,
         .max = 100000.0,
         .doc =
             "Power draw at full activity and full clock without a limit. A lower thermal design "
             "power or power limit reduces the clock. Not stated: the thermal design power."}),
    number<&AcceleratorSpec::powerLimitW>(
        "power_limit_w", "Power limit", unit::watt,
        {.min = 1,
         .max = 100000.0,
         .doc = "Limit that operators set below the thermal design power, as nvidia-smi -pl does; "
                "the clock falls until it is kept."}),
    number<&AcceleratorSpec::voltageSlope>(
        "voltage_slope", "Slope of voltage", unit::none,
        {.min = 0,
         .max = 3,
         .doc = "Share by which the voltage falls for a share by which the clock falls."}),
    number<&AcceleratorSpec::voltageFloor>(
        "voltage_floor_pct", "Lowest voltage", unit::percent,
        {.min = 30,
         .max = 100,
         .doc = "Lowest voltage as a share of that at full clock. Lower clocks keep it."}),
    number<&AcceleratorSpec::byteEnergyJ>(
        "byte_energy_pj", "Energy of a byte", unit::picojoule,
        {.min = 0, .max = 1000, .doc = "Spent for each byte that serving reads from its memory."}),
    number<&AcceleratorSpec::matrixActivity>(
        "matrix_activity_pct", "Activity, computing", unit::percent,
        {.min = 0,
         .max = 300,
         .doc =
             "Share of full activity while serving keeps the matrix units busy all the time. Over "
             "100 % the power limit binds."}),
    number<&AcceleratorSpec::waitActivity>(
        "wait_activity_pct", "Activity, waiting", unit::percent,
        {.min = 0, .max = 100, .doc = "The same in launches and while the host works, clocks up."}),
    number<&AcceleratorSpec::collectiveActivity>(
        "collective_activity_pct", "Activity, collectives", unit::percent,
        {.min = 0,
         .max = 200,
         .doc = "Activity that collectives of serving add to waiting: their kernels poll the "
                "memory of "
                "peers."}),
    number<&AcceleratorSpec::scaleUpBytesPerS>(
        "scaleup_gbps_unidir", "Scale-up bandwidth", unit::gigabytePerSecond,
        {.min = 0, .max = 100000.0, .doc = "NVLink, ICI or alike, one way."}),
    integer<&AcceleratorSpec::scaleUpDomain>(
        "scaleup_domain", "Scale-up domain",
        {.min = 1, .max = 100000, .doc = "Accelerators joined by the scale-up link."}),
    number<&AcceleratorSpec::scaleOutBytesPerS>(
        "scaleout_gbps", "Scale-out bandwidth",
        unit::gigabytePerSecond,
        {.min = 0, .max = 10000.0, .doc = "Share of the network adapter, one way."}),
    number<&AcceleratorSpec::slotBytesPerS>(
        "slot_gbps", "Slot", unit::gigabytePerSecond,
        {.min = 0.1,
         .max = 10000.0,
         .doc = "One-way rate of the PCI Express slot to network adapters; more adapters bring no "
                "more. Not stated: as much as they send."}),
    number<&AcceleratorSpec::bridgeBytesPerS>(
        "bridge_gbps_unidir", "Bridge bandwidth", unit::gigabytePerSecond,
        {.min = 0.1,
         .max = 10000.0,
         .doc = "One-way bandwidth of a bridge that joins a few cards."}),
    number<&AcceleratorSpec::bridgeEfficiency>(
        "bridge_efficiency_pct", "Efficiency, bridge", unit::percent,
        {.min = 1,
         .max = 100,
         .doc = "Bus bandwidth of long collectives over a bridge's bandwidth."}),
    integer<&AcceleratorSpec::bridgeRanks>(
        "bridge_ranks", "Cards of a bridge",
        {.min = 1,
         .max = 64,
         .doc = "Cards that a bridge joins; collectives among more go by the scale-up link."}),
    number<&AcceleratorSpec::measuredBf16FlopsPerS>(
        "meas_gemm_bf16_tflops", "Measured BF16 matrix rate", unit::teraflops,
        {.min = 0.1, .max = 1000000.0, .doc = "Best matrix multiplication measured, BF16."}),
    number<&AcceleratorSpec::measuredFp8FlopsPerS>(
        "meas_gemm_fp8_tflops", "Measured FP8 matrix rate", unit::teraflops,
        {.min = 0.1, .max = 1000000.0, .doc = "Best matrix multiplication measured, FP8."}),
    integer<&AcceleratorSpec::processors>(
        "matrix_processors", "Processors",
        {.min = 0,
         .max = 100000,
         .doc = "Multiprocessors that work on tiles of a matrix at once; 0: whole rounds of tiles "
                "do not count."}),
    number<&AcceleratorSpec::matrixShareBf16>(
        "matrix_share_bf16_pct", "Matrix rate, BF16", unit::percent,
        {.min = 1, .max = 100, .doc = "Share of the dense peak that the largest matrices reach."}),
    number<&AcceleratorSpec::matrixDepthBf16>(
        "matrix_depth_bf16", "Matrix depth, BF16", unit::none,
        {.min = 0, .max = 100000, .doc = "Inner dimension at which half of that rate is reached."}),
    number<&AcceleratorSpec::matrixTailBf16>(
        "matrix_tail_bf16_pct", "Matrix tail, BF16", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of an incomplete last round of tiles that is lost."}),
    number<&AcceleratorSpec::matrixShareFp8>(
        "matrix_share_fp8_pct", "Matrix rate, FP8", unit::percent,
        {.min = 1, .max = 100, .doc = "Share of the dense peak that the largest matrices reach."}),
    number<&AcceleratorSpec::matrixDepthFp8>(
        "matrix_depth_fp8", "Matrix depth, FP8", unit::none,
        {.min = 0, .max = 100000, .doc = "Inner dimension at which half of that rate is reached."}),
    number<&AcceleratorSpec::matrixTailFp8>(
        "matrix_tail_fp8_pct", "Matrix tail, FP8", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of an incomplete last round of tiles that is lost."}),
    number<&AcceleratorSpec::matrixShareFp4>(
        "matrix_share_fp4_pct", "Matrix rate, FP4", unit::percent,
        {.min = 1, .max = 100, .doc = "Share of the dense peak that the largest matrices reach."}),
    number<&AcceleratorSpec::matrixDepthFp4>(
        "matrix_depth_fp4", "Matrix depth, FP4", unit::none,
        {.min = 0, .max = 100000, .doc = "Inner dimension at which half of that rate is reached."}),
    number<&AcceleratorSpec::matrixTailFp4>(
        "matrix_tail_fp4_pct", "Matrix tail, FP4", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of an incomplete last round of tiles that is lost."}),
    number<&AcceleratorSpec::memoryShare>(
        "memory_share_pct", "Memory, reached", unit::percent,
        {.min = 1, .max = 100, .doc = "Share of the memory bandwidth that kernels reach."}),
    number<&AcceleratorSpec::castShare>(
        "cast_share_pct", "Conversions", unit::percent,
        {.min = 1,
         .max = 100,
         .doc = "Share of the memory bandwidth that conversions to 8 and 4 bits reach."}),
    number<&AcceleratorSpec::kernelLatencyS>(
        "kernel_latency_us", "Kernel latency", unit::microsecond,
        {.min = 0,
         .max = 1000,
         .doc = "Time of one matrix multiplication without work, from start to end."}),
    number<&AcceleratorSpec::launchShare>(
        "launch_share_pct", "Launch time", unit::percent,
        {.min = 1,
         .max = 1000,
         .doc =
             "Share of the time in which software launches a layer on a usual host. Fast hosts and "
             "captured graphs take less."}),
    number<&AcceleratorSpec::sustainedShare>(
        "sustained_share_pct", "Sustained clock", unit::percent,
        {.min = 10,
         .max = 100,
         .doc = "Rate of matrices under long load at the power limit, over that of short "
                "measurements."}),
    number<&AcceleratorSpec::portableAttentionShare>(
        "portable_attention_share_pct", "Attention rate, portable", unit::percent,
        {.min = 1,
         .max = 100,
         .doc = "The same of kernels that do not use what is new in this generation."}),
    number<&AcceleratorSpec::attentionShare>(
        "attention_share_pct", "Attention rate", unit::percent,
        {.min = 1,
         .max = 100,
         .doc =
             "Share of the 16-bit peak that fused attention reaches on long sequences, forward and "
             "backward."}),
    integer<&AcceleratorSpec::trainingFamilies>(
        "training_families", "Families of runs",
        {.min = 0,
         .max = 10000,
         .doc = "Families of measured training runs that validate its estimates."}),
    number<&AcceleratorSpec::speedSpread>(
        "speed_spread_pct", "Spread of speed", unit::percent,
        {.min = 0,
         .max = 30,
         .doc = "Standard deviation of speed between devices at equal work, over the mean: the "
                "slowest sets the pace of a synchronous job."}),
    number<&AcceleratorSpec::heatCapacityJPerK>(
        "heat_capacity_j_per_k", "Heat capacity", unit::joulePerKelvin,
        {.min = 1,
         .max = 100000.0,
         .required = true,
         .doc = "Die, lid and cold plate or heat sink together."}),
    number<&AcceleratorSpec::leakagePerK>(
        "leakage_per_k", "Leakage", unit::perKelvin,
        {.min = 0,
         .max = 0.05,
         .required = true,
         .doc = "Relative rise of active power for each kelvin above the reference temperature."}),
    number<&AcceleratorSpec::leakageSpread>(
        "leakage_spread_pct", "Spread of power", unit::percent,
        {.min = 0,
         .max = 30,
         .doc = "Standard deviation between devices of the power at equal work, over the mean."}),
    number<&AcceleratorSpec::referenceC>(
        "reference_temp_c", "Reference temperature", unit::celsius,
        {.min = 0,
         .max = 120,
         .required = true,
         .doc = "Chip temperature at which full activity draws the thermal design power."}),
    number<&AcceleratorSpec::throttleSoftwareC>(
        "throttle_software_c", "Throttle begins", unit::celsius,
        {.min = 30, .max = 150, .required = true, .doc = "Above it the clock falls linearly."}),
    number<&AcceleratorSpec::throttleHardwareC>(
        "throttle_hardware_c", "Hardware slowdown", unit::celsius,
        {.min = 30, .max = 150, .required = true, .doc = "Above it the clock is halved."}),
    number<&AcceleratorSpec::shutdownC>("shutdown_c", "Shutdown", unit::celsius,
                                        {.min = 30,
                                         .max = 150,
                                         .required = true,
                                         .doc = "Above it the accelerator switches itself off."}),
    number<&AcceleratorSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                       {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& AcceleratorSpec::type() {
    static constexpr ComponentType kType{
        "accelerator",
        "Accelerator",
        "",
        false,
        "One accelerator: GPU, TPU or other training or inference chip with its memory.",
        kAcceleratorAttributes,
        &createSpec<AcceleratorSpec>,
        &destroySpec<AcceleratorSpec>};
    return kType;
}

double clockMultiplier(const AcceleratorSpec& spec, double dieC) {
    if (dieC <= spec.throttleSoftwareC) {
        return 1.0;
    }
    if (dieC > spec.shutdownC) {
        return 0.0;
    }
    if (dieC >= spec.throttleHardwareC) {
        return 0.5;
    }
    return 1.0 - 0.5 * (dieC - spec.throttleSoftwareC) /
                     (spec.throttleHardwareC - spec.throttleSoftwareC);
}

AcceleratorSpec dieOf(const AcceleratorSpec& module, int dies) {
    AcceleratorSpec die = module;
    const double n = std::max(dies, 1);
    for (double* whole : {&die.bf16FlopsPerS, &die.fp8FlopsPerS, &die.fp4FlopsPerS,
                          &die.int8OpsPerS, &die.memoryBytes, &die.memoryBytesPerS, &die.tdpW,
                          &die.idleW, &die.fullPowerW, &die.powerLimitW, &die.scaleUpBytesPerS,
                          &die.scaleOutBytesPerS, &die.slotBytesPerS, &die.measuredBf16FlopsPerS,
                          &die.measuredFp8FlopsPerS, &die.heatCapacityJPerK, &die.priceUsd}) {
        *whole /= n;
    }
    die.processors /= std::max(dies, 1);
    die.scaleUpDomain *= std::max(dies, 1);
    return die;
}

}  // namespace headroom::models
