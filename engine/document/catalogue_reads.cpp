// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue_reads.h"

namespace headroom::engine {

namespace {

thread_local CatalogueReads* innermost = nullptr;

}  // namespace

CatalogueReads::CatalogueReads() : outer_(innermost) {
    innermost = this;
}

CatalogueReads::~CatalogueReads() {
    innermost = outer_;
}

void CatalogueReads::note(std::size_t entry) {
    for (CatalogueReads* each = innermost; each != nullptr; each = each->outer_) {
        each->entries_.insert(entry);
    }
}

}  // namespace headroom::engine
