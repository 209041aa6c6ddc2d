// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/import_draft.h"
#include "ui/kit/record_table.h"

namespace headroom::ui {

/// A line of a dry run: what is wrong, or what would change.
struct ImportLine {
    const engine::ImportFault* fault;  ///< null means a change
    const engine::ImportRow* change;   ///< null means a fault
};

/// A dry run as a table: what is wrong first, then what would change.
class ImportModel : public RecordTable<ImportLine> {
    Q_DECLARE_TR_FUNCTIONS(ImportModel)

  public:
    /// In the order of its columns.
    enum Column { StateColumn, PlaceColumn, WhatColumn, RemedyColumn };

    explicit ImportModel(QObject* parent = nullptr);

    void setDraft(engine::ImportDraft draft);

    const engine::ImportDraft& draft() const { return draft_; }

  private:
    engine::ImportDraft draft_;
};

}  // namespace headroom::ui
