// SPDX-License-Identifier: Apache-2.0
#include "app/python/bridge.h"

#include "engine/base/duration.h"

#include <cmath>
#include <optional>

namespace headroom::python {

namespace {

py::object errorOf(const Raised& raised) {
    py::list parts;
    const py::object type = py::module_::import("headroom.errors").attr("Error");
    py::object first;
    for (const engine::Error& e : raised.errors()) {
        py::object one = type(std::string(e.text()), e.code, std::string(e.message),
                              std::string(e.remedy), e.file, e.path, e.line);
        parts.append(one);
    }
    first = parts.empty() ? type("unknown", "", "", "", "", "", 0) : py::object(parts[0]);
    first = type(raised.what(), first.attr("code"), first.attr("message"), first.attr("remedy"),
                 first.attr("file"), first.attr("path"), first.attr("line"));
    first.attr("errors") = py::tuple(parts);
    return first;
}

}  // namespace

void refuse(const char* code, std::string message, std::string remedy) {
    throw Raised({code, std::move(message), std::move(remedy), {}, {}, 0});
}

double secondsOf(const py::handle& time) {
    std::optional<double> seconds;
    const std::string text = py::str(time);
    if (py::isinstance<py::str>(time)) {
        seconds = text == "0" || text == "0s" ? std::optional(0.0) : engine::parseDuration(text);
    } else if (py::hasattr(time, "total_seconds")) {
        seconds = py::cast<double>(time.attr("total_seconds")());
    } else if (!py::isinstance<py::bool_>(time) && PyNumber_Check(time.ptr()) != 0) {
        seconds = py::cast<double>(py::float_(py::reinterpret_borrow<py::object>(time)));
    }
    constexpr double kLongestS = 36525.0 * 86400.0;  // as parseDuration
    if (!seconds || !std::isfinite(*seconds) || *seconds < 0.0 || *seconds > kLongestS) {
        refuse("PYM-005", "\"" + text + "\" is not a time of a run",
               "write 90s, 15min, 24h or 7d, a number of seconds, or a datetime.timedelta, of at "
               "most 36525 days");
    }
    return *seconds;
}

py::object fromJson(const std::string& text) {
    try {
        return py::module_::import("json").attr("loads")(text);
    } catch (const py::error_already_set& fault) {
        if (!fault.matches(PyExc_ValueError)) {  // JSONDecodeError and UnicodeDecodeError are such
            throw;
        }
    }
    refuse("STO-013", "the recording is damaged: a text in it is not JSON",
           "restore the file from a copy or run the project again");
}

py::object fromValue(const models::Value& value) {
    return std::visit(
        [](const auto& v) -> py::object {
            using T = std::decay_t<decltype(v)>;
            if constexpr (std::is_same_v<T, std::monostate>) {
                return py::none();
            } else if constexpr (std::is_same_v<T, models::Curve>) {
                py::list points;
                for (std::size_t i = 0; i < v.x().size(); ++i) {
                    points.append(py::make_tuple(v.x()[i], v.y()[i]));
                }
                return points;
            } else if constexpr (std::is_same_v<T, std::vector<double>> ||
                                 std::is_same_v<T, std::vector<std::string>>) {
                py::list items;
                for (const auto& item : v) {
                    items.append(item);
                }
                return items;
            } else {
                return py::cast(v);
            }
        },
        value);
}

std::string settingText(const std::string& path, const py::handle& value) {
    if (value.is_none()) {
        return path + "=";
    }
    py::object plain = py::reinterpret_borrow<py::object>(value);
    if (py::hasattr(plain, "tolist")) {  // a NumPy number or array
        plain = plain.attr("tolist")();
    }
    return path + "=" + py::cast<std::string>(py::module_::import("json").attr("dumps")(plain));
}

void bindErrors() {
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) {
                std::rethrow_exception(thrown);
            }
        } catch (const Raised& raised) {
            const py::object error = errorOf(raised);
            PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
        }
    });
}

}  // namespace headroom::python
