// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/workspace/selection.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::ui {

/// Choice of what a 3-D picture shows: some things only, the path of a supply, and a section. A view state that scenes of a
/// storyboard keep as words, such as "only kind Chiller" or "path power rack racks-1/0/3".
struct SceneFocus {
    enum class Rule : std::uint8_t { Everything, Only, Without };

    enum class Subject : std::uint8_t { Kind, Hall, System, Fault, Object };

    enum class Path : std::uint8_t { None, Power, Coolant, Job };

    /// Shape of the cut: takes away one side of an upright or level plane, or everything outside of a box.
    enum class Cut : std::uint8_t { None, East, North, Up, Box };

    Rule rule = Rule::Everything;
    Subject subject = Subject::Kind;
    std::string key;  ///< name of a kind, id of a hall or object, or word of a system

    Path path = Path::None;
    std::string start;  ///< where a path begins, as startOf() has it

    bool hidesRest = false;  ///< else the rest is a grey ghost

    Cut cut = Cut::None;
    double cutAtM = 0.0;     ///< of a plane
    bool isFlipped = false;  ///< the other side of the plane is cut away
    engine::Box box;

    /// Shows everything and cuts nothing.
    bool isPlain() const {
        return rule == Rule::Everything && path == Path::None && cut == Cut::None;
    }

    bool hasChoice() const { return rule != Rule::Everything || path != Path::None; }

    std::vector<std::string> words() const;
    /// Ignores words that it does not know.
    static SceneFocus ofWords(const std::vector<std::string>& words);
};

bool operator==(const SceneFocus& a, const SceneFocus& b);

/// A rack, machine, object or job as a path names it: "rack racks-1/0/3", "machine ups-a/2", "object warm", "job 7".
std::string startOf(const engine::Layout& layout, const Selected& what);
/// The reverse; nothing is selected if the layout has no such thing.
Selected startAt(const engine::Layout& layout, const std::string& start);

/// The number of each machine among those of its object, from 0.
std::vector<int> machineNumbers(const engine::Layout& layout);

}  // namespace headroom::ui
