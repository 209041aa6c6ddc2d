// SPDX-License-Identifier: Apache-2.0
#include "engine/document/edit.h"

#include "engine/document/json_text.h"
#include "engine/document/references.h"
#include "engine/document/schema.h"
#include "engine/document/values.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::ComponentType;
using models::Value;

tl::unexpected<Error> failure(std::string_view number, const std::string& objectId,
                              const Words& message, const Words& remedy) {
    return tl::unexpected(Error{"EDT-" + std::string(number),
                                objectId.empty() ? message : objectId + ": " + message, remedy, "",
                                "", 0});
}

Object* findObject(Project& project, const std::string& id) {
    for (Object& object : project.objects) {
        if (object.id == id) {
            return &object;
        }
    }
    return nullptr;
}

tl::unexpected<Error> noSuchObject(const std::string& id, const Project& project) {
    std::vector<std::string> ids;
    for (const Object& object : project.objects) {
        ids.push_back(object.id);
    }
    return failure("001", "", "The project has no object " + inQuotes(id) + ".",
                   didYouMean(id, ids, "Choose one that exists."));
}

std::optional<ValueFault> faultOf(const Attribute& attribute, const Value& value,
                                  const Project& project, const Catalogue& catalogue) {
    if (ValueFaults faults = valueFaults(attribute, value); !faults.empty()) {
        return std::move(faults.front());
    }
    return referenceFault(attribute, value, project, catalogue);
}

Result<Edit> applyTo(Project& project, const Catalogue& catalogue, const SetAttribute& edit) {
    Object* object = findObject(project, edit.objectId);
    if (object == nullptr) {
        return noSuchObject(edit.objectId, project);
    }
    const Attribute* attribute = object->type->find(edit.key);
    if (attribute == nullptr) {
        std::vector<std::string> keys;
        for (const Attribute& each : object->type->attributes) {
            keys.emplace_back(each.key);
        }
        return failure(
            "002", edit.objectId,
            std::string(object->type->label) + " has no attribute " + inQuotes(edit.key) + ".",
            didYouMean(edit.key, keys, "Choose one of: " + inQuotes(keys) + "."));
    }
    if (const auto fault = faultOf(*attribute, edit.value, project, catalogue)) {
        return failure(fault->number, edit.objectId, fault->message, fault->remedy);
    }
    const auto index = static_cast<std::size_t>(attribute - object->type->attributes.data());
    Value before = std::exchange(object->values[index], edit.value);
    return SetAttribute{edit.objectId, edit.key, std::move(before)};
}

std::size_t rankOf(const ComponentType* type) {
    const auto types = models::documentTypes();
    return static_cast<std::size_t>(std::find(types.begin(), types.end(), type) - types.begin());
}

Result<Edit> applyTo(Project& project, const Catalogue& catalogue, const AddObject& edit) {
    const Object& object = edit.object;
    if (object.type == nullptr || rankOf(object.type) == models::documentTypes().size()) {
        return failure("002", object.id, "A project holds no objects of this type.",
                       "Choose a type that a project file has a section for.");
    }
    if (object.values.size() != object.type->attributes.size()) {
        return failure("006", object.id,
                       "The object has " + std::to_string(object.values.size()) +
                           " values, but its table has " +
                           std::to_string(object.type->attributes.size()) + " attributes.",
                       "Report this as a fault of Headroom.");
    }
    if (object.type->single) {
        if (object.id != object.type->section) {
            return failure(
                "015", object.id,
                "The object of this section is called " + inQuotes(object.type->section) + ".",
                "Use that id.");
        }
        if (project.find(object.id) != nullptr) {
            return failure("004", object.id, "The project has this section already.",
                           "Edit the one that exists.");
        }
    } else {
        if (!isValidId(object.id)) {
            return failure("015", "", "The id " + inQuotes(object.id) + " is malformed.",
                           std::string(kIdRemedy));
        }
        bool isTaken = project.find(object.id) != nullptr;
        for (const ComponentType* type : models::documentTypes()) {
            isTaken = isTaken || (type->single && type->section == object.id);
        }
        if (isTaken) {
            return failure("016", object.id, "The id is used already.",
                           "Give each object its own id.");
        }
    }
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        const Attribute& attribute = object.type->attributes[i];
        if (const auto fault = faultOf(attribute, object.values[i], project, catalogue)) {
            return failure(fault->number, object.id, fault->message, fault->remedy);
        }
    }
    // Objects are in the order of documentTypes(): after all of earlier types.
    auto place = std::find_if(project.objects.begin(), project.objects.end(), [&](const Object& o) {
        return rankOf(o.type) >= rankOf(object.type);
    });
    for (std::size_t i = 0; i < edit.index && place != project.objects.end(); ++i) {
        if (place->type != object.type) {
            break;
        }
        ++place;
    }
    std::string id = object.id;
    project.objects.insert(place, object);
    return RemoveObject{std::move(id)};
}

