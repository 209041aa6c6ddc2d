// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/storyboard/storyboard_page.h"

#include <QElapsedTimer>
#include <QImage>
#include <QList>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace headroom::ui {

/// A shown scene: drawn before the show begins, so that nothing waits during it.
struct StorySlide {
    engine::StoryScene scene;
    QImage picture;
    QString when;
    std::vector<std::pair<std::string, std::string>> figures;
    QString source = {};  ///< files that the picture comes from
    /// Pictures of the camera on its way into the scene, as JPEG, each for kMotionFrameS.
    QList<QByteArray> motion = {};

    static constexpr double kMotionFrameS = 0.05;
};

/// Shows the scenes on a whole screen, with a fade between them. Space, Right, Page Down and a click go to the next scene.
/// Left, Page Up and Backspace go back. Home and End go to the first and last scene. P plays all scenes; digits and Return
/// go to a scene; B blanks the screen; N shows or hides the presenter's window; Esc ends the show.
class StoryShow : public QWidget {
    Q_OBJECT

  public:
    explicit StoryShow(QList<StorySlide> slides, QWidget* parent = nullptr);

    int at() const { return at_; }

    const QList<StorySlide>& slides() const { return slides_; }

    bool isPlaying() const { return play_.isActive(); }

    void go(int slide);
    void setPlaying(bool on);

    /// How the screen looks while one fades into the other: share 0 … 1; for the show and for videos.
    static QImage blend(const QImage& from, const QImage& to, double share);
    /// One slide with its words at that size.
    static QImage pageOf(const StorySlide& slide, QSize size, int number, int count);
    /// The same with a picture of its motion.
    static QImage motionPageOf(const StorySlide& slide, int frame, QSize size, int number,
                               int count);

  signals:
    void moved(int slide);
    /// The presenter's window is to appear or to go.
    void presenterAsked();
    void ended();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

  private:
    QImage page(int slide) const;
    bool isMoving() const;

    QList<StorySlide> slides_;
    int at_ = 0;
    int typed_ = 0;
    bool blank_ = false;
    QImage from_, to_;
    QElapsedTimer since_;
    QTimer fade_, play_;
};

/// The presenter's window: the note, the scene after this one, time since the start and of the day.
/// Its keys are those of the show.
class StoryPresenter : public QWidget {
    Q_OBJECT

  public:
    explicit StoryPresenter(StoryShow* show, QWidget* parent = nullptr);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void fill();
    void tick();

    StoryShow* show_;
    class Picture;

    QLabel *place_, *note_, *clock_;
    Picture *now_, *next_;
    QElapsedTimer since_;
    QTimer tick_;
};

}  // namespace headroom::ui
