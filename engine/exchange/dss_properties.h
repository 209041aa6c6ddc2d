// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace headroom::engine {

/// The properties of a class of OpenDSS in their order: values without a key are taken in that order, and
/// keys may be cut. Empty for a class that is not read.
///
/// Source: Dugan, "OpenDSS Reference Guide" (EPRI), property lists of the classes.
std::span<const std::string_view> propertiesOf(std::string_view type);

}  // namespace headroom::engine
