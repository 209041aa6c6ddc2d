// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/sample_list.h"

#include "ui/kit/theme.h"

#include <QDir>
#include <QFile>
#include <QPainter>
#include <QStyledItemDelegate>

namespace headroom::ui {

namespace {

constexpr int kFolderRole = Qt::UserRole;
constexpr int kAboutRole = Qt::UserRole + 1;
constexpr QSize kPicture(128, 80);
constexpr int kSampleMargin = 8;

/// Sign for the subject of a scenario, by a word of its folder's name.
QString iconOf(const QString& name) {
    constexpr std::pair<const char*, const char*> kWords[] = {
        {"cool", "cooling"},        {"chiller", "cooling"},    {"water", "cooling"},
        {"immersion", "leak"},      {"frontier", "stacks"},    {"feed", "power"},
        {"swing", "swings"},        {"redundant", "one-line"}, {"link", "faults"},
        {"subscription", "fabric"}, {"meta", "fabric"},        {"fleet", "jobs"},
        {"serve", "jobs"},          {"burst", "job-submit"},   {"days", "reliability"},
        {"sdc", "causes"},          {"site", "site"},          {"hyperscale", "facility"}};
    for (const auto& [word, icon] : kWords) {
        if (name.contains(word)) {
            return icon;
        }
    }
    return "hall";
}

/// First heading of a README, and its first line of prose.
std::pair<QString, QString> aboutSample(const QString& folder) {
    QFile file(folder + "/README.md");
    std::pair<QString, QString> found{QDir(folder).dirName(), {}};
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) {
        return found;
    }
    bool hasTitle = false;
    QString prose;
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine()).trimmed();
        if (!hasTitle && line.startsWith("# ")) {
            found.first = line.mid(2);
            hasTitle = true;
        } else if (line.isEmpty() && !prose.isEmpty()) {
            break;
        } else if (!line.startsWith('#') && !line.startsWith('!')) {
            prose += (prose.isEmpty() ? "" : " ") + line;
        }
    }
    const qsizetype end = prose.indexOf(". ");
    found.second = QString(end < 0 ? prose : prose.left(end + 1)).remove('`');
    return found;
}

class SampleDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {0, kPicture.height() + 2 * kSampleMargin};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem row = option;
        initStyleOption(&row, index);
        row.text.clear();
        row.icon = QIcon();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &row, painter, option.widget);
        const bool isChosen = (option.state & QStyle::State_Selected) != 0;
        const auto ink = [&](QPalette::ColorRole usual) {
            const auto group =
                (option.state & QStyle::State_Enabled) != 0 ? QPalette::Active : QPalette::Disabled;
            return option.palette.color(group, isChosen ? QPalette::HighlightedText : usual);
        };
        const QRect box =
            option.rect.adjusted(kSampleMargin, kSampleMargin, -kSampleMargin, -kSampleMargin);
        const QRect picture(box.topLeft(), kPicture);
        const QVariant sign = index.data(Qt::DecorationRole);
        painter->save();
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        if (const auto pixmap = sign.value<QPixmap>(); !pixmap.isNull()) {
            painter->drawPixmap(picture, pixmap);
        } else {
            painter->fillRect(picture, option.palette.color(QPalette::AlternateBase));
            sign.value<QIcon>().paint(painter, picture.adjusted(40, 18, -40, -18));
        }
        painter->setPen(option.palette.color(QPalette::Mid));
        painter->drawRect(picture.adjusted(0, 0, -1, -1));
        const QRect words = box.adjusted(kPicture.width() + 14, 0, 0, 0);
        QFont heavy = option.font;
        heavy.setWeight(QFont::DemiBold);
        painter->setFont(heavy);
        painter->setPen(ink(QPalette::Text));
        const QFontMetrics metrics(heavy);
        painter->drawText(
            words, Qt::AlignLeft | Qt::AlignTop,
            metrics.elidedText(index.data().toString(), Qt::ElideRight, words.width()));
        painter->setFont(option.font);
        painter->setPen(ink(QPalette::PlaceholderText));
        QRect below = words.adjusted(0, metrics.lineSpacing() + 4, 0, 0);
        below.setHeight(std::min(below.height(), 3 * option.fontMetrics.lineSpacing()));
        painter->drawText(below, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop,
                          index.data(kAboutRole).toString());
        painter->restore();
    }
};

}  // namespace

SampleList::SampleList(const QStringList& folders, QWidget* parent) : QListWidget(parent) {
    setObjectName("sampleList");
    setAccessibleName(tr("Scenarios"));
    setItemDelegate(new SampleDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    for (const QString& folder : folders) {
        const auto [title, about] = aboutSample(folder);
        auto* item = new QListWidgetItem(title, this);
        const QPixmap picture(folder + "/picture.png");
        if (picture.isNull()) {
            item->setData(Qt::DecorationRole, Theme::icon(iconOf(QDir(folder).dirName())));
        } else {
            item->setData(Qt::DecorationRole, picture);
        }
        item->setData(kFolderRole, folder);
        item->setData(kAboutRole, about);
        item->setData(Qt::AccessibleDescriptionRole, about);
        item->setToolTip(about + '\n' + QDir::toNativeSeparators(folder));
    }
    const auto open = [this](const QListWidgetItem* item) {
        emit openRequested(item->data(kFolderRole).toString());
    };
    connect(this, &QListWidget::itemActivated, this, open);
    connect(this, &QListWidget::itemClicked, this, open);
}

}  // namespace headroom::ui
