// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/workflow/baseline.h"

#include <QDir>

#include <cstdlib>

namespace headroom::testing {

namespace {

// Each cell of the small picture is about 20 pixels of the window: a word, not a letter.
constexpr int kColumns = 80, kRows = 50;
constexpr int kKeptWidth = 960;
constexpr int kCellDiffers = 40;     // of 255
constexpr double kMostCells = 0.04;  // of all may differ
constexpr double kMostLoose = 0.15;

QImage small(const QImage& picture) {
    return picture.scaled(kColumns, kRows, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
        .convertToFormat(QImage::Format_Grayscale8);
}

}  // namespace

QString differsFromBaseline(const QImage& picture, const QString& name, bool loose) {
    if (const char* folder = std::getenv("HEADROOM_SCREENSHOTS")) {
        QDir().mkpath(folder);
        picture.save(QDir(folder).filePath(name + ".png"));
    }
    const QString file =
        QStringLiteral(HEADROOM_SOURCE_DIR "/tests/ui/workflow/baselines/%1.png").arg(name);
    if (std::getenv("HEADROOM_UPDATE_BASELINES") != nullptr) {
        const QImage kept = picture.scaledToWidth(kKeptWidth, Qt::SmoothTransformation);
        return kept.save(file) ? QString() : QStringLiteral("%1 was not written").arg(file);
    }
    const QImage baseline(file);
    if (baseline.isNull()) {
        return QStringLiteral("%1 is missing: run with HEADROOM_UPDATE_BASELINES=1, look at it")
            .arg(file);
    }
    const QImage now = small(picture), then = small(baseline);
    int different = 0;
    for (int y = 0; y < kRows; ++y) {
        for (int x = 0; x < kColumns; ++x) {
            different += std::abs(now.scanLine(y)[x] - then.scanLine(y)[x]) > kCellDiffers ? 1 : 0;
        }
    }
    const double share = double(different) / (kColumns * kRows);
    if (share <= (loose ? kMostLoose : kMostCells)) {
        return {};
    }
    const QString seen = QDir::temp().filePath("headroom-" + name + ".png");
    picture.save(seen);
    return QStringLiteral("%1 differs from its baseline in %2 % of its area; it is kept as %3")
        .arg(name)
        .arg(100.0 * share, 0, 'f', 1)
        .arg(seen);
}

}  // namespace headroom::testing
