// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/http/http_client.h"
#include "engine/live/run_series.h"
#include "engine/live/session.h"
#include "engine/run/frame/frame.h"
#include "engine/watch/run_look.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A run that another Headroom serves (api_service.h), followed over the network.
namespace headroom::engine {

struct FollowedThere;

struct AttachWish {
    HttpPlace place;
    std::string token;  ///< empty: none is sent
    HttpTrust trust;
    std::filesystem::path shipped;  ///< resources/catalog
    double everyS = 0.25;           ///< real time between two frames, at least
    /// Subscription::channels: "*", or less for a line that is slow.
    std::vector<std::string> channels = {"*"};
    std::uint32_t parts = 0xFFFFFFFF;  ///< FramePart
};

enum class AttachPhase {
    Attached,  ///< frames come
    Away,      ///< the server is not reached; it is tried again
    Refused,   ///< it answered with a no that trying again does not change
    Detached   ///< on purpose
};

/// How it stands.
struct AttachState {
    AttachPhase phase = AttachPhase::Away;
    Error why;                       ///< Away, Refused
    std::optional<double> againInS;  ///< Away: until the next try; nothing: one is under way
    int tries = 0;                   ///< since it went away
    std::string name;                ///< of the run
    bool isLive = true;              ///< false: a recording
    bool mayOperate = false;
    std::string version;      ///< of the server
    std::int64_t frames = 0;  ///< that came
    bool isSettled = true;    ///< project() is what the server has by now, as far as it is known
};

/// Its project is fetched and compiled here; frames, events and alarms come as a stream by subscription and are put on that
/// plant. While the server is away what was seen stays, and it is tried again after 1, 2, 4 … 30 s; events and charts go on
/// where they stopped. A server that begins anew is another run: story and charts begin anew with it.
///
/// Histories of jobs, losses and the page of one job are asked for once a second where frames come, on a slow line less often.
/// Steps between two frames are not told: charts hold the frames that came, and before them what the server's own series has,
/// in 500 rows.
///
/// All members may be called from any thread.
class AttachedRun : public RunLook {
  public:
    static constexpr double kFirstWaitS = 1.0, kLongestWaitS = 30.0;

    /// Reaches the server, fetches and compiles, and has a first frame. WEB-042: not reached. WEB-043: no Headroom, or another
    /// version of it. WEB-044: its design cannot be built here. WEB-045: it refuses the token, or wants one.
    static ResultAll<std::unique_ptr<AttachedRun>> attach(AttachWish wish,
                                                          const std::atomic<bool>& cancel);

    /// Detaches.
    ~AttachedRun() override;
    AttachedRun(const AttachedRun&) = delete;
    AttachedRun& operator=(const AttachedRun&) = delete;

    /// Follows no more; what was seen stays.
    void detach();

    const HttpPlace& place() const { return wish_.place; }

    AttachState state() const;
    std::shared_ptr<const Frame> frame() const;  ///< never null
    std::shared_ptr<const Plant> plant() const;
    std::shared_ptr<const RunSeries> series() const;
    Session::Status status() const;
    std::vector<PendingOrder> pendingOrders() const;

    /// The design of the frames that come, as the server has it; it is in no file.
    Project project() const;

    /// With the parts that the design brings along.
    std::shared_ptr<const Catalogue> catalogue() const;

    // For a token that may operate. They are sent one after the other by a thread of their own; what the server refuses is
    // told by whenRefused().
    void play();
    void pause();
    void step();
    void setSpeed(double simulatedPerSecond);
    void order(const PlantOrder& order);
    void orderAt(double atS, const PlantOrder& order);
    void order(const JobOrder& order);
    void cancelOrder(int ticket);

    /// Frame::watched is of this job from then on; -1: of none.
    void watchJob(std::int64_t job);
    /// Why the page of that job does not come; no code: it came, or is under way.
    Error whyNoPage() const;

    /// The building that is followed there, as far as it was told; null: none is.
    std::shared_ptr<const FollowedThere> followed() const;

    /// Somebody has seen an alarm of it (KeptAlarm::number).
    void acknowledge(std::int64_t alarm);

    /// Asks the server. Its errors, WEB-042 where it is not reached, WEB-043 for an answer of another form.
    void ask(const AskedQuestion& question, TakeReply take) override;

    /// Makes it the server's design, all of it or nothing, where that is still the one that it was made from (WEB-023). Waits
    /// for the answer.
    ResultAll<void> edit(const Project& project);

    /// Called on a thread of the run whenever frame(), state(), status() or project() may be others: be short.
    void whenChanged(std::function<void()> tell);
    /// The same for what the server refused.
    void whenRefused(std::function<void(const Error&)> tell);

  private:
    explicit AttachedRun(AttachWish wish);
    struct Private;

    AttachWish wish_;
    std::shared_ptr<const Catalogue> catalogue_;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
