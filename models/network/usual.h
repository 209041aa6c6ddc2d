// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Figures of usual practice in networks, for what neither a part nor a project states.
namespace headroom::models {

/// Load of switches at which halls and feeds are sized. Assumption: the half load of typical power.
inline constexpr double kTypicalSwitchLoad = 0.5;

/// Link of a server to storage and management [bytes/s]. Assumption: one port of 25 Gbit/s.
inline constexpr double kFrontEndBytesPerS = 3.125e9;

/// Largest payload of a RoCE frame [bytes], and round trip over a few switches [s]. Source: 4,096
/// is the largest path MTU of InfiniBand transports (IBTA volume 1); the round trip is an
/// Assumption.
inline constexpr double kFrameBytes = 4096.0, kTransportRoundTripS = 4e-6;

/// Share of the time that flaps can take at most. Assumption: operators dampen a port that goes
/// down more often than it comes back.
inline constexpr double kMostFlapShare = 0.95;

}  // namespace headroom::models
