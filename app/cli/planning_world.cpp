// SPDX-License-Identifier: Apache-2.0
#include "app/cli/planning_world.h"

#include "app/cli/data_folder.h"
#include "app/cli/open.h"
#include "engine/base/team.h"

#include <memory>
#include <utility>

namespace headroom::app {

engine::ResultAll<engine::PlanningWorld> planningWorld(int threads) {
    auto catalogue = openCatalogue({});
    if (!catalogue) {
        return tl::unexpected(std::move(catalogue.error()));
    }
    engine::PlanningWorld world;
    world.catalogueFolder = dataFolder() / "resources" / "catalog";
    world.catalogue = std::make_shared<const engine::Catalogue>(std::move(*catalogue));
    world.threads = engine::threadsFor(threads);
    return world;
}

}  // namespace headroom::app
