// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

/// A load of constant power behind an impedance: whether there is a voltage at which it is
/// delivered, and how long loads ride through a low one. Powers, voltages and impedances in one
/// per-unit system.
namespace headroom::models {

/// Square of the voltage at the load end of a series impedance Z = R + jX whose sending end is held
/// at E and whose load takes S = P + jQ at any voltage; NaN where no voltage delivers it:
///   W^2 + (2 (P R + Q X) - E^2) W + |S|^2 |Z|^2 = 0,  W = |V|^2
///   D = (2 (P R + Q X) - E^2)^2 - 4 |S|^2 |Z|^2 < 0, or 2 (P R + Q X) > E^2: no solution
/// The larger root is the operating point, the smaller one cannot be reached by raising the load
/// from nothing. Where D = 0 the transfer is the largest that there is (the nose of the curve of V
/// over P, at V >= E/2); beyond it the voltage collapses. Direct current: X = Q = 0, and the
/// condition is P <= E^2 / 4R.
/// Source: T. Van Cutsem, C. Vournas, Voltage Stability of Electric Power Systems, 1998, ch. 2;
/// P. Kundur, Power System Stability and Control, 1994, ch. 14.
/// Validity: any finite input; steady state, balanced.
double receivedVoltageSquared(double sendingE, std::complex<double> load,
                              std::complex<double> impedance);

/// Largest multiple of `load` that the impedance delivers, at constant power factor:
///   k = E^2 / (2 (|S| |Z| + P R + Q X)),  infinity where nothing limits it
/// from D = 0 with k S for S. Source and validity as above.
double deliverableShare(double sendingE, std::complex<double> load, std::complex<double> impedance);

/// Seconds for which equipment continues at a voltage |V| of its nominal that is below its window: V >= 0.8: 10 s,  0.7 <=
/// V < 0.8: 0.5 s,  below: 0.02 s Source: ITIC (CBEMA) curve with application note, revised 2000: sags to 80 % for 10 s and
/// to 70 % for 0.5 s, drop-out for 20 ms. It is the least that equipment must withstand, here the time
/// after which it lets go.
double rideThroughS(double voltage);

}  // namespace headroom::models
