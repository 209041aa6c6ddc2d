// SPDX-License-Identifier: Apache-2.0
#include "ui/simulation/ask_run.h"

#include "ui/units/unit_words.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>

#include <memory>
#include <utility>

namespace headroom::ui {

void askRun(engine::RunLook& run, const engine::AskedQuestion& question, QObject* who,
            std::function<void(engine::Result<engine::RunReply>)> take) {
    // The application outlives the run; `who` is looked at on this thread only.
    run.ask(question, [self = QPointer<QObject>(who),
                       take = std::move(take)](engine::Result<engine::RunReply> reply) {
        const auto kept = std::make_shared<engine::Result<engine::RunReply>>(std::move(reply));
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, take, kept] {
                if (self) {
                    take(std::move(*kept));
                }
            },
            Qt::QueuedConnection);
    });
}

QString sentencesOf(const engine::Error& error) {
    const auto sentence = [](const engine::Words& words) {
        QString text = shownText(words);
        if (!text.isEmpty()) {
            text.front() = text.front().toUpper();
            text += text.endsWith('.') ? "" : ".";
        }
        return text;
    };
    return (sentence(error.message) + ' ' + sentence(error.remedy)).trimmed();
}

}  // namespace headroom::ui
