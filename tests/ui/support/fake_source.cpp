// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/support/fake_source.h"

#include "ui/cooling/cooling_text.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kRackWidth = 0.6;
constexpr double kRackDepth = 1.2;
constexpr double kRackHeight = 2.2;
constexpr double kPitch = 3.0;

}  // namespace

FakeSource::FakeSource() {
    buildLayout();
    std::vector<std::string> channels;
    for (const engine::QuantityInfo& info : engine::facilityQuantities()) {
        channels.push_back("facility/" + std::string(info.key));
    }
    series_ = std::make_shared<engine::RunSeries>(std::move(channels));
    frame_ = frameAt(0.0);
    thread_ = std::thread([this] {
        while (!ends_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            answerQuestions();
            if (playing_) {
                advance(0.03 * (speed_ > 0.0 ? speed_.load() : 36000.0));
            }
        }
    });
}

FakeSource::~FakeSource() {
    ends_ = true;
    thread_.join();
}

void FakeSource::buildLayout() {
    const double width = kColumns * kRackWidth + 4.0;
    const double depth = kRows * kPitch + 4.0;
    for (int h = 0; h < kHalls; ++h) {
        const double x0 = h * (width + 6.0);
        layout_.halls.push_back({{x0, 0, 0, width, depth, 5.0},
                                 "hall-" + std::to_string(h + 1),
                                 "Hall " + std::to_string(h + 1)});
        layout_.blocks.push_back("block-" + std::to_string(h + 1));
        layout_.blockRacks.push_back("fake-rack");
        for (int row = 0; row < kRows; ++row) {
            const double y = 2.0 + row * kPitch;
            for (int column = 0; column < kColumns; ++column) {
                engine::RackBox rack;
                rack.box = {
                    x0 + 2.0 + column * kRackWidth, y, 0.0, kRackWidth, kRackDepth, kRackHeight};
                rack.hall = h;
                rack.block = h;
                rack.row = row;
                rack.column = column;
                rack.facing = row % 2 == 0 ? models::Facing::North : models::Facing::South;
                rack.label = models::RackBlockSpec{}.rackName(row, column);
                layout_.racks.push_back(rack);
            }
            layout_.aisles.push_back(
                {{x0 + 2.0, y + kRackDepth, 0, kColumns * kRackWidth, kPitch - kRackDepth, 0},
                 h,
                 row % 2 == 1});
        }
        for (int i = 0; i < 4; ++i) {
            layout_.equipment.push_back({{x0 + 0.3, 2.0 + 6.0 * i, 0, 1.2, 1.0, 2.0},
                                         engine::EquipmentKind::Cdu,
                                         h,
                                         "cdu-" + std::to_string(h + 1)});
        }
    }
    for (int i = 0; i < 4; ++i) {
        layout_.equipment.push_back({{4.0 + 8.0 * i, -9.0, 0, 5.0, 4.0, 4.0},
                                     engine::EquipmentKind::CoolingTower,
                                     0,
                                     "loop"});
    }
}

