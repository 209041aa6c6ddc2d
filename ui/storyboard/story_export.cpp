// SPDX-License-Identifier: Apache-2.0
#include "ui/storyboard/story_export.h"

#include "engine/files/output_file.h"
#include "engine/files/temporary_folder.h"
#include "engine/storyboard/storyboard_page.h"
#include "engine/storyboard/storyboard_slides.h"

#include <QBuffer>
#include <QDate>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <vector>

namespace headroom::ui {

namespace {

constexpr int kEncoderLookMs = 100;  // whether somebody wants a video to end
constexpr QSize kPage(1920, 1080);
constexpr int kFadeFrames = 12;
constexpr double kFadeFrameS = 0.04;

std::string pngOf(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes.toStdString();
}

engine::Error fault(const char* code, const QString& message, const QString& remedy,
                    const QString& file) {
    engine::Error error;
    error.code = code;
    error.message = message.toStdString();
    error.remedy = remedy.toStdString();
    error.file = file.toStdString();
    return error;
}

QString numbered(const QString& file, int number) {
    const QFileInfo info(file);
    return info.dir().filePath(QStringLiteral("%1-%2.png")
                                   .arg(info.completeBaseName())
                                   .arg(number, 2, 10, QLatin1Char('0')));
}

std::vector<QImage> pagesOf(const QList<StorySlide>& slides) {
    std::vector<QImage> pages;
    for (int i = 0; i < slides.size(); ++i) {
        pages.push_back(
            StoryShow::pageOf(slides[i], kPage, i + 1, static_cast<int>(slides.size())));
    }
    return pages;
}

engine::Result<void> writePictures(const QList<StorySlide>& slides, const QString& file) {
    const std::vector<QImage> pages = pagesOf(slides);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const QString name = numbered(file, static_cast<int>(i) + 1);
        if (auto done = engine::writeFile(name.toStdString(), pngOf(pages[i])); !done) {
            return done;
        }
    }
    return {};
}

/// The list that ffmpeg joins: each page for its time, and the fades between them.
QByteArray framesInto(const QDir& folder, const QList<StorySlide>& slides) {
    const std::vector<QImage> pages = pagesOf(slides);
    QByteArray list = "ffconcat version 1.0\n";
    int number = 0;
    const auto add = [&](const QImage& image, double seconds) {
        const QString name = QStringLiteral("%1.png").arg(++number, 5, 10, QLatin1Char('0'));
        image.save(folder.filePath(name));
        list +=
            "file " + name.toUtf8() + "\nduration " + QByteArray::number(seconds, 'f', 3) + "\n";
    };
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const StorySlide& slide = slides[static_cast<int>(i)];
        const bool isFlight = slide.scene.motion == "fly" && !slide.motion.isEmpty();
        for (int k = 1; i > 0 && !isFlight && k < kFadeFrames; ++k) {
            add(StoryShow::blend(pages[i - 1], pages[i], static_cast<double>(k) / kFadeFrames),
                kFadeFrameS);
        }
        for (int frame = 0; frame < slide.motion.size(); ++frame) {
            add(StoryShow::motionPageOf(slide, frame, kPage, static_cast<int>(i) + 1,
                                        static_cast<int>(slides.size())),
                StorySlide::kMotionFrameS);
        }
        add(pages[i], slide.scene.holdS);
    }
    // The last of a list has no length of its own: it occurs twice.
    list += "file " + QStringLiteral("%1.png").arg(number, 5, 10, QLatin1Char('0')).toUtf8() + "\n";
    return list;
}

engine::Error cancelled(const QString& file) {
    return fault("STB-004", QStringLiteral("The video was not finished: its export was cancelled."),
                 QStringLiteral("Export it again and let it end."), file);
}

