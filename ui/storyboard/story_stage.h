// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/storyboard/note_figures.h"
#include "engine/storyboard/storyboard.h"

#include <QImage>
#include <QObject>
#include <QString>

#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

namespace headroom::ui {

class Framed;
class Workspace;

/// Needs of a story from the window's views.
struct StoryHands {
    std::function<QString()> view;                 ///< name of the one in front
    std::function<QString(const QString&)> title;  ///< of the tab of one
    std::function<bool(const QString&)> show;  ///< brings one to the front; false: it is not here
    std::function<Framed*()> framed;           ///< the one in front; null if none is
    std::function<QImage()> picture;           ///< of the one in front
    std::function<QString()> colour;           ///< what colours the racks: id of the command
    std::function<void(const QString&)> setColour;
    /// Content of the comparison, for a scene of it; files are relative to the folder.
    std::function<engine::Result<void>(engine::StoryScene&, const std::filesystem::path&)>
        takeCompared;
    std::function<void(const engine::StoryScene&, const std::filesystem::path&)> showCompared;
    std::function<bool()> isComparedSettled;
};

/// Takes scenes from the window, and puts the window as a scene says.
class StoryStage : public QObject {
    Q_OBJECT

  public:
    StoryStage(Workspace* workspace, StoryHands hands, QObject* parent);

    /// Present view of the window: no title, no note. `folder`: of the storyboard. Errors where a run that is compared cannot
    /// be kept there.
    engine::Result<engine::StoryScene> take(const std::filesystem::path& folder) const;

    /// Brings the view to the front, goes to the instant, selects, moves the camera; `settled` is
    /// called when all of that can be seen, at the latest after a few seconds. A later call ends an
    /// earlier one, whose `settled` is never called.
    void show(const engine::StoryScene& scene, const std::filesystem::path& folder,
              std::function<void()> settled);

    QImage picture() const { return hands_.picture(); }

    /// Pictures of the way of the camera into a scene that is shown, evenly over `lengthS`; none if it does not move. `before`: the
    /// scene that it comes from, or null. The camera ends at the scene.
    QList<QImage> motion(const engine::StoryScene& scene, const engine::StoryScene* before,
                         double lengthS, double everyS) const;

    /// Name of the view of a scene for users.
    QString viewTitle(const engine::StoryScene& scene) const {
        return hands_.title(QString::fromStdString(scene.view));
    }

    /// Label and value, with unit, of the frame that is shown.
    std::vector<std::pair<std::string, std::string>> figures(const engine::StoryScene& scene) const;
    /// Instant of the frame and title of the project: "1 Jul 14:05:00 · Tour: small hall"; empty for a comparison, whose runs
    /// are in its picture and its source.
    QString stamp(const engine::StoryScene& scene) const;
    /// A figure of a note at the instant that is shown; STB-006 where the facility has no such quantity.
    engine::Result<std::string> figure(const engine::NoteFigure& figure) const;
    /// "Source: air.db, oil.db": the files of a scene.
    QString source(const engine::StoryScene& scene) const;

  private:
    void settle(const engine::StoryScene& scene, int turn, int tries,
                const std::function<void()>& settled);

    Workspace* workspace_;
    StoryHands hands_;
    int turn_ = 0;
};

}  // namespace headroom::ui