Result<Edit> applyTo(Project& project, const Catalogue&, const RemoveObject& edit) {
    const auto place =
        std::find_if(project.objects.begin(), project.objects.end(),
                     [&](const Object& object) { return object.id == edit.objectId; });
    if (place == project.objects.end()) {
        return noSuchObject(edit.objectId, project);
    }
    if (isRequiredSection(*place->type)) {
        return failure("005", edit.objectId, "Every project has this section.", "Edit it instead.");
    }
    const auto referrers = referrersOf(*place, project);
    if (!referrers.empty()) {
        std::string names;
        for (const Referrer& each : referrers) {
            names += (names.empty() ? "" : ", ") + inQuotes(each.object->id) + " (" +
                     std::string(each.attribute->label) + ")";
        }
        return failure("003", edit.objectId, "It cannot be removed: " + names + " refer to it.",
                       "Change or remove them first.");
    }
    const auto index = std::count_if(project.objects.begin(), place, [&](const Object& object) {
        return object.type == place->type;
    });
    AddObject inverse{std::move(*place), static_cast<std::size_t>(index)};
    project.objects.erase(place);
    return inverse;
}

}  // namespace

Result<Edit> apply(Project& project, const Catalogue& catalogue, const Edit& edit) {
    return std::visit([&](const auto& each) { return applyTo(project, catalogue, each); }, edit);
}

std::string describe(const Edit& edit, const Project& project) {
    if (const auto* set = std::get_if<SetAttribute>(&edit)) {
        const Object* object = project.find(set->objectId);
        const Attribute* attribute = object == nullptr ? nullptr : object->type->find(set->key);
        return "Set " + (attribute == nullptr ? set->key : std::string(attribute->label)) + " of " +
               set->objectId;
    }
    if (const auto* add = std::get_if<AddObject>(&edit)) {
        return "Add " + add->object.id;
    }
    return "Remove " + std::get<RemoveObject>(edit).objectId;
}

std::string wordsOf(const std::vector<Edit>& edits, const Project& project) {
    if (edits.empty()) {
        return {};
    }
    const std::string first = describe(edits.front(), project);
    return edits.size() == 1 ? first
                             : first + " and " + std::to_string(edits.size() - 1) +
                                   (edits.size() == 2 ? " more change" : " more changes");
}

