// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/cause_view.h"

#include "engine/base/scale.h"
#include "ui/events/event_look.h"
#include "ui/failures/cause_canvas.h"
#include "ui/failures/cause_text.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/workspace.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QSplitter>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr std::size_t kRootsListed = 20;
constexpr std::size_t kEffectsListed = 40;
constexpr double kThinksS = 120.0;  // an operator looks for two minutes before saying who it was

}  // namespace

CauseView::CauseView(Workspace* workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), canvas_(new CauseCanvas(workspace, this)) {
    setObjectName("causeView");
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(canvas_);
    splitter->addWidget(makeSide());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setSizes({900, 340});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(splitter, 1);
    const CauseFocus& focus = workspace->causes();
    connect(&focus, &CauseFocus::changed, this, &CauseView::showAll);
    connect(workspace, &Workspace::slowTick, this, [this] {
        if (isVisible()) {
            listRoots();
            showBill();
        }
    });
    connect(canvas_, &DiagramCanvas::activated, this, &CauseView::placeRequested);
    connect(&Theme::instance(), &Theme::changed, this, &CauseView::showAll);
    showAll();
}

QWidget* CauseView::makeBar() {
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(6);
    auto* label = new QLabel(tr("&First event"), bar);
    roots_ = new QComboBox(bar);
    roots_->setObjectName("causeRoots");
    roots_->setAccessibleName(tr("First events, those with most consequences first"));
    roots_->setToolTip(tr("Events that nothing led to, those with most consequences first"));
    roots_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    roots_->setMinimumContentsLength(36);
    label->setBuddy(roots_);
    connect(roots_, &QComboBox::activated, this, [this](int row) {
        if (const QVariant id = roots_->itemData(row); id.isValid()) {
            workspace_->causes().show(id.toLongLong());
        }
    });
    auto* modes = new QButtonGroup(bar);
    const auto button = [&](const char* name, const QString& text, const QString& tip,
                            CauseCanvas::Mode mode) {
        auto* made = new QToolButton(bar);
        made->setObjectName(name);
        made->setText(text);
        made->setToolTip(tip);
        made->setCheckable(true);
        made->setFocusPolicy(Qt::TabFocus);
        made->setChecked(mode == canvas_->mode());
        modes->addButton(made);
        connect(made, &QToolButton::clicked, this, [this, mode] { canvas_->setMode(mode); });
        return made;
    };
    graph_ = button("causeGraph", tr("Graph"), tr("Layers by distance from the first event"),
                    CauseCanvas::Mode::Graph);
    timeline_ = button("causeTimeline", tr("Timeline"), tr("Events along the time axis"),
                       CauseCanvas::Mode::Timeline);
    auto* fold = new QCheckBox(tr("F&old what is alike"), bar);
    fold->setObjectName("causeFold");
    fold->setChecked(true);
    fold->setToolTip(tr("Three or more events of one kind with one cause are drawn as one"));
    connect(fold, &QCheckBox::toggled, canvas_, &CauseCanvas::setFolded);
    layout->addWidget(label);
    layout->addWidget(roots_, 1);
    layout->addSpacing(6);
    layout->addWidget(graph_);
    layout->addWidget(timeline_);
    layout->addWidget(fold);
    return bar;
}

