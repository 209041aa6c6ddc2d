// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

/// Names of parts that events, alarms and channels name by their ids. An id begins with the id of an object of the project:
/// "ups-a/2", "cdus", "liquid/R01-09/S03", "warm/towers", "cdus/2/pumps". engine/plant/part_names does the same for a plant.
namespace headroom::engine {

struct Project;

/// Returns the name of the object with this id, or an empty text if the project has no such object.
using NameOfObject = std::function<std::string(const std::string& id)>;

/// "UPS A 2", "CDUs of hall 3", "R01-09/S03 of Liquid racks", "Towers of Warm water", "Pumps of CDUs 2". Returns the id
/// if no object has the name of its head, as for jobs and indicators.
std::string nameOfPart(const std::string& id, const NameOfObject& nameOfObject);

/// The names that a project gives, kept apart from it.
class PartNames {
  public:
    PartNames() = default;
    /// Sections of which a project has one, as the site, keep their own name.
    explicit PartNames(const Project& project);

    /// From the text of a project, which a recording keeps; without names if the text is not JSON.
    static PartNames ofText(const std::string& projectText);

    std::string nameOf(const std::string& id) const;

  private:
    std::unordered_map<std::string, std::string> names_;
};

}  // namespace headroom::engine
