// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::ui {

/// A view of something larger than itself: 3-D, plan, a diagram, a chart of time.
class Framed {
  public:
    virtual ~Framed() = default;

    /// All of it.
    virtual void fitAll() = 0;
    /// What is selected; all where nothing is.
    virtual void fitSelection() = 0;
};

}  // namespace headroom::ui
