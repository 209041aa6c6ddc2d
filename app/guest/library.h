// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/guest/line_socket.h"

#include <dlfcn.h>
#include <memory>
#include <string>

namespace headroom::guest {

/// A shared library, open. GST-021: it cannot be loaded, with what the loader says.
class Library {
  public:
    explicit Library(const std::string& file)
        : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        if (handle_ == nullptr) {
            throw Refusal(
                "GST-021", std::string("cannot be loaded: ") + dlerror(),
                "take one that is built for this machine, with all that it needs installed");
        }
    }

    /// nullptr if it has none of that name.
    template <class Function>
    Function find(const char* name) const {
        return reinterpret_cast<Function>(dlsym(handle_, name));
    }

    /// GST-021: it lacks the function.
    template <class Function>
    void need(Function& function, const char* name) const {
        function = find<Function>(name);
        if (function == nullptr) {
            throw Refusal("GST-021", std::string("lacks the function ") + name,
                          "take one that is made for this interface");
        }
    }

  private:
    void* handle_;  // until the process ends
};

}  // namespace headroom::guest
