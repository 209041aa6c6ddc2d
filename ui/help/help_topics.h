// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <span>

class QWidget;

namespace headroom::ui {

/// Which page F1 opens: the table by object names of views, panes, dialogs and pages; what a widget
/// says itself comes before it, as its property kHelpProperty.
struct HelpTopic {
    const char* context;  ///< object name of a widget
    const char* topic;    ///< "power.md#drawing-the-wiring"
};

std::span<const HelpTopic> helpTopics();

/// For a widget whose subject changes: the topic of the row, finding or error that it shows.
inline constexpr const char* kHelpProperty = "helpTopic";

/// Topic of the widget, or of the nearest parent that has one. Empty if none has.
QString helpTopicOf(const QWidget* widget);

}  // namespace headroom::ui