std::shared_ptr<const engine::Frame> FakeSource::frameAt(double timeS) const {
    using engine::FacilityQuantity;
    auto frame = std::make_shared<engine::Frame>();
    frame->timeS = timeS;
    frame->design = design_;
    const auto whole = static_cast<long long>(timeS);
    char clock[64];
    std::snprintf(clock, sizeof clock, "2026-07-%02lld %02lld:%02lld:%02lld",
                  1 + whole / 86400 % 28, whole / 3600 % 24, whole / 60 % 60, whole % 60);
    frame->clock = clock;
    const double wave = 0.5 + 0.4 * std::sin(timeS / 5000.0);
    const auto set = [&frame](FacilityQuantity q, double si) {
        frame->facility[static_cast<std::size_t>(q)] = si;
    };
    set(FacilityQuantity::ItPower, 12e6 * wave);
    set(FacilityQuantity::FacilityPower, 14.5e6 * wave);
    set(FacilityQuantity::Pue, 14.5 / 12.0);
    set(FacilityQuantity::Utilization, wave);
    set(FacilityQuantity::TokensPerS, 3.2e6 * wave);
    set(FacilityQuantity::Cost, timeS * 0.25);
    for (const auto& [quantity, si] : facility_) {
        set(quantity, si);
    }
    frame->halls.resize(kHalls);
    frame->cdus.resize(kHalls);
    frame->loops.resize(1);
    for (auto& values : frame->racks) {
        values.resize(kRacks);
    }
    const auto rack = [&frame](engine::RackQuantity q) -> std::vector<float>& {
        return frame->racks[static_cast<std::size_t>(q)];
    };
    for (std::size_t i = 0; i < kRacks; ++i) {
        const double share = std::clamp(
            0.5 + 0.5 * std::sin(static_cast<double>(i) / 37.0 + timeS / 4000.0), 0., 1.);
        rack(engine::RackQuantity::Power)[i] = static_cast<float>(1000.0 + 39000.0 * share);
        rack(engine::RackQuantity::CoolantTemperature)[i] = static_cast<float>(24.0 + 6.0 * share);
        rack(engine::RackQuantity::ChipTemperature)[i] = static_cast<float>(40.0 + 45.0 * share);
        rack(engine::RackQuantity::Utilization)[i] = static_cast<float>(share);
        rack(engine::RackQuantity::Clock)[i] = 1.0F;
        rack(engine::RackQuantity::Job)[i] = share < 0.1 ? -1.0F : static_cast<float>(i / 50);
        rack(engine::RackQuantity::Health)[i] = i % 97 == 5 ? 0.0F : i % 61 == 7 ? 0.5F : 1.0F;
    }
    for (int j = 0; j < 10; ++j) {
        engine::JobRow job;
        job.id = j;
        job.name = "train-" + std::to_string(j);
        job.state = j < 8 ? engine::JobState::Running : engine::JobState::Queued;
        job.accelerators = 64 * (j + 1);
        job.progress = std::min(1.0, timeS / (86400.0 * (j + 1)));
        job.tokensPerS = j < 8 ? 4e5 : 0.0;
        job.why = j < 8 ? "Bound by arithmetic." : "Waits for 64 accelerators.";
        frame->jobs.push_back(job);
    }
    for (int e = std::max(0, static_cast<int>(timeS / 600.0) - 499);
         e < static_cast<int>(timeS / 600.0); ++e) {
        engine::Event event;
        event.id = e;
        event.timeS = 600.0 * e;
        event.kind = static_cast<engine::EventKind>(e % 12);
        event.subject = "R01-01";
        event.text = "A thing happened to 8 accelerators.";
        event.rack = e % kRacks;
        frame->events.push_back(event);
    }
    if (jobs_) {
        jobs_->fill(*frame, watched_);
    }
    if (story_) {
        frame->story = story_;
        frame->events.clear();
        story_->forEach([&frame](const engine::Event& e) { frame->events.push_back(e); });
    }
    frame->faults = faults_;
    frame->alarms = alarms_;
    frame->rackConditions = conditions_;
    fillPower(*frame);
    fillCooling(*frame);
    frame->fabrics = fabrics_;
    frame->fabricsNow = fabricsNow_;
    return frame;
}

void FakeSource::setFacility(std::vector<std::pair<engine::FacilityQuantity, double>> values) {
    const std::lock_guard lock(mutex_);
    facility_ = std::move(values);
}

void FakeSource::wire(testing::TinyWiring wiring, bool simulated) {
    const std::lock_guard lock(mutex_);
    wiring_ = std::move(wiring);
    network_ = std::make_shared<const engine::PowerNetwork>(wiring_.network);
    simulatesPower_ = simulated;
    frame_ = frameAt(frame_->timeS);
}

void FakeSource::cool(testing::TinyCooling cooling, bool simulated) {
    const std::lock_guard lock(mutex_);
    cooling_ = std::move(cooling);
    piping_ = std::make_shared<const engine::CoolingNetwork>(cooling_.network);
    simulatesCooling_ = simulated;
    frame_ = frameAt(frame_->timeS);
}

void FakeSource::join(testing::TinyFabric fabric, bool simulated) {
    const std::lock_guard lock(mutex_);
    fabrics_ = std::make_shared<const engine::FabricNetwork>(std::move(fabric.network));
    fabricsNow_ = simulated ? std::move(fabric.now) : engine::FabricsNow{};
    frame_ = frameAt(frame_->timeS);
}

