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

    /// The pose on the way from one pose to another, `share` 0 … 1 of the time; the end where the view does not move.
    virtual std::vector<double> poseBetween(const std::vector<double>& from,
                                            const std::vector<double>& to, double share) const {
        (void)from;
        (void)share;
        return to;
    }

    /// A pose turned about what it looks at by a share of a full turn.
    virtual std::vector<double> poseTurned(const std::vector<double>& pose, double share) const {
        (void)share;
        return pose;
    }

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
