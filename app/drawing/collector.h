// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/drawing/geometry.h"

#include <dxflib/dl_creationadapter.h>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace headroom::drawing {

struct LayerData {
    std::string name;
    bool isHidden = false;  ///< off or frozen in the file
};

/// Contents of a DXF as dxflib reads it, blocks not yet expanded.
struct Read {
    std::string version;
    int insUnits = 0;
    int measurement = -1;  ///< $MEASUREMENT: 0 imperial, 1 metric, -1 not stated
    bool hasEnd = false;   ///< the file has its EOF marker
    std::vector<LayerData> layers;
    std::vector<std::string> blockNames;
    std::vector<Contents> blocks;  ///< by name
    Contents whole;
    std::map<std::string, long> skipped;  ///< by kind of entity
};

/// Line of the file that is being read, for the handler of signals.
extern volatile long lineNow;

class Collector : public DL_CreationAdapter {
  public:
    explicit Collector(Read& read) : read_(read) {}

    /// A pair of the file, before dxflib gets it: sections, and kinds of entities that it does not know.
    void group(int code, const std::string& value);

    void setVariableInt(const std::string& key, int value, int code) override;
    void setVariableString(const std::string& key, const std::string& value, int code) override;
    void addLayer(const DL_LayerData& data) override;
    void addBlock(const DL_BlockData& data) override;
    void endBlock() override;
    void addPoint(const DL_PointData& data) override;
    void addLine(const DL_LineData& data) override;
    void addArc(const DL_ArcData& data) override;
    void addCircle(const DL_CircleData& data) override;
    void addEllipse(const DL_EllipseData& data) override;
    void addPolyline(const DL_PolylineData& data) override;
    void addVertex(const DL_VertexData& data) override;
    void addSpline(const DL_SplineData& data) override;
    void addControlPoint(const DL_ControlPointData& data) override;
    void addFitPoint(const DL_FitPointData& data) override;
    void addKnot(const DL_KnotData& data) override;
    void addInsert(const DL_InsertData& data) override;
    void addTrace(const DL_TraceData& data) override;
    void add3dFace(const DL_3dFaceData& data) override;
    void addSolid(const DL_SolidData& data) override;
    void addMTextChunk(const std::string& text) override;
    void addMText(const DL_MTextData& data) override;
    void addText(const DL_TextData& data) override;
    void addAttribute(const DL_AttributeData& data) override;
    void addHatch(const DL_HatchData& data) override;
    void addHatchLoop(const DL_HatchLoopData& data) override;
    void addHatchEdge(const DL_HatchEdgeData& data) override;

    void endEntity() override { finish(); }

    void endSequence() override { finish(); }

  private:
    struct Vertex {
        Point at;
        double bulge = 0.0, weight = 1.0;
    };

    enum class Pending { Nothing, Polyline, Spline, Hatch };

    bool isSkipped(const char* kind);
    bool isMirrored() const;
    int layerOf(const std::string& name);
    int blockOf(const std::string& name);

    Contents& here() {
        return block_ < 0 ? read_.whole : read_.blocks[static_cast<std::size_t>(block_)];
    }

    void add(Line line, bool inObjectPlane);
    void addText(const std::string& words, Point at, double height, double angle);
    void addCorners(const std::vector<Point>& corners);
    void finish();
    void finishPolyline();
    void finishSpline();
    void finishLoop();
    void count(std::size_t points);

    Read& read_;
    std::unordered_map<std::string, int> layers_, blocks_;
    std::string section_;
    bool sectionFollows_ = false;
    int block_ = -1;
    Pending pending_ = Pending::Nothing;
    int layer_ = 0;
    bool isClosed_ = false, mirrored_ = false;
    unsigned degree_ = 3;
    std::vector<Vertex> vertices_, fit_;
    std::vector<double> knots_;
    Line loop_;
    std::string chunks_;
    std::size_t points_ = 0;
};

}  // namespace headroom::drawing
