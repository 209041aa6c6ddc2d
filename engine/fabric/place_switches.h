// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/fabric.h"
#include "engine/floor/floor.h"

/// Places of the switches of all fabrics.
namespace headroom::engine {

/// A leaf (router, torus node) is with its servers: in the middle rack where they share one row
/// and are close, in a network cabinet of their hall otherwise. Spines and cores are in network
/// cabinets of the fabric's hall, circuit switches in cabinets of their own after these. Cabinets
/// line the south wall of a hall, storage after switches; in halls without racks as many lines as
/// there is room for. Where there is none, switches share the last cabinet. Fills Fabric::switches
/// and FabricNetwork::cabinets.
void placeSwitches(const Floor& floor, FabricNetwork& network);

/// Places of the circuit switches of a fabric, plane by plane, dimension by dimension, place by
/// place on the face: in the cabinets of the fabric in which no other switch stands.
std::vector<FabricSwitch> circuitSwitches(const Floor& floor, const FabricNetwork& network,
                                          int fabric);

/// Rack and height of the server that an endpoint is in; storage is in its cabinets.
struct EndpointPlace {
    int hall = 0;
    int rack = -1;
    int row = -1;  ///< of the facility; -1 means a cabinet
    double xM = 0.0, yM = 0.0, zM = 0.0;
};

/// By endpoint of one fabric. Endpoints that are ports left free have hall -1.
std::vector<EndpointPlace> endpointPlaces(const Floor& floor, const FabricNetwork& network,
                                          int fabric);

}  // namespace headroom::engine
