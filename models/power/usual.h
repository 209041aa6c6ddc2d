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

/// Prime power (PRP) of a generator set may be exceeded by this share for this time [s]; standby (ESP) and
/// continuous power (COP) not at all. Source: ISO 8528-1:2018, 14.3, an hour within twelve. A second
/// hour within the twelve is not noticed here.
inline constexpr double kPrimeOverload = 1.1, kPrimeOverloadS = 3600.0;

/// Beyond what its rating allows a generator set slows down, and its protection trips it after this time
/// [s]. Assumption: usual delay of overload and underfrequency relays.
inline constexpr double kGensetTripS = 10.0;

/// Rated power factor of generator sets: their kVA over their kW. Source: ISO 8528-1, IEC 60034-22.
inline constexpr double kGensetPowerFactor = 0.8;

/// A loading above its limit by less than this is rounding of the load flow.
inline constexpr double kLoadingRounding = 1e-5;

/// Share of the fuel at full load that a diesel set burns at no load where no chart is stated. Source: the line
/// through quarter and half load of fuel charts, carried on to no load: 9.4 % (approximate charts of
/// dealers, 500 to 2,250 kW), 8.9 % (Cummins C2000D5).
inline constexpr double kIdleFuelShare = 0.09;

/// A fuel cell has no overload: its inverter limits at this share of its rating. Assumption: the
/// tolerance of its meter.
inline constexpr double kFuelCellOverload = 1.01;

/// A battery that was empty serves again from this share of its energy on. Assumption.
inline constexpr double kUsableCharge = 0.05;

/// Peukert exponent of lead acid in power, where neither a table nor a figure is stated. Source: 1.2 to 1.25
/// below 15 min for valve-regulated blocks made for UPS (powers of makers' tables: 1.27 from 5 min to 20 h).
inline constexpr double kLeadAcidPeukert = 1.25;

/// The rate by which makers state nominal capacity [s]: slower, the capacity does not grow. Source: 20 h
/// rate of IEC 60896-21 and makers' tables.
inline constexpr double kNominalDischargeS = 72000.0;

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
