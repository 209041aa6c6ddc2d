// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <complex>
#include <string>
#include <vector>

/// Prospective three-phase short-circuit currents, one fault at a time at every bus: what breakers
/// must be able to break, and what they have to notice.
///
/// Equivalent voltage source at the fault (IEC 60909-0): all sources are replaced by their
/// impedances, loads and capacitances of positive sequence are left out, and
///
///     I"k = c U_n / (sqrt(3) |Z_k|)                     initial symmetrical current
///     i_p = kappa sqrt(2) I"k,  kappa = 1.02 + 0.98 e^(-3 R / X)      its peak
///
/// with Z_k the impedance seen from the fault, at its voltage level. Parts:
///
///     grid         Z = c U_n^2 / S"k, split by X/R
///     generator    Z = K_G (R + j x"d U_r^2 / S_r), K_G = U_n / U_r c / (1 + x"d sin phi)
///     transformer  Z = K_T u_k U_r^2 / S_r with R from P_k, K_T = 0.95 c / (1 + 0.6 x_T)
///     cable        R, X of its length
///
/// c is 1.05 (low voltage, tolerance 6 %; 1.10 with 10 %) or 1.10 (above 1 kV) for the greatest
/// currents, 0.95 or 1.00 for the least.
///
/// Validity: far from generators the current stays; near them I"k is right and its decay is not
/// modelled. Nothing flows back from loads: servers sit behind rectifiers, and drives of pumps and
/// fans behind converters; direct-on-line motors are not here. In rings kappa is taken from R/X at
/// the fault (method b without its safety factor of 1.15), low by up to 15 %. A current that
/// converters limit (a UPS in double conversion) is not this: use what its maker states.
///
/// Sources: IEC 60909-0:2016 (equations, table of c); checked against the worked low-voltage
/// example of IEC TR 60909-4.
namespace headroom::tests {

struct ShortCircuitOptions {
    bool maximum = true;  ///< greatest currents; else the least
    /// c of low voltage for the greatest currents: 1.05 or 1.10, by the tolerance of the supply.
    double lowVoltageFactor = 1.05;
    /// Temperature of conductors [C]: 20 for the greatest currents, the end of the fault (80 and
    /// more) for the least. Resistances are given at 20.
    double conductorC = 20.0;
};

/// Parts in ohms and volts. Buses and parts are added; nothing is removed.
class ShortCircuitNetwork {
  public:
    int addBus(std::string name, double nominalV);

    /// Fault level of the supply at this bus, with its ratio X / R.
    void addGrid(int bus, double shortCircuitVa, double xOverR);

    /// `subtransientPu` x"d of the rating; `rOverX` 0.05 above 100 MVA, 0.07 below at high voltage,
    /// 0.15 at low voltage (IEC 60909-0, 6.6.1).
    void addGenerator(int bus, double ratedVa, double ratedV, double subtransientPu, double rOverX,
                      double powerFactor);

    /// From high to low side; rated voltages of both, short-circuit voltage as a fraction, load
    /// loss at rated current. `parallel` equal units.
    void addTransformer(int from, int to, double ratedVa, double fromV, double toV,
                        double shortCircuitVoltage, double loadLossW, int parallel = 1);

    /// Total resistance (20 C) and reactance, for instance of several runs in parallel.
    void addCable(int from, int to, double rOhm, double xOhm);

    std::size_t buses() const { return nominalV_.size(); }

    struct Source {
        int bus = 0;
        bool generator = false;
        double va = 0.0, ratedV = 0.0, x = 0.0, r = 0.0, powerFactor = 1.0;
    };

    struct Branch {
        int from = 0, to = 0;
        bool transformer = false;
        double rOhm = 0.0, xOhm = 0.0;  ///< of transformers at the low side, without K_T
        double ratio = 1.0;             ///< rated voltage of from over to
        double xPu = 0.0;               ///< x_T
    };

    const std::vector<double>& nominalV() const { return nominalV_; }

    const std::vector<std::string>& names() const { return names_; }

    const std::vector<Source>& sources() const { return sources_; }

    const std::vector<Branch>& branches() const { return branches_; }

  private:
    std::vector<double> nominalV_;
    std::vector<std::string> names_;
    std::vector<Source> sources_;
    std::vector<Branch> branches_;
};

/// By bus; 0 at buses that no source reaches.
struct ShortCircuitResult {
    std::vector<std::complex<double>> impedanceOhm;  ///< Z_k, at the bus's voltage
    std::vector<double> initialA;                    ///< I"k, effective value
    std::vector<double> kappa;
    std::vector<double> peakA;  ///< i_p
};

/// Trees with one source are summed from the source on; elsewhere the admittance matrix is factored
/// once and solved for each bus. PWR-020: a part names a bus that is not there, or has a figure
/// that is not above 0 where it must be; the part is named.
engine::Result<ShortCircuitResult> shortCircuit(const ShortCircuitNetwork& network,
                                                const ShortCircuitOptions& options = {});

}  // namespace headroom::tests
