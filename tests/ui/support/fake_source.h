// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/floor/layout.h"
#include "engine/live/run_series.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/reliability/reach/reach.h"
#include "engine/run/frame/story.h"
#include "engine/run/jobs/job_order.h"
#include "engine/watch/any_run.h"
#include "engine/watch/page_questions.h"
#include "engine/watch/run_drive.h"
#include "engine/watch/run_edits.h"
#include "engine/watch/run_orders.h"
#include "engine/waveform/waveform.h"
#include "tests/support/tiny_cooling.h"
#include "tests/support/tiny_fabric.h"
#include "tests/support/tiny_jobs.h"
#include "tests/support/tiny_wiring.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace headroom::ui {

/// A simulation that is none: 504 racks in two halls, and frames in which each value moves.
/// Plays on a thread of its own, as the real one does; advance() makes one frame at once.
class FakeSource : public engine::AnyRun,
                   public engine::RunDrive,
                   public engine::RunOrders,
                   public engine::RunEdits {
  public:
    static constexpr int kRows = 12;
    static constexpr int kColumns = 21;
    static constexpr int kHalls = 2;
    static constexpr int kRacks = kHalls * kRows * kColumns;

    FakeSource();
    ~FakeSource() override;

    engine::RunDrive* drive() override { return this; }

    engine::RunOrders* orders() override { return this; }

    engine::RunEdits* edits() override { return this; }

    void play() override { playing_ = true; }

    void pause() override { playing_ = false; }

    void step(int steps = 1) override;

    void setSpeed(double simulatedPerSecond) override { speed_ = simulatedPerSecond; }

    /// Kept for the test.
    void pauseOn(const engine::PauseRule& rule) override { pauseRule_ = rule; }

    const engine::PauseRule& pauseRule() const { return pauseRule_; }

    /// Frames carry this list, or these conditions of racks, from now on.
    void setAlarms(std::shared_ptr<const engine::AlarmList> alarms);
    void setConditions(std::vector<engine::Condition> conditions);

    std::shared_ptr<const engine::Frame> frame() const override;

    /// Not of the frames, so that none is taken for one of another design.
    std::shared_ptr<const engine::Layout> layout() const override {
        return {std::shared_ptr<const engine::Layout>(), &layout_};
    }

    std::shared_ptr<const engine::Plant> plant() const override { return nullptr; }

    /// Of what advance() made, facility only.
    std::shared_ptr<const engine::RunSeries> series() const override { return series_; }

    engine::RunStatus status() const override;
    void onFrame(std::function<void()> callback) override;
    /// Kept for the test, and done as far as a fake does: breakers move, units fail and come back.
    void operate(const engine::PlantOrder& order) override;
    /// Given with the first frame at or after their time.
    int operateAt(double atS, const engine::PlantOrder& order) override;
    void cancelOrder(int ticket) override;
    std::vector<engine::PendingOrder> pendingOrders() const override;

    /// What setReach() says, whatever is asked; the orders are kept for the test.
    engine::BlastReach reach(const std::vector<engine::PlantOrder>& orders) override;
    void setReach(engine::BlastReach reach);
    std::vector<engine::PlantOrder> askedReach() const;

    /// What setDiagnosis() says.
    engine::Diagnosis diagnose(const engine::Story& story, double timeS) override;
    void setDiagnosis(engine::Diagnosis diagnosis);

    /// Frames carry this story and its last events, or these faults, from now on.
    void setStory(std::vector<engine::Event> events, std::vector<engine::Loss> losses = {});
    void setFaults(std::vector<engine::FaultNow> faults);

    /// Frames have these values of the facility from now on.
    void setFacility(std::vector<std::pair<engine::FacilityQuantity, double>> values);

    /// Kept for the test, with what setEditErrors() says; frames are of the next design from then
    /// on.
    engine::ResultAll<void> edit(const engine::Project& project, const engine::Catalogue& catalogue,
                                 const std::string& words,
                                 std::shared_ptr<const engine::BuiltFabrics> fabrics) override;
    void setEditErrors(engine::Errors errors);
    std::vector<std::string> madeEdits() const;

    /// Kept for the test.
    void orderJob(const engine::JobOrder& order) override;
    void watchJob(std::int64_t job) override;

    /// Kept for the test.
    void setAirFractions(int hall, std::vector<double> fractions) override;

    /// There is no simulator.
    void look(std::function<void(const engine::Simulator*)> look) override { look(nullptr); }

    /// Answered by the thread that plays: swings with the plant of setSwingPlant(), tables with setAnswer().
    void ask(const engine::AskedQuestion& question, engine::TakeReply take) override;
    void setAnswer(engine::Result<engine::RunAnswer> answer);

    void advance(double seconds);

    /// Frames carry this wiring from now on, with racks of 40 kW and machines of 90 kW; before
    /// `simulated` the wiring alone.
    void wire(testing::TinyWiring wiring, bool simulated = true);

    /// Frames carry this piping from now on; before `simulated` the piping alone. Machines that an
    /// order fails, sticks, isolates or makes leak are so in the next frame.
    void cool(testing::TinyCooling cooling, bool simulated = true);

    /// Frames carry these fabrics from now on; before `simulated` the fabrics alone.
    void join(testing::TinyFabric fabric, bool simulated = true);

    std::vector<engine::PlantOrder> givenOrders() const;
    std::vector<engine::JobOrder> jobOrders() const;

    /// Frames carry these jobs, with what they went through, from now on.
    void setJobs(std::shared_ptr<const testing::TinyJobs> jobs);

    /// Before it is shown: a layout in place of the two halls.
    void setLayout(engine::Layout layout) { layout_ = std::move(layout); }

    /// Halls and shares that were given, in order.
    std::vector<std::pair<int, std::vector<double>>> airFractions() const;

    void setSwingPlant(engine::SwingPlant plant);

    /// While held, ask() is not answered: a step that takes long.
    void holdSwings(bool hold) { holdsSwings_ = hold; }

    int swingsAsked() const { return swingsAsked_; }

  private:
    void buildLayout();
    void answerQuestions();
    std::shared_ptr<const engine::Frame> frameAt(double timeS) const;

    void fillPower(engine::Frame& frame) const;
    void fillCooling(engine::Frame& frame) const;

    engine::Layout layout_;
    testing::TinyWiring wiring_;
    std::shared_ptr<const engine::PowerNetwork> network_;
    bool simulatesPower_ = true;
    testing::TinyCooling cooling_;
    std::shared_ptr<const engine::CoolingNetwork> piping_;
    bool simulatesCooling_ = true;
    std::shared_ptr<const engine::FabricNetwork> fabrics_;
    engine::FabricsNow fabricsNow_;
    std::vector<engine::PlantOrder> orders_;
    std::vector<engine::JobOrder> jobOrders_;
    std::vector<engine::PendingOrder> pending_;
    int tickets_ = 0;
    engine::BlastReach reach_;
    std::vector<engine::PlantOrder> askedReach_;
    engine::Diagnosis diagnosis_;
    std::shared_ptr<const engine::Story> story_;
    std::vector<engine::FaultNow> faults_;
    std::shared_ptr<const engine::AlarmList> alarms_;
    std::vector<engine::Condition> conditions_;
    engine::PauseRule pauseRule_;
    std::vector<std::pair<engine::FacilityQuantity, double>> facility_;
    std::shared_ptr<const testing::TinyJobs> jobs_;
    std::int64_t watched_ = -1;
    std::vector<std::pair<int, std::vector<double>>> airFractions_;
    mutable std::mutex mutex_;
    std::atomic<std::int64_t> design_{0};
    std::vector<std::string> edits_;
    engine::Errors editErrors_;
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<engine::RunSeries> series_;
    std::function<void()> callback_;
    std::vector<std::pair<engine::AskedQuestion, engine::TakeReply>> questions_;
    engine::Result<engine::RunAnswer> answer_ = tl::unexpected(engine::runEnded());
    std::shared_ptr<const engine::SwingPlant> swings_ =
        std::make_shared<const engine::SwingPlant>();
    std::atomic<bool> holdsSwings_ = false;
    std::atomic<int> swingsAsked_ = 0;
    std::atomic<bool> playing_ = false;
    std::atomic<bool> ends_ = false;
    std::atomic<double> speed_ = 600.0;
    std::thread thread_;
};

/// A project whose halls and rack blocks have the ids of the fake layout.
engine::Project fakeProject();

}  // namespace headroom::ui
