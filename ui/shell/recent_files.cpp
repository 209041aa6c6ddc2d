// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace headroom::ui {

namespace {

const char* const kKey = "recentFiles";

}  // namespace

RecentFiles::RecentFiles(QObject* parent) : QObject(parent) {}

QStringList RecentFiles::files() const {
    QStringList existing;
    for (const QString& file : QSettings().value(kKey).toStringList()) {
        if (QFileInfo::exists(file)) {
            existing << file;
        }
    }
    return existing;
}

void RecentFiles::add(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList files = QSettings().value(kKey).toStringList();
    files.removeAll(path);
    files.prepend(path);
    while (files.size() > kMost) {
        files.removeLast();
    }
    QSettings().setValue(kKey, files);
    emit changed();
}

void RecentFiles::clear() {
    QSettings().remove(kKey);
    emit changed();
}

}  // namespace headroom::ui
