// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

class QWidget;

namespace headroom::ui {

/// A view of something larger than itself: 3-D, plan, a diagram, a chart of time.
class Framed {
  public:
    virtual ~Framed() = default;

    /// All of it.
    virtual void fitAll() = 0;
    /// Selected objects. All if nothing is selected.
    virtual void fitSelection() = 0;

    /// Where it is, in numbers of its own, for setPose() of the same view; empty if it keeps none.
    virtual std::vector<double> pose() const { return {}; }

    /// Choice of the things that it shows, in words of its own, for setFocusWords() of the same view; empty means all.
    virtual std::vector<std::string> focusWords() const { return {}; }

    /// Takes words of focusWords(). Ignores words that it does not know.
    virtual void setFocusWords(const std::vector<std::string>& words) { (void)words; }

    /// The part that a slide shows, without what is there to be pressed; null means all of it.
    virtual QWidget* slide() { return nullptr; }

    /// Takes the values of pose() in a window of any size. Ignores invalid values, and shows
    /// everything if there are none.
    virtual void setPose(const std::vector<double>& numbers) {
        if (numbers.empty()) {
            fitAll();
        }
    }
};

}  // namespace headroom::ui
