// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"

#include <QDialog>

#include <vector>

class QDialogButtonBox;
class QFormLayout;
class QLabel;

namespace headroom::ui {

class Workspace;

/// Asks for what an object of a type must state, by name and with units, each from a list where there
/// is one: nobody need know an id.
class NewObjectDialog : public QDialog {
    Q_OBJECT

  public:
    /// `begun`: what is known of it, its id first of all.
    NewObjectDialog(const Workspace* workspace, engine::Object begun, QWidget* parent);

    /// The object with what was chosen.
    const engine::Object& object() const { return object_; }

    /// Whether the type has attributes that must be stated and are not in `object`.
    static bool isNeededFor(const engine::Object& object);

  private:
    void addRow(std::size_t place, QFormLayout* form);
    void check();

    struct Row {
        std::size_t place;  ///< in the attribute table
        QWidget* editor;
    };

    const Workspace* workspace_;
    engine::Object object_;
    std::vector<Row> rows_;
    QLabel* reason_;
    QDialogButtonBox* buttons_;
};

}  // namespace headroom::ui