void FakeSource::fillCooling(engine::Frame& frame) const {
    frame.cooling = piping_;
    if (!piping_ || !simulatesCooling_) {
        return;
    }
    cooling_.fill(frame);
    frame.loops.resize(cooling_.loops.size());
    frame.cdus.resize(cooling_.cdus.size());
    for (auto& loop : frame.loops) {
        loop[static_cast<std::size_t>(engine::LoopQuantity::Heat)] = 8.25e6;
        loop[static_cast<std::size_t>(engine::LoopQuantity::SupplyTemperature)] = 30.0;
        loop[static_cast<std::size_t>(engine::LoopQuantity::ReturnTemperature)] = 39.0;
        loop[static_cast<std::size_t>(engine::LoopQuantity::Mode)] = 0.0;
        loop[static_cast<std::size_t>(engine::LoopQuantity::RideThrough)] = 260.0;
    }
    for (auto& hall : frame.halls) {
        hall[static_cast<std::size_t>(engine::HallQuantity::SupplyAir)] = 24.0;
        hall[static_cast<std::size_t>(engine::HallQuantity::ReturnAir)] = 36.0;
        hall[static_cast<std::size_t>(engine::HallQuantity::HottestInlet)] = 26.4;
        hall[static_cast<std::size_t>(engine::HallQuantity::Shi)] = 0.12;
        hall[static_cast<std::size_t>(engine::HallQuantity::Rti)] = 0.94;
    }
    using engine::CoolingLinkState;
    using models::DrillAction;
    for (const engine::PlantOrder& order : orders_) {
        for (std::size_t l = 0; l < piping_->links.size(); ++l) {
            const CoolingTarget target = coolingTarget(*piping_, layout_, static_cast<int>(l));
            const bool valve =
                order.machine == models::CoolingMachine::Valve && piping_->links[l].hasValve;
            if (target.unit != order.unit || target.instance != order.instance ||
                (target.machine != order.machine && !valve) ||
                piping_->links[l].kind == engine::CoolingLinkKind::Pipe) {
                continue;
            }
            engine::CoolingLinkNow& now = frame.coolingLinks[l];
            now.state = order.action == DrillAction::Fail      ? CoolingLinkState::Failed
                        : order.action == DrillAction::Stick   ? CoolingLinkState::Stuck
                        : order.action == DrillAction::Leak    ? CoolingLinkState::Leaking
                        : order.action == DrillAction::Isolate ? CoolingLinkState::Isolated
                                                               : CoolingLinkState::Running;
            if (now.state == CoolingLinkState::Failed || now.state == CoolingLinkState::Isolated) {
                now.flowM3PerS = 0.0F;
                now.running = 0.0F;
                now.speed = 0.0F;
            }
        }
    }
}

void FakeSource::fillPower(engine::Frame& frame) const {
    frame.network = network_;
    if (!network_ || !simulatesPower_) {
        return;
    }
    testing::flowInto(wiring_, 40e3, 90e3, frame);
    using models::DrillAction;
    for (const engine::PlantOrder& order : orders_) {
        for (std::size_t u = 0; u < network_->units.size(); ++u) {
            const engine::PowerUnit& unit = network_->units[u];
            if (network_->arrays[static_cast<std::size_t>(unit.array)].id != order.unit ||
                (order.instance != 0 && order.instance != unit.instance + 1)) {
                continue;
            }
            if (order.action == DrillAction::Fail || order.action == DrillAction::Repair) {
                frame.powerUnits[u].state = order.action == DrillAction::Fail
                                                ? engine::PowerUnitState::Failed
                                                : engine::PowerUnitState::Normal;
            }
            for (int e = unit.firstEdge; e < unit.firstEdge + unit.edges; ++e) {
                if (order.incomer == 0 || order.incomer == e - unit.firstEdge + 1) {
                    if (order.action == DrillAction::Open || order.action == DrillAction::Close) {
                        frame.powerEdges[static_cast<std::size_t>(e)].breaker =
                            order.action == DrillAction::Open ? engine::BreakerState::Open
                                                              : engine::BreakerState::Closed;
                    }
                }
            }
        }
    }
}

