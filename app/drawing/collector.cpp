// SPDX-License-Identifier: Apache-2.0
#include "app/drawing/collector.h"

#include "app/drawing/dxf_text.h"
#include "app/drawing/refused.h"
#include "app/drawing/spline.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace headroom::drawing {

volatile long lineNow = 0;

namespace {

constexpr std::size_t kMostStored = 4'000'000;  // points of the file before blocks are expanded

// Entities that the functions below read, and marks that are not entities.
constexpr auto kRead = std::to_array<std::string_view>(
    {"LINE",   "LWPOLYLINE", "POLYLINE", "VERTEX", "SEQEND", "ARC",     "CIRCLE", "ELLIPSE",
     "SPLINE", "SOLID",      "TRACE",    "3DFACE", "HATCH",  "TEXT",    "MTEXT",  "ATTRIB",
     "POINT",  "INSERT",     "BLOCK",    "ENDBLK", "ENDSEC", "SECTION", "EOF"});

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string::npos
               ? std::string()
               : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool isFinite(Point p) {
    constexpr double kMost = 1e12;
    return std::abs(p.x) < kMost && std::abs(p.y) < kMost;
}

}  // namespace

void Collector::group(int code, const std::string& value) {
    if (code == 0) {
        const std::string kind = trimmed(value);
        sectionFollows_ = kind == "SECTION";
        read_.hasEnd = read_.hasEnd || kind == "EOF";
        if ((section_ == "ENTITIES" || section_ == "BLOCKS") &&
            std::find(kRead.begin(), kRead.end(), kind) == kRead.end()) {
            constexpr std::size_t kMostKinds = 100;
            if (read_.skipped.size() < kMostKinds || read_.skipped.count(kind) > 0) {
                ++read_.skipped[decoded(kind).substr(0, 40)];
            }
        }
        if (kind == "ENDSEC") {
            section_.clear();
        }
    } else if (code == 2 && sectionFollows_) {
        section_ = trimmed(value);
        sectionFollows_ = false;
    }
}

void Collector::setVariableInt(const std::string& key, int value, int) {
    if (key == "$INSUNITS") {
        read_.insUnits = value;
    } else if (key == "$MEASUREMENT") {
        read_.measurement = value;
    }
}

void Collector::setVariableString(const std::string& key, const std::string& value, int) {
    if (key == "$ACADVER") {
        read_.version = decoded(value).substr(0, 20);
    }
}

void Collector::addLayer(const DL_LayerData& data) {
    const auto at = static_cast<std::size_t>(layerOf(data.name));
    read_.layers[at].isHidden = data.off || (static_cast<unsigned>(data.flags) & 1U) != 0U ||
                                getAttributes().getColor() < 0;
}

void Collector::addBlock(const DL_BlockData& data) {
    finish();
    block_ = blockOf(data.name);
    here() = Contents{};
    here().base = {data.bpx, data.bpy};
}

void Collector::endBlock() {
    finish();
    block_ = -1;
}

int Collector::layerOf(const std::string& name) {
    const std::string known = decoded(name).substr(0, 255);
    const auto [place, isNew] = layers_.emplace(known, static_cast<int>(read_.layers.size()));
    if (isNew) {
        if (read_.layers.size() >= kMostLines) {
            throw Refused("it has more than 200,000 layers", kLess);
        }
        read_.layers.push_back({known, false});
    }
    return place->second;
}

int Collector::blockOf(const std::string& name) {
    const auto [place, isNew] = blocks_.emplace(name, static_cast<int>(read_.blocks.size()));
    if (isNew) {
        if (read_.blocks.size() >= kMostLines) {
            throw Refused("it has more than 200,000 blocks", kLess);
        }
        read_.blocks.emplace_back();
        read_.blockNames.push_back(decoded(name).substr(0, 255));
    }
    return place->second;
}

