// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <QString>

#include <array>

namespace headroom::ui {

/// Subjects under which an inspector lists a long attribute table. They follow from kind and unit,
/// so that no table has to say them.
enum class AttributeGroup { Links, Place, Electrical, Cooling, Data, Time, Money, Other };

inline constexpr auto kAttributeGroups = std::to_array<AttributeGroup>(
    {AttributeGroup::Links, AttributeGroup::Place, AttributeGroup::Electrical,
     AttributeGroup::Cooling, AttributeGroup::Data, AttributeGroup::Other, AttributeGroup::Time,
     AttributeGroup::Money});

AttributeGroup groupOf(const models::Attribute& attribute);
QString attributeGroupName(AttributeGroup group);

}  // namespace headroom::ui
