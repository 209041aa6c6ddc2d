// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/about_dialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <qcustomplot.h>
#include <vtkVersion.h>

namespace headroom::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("About", text);
}

}  // namespace

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
    auto* made = new QDialog(parent);
    made->setObjectName("aboutDialog");
    made->setWindowTitle(tr("About Headroom"));
    made->setAttribute(Qt::WA_DeleteOnClose);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, made);
    QObject::connect(buttons, &QDialogButtonBox::rejected, made, &QDialog::reject);
    auto* column = new QVBoxLayout(made);
    column->addWidget(box, 1);
    column->addWidget(buttons);
    made->resize(520, 280);
    made->show();
}

}  // namespace headroom::ui
