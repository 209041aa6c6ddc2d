// SPDX-License-Identifier: Apache-2.0
#include "ui/serve/serve_desk.h"

#include "ui/kit/task.h"
#include "ui/serve/window_twin.h"
#include "ui/workspace/workspace.h"

#include <QMetaObject>
#include <QPointer>

namespace headroom::ui {

namespace {

constexpr int kLookMs = 1000;
constexpr qsizetype kMostJournal = 200;

}  // namespace

/// In the order in which it may go: the server before what it serves.
struct ServeDesk::Running {
    Running(Workspace* workspace, const std::filesystem::path& resources)
        : twin(workspace), service(twin, resources) {}

    ~Running() {
        service.countsFrom({});
        server.reset();
    }

    WindowTwin twin;
    engine::ApiService service;
    std::unique_ptr<engine::HttpServer> server;
};

ServeDesk::ServeDesk(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace), ending_(new Task(this)) {
    looks_.setInterval(kLookMs);
    connect(&looks_, &QTimer::timeout, this, &ServeDesk::look);
}

ServeDesk::~ServeDesk() {
    if (running_) {
        running_->twin.giveUp();
    }
}

bool ServeDesk::isEnding() const {
    return ending_->isBusy();
}

engine::Result<void> ServeDesk::start(const ServeWish& wish) {
    if (isServing() || isEnding()) {
        return {};
    }
    engine::HttpServer::Options options;
    const auto address = engine::bindAddressOf(wish.address.trimmed().toStdString());
    if (!address) {
        return tl::unexpected(address.error());
    }
    options.address = *address;
    if (!wish.tokens.empty()) {
        auto access = engine::Access::ofFile(wish.tokens);
        if (!access) {
            return tl::unexpected(access.error());
        }
        options.access = std::move(*access);
    }
    options.access.answersTo(*address, {});
    options.certificate = wish.certificate;
    options.key = wish.key;
    if (auto may = engine::HttpServer::mayServe(options); !may) {
        return may;
    }
    std::string token;
    if (wish.operate) {
        token = engine::randomToken();
        options.access.add(engine::Role::Operate, token, "made by the window");
    }
    options.journal = [self = QPointer<ServeDesk>(this), target = this](const std::string& line) {
        QMetaObject::invokeMethod(
            target,
            [self, line = QString::fromStdString(line)] {
                if (self) {
                    self->journal_.prepend(line);
                    self->journal_ = self->journal_.mid(0, kMostJournal);
                    emit self->counted();
                }
            },
            Qt::QueuedConnection);
    };
    auto running =
        std::make_shared<Running>(workspace_, workspace_->catalogueFolder().parent_path());
    if (!running->twin.hasRun()) {
        return tl::unexpected(engine::Error{
            "UI-026",
            "There is no run to serve.",
            "Open a project that can run; a recording is served by `headroom-cli serve RUN.db`.",
            {},
            {},
            0});
    }
    auto server = engine::HttpServer::start(running->service, std::move(options));
    if (!server) {
        return tl::unexpected(server.error());
    }
    running->server = std::move(*server);
    running->service.countsFrom([of = running->server.get()] { return of->counts(); });
    connect(&running->twin, &WindowTwin::lost, this, &ServeDesk::stop);
    url_ = QStringLiteral("%1://%2/")
               .arg(running->server->hasTls() ? "https" : "http",
                    QString::fromStdString(running->server->address().text()));
    token_ = QString::fromStdString(token);
    running_ = std::move(running);
    journal_.clear();
    looks_.start();
    look();
    emit changed();
    return {};
}

void ServeDesk::stop() {
    if (!running_) {
        return;
    }
    looks_.stop();
    running_->twin.giveUp();
    disconnect(&running_->twin, nullptr, this, nullptr);
    url_.clear();
    token_.clear();
    counts_ = {};
    // Connected clients are notified, which may take seconds; their run lives on for that long, and goes here.
    ending_->run(
        [running = running_] {
            running->service.countsFrom({});
            running->server.reset();
        },
        [this, running = running_] { emit changed(); });
    running_.reset();
    emit changed();
}

void ServeDesk::forgetToken() {
    token_.clear();
    emit changed();
}

void ServeDesk::look() {
    if (running_) {
        counts_ = running_->server->counts();
        emit counted();
    }
}

}  // namespace headroom::ui