/// Ends the entity before; whether this one is not part of the model in plan.
bool Collector::isSkipped(const char* kind) {
    finish();
    if (getAttributes().isInPaperSpace()) {
        ++read_.skipped[std::string(kind) + " of a paper sheet"];
        return true;
    }
    double normal[3] = {0.0, 0.0, 1.0};
    if (getExtrusion() != nullptr) {
        getExtrusion()->getDirection(normal);
    }
    constexpr double kSlant = 1e-3;
    if (std::abs(normal[0]) > kSlant || std::abs(normal[1]) > kSlant) {
        ++read_.skipped[std::string(kind) + " that does not lie in the plan"];
        return true;
    }
    mirrored_ = normal[2] < 0.0;
    layer_ = layerOf(getAttributes().getLayer());
    return false;
}

void Collector::count(std::size_t points) {
    points_ += points;
    if (points_ > kMostStored) {
        throw Refused("it has more than 4,000,000 points", kLess);
    }
}

/// In its object plane, a mirrored entity (extrusion 0, 0, -1) has its x axis turned round.
void Collector::add(Line line, bool inObjectPlane) {
    count(line.segments.size() + 1);
    line.layer = layer_;
    bool isFine = isFinite(line.start);
    for (Segment& segment : line.segments) {
        isFine = isFine && isFinite(segment.end) && isFinite(segment.centre) &&
                 isFinite(segment.u) && isFinite(segment.v) && std::isfinite(segment.from) &&
                 std::isfinite(segment.to);
        if (inObjectPlane && mirrored_) {
            segment.end.x = -segment.end.x;
            segment.centre.x = -segment.centre.x;
            segment.u.x = -segment.u.x;
            segment.v.x = -segment.v.x;
        }
    }
    if (inObjectPlane && mirrored_) {
        line.start.x = -line.start.x;
    }
    if (!isFine) {
        ++read_.skipped["lines with a coordinate that is not a number or beyond 1e12"];
        return;
    }
    here().lines.push_back(std::move(line));
}

void Collector::addPoint(const DL_PointData& data) {
    if (!isSkipped("POINT")) {
        Line line;
        line.start = {data.x, data.y};
        add(std::move(line), false);
    }
}

void Collector::addLine(const DL_LineData& data) {
    if (!isSkipped("LINE")) {
        Line line;
        line.start = {data.x1, data.y1};
        line.segments.push_back(bulged(line.start, {data.x2, data.y2}, 0.0));
        add(std::move(line), false);
    }
}

void Collector::addArc(const DL_ArcData& data) {
    if (!isSkipped("ARC")) {
        add(arcOf({data.cx, data.cy}, data.radius, data.angle1 * kPi / 180.0,
                  data.angle2 * kPi / 180.0),
            true);
    }
}

void Collector::addCircle(const DL_CircleData& data) {
    if (!isSkipped("CIRCLE")) {
        Line line = arcOf({data.cx, data.cy}, data.radius, 0.0, 2.0 * kPi);
        line.isClosed = true;
        add(std::move(line), true);
    }
}

void Collector::addEllipse(const DL_EllipseData& data) {
    if (isSkipped("ELLIPSE")) {
        return;
    }
    Line line = arcOf({data.cx, data.cy}, 1.0, data.angle1, data.angle2);
    Segment& arc = line.segments.front();
    arc.u = {data.mx, data.my};
    const double side = mirrored_ ? -1.0 : 1.0;
    arc.v = {-data.my * data.ratio * side, data.mx * data.ratio * side};
    arc.end = arc.at(arc.to);
    line.start = arc.at(arc.from);
    line.isClosed = std::abs(arc.to - arc.from - 2.0 * kPi) < 1e-6;
    add(std::move(line), false);
}

void Collector::addPolyline(const DL_PolylineData& data) {
    constexpr unsigned kMesh = 16U | 64U;
    const auto flags = static_cast<unsigned>(data.flags);
    if (isSkipped("POLYLINE")) {
        return;
    }
    if ((flags & kMesh) != 0U) {
        ++read_.skipped["POLYLINE that is a mesh"];
        return;
    }
    pending_ = Pending::Polyline;
    isClosed_ = (flags & 1U) != 0U;
}

void Collector::addVertex(const DL_VertexData& data) {
    if (pending_ == Pending::Polyline) {
        count(1);
        vertices_.push_back({{data.x, data.y}, data.bulge, 1.0});
    }
}

