// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How long things last: hazard rates over age, factors of stress and origin, repair times.
///
/// The law of a unit's life is a sum of hazards, which makes a bathtub where all three are stated:
///   h(t) = (k / s)(t / s)^(k - 1)                the stated rate r as its mean: s = 1 / (r Gamma(1
///   + 1/k))
///        + r (f - 1) exp(-t / T)                 new parts are f times as bad, by a time constant
///        T
///        + (w / L)(t / L)^(w - 1)                wear: a life L with a shape w above 1
/// k = 1 is the exponential law; k < 1 infant mortality, k > 1 ageing. Each term is a competing
/// risk of its own. Source: R. E. Barlow, F. Proschan, "Statistical Theory of Reliability and Life
/// Testing", 1975; W. Weibull, J. Appl. Mech. 18 (1951). Valid for ages >= 0.
namespace headroom::models {

struct Life {
    double ratePerS = 0.0;     ///< 1 / mean life of the first term
    double shape = 1.0;        ///< k
    double earlyFactor = 1.0;  ///< f
    double earlyS = 0.0;       ///< T
    double wearShape = 1.0;    ///< w
    double wearLifeS = 0.0;    ///< L; 0 if none

    /// True where the age does not matter.
    bool ageless() const { return shape == 1.0 && earlyFactor == 1.0 && !(wearLifeS > 0.0); }
};

/// Scale [s] of a Weibull law of that rate and shape: 1 / (r Gamma(1 + 1/k)).
double weibullScaleS(double ratePerS, double shape);

/// H(age), the integral of h from 0.
double cumulativeHazard(const Life& life, double ageS);

/// Age x at which H(x) - H(age) = e; infinite where it never comes. With e = -ln(u), u uniform, it
/// is the age at which a unit fails that is `ageS` old now; with e = -ln(u)/n the age of the first
/// of n equal units.
double ageAtFailureS(const Life& life, double ageS, double e);

/// Boltzmann's constant [eV/K], exact in SI.
inline constexpr double kBoltzmannEvPerK = 8.617333262e-5;

/// Arrhenius: exp(Ea / k (1 / Tref - 1 / T)), temperatures in kelvin. JEDEC JEP122. Valid for one
/// mechanism of wear between about 0 and 125 °C; 1 where the energy is not above 0.
double arrheniusFactor(double activationEv, double temperatureC, double referenceC);

/// Stress beyond this multiple of the stated rate counts no further. Assumption: no field data
/// supports a law of acceleration over more than that.
inline constexpr double kMostStress = 20.0;

/// (load / reference)^n, both 0..1; 1 where n is 0.
double loadFactor(double load, double reference, double exponent);

/// Common cause, by the binomial failure rate model (W. E. Vesely, 1977; with reach 1 it is the
/// beta-factor model of K. N. Fleming, 1975): a share `beta` of the failures of a unit are shocks
/// that hit its group of m; each other unit of the group fails with it with the chance `reach`. A
/// unit is hit by shocks of others too, so that its rate stays as stated only when the shocks are
/// as rare as this share of beta.
///   kept = 1 / (1 + reach (m - 1))
double commonCauseKept(double reach, int groupUnits);

/// Batch defects: a share of the deliveries is `factor` times as bad as the others. Weights of
/// good and bad units, mean 1: good = 1 / (1 + share (factor - 1)), bad = factor good.
double batchWeight(double share, double factor, bool bad);

enum class RepairLaw { Lognormal, Exponential, Fixed };

/// Repair time [s] from two uniform draws.
///   lognormal    median exp(sigma z), sigma = sqrt(2 ln(mean / median)), z of u and v by Box and
///                Muller; 0 where the median is 0, no spread where the mean is not above it
///   exponential  -mean ln(u)
///   fixed        mean
double repairTimeS(RepairLaw law, double medianS, double meanS, double u, double v);

}  // namespace headroom::models
