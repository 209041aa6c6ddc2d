// SPDX-License-Identifier: Apache-2.0
#include "ui/serve/serve_dialog.h"

#include "ui/kit/file_dialog.h"
#include "ui/kit/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

constexpr int kServeWidth = 620;

/// A text to be read and copied.
QLineEdit* readOnly(const char* name, const QString& accessible, QWidget* parent) {
    auto* field = new QLineEdit(parent);
    field->setObjectName(name);
    field->setAccessibleName(accessible);
    field->setReadOnly(true);
    return field;
}

QWidget* withCopy(QLineEdit* field, const char* name, QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* copy = new QPushButton(Theme::icon("copy"), ServeDialog::tr("Copy"), box);
    copy->setObjectName(name);
    copy->setAutoDefault(false);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(field, 1);
    row->addWidget(copy);
    QObject::connect(copy, &QPushButton::clicked, field,
                     [field] { QGuiApplication::clipboard()->setText(field->text()); });
    return box;
}

void paintNote(QLabel* label, bool isBad) {
    const ThemeColours& c = Theme::instance().colours();
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, isBad ? c.bad : c.muted);
    label->setPalette(palette);
}

}  // namespace

ServeDialog::ServeDialog(ServeDesk* desk, QWidget* parent)
    : QDialog(parent), desk_(desk), pages_(new QStackedWidget(this)) {
    setObjectName("serveDialog");
    setWindowTitle(tr("Serve"));
    pages_->addWidget(makeSetUp());
    pages_->addWidget(makeRunning());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    start_ = buttons->addButton(tr("&Serve"), QDialogButtonBox::ActionRole);
    start_->setObjectName("serveStart");
    start_->setDefault(true);
    stop_ = buttons->addButton(tr("S&top Serving"), QDialogButtonBox::ActionRole);
    stop_->setObjectName("serveStop");
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(pages_, 1);
    layout->addWidget(buttons);
    resize(kServeWidth, sizeHint().height());
    connect(start_, &QPushButton::clicked, this, &ServeDialog::start);
    connect(stop_, &QPushButton::clicked, desk_, &ServeDesk::stop);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(desk_, &ServeDesk::changed, this, &ServeDialog::showState);
    connect(desk_, &ServeDesk::counted, this, &ServeDialog::showCounts);
    showState();
}

QWidget* ServeDialog::makeSetUp() {
    auto* page = new QWidget(pages_);
    auto* about = new QLabel(tr("Others see the run of this window while it is open: a page for "
                                "browsers, resources for scripts, metrics "
                                "for Prometheus."),
                             page);
    about->setWordWrap(true);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    address_ = new QLineEdit(ServeWish().address, page);
    address_->setObjectName("serveAddress");
    address_->setToolTip(
        tr("Address and port; port 0 takes any that is free. 127.0.0.1 is reached from this "
           "machine alone"));
    form->addRow(tr("&Address"), address_);
    operate_ = new QCheckBox(tr("&Others may operate it, with a token that is made now"), page);
    operate_->setObjectName("serveOperate");
    operate_->setToolTip(
        tr("Play, pause, orders, and edits where the window may be edited. Without it others only "
           "read"));
    form->addRow(QString(), operate_);
    auto* others = new QGroupBox(tr("For other machines"), page);
    auto* more = new QFormLayout(others);
    more->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    tokens_ = addFile(more, "serveTokens", tr("&Token file"),
                      tr("A token a line: role, token, name. With it nobody reads without one; "
                         "only its owner may be able to read it"));
    certificate_ =
        addFile(more, "serveCertificate", tr("&Certificate"), tr("Certificate and its chain, PEM"));
    key_ = addFile(more, "serveKey", tr("&Key"), tr("Its private key, PEM, without pass phrase"));
    note_ = new QLabel(page);
    note_->setObjectName("serveNote");
    note_->setWordWrap(true);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(about);
    column->addLayout(form);
    column->addWidget(others);
    column->addWidget(note_);
    column->addStretch(1);
    return page;
}

