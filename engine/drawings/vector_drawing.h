// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

/// Drawings of other programs: lines and texts by layer, and the building that they show.
namespace headroom::engine {

struct PlanPoint {
    double x = 0.0, y = 0.0;
};

struct DrawingLayer {
    std::string name;
    bool isHidden = false;  ///< off or frozen in the file
};

/// A use of a block by the drawing itself; blocks in it are expanded and belong to it.
struct BlockUse {
    int block = 0, layer = 0;
    PlanPoint at;
};

/// A line in units of the drawing, from VectorDrawing::origin. One point: a point.
struct DrawnLine {
    int layer = 0;
    int use = -1;  ///< index of BlockUse; -1: drawn outside of blocks
    bool isClosed = false;
    std::vector<PlanPoint> points;  ///< without the first again if it is closed
    bool isRound = false;           ///< a circle or an arc of one, of this centre, radius and angle
    PlanPoint centre;
    double radius = 0.0, angle = 0.0;  ///< radians; a circle has 2 pi
};

struct DrawnText {
    int layer = 0, use = -1;
    PlanPoint at;  ///< south-west corner of the text as a rule
    double height = 0.0, angle = 0.0;
    std::string words;
};

struct VectorDrawing {
    std::string version;              ///< $ACADVER: "AC1015" is R2000
    int insUnits = 0;                 ///< $INSUNITS; 0 is not stated
    int measurement = -1;             ///< $MEASUREMENT: 0 imperial, 1 metric, -1 not stated.
    bool hasEnd = true;               ///< false: the file stops before its end.
    PlanPoint origin;                 ///< south-west corner of all lines in the file's coordinates
    double width = 0.0, depth = 0.0;  ///< of all lines, in units of the drawing
    std::vector<DrawingLayer> layers;
    std::vector<std::string> blocks;
    std::vector<BlockUse> uses;
    std::vector<DrawnLine> lines;
    std::vector<DrawnText> texts;
    std::map<std::string, long> skipped;  ///< entities that were not read, by kind
};

/// By layer, whether the plan shows it: not among the names in `hidden`, with commas between them.
std::vector<bool> shownLayers(const VectorDrawing& drawing, const std::string& hidden);

}  // namespace headroom::engine
