// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Forms of the network between nodes: "8x200Gb HDR IB", "EFA 8x50GB/s per node", "GPUDirect-TCPX 8x200Gbit/s", "1600 Gb/s
/// per node RoCE", "400Gb/s RDMA per GPU", "Storage: 2x 400Gb/s, Compute: 8x ConnectX-7 400Gb/s".
namespace headroom::engine {

struct LinkText {
    std::string_view part;   ///< interconnect of the catalogue; empty if the text names no network
    double bytesPerS = 0.0;  ///< of each accelerator, one way; 0 means the text says no rate
    double adapters = 0.0;   ///< of each accelerator; 0 means the text does not count them
    bool known = false;      ///< a network or a rate was found
    std::string fault;       ///< what of it cannot be meant: a rate of -100 or 0, "5 parsecs/s"
};

/// Reads a text of accelerators with their number in a node. Only clauses that carry the computing
/// count: what is of management, storage, memory, PCI Express or links inside a node does not.
/// Rates in bits (Gb, Gbit, Gbps, GbE, G, also of M and T) and in bytes (GB/s, GBps): the capital tells. A count in
/// front multiplies ("8x50"), "per node" divides by the accelerators of a node, "per GPU" does not.
/// A rate without either is one adapter's, or, above 800 Gbit/s, a node's; an Ethernet port ("25 GbE") is
/// a node's. Where no rate is stated, a generation names it (EDR 100, HDR 200, NDR 400, XDR 800 Gbit/s), and a
/// count before a usual rate makes one ("4x100"). A generation may be behind a hyphen in a word
/// without blanks ("8x400Gb/s-ndr").
LinkText linkText(const std::string& text, double acceleratorsOfNode);

}  // namespace headroom::engine