std::vector<Edit> editsBetween(const Project& from, const Project& to, const Catalogue& catalogue) {
    const auto sameIn = [](const Project& project, const Object& object) -> const Object* {
        const Object* other = project.find(object.id);
        return other != nullptr && other->type == object.type ? other : nullptr;
    };
    std::vector<Edit> edits;
    std::vector<RemoveObject> removals;
    std::size_t place = 0;  // among those of its type
    for (std::size_t i = 0; i < to.objects.size(); ++i) {
        const Object& object = to.objects[i];
        place = i > 0 && to.objects[i - 1].type == object.type ? place + 1 : 0;
        const Object* before = sameIn(from, object);
        if (before == nullptr) {
            edits.emplace_back(AddObject{object, place});
            continue;
        }
        for (std::size_t a = 0; a < object.values.size(); ++a) {
            if (object.values[a] != before->values[a]) {
                edits.emplace_back(SetAttribute{
                    object.id, std::string(object.type->attributes[a].key), object.values[a]});
            }
        }
    }
    for (const Object& object : from.objects) {
        if (sameIn(to, object) == nullptr) {
            removals.push_back({object.id});
        }
    }
    // Objects that others name go after them: tried on a copy, until nothing more goes. Ids that change their type go first.
    Project trial = from;
    std::vector<Edit> gone;
    const auto removeAll = [&] {
        for (bool isMoving = true; isMoving;) {
            isMoving = false;
            for (auto at = removals.begin(); at != removals.end();) {
                if (apply(trial, catalogue, Edit(*at))) {
                    gone.emplace_back(*at);
                    at = removals.erase(at);
                    isMoving = true;
                } else {
                    ++at;
                }
            }
        }
    };
    removeAll();
    std::vector<Edit> all = std::move(gone);
    gone.clear();
    if (applyAll(trial, catalogue, edits)) {
        removeAll();
    }
    all.insert(all.end(), edits.begin(), edits.end());
    all.insert(all.end(), gone.begin(), gone.end());
    // The remaining objects cannot go; the caller gets the reason.
    all.insert(all.end(), removals.begin(), removals.end());
    return all;
}

Result<std::vector<Edit>> applyAll(Project& project, const Catalogue& catalogue,
                                   const std::vector<Edit>& edits) {
    std::vector<Edit> inverses;
    inverses.reserve(edits.size());
    // A name of an object that a later edit adds waits for it.
    std::vector<const Edit*> waiting, next;
    for (const Edit& edit : edits) {
        waiting.push_back(&edit);
    }
    std::optional<Error> refused;
    while (!waiting.empty()) {
        next.clear();
        refused.reset();
        for (const Edit* edit : waiting) {
            auto inverse = apply(project, catalogue, *edit);
            if (inverse) {
                inverses.push_back(std::move(*inverse));
                continue;
            }
            const bool mayCome =
                inverse.error().code == "EDT-017" || inverse.error().code == "EDT-001";
            refused = refused ? refused : inverse.error();
            next.push_back(edit);
            if (!mayCome) {
                refused = inverse.error();
                next.clear();
                break;
            }
        }
        if (refused && (next.empty() || next.size() == waiting.size())) {
            for (; !inverses.empty(); inverses.pop_back()) {
                [[maybe_unused]] const auto undone = apply(project, catalogue, inverses.back());
                assert(undone.has_value() && "an inverse is always accepted");
            }
            return tl::unexpected(*refused);
        }
        waiting.swap(next);
    }
    std::reverse(inverses.begin(), inverses.end());
    return inverses;
}

namespace {

/// About what a value takes in memory.
std::size_t bytesOf(const models::Value& value) {
    std::size_t bytes = sizeof(models::Value);
    if (const auto* text = std::get_if<std::string>(&value)) {
        bytes += text->size();
    } else if (const auto* curve = std::get_if<models::Curve>(&value)) {
        bytes += 2 * sizeof(double) * curve->x().size();
    } else if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
        bytes += sizeof(double) * numbers->size();
    } else if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
        for (const std::string& each : *texts) {
            bytes += sizeof(std::string) + each.size();
        }
    }
    return bytes;
}

std::size_t bytesOf(const std::vector<Edit>& edits) {
    std::size_t bytes = 0;
    for (const Edit& edit : edits) {
        bytes += sizeof(Edit);
        if (const auto* set = std::get_if<SetAttribute>(&edit)) {
            bytes += set->objectId.size() + set->key.size() + bytesOf(set->value);
        } else if (const auto* add = std::get_if<AddObject>(&edit)) {
            for (const models::Value& value : add->object.values) {
                bytes += bytesOf(value);
            }
        }
    }
    return bytes;
}

}  // namespace

