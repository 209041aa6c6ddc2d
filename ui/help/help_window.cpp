// SPDX-License-Identifier: Apache-2.0
#include "ui/help/help_window.h"

#include "ui/help/help_book.h"
#include "ui/kit/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kTopicRole = Qt::UserRole;
constexpr int kExcerptRole = Qt::UserRole + 1;
constexpr double kLineHeight = 130.0;  // percent: pages are read, not glanced at
constexpr int kWidestPicture = 760;    // pixels

/// A search result: the place, and below it an excerpt in a lighter colour.
class HitDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {0, 3 * option.fontMetrics.lineSpacing() + 14};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem row = option;
        initStyleOption(&row, index);
        row.text.clear();
        const QWidget* list = option.widget;
        list->style()->drawControl(QStyle::CE_ItemViewItem, &row, painter, list);
        const bool isChosen = (option.state & QStyle::State_Selected) != 0;
        const QPalette& palette = option.palette;
        const QRect box = option.rect.adjusted(8, 4, -8, -4);
        QFont heavy = option.font;
        heavy.setWeight(QFont::DemiBold);
        painter->save();
        painter->setFont(heavy);
        painter->setPen(palette.color(isChosen ? QPalette::HighlightedText : QPalette::Text));
        painter->drawText(
            box, Qt::AlignLeft | Qt::AlignTop,
            QFontMetrics(heavy).elidedText(index.data().toString(), Qt::ElideRight, box.width()));
        painter->setFont(option.font);
        painter->setPen(
            palette.color(isChosen ? QPalette::HighlightedText : QPalette::PlaceholderText));
        QRect below = box.adjusted(0, option.fontMetrics.lineSpacing() + 2, 0, 0);
        below.setHeight(2 * option.fontMetrics.lineSpacing());
        painter->drawText(below, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop,
                          index.data(kExcerptRole).toString());
        painter->restore();
    }
};

QAction* action(const char* icon, const QString& text, const QList<QKeySequence>& keys,
                QWidget* window) {
    auto* made = new QAction(Theme::icon(icon), text, window);
    made->setShortcuts(keys);
    made->setToolTip(keys.isEmpty() ? text
                                    : QStringLiteral("%1 (%2)").arg(
                                          text, keys.front().toString(QKeySequence::NativeText)));
    window->addAction(made);
    return made;
}

}  // namespace

