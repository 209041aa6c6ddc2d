// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/help_dialogs.h"

#include "ui/shell/command_set.h"
#include "ui/shell/theme.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <qcustomplot.h>
#include <vtkVersion.h>

namespace headroom::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Help", text);
}

QDialog* dialog(const QString& title, QWidget* content, QSize size, QWidget* parent) {
    auto* made = new QDialog(parent);
    made->setWindowTitle(title);
    made->setAttribute(Qt::WA_DeleteOnClose);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, made);
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    QObject::connect(buttons, &QDialogButtonBox::rejected, made, &QDialog::reject);
    auto* layout = new QVBoxLayout(made);
    layout->addWidget(content, 1);
    layout->addWidget(buttons);
    made->resize(size);
    made->show();
    return made;
}

}  // namespace

void showHelpPage(const QString& file, QWidget* parent) {
    auto* browser = new QTextBrowser;
    browser->setOpenExternalLinks(true);
    browser->setSearchPaths({QFileInfo(file).path()});
    QFile page(file);
    if (page.open(QIODevice::ReadOnly)) {
        browser->setMarkdown(QString::fromUtf8(page.readAll()));
    } else {
        browser->setPlainText(tr("The page %1 is missing from this installation.").arg(file));
    }
    browser->document()->setDocumentMargin(16);
    dialog(tr("Headroom Help"), browser, {720, 640}, parent)->setObjectName("helpDialog");
}

void showShortcuts(CommandSet* commands, const QList<QDockWidget*>& docks, QWidget* parent) {
    auto* box = new QWidget;
    auto* search = new QLineEdit(box);
    search->setPlaceholderText(tr("Search"));
    search->setClearButtonEnabled(true);
    search->addAction(Theme::icon("search"), QLineEdit::LeadingPosition);
    auto* list = new QTreeWidget(box);
    list->setColumnCount(3);
    list->setHeaderLabels({tr("Command"), tr("Keys"), tr("What it does")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    const auto add = [list](QAction* action, const QString& tip) {
        auto* item =
            new QTreeWidgetItem(list, {action->text().remove('&'),
                                       action->shortcut().toString(QKeySequence::NativeText), tip});
        item->setIcon(0, action->icon());
    };
    for (const CommandInfo& info : CommandSet::table()) {
        add(commands->action(info.id), QCoreApplication::translate("Commands", info.tip));
    }
    for (QDockWidget* dock : docks) {
        add(dock->toggleViewAction(), dock->toggleViewAction()->statusTip());
    }
    list->resizeColumnToContents(0);
    list->resizeColumnToContents(1);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(search);
    layout->addWidget(list, 1);
    QObject::connect(search, &QLineEdit::textChanged, list, [list](const QString& words) {
        for (int i = 0; i < list->topLevelItemCount(); ++i) {
            QTreeWidgetItem* item = list->topLevelItem(i);
            const QString all = item->text(0) + ' ' + item->text(1) + ' ' + item->text(2);
            item->setHidden(!all.contains(words, Qt::CaseInsensitive));
        }
    });
    dialog(tr("Keyboard Shortcuts"), box, {680, 560}, parent)->setObjectName("shortcutDialog");
}

void showAbout(QWidget* parent) {
    auto* box = new QWidget;
    auto* logo = new QLabel(box);
    logo->setPixmap(QIcon(":/icons/headroom.svg").pixmap(QSize(64, 64)));
    auto* text = new QLabel(box);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    text->setText(
        QStringLiteral("<h2>Headroom %1</h2><p>%2</p><p>%3</p><p>%4</p>")
            .arg(QCoreApplication::applicationVersion(), tr("A digital twin of AI data centres."),
                 tr("Headroom's own sources are under the Apache License 2.0. This program links "
                    "QCustomPlot, which is under the GNU General Public License, version 3 or "
                    "later; the program as a whole is distributed under that licence."),
                 QStringLiteral("Qt %1 · VTK %2 · QCustomPlot %3")
                     .arg(qVersion(), vtkVersion::GetVTKVersion(), QCUSTOMPLOT_VERSION_STR)));
    auto* layout = new QHBoxLayout(box);
    layout->setSpacing(18);
    layout->addWidget(logo, 0, Qt::AlignTop);
    layout->addWidget(text, 1);
    dialog(tr("About Headroom"), box, {520, 280}, parent)->setObjectName("aboutDialog");
}

}  // namespace headroom::ui
