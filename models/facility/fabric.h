// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// Shape of a fabric; the words of project files are those of engine's TopologyKind.
enum class FabricShape {
    FatTree,
    RailOptimised,
    RailOnly,
    Dragonfly,
    DragonflyPlus,
    Torus,
    HyperX
};

/// How traffic picks among paths.
enum class FabricRouting {
    Automatic,  ///< what the shape is usually run with
    DModK,
    Ecmp,
    Adaptive,
    Spray,
    Minimal,
    Valiant,
    Ugal,
    DimensionOrder
};

/// Whether adapters reach accelerator memory themselves.
enum class FabricTransport { GpuDirect, HostStaging };

/// A scale-out network: its shape, parts and rules.
struct FabricSpec {
    std::string name;
    FabricShape shape = FabricShape::FatTree;
    int tiers = 0;
    std::string switchPart;
    double oversubscription = 1.0;
    int rails = 0;  ///< 0 means as many as servers have adapters
    int planes = 1;
    int groups = 0;  ///< Dragonfly: 0 fewest that reach
    int groupRouters = 0, routerEndpoints = 0, routerGlobals = 0;  ///< a, p, h; 0 means balanced
    std::vector<double> dims;
    bool wrap = true, twisted = false;
    int cubeEdge = 0;
    int linksPerPair = 1;
    FabricRouting routing = FabricRouting::Automatic;
    int queuePairs = 4;
    std::string hostLink;
    std::string switchLink;
    std::vector<std::string> linkParts;  ///< more parts to choose from by length; may be empty
    std::string circuitSwitch;           ///< Torus in cubes: what joins them
    std::string adapter;                 ///< of the servers, for the bill; may be empty
    std::string scaleUp;
    std::string scaleOut;
    FabricTransport transport = FabricTransport::GpuDirect;
    bool inNetworkReduction = false;  ///< SHARP and alike
    double rerouteS = 1.0;            ///< that traffic waits when a link that it crosses goes down
    double flapDownS = 5.0;           ///< that a link that flaps stays down each time
    double transportTimeoutS = 30.0;  ///< from the loss of all paths to the end of the job
    double bitErrorRate = 1e-7;       ///< of a healthy link, before correction
    std::string hall;

    static const ComponentType& type();
};

}  // namespace headroom::models
