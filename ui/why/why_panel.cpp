// SPDX-License-Identifier: Apache-2.0
#include "ui/why/why_panel.h"

#include "ui/kit/theme.h"
#include "ui/units/unit_system.h"
#include "ui/why/why_text.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace headroom::ui {

WhyPanel::WhyPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      back_(new QToolButton(this)),
      title_(new QLabel(this)),
      value_(new QLabel(this)),
      text_(new QTextBrowser(this)) {
    setObjectName("whyPanel");
    setMinimumWidth(300);
    auto* back = new QAction(Theme::icon("step-back"), tr("Back"), this);
    back->setShortcut(QKeySequence("Alt+Left"));
    back->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    back->setToolTip(tr("The number before (Alt+Left)"));
    addAction(back);
    connect(back, &QAction::triggered, this, &WhyPanel::goBack);
    back_->setDefaultAction(back);
    back_->setAutoRaise(true);
    back_->setObjectName("whyBack");
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    title_->setFont(heavy);
    title_->setWordWrap(true);
    title_->setObjectName("whyTitle");
    QFont big = heavy;
    big.setPointSizeF(font().pointSizeF() + 4.0);
    value_->setFont(big);
    value_->setObjectName("whyValue");
    value_->setWordWrap(true);
    for (QLabel* label : {title_, value_}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    text_->setObjectName("whyText");
    text_->setAccessibleName(tr("From what the number follows"));
    text_->setOpenLinks(false);
    text_->setFrameShape(QFrame::NoFrame);
    text_->document()->setDocumentMargin(10);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(6, 6, 6, 0);
    head->addWidget(back_, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(title_);
    words->addWidget(value_);
    head->addLayout(words, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(head);
    layout->addWidget(text_, 1);
    connect(text_, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { follow(link.toString()); });
    for (const auto signal : {&Workspace::slowTick, &Workspace::projectChanged, &Workspace::opened,
                              &Workspace::closed}) {
        connect(workspace, signal, this, [this] {
            if (isVisible()) {
                refresh();
            }
        });
    }
    connect(&Theme::instance(), &Theme::changed, this, &WhyPanel::refresh);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &WhyPanel::refresh);
    refresh();
}

void WhyPanel::show(const AskedNumber& asked) {
    if (asked.isNone()) {
        refresh();  // says how to ask, or what was asked before
        return;
    }
    if (asked_.isEmpty() || !asked_.back().isSame(asked)) {
        asked_ << asked;
    } else {
        asked_.back() = asked;
    }
    text_->verticalScrollBar()->setValue(0);
    refresh();
}

void WhyPanel::goBack() {
    if (asked_.size() > 1) {
        asked_.removeLast();
        refresh();
    }
}

/// Unchanged parts are not set anew: a selection and the reading position stay.
void WhyPanel::refresh() {
    const auto name = NumberName::parse(number().toStdString());
    const WhyText why = name               ? whyText(*name, asked_.back().shown, *workspace_)
                        : asked_.isEmpty() ? WhyText{}
                                           : whyText(asked_.back());
    back_->setEnabled(asked_.size() > 1);
    back_->defaultAction()->setEnabled(asked_.size() > 1);
    title_->setText(why.title);
    value_->setText(why.value);
    value_->setVisible(!why.value.isEmpty());
    const QString html = !why.title.isEmpty() ? why.html
                         : asked_.isEmpty()
                             ? tr("<p>Ctrl and click on a number, or Shift+F1 on its row, shows "
                                  "here from what it follows.</p>")
                             : tr("<p>What this number was of is not open any more.</p>");
    if (html == html_) {
        return;
    }
    html_ = html;
    const int at = text_->verticalScrollBar()->value();
    text_->setHtml(html);
    text_->verticalScrollBar()->setValue(at);
}

void WhyPanel::follow(const QString& link) {
    const QString kind = link.section(':', 0, 0), to = link.section(':', 1);
    if (kind == "number") {
        show(to);
    } else if (kind == "help") {
        emit helpWanted(to);
    } else if (kind == "cause") {
        workspace_->causes().explain(to.toLongLong());
    }
}

QString WhyPanel::asText() const {
    return title_->text() + '\n' + value_->text() + '\n' + text_->toPlainText();
}

}  // namespace headroom::ui
