// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QString>
#include <QStringList>

/// Runs the built headroom-cli, for tests.
struct CliResult {
    int code = -1;  ///< -1 means did not start, did not end in time, or was killed
    QString out;
    QString err;
};

inline CliResult runCli(const QStringList& arguments, const QString& folder = {}) {
    QProcess process;
    if (!folder.isEmpty()) {
        process.setWorkingDirectory(folder);
    }
    process.start(HEADROOM_CLI, arguments);
    CliResult result;
    if (process.waitForFinished(300'000) && process.exitStatus() == QProcess::NormalExit) {
        result.code = process.exitCode();
    }
    result.out = QString::fromUtf8(process.readAllStandardOutput());
    result.err = QString::fromUtf8(process.readAllStandardError());
    return result;
}

inline QByteArray readBytes(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline bool writeBytes(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// A small hall that shares its parts with scenarios/tour-small-hall.
inline QString fixtureProject() {
    return QStringLiteral(HEADROOM_SOURCE_DIR "/tests/cli/fixture/small-hall.json");
}
