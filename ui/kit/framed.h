// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

class QWidget;

namespace headroom::ui {

/// A view of something larger than itself: 3-D, plan, a diagram, a chart of time.
class Framed {
  public:
    virtual ~Framed() = default;

    /// All of it.
    virtual void fitAll() = 0;
    /// What is selected; all where nothing is.
    virtual void fitSelection() = 0;

    /// Where it stands, in numbers of its own, for setPose() of the same view; empty: it keeps none.
    virtual std::vector<double> pose() const { return {}; }

    /// The part that a slide shows, without what is there to be pressed; null: all of it.
    virtual QWidget* slide() { return nullptr; }

    /// What pose() gave, in a window of any size; numbers of another kind are passed over, and none
    /// at all show everything.
    virtual void setPose(const std::vector<double>& numbers) {
        if (numbers.empty()) {
            fitAll();
        }
    }
};

}  // namespace headroom::ui
