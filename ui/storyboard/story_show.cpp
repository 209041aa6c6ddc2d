// SPDX-License-Identifier: Apache-2.0
#include "ui/storyboard/story_show.h"

#include "ui/kit/theme.h"

#include <QApplication>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QTime>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kFadeMs = 450;
constexpr int kFadeTickMs = 16;

QFont sized(double pixels, bool heavy) {
    QFont font = QApplication::font();
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    font.setWeight(heavy ? QFont::DemiBold : QFont::Normal);
    return font;
}

}  // namespace

StoryShow::StoryShow(QList<StorySlide> slides, QWidget* parent)
    : QWidget(parent, Qt::Window), slides_(std::move(slides)) {
    setObjectName("storyShow");
    setWindowTitle(tr("Storyboard"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAttribute(Qt::WA_DeleteOnClose);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::BlankCursor);
    fade_.setInterval(kFadeTickMs);
    connect(&fade_, &QTimer::timeout, this, [this] {
        if (since_.elapsed() >= kFadeMs && !isMoving()) {
            fade_.stop();
        }
        update();
    });
    play_.setSingleShot(true);
    connect(&play_, &QTimer::timeout, this, [this] {
        if (at_ + 1 < slides_.size()) {
            go(at_ + 1);
            setPlaying(true);
        }
    });
}

QImage StoryShow::pageOf(const StorySlide& slide, QSize size, int number, int count) {
    QImage page(size, QImage::Format_RGB32);
    // The picture has the colours of the window: the page around it has them too.
    const ThemeColours& c = Theme::instance().colours();
    page.fill(c.window);
    QPainter painter(&page);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform |
                           QPainter::TextAntialiasing);
    const double unit = size.height() / 100.0;
    const double edge = 3.0 * unit;
    const QRectF head(edge, 1.6 * unit, size.width() - 2.0 * edge, 6.4 * unit);
    painter.setFont(sized(3.6 * unit, true));
    painter.setPen(c.text);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(painter.font())
                         .elidedText(QString::fromStdString(slide.scene.title), Qt::ElideRight,
                                     0.72 * head.width()));
    painter.setFont(sized(2.0 * unit, false));
    painter.setPen(c.muted);
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, slide.when);
    const bool hasFigures = !slide.figures.empty();
    const QRectF room(edge, head.bottom() + unit, size.width() - 2.0 * edge,
                      size.height() - head.bottom() - (hasFigures ? 14.0 : 5.0) * unit);
    if (!slide.picture.isNull()) {
        const QSizeF fitted = QSizeF(slide.picture.size()).scaled(room.size(), Qt::KeepAspectRatio);
        QRectF place(QPointF(), fitted);
        place.moveCenter(room.center());
        painter.drawImage(place, slide.picture);
    }
    double x = edge;
    for (const auto& [label, value] : slide.figures) {
        const QString name = QString::fromStdString(label), text = QString::fromStdString(value);
        const QFont small = sized(1.7 * unit, false), large = sized(2.8 * unit, true);
        const double wide = std::max(QFontMetricsF(small).horizontalAdvance(name),
                                     QFontMetricsF(large).horizontalAdvance(text)) +
                            3.0 * unit;
        const QRectF box(x, size.height() - 11.6 * unit, wide, 7.6 * unit);
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.raised);
        painter.drawRoundedRect(box, 0.6 * unit, 0.6 * unit);
        painter.setFont(small);
        painter.setPen(c.muted);
        painter.drawText(box.adjusted(1.5 * unit, unit, 0, 0), Qt::AlignLeft | Qt::AlignTop, name);
        painter.setFont(large);
        painter.setPen(c.text);
        painter.drawText(box.adjusted(1.5 * unit, 0, 0, -unit), Qt::AlignLeft | Qt::AlignBottom,
                         text);
        x += wide + 1.2 * unit;
    }
    painter.setFont(sized(1.6 * unit, false));
    painter.setPen(c.muted);
    painter.drawText(
        QRectF(edge, size.height() - 3.4 * unit, 0.8 * (size.width() - 2.0 * edge), 2.6 * unit),
        Qt::AlignLeft | Qt::AlignVCenter, slide.source);
    painter.drawText(
        QRectF(edge, size.height() - 3.4 * unit, size.width() - 2.0 * edge, 2.6 * unit),
        Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("%1 / %2").arg(number).arg(count));
    return page;
}

