// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Figures of usual practice in power, for what neither a part nor a project states.
namespace headroom::models {

/// Below this voltage, share of the nominal, power supplies and contactors let go. Source: ITIC
/// curve, 70 % for 0.02 to 0.5 s.
inline constexpr double kLoadWindow = 0.70;

/// Electrical parts give their losses to the air of their hall with this time constant [s].
/// Assumption: windings and heat sinks of transformers and converters.
inline constexpr double kLossTimeS = 300.0;

/// Generators carry 110 % for so long [s]. Assumption, on the safe side of ISO 8528-1, which allows
/// 10 % over prime power for an hour in twelve.
inline constexpr double kGensetOverload = 1.1, kGensetOverloadS = 10.0;

/// A fuel cell has no overload: its inverter limits at this share of its rating. Assumption: the
/// tolerance of its meter.
inline constexpr double kFuelCellOverload = 1.01;

/// A battery that was empty serves again from this share of its energy on. Assumption.
inline constexpr double kUsableCharge = 0.05;

/// A UPS beyond its stated overload lasts this long [s]. Assumption: current limit of the inverter.
inline constexpr double kUpsCurrentLimitS = 0.2;

/// A mains input must be good for this long before a UPS walks in [s]. Assumption: the usual
/// qualification of a rectifier input.
inline constexpr double kMainsQualifyS = 2.0;

/// Lowest voltage on which a transfer switch takes or keeps a source. Assumption: 85 %, the usual
/// drop-out setting.
inline constexpr double kTransferWindow = 0.85;

/// A power cap that holds is released by this factor of the clock in each response time, while the
/// load is below this share of the limit. Assumption.
inline constexpr double kCapReleaseStep = 1.05, kCapReleaseLoad = 0.97;

/// A rectifier limits its output to this multiple of its rating. Assumption: usual current limit.
inline constexpr double kRectifierFaultFactor = 1.5;

/// Voltage factors c of largest and smallest short-circuit currents, for voltages up to 1 kV and
/// above; low voltage with a tolerance of 6 %. Source: IEC 60909-0, table 1.
inline constexpr double kLowVoltageV = 1000.0;
inline constexpr double kFaultFactorLow = 1.05, kFaultFactorHigh = 1.10;
inline constexpr double kLeastFaultFactorLow = 0.95, kLeastFaultFactorHigh = 1.00;

/// Resistance of conductors at another temperature [1/K]. Source: IEC 60909-0.
inline constexpr double kResistancePerK = 0.004;

}  // namespace headroom::models
