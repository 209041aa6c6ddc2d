// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/save_dialog.h"

#include <QFileDialog>
#include <QRegularExpression>

namespace headroom::ui {

namespace {

QString endingOf(const QString& filter) {
    static const QRegularExpression kEnding(QStringLiteral(R"(\*\.([A-Za-z0-9]+))"));
    return kEnding.match(filter).captured(1);
}

}  // namespace

QString askSaveFile(QWidget* parent, const QString& title, const QString& name,
                    const QString& filter, bool confirmsReplacing) {
    QFileDialog dialog(parent, title, name, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setOption(QFileDialog::DontConfirmOverwrite, !confirmsReplacing);
    dialog.setDefaultSuffix(endingOf(dialog.selectedNameFilter()));
    QObject::connect(
        &dialog, &QFileDialog::filterSelected, &dialog,
        [&dialog](const QString& chosen) { dialog.setDefaultSuffix(endingOf(chosen)); });
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

}  // namespace headroom::ui
