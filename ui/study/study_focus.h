// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <vector>

namespace headroom::ui {

/// Which points of a study are looked at: one that is chosen, and those that the brushes of the parallel coordinates
/// leave. Every table and chart of the study follows it.
class StudyFocus : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    int point() const { return point_; }  ///< -1 if there is none

    void choose(int point) {
        if (point != point_) {
            point_ = point;
            emit chosen();
        }
    }

    /// Nothing brushed: all.
    bool shows(std::size_t point) const {
        return brushed_.empty() || (point < brushed_.size() && brushed_[point] != 0);
    }

    const std::vector<char>& brushed() const { return brushed_; }

    /// By point; empty means all.
    void brush(std::vector<char> points) {
        if (points != brushed_) {
            brushed_ = std::move(points);
            emit brushedOthers();
        }
    }

    void clear() {
        brush({});
        choose(-1);
    }

  signals:
    void chosen();
    void brushedOthers();

  private:
    int point_ = -1;
    std::vector<char> brushed_;
};

}  // namespace headroom::ui
