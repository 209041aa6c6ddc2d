// SPDX-License-Identifier: Apache-2.0
#include "engine/study/built_once.h"

#include "engine/document/catalogue_reads.h"
#include "engine/document/order.h"
#include "engine/fabric/build_fabric.h"
#include "engine/floor/layout.h"

#include <algorithm>

namespace headroom::engine {

namespace {

bool anyIn(const std::set<std::size_t>& parts, std::span<const FigureChange> changes) {
    return std::any_of(changes.begin(), changes.end(),
                       [&](const FigureChange& change) { return parts.contains(change.entry); });
}

}  // namespace

BuiltOnce::BuiltOnce(const Project& project, const Catalogue& catalogue) {
    const Project built = asBuilt(project);
    const CatalogueReads reads;
    fabrics_ = std::make_shared<const BuiltFabrics>(buildFabrics(built, catalogue));
    ofFabrics_ = reads.entries();
    layout_ = std::make_shared<const Layout>(layoutOf(built, catalogue, fabrics_->network.get()));
    ofBoth_ = reads.entries();
}

void BuiltOnce::give(RunOptions& options, std::span<const FigureChange> changes) const {
    options.fabrics = anyIn(ofFabrics_, changes) ? nullptr : fabrics_;
    options.layout = anyIn(ofBoth_, changes) ? nullptr : layout_;
}

}  // namespace headroom::engine
