// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <utility>
#include <vector>

/// Memory of the engine as NumPy arrays, read-only and without a copy: the array keeps what it looks into.
namespace headroom::python {

namespace py = pybind11;

/// `count` values, `stride` apart, in memory that `keeper` owns.
template <class T, class Keeper>
py::array_t<T> viewOf(std::shared_ptr<Keeper> keeper, const T* first, std::size_t count,
                      std::size_t stride = 1) {
    auto* held = new std::shared_ptr<Keeper>(std::move(keeper));
    const py::capsule owner(held, [](void* p) { delete static_cast<std::shared_ptr<Keeper>*>(p); });
    py::array_t<T> array({count}, {stride * sizeof(T)}, first, owner);
    array.attr("setflags")(py::arg("write") = false);
    return array;
}

/// Takes the values over.
template <class T>
py::array_t<T> arrayOf(std::vector<T> values) {
    auto held = std::make_shared<const std::vector<T>>(std::move(values));
    return viewOf<T>(held, held->data(), held->size());
}

}  // namespace headroom::python
