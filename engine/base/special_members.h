// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How a large struct begins, destroys, copies and moves itself is made in one source: what a compiler
/// makes by itself it makes anew in each source that handles one, with a vector or two for every column,
/// which took half the time of a test that holds a State. The members are those that the compiler would
/// make. Not for structs that are written `{a, b, c}`: one that has these is not an aggregate.
///
///     struct Plant {
///         HEADROOM_SPECIAL_MEMBERS(Plant);      // in the header
///     HEADROOM_SPECIAL_MEMBERS_OF(Plant)        // in the source of that name
// NOLINTBEGIN(bugprone-macro-parentheses): a type takes none
#define HEADROOM_SPECIAL_MEMBERS(Type) \
    Type();                            \
    ~Type();                           \
    Type(const Type&);                 \
    Type(Type&&) noexcept;             \
    Type& operator=(const Type&);      \
    Type& operator=(Type&&) noexcept

#define HEADROOM_SPECIAL_MEMBERS_OF(Type)         \
    Type::Type() = default;                       \
    Type::~Type() = default;                      \
    Type::Type(const Type&) = default;            \
    Type::Type(Type&&) noexcept = default;        \
    Type& Type::operator=(const Type&) = default; \
    Type& Type::operator=(Type&&) noexcept = default;
// NOLINTEND(bugprone-macro-parentheses)
