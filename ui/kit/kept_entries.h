// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <QVariant>

class QDialog;
class QWidget;

namespace headroom::ui {

/// Brings back what was entered into a dialog that was left by Esc or Cancel, when it is opened again before the program ends: made at the end
/// of the dialog's constructor. An object name identifies a field. Fields without a name, read-only fields and passwords are left out.
/// A field that the person did not change shows what the dialog puts there.
class KeptEntries : public QObject {
    Q_OBJECT

  public:
    /// `subject`: of dialogs that ask the same about different things, so that nothing typed for one comes up for another.
    explicit KeptEntries(QDialog* dialog, const QString& subject = {});

    /// Whether the fields show earlier entries.
    bool isRestored() const { return isRestored_; }

    /// Puts the values into the fields that the dialog began with.
    void startOver();

    /// Keeps the entries also where the dialog is carried out, for one that makes variants one after the other.
    void keepWhenAccepted() { keepsAll_ = true; }

    /// Forgets all entries, as at the start of the program; for tests.
    static void forgetAll();

  private:
    using Entries = QHash<QString, QVariant>;

    Entries read() const;
    void write(const Entries& entries);
    void keep(int result);

    QDialog* dialog_;
    QString key_;
    Entries first_;
    bool isRestored_ = false, keepsAll_ = false;
};

}  // namespace headroom::ui
