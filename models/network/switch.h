// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Unit that a switch forwards. Node: a router inside each adapter or accelerator, no box of its own.
enum class SwitchKind { Packet, Optical, ScaleUp, Cxl, Node };

/// Protocol of a packet switch. It decides the usual routing of its traffic.
enum class SwitchProtocol { Ethernet, InfiniBand, Slingshot, Other };

/// A network switch.
struct SwitchSpec {
    SwitchKind kind = SwitchKind::Packet;
    SwitchProtocol protocol = SwitchProtocol::Ethernet;
    std::string vendor;
    int ports = 64;
    double portBytesPerS = kNotStated;
    double latencyS = kNotStated;
    double typicalW = kNotStated;
    double maxW = kNotStated;
    double idleShare = 0.75;  ///< of the power at full load
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Power of a switch without its optics [W], at a mean load of its ports 0..1:
///   P = P_busy (s + (1 - s) u),   P_typical = P(1/2)
/// with s the idle share. Linear: clocks and SerDes of joined ports run whether idle or not;
/// buffers and look-ups follow the packets. Typical power is taken as that at half load, as
/// vendors' footnotes have it [memory]; a part that states none counts with its maximum as busy.
/// Assumption: s is 0.75, amid the 70 to 85 % that operators report [memory].
double switchPowerW(const SwitchSpec& spec, double load);

/// Ports that a switch offers to adapters of a lower rate: each port is broken out into as many as
/// fit, to within 1 %. At least `ports`; rates in bytes/s, 0 or less: no breakout.
int breakoutRadix(int ports, double portBytesPerS, double adapterBytesPerS);

}  // namespace headroom::models
