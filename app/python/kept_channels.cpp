// SPDX-License-Identifier: Apache-2.0
#include "app/python/kept_channels.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace headroom::python {

bool fits(const std::string& text, const std::string& pattern) {
    std::size_t t = 0, p = 0, star = std::string::npos, from = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            from = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != std::string::npos) {
            p = star + 1;
            t = ++from;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string::npos;
}

void KeptChannels::follow(const std::vector<engine::Channel>& channels) {
    const KeptChannels before = *this;
    names_.clear();
    picked_.clear();
    toSi_.clear();
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const std::string& name = channels[i].name;
        if (std::any_of(patterns_.begin(), patterns_.end(),
                        [&](const std::string& pattern) { return fits(name, pattern); })) {
            names_.push_back(name);
            picked_.push_back(i);
            toSi_.push_back(channels[i].quantity->unit.toSi);
        }
    }
    sample_.resize(channels.size());
    if (names_ == before.names_) {
        return;
    }
    width_ = 1 + names_.size();
    room_ = rows_ = 0;
    table_.reset();
    grow(before.rows_);
    rows_ = before.rows_;
    for (std::size_t column = 0; column < width_; ++column) {
        const Column past = column == 0 ? before.times() : before.of(names_[column - 1]);
        for (std::size_t row = 0; row < rows_; ++row) {
            table_[row * width_ + column] = past.table == nullptr
                                                ? std::numeric_limits<double>::quiet_NaN()
                                                : past.first[row * past.stride];
        }
    }
}

void KeptChannels::grow(std::size_t rows) {
    constexpr std::size_t kFewRows = 256;
    room_ = std::max({kFewRows, 2 * room_, rows});
    std::shared_ptr<double[]> larger(new double[room_ * width_]);
    if (rows_ > 0) {
        std::memcpy(larger.get(), table_.get(), rows_ * width_ * sizeof(double));
    }
    table_ = std::move(larger);
}

void KeptChannels::add(const engine::Simulator& simulator) {
    if (rows_ == room_) {
        grow(rows_ + 1);
    }
    double* row = table_.get() + rows_ * width_;
    row[0] = simulator.timeS();
    if (!picked_.empty()) {
        simulator.sample(sample_);
    }
    for (std::size_t i = 0; i < picked_.size(); ++i) {
        row[1 + i] = sample_[picked_[i]] / toSi_[i];
    }
    ++rows_;
}

KeptChannels KeptChannels::copy() const {
    KeptChannels other = *this;
    other.grow(rows_);
    return other;
}

KeptChannels::Column KeptChannels::column(std::size_t index) const {
    return {table_, table_ == nullptr ? nullptr : table_.get() + index, rows_, width_};
}

KeptChannels::Column KeptChannels::of(const std::string& channel) const {
    const auto found = std::find(names_.begin(), names_.end(), channel);
    return found == names_.end() ? Column{}
                                 : column(1 + static_cast<std::size_t>(found - names_.begin()));
}

}  // namespace headroom::python
