// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// How a storage system is reached.
enum class StorageKind {
    ParallelFileSystem,
    ObjectStore,
    NvmeOverFabric,  ///< remote drives as local block devices
    LocalNvme,       ///< drives in the servers themselves: nothing crosses a network
    MemoryReplica,   ///< checkpoints in the memory of another server
    CxlMemory
};

/// A storage system as one building block: some servers with their adapters and drives.
struct StorageSpec {
    StorageKind kind = StorageKind::ParallelFileSystem;
    double capacityBytes = kNotStated;
    double readBytesPerS = kNotStated;
    double writeBytesPerS = kNotStated;
    int servers = 1;
    int adapters = 2;  ///< of one server
    double adapterBytesPerS = kNotStated;
    double metadataPerS = kNotStated;  ///< operations of the block
    double latencyS = kNotStated;      ///< of a small read
    double powerW = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();

    /// Capacity of the adapters of the block [bytes/s]; infinite where no rate is stated.
    double wireBytesPerS() const;
};

}  // namespace headroom::models
