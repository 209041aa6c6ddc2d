// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"

#include "engine/document/catalogue_reads.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"
#include "engine/files/input_file.h"
#include "engine/files/text_file.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <new>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::ComponentType;
using models::ValueKind;
using Json = nlohmann::json;

constexpr std::array<std::string_view, 6> kStatuses = {"verified", "secondary", "derived",
                                                       "chosen",   "memory",    "assumption"};

constexpr std::string_view kReadme = "See resources/catalog/README.md for the format.";

struct Source {
    std::string text;
    std::string date;
};

// Reads one catalogue file. Every function reports what is wrong and continues with what is right.
class FileReader {
  public:
    FileReader(const JsonText& text, std::vector<CatalogueEntry>& entries)
        : text_(text), faults_(text, "CAT"), entries_(entries) {}

    Errors read(const std::string& stem) {
        const Json& root = text_.root();
        if (!root.is_object()) {
            faults_.add("005", "", "A catalogue file is one JSON object.", std::string(kReadme));
            return faults_.take();
        }
        if (!readFormat(root)) {
            return faults_.take();
        }
        faults_.refuseUnknown(root, "", {"format", "type", "sources", "parts"}, "key");
        const std::string typeId = textOf(root, "", "type", true);
        for (const ComponentType* candidate : models::catalogueTypes()) {
            if (candidate->id == typeId) {
                type_ = candidate;
            }
        }
        if (type_ == nullptr) {
            std::vector<std::string> ids;
            for (const ComponentType* candidate : models::catalogueTypes()) {
                ids.emplace_back(candidate->id);
            }
            if (!typeId.empty()) {
                faults_.add("007", "/type", "There is no component type " + inQuotes(typeId) + ".",
                            didYouMean(typeId, ids, "Use one of: " + inQuotes(ids) + "."));
            }
            return faults_.take();
        }
        if (stem != typeId) {
            faults_.add("008", "/type",
                        "The file is named " + inQuotes(stem) + " but holds parts of type " +
                            inQuotes(typeId) + ".",
                        "Name it " + typeId + ".json, one file for each type.");
        }
        readSources(root);
        readParts(root);
        return faults_.take();
    }

  private:
    bool readFormat(const Json& root) {
        const std::string format = textOf(root, "", "format", true);
        if (format.empty()) {
            return false;
        }
        if (format == kCatalogueFormat) {
            return true;
        }
        const bool ours = format.rfind("headroom-catalogue/", 0) == 0;
        faults_.add(ours ? "006" : "005", "/format",
                    "The format is " + inQuotes(format) + "; this version reads " +
                        inQuotes(kCatalogueFormat) + ".",
                    ours ? "Use a Headroom that reads " + format + "." : std::string(kReadme));
        return false;
    }

    // A text member; reports it where it is missing (and required), empty or no text.
    std::string textOf(const Json& object, const std::string& pointer, const std::string& key,
                       bool required) {
        const auto found = object.find(key);
        if (found == object.end()) {
            if (required) {
                faults_.add("011", pointer, inQuotes(key) + " is missing.",
                            "Add " + inQuotes(key) + ", a text in quotes.");
            }
            return {};
        }
        if (!found->is_string()) {
            faults_.add("012", pointer + pointerStep(key), inQuotes(key) + " must be a text.",
                        "Write it in quotes.");
            return {};
        }
        auto text = found->get<std::string>();
        for (const ValueFault& fault : textFaults(key, text)) {
            faults_.add(fault.number, pointer + pointerStep(key), fault.message, fault.remedy);
        }
        if (text.empty() && required) {
            faults_.add("011", pointer + pointerStep(key), inQuotes(key) + " is an empty text.",
                        "State it.");
        }
        return text;
    }

