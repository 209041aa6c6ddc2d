// SPDX-License-Identifier: Apache-2.0
#include "models/network/wan.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

const double kMathisConstant = std::sqrt(1.5);

}  // namespace

double wanBytesPerS(const WanPath& path) {
    double rate = std::max(path.bytesPerS, 0.0);
    const double trip = path.roundTripS;
    if (!(trip > 0.0)) {
        return rate;
    }
    const double streams = std::max(path.streams, 1);
    if (path.windowBytes > 0.0) {
        rate = std::min(rate, streams * path.windowBytes / trip);
    }
    const double loss = std::clamp(path.lossShare, 0.0, 1.0);
    if (!(loss > 0.0) || !(path.packetBytes > 0.0)) {
        return rate;
    }
    if (path.protocol == WanProtocol::Tcp) {
        return std::min(rate,
                        streams * path.packetBytes / trip * kMathisConstant / std::sqrt(loss));
    }
    return rate / (1.0 + loss * rate * trip / path.packetBytes);
}

double wanAllReduceS(double bytes, int sites, double bytesPerS, double roundTripS) {
    if (sites <= 1 || !(bytes > 0.0)) {
        return 0.0;
    }
    const double k = sites;
    return (k - 1.0) * std::max(roundTripS, 0.0) +
           2.0 * (k - 1.0) / k * bytes / std::max(bytesPerS, 0.0);
}

}  // namespace headroom::models
