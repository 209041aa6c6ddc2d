// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/channel_table.h"
#include "engine/api/run_server.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/files/temporary_folder.h"
#include "engine/plant/plant.h"
#include "engine/run/frame/frame.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace headroom::engine {

/// The design that a server runs: fetched with its files, built on this machine, and edited there.
///
/// take(), forget(), table() and blank() are of the thread that listens to the server; any thread may call the others.
class AttachedDesign {
  public:
    /// `shipped`: resources/catalog.
    AttachedDesign(const RunServer& server, std::filesystem::path shipped,
                   std::shared_ptr<const Catalogue> catalogue);

    /// Fetches the design, and builds it if it is another one: true. WEB-044, and errors of the server.
    ResultAll<bool> take();

    /// Another run is served there now.
    void forget();

    /// Channels of the built design. Null before take().
    const ChannelTable* table() const { return table_.get(); }

    /// A frame of the built design without figures. Null before take().
    const std::shared_ptr<const Frame>& blank() const { return blank_; }

    std::shared_ptr<const Plant> plant() const;
    Project project() const;
    /// Catalogue of the project, with parts of its own.
    std::shared_ptr<const Catalogue> catalogue() const;

    /// The known part of the server's design is the built one.
    bool isSettled() const;

    /// Makes it the server's design, all of it or nothing, if the server still has the design that it was made from
    /// (WEB-023). Waits for the answer.
    ResultAll<void> edit(const Project& project);

  private:
    Result<void> takeFiles();
    ResultAll<void> build(const std::string& text);

    const RunServer& server_;
    std::filesystem::path shipped_;
    std::shared_ptr<const Catalogue> shippedParts_;

    // of the listening thread alone
    std::string builtText_;
    std::optional<TemporaryFolder> folder_;  ///< of the design and its files; none if none came yet
    std::unique_ptr<ChannelTable> table_;
    std::shared_ptr<const Frame> blank_;

    mutable std::mutex mutex_;
    // guarded by mutex_
    std::shared_ptr<const Plant> plant_;
    Project project_;
    std::shared_ptr<const Catalogue> parts_;
    std::string serverText_;
    std::int64_t revision_ = 0;
    bool isSettled_ = true;
};

}  // namespace headroom::engine
