// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/device_kind.h"

#include "engine/document/json_text.h"
#include "engine/document/values.h"

#include <cctype>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

// A server has fewer interfaces than this; a switch has more.
constexpr int kSwitchInterfaces = 16;
// A server that is like another has at least this share of its height and mass, and at most its inverse.
constexpr double kLikeShare = 0.4;

std::string plainWord(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return plain;
}

/// The part of the catalogue, of one kind, that bears the name of the device; null if none.
const CatalogueEntry* sameName(const DeviceType& type, const char* kind,
                               const Catalogue& catalogue) {
    const std::string model = plainWord(type.model);
    const std::string both = plainWord(type.manufacturer + type.model);
    for (const CatalogueEntry* entry : catalogue.entriesOf(kind)) {
        for (const std::string& name : {plainWord(entry->id), plainWord(entry->name)}) {
            if (!model.empty() && (name == model || name == both)) {
                return entry;
            }
        }
    }
    return nullptr;
}

ImportFault refusal(std::string message, std::string remedy) {
    ImportFault fault;
    fault.code = "DEV-010";
    fault.message = std::move(message);
    fault.remedy = std::move(remedy);
    return fault;
}

std::string remedyFor(const CatalogueEntry* same, const std::string& kind) {
    return same != nullptr ? "The catalogue has it: name " + same->id + " as the " + kind + "."
                           : "Add it to catalog/" + kind + ".json next to the project.";
}

std::string sizes(double heightU, double massKg) {
    std::string words =
        heightU > 0.0 ? numberText(heightU) + " U" : std::string("no stated height");
    if (massKg > 0.0) {
        words += " and " + numberText(std::round(massKg)) + " kg";
    }
    return words;
}

bool differs(double own, double theirs) {
    return own > 0.0 && theirs > 0.0 && (own < kLikeShare * theirs || own > theirs / kLikeShare);
}

}  // namespace

std::optional<ImportFault> faultOfKind(const DeviceType& type, const DevicePorts& ports,
                                       const Catalogue& catalogue) {
    const std::string name = type.manufacturer + ' ' + type.model;
    if (ports.outlets > 0) {
        return refusal(name + " has power outlets: it is a power distribution unit, not a server.",
                       remedyFor(sameName(type, "pdu", catalogue), "pdu"));
    }
    const CatalogueEntry* same = sameName(type, "switch", catalogue);
    if (same != nullptr) {
        return refusal(name + " is a switch, not a server.", remedyFor(same, "switch"));
    }
    if (ports.interfaces >= kSwitchInterfaces && ports.bays == 0) {
        return refusal(name + " has " + std::to_string(ports.interfaces) +
                           " interfaces: it is a switch, not a server.",
                       remedyFor(nullptr, "switch"));
    }
    return std::nullopt;
}

std::optional<ImportFault> faultOfSize(const DeviceType& type, const std::string& like,
                                       const models::ServerSpec& server) {
    if (!differs(type.heightU, server.heightU) && !differs(type.massKg, server.massKg)) {
        return std::nullopt;
    }
    return refusal(type.manufacturer + ' ' + type.model + " has " +
                       sizes(type.heightU, type.massKg) + ", but " + like + " has " +
                       sizes(server.heightU, server.massKg) +
                       ". Its accelerators and power do not follow from that server.",
                   "Name a server of about that size with --like.");
}

}  // namespace headroom::engine
