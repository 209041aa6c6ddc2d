// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/file_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>

namespace headroom::ui {

namespace {

QString endingOf(const QString& filter) {
    static const QRegularExpression kEnding(QStringLiteral(R"(\*\.([A-Za-z0-9]+))"));
    return kEnding.match(filter).captured(1);
}

const QString kFolderKey = QStringLiteral("files/folder");

/// The path itself if it is absolute, else a path in the folder of the last file.
QString inLastFolder(const QString& path) {
    const QString last = QSettings().value(kFolderKey).toString();
    const QDir folder(QDir(last).exists() && !last.isEmpty() ? last : QDir::homePath());
    return path.isEmpty() ? folder.path() : QDir::cleanPath(folder.absoluteFilePath(path));
}

/// Keeps the folder of the first of them.
QStringList kept(const QStringList& paths) {
    if (!paths.isEmpty()) {
        QSettings().setValue(kFolderKey, QFileInfo(paths.front()).absolutePath());
    }
    return paths;
}

}  // namespace

QString askSaveFile(QWidget* parent, const QString& title, const QString& name,
                    const QString& filter, bool confirmsReplacing) {
    QFileDialog dialog(parent, title, inLastFolder(name), filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setOption(QFileDialog::DontConfirmOverwrite, !confirmsReplacing);
    dialog.setDefaultSuffix(endingOf(dialog.selectedNameFilter()));
    QObject::connect(
        &dialog, &QFileDialog::filterSelected, &dialog,
        [&dialog](const QString& chosen) { dialog.setDefaultSuffix(endingOf(chosen)); });
    return dialog.exec() == QDialog::Accepted ? kept(dialog.selectedFiles()).value(0) : QString();
}

QStringList askOpenFiles(QWidget* parent, const QString& title, const QString& filter,
                         const QString& at) {
    return kept(QFileDialog::getOpenFileNames(parent, title, inLastFolder(at), filter));
}

QString askOpenFile(QWidget* parent, const QString& title, const QString& filter,
                    const QString& at) {
    const QString path = QFileDialog::getOpenFileName(parent, title, inLastFolder(at), filter);
    return path.isEmpty() ? path : kept({path}).front();
}

}  // namespace headroom::ui
