// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/damage.h"
#include "tests/hostile/damaged_database.h"
#include "tests/hostile/dice.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/net.h"
#include "ui/chart/number_drag.h"
#include "ui/floor/drawing_file.h"
#include "ui/floor/part_key.h"
#include "ui/kit/theme.h"
#include "ui/shell/main_window.h"
#include "ui/twin/sensor_drag.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QDialog>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QImage>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QTextEdit>
#include <QTimer>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

/// The net over what people give to the window: pictures, things that they drag onto it, and clipboards. See README.md here.
namespace {

using namespace headroom;
namespace fs = std::filesystem;

constexpr int kOpenMs = 60'000;

/// The window over the hall of the tour, in one process.
struct WindowHere {
    int argc = 1;
    char name[16] = "hostile_window";
    char* argv[2] = {name, nullptr};
    QApplication application{argc, argv};
    ui::Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
    std::unique_ptr<ui::MainWindow> window;
    std::string before;

    WindowHere() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomHostile");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                           QString::fromStdString(hostile::scratchFolder().string()));
        ui::Theme::instance().apply(ui::Theme::Mode::Light);
        ui::MainWindow::Options options;
        options.noOpenGl = "the platform \"offscreen\" has no OpenGL";
        options.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
        options.scenarios = QString(HEADROOM_SOURCE_DIR) + "/scenarios";
        options.keepsLayout = false;
        workspace.control().setPlayOnOpen(false);
        window = std::make_unique<ui::MainWindow>(&workspace, options);
        window->resize(1400, 900);
        window->show();
        // A copy: nothing that is dropped or pasted may be written into the sources.
        const fs::path copy = hostile::scratchFolder() / "window";
        fs::copy(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall", copy,
                 fs::copy_options::recursive | fs::copy_options::overwrite_existing);
        workspace.files().open(copy);
        QElapsedTimer patience;
        for (patience.start(); !workspace.isOpen() && patience.elapsed() < kOpenMs;) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        }
        hostile::require(workspace.isOpen(), "the hall of the tour does not open");
        settle();
        before = engine::projectText(workspace.project());
    }

    void settle() { QCoreApplication::processEvents(); }

    /// Checks that the project is still whole, and that undo brings the first one back.
    void requireUnharmed() {
        settle();
        hostile::require(workspace.isOpen(), "the project is closed");
        hostile::requireWhole(workspace.project(), *workspace.catalogue());
        while (workspace.editor().canUndo()) {
            workspace.editor().undo();
        }
        hostile::require(engine::projectText(workspace.project()) == before,
                         "undo does not bring back what was there");
    }
};

WindowHere* here = nullptr;

void openWindow() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    here = new WindowHere;  // ends with the process
}

void openApplication() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static int argc = 1;
    static char name[] = "hostile_window";
    static char* argv[] = {name, nullptr};
    new QApplication(argc, argv);  // pictures need one; it ends with the process
}

// ---- pictures -----------------------------------------------------------------------------------------------------------

/// The first line is the ending of the file's name, what follows are its bytes.
void readPicture(std::string_view input) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string suffix(input.substr(0, end));
    if (suffix != "png" && suffix != "jpg" && suffix != "svg" && suffix != "gif" &&
        suffix != "bmp") {
        return;
    }
    const auto path =
        hostile::scratchFile("drawing." + suffix, input.substr(std::min(end + 1, input.size())));
    const QImage image = ui::readDrawing(path).value_or(QImage());
    hostile::require(image.isNull() || (image.width() > 0 && image.height() > 0),
                     "a picture of no size");
    hostile::require(image.sizeInBytes() <= (qint64{1} << 29), "a picture of more than 512 MiB");
}

// ---- drags --------------------------------------------------------------------------------------------------------------

/// A type and what it carries, for each drag that the window knows, and for some of other programs.
std::vector<std::pair<QString, QByteArray>> draggedKinds() {
    return {{ui::kPartMime, "rack/hgx-h100-air"},
            {ui::kPartMime, "structure/wall"},
            {ui::kPartMime, "block/one"},
            {ui::kSensorMime, "htw-supply"},
            {"application/x-headroom-number", "facility/pue"},
            {"application/x-headroom-number", "hall/hall/it_power_kw"},
            {"application/x-headroom-scene", "0"},
            {"text/uri-list", "file:///etc/passwd\r\nhttp://example.com/%00\r\n"},
            {"text/plain", "fail cdus/1"},
            {"text/html", "<img src='file:///dev/zero'>"},
            {"application/x-qt-image", "PNG"},
            {"application/x-qabstractitemmodeldatalist",
             QByteArray::fromHex("000000010000000200000003ffffffff")}};
}