void FakeSource::setSwingPlant(engine::SwingPlant plant) {
    const std::lock_guard lock(mutex_);
    swings_ = std::make_shared<const engine::SwingPlant>(std::move(plant));
}

void FakeSource::ask(const engine::AskedQuestion& question, engine::TakeReply take) {
    const std::lock_guard lock(mutex_);
    swingsAsked_ += engine::smoothingOfSwings(question) != nullptr ? 1 : 0;
    questions_.emplace_back(question, std::move(take));
}

void FakeSource::setAnswer(engine::Result<engine::RunAnswer> answer) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
}

void FakeSource::answerQuestions() {
    const std::lock_guard lock(mutex_);
    if (holdsSwings_) {
        return;
    }
    for (const auto& [question, take] : std::exchange(questions_, {})) {
        if (engine::smoothingOfSwings(question) != nullptr) {
            take(engine::RunReply(swings_));
        } else if (answer_) {
            take(engine::RunReply(*answer_));
        } else {
            take(tl::unexpected(answer_.error()));
        }
    }
}

void FakeSource::operate(const engine::PlantOrder& order) {
    const std::lock_guard lock(mutex_);
    orders_.push_back(order);
}

int FakeSource::operateAt(double atS, const engine::PlantOrder& order) {
    const std::lock_guard lock(mutex_);
    pending_.push_back({tickets_, atS, order});
    return tickets_++;
}

void FakeSource::cancelOrder(int ticket) {
    const std::lock_guard lock(mutex_);
    std::erase_if(pending_, [ticket](const auto& p) { return p.ticket == ticket; });
}

std::vector<engine::PendingOrder> FakeSource::pendingOrders() const {
    const std::lock_guard lock(mutex_);
    return pending_;
}

engine::BlastReach FakeSource::reach(const std::vector<engine::PlantOrder>& orders) {
    const std::lock_guard lock(mutex_);
    askedReach_ = orders;
    return reach_;
}

void FakeSource::setReach(engine::BlastReach reach) {
    const std::lock_guard lock(mutex_);
    reach_ = std::move(reach);
}

std::vector<engine::PlantOrder> FakeSource::askedReach() const {
    const std::lock_guard lock(mutex_);
    return askedReach_;
}

engine::Diagnosis FakeSource::diagnose(const engine::Story&, double) {
    const std::lock_guard lock(mutex_);
    return diagnosis_;
}

void FakeSource::setDiagnosis(engine::Diagnosis diagnosis) {
    const std::lock_guard lock(mutex_);
    diagnosis_ = std::move(diagnosis);
}

void FakeSource::setStory(std::vector<engine::Event> events, std::vector<engine::Loss> losses) {
    const std::lock_guard lock(mutex_);
    story_ = engine::storyOf(std::move(events), std::move(losses));
    frame_ = frameAt(frame_->timeS);
}

void FakeSource::setFaults(std::vector<engine::FaultNow> faults) {
    const std::lock_guard lock(mutex_);
    faults_ = std::move(faults);
    frame_ = frameAt(frame_->timeS);
}

void FakeSource::setAlarms(std::shared_ptr<const engine::AlarmList> alarms) {
    const std::lock_guard lock(mutex_);
    alarms_ = std::move(alarms);
    frame_ = frameAt(frame_->timeS);
}

void FakeSource::setConditions(std::vector<engine::Condition> conditions) {
    const std::lock_guard lock(mutex_);
    conditions_ = std::move(conditions);
    frame_ = frameAt(frame_->timeS);
}

std::vector<engine::PlantOrder> FakeSource::givenOrders() const {
    const std::lock_guard lock(mutex_);
    return orders_;
}

engine::ResultAll<void> FakeSource::edit(const engine::Project& /*project*/,
                                         const engine::Catalogue& /*catalogue*/,
                                         const std::string& words,
                                         std::shared_ptr<const engine::BuiltFabrics>) {
    const std::lock_guard lock(mutex_);
    edits_.push_back(words);
    if (!editErrors_.empty()) {
        return tl::unexpected(editErrors_);
    }
    ++design_;
    return {};
}

