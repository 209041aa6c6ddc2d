// SPDX-License-Identifier: Apache-2.0
#include "ui/storyboard/story_pane.h"

#include "engine/replay/player.h"
#include "engine/run/frame/quantity.h"
#include "ui/kit/clipboard_text.h"
#include "ui/kit/empty_hint.h"
#include "ui/kit/file_dialog.h"
#include "ui/kit/task.h"
#include "ui/kit/theme.h"
#include "ui/kit/when_edited.h"
#include "ui/storyboard/story_export.h"
#include "ui/units/moment_text.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/workspace.h"

#include <QBuffer>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScreen>
#include <QSplitter>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace headroom::ui {

namespace {

constexpr QSize kSmallPresenter(560, 380);  // where show and presenter share a screen
constexpr int kPresenterEdge = 16;

/// Figures of notes that a worker looks up, by keyOf(), and those that it could not find.
struct NoteAnswers {
    std::map<std::string, std::string> texts;
    engine::Errors errors;
};

std::string keyOf(const engine::NoteFigure& figure) {
    return figure.run + ' ' + std::to_string(figure.hours) + ' ' + figure.key;
}

constexpr double kFlightS = 2.4;  // of a camera from scene to scene

/// Some hundred pictures of a motion are kept, so each is small.
QByteArray jpegOf(const QImage& picture) {
    constexpr int kQuality = 88;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture.save(&buffer, "JPG", kQuality);
    return bytes;
}

/// Figures of runs in the notes of a story. Notes that cannot be read have none: the slide shows them unchanged.
std::vector<engine::NoteFigure> ofRuns(const engine::Storyboard& storyboard) {
    std::vector<engine::NoteFigure> wanted;
    for (const engine::StoryScene& scene : storyboard.scenes) {
        if (const auto figures = engine::noteFigures(scene.note)) {
            std::copy_if(figures->begin(), figures->end(), std::back_inserter(wanted),
                         [](const auto& f) { return !f.run.empty(); });
        }
    }
    return wanted;
}

}  // namespace

StoryPane::StoryPane(Workspace* workspace, StoryHands hands, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      stage_(workspace, std::move(hands), this),
      list_(new QListView(this)),
      title_(new QLineEdit(this)),
      note_(new TextBox(this)),
      hold_(new QDoubleSpinBox(this)),
      motion_(new QComboBox(this)),
      pinned_(new QToolButton(this)),
      figures_(new QMenu(this)),
      facts_(new QLabel(this)),
      writer_(new Task(this)),
      reader_(new Task(this)) {
    setObjectName("storyPane");
    hint_ = new EmptyHint(tr("No scene yet. Add keeps what the window shows as the next slide."),
                          list_);
    list_->setObjectName("storyList");
    model_.setWords([this](const engine::StoryScene& scene) { return stage_.viewTitle(scene); });
    list_->setModel(&model_);
    list_->setViewMode(QListView::IconMode);
    list_->setFlow(QListView::LeftToRight);
    list_->setWrapping(true);
    list_->setResizeMode(QListView::Adjust);
    list_->setIconSize({192, 108});
    list_->setGridSize({208, 140});
    list_->setUniformItemSizes(true);
    list_->setWordWrap(true);
    list_->setDragDropMode(QAbstractItemView::InternalMove);
    list_->setMovement(QListView::Snap);
    list_->setSelectionMode(QAbstractItemView::SingleSelection);
    list_->setAccessibleName(tr("Scenes"));
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->addWidget(list_);
    form_ = form();
    split->addWidget(form_);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(tools());
    layout->addWidget(split, 1);
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { fill(); });
    connect(list_, &QListView::activated, this,
            [this](const QModelIndex& index) { choose(index.row()); });
    connect(&model_, &StoryModel::changed, this, [this](int row) {
        if (row >= 0) {
            list_->setCurrentIndex(model_.index(row));
        }
        fill();
    });
    connect(&model_, &StoryModel::failed, this, [this](const engine::Error& error) {
        emit workspace_->failed(tr("The storyboard"), {error});
    });
    connect(workspace, &Workspace::opened, this, &StoryPane::open);
    connect(workspace, &Workspace::closed, this, [this] { model_.close(); });
    connect(&workspace->files(), &ProjectFiles::saved, this,
            [this] { model_.moveTo(subject(), workspace_->title()); });
    open();
    fill();
}