    void readSources(const Json& root) {
        const auto found = root.find("sources");
        if (found == root.end()) {
            return;
        }
        if (!found->is_object()) {
            faults_.add("012", "/sources", "\"sources\" must be an object of sources by id.",
                        std::string(kReadme));
            return;
        }
        for (const auto& [id, source] : found->items()) {
            const std::string pointer = "/sources" + pointerStep(id);
            sources_[id] = {};
            if (!source.is_object()) {
                faults_.add("012", pointer, "A source must be an object with text and date.",
                            std::string(kReadme));
                continue;
            }
            faults_.refuseUnknown(source, pointer, {"text", "date"}, "key");
            Source& read = sources_[id];
            read = {textOf(source, pointer, "text", true), textOf(source, pointer, "date", true)};
            if (!read.date.empty() && read.date != "not stated" && !models::isDate(read.date)) {
                faults_.add("024", pointer + "/date",
                            "The date " + inQuotes(read.date) + " is none of the calendar.",
                            "Write a year, a month or a day: 2026, 2026-07 or 2026-07-01; or \"not "
                            "stated\".");
            }
        }
    }

    void readParts(const Json& root) {
        const auto found = root.find("parts");
        if (found == root.end() || !found->is_array()) {
            faults_.add(found == root.end() ? "011" : "012", found == root.end() ? "" : "/parts",
                        "\"parts\" must be a list of parts.", std::string(kReadme));
            return;
        }
        std::set<std::string> ids;
        for (std::size_t i = 0; i < found->size(); ++i) {
            const std::string pointer = "/parts/" + std::to_string(i);
            const Json& part = (*found)[i];
            CatalogueEntry& entry = entries_.emplace_back();
            entry.type = type_;
            entry.values.own().resize(type_->attributes.size());
            entry.provenance.own().resize(type_->attributes.size());
            if (!part.is_object()) {
                faults_.add("012", pointer, "A part must be an object with id, name and figures.",
                            std::string(kReadme));
                continue;
            }
            faults_.refuseUnknown(part, pointer, {"id", "name", "figures"}, "key");
            entry.id = textOf(part, pointer, "id", true);
            entry.name = textOf(part, pointer, "name", true);
            if (!entry.id.empty() && !isValidId(entry.id)) {
                faults_.add("015", pointer + "/id",
                            "The id " + inQuotes(entry.id) + " is malformed.",
                            std::string(kIdRemedy));
            } else if (!entry.id.empty() && !ids.insert(entry.id).second) {
                faults_.add(
                    "016", pointer + "/id",
                    "The id " + inQuotes(entry.id) + " is used by another part of this file.",
                    "Give each part its own id.");
            }
            readFigures(part, pointer, entry);
        }
    }

    void readFigures(const Json& part, const std::string& partPointer, CatalogueEntry& entry) {
        const auto found = part.find("figures");
        if (found != part.end() && !found->is_object()) {
            faults_.add("012", partPointer + "/figures", "\"figures\" must be an object by key.",
                        std::string(kReadme));
            return;
        }
        const Json none = Json::object();
        const Json& figures = found == part.end() ? none : *found;
        const std::string pointer = found == part.end() ? partPointer : partPointer + "/figures";
        std::vector<std::string> known;
        for (std::size_t i = 0; i < type_->attributes.size(); ++i) {
            const Attribute& a = type_->attributes[i];
            known.emplace_back(a.key);
            const auto figure = figures.find(known.back());
            if (figure == figures.end()) {
                for (const ValueFault& fault : valueFaults(a, {})) {
                    faults_.add(fault.number, pointer, fault.message, fault.remedy);
                }
                continue;
            }
            readFigure(a, *figure, pointer + pointerStep(a.key), entry.values.own()[i],
                       entry.provenance.own()[i]);
        }
        faults_.refuseUnknown(figures, pointer, known, "key");
    }

