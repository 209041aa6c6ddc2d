// SPDX-License-Identifier: Apache-2.0
#include "models/network/storage.h"

#include <array>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

constexpr auto kKindWords =
    std::to_array<std::string_view>({"parallel_file_system", "object_store", "nvme_of",
                                     "local_nvme", "memory_replica", "cxl_memory"});

constexpr auto kStorageAttributes = std::to_array<Attribute>({
    choice<&StorageSpec::kind>("kind", "Kind", kKindWords,
                               {.doc = "How it is reached; a parallel file system if not stated."}),
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
    integer<&StorageSpec::servers>(
        "servers", "Servers", {.min = 1, .max = 10000, .doc = "Servers of one building block."}),
    integer<&StorageSpec::adapters>("adapters", "Adapters of a server",
                                    {.min = 1, .max = 64, .doc = "Network ports that serve data."}),
    number<&StorageSpec::adapterBytesPerS>(
        "gbps_per_adapter", "Adapter rate", unit::gigabitPerSecond,
        {.min = 1, .max = 100000, .doc = "One-way rate of one adapter."}),
    number<&StorageSpec::metadataPerS>(
        "metadata_kops", "Metadata operations", unit::kiloPerSecond,
        {.min = 0.001, .max = 1e6, .doc = "Opens, creates and stats of one building block."}),
    number<&StorageSpec::latencyS>(
        "latency_us", "Latency", unit::microsecond,
        {.min = 0, .max = 1e6, .doc = "Latency of one small read, unloaded."}),
    number<&StorageSpec::powerW>("power_kw", "Power", unit::kilowatt,
                                 {.min = 0.01,
                                  .max = 10000,
                                  .required = true,
                                  .doc = "Power of one building block, nearly constant."}),
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
        kStorageAttributes,
        &createSpec<StorageSpec>,
        &destroySpec<StorageSpec>};
    return kType;
}

double StorageSpec::wireBytesPerS() const {
    return std::isnan(adapterBytesPerS) ? std::numeric_limits<double>::infinity()
                                        : servers * adapters * adapterBytesPerS;
}

}  // namespace headroom::models
