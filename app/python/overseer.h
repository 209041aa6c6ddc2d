// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <pybind11/pybind11.h>
#include <utility>

namespace headroom::python {

namespace py = pybind11;

/// Progress of many runs on many threads. The interpreter is asked on the caller's thread alone, ten
/// times a second: for Ctrl+C, and for a progress function, whose exceptions end the work too.
class Overseer {
  public:
    explicit Overseer(py::object progress) : progress_(std::move(progress)) {}

    void tell(double done, double due) {
        done_ = done;
        due_ = due;
    }

    const std::atomic<bool>& cancel() const { return cancel_; }

    /// Carries the work out on a thread of its own.
    template <class F>
    auto watch(F work) {
        auto result = std::async(std::launch::async, std::move(work));
        std::exception_ptr thrown;
        {
            const py::gil_scoped_release others;
            while (result.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
                const py::gil_scoped_acquire python;
                if (thrown) {
                    continue;
                }
                try {
                    if (PyErr_CheckSignals() != 0) {
                        throw py::error_already_set();
                    }
                    if (!progress_.is_none()) {
                        progress_(done_.load(), due_.load());
                    }
                } catch (...) {
                    thrown = std::current_exception();
                    cancel_ = true;
                }
            }
        }
        auto value = result.get();
        if (thrown) {
            std::rethrow_exception(thrown);
        }
        return value;
    }

  private:
    py::object progress_;
    std::atomic<double> done_ = 0.0, due_ = 0.0;
    std::atomic<bool> cancel_ = false;
};

}  // namespace headroom::python