    void readFigure(const Attribute& a, const Json& figure, const std::string& pointer,
                    models::Value& value, Provenance& provenance) {
        if (!figure.is_object()) {
            faults_.add("012", pointer,
                        inQuotes(a.key) + " must be an object with value, unit, source and status.",
                        std::string(kReadme));
            return;
        }
        faults_.refuseUnknown(figure, pointer,
                              {"value", "unit", "low", "high", "source", "status", "note"}, "key");
        if (const auto found = figure.find("value"); found == figure.end()) {
            faults_.add("011", pointer, "The figure has no \"value\".", std::string(kReadme));
        } else if (auto read = valueFromJson(a, *found)) {
            value = std::move(*read);
        } else {
            for (const ValueFault& fault : read.error()) {
                faults_.add(fault.number, pointer + "/value" + fault.where, fault.message,
                            fault.remedy);
            }
        }
        checkUnit(a, figure, pointer);
        readRange(a, figure, pointer, value, provenance);
        provenance.note = textOf(figure, pointer, "note", false);
        provenance.status = textOf(figure, pointer, "status", true);
        if (!provenance.status.empty() &&
            std::find(kStatuses.begin(), kStatuses.end(), provenance.status) == kStatuses.end()) {
            faults_.add("014", pointer + "/status",
                        "The status " + inQuotes(provenance.status) + " is not known.",
                        "Use one of: " +
                            inQuotes(std::vector<std::string>(kStatuses.begin(), kStatuses.end())) +
                            ".");
        }
        const std::string source = textOf(figure, pointer, "source", true);
        if (source.empty()) {
            return;
        }
        if (const auto found = sources_.find(source); found != sources_.end()) {
            provenance.source = found->second.text;
            provenance.date = found->second.date;
            return;
        }
        std::vector<std::string> ids;
        for (const auto& [id, ignored] : sources_) {
            ids.push_back(id);
        }
        faults_.add("020", pointer + "/source",
                    "The file's \"sources\" have no " + inQuotes(source) + ".",
                    didYouMean(source, ids, "Add it there, with text and date."));
    }

    // Knowledge of a figure that nobody publishes: ends of its kind, with the value between.
    void readRange(const Attribute& a, const Json& figure, const std::string& pointer,
                   const models::Value& value, Provenance& provenance) {
        const auto low = figure.find("low"), high = figure.find("high");
        if (low == figure.end() && high == figure.end()) {
            return;
        }
        if (low == figure.end() || high == figure.end()) {
            faults_.add("011", pointer, "A range has both \"low\" and \"high\".",
                        "State both, or neither.");
            return;
        }
        if (a.kind != ValueKind::Number && a.kind != ValueKind::Integer &&
            a.kind != ValueKind::Curve && a.kind != ValueKind::NumberList) {
            faults_.add("025", pointer, inQuotes(a.key) + " is not a number and has no range.",
                        "Delete \"low\" and \"high\"; write the doubt into the note.");
            return;
        }
        for (const auto& [end, json] : {std::pair{"/low", low}, std::pair{"/high", high}}) {
            auto read = valueFromJson(a, *json);
            if (read) {
                (json == low ? provenance.low : provenance.high) = std::move(*read);
                continue;
            }
            for (const ValueFault& fault : read.error()) {
                faults_.add(fault.number, pointer + end + fault.where, fault.message, fault.remedy);
            }
        }
        const auto number = [](const models::Value& v) {
            const auto* whole = std::get_if<std::int64_t>(&v);
            const auto* real = std::get_if<double>(&v);
            return whole != nullptr  ? static_cast<double>(*whole)
                   : real != nullptr ? *real
                                     : models::kNotStated;
        };
        if (number(provenance.low) > number(value) || number(value) > number(provenance.high)) {
            faults_.add("025", pointer + "/value",
                        "The value of " + inQuotes(a.key) + " is outside its own range.",
                        "State low <= value <= high.");
        }
    }

    // A figure with a unit states it, so that nobody reads kilowatts as watts.
    void checkUnit(const Attribute& a, const Json& figure, const std::string& pointer) {
        const bool hasUnit = !a.unit.symbol.empty();
        const std::string stated = textOf(figure, pointer, "unit", hasUnit);
        if (stated != a.unit.symbol && (!stated.empty() || !hasUnit)) {
            faults_.add("019", pointer + "/unit",
                        inQuotes(a.key) + " is stated in " + inQuotes(stated) +
                            ", but its unit is " + (hasUnit ? inQuotes(a.unit.symbol) : "none") +
                            ".",
                        hasUnit ? "Convert the value to " + std::string(a.unit.symbol) + "."
                                : "Delete the unit, or check the value.");
        }
    }

    const JsonText& text_;
    Faults faults_;
    std::vector<CatalogueEntry>& entries_;
    const ComponentType* type_ = nullptr;
    std::map<std::string, Source> sources_;
};

// Where a part is in its file, for faults that only the whole catalogue shows.
struct LoadedFile {
    JsonText text;
    std::size_t first = 0;  // of its entries
    std::size_t count = 0;
};