QWidget* CauseView::makeSide() {
    side_ = new QTabWidget(this);
    side_->setObjectName("causeSide");
    side_->setDocumentMode(true);
    side_->setMinimumWidth(290);
    chain_ = new QListWidget(side_);
    chain_->setObjectName("causeChain");
    chain_->setAccessibleName(tr("From the first event to this one"));
    chain_->setWordWrap(true);
    chain_->setFrameShape(QFrame::NoFrame);
    chain_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    chain_->setSpacing(2);
    connect(chain_, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        workspace_->causes().show(item->data(Qt::UserRole).toLongLong());
    });
    side_->addTab(chain_, tr("Chain"));

    auto* money = new QWidget(side_);
    auto* layout = new QVBoxLayout(money);
    bill_ = new QLabel(money);
    bill_->setObjectName("causeBill");
    bill_->setTextFormat(Qt::RichText);
    bill_->setWordWrap(true);
    bill_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    price_ = new NumberBox(models::unit::dollarPerHour, 0.0, 1000.0 / kHourS, money);
    price_->setObjectName("causePrice");
    price_->setAccessibleName(tr("Price of an accelerator for an hour"));
    price_->setWordForLowest(tr("not stated"));
    price_->setToolTip(tr("Cost of one accelerator for an hour while a job holds it"));
    connect(price_, &NumberBox::valueChanged, this, &CauseView::showBill);
    auto* row = new QHBoxLayout;
    auto* label = new QLabel(tr("&Accelerator-hour"), money);
    label->setBuddy(price_);
    row->addWidget(label);
    row->addWidget(price_, 1);
    layout->addWidget(bill_);
    layout->addLayout(row);
    layout->addStretch(1);
    side_->addTab(money, tr("Bill"));

    auto* desk = new QWidget(side_);
    auto* column = new QVBoxLayout(desk);
    auto* what = new QLabel(tr("From sensors and alarms alone, as a control room has them two "
                               "minutes after this event:"),
                            desk);
    what->setWordWrap(true);
    what->setForegroundRole(QPalette::PlaceholderText);
    diagnosis_ = new QTextBrowser(desk);
    diagnosis_->setObjectName("causeDiagnosis");
    diagnosis_->setAccessibleName(tr("Suspects of a diagnosis from telemetry"));
    diagnosis_->setFrameShape(QFrame::NoFrame);
    truth_ = new QLabel(desk);
    truth_->setObjectName("causeTruth");
    truth_->setWordWrap(true);
    column->addWidget(what);
    column->addWidget(diagnosis_, 1);
    column->addWidget(truth_);
    side_->addTab(desk, tr("Diagnosis"));
    connect(side_, &QTabWidget::currentChanged, this, &CauseView::showDiagnosis);
    return side_;
}

void CauseView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    CauseFocus& focus = workspace_->causes();
    if (const auto roots = focus.graph().roots(1); focus.eventId() < 0 && !roots.empty()) {
        focus.show(roots.front());  // the one that most followed from
    }
    showAll();
}

void CauseView::showAll() {
    listRoots();
    showChain();
    showBill();
    showDiagnosis();
}

void CauseView::listRoots() {
    const CauseFocus& focus = workspace_->causes();
    const engine::EventGraph& graph = focus.graph();
    const std::int64_t chosen = focus.eventId() < 0 ? -1 : graph.root(focus.eventId());
    std::vector<std::int64_t> roots = graph.roots(kRootsListed);
    if (chosen >= 0 && std::find(roots.begin(), roots.end(), chosen) == roots.end()) {
        roots.insert(roots.begin(), chosen);
    }
    QStringList texts;
    for (const std::int64_t id : roots) {
        const engine::Event* event = graph.find(id);
        texts << tr("%1  %2  (%3 followed)")
                     .arg(momentText(event->timeS), eventText(*event, focus.names()))
                     .arg(graph.consequences(id));
    }
    if (roots.empty()) {
        texts << tr("Nothing has led to anything yet");
    } else if (chosen < 0) {
        texts.prepend(tr("Choose"));
        roots.insert(roots.begin(), -1);
    }
    bool same = roots_->count() == texts.size();
    for (int i = 0; same && i < roots_->count(); ++i) {
        same = roots_->itemText(i) == texts[i];
    }
    if (!same && !roots_->view()->isVisible()) {
        roots_->clear();
        for (qsizetype i = 0; i < texts.size(); ++i) {
            const std::int64_t id = roots.empty() ? -1 : roots[static_cast<std::size_t>(i)];
            roots_->addItem(texts[i], id < 0 ? QVariant() : QVariant(static_cast<qlonglong>(id)));
        }
    }
    roots_->setEnabled(!graph.roots(1).empty());
    roots_->setCurrentIndex(
        chosen < 0 ? 0 : std::max(0, roots_->findData(static_cast<qlonglong>(chosen))));
}

void CauseView::showChain() {
    const CauseFocus& focus = workspace_->causes();
    chain_->clear();
    if (focus.eventId() < 0) {
        chain_->addItem(tr("No event is chosen."));
        return;
    }
    auto chain = focus.graph().chain(focus.eventId());
    std::reverse(chain.begin(), chain.end());
    for (const engine::Event* event : chain) {
        const EventLook look = lookOf(event->kind);
        auto* item =
            new QListWidgetItem(Theme::pixmap(look.icon, 16, look.colour, 2.0),
                                QStringLiteral("%1  %2\n%3")
                                    .arg(momentText(event->timeS), eventKindText(event->kind),
                                         eventText(*event, focus.names())),
                                chain_);
        item->setData(Qt::UserRole, static_cast<qlonglong>(event->id));
        item->setToolTip(item->text());
        if (event->id == focus.eventId()) {
            QFont heavy = item->font();
            heavy.setWeight(QFont::DemiBold);
            item->setFont(heavy);
        }
    }
    if (!chain.empty() && chain.front()->cause >= 0) {
        chain_->insertItem(0, tr("The causes of this event are not part of the story."));
    }
    listEffects();
}

