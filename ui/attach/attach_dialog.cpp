// SPDX-License-Identifier: Apache-2.0
#include "ui/attach/attach_dialog.h"

#include "engine/api/frame_parts.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/theme.h"
#include "ui/kit/when_edited.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

constexpr int kAttachWidth = 600, kNoteLines = 3;
constexpr std::uint16_t kUsualPort = 8421;
constexpr double kSlowS = 2.0;
constexpr const char* kAddressKey = "attach/address";
constexpr const char* kAuthoritiesKey = "attach/authorities";

}  // namespace

AttachDialog::AttachDialog(Workspace* workspace, QWidget* parent)
    : QDialog(parent),
      workspace_(workspace),
      address_(new QLineEdit(this)),
      token_(new QLineEdit(this)),
      authorities_(new QLineEdit(this)),
      slow_(new QCheckBox(tr("&Slow line: the facility's figures and a frame each two seconds"),
                          this)),
      note_(new QLabel(this)) {
    setObjectName("attachDialog");
    setWindowTitle(tr("Attach"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* about = new QLabel(tr("Shows the run that another Headroom serves (headroom-cli serve, "
                                "or Simulation › Serve…) as if it were of this "
                                "window."),
                             this);
    about->setWordWrap(true);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    address_->setObjectName("attachAddress");
    address_->setPlaceholderText(QStringLiteral("http://127.0.0.1:8421"));
    address_->setToolTip(
        tr("As the server shows it: http://127.0.0.1:8421, or https://HOST:PORT. The text after "
           "#token= is the token"));
    form->addRow(tr("&Address"), address_);
    token_->setObjectName("attachToken");
    token_->setEchoMode(QLineEdit::Password);
    token_->setToolTip(
        tr("None is needed to look at a run that is served on this machine. To play, order and "
           "edit, one that may operate. It "
           "is kept nowhere"));
    form->addRow(tr("&Token"), token_);
    auto* box = new QWidget(this);
    authorities_->setObjectName("attachAuthorities");
    authorities_->setAccessibleName(tr("Trusted certificates"));
    authorities_->setPlaceholderText(tr("those that the system trusts"));
    authorities_->setToolTip(
        tr("PEM: the certificate of whom signed that of the server, or that of the server itself"));
    auto* browse = new QToolButton(box);
    browse->setIcon(Theme::icon("open"));
    browse->setToolTip(tr("Choose a file"));
    browse->setAccessibleName(browse->toolTip());
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(authorities_, 1);
    row->addWidget(browse);
    auto* trust = new QLabel(tr("T&rusted certificates"), this);
    trust->setBuddy(authorities_);
    form->addRow(trust, box);
    slow_->setObjectName("attachSlow");
    slow_->setToolTip(
        tr("Fewer channels, no states of wiring, piping and networks, and fewer frames; a line "
           "that is too slow gets fewer frames in "
           "any case"));
    form->addRow(QString(), slow_);
    note_->setObjectName("attachNote");
    note_->setWordWrap(true);
    note_->setMinimumHeight(kNoteLines * note_->fontMetrics().lineSpacing());
    note_->setAlignment(Qt::AlignTop);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    attach_ = buttons->addButton(tr("&Attach"), QDialogButtonBox::AcceptRole);
    attach_->setObjectName("attachOk");
    attach_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(about);
    layout->addLayout(form);
    layout->addWidget(note_);
    layout->addStretch(1);
    layout->addWidget(buttons);
    resize(kAttachWidth, sizeHint().height());
    address_->setText(QSettings().value(kAddressKey, address_->placeholderText()).toString());
    authorities_->setText(QSettings().value(kAuthoritiesKey).toString());
    connect(browse, &QToolButton::clicked, this, [this] {
        const QString chosen =
            askOpenFile(this, windowTitle(), tr("Certificates (*.pem *.crt);;All files (*)"),
                        authorities_->text());
        if (!chosen.isEmpty()) {
            authorities_->setText(chosen);
        }
    });
    connect(address_, &QLineEdit::textChanged, this, &AttachDialog::check);
    whenEdited(address_, this, [this] { splitToken(); });
    connect(attach_, &QPushButton::clicked, this, &AttachDialog::attach);
    connect(buttons, &QDialogButtonBox::rejected, this, &AttachDialog::reject);
    connect(&workspace_->loader(), &Loader::busyChanged, this,
            [this](const QString& what) { showBusy(!what.isEmpty()); });
    connect(workspace_, &Workspace::failed, this, [this] { asks_ = false; });
    connect(&workspace_->servedRun(), &ServedRun::changed, this, [this] {
        if (asks_) {
            accept();
        }
    });
    check();
    // The next address is typed or pasted over the last one.
    address_->setFocus();
    address_->selectAll();
}

/// The address that a server prints for who operates it has its token in it.
void AttachDialog::splitToken() {
    const QString text = address_->text(), mark = QStringLiteral("#token=");
    if (const auto at = text.indexOf(mark); at >= 0) {
        token_->setText(text.mid(at + mark.size()).trimmed());
        address_->setText(text.left(at));
    }
}

std::optional<engine::AttachWish> AttachDialog::wish() {
    splitToken();
    auto place = engine::httpPlaceOf(address_->text().trimmed().toStdString(), kUsualPort);
    if (!place) {
        say(shownText(place.error().message + ". " + place.error().remedy), true);
        return std::nullopt;
    }
    engine::AttachWish wish;
    wish.place = std::move(*place);
    wish.token = token_->text().trimmed().toStdString();
    wish.trust.authorities = authorities_->text().trimmed().toStdString();
    wish.shipped = workspace_->catalogueFolder();
    if (slow_->isChecked()) {
        wish.everyS = kSlowS;
        wish.channels = {"facility/*"};
        wish.parts = engine::kConditionPart | engine::kFaultPart | engine::kJobPart;
    }
    return wish;
}

void AttachDialog::attach() {
    if (const auto wanted = wish()) {
        QSettings().setValue(kAddressKey, address_->text().trimmed());
        QSettings().setValue(kAuthoritiesKey, authorities_->text().trimmed());
        asks_ = true;
        workspace_->servedRun().attachTo(*wanted);
    }
}

/// A token over a line that anybody can read is worth a warning.
void AttachDialog::check() {
    const auto place = engine::httpPlaceOf(address_->text().trimmed().toStdString(), kUsualPort);
    attach_->setEnabled(!workspace_->loader().isBusy() && !address_->text().trimmed().isEmpty());
    const bool isNear =
        place && (place->host == "127.0.0.1" || place->host == "::1" || place->host == "localhost");
    if (place && !place->hasTls && !isNear) {
        say(tr("Without https the token and all data cross the network unencrypted."), false);
    } else {
        say({}, false);
    }
}

void AttachDialog::showBusy(bool isBusy) {
    for (QWidget* field : std::initializer_list<QWidget*>{address_, token_, authorities_, slow_}) {
        field->setEnabled(!isBusy);
    }
    attach_->setEnabled(!isBusy);
    if (isBusy) {
        say(tr("Asking the server, and building its design…"), false);
    } else {
        check();
    }
}

void AttachDialog::say(const QString& what, bool isBad) {
    const ThemeColours& c = Theme::instance().colours();
    QPalette palette = note_->palette();
    palette.setColor(QPalette::WindowText, isBad ? c.bad : c.muted);
    note_->setPalette(palette);
    note_->setText(what);
}

void AttachDialog::reject() {
    if (workspace_->loader().isBusy()) {
        workspace_->servedRun().giveUpAttaching();
    }
    QDialog::reject();
}

}  // namespace headroom::ui
