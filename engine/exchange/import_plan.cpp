// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/import_plan.h"

#include "engine/document/json_text.h"
#include "engine/document/values.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::ComponentType;
using models::Value;

bool isCatalogueType(std::string_view id) {
    const auto types = models::catalogueTypes();
    return std::any_of(types.begin(), types.end(),
                       [&](const ComponentType* type) { return type->id == id; });
}

/// Ids of each component type.
using Names = std::map<std::string_view, std::set<std::string, std::less<>>>;

class Planner {
  public:
    Planner(std::vector<WantedObject>& wanted, const std::map<std::string, std::string>& removed,
            const Project& project, const Catalogue& catalogue, std::string prefix,
            ImportDraft& draft)
        : wanted_(wanted),
          removed_(removed),
          project_(project),
          prefix_(std::move(prefix)),
          draft_(draft) {
        for (const CatalogueEntry& part : catalogue.entries()) {
            names_[part.type->id].insert(part.id);
        }
        for (const Object& object : project.objects) {
            existing_.emplace(object.id, &object);
            names_[object.type->id].insert(object.id);
        }
    }

    void plan() {
        checkIds();
        for (const WantedObject& each : wanted_) {
            if (!each.isRefused) {
                names_[each.object.type->id].insert(each.object.id);
            }
        }
        while (refuseDangling()) {
        }
        keepWhatIsNamed();
        addNew();
        setChanged();
        remove();
    }

  private:
    void fault(WantedObject& at, std::size_t attribute, const std::string& number, Words message,
               Words remedy) {
        ImportFault fault;
        fault.file = at.file;
        fault.line = at.line;
        if (attribute < at.columns.size()) {
            fault.column = at.columns[attribute];
            const auto column = static_cast<std::size_t>(std::max(0, fault.column - 1));
            fault.columnName =
                fault.column > 0 && column < at.columnNames.size() ? at.columnNames[column] : "";
        }
        fault.code = prefix_ + '-' + number;
        fault.message = std::move(message);
        fault.remedy = std::move(remedy);
        draft_.faults.push_back(std::move(fault));
        at.isRefused = true;
    }

