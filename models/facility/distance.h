// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How far two places are apart, and how long light needs.
namespace headroom::models {

struct PlaceOnEarth {
    double latitudeDeg = 0.0, longitudeDeg = 0.0;
};

/// Along the surface of a sphere of 6,371.0088 km (mean radius, IUGG 1980), by the haversine; within 0.6 %
/// of the ellipsoid.
double greatCircleM(const PlaceOnEarth& a, const PlaceOnEarth& b);

/// There and back through fibre: 2 x 1.5 x distance x group delay (wan_link.h). Assumption: a route is
/// half as long again as the great circle, 1.2 to 2 on land and under water; devices apart.
double fibreRoundTripS(double distanceM);

}  // namespace headroom::models
