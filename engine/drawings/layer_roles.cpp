// SPDX-License-Identifier: Apache-2.0
#include "engine/drawings/layer_roles.h"

#include "engine/drawings/vector_drawing.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace headroom::engine {

namespace {

constexpr auto kRoles = std::to_array<LayerRoleInfo>({
    {LayerRole::Ignore, "ignore", "Ignore"},
    {LayerRole::Outline, "outline", "Outline of hall"},
    {LayerRole::Column, "column", "Column"},
    {LayerRole::Door, "door", "Door"},
    {LayerRole::Wall, "wall", "Wall"},
    {LayerRole::Room, "room", "Room"},
});

struct RoleWord {
    std::string_view word;
    LayerRole role;
    bool isPart = false;  ///< also within a longer word: German compounds
};

// The first that is found decides: annotations before what they annotate.
constexpr auto kWords = std::to_array<RoleWord>({
    {"dims", LayerRole::Ignore},
    {"dim", LayerRole::Ignore},
    {"anno", LayerRole::Ignore},
    {"bemass", LayerRole::Ignore, true},
    {"cotation", LayerRole::Ignore, true},
    {"patt", LayerRole::Ignore},
    {"grid", LayerRole::Ignore},
    {"achs", LayerRole::Ignore, true},
    {"axe", LayerRole::Ignore},
    {"axes", LayerRole::Ignore},
    {"defpoints", LayerRole::Ignore},
    {"door", LayerRole::Door, true},
    {"tuer", LayerRole::Door, true},
    {"tur", LayerRole::Door},
    {"tor", LayerRole::Door},
    {"tore", LayerRole::Door},
    {"porte", LayerRole::Door, true},
    {"gate", LayerRole::Door},
    {"column", LayerRole::Column, true},
    {"cols", LayerRole::Column},
    {"col", LayerRole::Column},
    {"colm", LayerRole::Column},
    {"pillar", LayerRole::Column, true},
    {"stuetz", LayerRole::Column, true},
    {"stutz", LayerRole::Column, true},
    {"pfeiler", LayerRole::Column, true},
    {"saeule", LayerRole::Column, true},
    {"poteau", LayerRole::Column, true},
    {"pilier", LayerRole::Column, true},
    {"outline", LayerRole::Outline, true},
    {"otln", LayerRole::Outline},
    {"perimeter", LayerRole::Outline, true},
    {"boundary", LayerRole::Outline},
    {"footprint", LayerRole::Outline},
    {"umriss", LayerRole::Outline, true},
    {"grundriss", LayerRole::Outline, true},
    {"kontur", LayerRole::Outline, true},
    {"contour", LayerRole::Outline, true},
    {"emprise", LayerRole::Outline, true},
    {"enveloppe", LayerRole::Outline, true},
    {"hall", LayerRole::Outline},
    {"halle", LayerRole::Outline},
    {"room", LayerRole::Room, true},
    {"rooms", LayerRole::Room},
    {"area", LayerRole::Room},
    {"spaces", LayerRole::Room},
    {"space", LayerRole::Room},
    {"raum", LayerRole::Room, true},
    {"raeume", LayerRole::Room, true},
    {"piece", LayerRole::Room},
    {"pieces", LayerRole::Room},
    {"local", LayerRole::Room},
    {"locaux", LayerRole::Room},
    {"salle", LayerRole::Room},
    {"wall", LayerRole::Wall, true},
    {"wand", LayerRole::Wall, true},
    {"waende", LayerRole::Wall, true},
    {"mauer", LayerRole::Wall, true},
    {"mur", LayerRole::Wall},
    {"murs", LayerRole::Wall},
    {"cloison", LayerRole::Wall, true},
});

// Letters with marks, as German and French layers have them.
constexpr auto kFolded = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"ä", "ae"},
    {"ö", "oe"},
    {"ü", "ue"},
    {"Ä", "ae"},
    {"Ö", "oe"},
    {"Ü", "ue"},
    {"ß", "ss"},
    {"é", "e"},
    {"è", "e"},
    {"ê", "e"},
    {"É", "e"},
    {"È", "e"},
    {"ç", "c"},
    {"à", "a"},
});

std::string folded(std::string_view name) {
    std::string plain;
    for (std::size_t i = 0; i < name.size();) {
        bool isKnown = false;
        for (const auto& [letter, ascii] : kFolded) {
            if (name.substr(i).starts_with(letter)) {
                plain += ascii;
                i += letter.size();
                isKnown = true;
                break;
            }
        }
        if (!isKnown) {
            const auto c = static_cast<unsigned char>(name[i++]);
            plain += std::isalpha(c) != 0 ? static_cast<char>(std::tolower(c)) : ' ';
        }
    }
    return ' ' + plain + ' ';
}

}  // namespace

std::span<const LayerRoleInfo> layerRoles() {
    return kRoles;
}

const LayerRoleInfo* layerRole(std::string_view word) {
    for (const LayerRoleInfo& info : kRoles) {
        if (info.word == word) {
            return &info;
        }
    }
    return nullptr;
}

std::vector<bool> shownLayers(const VectorDrawing& drawing, const std::string& hidden) {
    std::vector<bool> shown(drawing.layers.size(), true);
    for (std::size_t from = 0; from <= hidden.size();) {
        const std::size_t comma = std::min(hidden.find(',', from), hidden.size());
        std::string_view name = std::string_view(hidden).substr(from, comma - from);
        name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
        name = name.substr(0, name.find_last_not_of(' ') + 1);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            shown[i] = shown[i] && drawing.layers[i].name != name;
        }
        from = comma + 1;
    }
    return shown;
}

LayerRole guessedRole(std::string_view name) {
    const std::string words = folded(name);
    for (const RoleWord& each : kWords) {
        const std::string word =
            each.isPart ? std::string(each.word) : ' ' + std::string(each.word) + ' ';
        if (words.find(word) != std::string::npos) {
            return each.role;
        }
    }
    return LayerRole::Ignore;
}

}  // namespace headroom::engine