QImage StoryShow::motionPageOf(const StorySlide& slide, int frame, QSize size, int number,
                               int count) {
    StorySlide moving = slide;
    moving.picture = QImage::fromData(slide.motion[frame], "JPG");
    return pageOf(moving, size, number, count);
}

/// Whether the camera is still on its way into the scene.
bool StoryShow::isMoving() const {
    const auto frames = slides_[at_].motion.size();
    return since_.isValid() && static_cast<double>(since_.elapsed()) <
                                   1e3 * StorySlide::kMotionFrameS * static_cast<double>(frames);
}

QImage StoryShow::blend(const QImage& from, const QImage& to, double share) {
    if (from.isNull() || share >= 1.0) {
        return to;
    }
    QImage page = from;
    QPainter painter(&page);
    painter.setOpacity(std::clamp(share, 0.0, 1.0));
    painter.drawImage(QPointF(), to);
    return page;
}

QImage StoryShow::page(int slide) const {
    return pageOf(slides_[slide], size(), slide + 1, static_cast<int>(slides_.size()));
}

void StoryShow::go(int slide) {
    if (slide < 0 || slide >= slides_.size() || (slide == at_ && !to_.isNull())) {
        return;
    }
    from_ = to_;
    at_ = slide;
    to_ = page(at_);
    since_.restart();
    from_.isNull() && slides_[at_].motion.isEmpty() ? update() : fade_.start();
    if (play_.isActive()) {
        setPlaying(true);
    }
    emit moved(at_);
}

void StoryShow::setPlaying(bool on) {
    on ? play_.start(static_cast<int>(std::lround(1000.0 * slides_[at_].scene.holdS)))
       : play_.stop();
}

void StoryShow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (blank_ || slides_.isEmpty()) {
        painter.fillRect(rect(), Qt::black);
        return;
    }
    if (isMoving()) {
        const int last = static_cast<int>(slides_[at_].motion.size()) - 1;
        const int frame =
            std::min(last, static_cast<int>(1e-3 * static_cast<double>(since_.elapsed()) /
                                            StorySlide::kMotionFrameS));
        painter.drawImage(QPointF(), motionPageOf(slides_[at_], frame, size(), at_ + 1,
                                                  static_cast<int>(slides_.size())));
        return;
    }
    const double share = static_cast<double>(since_.elapsed()) / kFadeMs;
    painter.drawImage(QPointF(), fade_.isActive() ? blend(from_, to_, share) : to_);
}

void StoryShow::resizeEvent(QResizeEvent*) {
    if (!slides_.isEmpty()) {
        from_ = {};
        to_ = page(at_);
    }
}

void StoryShow::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(slides_.size()) - 1;
    if (event->key() >= Qt::Key_0 && event->key() <= Qt::Key_9) {
        typed_ = std::min(1000, 10 * typed_ + event->key() - Qt::Key_0);
        return;
    }
    const int typed = std::exchange(typed_, 0);
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            go(typed > 0 ? typed - 1 : at_ + 1);
            break;
        case Qt::Key_Space:
        case Qt::Key_Right:
        case Qt::Key_Down:
        case Qt::Key_PageDown:
            go(at_ + 1);
            break;
        case Qt::Key_Left:
        case Qt::Key_Up:
        case Qt::Key_PageUp:
        case Qt::Key_Backspace:
            go(at_ - 1);
            break;
        case Qt::Key_Home:
            go(0);
            break;
        case Qt::Key_End:
            go(last);
            break;
        case Qt::Key_P:
            setPlaying(!isPlaying());
            break;
        case Qt::Key_B:
        case Qt::Key_Period:
            blank_ = !blank_;
            update();
            break;
        case Qt::Key_N:
            emit presenterAsked();
            break;
        case Qt::Key_Escape:
            close();
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

