// SPDX-License-Identifier: Apache-2.0
#include "engine/document/project.h"

#include "engine/document/json_text.h"
#include "engine/document/references.h"
#include "engine/document/schema.h"
#include "engine/document/values.h"
#include "engine/files/input_file.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <map>
#include <utility>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(Project)

namespace {

using models::Attribute;
using models::ComponentType;
using Json = nlohmann::json;

// Reads one project text. Every function reports what is wrong and continues with what is right.
class ProjectReader {
  public:
    ProjectReader(const JsonText& text, const Catalogue& catalogue)
        : text_(text), faults_(text, "PRJ"), catalogue_(catalogue) {}

    Errors read(Project& project) {
        const Json& root = text_.root();
        if (!root.is_object()) {
            faults_.add("005", "", "A project file is one JSON object.",
                        "Start it with {\"format\": " + inQuotes(kProjectFormat) + ", …}.");
            return faults_.take();
        }
        if (!readFormat(root)) {
            return faults_.take();
        }
        std::vector<std::string> known = {"format"};
        for (const ComponentType* type : models::documentTypes()) {
            known.emplace_back(type->section);
            readSection(root, *type, project);
        }
        faults_.refuseUnknown(root, "", known, "section");
        checkIds(project);
        for (std::size_t i = 0; i < project.objects.size(); ++i) {
            checkReferences(project, i);
        }
        return faults_.take();
    }

  private:
    bool readFormat(const Json& root) {
        const auto found = root.find("format");
        if (found == root.end() || !found->is_string()) {
            faults_.add("005", found == root.end() ? "" : "/format",
                        "This is not a Headroom project: it states no format.",
                        "A project states \"format\": " + inQuotes(kProjectFormat) + ".");
            return false;
        }
        const auto format = found->get<std::string>();
        if (format == kProjectFormat) {
            return true;
        }
        if (format.rfind("headroom-project/", 0) == 0) {
            faults_.add("006", "/format",
                        "The project needs a Headroom that reads " + inQuotes(format) +
                            "; this is version " HEADROOM_VERSION ", which reads " +
                            inQuotes(kProjectFormat) + ".",
                        "Open it with a version that reads " + format +
                            ", or save it there in the older format.");
        } else {
            faults_.add("005", "/format",
                        "This is not a Headroom project: its format is " + inQuotes(format) + ".",
                        "A project states \"format\": " + inQuotes(kProjectFormat) + ".");
        }
        return false;
    }

    void readSection(const Json& root, const ComponentType& type, Project& project) {
        const std::string section(type.section);
        const auto found = root.find(section);
        const std::string pointer = '/' + section;
        if (found == root.end()) {
            if (isRequiredSection(type)) {
                faults_.add("011", "", "The section " + inQuotes(section) + " is missing.",
                            "Add it: " + std::string(type.doc));
            }
            return;
        }
        if (type.single) {
            if (!found->is_object()) {
                faults_.add("012", pointer, inQuotes(section) + " must be one object.",
                            "Write it in braces: {…}.");
                return;
            }
            readObject(*found, pointer, type, project);
            return;
        }
        if (!found->is_array()) {
            faults_.add("012", pointer, inQuotes(section) + " must be a list of objects.",
                        "Write it in brackets: [{\"id\": …}, …].");
            return;
        }
        for (std::size_t i = 0; i < found->size(); ++i) {
            const std::string place = pointer + '/' + std::to_string(i);
            if ((*found)[i].is_object()) {
                readObject((*found)[i], place, type, project);
            } else {
                faults_.add("012", place,
                            "An entry of " + inQuotes(section) + " must be an object.",
                            "Write it in braces: {\"id\": …}.");
            }
        }
    }

    void readObject(const Json& json, const std::string& pointer, const ComponentType& type,
                    Project& project) {
        Object object;
        object.type = &type;
        object.values.resize(type.attributes.size());
        std::vector<std::string> known;
        if (type.single) {
            object.id = type.section;
        } else {
            known.emplace_back("id");
            readId(json, pointer, object);
        }
        for (std::size_t i = 0; i < type.attributes.size(); ++i) {
            const Attribute& a = type.attributes[i];
            known.emplace_back(a.key);
            const auto found = json.find(known.back());
            if (found == json.end()) {
                for (const ValueFault& fault : valueFaults(a, {})) {
                    faults_.add(fault.number, pointer, fault.message, fault.remedy);
                }
                continue;
            }
            if (auto value = valueFromJson(a, *found)) {
                object.values[i] = std::move(*value);
                continue;
            } else {
                for (const ValueFault& fault : value.error()) {
                    faults_.add(fault.number, pointer + pointerStep(a.key) + fault.where,
                                fault.message, fault.remedy);
                }
            }
        }
        faults_.refuseUnknown(json, pointer, known, "key");
        project.objects.push_back(std::move(object));
        pointers_.push_back(pointer);
    }

