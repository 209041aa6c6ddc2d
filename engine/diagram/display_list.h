// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/condition.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// A drawing as a list of shapes without colours. It is made once; pens paint it: SVG for reports and their PDF
/// (svg_pen.h), QPainter for the window (ui/kit/drawing_pen.h). So both show the same lines and words.
namespace headroom::engine {

/// Role of a shape. A pen has a colour and a fill for each: those of a theme and a state in the window, classes of the page's
/// style in a report.
enum class Ink : std::uint8_t {
    Body,       ///< A machine: outline and ground.
    Outline,    ///< The outline of a machine again, over what covers it.
    Glyph,      ///< Strokes inside a body.
    Ring,       ///< A ring inside a body, on its ground.
    Solid,      ///< Filled like strokes.
    Bar,        ///< A busbar.
    Behind,     ///< More machines like the one in front of it.
    Frame,      ///< Border around parts that belong together.
    Head,       ///< Ground of the heading of a frame.
    Room,       ///< A space around parts: border and ground.
    Supply,     ///< Fluid on its cold side: pipe, arrow head, words.
    Return,     ///< The same on its warm side.
    Water,      ///< Surface of a fluid, and what is below it.
    Link,       ///< Cables between boxes.
    Rim,        ///< Edge of a link, below it.
    Rest,       ///< Outline of parts that are not drawn one by one.
    Gap,        ///< In the colour of the ground: a line passes over another one.
    Text,       ///< Words: names.
    Quiet,      ///< Words: figures and remarks.
    Caution,    ///< Words and lines of parts that need attention.
    Bad,        ///< Words and lines of parts that failed.
    Wire,       ///< A conductor of the wiring as designed.
    LiveWire,   ///< The same in a run, with power.
    DeadWire,   ///< The same without power.
    Label,      ///< Ground of words that are over lines.
    Floor,      ///< Plan: ground of a hall, or of an opening in a wall.
    Hall,       ///< Plan: walls around a hall, as one stroke.
    Tile,       ///< Plan: joints of floor tiles; the tint says how strong they are (0..1).
    HotAisle,   ///< Plan: ground.
    ColdAisle,  ///< Plan: ground.
    Tray,       ///< Plan: cable trays.
    Space,      ///< Plan: a room that is closed off.
    Clear,      ///< Plan: floor that stays clear.
    Ramp,       ///< Plan.
    Wall,       ///< Plan: a part of the building, cut.
    Column,     ///< Plan: the same, with a hatch.
    Touch       ///< Painted by no pen: area of an item that a pointer meets.
};

struct DrawnPoint {
    double x = 0.0, y = 0.0;
};

struct DrawnBox {
    double x = 0.0, y = 0.0, width = 0.0, height = 0.0;

    DrawnPoint centre() const { return {x + 0.5 * width, y + 0.5 * height}; }

    double right() const { return x + width; }

    double bottom() const { return y + height; }

    bool contains(DrawnPoint p) const {
        return p.x >= x && p.x <= right() && p.y >= y && p.y <= bottom();
    }

    DrawnBox grown(double by) const {
        return {x - by, y - by, width + 2.0 * by, height + 2.0 * by};
    }

    /// The smallest box around both; an empty one does not count.
    DrawnBox united(const DrawnBox& other) const;
};

/// Values that colour a shape: a pen turns them into colours by its scale (temperature, load). Not finite: by the ink alone.
struct Tint {
    double from = std::numeric_limits<double>::quiet_NaN();
    double to = std::numeric_limits<
        double>::quiet_NaN();  ///< at the other end; not finite: `from` everywhere
    bool upright = false;      ///< from above to below, else from left to right
};

struct DrawnShape {
    enum class Form : std::uint8_t {
        Lines,    ///< Open polyline through `points`.
        Polygon,  ///< Closed.
        Curves,   ///< Cubic Bezier curves: the first point, then two controls and an end for each.
        Box,      ///< `box`, with rounded corners if `radius` > 0.
        Ellipse,  ///< Inside `box`.
        Letters,  ///< One line of `words` in `box`; `radius` is their size.
        Mark      ///< State, in `box`.
    };

    enum class Side : std::uint8_t { Left, Middle, Right };

