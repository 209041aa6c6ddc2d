// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/diagram/process_drawing.h"
#include "engine/diagram/process_symbols.h"

/// Shared by process_drawing.cpp (lines and symbols) and process_words.cpp.
namespace headroom::engine {

namespace process {

inline constexpr double kTitleSize = 15.0, kNameSize = 12.5, kTextSize = 11.0;
inline constexpr double kLegible = 7.4;    // pixels from which all words are written
inline constexpr double kKeyPixels = 8.8;  // of the few words that are written from afar
inline constexpr double kMiddle =
    0.48;                            // scale from which all figures are written, if not all words
inline constexpr double kFar = 0.2;  // below it only names are

inline DrawnBox boxOf(const ProcessBox& b) {
    return {b.x, b.y, b.width, b.height};
}

inline DrawnPoint pointOf(const ProcessPoint& p) {
    return {p.x, p.y};
}

/// Ink of words and marks of a state.
Ink inkOf(CoolingLinkState state);

bool isDead(CoolingLinkState state);

}  // namespace process

class ProcessMaker {
  public:
    explicit ProcessMaker(const ProcessScene& scene)
        : s_(scene),
          n_(scene.network),
          l_(scene.layout),
          r_(scene.reading),
          w_(scene.words),
          magnification_(scene.magnification) {}

    using Side = DrawnShape::Side;

    DisplayList make();

  private:
    bool known() const { return r_.known; }

    const CoolingLinkNow& now(int link) const { return r_.links[at(link)]; }

    bool isStill(const ProcessRun& run) const;
    Ink sideOf(const ProcessRun& run) const;
    Tint tintOf(const ProcessRun& run) const;
    double tintOfNode(int node) const;
    double widthOf(const ProcessRun& run) const;
    void beginRun(const ProcessRun& run);
    void pipes(bool isUpright);
    void gaps();
    void arrows();
    void machines();
    void machine(const ProcessSymbol& s);
    void valves();
    MachineSymbol lookOf(const ProcessSymbol& s) const;
    void badge(const ProcessSymbol& s, const DrawnBox& box, CoolingLinkState state);

    bool showsWords() const { return showsAllProcessWords(magnification_); }

    double wordSize() const;
    void bands();
    std::vector<std::string> summaryOf(int loop) const;
    void symbolWords(const ProcessSymbol& s);
    std::vector<std::string> wordsOf(const ProcessSymbol& s) const;
    std::vector<std::string> runningWords(const ProcessSymbol& s) const;
    std::string keyWordOf(const ProcessSymbol& s) const;
    void tags();
    void lanes();
    void lane(const ProcessLane& lane);
    void laneValues(const ProcessLane& lane, const DrawnBox& place, double size);
    void returnOf(const ProcessLane& lane);
    void air(const ProcessLane& lane);
    std::vector<std::string> airWords(const ProcessLane& lane, double room) const;
    std::string laneName(const ProcessLane& lane) const;
    std::string hallOf(const CoolingLink& link) const;
    std::string flow(double m3PerS) const;
    std::string heat(double watts) const;
    std::string bypassWords(const std::string& share) const;
    std::string stateWords(CoolingLinkState state) const;

    template <class... Args>
    std::string say(std::string_view pattern, Args&&... args) const;

    const ProcessScene& s_;
    const CoolingNetwork& n_;
    const ProcessLayout& l_;
    const ProcessReading& r_;
    const DrawingWords& w_;
    double magnification_;
    DisplayList out_;
};

}  // namespace headroom::engine
