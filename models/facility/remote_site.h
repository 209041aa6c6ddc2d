// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// How accelerators elsewhere are paid for.
enum class Purchase { OnDemand, Reserved, Spot, Owned };

/// Another place where jobs may run: a cloud, or a site of one's own that this project does not lay
/// out. It has a given number of accelerators, a price, and a line to the facility; its power and cooling are
/// a PUE, contention on its fabric is a stated share of each step.
struct RemoteSiteSpec {
    std::string name;
    std::string offer;     ///< catalogue: cloud_offer
    int accelerators = 0;  ///< that may be held at once: quota of a cloud, size of a site
    Purchase purchase = Purchase::OnDemand;
    double usdPerS = kNotStated;  ///< of one accelerator; replaces the offer's
    double startS = kNotStated;   ///< replaces the offer's
    double egressUsdPerByte = kNotStated;
    double bytesPerS = kNotStated;  ///< of the line to the facility, one way
    double lengthM = 0.0;
    std::string grid;  ///< replaces the offer's
    double pue = kNotStated;
    double networkWait = 0.0;  ///< share of each step that waits because others use the network too

    static const ComponentType& type();
};

/// Data that jobs read, and where there are copies of it.
struct DataSetSpec {
    std::string name;
    double bytes = kNotStated;
    bool atHome = true;
    std::vector<std::string> sites;

    static const ComponentType& type();
};

}  // namespace headroom::models