HelpWindow::HelpWindow(const HelpBook* book, QWidget* parent)
    : QWidget(parent, Qt::Window),
      book_(book),
      typed_(new QLineEdit(this)),
      left_(new QStackedWidget(this)),
      contents_(new QTreeWidget(this)),
      hits_(new QListWidget(this)),
      browser_(new QTextBrowser(this)) {
    setObjectName("helpWindow");
    setWindowTitle(tr("Headroom Manual"));
    setWindowIcon(QIcon(":/icons/headroom.svg"));
    back_ = action("step-back", tr("Back"), {QKeySequence("Alt+Left"), QKeySequence("Backspace")},
                   this);
    forward_ = action("step", tr("Forward"), {QKeySequence("Alt+Right")}, this);
    QAction* home = action("help", tr("First Page"), {QKeySequence("Alt+Home")}, this);
    QAction* find = action("search", tr("Search"), {QKeySequence("Ctrl+F")}, this);
    back_->setObjectName("helpBack");
    forward_->setObjectName("helpForward");
    connect(back_, &QAction::triggered, this, [this] { go(-1); });
    connect(forward_, &QAction::triggered, this, [this] { go(+1); });
    connect(home, &QAction::triggered, this, [this] { show(QStringLiteral("index.md")); });
    connect(find, &QAction::triggered, this, [this] {
        typed_->setFocus();
        typed_->selectAll();
    });

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 6, 6, 6);
    for (QAction* each : {back_, forward_, home}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(each);
        button->setAutoRaise(true);
        bar->addWidget(button);
    }
    bar->addWidget(typed_, 1);
    typed_->setObjectName("helpSearch");
    typed_->setAccessibleName(tr("Search the manual"));
    typed_->setPlaceholderText(tr("Search the manual"));
    typed_->setClearButtonEnabled(true);
    typed_->addAction(Theme::icon("search"), QLineEdit::LeadingPosition);
    typed_->installEventFilter(this);

    contents_->setObjectName("helpContents");
    contents_->setAccessibleName(tr("Contents"));
    contents_->setHeaderHidden(true);
    contents_->setFrameShape(QFrame::NoFrame);
    hits_->setObjectName("helpHits");
    hits_->setAccessibleName(tr("Search results"));
    hits_->setFrameShape(QFrame::NoFrame);
    hits_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    hits_->setItemDelegate(new HitDelegate(hits_));
    left_->addWidget(contents_);
    left_->addWidget(hits_);

    browser_->setObjectName("helpPage");
    browser_->setAccessibleName(tr("Page"));
    browser_->setFrameShape(QFrame::NoFrame);
    browser_->setOpenLinks(false);
    browser_->setSearchPaths({book->folder()});
    browser_->document()->setDocumentMargin(24);

    auto* split = new QSplitter(this);
    auto* side = new QWidget(split);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(left_, 1);
    split->addWidget(side);
    split->addWidget(browser_);
    split->setStretchFactor(1, 1);
    split->setSizes({300, 760});
    split->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(split);
    resize(1060, 760);

    fillContents();
    connect(typed_, &QLineEdit::textChanged, this, &HelpWindow::fillHits);
    connect(hits_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item != nullptr) {
            show(item->data(kTopicRole).toString());
        }
    });
    connect(contents_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (const QString to = item != nullptr ? item->data(0, kTopicRole).toString() : QString();
            !to.isEmpty()) {
            show(to);
        }
    });
    connect(contents_, &QTreeWidget::itemClicked, this, [](QTreeWidgetItem* item) {
        if (item->data(0, kTopicRole).toString().isEmpty()) {
            item->setExpanded(!item->isExpanded());
        }
    });
    connect(browser_, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { follow(link.toString()); });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        shown_.clear();
        if (at_ >= 0) {
            visits_[at_].scroll = browser_->verticalScrollBar()->value();
            visit(at_);
        }
    });
    go(0);
}

/// Groups of the index, their pages, and of these the headings.
void HelpWindow::fillContents() {
    QTreeWidgetItem* group = nullptr;
    for (const HelpPage& page : book_->pages()) {
        const QString name = page.group.value(0);
        if (!name.isEmpty() && (group == nullptr || group->text(0) != name)) {
            group = new QTreeWidgetItem(contents_, {name});
            group->setFlags(Qt::ItemIsEnabled);
            QFont heavy = contents_->font();
            heavy.setWeight(QFont::DemiBold);
            group->setFont(0, heavy);
            group->setExpanded(!page.name.startsWith("part-"));
        }
        auto* item = name.isEmpty() ? new QTreeWidgetItem(contents_, {page.title})
                                    : new QTreeWidgetItem(group, {page.title});
        item->setData(0, kTopicRole, page.name);
        item->setToolTip(0, page.title);
        for (const HelpSection& section : page.sections) {
            if (section.level == 2) {
                auto* part = new QTreeWidgetItem(item, {section.heading});
                part->setData(0, kTopicRole, QString(page.name + '#' + section.anchor));
                part->setToolTip(0, section.heading);
            }
        }
    }
}

void HelpWindow::fillHits() {
    const QString words = typed_->text().trimmed();
    hits_->clear();
    left_->setCurrentWidget(words.isEmpty() ? static_cast<QWidget*>(contents_) : hits_);
    for (const HelpHit& hit : book_->search(words)) {
        const bool isTop = hit.section->anchor.isEmpty();
        auto* item = new QListWidgetItem(
            isTop ? hit.page->title
                  : QStringLiteral("%1 › %2").arg(hit.page->title, hit.section->heading),
            hits_);
        item->setData(kTopicRole,
                      isTop ? hit.page->name : hit.page->name + '#' + hit.section->anchor);
        item->setData(kExcerptRole, hit.excerpt);
    }
    if (!words.isEmpty() && hits_->count() == 0) {
        auto* none = new QListWidgetItem(tr("Nothing has all these words"), hits_);
        none->setData(kExcerptRole, tr("Try fewer words, or the beginning of one."));
        none->setFlags(Qt::NoItemFlags);
    }
    markHits();
}