void Collector::finishPolyline() {
    if (vertices_.empty()) {
        return;
    }
    Line line;
    line.start = vertices_.front().at;
    line.isClosed = isClosed_ && vertices_.size() > 1;
    for (std::size_t i = 1; i < vertices_.size() + (line.isClosed ? 1 : 0); ++i) {
        line.segments.push_back(bulged(vertices_[i - 1].at, vertices_[i % vertices_.size()].at,
                                       vertices_[i - 1].bulge));
    }
    add(std::move(line), true);
}

void Collector::addSpline(const DL_SplineData& data) {
    if (!isSkipped("SPLINE")) {
        pending_ = Pending::Spline;
        degree_ = data.degree;
        isClosed_ = (static_cast<unsigned>(data.flags) & 1U) != 0U;
    }
}

void Collector::addControlPoint(const DL_ControlPointData& data) {
    if (pending_ == Pending::Spline) {
        count(1);
        vertices_.push_back({{data.x, data.y}, 0.0, data.w});
    }
}

void Collector::addFitPoint(const DL_FitPointData& data) {
    if (pending_ == Pending::Spline) {
        count(1);
        fit_.push_back({{data.x, data.y}, 0.0, 1.0});
    }
}

void Collector::addKnot(const DL_KnotData& data) {
    if (pending_ == Pending::Spline) {
        count(1);
        knots_.push_back(data.k);
    }
}

void Collector::finishSpline() {
    std::vector<Point> points;
    std::vector<Point> controls;
    std::vector<double> weights;
    for (const Vertex& each : vertices_) {
        controls.push_back(each.at);
        weights.push_back(each.weight);
    }
    points = splinePoints(degree_, knots_, controls, weights);
    if (points.empty()) {
        for (const Vertex& each : fit_.empty() ? vertices_ : fit_) {
            points.push_back(each.at);
        }
    }
    if (points.empty()) {
        return;
    }
    Line line;
    line.start = points.front();
    for (std::size_t i = 1; i < points.size(); ++i) {
        line.segments.push_back(bulged(points[i - 1], points[i], 0.0));
    }
    line.isClosed = isClosed_;
    add(std::move(line), false);
}

void Collector::addCorners(const std::vector<Point>& corners) {
    Line line;
    line.start = corners.front();
    line.isClosed = true;
    for (std::size_t i = 1; i <= corners.size(); ++i) {
        line.segments.push_back(bulged(corners[i - 1], corners[i % corners.size()], 0.0));
    }
    add(std::move(line), true);
}

// Corners of SOLID and TRACE are in the order of a Z; three corners repeat the last.
void Collector::addTrace(const DL_TraceData& data) {
    if (!isSkipped("SOLID")) {
        addCorners({{data.x[0], data.y[0]},
                    {data.x[1], data.y[1]},
                    {data.x[3], data.y[3]},
                    {data.x[2], data.y[2]}});
    }
}

void Collector::addSolid(const DL_SolidData& data) {
    addTrace(data);
}

void Collector::add3dFace(const DL_3dFaceData& data) {
    if (!isSkipped("3DFACE")) {
        addCorners({{data.x[0], data.y[0]},
                    {data.x[1], data.y[1]},
                    {data.x[2], data.y[2]},
                    {data.x[3], data.y[3]}});
    }
}

void Collector::addInsert(const DL_InsertData& data) {
    if (isSkipped("INSERT")) {
        return;
    }
    count(1);
    const double turn = data.angle * kPi / 180.0;
    const double cosine = std::cos(turn), sine = std::sin(turn);
    Use use;
    use.layer = layer_;
    use.block = blockOf(data.name);
    use.place = {data.sx * cosine, data.sx * sine, -data.sy * sine,
                 data.sy * cosine, data.ipx,       data.ipy};
    use.columns = std::clamp(data.cols, 1, 1'000'000);
    use.rows = std::clamp(data.rows, 1, 1'000'000);
    use.columnStep = {data.colSp * cosine, data.colSp * sine};
    use.rowStep = {-data.rowSp * sine, data.rowSp * cosine};
    if (mirrored_) {
        const Affine mirror{-1.0, 0.0, 0.0, 1.0, 0.0, 0.0};
        use.place = mirror.after(use.place);
        use.columnStep = mirror.turn(use.columnStep);
        use.rowStep = mirror.turn(use.rowStep);
    }
    const Affine& p = use.place;
    if (isFinite({p.a, p.b}) && isFinite({p.c, p.d}) && isFinite({p.e, p.f}) &&
        isFinite(use.columnStep) && isFinite(use.rowStep)) {
        here().uses.push_back(use);
    } else {
        ++read_.skipped["INSERT with a place that is not a number"];
    }
}

