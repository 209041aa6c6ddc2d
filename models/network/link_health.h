// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Capacity of a link that has errors.
namespace headroom::models {

/// Error correction and what is left of it, by RS(544,514) over 10-bit symbols, "KP4" (IEEE Std
/// 802.3-2022, clause 91 and 119), which corrects t = 15 symbols of a block:
///   p_s = 1 - (1 - p)^10,   P_block = sum_{i > 15} C(544, i) p_s^i (1 - p_s)^(544 - i)
/// Errors independent; the bursts of decision feedback equalisers are worse by up to a decade.
/// At the limit of 2.4e-4 that the standard allows, P_block is 9e-13.
double uncorrectableBlocks(double bitErrorRate);

/// Share of frames that an uncorrectable block touches. From 200 Gbit/s on, two blocks are
/// interleaved, so a frame meets both: 2 (1 + 8 F / (2 x 5140)) of them. 64-byte frames at 2.4e-4:
/// 1.7e-12, the frame loss ratio of 400GBASE-R (IEEE Std 802.3-2022, 120.2).
double frameLoss(double bitErrorRate, double frameBytes);

/// Share of the rate left by repeats of lost frames, at a frame loss q:
///   selective: 1 - q;   go-back-N: (1 - q) / (1 - q + q W),  W = rate x round trip / frame
/// (Bertsekas and Gallager, Data Networks, section 2.4). RoCE and InfiniBand adapters go back.
double repeatShare(double frameLoss, double bytesPerS, double roundTripS, double frameBytes,
                   bool selective);

/// Bit error rate of a PAM4 receiver when `lossDb` less optical power arrives than when its rate
/// was `bitErrorRate`:
///   BER = 3/8 erfc(Q / sqrt 2),   Q' = Q 10^(-dB/10)
/// Direct detection with noise that does not depend on the light (thermal): the eye falls with
/// power (Agrawal, Fiber-Optic Communication Systems, section 4.6; three of four levels have two
/// neighbours and Gray code makes one bit of two wrong). Lasers age by some tenths of a dB a year.
double agedBitErrorRate(double bitErrorRate, double lossDb);

/// Time of the slowest and of the 99th of 100 equal flows over what fair sharing says, where
/// priority flow control holds lines for others (head-of-line blocking).
/// Source: 1,024 hosts, permutation of 2 MB messages, packet simulation against fluid rates
/// (1,024 hosts, csg-htsim with RoCE and PFC): p99 1.2, slowest 1.25. Credit-based and sprayed
/// fabrics: 1.
inline constexpr double kPauseTail99 = 1.2;
inline constexpr double kPauseTailSlowest = 1.25;

}  // namespace headroom::models
