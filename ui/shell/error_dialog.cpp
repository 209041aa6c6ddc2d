// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/error_dialog.h"

#include "ui/help/help_topics.h"
#include "ui/kit/theme.h"
#include "ui/units/unit_words.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

QString placeOf(const engine::Error& error) {
    QStringList parts;
    if (!error.file.empty()) {
        parts << QFileInfo(QString::fromStdString(error.file)).fileName();
    }
    if (error.line > 0) {
        parts << QObject::tr("line %1").arg(error.line);
    }
    if (!error.path.empty()) {
        parts << QString::fromStdString(error.path);
    }
    return parts.join(QStringLiteral(" · "));
}

QWidget* entry(const engine::Error& error, QWidget* parent) {
    const ThemeColours& colours = Theme::instance().colours();
    auto* box = new QWidget(parent);
    auto* icon = new QLabel(box);
    icon->setPixmap(Theme::pixmap("error", 20, colours.bad, parent->devicePixelRatioF()));
    const auto line = [box](const QString& text, QPalette::ColorRole role, bool heavy) {
        auto* label = new QLabel(text, box);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setForegroundRole(role);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        QFont font = label->font();
        font.setWeight(heavy ? QFont::DemiBold : QFont::Normal);
        label->setFont(font);
        return label;
    };
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    QString message = shownText(error.message);
    if (!message.isEmpty()) {
        message[0] = message[0].toUpper();
    }
    words->addWidget(line(message, QPalette::WindowText, true));
    if (!error.remedy.empty()) {
        words->addWidget(line(shownText(error.remedy), QPalette::WindowText, false));
    }
    const QString place = placeOf(error);
    words->addWidget(line(place.isEmpty()
                              ? QString::fromStdString(error.code)
                              : QString::fromStdString(error.code) + QStringLiteral(" · ") + place,
                          QPalette::PlaceholderText, false));
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(10, 8, 10, 8);
    row->setSpacing(10);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addLayout(words, 1);
    return box;
}

}  // namespace

ErrorDialog::ErrorDialog(const QString& title, const engine::Errors& errors, QWidget* parent)
    : QDialog(parent) {
    setObjectName("errorDialog");
    setWindowTitle(tr("Headroom"));
    if (!errors.empty()) {
        setProperty(kHelpProperty, "errors.md#" + QString::fromStdString(errors.front().code));
    }
    auto* head = new QLabel(title, this);
    head->setWordWrap(true);
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    heavy.setPointSizeF(heavy.pointSizeF() + 1.5);
    head->setFont(heavy);
    auto* count = new QLabel(
        errors.size() == 1 ? tr("1 fault found.") : tr("%1 faults found.").arg(errors.size()),
        this);
    count->setForegroundRole(QPalette::PlaceholderText);

    auto* list = new QWidget(this);
    list->setObjectName("errorList");
    auto* lines = new QVBoxLayout(list);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    for (const engine::Error& error : errors) {
        lines->addWidget(entry(error, list));
    }
    lines->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(list);
    scroll->setWidgetResizable(true);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copy = buttons->addButton(tr("Copy as Text"), QDialogButtonBox::ActionRole);
    copy->setAutoDefault(false);
    auto* close = buttons->button(QDialogButtonBox::Close);
    close->setDefault(true);
    connect(copy, &QPushButton::clicked, this,
            [errors] { QApplication::clipboard()->setText(shownText(engine::text(errors))); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(head);
    layout->addWidget(count);
    layout->addWidget(scroll, 1);
    layout->addWidget(buttons);
    resize(640, std::clamp(170 + 66 * static_cast<int>(errors.size()), 260, 560));
}

}  // namespace headroom::ui