void FakeSource::setEditErrors(engine::Errors errors) {
    const std::lock_guard lock(mutex_);
    editErrors_ = std::move(errors);
}

std::vector<std::string> FakeSource::madeEdits() const {
    const std::lock_guard lock(mutex_);
    return edits_;
}

void FakeSource::orderJob(const engine::JobOrder& order) {
    const std::lock_guard lock(mutex_);
    jobOrders_.push_back(order);
}

std::vector<engine::JobOrder> FakeSource::jobOrders() const {
    const std::lock_guard lock(mutex_);
    return jobOrders_;
}

void FakeSource::watchJob(std::int64_t job) {
    const std::lock_guard lock(mutex_);
    if (job != watched_) {
        watched_ = job;
        frame_ = frameAt(frame_->timeS);
        if (callback_) {
            callback_();
        }
    }
}

void FakeSource::setJobs(std::shared_ptr<const testing::TinyJobs> jobs) {
    const std::lock_guard lock(mutex_);
    jobs_ = std::move(jobs);
    frame_ = frameAt(frame_->timeS);
}

void FakeSource::setAirFractions(int hall, std::vector<double> fractions) {
    const std::lock_guard lock(mutex_);
    airFractions_.emplace_back(hall, std::move(fractions));
}

std::vector<std::pair<int, std::vector<double>>> FakeSource::airFractions() const {
    const std::lock_guard lock(mutex_);
    return airFractions_;
}

void FakeSource::advance(double seconds) {
    std::function<void()> callback;
    {
        const std::lock_guard lock(mutex_);
        const double timeS = frame_->timeS + seconds;
        std::erase_if(pending_, [&](const engine::PendingOrder& p) {
            if (p.atS <= timeS) {
                orders_.push_back(p.order);
            }
            return p.atS <= timeS;
        });
        frame_ = frameAt(timeS);
        series_->add(timeS, frame_->facility);
        callback = callback_;
        // Under the lock: onFrame({}) must not return while a call is under way.
        if (callback) {
            callback();
        }
    }
}

void FakeSource::step(int /*steps*/) {
    playing_ = false;
    advance(15.0);
}

std::shared_ptr<const engine::Frame> FakeSource::frame() const {
    const std::lock_guard lock(mutex_);
    return frame_;
}

engine::RunStatus FakeSource::status() const {
    engine::RunStatus status;
    status.playing = status.moving = playing_;
    status.wantedSpeed = speed_;
    status.achievedSpeed = playing_ ? speed_.load() : 0.0;
    return status;
}

void FakeSource::onFrame(std::function<void()> callback) {
    const std::lock_guard lock(mutex_);
    callback_ = std::move(callback);
}

engine::Project fakeProject() {
    engine::Project project;
    const auto add = [&project](const char* type, const std::string& id,
                                std::initializer_list<std::pair<const char*, models::Value>> set) {
        engine::Object object;
        object.id = id;
        object.type = models::findComponentType(type);
        object.values.resize(object.type->attributes.size());
        for (const auto& [key, value] : set) {
            for (std::size_t i = 0; i < object.values.size(); ++i) {
                if (object.type->attributes[i].key == key) {
                    object.values[i] = value;
                }
            }
        }
        project.objects.push_back(std::move(object));
    };
    add("project", "project", {{"name", std::string("Two Halls")}, {"seed", std::int64_t{1}}});
    add("hall", "hall-1", {{"name", std::string("Hall 1")}, {"width_m", 16.6}});
    add("hall", "hall-2", {{"name", std::string("Hall 2")}, {"width_m", 16.6}});
    add("cooling_loop", "loop-1", {});
    add("cooling_loop", "loop-2", {});
    add("cdu_group", "cdu-1", {});
    add("cdu_group", "cdu-2", {});
    add("rack_block", "block-1", {{"hall", std::string("hall-1")}, {"rows", std::int64_t{12}}});
    add("rack_block", "block-2", {{"hall", std::string("hall-2")}, {"rows", std::int64_t{12}}});
    return project;
}

}  // namespace headroom::ui
