// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <utility>

namespace headroom::ui {

/// Calls `then` when a field (QLineEdit, QSpinBox …) reports editingFinished, as long as `owner` is whole. A field that has the focus
/// loses it while ~QWidget deletes it, and reports once more; what `owner` derives from is all that is left of it by then. `Owner` has
/// Q_OBJECT, which tells the two apart.
template <class Field, class Owner, class Then>
void whenEdited(Field* field, Owner* owner, Then then) {
    QObject* base = owner;
    QObject::connect(field, &Field::editingFinished, owner, [base, then = std::move(then)] {
        if (qobject_cast<Owner*>(base) != nullptr) {
            then();
        }
    });
}

}  // namespace headroom::ui
