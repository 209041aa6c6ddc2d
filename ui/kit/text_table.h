// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/record_table.h"

#include <cstdint>

namespace headroom::ui {

struct TextCell {
    QString text;
    QVariant key = {};   ///< to sort by; none means the text
    QString tip = {};    ///< none means the text
    QString icon = {};   ///< of resources/icons, before the text
    QColor colour = {};  ///< of the icon
    QColor ink = {};     ///< of the text; none means the usual one
    QString why = {};    ///< how its number comes about, where the head of its column does not say
};

struct TextRow {
    std::vector<TextCell> cells;
    std::int64_t id = -1;
    bool isBold = false;
};

/// Rows whose cells are written by the owner of the table: figures, counters, lists of parts.
class TextTable : public RecordTable<TextRow> {
  public:
    explicit TextTable(const std::vector<Head>& heads, QObject* parent = nullptr);
};

}  // namespace headroom::ui
