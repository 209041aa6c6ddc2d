// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/workspace.h"

#include "engine/document/blocks.h"
#include "engine/document/companions.h"
#include "engine/exchange/text_file.h"
#include "ui/edit/design_watch.h"
#include "ui/edit/editor.h"
#include "ui/failures/blast_focus.h"
#include "ui/failures/cause_focus.h"
#include "ui/failures/drill_desk.h"

#include <QPointer>
#include <QThread>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

// A room to begin in: two rows of a dozen racks, and space around them.
constexpr const char* kBlankStart = "2026-07-01T00:00:00";  // summer: cooling has most to do
constexpr double kBlankWidthM = 24.0, kBlankDepthM = 15.0, kBlankHeightM = 5.0;

const std::string& blockOf(const engine::Layout& layout, const engine::RackBox& rack) {
    return layout.blocks[static_cast<std::size_t>(rack.block)];
}

/// Whether an array by rack of the one may be read with the other.
bool sameRacks(const engine::Layout& a, const engine::Layout& b) {
    return a.halls.size() == b.halls.size() &&
           std::equal(a.racks.begin(), a.racks.end(), b.racks.begin(), b.racks.end(),
                      [&](const engine::RackBox& p, const engine::RackBox& q) {
                          return p.row == q.row && p.column == q.column &&
                                 blockOf(a, p) == blockOf(b, q);
                      });
}

