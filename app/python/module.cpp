// SPDX-License-Identifier: Apache-2.0
#include "app/cli/data_folder.h"
#include "app/python/project.h"
#include "app/python/run_object.h"
#include "engine/guests/guest_process.h"

#include <pybind11/stl/filesystem.h>

/// The part of the Python package "headroom" that is made of the engine; see resources/help/python.md.
PYBIND11_MODULE(_engine, module) {
    using namespace headroom;
    module.doc() =
        "Digital twin of an AI data centre. Times are seconds after the start of a run; numbers "
        "are in the "
        "unit that their name ends with.";
    module.attr("__version__") = HEADROOM_VERSION;
    module.def("look_from", &app::lookFrom,
               "Where to begin looking for resources/ and scenarios/.");
    module.def("data_folder", &app::dataFolder, "The folder with resources/ and scenarios/.");
    module.def("seconds", &python::secondsOf, pybind11::arg("time"),
               "Seconds of \"2h\", a number or a timedelta.");
    module.def("set_guest_program", &engine::setGuestProgram, "Where headroom-guest is.");
    python::bindErrors();
    python::bindFrame(module);
    python::bindRun(module);
    python::bindRecording(module);
    python::bindProject(module);
    python::bindStudies(module);
    python::bindDecisions(module);
    python::bindQuestions(module);
}
