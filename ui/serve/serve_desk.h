// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/api_service.h"
#include "engine/http/http_server.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <filesystem>
#include <memory>

namespace headroom::ui {

class Task;
class WindowTwin;
class Workspace;

struct ServeWish {
    QString address = QStringLiteral("127.0.0.1:8421");
    bool operate = false;  ///< a token is made by which others may operate
    std::filesystem::path tokens, certificate, key;
};

/// The window's run, served to browsers, scripts and Prometheus while it is open.
class ServeDesk : public QObject {
    Q_OBJECT

  public:
    ServeDesk(Workspace* workspace, QObject* parent);
    ~ServeDesk() override;

    /// Listens at once. Errors of addresses, tokens and certificates (WEB-001 to -006).
    engine::Result<void> start(const ServeWish& wish);
    /// Ends gracefully, in parallel with the window: changed() comes when it has.
    void stop();

    bool isServing() const { return running_ != nullptr; }

    /// The server is about to end: connected clients are informed.
    bool isEnding() const;

    /// "http://127.0.0.1:8421/"
    QString url() const { return url_; }

    /// By which others may operate; empty if nobody may, but those of the token file.
    QString token() const { return token_; }

    /// The token was shown once and is not shown again.
    void forgetToken();

    const engine::HttpServer::Counts& counts() const { return counts_; }

    /// The newest requests that were to change something, the newest first: "operate control room 10.0.0.7 PATCH … 200".
    const QStringList& journal() const { return journal_; }

  signals:
    void changed();  ///< begun or ended
    void counted();  ///< other counts, or journal

  private:
    struct Running;

    void look();

    Workspace* workspace_;
    Task* ending_;
    std::shared_ptr<Running> running_;
    QString url_, token_;
    engine::HttpServer::Counts counts_;
    QStringList journal_;
    QTimer looks_;
};

}  // namespace headroom::ui