/// Place of each type in catalogueTypes(), which is that of its parts in a catalogue.
std::size_t partRank(const ComponentType* type) {
    static const auto kRanks = [] {
        std::unordered_map<const ComponentType*, std::size_t> ranks;
        for (const ComponentType* each : models::catalogueTypes()) {
            ranks.emplace(each, ranks.size());
        }
        return ranks;
    }();
    return kRanks.at(type);
}

const ComponentType* partTypeOf(std::string_view id) {
    static const auto kTypes = [] {
        std::unordered_map<std::string_view, const ComponentType*> types;
        for (const ComponentType* each : models::catalogueTypes()) {
            types.emplace(each->id, each);
        }
        return types;
    }();
    const auto found = kTypes.find(id);
    return found == kTypes.end() ? nullptr : found->second;
}

using Known =
    std::set<std::pair<std::string_view, std::string_view>>;  ///< type and id of every part

Errors danglingReferences(const Catalogue& catalogue, const Known& parts,
                          const std::vector<CatalogueEntry>& entries, const LoadedFile& file) {
    Faults faults(file.text, "CAT");
    for (std::size_t i = 0; i < file.count; ++i) {
        const CatalogueEntry& entry = entries[file.first + i];
        for (std::size_t k = 0; k < entry.type->attributes.size(); ++k) {
            const Attribute& a = entry.type->attributes[k];
            const auto* id = std::get_if<std::string>(&entry.values[k]);
            if (a.kind != ValueKind::Reference || id == nullptr ||
                parts.count({a.target, *id}) > 0) {
                continue;
            }
            std::vector<std::string> known;
            for (const CatalogueEntry* part : catalogue.entriesOf(a.target)) {
                known.push_back(part->id);
            }
            faults.add("017",
                       "/parts/" + std::to_string(i) + "/figures" + pointerStep(a.key) + "/value",
                       "The catalogue has no " + std::string(a.target) + " " + inQuotes(*id) + ".",
                       didYouMean(*id, known, "Add it to " + std::string(a.target) + ".json."));
        }
    }
    return faults.take();
}

void makeSpec(CatalogueEntry& entry) {
    void* spec = entry.type->create();
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
        const Attribute& a = entry.type->attributes[i];
        a.set(a, spec, entry.values[i]);
    }
    entry.spec = std::shared_ptr<const void>(
        spec, [type = entry.type](const void* old) { type->destroy(const_cast<void*>(old)); });
}

