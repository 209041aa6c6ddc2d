// SPDX-License-Identifier: Apache-2.0
#include "engine/report/design/design_sections.h"
#include "engine/report/sheet_blocks.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace headroom::engine::report {

namespace {

using models::Attribute;
using models::Value;
using models::ValueKind;

/// The best founded first: as catalogue.h explains them.
constexpr std::array<std::string_view, 6> kStatuses{"verified", "derived", "secondary",
                                                    "chosen",   "memory",  "assumption"};

class Collector {
  public:
    Collector(const Project& project, const Catalogue& catalogue) : catalogue_(catalogue) {
        for (const Object& object : project.objects) {
            const auto& attributes = object.type->attributes;
            for (std::size_t i = 0; i < attributes.size() && i < object.values.size(); ++i) {
                follow(attributes[i], object.values[i]);
            }
        }
    }

    std::vector<const CatalogueEntry*> parts() const {
        std::vector<const CatalogueEntry*> ordered;
        for (const CatalogueEntry& entry : catalogue_.entries()) {
            if (found_.count(&entry) > 0) {
                ordered.push_back(&entry);
            }
        }
        return ordered;
    }

  private:
    void follow(const Attribute& attribute, const Value& value) {
        if (const auto* id = std::get_if<std::string>(&value);
            id != nullptr && attribute.kind == ValueKind::Reference) {
            add(attribute.target, *id);
        } else if (const auto* ids = std::get_if<std::vector<std::string>>(&value)) {
            for (const std::string& each : *ids) {
                add(attribute.target, each);
            }
        }
    }

    void add(std::string_view types, const std::string& id) {
        while (!types.empty()) {
            const std::size_t end = std::min(types.find('|'), types.size());
            const CatalogueEntry* entry = catalogue_.find(types.substr(0, end), id);
            if (entry != nullptr && found_.insert(entry).second) {
                for (std::size_t i = 0; i < entry->values.size(); ++i) {
                    follow(entry->type->attributes[i], entry->values[i]);
                }
            }
            types.remove_prefix(std::min(end + 1, types.size()));
        }
    }

    const Catalogue& catalogue_;
    std::set<const CatalogueEntry*> found_;
};

bool isStated(const CatalogueEntry& part, std::size_t i) {
    return !std::holds_alternative<std::monostate>(part.values[i]) &&
           !part.provenance[i].status.empty();
}

std::string valueText(const CatalogueEntry& part, std::size_t i) {
    const Attribute& a = part.type->attributes[i];
    const Value& v = part.values[i];
    std::string text;
    if (const auto* number = std::get_if<double>(&v)) {
        text = cellNumber(*number);
    } else if (const auto* whole = std::get_if<std::int64_t>(&v)) {
        text = cellNumber(static_cast<double>(*whole));
    } else if (const auto* flag = std::get_if<bool>(&v)) {
        text = *flag ? "yes" : "no";
    } else if (const auto* word = std::get_if<std::string>(&v)) {
        text = *word;
    } else {
        return "a curve or list";
    }
    return a.unit.symbol.empty() ? text : text + "\u00a0" + std::string(a.unit.symbol);
}

Sheet partsSheet(const std::vector<const CatalogueEntry*>& parts) {
    Sheet sheet{
        "",
        "Parts, and who answers for their figures",
        "Figures of each part of the catalogue that the project uses. Verified: read in the "
        "primary file, or measured. Derived: computed from cited figures. Secondary: on a "
        "third party's page. Chosen: what a part of no make is, as its size. From memory and "
        "assumption: no source supports them.",
        {"Kind", "Part", "Figures", "Verified", "Derived", "Secondary", "Chosen", "From memory",
         "Assumption"},
        {}};
    std::array<double, kStatuses.size()> all{};
    double figures = 0.0;
    for (const CatalogueEntry* part : parts) {
        std::array<double, kStatuses.size()> counts{};
        double sum = 0.0;
        for (std::size_t i = 0; i < part->values.size(); ++i) {
            if (!isStated(*part, i)) {
                continue;
            }
            const auto* const at =
                std::find(kStatuses.begin(), kStatuses.end(), part->provenance[i].status);
            if (at != kStatuses.end()) {
                const auto k = static_cast<std::size_t>(at - kStatuses.begin());
                counts[k] += 1.0;
                all[k] += 1.0;
                sum += 1.0;
            }
        }
        figures += sum;
        std::vector<SheetCell> row{std::string(part->type->label),
                                   part->name.empty() ? part->id : part->name, sum};
        row.insert(row.end(), counts.begin(), counts.end());
        sheet.rows.push_back(std::move(row));
    }
    std::vector<SheetCell> row{std::string("All"), std::string(), figures};
    row.insert(row.end(), all.begin(), all.end());
    sheet.rows.push_back(std::move(row));
    return sheet;
}

Sheet unsourcedSheet(const std::vector<const CatalogueEntry*>& parts) {
    Sheet sheet{"",
                "Assumptions, and figures from memory",
                "headroom-cli sensitivity says which of them move a result, and by how much.",
                {"Part", "Figure", "Value", "Status", "Why"},
                {}};
    for (const CatalogueEntry* part : parts) {
        for (std::size_t i = 0; i < part->values.size(); ++i) {
            const Provenance& p = part->provenance[i];
            if (isStated(*part, i) && p.isUnsourced()) {
                sheet.rows.push_back({part->id, std::string(part->type->attributes[i].label),
                                      valueText(*part, i), p.status,
                                      p.note.empty() ? p.source : p.note});
            }
        }
    }
    return sheet;
}

Sheet sourceSheet(const std::vector<const CatalogueEntry*>& parts) {
    struct Use {
        std::set<std::string> parts;
        std::set<std::string> dates;
        double figures = 0.0;
    };

    std::map<std::string, Use> uses;
    for (const CatalogueEntry* part : parts) {
        for (std::size_t i = 0; i < part->values.size(); ++i) {
            const Provenance& p = part->provenance[i];
            if (isStated(*part, i) && !p.isUnsourced() && p.status != "chosen" &&
                !p.source.empty()) {
                Use& use = uses[p.source];
                use.parts.insert(part->id);
                use.figures += 1.0;
                if (!p.date.empty()) {
                    use.dates.insert(p.date);
                }
            }
        }
    }
    Sheet sheet{"", "Sources", "", {"Source", "Of", "Figures", "Parts"}, {}};
    const auto joined = [](const std::set<std::string>& words) {
        std::string text;
        for (const std::string& word : words) {
            text += (text.empty() ? "" : ", ") + word;
        }
        return text;
    };
    for (const auto& [source, use] : uses) {
        sheet.rows.push_back({source, joined(use.dates), use.figures, joined(use.parts)});
    }
    return sheet;
}

}  // namespace

std::vector<const CatalogueEntry*> partsUsed(const Project& project, const Catalogue& catalogue) {
    return Collector(project, catalogue).parts();
}

Section sourcesSection(const Project& project, const Catalogue& catalogue) {
    constexpr std::size_t kMostUnsourced = 250;
    const auto parts = partsUsed(project, catalogue);
    Section section{"Assumptions and sources"};
    if (parts.empty()) {
        return section;
    }
    section.blocks += blocksOf(partsSheet(parts));
    if (const Sheet sheet = unsourcedSheet(parts); !sheet.rows.empty()) {
        section.blocks +=
            blocksOf(sheet, kMostUnsourced, "Parts in the window shows every figure.");
    }
    if (const Sheet sheet = sourceSheet(parts); !sheet.rows.empty()) {
        section.blocks += blocksOf(sheet);
    }
    return section;
}

}  // namespace headroom::engine::report
