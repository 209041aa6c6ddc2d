// SPDX-License-Identifier: Apache-2.0
#include "app/python/run_object.h"
#include "engine/watch/page_questions.h"
#include "engine/watch/run_questions.h"

#include <pybind11/stl.h>
#include <string>
#include <utility>

/// Questions about a run, by the list that all faces read.
namespace headroom::python {

namespace {

py::list questions() {
    py::list list;
    for (const engine::RunQuestion* question : engine::runQuestions()) {
        py::dict arguments;
        for (const models::Attribute& attribute : question->spec->attributes) {
            arguments[py::str(std::string(attribute.key))] = std::string(attribute.doc);
        }
        py::dict one;
        one["name"] = std::string(question->name);
        one["title"] = std::string(question->title);
        one["about"] = std::string(question->about);
        one["arguments"] = arguments;
        list.append(one);
    }
    return list;
}

}  // namespace

py::object answerOf(const engine::Simulator& simulator, const std::string& question,
                    const py::kwargs& arguments) {
    engine::QuestionArguments texts;
    for (const auto& [key, value] : arguments) {
        texts.emplace_back(
            py::cast<std::string>(key),
            py::isinstance<py::str>(value)
                ? py::cast<std::string>(value)
                : py::cast<std::string>(py::module_::import("json").attr("dumps")(value)));
    }
    const auto asked = orRaise(engine::askedQuestion(question, std::move(texts)));
    return fromJson(engine::runAnswerJson(orRaise(engine::answerIn(asked.answer(simulator)))));
}

void bindQuestions(py::module_& module) {
    module.def(
        "questions", &questions,
        "Questions that Run.ask() and Recording.ask() answer: name, title, about, arguments.");
}

}  // namespace headroom::python
