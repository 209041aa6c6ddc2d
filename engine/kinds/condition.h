// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// Condition of a part, in one word for racks, units of the wiring, machines of the coolant and
/// switches alike: one row each. Every view, table and legend takes word, shape and colour from
/// here, so that a mark means the same wherever it is met.
namespace headroom::engine {

/// In order of weight: of two that hold at once the later one is shown.
enum class Condition : std::uint8_t {
    Normal,
    Throttled,  ///< runs slower, for heat or by the power controller
    Impaired,   ///< runs, and not as it should: stuck, flapping, slow
    PartlyOut,  ///< some of its equal units are away
    OnReserve,  ///< lives on a battery
    Locked,     ///< on a battery until a person resets it
    Isolated,   ///< shut off, by a person or by leak detection
    Off,        ///< switched off on purpose: breaker opened, load shed
    InRepair,   ///< a crew is at it
    CutOff,     ///< runs, and reaches nobody
    Leaking,
    Unpowered,  ///< nothing feeds it
    Tripped,    ///< its own protection switched it off
    Failed,     ///< out of service until it is repaired
    Count
};

/// Shape of the mark of a condition: no two are alike.
enum class ConditionShape : std::uint8_t {
    None,
    Falling,        ///< triangle that points down
    Warning,        ///< triangle that points up, with an exclamation mark
    HalfDisc,       ///< half empty
    Battery,        ///< upright, half full
    BatteryLocked,  ///< the same with a bar across
    NoEntry,        ///< disc with a bar
    PowerRing,      ///< ring open at the top, with a stroke
    Spanner,        ///< hexagon with a spanner
    BrokenLink,     ///< diamond with a line that is cut
    Drop,
    Bolt,         ///< disc with a flash
    OpenContact,  ///< square with a contact that is open
    Octagon       ///< with a cross
};

/// Meaning of the colour; the theme knows the colour.
enum class ConditionTone : std::uint8_t { Quiet, Busy, Caution, Bad };

struct ConditionInfo {
    Condition condition;
    std::string_view word;      ///< "Tripped"
    std::string_view sentence;  ///< what it means
    ConditionShape shape;
    ConditionTone tone;
    bool isDark;  ///< gives nothing: no power, no flow, no computing
};

inline constexpr auto kConditions = [] {
    using C = Condition;
    using S = ConditionShape;
    using T = ConditionTone;
    return std::to_array<ConditionInfo>({
        {C::Normal, "Normal", "Runs as it should, or waits until it is wanted.", S::None, T::Quiet,
         false},
        {C::Throttled, "Throttled", "Runs slower: too warm, or held down by the power controller.",
         S::Falling, T::Caution, false},
        {C::Impaired, "Impaired", "Runs, but not as it should: stuck, flapping or slow.",
         S::Warning, T::Caution, false},
        {C::PartlyOut, "Partly out", "Some of its units are out of service.", S::HalfDisc,
         T::Caution, false},
        {C::OnReserve, "On battery", "Its input is away; it lives on its battery.", S::Battery,
         T::Caution, false},
        {C::Locked, "Locked on battery", "Stays on its battery until a person resets it.",
         S::BatteryLocked, T::Bad, false},
        {C::Isolated, "Shut off", "Shut off by a person or by leak detection.", S::NoEntry, T::Busy,
         true},
        {C::Off, "Switched off", "Switched off on purpose: its breaker is open, or it was shed.",
         S::PowerRing, T::Quiet, true},
        {C::InRepair, "In repair", "Out of service, and a crew is at it.", S::Spanner, T::Busy,
         true},
        {C::CutOff, "Cut off", "Runs, but reaches no other over its network.", S::BrokenLink,
         T::Bad, true},
        {C::Leaking, "Leaking", "Loses coolant.", S::Drop, T::Bad, false},
        {C::Unpowered, "No power", "Nothing feeds it.", S::Bolt, T::Bad, true},
        {C::Tripped, "Tripped", "Its own protection switched it off.", S::OpenContact, T::Bad,
         true},
        {C::Failed, "Failed", "Out of service until it is repaired.", S::Octagon, T::Bad, true},
    });
}();

static_assert(kConditions.size() == static_cast<std::size_t>(Condition::Count));

constexpr const ConditionInfo& infoOf(Condition condition) {
    return kConditions[static_cast<std::size_t>(condition)];
}

}  // namespace headroom::engine