    static constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);

    void checkIds() {
        std::set<std::string_view> singles;
        for (const ComponentType* type : models::documentTypes()) {
            if (type->single) {
                singles.insert(type->section);
            }
        }
        std::unordered_map<std::string, int> lines;
        for (WantedObject& each : wanted_) {
            const std::string& id = each.object.id;
            if (each.isRefused) {
                continue;
            }
            const auto found = existing_.find(id);
            const bool isOther =
                found != existing_.end() ? found->second->type != each.object.type : false;
            if (isOther || (!each.object.type->single && singles.count(id) > 0)) {
                fault(each, kNoColumn, "016",
                      "The id " + inQuotes(id) + " belongs to another kind of object" +
                          (isOther ? " (" + std::string(found->second->type->label) + ")." : "."),
                      "Give each object of the project its own id.");
                continue;
            }
            const auto [first, isFirst] = lines.emplace(id, each.line);
            if (!isFirst) {
                fault(each, kNoColumn, "016",
                      "The id " + inQuotes(id) + " is on line " + std::to_string(first->second) +
                          " already.",
                      "Keep one line for each object.");
            }
        }
    }

    bool isKnown(const Attribute& attribute, const std::string& id) const {
        bool found = false;
        models::forEachTarget(attribute.target, [&](std::string_view type) {
            const auto ids = names_.find(type);
            found = found || (ids != names_.end() && ids->second.count(id) > 0 &&
                              (isCatalogueType(type) || !isRemoved(id)));
        });
        return found;
    }

    bool isRemoved(const std::string& id) const { return removed_.count(id) > 0; }

    static void forEachName(const Attribute& a, const Value& value,
                            const std::function<void(const std::string&)>& f) {
        if (a.kind == models::ValueKind::Reference) {
            if (const auto* id = std::get_if<std::string>(&value)) {
                f(*id);
            }
        } else if (a.kind == models::ValueKind::ReferenceList) {
            if (const auto* ids = std::get_if<std::vector<std::string>>(&value)) {
                std::for_each(ids->begin(), ids->end(), f);
            }
        }
    }

    std::string nearestFor(const Attribute& a, const std::string& id) const {
        std::vector<std::string> known;
        models::forEachTarget(a.target, [&](std::string_view type) {
            if (const auto ids = names_.find(type); ids != names_.end()) {
                known.insert(known.end(), ids->second.begin(), ids->second.end());
            }
        });
        return didYouMean(id, known, "Add it first, or name one that exists.");
    }

    std::string targetLabel(const Attribute& a) const {
        std::string label;
        models::forEachTarget(a.target, [&](std::string_view id) {
            const ComponentType* type = models::findComponentType(id);
            label +=
                (label.empty() ? "" : " or ") + std::string(type == nullptr ? id : type->label);
        });
        return label;
    }

    /// True where something was refused that others may name.
    bool refuseDangling() {
        bool again = false;
        for (WantedObject& each : wanted_) {
            if (each.isRefused) {
                continue;
            }
            const auto& attributes = each.object.type->attributes;
            for (std::size_t i = 0; i < attributes.size() && !each.isRefused; ++i) {
                forEachName(attributes[i], each.object.values[i], [&](const std::string& id) {
                    if (each.isRefused || isKnown(attributes[i], id)) {
                        return;
                    }
                    fault(each, i, "017",
                          "There is no " + targetLabel(attributes[i]) + " " + inQuotes(id) +
                              ", which " + inQuotes(attributes[i].key) + " names.",
                          isRemoved(id) ? "The import removes it; keep it or name another."
                                        : nearestFor(attributes[i], id));
                });
            }
            if (each.isRefused && existing_.count(each.object.id) == 0) {
                names_[each.object.type->id].erase(each.object.id);
                again = true;
            }
        }
        return again;
    }

    /// Removals of what somebody who stays names are refused; the object is kept.
    void keepWhatIsNamed() {
        std::unordered_map<std::string, const Object*> after;
        for (const Object& object : project_.objects) {
            after.emplace(object.id, &object);
        }
        for (const WantedObject& each : wanted_) {
            if (!each.isRefused) {
                after[each.object.id] = &each.object;
            }
        }
        for (bool again = true; again;) {
            again = false;
            std::map<std::string, std::string> namedBy;  // in the order of ids: same bytes always
            for (const auto& [id, object] : after) {
                if (isRemoved(id)) {
                    continue;
                }
                for (std::size_t i = 0; i < object->values.size(); ++i) {
                    forEachName(object->type->attributes[i], object->values[i],
                                [&, &owner = id](const std::string& name) {
                                    std::string& by = namedBy[name];
                                    by = by.empty() ? owner : std::min(by, owner);
                                });
                }
            }
            for (auto it = removed_.begin(); it != removed_.end();) {
                const auto found = namedBy.find(it->first);
                if (found == namedBy.end()) {
                    ++it;
                    continue;
                }
                ImportFault fault;
                fault.file = it->second;
                fault.code = prefix_ + "-020";
                fault.message = inQuotes(it->first) +
                                " cannot be removed: " + inQuotes(found->second) + " names it.";
                fault.remedy = "Keep its line, or change what names it first.";
                draft_.faults.push_back(fault);
                draft_.rows.push_back({it->second, 0, it->first, ImportAction::Refuse, "in use"});
                it = removed_.erase(it);
                again = true;
            }
        }
    }

    /// Objects that exist when an addition is carried out, by type: place among those of its type.
    void addNew() {
        std::set<std::string, std::less<>> there;
        for (const Object& object : project_.objects) {
            there.insert(object.id);
        }
        std::vector<WantedObject*> waiting;
        for (WantedObject& each : wanted_) {
            if (!each.isRefused && existing_.count(each.object.id) == 0) {
                waiting.push_back(&each);
            }
        }
        // Objects that must name others come after them; optional references are set afterwards.
        std::vector<Edit> later;
        std::map<const ComponentType*, std::vector<const WantedObject*>> added;
        for (bool progress = true; progress && !waiting.empty();) {
            progress = false;
            std::vector<WantedObject*> still;
            for (WantedObject* each : waiting) {
                if (!tryAdd(*each, there, later, added)) {
                    still.push_back(each);
                    continue;
                }
                progress = true;
            }
            waiting = std::move(still);
        }
        for (WantedObject* each : waiting) {
            fault(*each, kNoColumn, "021",
                  inQuotes(each->object.id) + " and what it must name need each other first.",
                  "Break the circle of references.");
        }
        draft_.edits.insert(draft_.edits.end(), std::make_move_iterator(later.begin()),
                            std::make_move_iterator(later.end()));
    }

    bool tryAdd(const WantedObject& each, std::set<std::string, std::less<>>& there,
                std::vector<Edit>& later,
                std::map<const ComponentType*, std::vector<const WantedObject*>>& added) {
        Object object = each.object;
        std::vector<Edit> postponed;
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            const Attribute& a = object.type->attributes[i];
            bool missing = false;
            bool ofProject = false;
            models::forEachTarget(a.target, [&](std::string_view type) {
                ofProject = ofProject || !isCatalogueType(type);
            });
            forEachName(a, object.values[i], [&](const std::string& id) {
                missing = missing || (ofProject && there.count(id) == 0);
            });
            if (!missing) {
                continue;
            }
            if (a.required) {
                return false;
            }
            postponed.push_back(SetAttribute{object.id, std::string(a.key), object.values[i]});
            object.values[i] = {};
        }
        // After the objects of its type that exist, in the order of the file.
        auto& before = added[object.type];
        const auto place =
            std::upper_bound(before.begin(), before.end(), &each,
                             [](const WantedObject* a, const WantedObject* b) { return a < b; });
        const auto index =
            existingOf(object.type) + static_cast<std::size_t>(place - before.begin());
        before.insert(place, &each);
        there.insert(object.id);
        draft_.edits.push_back(AddObject{std::move(object), index});
        later.insert(later.end(), postponed.begin(), postponed.end());
        return true;
    }

    std::size_t existingOf(const ComponentType* type) {
        const auto [place, isNew] = counts_.emplace(type, 0);
        if (isNew) {
            place->second = project_.objectsOf(type->id).size();
        }
        return place->second;
    }

    void setChanged() {
        for (const WantedObject& each : wanted_) {
            ImportRow row{each.file, each.line, each.object.id, ImportAction::Refuse, ""};
            const auto found = existing_.find(each.object.id);
            if (!each.isRefused && found == existing_.end()) {
                row.action = ImportAction::Add;
                row.words = each.words.empty() ? std::string(each.object.type->label) : each.words;
            } else if (!each.isRefused) {
                row.words = change(*found->second, each.object);
                row.action = row.words.empty() ? ImportAction::Same : ImportAction::Change;
            }
            draft_.rows.push_back(std::move(row));
        }
    }

    std::string change(const Object& before, const Object& after) {
        std::string words;
        for (std::size_t i = 0; i < before.values.size(); ++i) {
            if (before.values[i] == after.values[i]) {
                continue;
            }
            const std::string key(before.type->attributes[i].key);
            words += (words.empty() ? "" : "; ") + key + ' ' + valueText(before.values[i]) + " → " +
                     valueText(after.values[i]);
            draft_.edits.push_back(SetAttribute{before.id, key, after.values[i]});
        }
        return words;
    }

    /// Objects that name other removed ones go first.
    void remove() {
        std::vector<const Object*> left;
        for (const Object& object : project_.objects) {
            if (isRemoved(object.id)) {
                left.push_back(&object);
            }
        }
        while (!left.empty()) {
            std::set<std::string> named;
            for (const Object* object : left) {
                for (std::size_t i = 0; i < object->values.size(); ++i) {
                    forEachName(object->type->attributes[i], object->values[i],
                                [&](const std::string& id) {
                                    if (id != object->id) {
                                        named.insert(id);
                                    }
                                });
                }
            }
            const auto isFree = [&](const Object* object) { return named.count(object->id) == 0; };
            if (std::none_of(left.begin(), left.end(), isFree)) {
                refuseCircle(left);
                return;
            }
            std::vector<const Object*> rest;
            for (const Object* object : left) {
                if (!isFree(object)) {
                    rest.push_back(object);
                    continue;
                }
                draft_.edits.push_back(RemoveObject{object->id});
                draft_.rows.push_back(
                    {removed_.at(object->id), 0, object->id, ImportAction::Remove, ""});
            }
            left = std::move(rest);
        }
    }

    void refuseCircle(const std::vector<const Object*>& left) {
        for (const Object* object : left) {
            ImportFault fault;
            fault.file = removed_.at(object->id);
            fault.code = prefix_ + "-020";
            fault.message =
                inQuotes(object->id) + " cannot be removed: what goes with it names it.";
            fault.remedy = "Break the circle of references first.";
            draft_.faults.push_back(fault);
            draft_.rows.push_back({fault.file, 0, object->id, ImportAction::Refuse, "in use"});
        }
    }

    std::vector<WantedObject>& wanted_;
    std::map<std::string, std::string> removed_;  // with the file that lacks them
    const Project& project_;
    std::string prefix_;
    ImportDraft& draft_;
    Names names_;
    std::unordered_map<std::string, const Object*> existing_;
    std::map<const ComponentType*, std::size_t> counts_;
};

}  // namespace

void planEdits(std::vector<WantedObject>& wanted, const std::map<std::string, std::string>& removed,
               const Project& project, const Catalogue& catalogue, const std::string& codePrefix,
               ImportDraft& draft) {
    Planner(wanted, removed, project, catalogue, codePrefix, draft).plan();
}

}  // namespace headroom::engine
