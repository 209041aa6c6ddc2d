// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace headroom::engine {
struct Comparison;
}

namespace headroom::ui {

/// Figures by candidate: value, difference from the baseline, the best marked.
QWidget* makeFigureTable(const engine::Comparison& comparison, QWidget* parent);

/// Inputs that differ, by object and attribute.
QWidget* makeInputTable(const engine::Comparison& comparison, QWidget* parent);

/// Events that happened not as often, or at other times.
QWidget* makeEventTable(const engine::Comparison& comparison, QWidget* parent);

}  // namespace headroom::ui
