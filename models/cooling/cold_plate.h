// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"

/// Chip to coolant: cold plates, and the heat sinks of air-cooled servers.
namespace headroom::models {

/// Resistance from chip to the mean temperature of its coolant [K/W] at a share of nominal flow
/// (plate coolant over its nominal flow; mass of air over that at full fan speed and sea level).
///   R = R_0 (1 - s + s max(m, m_s)^-n)
/// R_0 chip_to_coolant, s its convective share (the rest is die, interface material and plate), n
/// 0.5..0.8, m_s what natural circulation is worth. At nominal flow exactly R_0.
/// Source: the usual form of cold-plate data, resistance against flow; m_s is an assumption.
double chipToCoolantKPerW(const ServerSpec& spec, double flowRatio);

/// Pressure loss of one rack [Pa]: plates of its servers, which are in parallel, in series with
/// manifolds, hoses and quick disconnects.
///   dp = (dp_plate + dp_rack) (m / m_0)^1.8
/// Source: turbulent friction by Blasius.
double rackDropPa(const RackSpec& rack, const ServerSpec& server, double flowRatio);

/// Expected largest of n independent standard normal numbers: integral of x n phi(x) Phi(x)^(n-1),
/// by Simpson's rule, within 1e-9 up to n = 1e6. 0 for n <= 1. For set-up, not for the step.
double expectedMaximumOfNormals(int n);

/// Temperature rise of the hottest of `devices` over the rise of an average one at equal activity:
///   1 + z_n sqrt(s_R^2 + s_P^2), z_n = expectedMaximumOfNormals(n)
/// s_R spread of the resistance, s_P of power by leakage; independent, to first order. For set-up.
double hottestRiseRatio(const ServerSpec& server, const AcceleratorSpec& accelerator, int devices);

}  // namespace headroom::models
