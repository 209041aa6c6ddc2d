// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/background_air.h"
#include "engine/api/session_twin.h"
#include "engine/document/catalogue.h"
#include "engine/document/document.h"
#include "engine/document/project.h"

#include <filesystem>
#include <mutex>

namespace headroom::engine {

/// A run that continues, with the design that it is of. Edits are not written to the project's file. Halls that hold the
/// inlets of an air field get new ones in the background after an edit changed them, as an edit of their own.
class LiveTwin : public SessionTwin {
  public:
    /// Paused, at the start. Errors of Session::create.
    static ResultAll<std::unique_ptr<LiveTwin>> create(Project project, Catalogue catalogue,
                                                       Session::Options options);

    std::string name() const override { return name_; }

    DesignNow design() const override;

  private:
    LiveTwin(Project project, Catalogue catalogue);

    /// At once: the caller waits for the run.
    ResultAll<DesignNow> inTurn(Change change) override;

    const Project& project() const override { return document_.project(); }

    const Catalogue& catalogue() const override { return *document_.catalogue(); }

    ResultAll<DesignNow> take(const std::vector<Edit>& edits, const std::string& words) override;
    std::optional<ResultAll<DesignNow>> takeBack(bool isRedo) override;
    ResultAll<DesignNow> runOn(Document edited, const std::string& words);
    DesignNow designNow() const;
    void renewAir(const AirRenewal& renewal, std::int64_t revision);

    std::string name_;
    std::mutex editing_;  ///< one edit at a time: it waits for the run
    mutable std::mutex mutex_;
    // guarded by mutex_; written under editing_ too
    Document document_;
    std::shared_ptr<const std::string> text_;
    std::shared_ptr<const DesignFiles> files_;
    BackgroundAir air_;  ///< ends before the rest
};

}  // namespace headroom::engine
