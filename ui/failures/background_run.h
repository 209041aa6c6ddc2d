// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

#include <atomic>
#include <functional>
#include <memory>

class QThread;

namespace headroom::ui {

/// One piece of work on a thread of its own, with progress and a way to end it.
class BackgroundRun : public QObject {
    Q_OBJECT

  public:
    /// May be called from any thread, one call at a time.
    using Tell = std::function<void(double share, const QString& text)>;
    using Work = std::function<void(const std::atomic<bool>& cancel, const Tell& tell)>;

    explicit BackgroundRun(QObject* parent);
    /// Ends the work and waits for it.
    ~BackgroundRun() override;

    bool isBusy() const { return thread_ != nullptr; }

    bool isCancelled() const { return *cancel_; }

    /// Nothing happens while it is busy.
    void start(Work work);
    void cancel();

  signals:
    void progressed(double share, const QString& text);
    /// Results that the work left are read after this.
    void finished(bool cancelled);

  private:
    QThread* thread_ = nullptr;
    std::shared_ptr<std::atomic<bool>> cancel_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace headroom::ui
