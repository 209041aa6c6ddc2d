// SPDX-License-Identifier: Apache-2.0
#include "app/python/arrays.h"
#include "app/python/run_object.h"
#include "engine/base/error.h"

#include <algorithm>
#include <pybind11/stl.h>

namespace headroom::python {

namespace {

/// headroom.Frame: shared with its arrays, never changed.
struct FrameObject {
    std::shared_ptr<const engine::Frame> frame;
};

std::size_t indexOf(std::span<const engine::QuantityInfo> table, const std::string& key) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const engine::QuantityInfo& q) { return q.key == key; });
    if (found == table.end()) {
        std::vector<std::string> keys;
        for (const engine::QuantityInfo& q : table) {
            keys.emplace_back(q.key);
        }
        const std::string near = engine::nearest(key, keys);
        refuse("PYM-002", "there is no quantity \"" + key + "\"",
               near.empty() ? "headroom.quantities() lists them" : "did you mean " + near + "?");
    }
    return static_cast<std::size_t>(found - table.begin());
}

py::array_t<float> rackSi(const FrameObject& self, const std::string& key) {
    const std::vector<float>& field = self.frame->racks[indexOf(engine::rackQuantities(), key)];
    return viewOf<float>(self.frame, field.data(), field.size());
}

py::array rack(const FrameObject& self, const std::string& key) {
    const double toSi = engine::rackQuantities()[indexOf(engine::rackQuantities(), key)].unit.toSi;
    py::array array = rackSi(self, key);
    return toSi == 1.0 ? array : py::array(array / py::float_(toSi));
}

double facility(const FrameObject& self, const std::string& key) {
    const std::size_t index = indexOf(engine::facilityQuantities(), key);
    return self.frame->facility[index] / engine::facilityQuantities()[index].unit.toSi;
}

py::list jobs(const FrameObject& self) {
    py::list list;
    for (const engine::JobRow& job : self.frame->jobs) {
        py::dict d;
        d["id"] = job.id;
        d["name"] = job.name;
        d["state"] = engine::jobStateName(job.state);
        d["tenant"] = job.tenant;
        d["accelerator"] = job.accelerator;
        d["accelerators"] = job.accelerators;
        d["site"] = job.site;
        d["submit_s"] = job.submitS;
        d["start_s"] = job.startS;
        d["end_s"] = job.endS;
        d["queued_s"] = job.queuedS;
        d["progress"] = job.progress;
        d["tokens_per_s"] = job.tokensPerS;
        d["step_s"] = job.stepTimeS;
        d["mfu"] = job.mfu;
        d["restarts"] = job.restarts;
        d["preemptions"] = job.preemptions;
        d["priority"] = job.priority;
        d["held"] = job.held;
        d["service"] = job.service;
        d["cost_usd"] = job.costUsd;
        d["why"] = job.why;
        list.append(d);
    }
    return list;
}

py::list faults(const FrameObject& self) {
    py::list list;
    for (const engine::FaultNow& fault : self.frame->faults) {
        py::dict d;
        d["number"] = fault.number;
        d["kind"] = engine::faultKindName(fault.kind);
        d["phase"] = engine::faultPhaseName(fault.phase);
        d["mode"] = fault.mode;
        d["subject"] = fault.subject;
        d["waits_for"] = fault.waitsFor;
        d["at_s"] = fault.atS;
        d["event"] = fault.event;
        d["rack"] = fault.rack;
        list.append(d);
    }
    return list;
}

py::list quantities(const std::string& of) {
    const std::vector<std::pair<std::string, std::span<const engine::QuantityInfo>>> tables = {
        {"facility", engine::facilityQuantities()}, {"hall", engine::hallQuantities()},
        {"cdu", engine::cduQuantities()},           {"loop", engine::loopQuantities()},
        {"battery", engine::batteryQuantities()},   {"rack", engine::rackQuantities()}};
    py::list list;
    for (const auto& [name, table] : tables) {
        for (const engine::QuantityInfo& q : table) {
            if (of.empty() || of == name) {
                py::dict d;
                d["of"] = name;
                d["key"] = std::string(q.key);
                d["label"] = std::string(q.label);
                d["unit"] = std::string(q.unit.symbol);
                d["to_si"] = q.unit.toSi;
                d["why"] = std::string(q.why);
                list.append(d);
            }
        }
    }
    return list;
}

}  // namespace

py::object frameOf(std::shared_ptr<const engine::Frame> frame) {
    return py::cast(std::make_shared<FrameObject>(FrameObject{std::move(frame)}));
}

void bindFrame(py::module_& module) {
    module.def("quantities", &quantities, py::arg("of") = "",
               "Quantities of a run: of, key (with the unit as suffix), label, unit, to_si, and "
               "why: its equation or "
               "meter. of: facility, hall, cdu, loop or rack; \"\": all.");
    py::class_<FrameObject, std::shared_ptr<FrameObject>>(
        module, "Frame", "An instant of a run. It never changes; its arrays keep it.")
        .def("rack", &rack, py::arg("key"),
             "A quantity of each rack in the unit of its key (\"power_kw\": kW); a copy only where "
             "that is not SI.")
        .def("rack_si", &rackSi, py::arg("key"),
             "The same in SI (W, degrees Celsius, kg/s, shares of 1), float32, read-only and "
             "without a copy.")
        .def("__getitem__", &facility, py::arg("key"),
             "A quantity of the facility in the unit of its key: frame[\"it_power_kw\"].")
        .def_property_readonly(
            "time_s", [](const FrameObject& s) { return s.frame->timeS; },
            "Time after the start of the run, in s.")
        .def_property_readonly(
            "clock", [](const FrameObject& s) { return s.frame->clock; },
            "Local standard time, \"2026-07-01 14:05:00\".")
        .def_property_readonly("jobs", &jobs,
                               "Jobs as dicts: running, starting, queued, the last that ended.")
        .def_property_readonly("faults", &faults, "Open faults as dicts, oldest first.");
}

}  // namespace headroom::python
