// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QStringList>
#include <QWidget>

namespace headroom::ui {

/// Keeps the words that are painted and nothing else.
class WordEngine : public QPaintEngine {
  public:
    explicit WordEngine(QStringList* words)
        : QPaintEngine(QPaintEngine::AllFeatures), words_(words) {}

    bool begin(QPaintDevice*) override { return true; }

    bool end() override { return true; }

    void updateState(const QPaintEngineState&) override {}

    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}

    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}

    void drawPath(const QPainterPath&) override {}

    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {
    }

    void drawTextItem(const QPointF&, const QTextItem& item) override { *words_ << item.text(); }

    Type type() const override { return QPaintEngine::User; }

  private:
    QStringList* words_;
};

class WordDevice : public QPaintDevice {
  public:
    WordDevice(QSize size, QStringList* words) : size_(size), engine_(words) {}

    QPaintEngine* paintEngine() const override { return &engine_; }

  protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
            case PdmWidth:
                return size_.width();
            case PdmHeight:
                return size_.height();
            case PdmWidthMM:
            case PdmHeightMM:
                return 300;
            case PdmDepth:
                return 32;
            case PdmNumColors:
                return 1 << 24;
            case PdmDevicePixelRatio:
                return 1;
            case PdmDevicePixelRatioScaled:
                return static_cast<int>(QPaintDevice::devicePixelRatioFScale());
            default:
                return 96;
        }
    }

  private:
    QSize size_;
    mutable WordEngine engine_;
};

/// Every piece of text that the widget and what is in it paint now.
inline QStringList paintedText(QWidget* widget) {
    QStringList words;
    WordDevice device(widget->size(), &words);
    widget->render(&device);
    return words;
}

}  // namespace headroom::ui
