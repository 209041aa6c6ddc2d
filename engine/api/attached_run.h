// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/http/http_client.h"
#include "engine/live/run_series.h"
#include "engine/live/session.h"
#include "engine/run/frame/frame.h"
#include "engine/watch/any_run.h"
#include "engine/watch/run_drive.h"
#include "engine/watch/run_edits.h"
#include "engine/watch/run_link.h"
#include "engine/watch/run_orders.h"

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
    std::string token;  ///< empty if none is sent
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

/// Its present status.
struct AttachState {
    AttachPhase phase = AttachPhase::Away;
    Error why;                       ///< Away, Refused
    std::optional<double> againInS;  ///< Away: until the next try; nothing means one is under way
    int tries = 0;                   ///< since it went away
    std::string name;                ///< of the run
    bool isLive = true;              ///< false: a recording
    bool mayOperate = false;
    std::string version;      ///< of the server
    std::int64_t frames = 0;  ///< that came
    bool isSettled = true;    ///< project() is the latest known project of the server
};

/// Its project is fetched and compiled here; frames, events and alarms come as a stream by subscription and are put on that
/// plant. While the server is away what was seen stays, and it is tried again after 1, 2, 4 … 30 s; events and charts
/// continue where they stopped. A server that begins anew is another run: story and charts begin anew with it.
///
/// Histories of jobs, losses and the page of one job are asked for once a second where frames come, on a slow line less often.
/// Steps between two frames are not told: charts hold the frames that came, and before them what the server's own series has,
/// in 500 rows.
///
/// All members may be called from any thread.
class AttachedRun : public AnyRun,
                    public RunDrive,
                    public RunOrders,
                    public RunEdits,
                    public RunLink {
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

    RunDrive* drive() override { return this; }

    RunOrders* orders() override { return this; }

    RunEdits* edits() override { return this; }

    RunLink* link() override { return this; }

    void detach() override;

    const HttpPlace& place() const override { return wish_.place; }

    AttachState state() const override;
    std::shared_ptr<const Frame> frame() const override;  ///< never null
    std::shared_ptr<const Layout> layout() const override;
    std::shared_ptr<const Plant> plant() const override;
    std::shared_ptr<const RunSeries> series() const override;
    std::optional<Telemetry> telemetry(double timeS) const override;
    RunStatus status() const override;
    std::vector<PendingOrder> pendingOrders() const override;

    Project project() const override;

    /// With the parts that the design brings along.
    std::shared_ptr<const Catalogue> catalogue() const;

    // For a token that may operate. They are sent one after the other by a thread of their own; onRefused() reports those
    // that the server refuses.
    void play() override;
    void pause() override;
    void step(int steps = 1) override;
    void setSpeed(double simulatedPerSecond) override;
    void operate(const PlantOrder& order) override;
    /// The ticket is the server's, which pendingOrders() tells.
    int operateAt(double atS, const PlantOrder& order) override;
    void orderJob(const JobOrder& order) override;
    void cancelOrder(int ticket) override;

    /// Does nothing: the server takes no field of its air from others.
    void setAirFractions(int, std::vector<double>) override {}

    /// Does nothing: the run stops by the rules of the program that serves it.
    void pauseOn(const PauseRule&) override {}

    void watchJob(std::int64_t job) override;
    Error whyNoJobPage() const override;

    std::shared_ptr<const FollowedThere> followed() const override;
    void acknowledge(std::int64_t alarm) override;

    /// Shows null: the simulator is the server's.
    void look(std::function<void(const Simulator*)> look) override { look(nullptr); }

    /// Asks the server. Its errors, WEB-042 where it is not reached, WEB-043 for an answer of another form.
    void ask(const AskedQuestion& question, TakeReply take) override;

    /// Makes it the server's design, all of it or nothing, where that is still the one that it was made from (WEB-023). Waits
    /// for the answer.
    ResultAll<void> edit(const Project& project);

    ResultAll<void> edit(const Project& project, const Catalogue&, const std::string&,
                         std::shared_ptr<const BuiltFabrics>) override {
        return edit(project);
    }

    void onFrame(std::function<void()> callback) override;
    /// frame(), state(), status() or project() may be others.
    void onState(std::function<void()> callback) override;
    void onRefused(std::function<void(const Error&)> callback) override;

  private:
    explicit AttachedRun(AttachWish wish);
    struct Private;

    AttachWish wish_;
    std::shared_ptr<const Catalogue> catalogue_;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
