// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace headroom::ui {

/// The title of a group of fields or figures.
inline QLabel* wizardHeading(const QString& words, QWidget* parent) {
    auto* label = new QLabel(words, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setContentsMargins(0, 5, 0, 0);
    return label;
}

}  // namespace headroom::ui
