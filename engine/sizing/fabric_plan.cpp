// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/propose_fabric.h"
#include "engine/sizing/site_plan.h"
#include "models/facility/fabric.h"
#include "models/facility/storage_group.h"
#include "models/network/storage.h"

namespace headroom::engine::sizing {

namespace {

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
        const FabricParts parts = fabricPartsFor(kind.adapterBytesPerS, *kind.accelerator);
        ObjectWriter o = writer.add(models::FabricSpec::type(), kind.fabric);
        o.text("name", "Fabric of " + partName(*plan.catalogue, kind.id))
            .text("shape", shapeWord(plan.brief->shape))
            .text("switch", parts.switchPart)
            .number("oversubscription", plan.brief->oversubscription)
            .text("host_link", parts.hostLink)
            .text("switch_link", parts.switchLink)
            .names("link_parts", parts.more)
            .text("scale_up", parts.scaleUp)
            .text("scale_out", parts.scaleOut)
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
