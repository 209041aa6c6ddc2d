// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "models/core/attribute.h"

#include <exception>
#include <pybind11/pybind11.h>
#include <string>
#include <utility>

/// Conversions between Python and the engine: errors, times, values, JSON.
namespace headroom::python {

namespace py = pybind11;

/// Errors of the engine on their way to Python, where they are headroom.Error with the code of the first.
class Raised : public std::exception {
  public:
    explicit Raised(engine::Errors errors)
        : errors_(std::move(errors)), text_(engine::text(errors_)) {
        while (text_.ends_with('\n')) {
            text_.pop_back();
        }
    }

    explicit Raised(engine::Error error) : Raised(engine::Errors{std::move(error)}) {}

    const engine::Errors& errors() const { return errors_; }

    const char* what() const noexcept override { return text_.c_str(); }

  private:
    engine::Errors errors_;
    std::string text_;
};

/// headroom.Error for what the module itself refuses.
[[noreturn]] void refuse(const char* code, std::string message, std::string remedy);

/// The value of a result, or its errors as an exception.
template <class R>
auto orRaise(R&& result) {
    if (!result) {
        throw Raised(std::forward<R>(result).error());
    }
    if constexpr (!std::is_void_v<typename std::remove_reference_t<R>::value_type>) {
        return std::move(*result);
    }
}

/// Seconds of "2h", 7200, 7200.0 or a datetime.timedelta. PYM-005: of anything else; negative; not a number.
double secondsOf(const py::handle& time);

/// Result of json.loads of a text.
py::object fromJson(const std::string& text);

/// As project files have it: None, number, text, list; a curve is a list of pairs.
py::object fromValue(const models::Value& value);

/// The value of "PATH=VALUE" as settingOf() reads it; None takes the statement away.
std::string settingText(const std::string& path, const py::handle& value);

/// Makes Raised headroom.Error.
void bindErrors();

}  // namespace headroom::python
