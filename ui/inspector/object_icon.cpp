// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/object_icon.h"

#include "ui/workspace/workspace.h"

#include <array>
#include <utility>

namespace headroom::ui {

namespace {

constexpr auto kByType = std::to_array<std::pair<std::string_view, const char*>>({
    {"project", "facility"},
    {"site", "site"},
    {"climate", "site"},
    {"grid", "power"},
    {"own_supply", "power"},
    {"economics", "money"},
    {"power_policy", "power"},
    {"power_unit", "power"},
    {"drill", "events"},
    {"hall", "hall"},
    {"rack_block", "rack"},
    {"cdu_group", "cooling"},
    {"cooling_loop", "cooling"},
    {"fabric", "network"},
    {"storage_group", "storage"},
    {"power_smoothing", "power"},
    {"failure_policy", "reliability"},
    {"failure_mode", "reliability"},
    {"training_job", "job"},
    {"job_generator", "job"},
    {"job_trace", "job"},
    {"scheduling", "job"},
    {"tenant", "job"},
    {"reservation", "job"},
});

QString iconOfMachine(engine::EquipmentKind kind) {
    const std::string_view icon = engine::lookOf(kind).icon;
    return QString::fromUtf8(icon.data(), static_cast<qsizetype>(icon.size()));
}

}  // namespace

QString iconOfType(std::string_view typeId) {
    for (const auto& [id, icon] : kByType) {
        if (id == typeId) {
            return icon;
        }
    }
    return "inspector";
}

QString iconOf(const Workspace& workspace, const Selected& what) {
    switch (what.kind) {
        case Selected::Kind::None:
        case Selected::Kind::Facility:
            return "facility";
        case Selected::Kind::Rack:
            return "rack";
        case Selected::Kind::Equipment:
            return iconOfMachine(
                workspace.layout().equipment[static_cast<std::size_t>(what.index)].kind);
        case Selected::Kind::Job:
            return "job";
        case Selected::Kind::Object:
            if (const engine::Object* object = workspace.project().find(what.objectId)) {
                return iconOfType(object->type->id);
            }
    }
    return "inspector";
}

}  // namespace headroom::ui
