// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_design.h"

#include "engine/document/edit.h"
#include "engine/document/json_text.h"
#include "engine/document/setting.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

void setValue(Project& project, std::string_view typeId, std::string_view key,
              const models::Value& value) {
    for (Object& object : project.objects) {
        for (std::size_t i = 0; object.type->id == typeId && i < object.type->attributes.size();
             ++i) {
            if (object.type->attributes[i].key == key) {
                object.values[i] = value;
            }
        }
    }
}

std::string startTextOf(double sinceEpochS) {
    std::string start =
        models::calendarText(static_cast<std::int64_t>(std::floor(sinceEpochS)) * 1000);
    start[start.find(' ')] = 'T';
    return start;
}

}  // namespace

TwinDesign::TwinDesign(const Project& project, const Catalogue& catalogue,
                       std::vector<TwinIntervention> interventions, std::string mapFile)
    : project_(project),
      catalogue_(&catalogue),
      mapFile_(std::move(mapFile)),
      interventions_(std::move(interventions)) {
    std::erase_if(project_.objects, [](const Object& object) {
        return object.type->id == "load_trace" || object.type->id == "drill";
    });
    std::stable_sort(
        interventions_.begin(), interventions_.end(),
        [](const TwinIntervention& a, const TwinIntervention& b) { return a.atS < b.atS; });
}

std::string TwinDesign::setStart(double sinceEpochS) {
    std::string start = startTextOf(sinceEpochS);
    setValue(project_, "project", "start", start);
    return start;
}

ResultAll<Plant> TwinDesign::compiled(const RunOptions& options) const {
    return compile(project_, *catalogue_, options);
}

ResultAll<Plant> TwinDesign::recompiled(const RunOptions& options) {
    ++changes_;
    return compiled(options);
}

ResultAll<std::string> TwinDesign::applySettings(const std::vector<MeasuredSetting>& settings,
                                                 double runS) {
    settledS_ = runS;
    std::vector<Edit> edits;
    std::string words;
    for (; nextSetting_ < settings.size() && settings[nextSetting_].atS <= runS; ++nextSetting_) {
        const MeasuredSetting& setting = settings[nextSetting_];
        const std::size_t dot = setting.path.rfind('.');
        const Object* object = project_.find(setting.path.substr(0, dot));
        const models::Attribute* attribute =
            object == nullptr ? nullptr : object->type->find(setting.path.substr(dot + 1));
        if (attribute == nullptr || attribute->kind != models::ValueKind::Number) {
            return tl::unexpected(
                Errors{{"TEL-047",
                        fmt::format("the project has no number {}", inQuotes(setting.path)),
                        "Write OBJECT.KEY as in the project file: \"htw.supply_setpoint_c\"",
                        mapFile_,
                        {},
                        0}});
        }
        const double value = setting.si / attribute->unit.toSi;
        edits.emplace_back(SetAttribute{object->id, std::string(attribute->key), value});
        words += fmt::format("{}{} {:.6g} {}", words.empty() ? "" : "; ", setting.path, value,
                             attribute->unit.symbol);
    }
    if (edits.empty()) {
        return words;
    }
    if (auto done = applyAll(project_, *catalogue_, edits); !done) {
        return tl::unexpected(Errors{done.error()});
    }
    return words;
}

void TwinDesign::resumeSettings(const std::vector<MeasuredSetting>& settings, double settledRunS) {
    nextSetting_ =
        static_cast<std::size_t>(std::upper_bound(settings.begin(), settings.end(), settledRunS,
                                                  [](double runS, const MeasuredSetting& setting) {
                                                      return runS < setting.atS;
                                                  }) -
                                 settings.begin());
}

const TwinIntervention* TwinDesign::upcoming() const {
    return nextIntervention_ < interventions_.size() ? &interventions_[nextIntervention_] : nullptr;
}

void TwinDesign::intervene() {
    const TwinIntervention& now = interventions_[nextIntervention_++];
    if (!now.figures.empty()) {
        changedCatalogue_ = std::make_unique<Catalogue>(catalogue_->changed(now.figures));
        catalogue_ = changedCatalogue_.get();
    }
}

}  // namespace headroom::engine