int sameRack(const engine::Layout& before, int index, const engine::Layout& now) {
    if (index >= static_cast<int>(before.racks.size())) {
        return -1;
    }
    const engine::RackBox& was = before.racks[static_cast<std::size_t>(index)];
    for (std::size_t i = 0; i < now.racks.size(); ++i) {
        const engine::RackBox& is = now.racks[i];
        if (is.row == was.row && is.column == was.column &&
            blockOf(now, is) == blockOf(before, was)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

/// The same one in the order of those of its kind and object.
int sameMachine(const engine::Layout& before, int index, const engine::Layout& now) {
    if (index >= static_cast<int>(before.equipment.size())) {
        return -1;
    }
    const engine::EquipmentBox& was = before.equipment[static_cast<std::size_t>(index)];
    const auto like = [&](const engine::EquipmentBox& box) {
        return box.kind == was.kind && box.id == was.id;
    };
    auto rank = std::count_if(before.equipment.begin(), before.equipment.begin() + index, like);
    for (std::size_t i = 0; i < now.equipment.size(); ++i) {
        if (like(now.equipment[i]) && rank-- == 0) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

}  // namespace

struct Workspace::Loaded {
    std::shared_ptr<const engine::Catalogue> catalogue;
    engine::Project project;
    std::unique_ptr<SimulationSource> source;
    engine::Errors errors;
    std::shared_ptr<const engine::Catalogue> shipped;  ///< without parts of the project's own
    bool isRead = false;

    /// Catalogue and project; false: errors say why not.
    bool read(const std::filesystem::path& path, const std::filesystem::path& folder) {
        std::error_code ignored;
        const auto beside =
            std::filesystem::is_directory(path, ignored) ? path : path.parent_path();
        const auto overlay = engine::projectCatalogueFolder(beside);
        const bool isOwn = std::filesystem::exists(overlay, ignored);
        if (!catalogue || isOwn) {
            auto all = engine::Catalogue::load(folder, isOwn ? overlay : std::filesystem::path());
            if (!all) {
                errors = all.error();
                return false;
            }
            catalogue = std::make_shared<engine::Catalogue>(std::move(*all));
        }
        if (!isOwn) {
            shipped = catalogue;
        }
        auto found = engine::loadProject(path, *catalogue);
        if (!found) {
            errors = found.error();
            return false;
        }
        project = std::move(*found);
        isRead = true;
        return true;
    }
};

Workspace::Workspace(std::filesystem::path catalogueFolder, QObject* parent)
    : QObject(parent),
      catalogueFolder_(std::move(catalogueFolder)),
      editor_(new Editor(this)),
      design_(new DesignWatch(this)),
      drills_(new DrillDesk(this)),
      blast_(new BlastFocus(this)),
      causes_(new CauseFocus(this)) {
    connect(design_, &DesignWatch::changed, this, &Workspace::takeDesign);
    slow_.setInterval(250);
    connect(&slow_, &QTimer::timeout, this, [this] {
        // Achieved speed and the end of a run show even when no frame comes.
        emit playStateChanged();
        if (std::exchange(slowDue_, false)) {
            emit slowTick();
        }
    });
    slow_.start();
}

Workspace::~Workspace() {
    for (QThread* thread : findChildren<QThread*>()) {
        thread->wait();
    }
    detach();
}

const engine::Layout& Workspace::layout() const {
    static const engine::Layout kEmpty;
    if (drawn_) {
        return *drawn_;
    }
    return source_ ? source_->layout() : kEmpty;
}

SimulationSource::Status Workspace::status() const {
    return source_ ? source_->status() : SimulationSource::Status{};
}

QString Workspace::title() const {
    if (!isOpen()) {
        return {};
    }
    for (const engine::Object& object : project_.objects) {
        if (object.type != nullptr && object.type->id == "project") {
            const auto* name = std::get_if<std::string>(&object.value("name"));
            if (name != nullptr && !name->empty()) {
                return QString::fromStdString(*name);
            }
        }
    }
    const auto stem = project_.file.stem() == "project" ? project_.file.parent_path().filename()
                                                        : project_.file.stem();
    return stem.empty() ? tr("Untitled") : QString::fromStdString(stem.string());
}

void Workspace::open(const std::filesystem::path& path) {
    if (!loading_ && mayLeave()) {
        load(path, {}, false);
    }
}

void Workspace::revert() {
    if (isOpen() && !project_.file.empty()) {
        load(project_.file, {}, false);
    }
}

void Workspace::openCopy(const std::filesystem::path& copy, const std::filesystem::path& as) {
    if (loading_ || !mayLeave() || !loadCatalogue()) {
        return;
    }
    const QString title = tr("%1 was not opened").arg(QString::fromStdString(copy.string()));
    const auto text = engine::readTextFile(copy);
    if (!text) {
        emit failed(title, {text.error()});
        return;
    }
    auto project = engine::parseProject(*text, copy, *catalogue_);
    if (!project) {
        emit failed(title, project.error());
        return;
    }
    project->file = as;
    showDesign(std::move(*project), false);
}

void Workspace::restart() {
    if (isOpen()) {
        load(project_.file, project_, true);
    }
}

void Workspace::load(const std::filesystem::path& path, engine::Project known, bool reload) {
    if (loading_) {
        return;
    }
    loading_ = true;
    emit busyChanged(reload ? tr("Starting again…")
                            : tr("Opening %1…").arg(QString::fromStdString(path.string())));
    auto loaded = std::make_shared<Loaded>();
    loaded->catalogue = reload ? catalogue_ : shipped_;
    loaded->project = std::move(known);
    const auto work = [loaded, path, reload, folder = catalogueFolder_,
                       recording = std::exchange(recording_, {})] {
        if (!reload && !loaded->read(path, folder)) {
            return;
        }
        loaded->isRead = true;
        auto source = makeSessionSource(loaded->project, *loaded->catalogue, {recording});
        if (!source) {
            loaded->errors = source.error();
            return;
        }
        loaded->source = std::move(*source);
    };
    QThread* thread = QThread::create(work);
    thread->setParent(this);
    connect(thread, &QThread::finished, this, [this, thread, loaded, path, reload] {
        thread->deleteLater();
        loading_ = false;
        emit busyChanged({});
        shipped_ = loaded->shipped ? loaded->shipped : shipped_;
        const QString name = QString::fromStdString(path.string());
        if (!loaded->isRead && !reload) {
            emit failed(tr("%1 was not opened").arg(name), loaded->errors);
            return;
        }
        catalogue_ = loaded->catalogue;
        const auto isDrawn = [](const engine::Error& e) { return e.code == "SIM-060"; };
        const engine::Errors why = loaded->errors;
        begin(std::move(loaded->project), std::move(loaded->source), reload, why);
        // A design that is not joined up yet is no fault: the problems panel lists what it lacks.
        if (!std::all_of(why.begin(), why.end(), isDrawn)) {
            emit failed(tr("%1 cannot be simulated").arg(name), why);
        }
    });
    thread->start();
}

void Workspace::show(engine::Project project, std::unique_ptr<SimulationSource> source) {
    begin(std::move(project), std::move(source), false, {});
}

void Workspace::begin(engine::Project project, std::unique_ptr<SimulationSource> source,
                      bool goesOn, const engine::Errors& faults) {
    detach();
    selection_.clear();
    project_ = std::move(project);
    drawn_.reset();
    faults_ = faults;
    resumes_ = false;
    open_ = true;
    if (!goesOn) {
        editor_->forget(true);
    }
    if (source) {
        attach(std::move(source));
    } else {
        drawLayout();
    }
    emit opened();
    if (playOnOpen_) {
        play();
    }
    emit playStateChanged();
    takeFrame();
    emit slowTick();
}

void Workspace::attach(std::unique_ptr<SimulationSource> source) {
    source_ = std::move(source);
    frame_ = source_->frame();
    source_->setSpeed(speed_);
    framePending_ = std::make_shared<std::atomic<bool>>(false);
    // The pointer is looked at on this thread only: the lambda inside runs in our event loop.
    source_->onFrame([self = QPointer<Workspace>(this), target = this, pending = framePending_] {
        if (!pending->exchange(true)) {
            QMetaObject::invokeMethod(
                target,
                [self, pending] {
                    pending->store(false);
                    if (self && self->framePending_ == pending) {
                        self->takeFrame();
                    }
                },
                Qt::QueuedConnection);
        }
    });
}

void Workspace::showNew(engine::Project project) {
    if (mayLeave() && (catalogue_ || loadCatalogue())) {
        project.file.clear();
        showDesign(std::move(project), false);
    }
}

/// Drawn at once; it is simulated as soon as it can be.
void Workspace::showDesign(engine::Project project, bool saved) {
    detach();
    selection_.clear();
    project_ = std::move(project);
    faults_.clear();
    open_ = true;
    editor_->forget(saved);
    drawLayout();
    emit opened();
    emit playStateChanged();
    emit slowTick();
    simulateEdited();
}

void Workspace::newBlank() {
    if (!mayLeave() || !loadCatalogue()) {
        return;
    }
    engine::Project project;
    const auto add = [&](engine::Object object) { project.objects.push_back(std::move(object)); };
    engine::Object info = Editor::make("project", {});
    Editor::set(info, "name", tr("New facility").toStdString());
    Editor::set(info, "start", std::string(kBlankStart));
    Editor::set(info, "seed", std::int64_t{1});
    add(std::move(info));
    const auto first = [&](std::string_view type) {
        const auto all = catalogue_->entriesOf(type);
        return all.empty() ? std::string() : all.front()->id;
    };
    engine::Object site = Editor::make("site", {});
    Editor::set(site, "climate", first("climate"));
    Editor::set(site, "grid", first("grid"));
    add(std::move(site));
    engine::Object hall = Editor::make("hall", "hall-1");
    Editor::set(hall, "name", tr("Hall 1").toStdString());
    Editor::set(hall, "width_m", kBlankWidthM);
    Editor::set(hall, "depth_m", kBlankDepthM);
    Editor::set(hall, "height_m", kBlankHeightM);
    add(std::move(hall));
    showDesign(std::move(project), false);
}

bool Workspace::loadCatalogue() {
    if (shipped_) {
        catalogue_ = shipped_;
        return true;
    }
    auto catalogue = engine::Catalogue::load(catalogueFolder_);
    if (!catalogue) {
        emit failed(tr("The catalogue was not read"), catalogue.error());
        return false;
    }
    shipped_ = std::make_shared<engine::Catalogue>(std::move(*catalogue));
    catalogue_ = shipped_;
    return true;
}

bool Workspace::reloadCatalogue() {
    auto all = engine::Catalogue::load(catalogueFolder_,
                                       engine::projectCatalogueFolder(project_.folder()));
    engine::Errors faults = all ? engine::Errors{} : all.error();
    if (all) {
        // What is drawn must still be one project of it.
        const auto read = engine::parseProject(engine::projectText(project_), project_.file, *all);
        faults = read ? engine::Errors{} : read.error();
    }
    if (!faults.empty()) {
        emit failed(tr("The catalogue was not read"), faults);
        return false;
    }
    catalogue_ = std::make_shared<engine::Catalogue>(std::move(*all));
    emit catalogueChanged();
    takeEdit(tr("Catalogue"));
    return true;
}

void Workspace::drawLayout() {
    const bool copies = engine::usesBlocks(project_);
    const engine::Project whole = copies ? engine::withBlocks(project_) : engine::Project{};
    const engine::Project& drawn = copies ? whole : project_;
    const auto view = design_->view();
    if (view && engine::hasFabricsOf(*view, drawn)) {
        drawn_ = std::make_shared<const engine::Layout>(
            engine::layoutOf(drawn, *catalogue_, view->fabrics->network.get()));
        return;
    }
    // Networks are laid out by the design watch, a moment later: until then cabinets stay.
    engine::Layout next = engine::layoutOf(drawn, *catalogue_, nullptr);
    for (const engine::EquipmentBox& box : layout().equipment) {
        const bool isCabinet = box.kind == engine::EquipmentKind::NetworkRack ||
                               box.kind == engine::EquipmentKind::StorageRack;
        if (isCabinet && drawn.find(box.id) != nullptr) {
            next.equipment.push_back(box);
        }
    }
    drawn_ = std::make_shared<const engine::Layout>(std::move(next));
}

void Workspace::takeEdit(const QString& words) {
    const auto before = drawn_ ? drawn_ : std::make_shared<const engine::Layout>(layout());
    drawLayout();
    if (!sameRacks(*before, *drawn_)) {
        frame_.reset();  // it speaks of racks that are numbered otherwise now
    }
    keepSelection(*before);
    editWords_ = words;
    emit projectChanged();
    simulationDue_ = true;
    emit layoutChanged();
}

/// Cabinets of networks, where an edit moved them; then the run goes on with what was built for the
/// figures, which come first.
void Workspace::takeDesign() {
    if (!drawn_ || !open_ || catalogue_ == nullptr) {
        return;
    }
    if (design_->isCurrent()) {
        const auto before = std::exchange(drawn_, design_->view()->floor);
        keepSelection(*before);
        emit layoutChanged();
        if (std::exchange(simulationDue_, false)) {
            simulateEdited();
        }
    }
}

/// Racks and machines are selected by index: after a change, by what stands at the same place of
/// the same object.
void Workspace::keepSelection(const engine::Layout& before) {
    std::vector<Selected> kept;
    for (Selected what : selection_.all()) {
        if (what.rack() >= 0) {
            what.index = sameRack(before, what.rack(), *drawn_);
        } else if (what.equipment() >= 0) {
            what.index = sameMachine(before, what.equipment(), *drawn_);
        }
        const bool wasBox =
            what.kind == Selected::Kind::Rack || what.kind == Selected::Kind::Equipment;
        const bool exists = what.objectId.empty() || project_.find(what.objectId) != nullptr ||
                            engine::blockCopyOf(project_, what.objectId).has_value();
        if (exists && !(wasBox && what.index < 0)) {
            kept.push_back(what);
        } else if (exists) {
            kept.push_back({Selected::Kind::Object, -1, what.objectId, -1});
        }
    }
    selection_.hover({});
    selection_.selectAll(std::move(kept));
}

/// Hands what was edited to the run, or begins one, on a worker; edits that come meanwhile are
/// taken together. Where the design cannot run, the run waits as it was until it can again.
void Workspace::simulateEdited() {
    if (simulating_) {
        editedMeanwhile_ = true;
        return;
    }
    simulating_ = true;
    editedMeanwhile_ = false;
    auto loaded = std::make_shared<Loaded>();
    loaded->catalogue = catalogue_;
    loaded->project = project_;
    const auto running = source_;
    const auto fabrics = design_->isCurrent() ? design_->view()->fabrics : nullptr;
    QThread* thread = QThread::create([loaded, running, fabrics, words = editWords_.toStdString()] {
        if (running) {
            const auto edited = running->edit(loaded->project, *loaded->catalogue, words, fabrics);
            loaded->errors = edited ? engine::Errors{} : edited.error();
            return;
        }
        auto source = makeSessionSource(loaded->project, *loaded->catalogue, {});
        if (source) {
            loaded->source = std::move(*source);
        } else {
            loaded->errors = source.error();
        }
    });
    thread->setParent(this);
    connect(thread, &QThread::finished, this, [this, thread, loaded, running] {
        thread->deleteLater();
        simulating_ = false;
        if (!open_ || source_ != running) {
            return;  // something else was opened meanwhile
        }
        if (editedMeanwhile_) {
            simulateEdited();
        }
        faults_ = loaded->errors;
        if (loaded->source) {
            attach(std::move(loaded->source));
        } else if (!faults_.empty() && status().playing) {
            pause();
            resumes_ = true;
        } else if (faults_.empty() && std::exchange(resumes_, false)) {
            play();
        }
        emit simulationChanged();
        emit playStateChanged();
        takeFrame();
        emit slowTick();
    });
    thread->start();
}

/// Frames are of a design; one of another than is drawn would colour the wrong racks.
bool Workspace::fits(const engine::Frame& frame) {
    if (!drawn_ || frame.layout == nullptr) {
        return !drawn_;
    }
    if (frame.layout != fitted_ || drawn_ != fittedTo_) {
        fitted_ = frame.layout;
        fittedTo_ = drawn_;
        fits_ = sameRacks(*fitted_, *fittedTo_);
    }
    return fits_;
}

void Workspace::detach() {
    if (source_) {
        source_->pause();
        source_->onFrame({});
        source_.reset();
    }
    frame_.reset();
}

void Workspace::close() {
    if (!isOpen() || !mayLeave()) {
        return;
    }
    selection_.clear();
    detach();
    project_ = {};
    drawn_.reset();
    faults_.clear();
    open_ = false;
    editor_->forget(true);
    emit closed();
    emit playStateChanged();
}

engine::Result<void> Workspace::save(const std::filesystem::path& path) {
    auto result = engine::carryCompanions(project_, path.parent_path());
    if (result) {
        result = engine::saveProject(project_, path);
    }
    if (result) {
        project_.file = path;
        editor_->markSaved();
        emit saved();
    }
    return result;
}

void Workspace::takeFrame() {
    if (!source_) {
        return;
    }
    frame_ = source_->frame();
    if (frame_ && !fits(*frame_)) {
        frame_.reset();
    }
    slowDue_ = true;
    emit frameArrived();
}

void Workspace::play() {
    if (source_) {
        source_->play();
        emit playStateChanged();
    }
}

void Workspace::pause() {
    if (source_) {
        source_->pause();
        emit playStateChanged();
    }
}

void Workspace::togglePlay() {
    if (status().playing) {
        pause();
    } else {
        play();
    }
}

void Workspace::step() {
    if (source_) {
        source_->step();
        emit playStateChanged();
    }
}

void Workspace::operate(const engine::PlantOrder& order) {
    if (source_) {
        source_->operate(order);
    }
}

void Workspace::orderJob(const engine::JobOrder& order) {
    if (source_) {
        source_->orderJob(order);
    }
}

void Workspace::watchJob(std::int64_t job) {
    if (source_) {
        source_->watchJob(job);
    }
}

void Workspace::setAirFractions(int hall, std::vector<double> fractions) {
    if (source_) {
        source_->setAirFractions(hall, std::move(fractions));
    }
}

void Workspace::setSpeed(double simulatedPerSecond) {
    speed_ = simulatedPerSecond;
    if (source_) {
        source_->setSpeed(simulatedPerSecond);
    }
    emit playStateChanged();
}

QString Workspace::nameOfObject(const std::string& id) const {
    const engine::Object* object = project_.find(id);
    if (object != nullptr && object->type->find("name") != nullptr) {
        if (const auto* name = std::get_if<std::string>(&object->value("name"))) {
            return QString::fromStdString(*name);
        }
    }
    return QString::fromStdString(id);
}

QString Workspace::nameOf(const Selected& what) const {
    const engine::Layout& plan = layout();
    const auto index = static_cast<std::size_t>(what.index);
    switch (what.kind) {
        case Selected::Kind::None:
            return {};
        case Selected::Kind::Facility:
            return title();
        case Selected::Kind::Object:
            return nameOfObject(what.objectId);
        case Selected::Kind::Rack: {
            const engine::RackBox& rack = plan.racks[index];
            return QStringLiteral("%1 · %2").arg(
                nameOfObject(plan.blocks[static_cast<std::size_t>(rack.block)]),
                QString::fromStdString(rack.name()));
        }
        case Selected::Kind::Equipment: {
            const engine::EquipmentBox& box = plan.equipment[index];
            return QStringLiteral("%1 · %2").arg(nameOfObject(box.id),
                                                 engine::equipmentKindName(box.kind));
        }
        case Selected::Kind::Job:
            for (std::size_t j = 0; frame_ && j < frame_->jobs.size(); ++j) {
                if (frame_->jobs[j].id == what.job) {
                    return QString::fromStdString(frame_->jobs[j].name);
                }
            }
            return tr("Job %1").arg(what.job);
    }
    return {};
}

}  // namespace headroom::ui
