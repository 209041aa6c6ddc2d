// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace headroom::engine {

/// A list whose copies share their entries until one of them is written to (own): a copy costs a count. Copies may
/// be read and written by different threads, one object by one thread at a time, as with a vector.
template <class T>
class SharedList {
  public:
    using value_type = T;

    std::size_t size() const { return list_ ? list_->size() : 0; }

    bool empty() const { return size() == 0; }

    const T* data() const { return list_ ? list_->data() : nullptr; }

    const T& operator[](std::size_t i) const { return (*list_)[i]; }

    const T& front() const { return list_->front(); }

    const T* begin() const { return data(); }

    const T* end() const { return data() + size(); }

    /// For writing: entries that nobody else sees.
    std::vector<T>& own() {
        if (!list_) {
            list_ = std::make_shared<std::vector<T>>();
        } else if (list_.use_count() > 1) {
            list_ = std::make_shared<std::vector<T>>(*list_);
        }
        return *list_;
    }

  private:
    std::shared_ptr<std::vector<T>> list_;  ///< null means empty
};

}  // namespace headroom::engine