    Form form = Form::Lines;
    Ink ink = Ink::Glyph;
    Side side = Side::Middle;  ///< Side of `box` for words.
    bool isHeavy = false;      ///< Words in semi-bold letters.
    bool isDead = false;       ///< A machine that gives nothing: hatched, in a faint ink.
    bool isOnTint = false;     ///< Words on a ground of the colour of `tint`.
    bool isUpright = false;    ///< Words that run upwards, around the middle of `box`.
    Condition condition{};     ///< Mark: this one, or `state`. Body: a hatch and a rim.
    int state = -1;            ///< Mark: a state of the drawing's own; -1 if none.
    int item = -1;             ///< Place in DisplayList::items(); -1 if it belongs to none.
    std::vector<DrawnPoint> points;
    DrawnBox box;                    ///< Around the points as well.
    double radius = 0.0;             ///< Corners, letters, marks, and curves that are an arc.
    double width = 0.0;              ///< Stroke; 0 means the pen's own for that ink.
    double dash = 0.0, space = 0.0;  ///< Lengths along a stroke; 0: a whole one.
    Tint tint;
    std::string words;
};

/// A part of the plant in a drawing: `kind` is one of the drawing's own, `index` the place in the list of that kind.
struct DrawnItem {
    int kind = -1;
    int index = -1;
    std::string id;          ///< "link-12": its name in files
    std::string layer = {};  ///< Of a plan: "I-RACK"; empty if the drawing has none
    std::string title = {};  ///< Tip in files; empty if it has none

    bool is(int otherKind, int otherIndex) const {
        return kind == otherKind && index == otherIndex;
    }
};

/// Lengths are pixels at 100 %, y goes down. Shapes belong to the item that was begun last.
class DisplayList {
  public:
    /// Shapes from here on belong to this part, until end(). A part that was begun before receives more.
    void begin(int kind, int index, std::string_view name);

    void end() { item_ = -1; }

    /// Layer and tip of the present item.
    void describe(std::string layer, std::string title);

    DrawnShape& line(DrawnPoint a, DrawnPoint b, Ink ink, double width = 0.0);
    DrawnShape& lines(std::span<const DrawnPoint> points, Ink ink, double width = 0.0);
    DrawnShape& polygon(std::span<const DrawnPoint> points, Ink ink);
    DrawnShape& curves(std::span<const DrawnPoint> points, Ink ink, double width = 0.0);
    DrawnShape& box(const DrawnBox& box, Ink ink, double radius = 0.0);
    DrawnShape& circle(DrawnPoint centre, double radius, Ink ink);

    /// Part of a circle, from an angle in degrees (0: to the right, counter-clockwise) over at most a half turn.
    DrawnShape& arc(DrawnPoint centre, double radius, double fromDeg, double sweepDeg, Ink ink,
                    double width = 0.0);

    /// One line of heavy text around a point.
    DrawnShape& letters(DrawnPoint centre, std::string_view words, double size);

    /// One line of text at a side of a box, in the middle of its height.
    DrawnShape& text(const DrawnBox& box, std::string_view words, double size, Ink ink,
                     DrawnShape::Side side = DrawnShape::Side::Middle);

    /// A shape of another drawing, for the present item.
    DrawnShape& copy(const DrawnShape& shape);

    DrawnShape& mark(DrawnPoint centre, double radius, Condition condition);
    DrawnShape& stateMark(DrawnPoint centre, double radius, int state);

    /// Area of the present item for a pointer. The one that was added last counts where two overlap.
    void touch(const DrawnBox& area) { box(area, Ink::Touch); }

    /// Marks the shapes from number `first` on as those of a machine that gives nothing.
    void kill(std::size_t first);

    const std::vector<DrawnShape>& shapes() const { return shapes_; }

    const std::vector<DrawnItem>& items() const { return items_; }

    /// Item of a part; -1 if the drawing does not have it.
    int itemOf(int kind, int index) const;
    /// Item at a point: an area that contains it, else the nearest pipe or link within `slack`. -1 if none.
    int itemAt(DrawnPoint point, double slack) const;
    /// Around all shapes of an item.
    DrawnBox boundsOf(int item) const;
    /// Around its bodies; around all of it if it has none.
    DrawnBox bodyOf(int item) const;
    DrawnBox bounds() const;  ///< of everything that is painted

  private:
    DrawnShape& add(DrawnShape::Form form, Ink ink);
    DrawnShape& addPoints(DrawnShape::Form form, std::span<const DrawnPoint> points, Ink ink,
                          double width);

    std::vector<DrawnShape> shapes_;
    std::vector<DrawnItem> items_;
    std::unordered_map<std::uint64_t, int> itemOf_;  ///< by kind and index
    int item_ = -1;
};

}  // namespace headroom::engine