Result<void> EditHistory::apply(Project& project, const Catalogue& catalogue, const Edit& edit) {
    const auto* set = std::get_if<SetAttribute>(&edit);
    return applyAll(project, catalogue, {edit}, describe(edit, project),
                    set == nullptr ? std::string() : set->objectId + '/' + set->key);
}

Result<void> EditHistory::applyAll(Project& project, const Catalogue& catalogue,
                                   const std::vector<Edit>& edits, const std::string& words,
                                   const std::string& mergeKey) {
    if (edits.empty()) {
        return {};
    }
    auto inverses = engine::applyAll(project, catalogue, edits);
    if (!inverses) {
        return tl::unexpected(inverses.error());
    }
    if (clean_ && *clean_ > position_) {
        clean_.reset();  // the saved state was undone and is now out of reach
    }
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(position_), steps_.end());
    if (!merge(edits, mergeKey)) {
        const std::size_t bytes = bytesOf(edits) + bytesOf(*inverses) + words.size();
        steps_.push_back({edits, std::move(*inverses), words, mergeKey, bytes});
        ++position_;
        forgetOldest();
    }
    isSealed_ = false;
    return {};
}

void EditHistory::forgetOldest() {
    std::size_t bytes = 0, kept = 0;
    while (kept < steps_.size() &&
           (kept == 0 || bytes + steps_[steps_.size() - 1 - kept].bytes <= kMostBytes)) {
        bytes += steps_[steps_.size() - 1 - kept].bytes;
        ++kept;
    }
    const std::size_t lost = steps_.size() - kept;
    if (lost == 0) {
        return;
    }
    steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(lost));
    position_ -= lost;
    if (clean_) {
        clean_ = *clean_ < lost ? std::nullopt
                                : std::optional(*clean_ - lost);  // forgotten with its step
    }
}

bool EditHistory::merge(const std::vector<Edit>& edits, const std::string& mergeKey) {
    if (mergeKey.empty() || steps_.empty() || isSealed_ || isClean()) {
        return false;
    }
    Step& last = steps_.back();
    if (last.mergeKey != mergeKey || last.forward.size() != edits.size()) {
        return false;
    }
    const std::size_t n = edits.size();
    bool isBack = true;  // dragged back to where it was
    for (std::size_t i = 0; i < n; ++i) {
        const auto* set = std::get_if<SetAttribute>(&edits[i]);
        const auto* previous = std::get_if<SetAttribute>(&last.forward[i]);
        if (set == nullptr || previous == nullptr || previous->objectId != set->objectId ||
            previous->key != set->key) {
            return false;
        }
        isBack = isBack && std::get<SetAttribute>(last.backward[n - 1 - i]).value == set->value;
    }
    if (isBack) {
        steps_.pop_back();
        --position_;
    } else {
        last.forward = edits;
    }
    return true;
}

std::string EditHistory::undoText() const {
    return canUndo() ? steps_[position_ - 1].words : std::string();
}

std::string EditHistory::redoText() const {
    return canRedo() ? steps_[position_].words : std::string();
}

bool EditHistory::take(Project& project, const Catalogue& catalogue,
                       const std::vector<Edit>& edits) {
    const auto done = engine::applyAll(project, catalogue, edits);
    assert(done.has_value() && "the project was changed behind the history's back");
    seal();
    return done.has_value();
}

bool EditHistory::undo(Project& project, const Catalogue& catalogue) {
    if (!canUndo() || !take(project, catalogue, steps_[position_ - 1].backward)) {
        return false;
    }
    --position_;
    return true;
}

bool EditHistory::redo(Project& project, const Catalogue& catalogue) {
    if (!canRedo() || !take(project, catalogue, steps_[position_].forward)) {
        return false;
    }
    ++position_;
    return true;
}

void EditHistory::markClean() {
    clean_ = position_;
    seal();
}

void EditHistory::clear() {
    steps_.clear();
    position_ = 0;
    clean_ = 0;
    isSealed_ = false;
}

}  // namespace headroom::engine
