// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

class QThread;

namespace headroom::ui {

/// One piece of work on a thread of its own, with progress and a way to end it: the only way in
/// which the window computes next to itself. The work owns what it reads, since what is open may
/// change meanwhile, and hands back what it made; nothing else is shared.
///
///     task_->run([project = workspace->project()](const Task::Link& link) { return look(project);
///     },
///                [this](Look look) { show(look); });
class Task : public QObject {
    Q_OBJECT

  public:
    /// The work's side of it; may be used from any thread, by one at a time.
    class Link {
      public:
        /// Someone waits for the work to end without a result.
        const std::atomic<bool>& isCancelled() const { return *cancel_; }

        /// `share`: 0..1 of the work. At most ten times a second something comes of it.
        void tell(double share, const QString& text = {}) const;

        /// Done on the thread of the task, as part of a result that is there already; not done
        /// once the work was cancelled.
        void post(std::function<void()> part) const;

      private:
        friend class Task;
        Task* task_ = nullptr;
        std::shared_ptr<const std::atomic<bool>> cancel_;
        std::shared_ptr<std::atomic<qint64>> toldMs_;
    };

    explicit Task(QObject* parent);
    /// Cancels the work and waits for it; what follows it does not happen.
    ~Task() override;

    bool isBusy() const { return thread_ != nullptr; }

    /// The present or last work was asked to end.
    bool isCancelled() const { return *cancel_; }

    /// `work` is called on the worker, with a Link or with nothing; `then` on this thread when it
    /// has ended, with what it returned. Nothing happens while it is busy.
    template <class Work, class Then>
    void run(Work work, Then then) {
        if constexpr (std::is_invocable_v<Work, const Link&>) {
            using Made = std::invoke_result_t<Work, const Link&>;
            if constexpr (std::is_void_v<Made>) {
                start(std::move(work), std::move(then));
            } else {
                auto made = std::make_shared<std::optional<Made>>();
                start(
                    [made, work = std::move(work)](const Link& link) { made->emplace(work(link)); },
                    [made, then = std::move(then)] { then(std::move(**made)); });
            }
        } else {
            run([work = std::move(work)](const Link&) { return work(); }, std::move(then));
        }
    }

    void cancel() { *cancel_ = true; }

    /// Until the work has ended; what follows it happens when events are handled next.
    void wait();

  signals:
    void progressed(double share, const QString& text);

  private:
    void start(std::function<void(const Link&)> work, std::function<void()> then);

    QThread* thread_ = nullptr;
    std::shared_ptr<std::atomic<bool>> cancel_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace headroom::ui
