// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "models/power/fuel_cell.h"
#include "models/power/genset.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The kinds of parts in the wiring, one row each: what wiring, run, checks, failures, Sankey, floor
/// and window ask of a kind is here, and nowhere else. A new source of power is its model in
/// `models/power/`, an enumerator and a row.
namespace headroom::engine {

enum class PowerKind : std::uint8_t {
    Utility,
    Transformer,
    Switchboard,
    Genset,
    Ups,
    TransferSwitch,
    Pdu,
    FuelCell,
    Count
};

/// Where a run counts what a part gives or loses.
enum class PowerMeter : std::uint8_t {
    Utility,
    Generation,
    TransformerLoss,
    UpsLoss,
    PduLoss,
    CableLoss
};

/// How the one-line diagram draws a part; `letters` go into it.
enum class PowerSymbol : std::uint8_t {
    Utility,
    Transformer,
    Busbar,
    Generator,
    Converter,
    Switch,
    Box
};

/// Where a part is, by default: equal boxes in lines eastward.
struct YardShape {
    double widthM = 0.0, depthM = 0.0, heightM = 0.0;  ///< 0 if it is not drawn on the floor
    double gapM = 0.0;
    int perLine = 1;
};

struct PowerKindInfo {
    PowerKind kind;
    std::string_view type;     ///< of its part in the catalogue: "genset"
    std::string_view label;    ///< "Generator set"
    std::string_view plural;   ///< of a Sankey's stage: "Generators"
    std::string_view tag;      ///< what a plan writes on a small one, with its number: "GS3"
    std::string_view section;  ///< of the list of parts to place: "Generator sets"; empty if none
    PowerMeter meter;
    PowerSymbol symbol;
    std::string_view letters;
    std::string_view stored;  ///< what its store holds: "Battery", "Fuel"; empty if it has none
    bool isSource;            ///< nothing feeds it
    int feedRank;  ///< of what racks and machines may hang on: the lowest first; -1 if not on it
    YardShape yard;
    YardShape largeYard;  ///< where its output is above kLargeYardV
    /// Of kinds that make power on site; nullptr for others, nothing where there is no such part.
    std::optional<models::GeneratingSet> (*generatingSet)(const Catalogue&,
                                                          const std::string& part);

    constexpr bool makesPower() const { return generatingSet != nullptr; }
};

template <class Spec>
std::optional<models::GeneratingSet> generatingSetOf(const Catalogue& catalogue,
                                                     const std::string& part) {
    const Spec* spec = catalogue.spec<Spec>(part);
    return spec == nullptr ? std::nullopt : std::optional(spec->generatingSet());
}

inline constexpr double kLargeYardV = 1000.0;

inline constexpr auto kPowerKinds = std::to_array<PowerKindInfo>({
    {PowerKind::Utility,
     "utility",
     "Utility",
     "Utility",
     "UT",
     "",
     PowerMeter::Utility,
     PowerSymbol::Utility,
     "",
     "",
     true,
     -1,
     {},
     {},
     nullptr},
    {PowerKind::Transformer,
     "transformer",
     "Transformer",
     "Transformers",
     "T",
     "Transformers",
     PowerMeter::TransformerLoss,
     PowerSymbol::Transformer,
     "",
     "",
     false,
     -1,
     {2.4, 1.8, 2.2, 1.0, 16},
     {5.0, 4.0, 4.0, 2.0, 8},
     nullptr},
    {PowerKind::Switchboard,
     "switchboard",
     "Switchboard",
     "Switchboards",
     "SB",
     "",
     PowerMeter::CableLoss,
     PowerSymbol::Busbar,
     "",
     "",
     false,
     1,
     {},
     {},
     nullptr},
    {PowerKind::Genset,
     "genset",
     "Generator set",
     "Generators",
     "GS",
     "Generator sets",
     PowerMeter::Generation,
     PowerSymbol::Generator,
     "G",
     "Fuel",
     true,
     -1,
     {3.0, 12.0, 3.6, 1.5, 12},
     {},
     &generatingSetOf<models::GensetSpec>},
    {PowerKind::Ups,
     "ups",
     "UPS",
     "UPS",
     "UPS",
     "UPS",
     PowerMeter::UpsLoss,
     PowerSymbol::Converter,
     "",
     "Battery",
     false,
     3,
     {2.4, 1.0, 2.0, 0.8, 8},
     {},
     nullptr},
    {PowerKind::TransferSwitch,
     "transfer_switch",
     "Transfer switch",
     "Transfer switches",
     "TS",
     "",
     PowerMeter::CableLoss,
     PowerSymbol::Switch,
     "",
     "",
     false,
     2,
     {},
     {},
     nullptr},
    {PowerKind::Pdu,
     "pdu",
     "PDU",
     "PDUs",
     "PDU",
     "PDUs",
     PowerMeter::PduLoss,
     PowerSymbol::Box,
     "PDU",
     "",
     false,
     0,
     {1.2, 0.9, 2.0, 0.4, 24},
     {},
     nullptr},
    {PowerKind::FuelCell,
     "fuel_cell",
     "Fuel cell",
     "Fuel cells",
     "FC",
     "Fuel cells",
     PowerMeter::Generation,
     PowerSymbol::Generator,
     "FC",
     "",
     true,
     -1,
     {9.0, 2.6, 2.1, 1.2, 6},
     {},
     &generatingSetOf<models::FuelCellSpec>},
});

inline constexpr std::size_t kPowerKindCount = static_cast<std::size_t>(PowerKind::Count);
static_assert(kPowerKinds.size() == kPowerKindCount);

constexpr const PowerKindInfo& infoOf(PowerKind kind) {
    return kPowerKinds[static_cast<std::size_t>(kind)];
}

/// Nothing feeds it: the mains, and what makes power on site.
constexpr bool isSource(PowerKind kind) {
    return infoOf(kind).isSource;
}

constexpr bool makesPower(PowerKind kind) {
    return infoOf(kind).makesPower();
}

inline const char* powerKindName(PowerKind kind) {
    return infoOf(kind).label.data();
}

/// The kind whose part that is; nullptr if the catalogue has none of that id.
const PowerKindInfo* powerKindOf(const Catalogue& catalogue, const std::string& part);

/// The kind of parts of a catalogue type; nullptr means no power kind.
const PowerKindInfo* powerKindOfType(std::string_view type);

}  // namespace headroom::engine