/// "WIDGET\nTYPE\nX Y\n" and the data.
std::string makeDrag(std::uint64_t seed) {
    hostile::Dice dice(seed);
    const auto kinds = draggedKinds();
    const auto& [type, data] = kinds[dice.below(kinds.size())];
    std::string carried = data.toStdString();
    if (!dice.oneIn(3)) {
        carried = dice.oneIn(50) ? std::string(10'000'000, 'x')
                                 : hostile::damagedBytes(carried, dice.bits());
    }
    const double x = dice.oneIn(10) ? -1e9 : dice.uniform(),
                 y = dice.oneIn(10) ? 1e9 : dice.uniform();
    return std::to_string(dice.below(1000)) + '\n' + type.toStdString() + '\n' + std::to_string(x) +
           ' ' + std::to_string(y) + '\n' + carried;
}

std::string takeLine(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

void readDrag(std::string_view input) {
    const std::string which = takeLine(input), type = takeLine(input), place = takeLine(input);
    QList<QWidget*> takers;
    for (QWidget* widget : here->window->findChildren<QWidget*>()) {
        if (widget->acceptDrops()) {
            takers << widget;
        }
    }
    hostile::require(!takers.isEmpty(), "nothing takes a drop");
    QWidget* taker = takers[static_cast<int>(std::strtoul(which.c_str(), nullptr, 10) %
                                             static_cast<unsigned long>(takers.size()))];
    char* rest = nullptr;
    const double x = std::strtod(place.c_str(), &rest), y = std::strtod(rest, nullptr);
    const auto along = [](double share, int size) {
        return share >= 0.0 && share <= 1.0 ? share * size : share;
    };
    const QPointF at(along(x, taker->width()), along(y, taker->height()));
    QMimeData carried;
    carried.setData(QString::fromStdString(type),
                    QByteArray(input.data(), static_cast<qsizetype>(input.size())));
    // A drop is asked for first: the widget says in dragEnterEvent() whether it takes it.
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction | Qt::MoveAction, &carried, Qt::LeftButton,
                          Qt::NoModifier);
    enter.ignore();
    QApplication::sendEvent(taker, &enter);
    if (enter.isAccepted()) {
        QDragMoveEvent move(at.toPoint(), Qt::CopyAction | Qt::MoveAction, &carried, Qt::LeftButton,
                            Qt::NoModifier);
        QApplication::sendEvent(taker, &move);
        if (input.size() % 4 == 3) {
            QDragLeaveEvent leave;
            QApplication::sendEvent(taker, &leave);
        } else {
            QDropEvent drop(at, Qt::CopyAction | Qt::MoveAction, &carried, Qt::LeftButton,
                            Qt::NoModifier);
            QApplication::sendEvent(taker, &drop);
        }
    }
    here->requireUnharmed();
}

// ---- clipboards ---------------------------------------------------------------------------------------------------------

constexpr std::size_t kClipboard = 10'000'000;

/// 10 MB of one kind of text.
QString clipboardText(std::size_t kind) {
    static const QStringList kPieces = {"x",
                                        "9",
                                        "1\n",
                                        "a\tb\n",
                                        "1;2;3\n",
                                        u8"\u0301",
                                        QString(QChar(0x202E)) + "ab",
                                        "{\"a\":",
                                        "word ",
                                        "0.5 1.0\n",
                                        "\r\n",
                                        QString(QChar(0xD800)),
                                        "id,name\nhall-2,x\n",
                                        "<b>&amp;"};
    const QString& piece =
        kPieces[static_cast<int>(kind % static_cast<std::size_t>(kPieces.size()))];
    return piece.repeated(static_cast<int>(kClipboard / static_cast<std::size_t>(piece.size())));
}

bool takesText(const QWidget* widget) {
    return widget->isEnabled() && (qobject_cast<const QLineEdit*>(widget) != nullptr ||
                                   qobject_cast<const QPlainTextEdit*>(widget) != nullptr ||
                                   qobject_cast<const QTextEdit*>(widget) != nullptr ||
                                   qobject_cast<const QAbstractItemView*>(widget) != nullptr);
}

void pasteInto(QWidget* field) {
    field->setFocus();
    QKeyEvent paste(QEvent::KeyPress, Qt::Key_V, Qt::ControlModifier, "\x16");
    QApplication::sendEvent(field, &paste);
    if (auto* line = qobject_cast<QLineEdit*>(field)) {
        emit line->editingFinished();
    }
    QCoreApplication::processEvents();
}