void Collector::addText(const std::string& words, Point at, double height, double angle) {
    const std::string plain = decoded(words);
    count(1 + plain.size() / 16);
    if (isFinite(at) && std::isfinite(height) && std::isfinite(angle) && !trimmed(plain).empty()) {
        here().texts.push_back({layer_,
                                {mirrored_ ? -at.x : at.x, at.y},
                                height,
                                angle,
                                trimmed(plain).substr(0, 1000)});
    }
}

void Collector::addMTextChunk(const std::string& text) {
    constexpr std::size_t kMostText = 100'000;
    if (chunks_.size() < kMostText) {
        chunks_ += text;
    }
}

void Collector::addMText(const DL_MTextData& data) {
    const std::string words = std::exchange(chunks_, {}) + data.text;
    if (!isSkipped("MTEXT")) {
        addText(plainMText(words), {data.ipx, data.ipy}, data.height, data.angle);
    }
}

void Collector::addText(const DL_TextData& data) {
    if (!isSkipped("TEXT")) {
        addText(data.text, {data.ipx, data.ipy}, data.height, data.angle);
    }
}

void Collector::addAttribute(const DL_AttributeData& data) {
    if (!isSkipped("ATTRIB")) {
        addText(data.text, {data.ipx, data.ipy}, data.height, data.angle);
    }
}

void Collector::addHatch(const DL_HatchData&) {
    if (!isSkipped("HATCH")) {
        pending_ = Pending::Hatch;
    }
}

void Collector::addHatchLoop(const DL_HatchLoopData&) {
    if (pending_ == Pending::Hatch) {
        finishLoop();
    }
}

void Collector::addHatchEdge(const DL_HatchEdgeData& edge) {
    if (pending_ != Pending::Hatch) {
        return;
    }
    const auto begin = [this](Point at) {
        if (loop_.segments.empty()) {
            loop_.start = at;
        }
    };
    if (edge.type == 0) {
        const std::size_t n = edge.vertices.size();
        for (std::size_t i = 0; i < n; ++i) {
            const auto& a = edge.vertices[i];
            const auto& b = edge.vertices[(i + 1) % n];
            if (a.size() >= 2 && b.size() >= 2) {
                begin({a[0], a[1]});
                loop_.segments.push_back(
                    bulged({a[0], a[1]}, {b[0], b[1]}, a.size() > 2 ? a[2] : 0.0));
            }
        }
    } else if (edge.type == 1) {
        begin({edge.x1, edge.y1});
        loop_.segments.push_back(bulged({edge.x1, edge.y1}, {edge.x2, edge.y2}, 0.0));
    } else if (edge.type == 2) {
        const double side = edge.ccw ? 1.0 : -1.0;
        Segment arc =
            arcOf({edge.cx, edge.cy}, edge.radius, edge.angle1, edge.angle2).segments.front();
        arc.v.y *= side;
        arc.end = arc.at(arc.to);
        begin(arc.at(arc.from));
        loop_.segments.push_back(arc);
    } else {
        ++read_.skipped["curved edge of a HATCH"];
    }
}

void Collector::finishLoop() {
    Line loop = std::exchange(loop_, {});
    if (!loop.segments.empty()) {
        loop.isClosed = true;
        add(std::move(loop), true);
    }
}

void Collector::finish() {
    switch (std::exchange(pending_, Pending::Nothing)) {
        case Pending::Polyline:
            finishPolyline();
            break;
        case Pending::Spline:
            finishSpline();
            break;
        case Pending::Hatch:
            finishLoop();
            break;
        case Pending::Nothing:
            break;
    }
    vertices_.clear();
    fit_.clear();
    knots_.clear();
}

}  // namespace headroom::drawing