QWidget* StoryPane::tools() {
    auto* bar = new QToolBar(this);
    Theme::instance().keepIconSize(bar, 16);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto action = [&](const char* icon, const QString& text, const QString& tip, auto slot,
                            QList<QAction*>* of) {
        QAction* made = bar->addAction(Theme::icon(icon), text, this, slot);
        made->setToolTip(tip);
        if (of != nullptr) {
            *of << made;
        }
        return made;
    };
    QAction* add = action(
        "camera", tr("Add"), tr("Add the present view as a scene"), [this] { addScene(); },
        nullptr);
    add->setObjectName("storyAdd");
    connect(workspace_, &Workspace::opened, add, [add] { add->setEnabled(true); });
    connect(workspace_, &Workspace::closed, add, [add] { add->setEnabled(false); });
    add->setEnabled(workspace_->isOpen());
    action(
        "replace", tr("Update Scene"), tr("Let the scene show what the window shows now"),
        [this] {
            const auto now = takeScene();
            if (!now) {
                return;
            }
            edit(tr("Update Scene"), [&now](engine::StoryScene& scene) {
                engine::StoryScene next = *now;
                next.title = scene.title;
                next.note = scene.note;
                next.figures = scene.figures;
                next.holdS = scene.holdS;
                next.motion = scene.motion;
                scene = std::move(next);
            });
            model_.setPicture(row(), stage_.picture());
        },
        &ofScene_);
    action(
        "delete", tr("Delete"), tr("Delete the scene; Undo brings it back"),
        [this] { model_.take(row()); }, &ofScene_)
        ->setObjectName("storyDelete");
    bar->addSeparator();
    for (const bool undo : {true, false}) {
        QAction* made = undo ? model_.undo()->createUndoAction(this, tr("Undo"))
                             : model_.undo()->createRedoAction(this, tr("Redo"));
        made->setIcon(Theme::icon(undo ? "undo" : "redo"));
        bar->addAction(made);
    }
    bar->addSeparator();
    action(
        "play", tr("Play"), tr("Full screen, with the presenter's window"), [this] { play(); },
        &ofStory_)
        ->setObjectName("storyPlay");
    action(
        "export", tr("Export…"), tr("As a page, PDF, presentation, pictures or video"),
        [this] {
            const QString file =
                askSaveFile(this, tr("Export Storyboard"),
                            QString::fromStdString(
                                (model_.file().parent_path() / model_.file().stem()).string()) +
                                ".html",
                            tr("Page (*.html);;PDF (*.pdf);;Presentation (*.pptx);;Pictures "
                               "(*.png);;Video (*.mp4);;Video (*.webm)"));
            if (!file.isEmpty()) {
                exportTo(file);
            }
        },
        &ofStory_)
        ->setObjectName("storyExport");
    return bar;
}

QWidget* StoryPane::form() {
    auto* box = new QWidget(this);
    auto* rows = new QFormLayout(box);
    title_->setObjectName("storyTitle");
    note_->setObjectName("storyNote");
    note_->setPlaceholderText(tr("Speaker's note"));
    hold_->setRange(engine::kShortestHold, engine::kLongestHold);
    hold_->setSuffix(tr(" s"));
    hold_->setDecimals(1);
    hold_->setToolTip(tr("Time of the scene when the storyboard plays by itself, and in a video"));
    pinned_->setMenu(figures_);
    pinned_->setPopupMode(QToolButton::InstantPopup);
    pinned_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    facts_->setWordWrap(true);
    rows->addRow(tr("Title"), title_);
    rows->addRow(tr("Note"), note_);
    rows->addRow(tr("Figures"), pinned_);
    rows->addRow(tr("Duration"), hold_);
    motion_->setObjectName("storyMotion");
    motion_->addItem(tr("None"), QString());
    motion_->addItem(tr("Fly here from the scene before"), QStringLiteral("fly"));
    motion_->addItem(tr("Turn once around"), QStringLiteral("turn"));
    motion_->setToolTip(tr("Movement of the camera of a 3-D scene, in the show and in a video"));
    rows->addRow(tr("Camera"), motion_);
    rows->addRow(tr("Shows"), facts_);
    whenEdited(title_, this, [this] {
        edit(tr("Title"),
             [this](engine::StoryScene& scene) { scene.title = title_->text().toStdString(); });
    });
    connect(note_, &QPlainTextEdit::textChanged, this, [this] {
        edit(tr("Note"), [this](engine::StoryScene& scene) {
            scene.note = note_->toPlainText().toStdString();
        });
    });
    connect(motion_, &QComboBox::activated, this, [this] {
        edit(tr("Camera"), [this](engine::StoryScene& scene) {
            scene.motion = motion_->currentData().toString().toStdString();
        });
    });
    whenEdited(hold_, this, [this] {
        edit(tr("Duration"), [this](engine::StoryScene& scene) { scene.holdS = hold_->value(); });
    });
    for (const engine::QuantityInfo& quantity : engine::facilityQuantities()) {
        QAction* action = figures_->addAction(
            QString::fromUtf8(quantity.label.data(), qsizetype(quantity.label.size())));
        action->setCheckable(true);
        action->setData(QString::fromUtf8(quantity.key.data(), qsizetype(quantity.key.size())));
    }
    connect(figures_, &QMenu::triggered, this, [this] {
        edit(tr("Figures"), [this](engine::StoryScene& scene) {
            scene.figures.clear();
            for (const QAction* action : figures_->actions()) {
                if (action->isChecked()) {
                    scene.figures.push_back(action->data().toString().toStdString());
                }
            }
        });
    });
    return box;
}

