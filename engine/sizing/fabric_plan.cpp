// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/site_plan.h"
#include "models/facility/fabric.h"
#include "models/facility/storage_group.h"
#include "models/network/interconnect.h"
#include "models/network/link_part.h"
#include "models/network/storage.h"
#include "models/network/switch.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine::sizing {

namespace {

constexpr double kGigabit = 1.25e8;  // bytes/s

/// Rates that are meant to be equal may differ by this share, as in the rules of networks.
constexpr double kRateTolerance = 0.01;

/// What a fabric of that rate is made of, slowest first.
struct FabricKit {
    double gbps;
    const char* switchPart;
    const char* hostLink;
    const char* switchLink;
    std::vector<std::string> more;  ///< for longer ways
};

const std::vector<FabricKit>& kits() {
    static const std::vector<FabricKit> kKits = {
        {400, "sn5600", "dac-800-2x400", "osfp-800-2dr4", {"osfp-800-dr8", "qsfpdd-400-fr4"}},
        {800, "sn5600", "osfp-1600-2dr4", "osfp-1600-2dr4", {"zr-800"}},
        {1600, "tomahawk-6-cpo", "osfp-1600-2dr4", "osfp-1600-2dr4", {"zr-800"}},
    };
    return kKits;
}

const FabricKit& kitFor(double bytesPerS) {
    for (const FabricKit& kit : kits()) {
        if (bytesPerS <= kit.gbps * kGigabit * (1.0 + kRateTolerance)) {
            return kit;
        }
    }
    return kits().back();
}

/// The measured interconnect that is nearest to an accelerator's own links. Assumption: where none
/// was measured, links without a switch behave as those of another maker without a switch.
std::string scaleUpOf(const models::AcceleratorSpec& a) {
    if (a.kind == models::AcceleratorKind::Tpu) {
        return "ici";
    }
    if (a.vendor != "NVIDIA") {
        return "infinity-fabric-mi300x";
    }
    const double gbPerS = a.scaleUpBytesPerS / 1e9;
    return gbPerS > 450.0 * 1.01   ? "nvlink5"
           : gbPerS > 300.0 * 1.01 ? "nvlink4"
           : gbPerS > 150.0 * 1.01 ? "nvlink3"
                                   : "nvlink2";
}

std::string scaleOutOf(const models::AcceleratorSpec& a) {
    return a.kind == models::AcceleratorKind::Tpu ? "data-centre-network"
           : a.vendor == "AWS"                    ? "efa"
                                                  : "roce-400g";
}

const char* shapeWord(models::FabricShape shape) {
    const models::Attribute* row = models::FabricSpec::type().find("shape");
    return row->choices[static_cast<std::size_t>(shape)].data();
}

}  // namespace

void writeFabrics(const SitePlan& plan, ProjectWriter& writer) {
    const std::string hall = plan.networkHall >= 0
                                 ? plan.halls[static_cast<std::size_t>(plan.networkHall)].id
                                 : plan.halls.front().id;
    for (const RackKind& kind : plan.kinds) {
        const FabricKit& kit = kitFor(kind.adapterBytesPerS);
        ObjectWriter o = writer.add(models::FabricSpec::type(), kind.fabric);
        o.text("name", "Fabric of " + kind.id)
            .text("shape", shapeWord(plan.brief->shape))
            .text("switch", kit.switchPart)
            .number("oversubscription", plan.brief->oversubscription)
            .text("host_link", kit.hostLink)
            .text("switch_link", kit.switchLink)
            .names("link_parts", kit.more)
            .text("scale_up", scaleUpOf(*kind.accelerator))
            .text("scale_out", scaleOutOf(*kind.accelerator))
            .text("hall", hall);
    }
    if (plan.storageBlocks > 0) {
        writer.add(models::StorageGroupSpec::type(), "storage")
            .text("name", "Checkpoint store")
            .text("storage_system", plan.storagePart)
            .count("count", plan.storageBlocks)
            .text("hall", hall);
    }
}

}  // namespace headroom::engine::sizing