void HelpWindow::show(const QString& topic) {
    if (this->topic() != topic) {
        if (at_ >= 0) {
            visits_[at_].scroll = browser_->verticalScrollBar()->value();
        }
        visits_.resize(at_ + 1);
        visits_ << Visit{topic};
        at_ = static_cast<int>(visits_.size()) - 1;
    } else if (at_ >= 0) {
        visits_[at_].scroll = -1;
    }
    QWidget::show();  // first: a place in a page is known once the page has its width
    visit(at_);
}

void HelpWindow::search(const QString& words) {
    QWidget::show();
    typed_->setText(words);
    typed_->setFocus();
}

void HelpWindow::go(int steps) {
    if (steps != 0) {
        visits_[at_].scroll = browser_->verticalScrollBar()->value();
        visit(at_ + steps);
    }
    back_->setEnabled(at_ > 0);
    forward_->setEnabled(at_ + 1 < visits_.size());
}

void HelpWindow::visit(int index) {
    at_ = index;
    const Visit& to = visits_[at_];
    const QString page = to.topic.section('#', 0, 0);
    if (page != shown_) {
        render(page);
    }
    if (to.scroll >= 0) {
        browser_->verticalScrollBar()->setValue(to.scroll);
    } else {
        scrollTo(to.topic.section('#', 1));
    }
    showPlace();
    go(0);
}

void HelpWindow::render(const QString& name) {
    shown_ = name;
    if (const HelpPage* page = book_->page(name)) {
        browser_->setMarkdown(page->markdown);
        dress();
    } else if (book_->pages().isEmpty()) {
        browser_->setPlainText(tr("The manual is missing from this installation: there is no "
                                  "index.md in %1.")
                                   .arg(QDir::toNativeSeparators(book_->folder())));
    } else {
        browser_->setPlainText(tr("The manual has no page “%1”.").arg(name));
    }
    markHits();
}

/// Style that Markdown cannot express: line spacing, table borders, code background, pictures that
/// fit.
void HelpWindow::dress() {
    const ThemeColours& colours = Theme::instance().colours();
    QTextDocument* text = browser_->document();
    QTextCursor edit(text);
    edit.beginEditBlock();
    for (QTextBlock block = text->begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        const int level = format.headingLevel();
        const bool isInTable = QTextCursor(block).currentTable() != nullptr;
        const bool isCode = format.hasProperty(QTextFormat::BlockCodeFence) ||
                            format.hasProperty(QTextFormat::BlockCodeLanguage);
        format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
        if (level > 0) {
            format.setTopMargin(level == 1 ? 0 : 22);
            format.setBottomMargin(8);
        } else if (isCode) {
            format.setBackground(colours.alternate);
            format.setLeftMargin(10);
        } else if (!isInTable && block.textList() == nullptr) {
            format.setBottomMargin(10);
        } else if (block.textList() != nullptr) {
            format.setBottomMargin(4);
        }
        QTextCursor(block).setBlockFormat(format);
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment part = it.fragment();
            if (!part.charFormat().isImageFormat()) {
                continue;
            }
            QTextImageFormat picture = part.charFormat().toImageFormat();
            const QImage image(book_->folder() + '/' + picture.name());
            if (image.width() > kWidestPicture) {
                picture.setWidth(kWidestPicture);
                QTextCursor at(text);
                at.setPosition(part.position());
                at.setPosition(part.position() + part.length(), QTextCursor::KeepAnchor);
                at.setCharFormat(picture);
                break;  // the fragment is another one now
            }
        }
    }
    for (QTextFrame* frame : text->rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorderCollapse(true);
            format.setBorder(0);
            format.setCellPadding(5);
            format.setCellSpacing(0);
            format.setBottomMargin(12);
            table->setFormat(format);
            for (int row = 0; row < table->rows(); ++row) {
                for (int column = 0; column < table->columns(); ++column) {
                    QTextTableCell cell = table->cellAt(row, column);
                    QTextTableCellFormat line = cell.format().toTableCellFormat();
                    line.setBottomBorder(1);
                    line.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
                    line.setBottomBorderBrush(colours.border);
                    if (row == 0) {
                        line.setBackground(colours.alternate);
                    }
                    cell.setFormat(line);
                }
            }
        }
    }
    edit.endEditBlock();
}