int StoryPane::row() const {
    const QModelIndex index = list_->currentIndex();
    return index.isValid() ? index.row() : -1;
}

/// Returns the storyboard's file of the open project or recording; empty if that has no file yet.
std::filesystem::path StoryPane::subject() const {
    const std::filesystem::path of = workspace_->files().file();
    return of.empty() ? of : engine::storyboardFileOf(of);
}

/// The same project at another instant, or from its beginning, is announced as opened too: its scenes, their pictures and the steps
/// of undo stay.
void StoryPane::open() {
    if (!workspace_->isOpen()) {
        model_.close();
        return;
    }
    if (std::exchange(document_, workspace_->documentNumber()) != workspace_->documentNumber() ||
        subject() != model_.file()) {
        model_.keepNewIn(workspace_->files().newScenes());
        model_.open(subject(), workspace_->title(), workspace_->files().scenesOfCopy());
    }
}

/// Present view of the window; none, with a message, where a compared run cannot be kept next to the storyboard.
std::optional<engine::StoryScene> StoryPane::takeScene() {
    auto taken = stage_.take(model_.file().parent_path());
    if (!taken) {
        emit workspace_->failed(tr("The scene was not added"), {taken.error()});
        return std::nullopt;
    }
    return std::move(*taken);
}

void StoryPane::addScene() {
    const auto scene = takeScene();
    if (!scene) {
        return;
    }
    StoryCard card{*scene, stage_.picture()};
    card.scene.title = tr("Scene %1").arg(model_.rowCount() + 1).toStdString();
    model_.add(card, row() < 0 ? -1 : row() + 1);
    title_->setFocus();
    title_->selectAll();
}

/// Shows the scene in the window.
void StoryPane::choose(int row) {
    if (row < 0 || row >= model_.rowCount()) {
        return;
    }
    stage_.show(model_.cards()[row].scene, model_.file().parent_path(),
                [this, row] { model_.setPicture(row, stage_.picture()); });
}

void StoryPane::fill() {
    filling_ = true;
    hint_->setVisible(model_.rowCount() == 0);
    const int at = row();
    const bool has = at >= 0 && at < model_.rowCount();
    form_->setEnabled(has);
    const engine::StoryScene scene = has ? model_.cards()[at].scene : engine::StoryScene{};
    const auto put = [](auto* widget, const QString& now, const QString& text, auto set) {
        if (now != text) {
            (widget->*set)(text);
        }
    };
    put(title_, title_->text(), QString::fromStdString(scene.title), &QLineEdit::setText);
    put(note_, note_->toPlainText(), QString::fromStdString(scene.note),
        &QPlainTextEdit::setPlainText);
    hold_->setValue(scene.holdS);
    QStringList pinned;
    for (QAction* action : figures_->actions()) {
        const std::string key = action->data().toString().toStdString();
        const bool on =
            std::find(scene.figures.begin(), scene.figures.end(), key) != scene.figures.end();
        action->setChecked(on);
        if (on) {
            pinned << action->text();
        }
    }
    motion_->setCurrentIndex(std::max(0, motion_->findData(QString::fromStdString(scene.motion))));
    pinned_->setText(pinned.isEmpty() ? tr("None") : pinned.join(", "));
    QStringList facts{has ? stage_.viewTitle(scene) : QString()};
    if (scene.atS >= 0.0) {
        facts << momentText(scene.atS);
    }
    for (const std::string& id : scene.select) {
        facts << workspace_->nameOfObject(id);
    }
    facts_->setText(has ? facts.join(QStringLiteral(" · ")) : QString());
    filling_ = false;
    for (QAction* action : ofScene_) {
        action->setEnabled(has);
    }
    for (QAction* action : ofStory_) {
        action->setEnabled(model_.rowCount() > 0);
    }
}

void StoryPane::edit(const QString& words, const std::function<void(engine::StoryScene&)>& change) {
    const int at = row();
    if (filling_ || at < 0 || at >= model_.rowCount()) {
        return;
    }
    StoryCard card = model_.cards()[at];
    change(card.scene);
    model_.change(at, card, words);
}

