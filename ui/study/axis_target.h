// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/study/study.h"

#include <QString>

#include <vector>

namespace headroom::ui {

/// Something that an axis of a study may vary: an attribute of an object of the project, or a figure of a part.
struct AxisTarget {
    engine::AxisKind kind = engine::AxisKind::Setting;
    std::string target;   ///< as study files name it
    QString owner, type;  ///< whose it is: "Loop A", "Coolant loop"
    const models::Attribute* attribute = nullptr;
    models::Value value;  ///< at present, or by default
    QString now;          ///< the same for people
    bool isNamed = true;  ///< of a part: the project names it, by itself or by another part
};

/// All of them, objects in the order of the project, then parts in that of the catalogue: numbers, choices, truth values
/// and references; what is a text, a curve or a list is not axis.
std::vector<AxisTarget> axisTargets(const engine::Project& project,
                                    const engine::Catalogue& catalogue);

/// A name for an axis of it, as tables of results have it: "Loop A: supply set-point".
QString axisName(const AxisTarget& target);

}  // namespace headroom::ui