std::vector<std::filesystem::path> jsonFilesOf(const std::filesystem::path& directory,
                                               std::error_code& failure) {
    std::vector<std::filesystem::path> paths;
    for (std::filesystem::directory_iterator it(directory, failure), end; !failure && it != end;
         it.increment(failure)) {
        if (it->path().extension() == ".json") {
            paths.push_back(it->path());
        }
    }
    if (failure == std::errc::not_enough_memory) {
        throw std::bad_alloc();
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Entries from `shipped` on are in place of those before it that have their type and id.
void replaceShipped(std::vector<CatalogueEntry>& entries, std::size_t shipped) {
    std::map<std::pair<const ComponentType*, std::string>, std::size_t> places;
    for (std::size_t i = 0; i < shipped; ++i) {
        places.emplace(std::pair{entries[i].type, entries[i].id}, i);
    }
    std::vector<CatalogueEntry> added;
    for (std::size_t i = shipped; i < entries.size(); ++i) {
        const auto found = places.find({entries[i].type, entries[i].id});
        if (found != places.end()) {
            entries[found->second] = std::move(entries[i]);
        } else {
            added.push_back(std::move(entries[i]));
        }
    }
    entries.resize(shipped);
    entries.insert(entries.end(), std::make_move_iterator(added.begin()),
                   std::make_move_iterator(added.end()));
}

}  // namespace

ResultAll<Catalogue> Catalogue::load(const std::filesystem::path& directory) {
    return load(directory, {});
}

ResultAll<Catalogue> Catalogue::load(const std::filesystem::path& directory,
                                     const std::filesystem::path& overlay) {
    std::error_code failure;
    std::vector<std::filesystem::path> paths = jsonFilesOf(directory, failure);
    if (failure || paths.empty()) {
        return tl::unexpected(Errors{
            {"CAT-001",
             failure ? "The catalogue folder cannot be read: " + failure.message() + "."
                     : "The catalogue folder holds no .json file.",
             "Point to the catalog folder of the installation (share/headroom/resources/catalog).",
             directory.string(), "", 0}});
    }
    const std::size_t shippedFiles = paths.size();
    if (!overlay.empty() && std::filesystem::is_directory(overlay, failure)) {
        const auto own = jsonFilesOf(overlay, failure);
        paths.insert(paths.end(), own.begin(), own.end());
    }

    Catalogue catalogue;
    std::size_t shipped = 0;  // entries
    Errors errors;
    std::vector<LoadedFile> files;
    for (const std::filesystem::path& path : paths) {
        const auto text = readTextFile(path, kJsonMemoryPerByte);
        if (!text) {
            errors.push_back(text.error());
            continue;
        }
        auto json = JsonText::parse(*text, path.string(), "CAT");
        if (!json) {
            errors.insert(errors.end(), json.error().begin(), json.error().end());
            continue;
        }
        const std::size_t first = catalogue.entries_.size();
        Errors found = FileReader(*json, catalogue.entries_).read(path.stem().string());
        errors.insert(errors.end(), found.begin(), found.end());
        files.push_back({std::move(*json), first, catalogue.entries_.size() - first});
        shipped = &path < paths.data() + shippedFiles ? catalogue.entries_.size() : shipped;
    }
    // Entries are still in the order of the files here, which danglingReferences counts on.
    Known parts;
    for (const CatalogueEntry& entry : catalogue.entries_) {
        parts.emplace(entry.type->id, entry.id);
    }
    for (const LoadedFile& file : files) {
        Errors found = danglingReferences(catalogue, parts, catalogue.entries_, file);
        errors.insert(errors.end(), found.begin(), found.end());
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    replaceShipped(catalogue.entries_, shipped);
    std::stable_sort(catalogue.entries_.begin(), catalogue.entries_.end(),
                     [](const CatalogueEntry& a, const CatalogueEntry& b) {
                         return partRank(a.type) < partRank(b.type);
                     });
    for (CatalogueEntry& entry : catalogue.entries_) {
        makeSpec(entry);
    }
    return catalogue;
}

Catalogue Catalogue::changed(std::span<const FigureChange> changes) const {
    Catalogue other = *this;
    std::set<std::size_t> touched;
    for (const FigureChange& change : changes) {
        other.entries_[change.entry].values.own()[change.attribute] = change.value;
        touched.insert(change.entry);
    }
    for (const std::size_t entry : touched) {
        makeSpec(other.entries_[entry]);
    }
    return other;
}

const CatalogueEntry* Catalogue::find(std::string_view typeId, std::string_view id) const {
    const ComponentType* type = partTypeOf(typeId);
    if (type == nullptr) {
        return nullptr;
    }
    // Parts of a type are together, in the order of the types.
    auto entry = std::partition_point(
        entries_.begin(), entries_.end(),
        [rank = partRank(type)](const CatalogueEntry& e) { return partRank(e.type) < rank; });
    for (; entry != entries_.end() && entry->type == type; ++entry) {
        if (entry->id == id) {
            CatalogueReads::note(static_cast<std::size_t>(entry - entries_.begin()));
            return &*entry;
        }
    }
    return nullptr;
}

std::vector<const CatalogueEntry*> Catalogue::entriesOf(std::string_view typeId) const {
    std::vector<const CatalogueEntry*> result;
    for (const CatalogueEntry& entry : entries_) {
        if (entry.type->id == typeId) {
            CatalogueReads::note(static_cast<std::size_t>(&entry - entries_.data()));
            result.push_back(&entry);
        }
    }
    return result;
}

std::string Catalogue::fingerprint() const {
    // FNV-1a, 64 bits.
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&hash](std::string_view text) {
        for (const char c : text) {
            hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
        }
        hash = (hash ^ 0xffU) * 0x100000001b3ULL;  // no text of a catalogue has this byte
    };
    for (const CatalogueEntry& entry : entries_) {
        add(entry.type->id);
        add(entry.id);
        for (std::size_t i = 0; i < entry.values.size(); ++i) {
            add(entry.type->attributes[i].key);
            add(valueToJson(entry.values[i]));
        }
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace headroom::engine