void StoryPane::draw(std::function<void(const QList<StorySlide>&)> done) {
    const std::vector<engine::NoteFigure> wanted = ofRuns(model_.storyboard());
    if (reader_->isBusy()) {
        return;
    }
    runFigures_.clear();
    if (wanted.empty()) {
        drawNext(0, {}, done);
        return;
    }
    emit workspace_->said(tr("Reading the figures of the notes…"));
    reader_->run(
        [wanted, folder = model_.file().parent_path(),
         shipped = workspace_->catalogueFolder()](const Task::Link& link) {
            engine::RunFigures runs(folder, shipped);
            NoteAnswers answers;
            for (const engine::NoteFigure& figure : wanted) {
                if (auto text = runs.text(figure, link.isCancelled())) {
                    answers.texts[keyOf(figure)] = std::move(*text);
                } else {
                    answers.errors.push_back(std::move(text.error()));
                }
            }
            return answers;
        },
        [this, done](NoteAnswers answers) {
            runFigures_ = std::move(answers.texts);
            if (!answers.errors.empty()) {
                emit workspace_->failed(tr("Figures of notes are not known"), answers.errors);
            }
            drawNext(0, {}, done);
        });
}

std::string StoryPane::said(const engine::StoryScene& scene) const {
    return engine::noteText(
               scene.note,
               [this](const engine::NoteFigure& figure) -> engine::Result<std::string> {
                   if (figure.run.empty()) {
                       return stage_.figure(figure);
                   }
                   const auto found = runFigures_.find(keyOf(figure));
                   return found == runFigures_.end()
                              ? engine::Result<std::string>(tl::unexpected(engine::Error{}))
                              : found->second;
               })
        .text;
}

void StoryPane::drawNext(int row, QList<StorySlide> slides,
                         const std::function<void(const QList<StorySlide>&)>& done) {
    if (row >= model_.rowCount()) {
        done(slides);
        return;
    }
    const engine::StoryScene scene = model_.cards()[row].scene;
    stage_.show(scene, model_.file().parent_path(), [this, row, slides, done, scene]() mutable {
        const QImage picture = stage_.picture();
        model_.setPicture(row, picture);
        engine::StoryScene shown = scene;
        shown.note = said(scene);
        slides << StorySlide{shown, picture, stage_.stamp(scene), stage_.figures(scene),
                             stage_.source(scene)};
        const engine::StoryScene* before = row > 0 ? &model_.cards()[row - 1].scene : nullptr;
        for (const QImage& each :
             stage_.motion(scene, before, scene.motion == "turn" ? scene.holdS : kFlightS,
                           StorySlide::kMotionFrameS)) {
            slides.last().motion << jpegOf(each);
        }
        drawNext(row + 1, std::move(slides), done);
    });
}

void StoryPane::play() {
    if (model_.rowCount() == 0 || show_ != nullptr) {
        return;
    }
    const int from = std::max(0, row());
    draw([this, from](const QList<StorySlide>& slides) {
        if (slides.isEmpty()) {
            return;
        }
        show_ = new StoryShow(slides, window());
        auto* presenter = new StoryPresenter(show_, window());
        // The show on the other screen where there is one, the presenter here.
        const QList<QScreen*> screens = QGuiApplication::screens();
        QScreen* here = screen();
        for (QScreen* each : screens) {
            if (each != here) {
                show_->setGeometry(each->geometry());
                break;
            }
        }
        if (screens.size() > 1) {
            presenter->show();
            show_->showFullScreen();
        } else {
            // One screen: the presenter's window stays hidden until a key asks for it, then small in the corner.
            show_->showFullScreen();
            presenter->setWindowFlag(Qt::WindowStaysOnTopHint);
            presenter->resize(presenter->minimumSizeHint().expandedTo(kSmallPresenter));
            presenter->move(here->availableGeometry().bottomRight() -
                            QPoint(presenter->width() + kPresenterEdge,
                                   presenter->height() + 3 * kPresenterEdge));
        }
        connect(show_, &StoryShow::presenterAsked, presenter,
                [presenter] { presenter->setVisible(!presenter->isVisible()); });
        show_->go(from);
        show_->setFocus();
    });
}

void StoryPane::exportTo(const QString& file) {
    if (writer_->isBusy()) {
        emit workspace_->said(tr("Another file is being written: export again when it is done."));
        return;
    }
    draw([this, file](const QList<StorySlide>& slides) {
        // A video takes a while: the window continues.
        emit workspace_->said(tr("Writing %1…").arg(file));
        engine::Storyboard board = model_.storyboard();
        for (int i = 0; i < slides.size(); ++i) {
            board.scenes[static_cast<std::size_t>(i)].note = slides[i].scene.note;
        }
        writer_->run(
            [board, slides, file](const Task::Link& link) {
                return exportStory(board, slides, file, &link.isCancelled());
            },
            [this, file](const engine::Result<void>& done) {
                if (!done) {
                    emit workspace_->failed(tr("Export failed"), {done.error()});
                } else {
                    emit workspace_->said(tr("Written: %1").arg(file));
                }
                emit exported(done.has_value());
            });
    });
}

}  // namespace headroom::ui