    void readId(const Json& json, const std::string& pointer, Object& object) {
        const auto found = json.find("id");
        if (found == json.end()) {
            faults_.add("011", pointer, "\"id\" is missing.",
                        "Give the object an id of its own, as \"hall-a\".");
            return;
        }
        if (!found->is_string()) {
            faults_.add("012", pointer + "/id", "\"id\" must be a text in quotes.",
                        "Write it in quotes, as \"hall-a\".");
            return;
        }
        const auto id = found->get<std::string>();
        if (!isValidId(id)) {
            faults_.add("015", pointer + "/id", "The id " + inQuotes(id) + " is malformed.",
                        std::string(kIdRemedy));
            return;
        }
        object.id = id;
    }

    // Sections that are alone reserve their names, whether they are there or not.
    void checkIds(const Project& project) {
        std::map<std::string, std::string> taken;
        for (const ComponentType* type : models::documentTypes()) {
            if (type->single) {
                taken.emplace(type->section, '/' + std::string(type->section));
            }
        }
        for (std::size_t i = 0; i < project.objects.size(); ++i) {
            const Object& object = project.objects[i];
            if (object.type->single || object.id.empty()) {
                continue;
            }
            const auto [place, isNew] = taken.emplace(object.id, pointers_[i]);
            if (!isNew) {
                faults_.add(
                    "016", pointers_[i] + "/id",
                    "The id " + inQuotes(object.id) + " is used by " + place->second + " already.",
                    "Give each object its own id.");
            }
        }
    }

    void checkReferences(const Project& project, std::size_t index) {
        const Object& object = project.objects[index];
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            const Attribute& a = object.type->attributes[i];
            if (const auto fault = referenceFault(a, object.values[i], project, catalogue_)) {
                faults_.add(fault->number, pointers_[index] + pointerStep(a.key) + fault->where,
                            fault->message, fault->remedy);
            }
        }
    }

    const JsonText& text_;
    Faults faults_;
    const Catalogue& catalogue_;
    std::vector<std::string> pointers_;  // of each object, in step with project.objects
};

void writeMembers(const Object& object, const std::string& indent, std::string& out) {
    bool isFirst = true;
    const auto member = [&](std::string_view key, const std::string& value) {
        out += (isFirst ? "\n" : ",\n") + indent + inQuotes(key) + ": " + value;
        isFirst = false;
    };
    if (!object.type->single) {
        member("id", jsonString(object.id));
    }
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        if (!std::holds_alternative<std::monostate>(object.values[i])) {
            member(object.type->attributes[i].key, valueToJson(object.values[i]));
        }
    }
    if (!isFirst) {
        out += '\n' + indent.substr(2);
    }
}

}  // namespace

const models::Value& Object::value(std::string_view key) const {
    for (std::size_t i = 0; i < type->attributes.size(); ++i) {
        if (type->attributes[i].key == key) {
            return values[i];
        }
    }
    assert(false && "no such attribute");
    static const models::Value kNone;
    return kNone;
}

const Object* Project::find(std::string_view id) const {
    for (const Object& object : objects) {
        if (object.id == id) {
            return &object;
        }
    }
    return nullptr;
}

std::vector<const Object*> Project::objectsOf(std::string_view typeId) const {
    std::vector<const Object*> result;
    for (const Object& object : objects) {
        if (object.type->id == typeId) {
            result.push_back(&object);
        }
    }
    return result;
}

ResultAll<Project> parseProject(const std::string& text, const std::filesystem::path& file,
                                const Catalogue& catalogue) {
    const auto json = JsonText::parse(text, file.string(), "PRJ");
    if (!json) {
        return tl::unexpected(json.error());
    }
    Project project;
    project.file = file;
    Errors errors = ProjectReader(*json, catalogue).read(project);
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    return project;
}

ResultAll<Project> loadProject(const std::filesystem::path& path, const Catalogue& catalogue) {
    const std::filesystem::path file = isFolder(path) ? path / "project.json" : path;
    const auto text = readTextFile(file, kJsonMemoryPerByte);
    if (!text) {
        return tl::unexpected(Errors{text.error()});
    }
    return withinMemory(file, [&] { return parseProject(*text, file, catalogue); });
}

std::string projectText(const Project& project) {
    std::string out = "{\n  \"format\": " + inQuotes(kProjectFormat);
    for (const ComponentType* type : models::documentTypes()) {
        const std::vector<const Object*> objects = project.objectsOf(type->id);
        if (objects.empty()) {
            continue;
        }
        out += ",\n  " + inQuotes(type->section) + ": ";
        if (type->single) {
            out += '{';
            writeMembers(*objects.front(), "    ", out);
            out += '}';
            continue;
        }
        out += '[';
        for (const Object* object : objects) {
            out += object == objects.front() ? "\n    {" : ",\n    {";
            writeMembers(*object, "      ", out);
            out += '}';
        }
        out += "\n  ]";
    }
    return out + "\n}\n";
}

Result<void> saveProject(const Project& project, const std::filesystem::path& path) {
    return writeFile(path, projectText(project), FileKind::Project);
}

}  // namespace headroom::engine