/// Fields of a window; of a dialog the dialog itself too, as some take keys there.
QList<QWidget*> fieldsOf(QWidget* window) {
    QList<QWidget*> fields;
    for (QWidget* widget : window->findChildren<QWidget*>()) {
        if (takesText(widget)) {
            fields << widget;
        }
    }
    if (qobject_cast<QDialog*>(window) != nullptr) {
        fields << window;
    }
    return fields;
}

/// Pastes into a field of what a command opens, then closes it.
class Paster : public QObject {
  public:
    Paster(std::size_t field, QWidget* mainWindow) : field_(field), main_(mainWindow) {
        connect(&timer_, &QTimer::timeout, this, &Paster::look);
        timer_.start(1);
    }

    /// Where a command opens nothing: into the window itself.
    void finish() {
        timer_.stop();
        if (!isDone_) {
            pasteOnce(main_);
        }
        for (QWidget* window : QApplication::topLevelWidgets()) {
            if (window != main_ && window->isVisible()) {
                pasteOnce(window);
                window->close();
            }
        }
    }

  private:
    void look() {
        if (QWidget* modal = QApplication::activeModalWidget()) {
            pasteOnce(modal);
            if (auto* dialog = qobject_cast<QDialog*>(modal)) {
                dialog->reject();
            } else {
                modal->close();
            }
        }
    }

    void pasteOnce(QWidget* window) {
        const QList<QWidget*> fields = fieldsOf(window);
        if (isDone_ || fields.isEmpty()) {
            return;
        }
        isDone_ = true;
        pasteInto(fields[static_cast<int>(field_ % static_cast<std::size_t>(fields.size()))]);
    }

    std::size_t field_;
    QWidget* main_;
    QTimer timer_;
    bool isDone_ = false;
};

/// "COMMAND FIELD KIND".
std::string makePaste(std::uint64_t seed) {
    hostile::Dice dice(seed);
    const std::size_t commands = ui::CommandSet::table().size();
    return std::to_string(dice.below(commands)) + ' ' + std::to_string(dice.below(1000)) + ' ' +
           std::to_string(dice.below(14)) + '\n';
}

void readPaste(std::string_view input) {
    const std::string text(input);
    char* rest = nullptr;
    const std::size_t command = std::strtoul(text.c_str(), &rest, 10),
                      field = std::strtoul(rest, &rest, 10), kind = std::strtoul(rest, nullptr, 10);
    const ui::CommandInfo& info = ui::CommandSet::table()[command % ui::CommandSet::table().size()];
    const QString id = info.id;
    QApplication::clipboard()->setText(clipboardText(kind));
    Paster paster(field, here->window.get());
    // These end the program or leave the project for another.
    static const QStringList kLeaving = {"file.quit", "file.close", "file.newBlank"};
    if (!kLeaving.contains(id)) {
        here->window->commands()->action(info.id)->trigger();
        here->settle();
    }
    paster.finish();
    here->requireUnharmed();
}

std::vector<std::string> picturesOfCorpus() {
    std::vector<fs::path> files;
    for (const auto& entry :
         fs::directory_iterator(HEADROOM_SOURCE_DIR "/tests/hostile/corpus/picture")) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> samples;
    for (const fs::path& file : files) {
        samples.push_back(file.extension().string().substr(1) + '\n' + hostile::bytesOfFile(file));
    }
    // Formats whose smallest file is long.
    QImage image(24, 16, QImage::Format_RGB32);
    image.fill(Qt::darkCyan);
    for (const char* format : {"jpg", "bmp"}) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        hostile::require(image.save(&buffer, format), "a picture cannot be made");
        samples.push_back(std::string(format) + '\n' + bytes.toStdString());
    }
    return samples;
}

}  // namespace

int main(int argc, char** argv) {
    hostile::scratchFolder();
    hostile::shippedCatalogue();
    hostile::scenario("tour-small-hall");
    const auto samples = picturesOfCorpus();
    const std::vector<hostile::Surface> surfaces = {
        {"pictures", [&](std::uint64_t seed) { return hostile::harmed(samples, seed); },
         readPicture, 1.0, ".bin", openApplication},
        {"drops", makeDrag, readDrag, 1.0, ".txt", openWindow},
        {"clipboards", makePaste, readPaste, 0.4, ".txt", openWindow},
    };
    return hostile::netMain(argc, argv, surfaces, "hostile_window");
}