void StoryShow::mousePressEvent(QMouseEvent* event) {
    go(event->button() == Qt::LeftButton ? at_ + 1 : at_ - 1);
}

void StoryShow::closeEvent(QCloseEvent* event) {
    play_.stop();
    emit ended();
    QWidget::closeEvent(event);
}

/// A slide's picture, as large as there is room; words where there is none.
class StoryPresenter::Picture : public QWidget {
  public:
    using QWidget::QWidget;

    void set(const QImage& image, const QString& words) {
        image_ = image;
        words_ = words;
        update();
    }

  protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        if (image_.isNull()) {
            painter.drawText(rect(), Qt::AlignCenter, words_);
            return;
        }
        QRectF place(QPointF(), QSizeF(image_.size()).scaled(QSizeF(size()), Qt::KeepAspectRatio));
        place.moveCenter(QRectF(rect()).center());
        painter.drawImage(place, image_);
    }

  private:
    QImage image_;
    QString words_;
};

StoryPresenter::StoryPresenter(StoryShow* show, QWidget* parent)
    : QWidget(parent, Qt::Window),
      show_(show),
      place_(new QLabel(this)),
      note_(new QLabel(this)),
      clock_(new QLabel(this)),
      now_(new Picture(this)),
      next_(new Picture(this)) {
    setObjectName("storyPresenter");
    setWindowTitle(tr("Presenter"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(960, 600);
    auto* pictures = new QHBoxLayout;
    for (Picture* picture : {now_, next_}) {
        picture->setMinimumHeight(220);
        pictures->addWidget(picture, picture == now_ ? 3 : 2);
    }
    auto* head = new QHBoxLayout;
    head->addWidget(place_, 1);
    head->addWidget(clock_);
    note_->setObjectName("storyPresenterNote");
    note_->setWordWrap(true);
    note_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    note_->setTextFormat(Qt::PlainText);
    note_->setFont(sized(1.5 * QFontInfo(font()).pixelSize(), false));
    clock_->setObjectName("storyPresenterClock");
    clock_->setFont(sized(1.4 * QFontInfo(font()).pixelSize(), true));
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(head);
    layout->addLayout(pictures, 3);
    layout->addWidget(note_, 2);
    connect(show, &StoryShow::moved, this, &StoryPresenter::fill);
    connect(show, &StoryShow::ended, this, &QWidget::close);
    since_.start();
    tick_.setInterval(500);
    connect(&tick_, &QTimer::timeout, this, &StoryPresenter::tick);
    tick_.start();
    fill();
    tick();
}

void StoryPresenter::fill() {
    const int at = show_->at();
    const auto& slides = show_->slides();
    now_->set(slides[at].picture, {});
    next_->set(at + 1 < slides.size() ? slides[at + 1].picture : QImage(),
               at + 1 < slides.size() ? QString() : tr("The end"));
    place_->setText(tr("Scene %1 of %2: %3")
                        .arg(at + 1)
                        .arg(slides.size())
                        .arg(QString::fromStdString(slides[at].scene.title)));
    note_->setText(QString::fromStdString(slides[at].scene.note));
}

void StoryPresenter::tick() {
    const QTime gone = QTime(0, 0).addMSecs(static_cast<int>(since_.elapsed()));
    clock_->setText(
        tr("%1   ·   %2").arg(gone.toString("H:mm:ss"), QTime::currentTime().toString("H:mm")));
}

void StoryPresenter::keyPressEvent(QKeyEvent* event) {
    QApplication::sendEvent(show_, event);
}

}  // namespace headroom::ui
