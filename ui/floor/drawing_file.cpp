// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/drawing_file.h"

#include "engine/files/input_file.h"

#include <QHash>
#include <QPainter>
#include <QStringList>
#include <QSvgRenderer>
#include <QXmlStreamReader>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace headroom::ui {

namespace {

constexpr int kSvgPixels = 4096;  // of the longer side
constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max() / 2;

/// Contents of an element with an id: its own elements, and the ids that it uses.
struct SvgGroup {
    std::uint64_t own = 0, whole = 0;
    QStringList uses;
    bool isCounted = false, isUnderWay = false;
};

class SvgCount {
  public:
    explicit SvgCount(std::uint64_t most) : most_(most) {}

    std::uint64_t of(const QByteArray& svg) {
        read(svg);
        return count(QString());
    }

  private:
    // The group without a name is the whole drawing.
    void read(const QByteArray& svg) {
        QXmlStreamReader xml(svg);
        QStringList open = {QString()};
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement()) {
                const QString id = xml.attributes().value("id").toString();
                open << (id.isEmpty() ? open.back() : id);
                link(open);
                SvgGroup& group = groups_[open.back()];
                ++group.own;
                if (xml.name() == QLatin1String("use")) {
                    group.uses << referenceOf(xml.attributes());
                }
            } else if (xml.isEndElement()) {
                open.removeLast();
            }
        }
    }

    // A group that is in another is drawn with it.
    void link(const QStringList& open) {
        const QString& inner = open.back();
        const QString& outer = open[open.size() - 2];
        if (inner != outer && !groups_.contains(inner)) {
            groups_[outer].uses << inner;
        }
    }

    static QString referenceOf(const QXmlStreamAttributes& attributes) {
        for (const auto& attribute : attributes) {
            if (attribute.name() == QLatin1String("href")) {
                return attribute.value().toString().section('#', 1);
            }
        }
        return {};
    }

    std::uint64_t count(const QString& name) {
        if (!groups_.contains(name)) {
            return 0;
        }
        {
            SvgGroup& group = groups_[name];
            if (group.isCounted) {
                return group.whole;
            }
            if (group.isUnderWay || ++depth_ > kMostDepth) {
                return kEndless;
            }
            group.isUnderWay = true;
        }
        std::uint64_t whole = groups_[name].own;
        const QStringList uses = groups_[name].uses;
        for (const QString& used : uses) {
            whole += used.isEmpty() ? 0 : std::min(count(used), kEndless - whole);
            if (whole > most_) {
                break;
            }
        }
        --depth_;
        SvgGroup& group = groups_[name];
        group.isUnderWay = false;
        group.isCounted = true;
        group.whole = whole;
        return whole;
    }

    static constexpr int kMostDepth = 200;  // groups within groups

    std::uint64_t most_;
    int depth_ = 0;
    QHash<QString, SvgGroup> groups_;
};

engine::Error notDrawn(const std::filesystem::path& file, std::string why) {
    return {"UI-027",
            std::move(why),
            "Choose a PNG, JPEG or SVG picture, or save a smaller one with the drawing program",
            file.string(),
            {},
            0};
}

engine::Result<QImage> drawnSvg(const std::filesystem::path& file, const QByteArray& bytes) {
    const std::uint64_t elements = drawnElements(bytes);
    if (elements > kMostDrawnElements) {
        return tl::unexpected(notDrawn(file, "the drawing has more than " +
                                                 std::to_string(kMostDrawnElements) +
                                                 " elements, counting those that it uses again"));
    }
    QSvgRenderer renderer(bytes);
    const QSizeF size = renderer.viewBoxF().size();
    if (!renderer.isValid() || size.isEmpty()) {
        return tl::unexpected(notDrawn(file, "the file is not an SVG drawing with a size"));
    }
    QImage image(size.scaled(kSvgPixels, kSvgPixels, Qt::KeepAspectRatio).toSize(),
                 QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        return tl::unexpected(notDrawn(file, "the drawing is too narrow to be shown"));
    }
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    return image;
}

}  // namespace

std::uint64_t drawnElements(const QByteArray& svg, std::uint64_t most) {
    return SvgCount(most).of(svg);
}

engine::Result<QImage> readDrawing(const std::filesystem::path& file) {
    const auto text = engine::readInput(file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    if (text->size() > kMostDrawingBytes) {
        return tl::unexpected(notDrawn(file, "the drawing has more than 64 MiB"));
    }
    const QByteArray bytes =
        QByteArray::fromRawData(text->data(), static_cast<qsizetype>(text->size()));
    if (QString::fromStdString(file.extension().string()).compare(".svg", Qt::CaseInsensitive) ==
        0) {
        return drawnSvg(file, bytes);
    }
    QImage image = QImage::fromData(bytes);
    if (image.isNull()) {
        return tl::unexpected(notDrawn(file, "the file is not a picture that can be read"));
    }
    return image;
}

}  // namespace headroom::ui