QWidget* ServeDialog::makeRunning() {
    auto* page = new QWidget(pages_);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    url_ = readOnly("serveUrl", tr("Address"), page);
    form->addRow(tr("Address"), withCopy(url_, "serveCopyUrl", page));
    token_ = readOnly("serveToken", tr("Address with the token to operate"), page);
    tokenRow_ = withCopy(token_, "serveCopyToken", page);
    form->addRow(tr("To operate"), tokenRow_);
    once_ = new QLabel(tr("Shown until this is closed, and nowhere after: copy it now. Every "
                          "holder may operate the run."),
                       page);
    once_->setWordWrap(true);
    form->addRow(QString(), once_);
    counts_ = new QLabel(page);
    counts_->setObjectName("serveCounts");
    counts_->setWordWrap(true);
    form->addRow(tr("Clients"), counts_);
    journal_ = new QListWidget(page);
    journal_->setObjectName("serveJournal");
    journal_->setAccessibleName(tr("Requests that were to change something"));
    journal_->setUniformItemSizes(true);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(form);
    column->addWidget(
        new QLabel(tr("Requests that were to change something, the newest first"), page));
    column->addWidget(journal_, 1);
    return page;
}

QLineEdit* ServeDialog::addFile(QFormLayout* form, const char* name, const QString& label,
                                const QString& tip) {
    auto* box = new QWidget(this);
    auto* field = new QLineEdit(box);
    field->setObjectName(name);
    field->setToolTip(tip);
    auto* browse = new QToolButton(box);
    browse->setIcon(Theme::icon("open"));
    browse->setToolTip(tr("Choose a file"));
    browse->setAccessibleName(browse->toolTip());
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(field, 1);
    row->addWidget(browse);
    auto* words = new QLabel(label, this);
    words->setBuddy(field);
    form->addRow(words, box);
    connect(browse, &QToolButton::clicked, this, [this, field] {
        const QString chosen = askOpenFile(this, windowTitle(), {}, field->text());
        if (!chosen.isEmpty()) {
            field->setText(chosen);
        }
    });
    return field;
}

ServeWish ServeDialog::wish() const {
    const auto path = [](const QLineEdit* field) {
        return std::filesystem::path(field->text().trimmed().toStdString());
    };
    return {address_->text().trimmed(), operate_->isChecked(), path(tokens_), path(certificate_),
            path(key_)};
}

void ServeDialog::start() {
    const ServeWish wanted = wish();
    QString wrong;
    if (wanted.certificate.empty() != wanted.key.empty()) {
        wrong = tr("Certificate and key belong together.");
    } else if (const auto done = desk_->start(wanted); !done) {
        wrong = QString::fromStdString(done.error().text()).trimmed();
    }
    note_->setText(wrong);
    paintNote(note_, true);
}

void ServeDialog::showState() {
    const bool serves = desk_->isServing();
    pages_->setCurrentIndex(serves ? 1 : 0);
    url_->setText(desk_->url());
    const bool hasToken = !desk_->token().isEmpty();
    token_->setText(hasToken ? QStringLiteral("%1#token=%2").arg(desk_->url(), desk_->token())
                             : QString());
    token_->setCursorPosition(0);
    tokenRow_->setEnabled(hasToken);
    token_->setPlaceholderText(tr("nobody, or those of the token file"));
    once_->setVisible(hasToken);
    start_->setVisible(!serves);
    start_->setEnabled(!desk_->isEnding());
    stop_->setVisible(serves);
    if (desk_->isEnding()) {
        note_->setText(tr("Ending: notifying the connected clients…"));
        paintNote(note_, false);
    } else if (serves || note_->text().startsWith(tr("Ending"))) {
        note_->clear();
    }
    showCounts();
}

void ServeDialog::showCounts() {
    const auto& c = desk_->counts();
    counts_->setText(
        tr("%1 connected, of these %2 watching · %L3 requests, %L4 refused · %5 MB sent")
            .arg(c.connections)
            .arg(c.talks)
            .arg(c.requests)
            .arg(c.refused)
            .arg(static_cast<double>(c.bytesOut) / 1e6, 0, 'f', 1));
    if (journal_->count() != desk_->journal().size() ||
        (journal_->count() > 0 && journal_->item(0)->text() != desk_->journal().front())) {
        journal_->clear();
        journal_->addItems(desk_->journal());
    }
}

void ServeDialog::hideEvent(QHideEvent* event) {
    if (!desk_->token().isEmpty() && !event->spontaneous()) {
        desk_->forgetToken();
    }
    QDialog::hideEvent(event);
}

}  // namespace headroom::ui
