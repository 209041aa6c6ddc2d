// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Texts for people name attributes as the inspector does.
namespace headroom::engine {

/// `text` with the labels of attributes in place of {type.key}: "Raise {hall.crah_count}." becomes
/// "Raise 'Air handlers'.". A key that no type has is kept.
std::string inWords(std::string_view text);

}  // namespace headroom::engine
