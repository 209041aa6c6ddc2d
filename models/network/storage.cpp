// SPDX-License-Identifier: Apache-2.0
#include "models/network/storage.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    number<&StorageSpec::capacityBytes>(
        "capacity_pb", "Capacity", unit::petabyte,
        {.min = 0.001, .max = 100000.0, .required = true, .doc = "Usable."}),
    number<&StorageSpec::readBytesPerS>("read_gbps", "Read bandwidth", unit::gigabytePerSecond,
                                        {.min = 0.1,
                                         .max = 1000000.0,
                                         .required = true,
                                         .doc = "Sustained, of one building block."}),
    number<&StorageSpec::writeBytesPerS>("write_gbps", "Write bandwidth", unit::gigabytePerSecond,
                                         {.min = 0.1,
                                          .max = 1000000.0,
                                          .required = true,
                                          .doc = "Sustained, of one building block."}),
    number<&StorageSpec::powerW>("power_kw", "Power", unit::kilowatt,
                                 {.min = 0.01,
                                  .max = 10000,
                                  .required = true,
                                  .doc = "Of one building block, nearly constant."}),
    number<&StorageSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                   {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& StorageSpec::type() {
    static constexpr ComponentType kType{
        "storage_system",
        "Storage system",
        "",
        false,
        "A parallel file system or object store, as one building block.",
        kAttributes,
        &createSpec<StorageSpec>,
        &destroySpec<StorageSpec>};
    return kType;
}

}  // namespace headroom::models