/// Below the chain: what followed from the event, indented by how many steps away it is.
void CauseView::listEffects() {
    const CauseFocus& focus = workspace_->causes();
    const engine::CauseTree tree = focus.graph().tree(focus.eventId(), {});
    if (tree.nodes.size() < 2) {
        return;
    }
    auto* head = new QListWidgetItem(
        tr("Consequences (%1)").arg(focus.graph().consequences(focus.eventId())), chain_);
    head->setFlags(Qt::NoItemFlags);
    for (std::size_t i = 1; i < std::min(tree.nodes.size(), kEffectsListed + 1); ++i) {
        const engine::Consequence& node = tree.nodes[i];
        const EventLook look = lookOf(node.kind);
        auto* item = new QListWidgetItem(
            Theme::pixmap(look.icon, 16, look.colour, 2.0),
            QString(2 * std::max(0, node.depth - 1), QChar(0x00a0)) +
                QStringLiteral("%1  %2").arg(momentText(node.fromS),
                                             nodeText(node, focus.graph(), focus.names())),
            chain_);
        item->setData(Qt::UserRole, static_cast<qlonglong>(node.events.front()));
        item->setToolTip(item->text());
    }
    if (tree.nodes.size() > kEffectsListed + 1) {
        auto* rest = new QListWidgetItem(
            tr("… and %1 more in the picture").arg(tree.nodes.size() - 1 - kEffectsListed), chain_);
        rest->setFlags(Qt::NoItemFlags);
    }
}

void CauseView::showBill() {
    const CauseFocus& focus = workspace_->causes();
    if (focus.eventId() < 0) {
        bill_->setText(tr("Choose an event to see what it cost."));
        return;
    }
    const engine::Bill bill(focus.graph(), price_->value());
    const engine::Event* event = focus.graph().find(focus.eventId());
    QString text =
        QStringLiteral("<p><b>%1</b></p>").arg(eventText(*event, focus.names()).toHtmlEscaped());
    text += QStringLiteral("<p>%1</p>").arg(tr("It and all that followed, until now:"));
    text += billText(bill.of(focus.eventId()), price_->value() > 0.0);
    const double all = bill.total().workS();
    if (all > 0.0) {
        text += QStringLiteral("<p>%1</p>")
                    .arg(tr("%1\u2009% of all work lost in this run.")
                             .arg(numberText(100.0 * bill.of(focus.eventId()).workS() / all, 3)));
    }
    bill_->setText(text);
}

void CauseView::showDiagnosis() {
    const CauseFocus& focus = workspace_->causes();
    const auto frame = workspace_->frame();
    if (focus.eventId() < 0 || !frame || workspace_->source() == nullptr) {
        diagnosis_->setPlainText(tr("No event is chosen."));
        truth_->clear();
        diagnosed_ = -1;
        return;
    }
    const engine::Event* event = focus.graph().find(focus.eventId());
    const double atS = std::min(frame->timeS, event->timeS + kThinksS);
    if (side_->currentIndex() != 2 || !isVisible() ||
        (diagnosed_ == event->id && diagnosedAtS_ == atS)) {
        return;  // it takes a look at all sensors: when somebody reads it
    }
    diagnosed_ = event->id;
    diagnosedAtS_ = atS;
    diagnosis_->setHtml(
        diagnosisText(workspace_->source()->diagnose(focus.graph().story(), atS), event->timeS));
    const engine::Event* first = focus.graph().find(focus.graph().root(event->id));
    truth_->setText(
        tr("In truth: %1, at %2.").arg(eventText(*first, focus.names()), momentText(first->timeS)));
}

void CauseView::fitAll() {
    canvas_->fitAll();
}

void CauseView::fitSelection() {
    canvas_->fitSelection();
}

}  // namespace headroom::ui
