// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// A pipe network as plain data: nodes and links between them, one fluid. Heads and head losses in
/// metres of that fluid (pressure = density g (head - elevation)), flows in m3/s, positive from
/// `from` to `to`.
///
/// Each link has a law h(q) of the head that it loses. `units` equal machines in parallel are one
/// link: each carries q / units.
///
///   Resistance   h = K q |q|
///   Pipe         h = friction(q) + K q |q|, friction by the network's law:
///                  Darcy-Weisbach   f L / (2 g d A^2) q |q|; f = 64/Re under Re 2000 (Hagen,
///                                   Poiseuille), Dunlop's cubic to 4000, above it Swamee and Jain
///                  Hazen-Williams   10.667 L / (C^1.852 d^4.871) |q|^1.852
///                  Chezy-Manning    10.294 n^2 L / d^(16/3) q |q|
///   Pump         loses -w^2 (h0 - r (q/w)^n), a table scaled alike, or -P / (density g q); a pump
///                lets nothing back
///   Tcv          h = K q |q|: a valve that a person has set
///   Gpv          h by a table of head loss over flow
///   Pbv          h = setting, as long as its K q |q| is less
///   Prv          holds at most `setting` above its `to` node, lets nothing back
///   Psv          holds at least `setting` above its `from` node, lets nothing back
///   Fcv          lets at most `setting` through
///
/// Validity: steady flow, incompressible, one temperature for viscosity. Near rest every law is
/// continued as a straight line (below kLaminarM3PerS), which real fittings do too: their flow
/// turns laminar.
///
/// Sources: laws and names as in Rossman et al., "EPANET 2.2 User Manual", EPA/600/R-20/133 (2020),
/// chapter 3 and section 12.1; Swamee, Jain, J. Hydraulics Div. ASCE 102 (1976) 657.
namespace headroom::engine {

/// A power law is a straight line below this flow through one unit.
inline constexpr double kLaminarM3PerS = 1e-6;

enum class HydraulicLinkKind : std::uint8_t {
    Resistance,
    Pipe,
    Pump,
    Tcv,
    Gpv,
    Pbv,
    Prv,
    Psv,
    Fcv
};

enum class PipeLaw : std::uint8_t { DarcyWeisbach, HazenWilliams, ChezyManning };

/// Which way a link lets flow pass.
enum class FlowDirection : std::uint8_t { Both, Forward, Backward };

enum class PumpLaw : std::uint8_t {
    Power,         ///< h0 - r q^n
    Table,         ///< straight lines through a curve's points
    ConstantPower  ///< gives all its hydraulic power to any flow
};

struct HydraulicNode {
    double elevationM = 0.0;
    double demandM3PerS = 0.0;  ///< taken out; negative: fed in. Without effect where head is fixed
    bool fixed = false;         ///< expansion vessel, basin, tank, reservoir: holds headM
    double headM = 0.0;
    double emitter = 0.0;  ///< leak: q = emitter (head - elevation)^emitterExponent [m^(3-x)/s]
    std::string name;      ///< for messages; may be empty

    bool operator==(const HydraulicNode&) const = default;
};

struct HydraulicLink {
    HydraulicLinkKind kind = HydraulicLinkKind::Resistance;
    int from = 0, to = 0;
    bool open = true;
    FlowDirection direction = FlowDirection::Both;  ///< Forward: with a check valve
    double units = 1.0;                             ///< in parallel; 0 means closed
    double resistance = 0.0;  ///< K [s2/m5] of one unit; fittings of a pipe; a valve wide open

    double lengthM = 0.0, diameterM = 0.0;  ///< Pipe
    double roughness = 0.0;  ///< Pipe: height [m], coefficient C, or n [s/m^(1/3)], by the law

    PumpLaw pumpLaw = PumpLaw::Power;
    double shutOffM = 0.0, pumpR = 0.0, pumpN = 2.0;  ///< h0, r, n at full speed
    double powerW = 0.0;                              ///< ConstantPower, hydraulic
    double speed = 1.0;                               ///< w; 0 means off

    int curve = -1;         ///< Pump by table, Gpv
    double setting = 0.0;   ///< Prv, Psv [m of pressure head], Fcv [m3/s], Pbv [m]
    bool regulates = true;  ///< Prv, Psv, Fcv, Pbv; false: a person has fixed it wide open
    std::string name;       ///< for messages; may be empty

    bool operator==(const HydraulicLink&) const = default;
};

/// Head of a pump, or head lost in a Gpv, over flow; flow rising from point to point.
struct HydraulicCurve {
    std::vector<double> flowM3PerS, headM;

    bool operator==(const HydraulicCurve&) const = default;
};

/// Demands that fall with pressure: met in full from `requiredM` of pressure head on, zero up to
/// `leastM`, and in between by the power law
///
///     q = demand ((p - least) / (required - least))^exponent
///
/// Source: Wagner, Shamir, Marks, J. Water Resources Planning Manage. 114 (1988) 253, as in the
/// EPANET 2.2 user manual, section 12.1.
struct PressureDemand {
    double leastM = 0.0;
    double requiredM = 0.07;  ///< above leastM
    double exponent = 0.5;    ///< above 0

    bool operator==(const PressureDemand&) const = default;
};

struct HydraulicNetwork {
    std::vector<HydraulicNode> nodes;
    std::vector<HydraulicLink> links;
    std::vector<HydraulicCurve> curves;
    PipeLaw pipeLaw = PipeLaw::DarcyWeisbach;
    double densityKgPerM3 = 998.2;
    double viscosityM2PerS = 1.004e-6;  ///< kinematic
    double gravityMPerS2 = 9.80665;
    double emitterExponent = 0.5;
    /// Holds for every positive demand. Without it demands are met at any pressure.
    std::optional<PressureDemand> pressureDemand;

    bool operator==(const HydraulicNetwork&) const = default;

    /// Index of the new node: one whose head is unknown, or one that holds it.
    int addJunction(double elevationM = 0.0, double demandM3PerS = 0.0);
    int addFixedHead(double headM, double elevationM = 0.0);

    /// Index of the new link.
    int addResistance(int from, int to, double resistance, double units = 1.0);
    int addPipe(int from, int to, double lengthM, double diameterM, double roughness,
                double resistance = 0.0);
    int addPump(int from, int to, double shutOffM, double r, double n, double units = 1.0);
};

/// K of a loss known at one flow: dp = density g K q^2 [s2/m5].
double resistanceOf(double lossPa, double flowM3PerS, double densityKgPerM3,
                    double gravityMPerS2 = 9.80665);

/// K of a loss coefficient zeta in a bore: h = zeta v^2 / (2 g) [s2/m5].
double fittingResistance(double zeta, double diameterM, double gravityMPerS2 = 9.80665);

/// The power law of a pump known at one point (shut-off at 4/3 of its head, no head at twice its
/// flow), or at three (the first at no flow). shutOffM is NaN where the points do not fall.
struct PumpPowerLaw {
    double shutOffM = std::numeric_limits<double>::quiet_NaN();
    double r = 0.0, n = 2.0;
};

PumpPowerLaw pumpPowerLaw(double flowM3PerS, double headM);
PumpPowerLaw pumpPowerLaw(double shutOffM, double flow1, double head1, double flow2, double head2);

}  // namespace headroom::engine