/// To a heading, else to the first word that is the anchor: codes, rules and keys are in tables.
void HelpWindow::scrollTo(const QString& anchor) {
    QTextDocument* text = browser_->document();
    if (anchor.isEmpty()) {
        browser_->verticalScrollBar()->setValue(0);
        browser_->moveCursor(QTextCursor::Start);
        return;
    }
    QTextCursor place;
    QHash<QString, int> seen;
    for (QTextBlock block = text->begin(); block.isValid() && place.isNull();
         block = block.next()) {
        if (block.blockFormat().headingLevel() > 0) {
            QString its = HelpBook::anchorOf(block.text());
            if (const int before = seen[its]++; before > 0) {
                its += QStringLiteral("-%1").arg(before);
            }
            if (its == anchor) {
                place = QTextCursor(block);
            }
        }
    }
    if (place.isNull()) {
        place = text->find(anchor, 0,
                           QTextDocument::FindWholeWords | QTextDocument::FindCaseSensitively);
    }
    if (place.isNull()) {
        place = text->find(anchor);
    }
    if (place.isNull()) {
        browser_->verticalScrollBar()->setValue(0);
        return;
    }
    browser_->setTextCursor(place);
    const QRectF box = text->documentLayout()->blockBoundingRect(place.block());
    browser_->verticalScrollBar()->setValue(static_cast<int>(box.top()) - 12);
}

/// The words that were looked for, wherever the page has them.
void HelpWindow::markHits() {
    QList<QTextEdit::ExtraSelection> marks;
    QColor ground = Theme::instance().colours().caution;
    ground.setAlphaF(0.35F);
    for (const QString& word : typed_->text().split(' ', Qt::SkipEmptyParts)) {
        QTextDocument* text = browser_->document();
        for (QTextCursor at = text->find(word); !at.isNull(); at = text->find(word, at)) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = at;
            mark.format.setBackground(ground);
            marks << mark;
        }
    }
    browser_->setExtraSelections(marks);
}

/// The row of the contents that is shown.
void HelpWindow::showPlace() {
    const QSignalBlocker quiet(contents_);
    QTreeWidgetItem* best = nullptr;
    for (QTreeWidgetItemIterator it(contents_); *it != nullptr; ++it) {
        const QString its = (*it)->data(0, kTopicRole).toString();
        if (its == topic() || (best == nullptr && its == shown_)) {
            best = *it;
        }
    }
    if (best != nullptr) {
        contents_->setCurrentItem(best);
        contents_->scrollToItem(best);
    }
    const HelpPage* page = book_->page(shown_);
    setWindowTitle(page != nullptr ? tr("%1 – Headroom Manual").arg(page->title)
                                   : tr("Headroom Manual"));
}

void HelpWindow::follow(const QString& link) {
    if (link.contains("://")) {
        QDesktopServices::openUrl(QUrl(link));
        return;
    }
    show(link.startsWith('#') ? shown_ + link : link);
}

void HelpWindow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (at_ >= 0 && at_ < visits_.size() && visits_[at_].scroll < 0) {
                scrollTo(visits_[at_].topic.section('#', 1));
            }
        },
        Qt::QueuedConnection);
}

void HelpWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        if (typed_->text().isEmpty()) {
            close();
        } else {
            typed_->clear();
        }
        return;
    }
    QWidget::keyPressEvent(event);
}

/// Arrows move through what was found while one still types.
bool HelpWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == typed_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int steps = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
        if ((steps != 0 || isEnter) && hits_->count() > 0 && left_->currentWidget() == hits_) {
            const int row =
                isEnter ? std::max(0, hits_->currentRow()) : hits_->currentRow() + steps;
            hits_->setCurrentRow(std::clamp(row, 0, hits_->count() - 1));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