engine::Result<void> writeVideo(const QList<StorySlide>& slides, const QString& file,
                                const std::atomic<bool>* cancel) {
    const auto isCancelled = [cancel] { return cancel != nullptr && *cancel; };
    const QString ffmpeg = QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
    if (ffmpeg.isEmpty()) {
        if (auto done = writePictures(slides, file); !done) {
            return done;
        }
        return tl::unexpected(
            fault("STB-004",
                  QStringLiteral("A video needs ffmpeg, which is not installed. The pictures were "
                                 "written instead: %1 and those after it.")
                      .arg(numbered(file, 1)),
                  QStringLiteral("Install the package ffmpeg and export again."), file));
    }
    const auto folder = engine::TemporaryFolder::make("story");
    const QDir dir(folder ? QString::fromStdString(folder->path().string()) : QDir::tempPath());
    QFile list(dir.filePath("list.txt"));
    if (!folder || !list.open(QIODevice::WriteOnly)) {
        return tl::unexpected(
            fault("STB-004",
                  QStringLiteral("There is no room for the frames of a video in %1.")
                      .arg(QDir::tempPath()),
                  QStringLiteral("Make room there, or set TMPDIR."), file));
    }
    list.write(framesInto(dir, slides));
    list.close();
    if (isCancelled()) {
        return tl::unexpected(cancelled(file));
    }
    QProcess process;
    process.setWorkingDirectory(dir.path());
    QStringList arguments{"-y",
                          "-loglevel",
                          "error",
                          "-f",
                          "concat",
                          "-safe",
                          "0",
                          "-i",
                          "list.txt",
                          "-vf",
                          "fps=25,format=yuv420p"};
    if (QFileInfo(file).suffix().compare("webm", Qt::CaseInsensitive) == 0) {
        arguments << "-c:v"
                  << "libvpx-vp9"
                  << "-b:v"
                  << "0"
                  << "-crf"
                  << "30"
                  << "-row-mt"
                  << "1"
                  << "-deadline"
                  << "realtime"
                  << "-cpu-used"
                  << "6";
    } else {
        arguments << "-movflags"
                  << "+faststart";
    }
    process.start(ffmpeg, arguments << QFileInfo(file).absoluteFilePath());
    while (!process.waitForFinished(kEncoderLookMs) && process.state() != QProcess::NotRunning) {
        if (isCancelled()) {
            process.kill();
            process.waitForFinished();
            QFile::remove(file);
            return tl::unexpected(cancelled(file));
        }
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        return tl::unexpected(
            fault("STB-004",
                  QStringLiteral("ffmpeg could not make the video: %1")
                      .arg(QString::fromUtf8(process.readAllStandardError()).trimmed().left(300)),
                  QStringLiteral("Export as PNG and join the pictures by other means."), file));
    }
    return {};
}

}  // namespace

engine::Result<void> exportStory(const engine::Storyboard& storyboard,
                                 const QList<StorySlide>& slides, const QString& file,
                                 const std::atomic<bool>* cancel) {
    const QString kind = QFileInfo(file).suffix().toLower();
    if (kind == "png") {
        return writePictures(slides, file);
    }
    if (kind == "mp4" || kind == "webm") {
        return writeVideo(slides, file, cancel);
    }
    std::vector<engine::StoryShot> shots;
    for (const StorySlide& slide : slides) {
        shots.push_back({pngOf(slide.picture), slide.when.toStdString(), slide.figures,
                         slide.source.toStdString()});
    }
    if (kind == "html") {
        return engine::writeFile(file.toStdString(), engine::storyboardHtml(storyboard, shots));
    }
    if (kind == "pdf") {
        const auto pdf = engine::storyboardPdf(
            storyboard, shots, QDate::currentDate().toString(Qt::ISODate).toStdString());
        return pdf ? engine::writeFile(file.toStdString(), *pdf) : tl::unexpected(pdf.error());
    }
    if (kind == "pptx") {
        const auto pptx = engine::storyboardPptx(storyboard, shots);
        return pptx ? engine::writeFile(file.toStdString(), *pptx) : tl::unexpected(pptx.error());
    }
    return tl::unexpected(fault(
        "STB-003",
        QStringLiteral("A storyboard is written as a page, PDF, presentation, pictures or "
                       "video."),
        QStringLiteral("Let the name end with .html, .pdf, .pptx, .png, .mp4 or .webm."), file));
}

}  // namespace headroom::ui
