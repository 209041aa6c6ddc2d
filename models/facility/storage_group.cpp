// SPDX-License-Identifier: Apache-2.0
#include "models/facility/storage_group.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kStorageGroupAttributes = std::to_array<Attribute>({
    text<&StorageGroupSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&StorageGroupSpec::system>("storage_system", "Storage system", "storage_system",
                                         {.required = true, .doc = "Building block."}),
    integer<&StorageGroupSpec::count>(
        "count", "Building blocks",
        {.min = 1, .max = 100000, .required = true, .doc = "How many."}),
    reference<&StorageGroupSpec::hall>("hall", "Hall", "hall",
                                       {.required = true, .doc = "Hall of this equipment."}),
    reference<&StorageGroupSpec::fabric>(
        "fabric", "Fabric", "fabric",
        {.doc =
             "Fabric whose leaves its servers join; not stated: a front-end network apart, which "
             "only adapters limit."}),
});

}  // namespace

const ComponentType& StorageGroupSpec::type() {
    static constexpr ComponentType kType{"storage_group",
                                         "Storage",
                                         "storage_groups",
                                         false,
                                         "Storage building blocks in one hall.",
                                         kStorageGroupAttributes,
                                         &createSpec<StorageGroupSpec>,
                                         &destroySpec<StorageGroupSpec>};
    return kType;
}

}  // namespace headroom::models
