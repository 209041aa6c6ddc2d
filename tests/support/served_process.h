// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QRegularExpression>
#include <QStringList>

#include <csignal>
#include <cstdint>
#include <string>

namespace headroom::tests {

/// `headroom-cli serve` as a process, on a port of its own.
class ServedProcess {
  public:
    /// `arguments` behind "serve"; --bind 127.0.0.1:0 where they have none. Waits until it serves, or has ended.
    explicit ServedProcess(const QStringList& arguments) {
        const QStringList usual =
            arguments.contains("--bind") ? QStringList{} : QStringList{"--bind", "127.0.0.1:0"};
        process_.start(HEADROOM_CLI, QStringList{"serve"} + usual + arguments);
        const bool hasToken = arguments.contains("--operate");
        static const QRegularExpression kPort(":(\\d+)/\n"), kToken("#token=(\\S+)");
        while (process_.state() != QProcess::NotRunning && process_.waitForReadyRead(120'000)) {
            out_ += QString::fromUtf8(process_.readAllStandardOutput());
            if (const auto port = kPort.match(out_); port.hasMatch()) {
                port_ = port.captured(1).toUShort();
                token_ = kToken.match(out_).captured(1).toStdString();
                if (!hasToken || !token_.empty()) {
                    return;
                }
            }
        }
    }

    ~ServedProcess() {
        if (process_.state() != QProcess::NotRunning) {
            process_.kill();
            process_.waitForFinished();
        }
    }

    std::uint16_t port() const { return port_; }

    const std::string& token() const { return token_; }

    /// "Authorization: Bearer …" as a line of a head.
    std::string authorization() const { return "Authorization: Bearer " + token_ + "\r\n"; }

    bool isRunning() { return process_.state() == QProcess::Running; }

    void signal(int number) { ::kill(static_cast<pid_t>(process_.processId()), number); }

    /// Its exit code; -1 if it did not end by itself.
    int end(int byNumber) {
        signal(byNumber);
        if (!process_.waitForFinished(60'000) || process_.exitStatus() != QProcess::NormalExit) {
            return -1;
        }
        return process_.exitCode();
    }

    QString said() { return QString::fromUtf8(process_.readAllStandardError()); }

  private:
    QProcess process_;
    QString out_;
    std::uint16_t port_ = 0;
    std::string token_;
};

}  // namespace headroom::tests
