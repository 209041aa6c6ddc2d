// SPDX-License-Identifier: Apache-2.0
// Words of a process diagram.
#include "engine/diagram/process_maker.h"
#include "engine/run/frame/state_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::engine {

using namespace process;

namespace {

constexpr const char* kDot = " · ";

std::string lowered(std::string text) {
    if (!text.empty()) {
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    }
    return text;
}

std::string capital(std::string text) {
    if (!text.empty()) {
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    }
    return text;
}

}  // namespace

bool showsAllProcessWords(double magnification) {
    return kTextSize * magnification >= kLegible;
}

template <class... Args>
std::string ProcessMaker::say(std::string_view pattern, Args&&... args) const {
    return fmt::format(fmt::runtime(w_.say(pattern)), std::forward<Args>(args)...);
}

/// Height of words in the diagram. From afar only the most important are there, and keep their size on the screen; 0 means too
/// far for any.
double ProcessMaker::wordSize() const {
    return showsWords() ? kTextSize : magnification_ >= kFar ? kKeyPixels / magnification_ : 0.0;
}

std::string ProcessMaker::flow(double m3PerS) const {
    constexpr double kNothing = 1e-6;  // a solver's rest
    return w_.quantity(std::abs(m3PerS) < kNothing ? 0.0 : m3PerS, models::unit::litrePerSecond, 3);
}

std::string ProcessMaker::heat(double watts) const {
    return w_.quantity(std::abs(watts), models::unit::kilowatt, 3);
}

std::string ProcessMaker::stateWords(CoolingLinkState state) const {
    return lowered(w_.say(coolingStateWord(state)));
}

std::string ProcessMaker::bypassWords(const std::string& share) const {
    return say("bypass {}", share);
}

void ProcessMaker::bands() {
    const bool small = !showsWords();
    for (const ProcessBand& band : l_.bands) {
        const DrawnBox& b = boxOf(band.box);
        out_.box({b.x - 7.5, b.y - 5.5, b.width + 15.0, 40.0}, Ink::Head);
        out_.box({b.x - 8.0, b.y - 6.0, b.width + 16.0, b.height + 14.0}, Ink::Frame, 6.0);
        const std::vector<std::string> lines = summaryOf(band.loop);
        const DrawnBox title{band.title.x + 4.0, band.title.y - 4.0, band.title.width - 8.0,
                             band.title.height - 6.0};
        const double size = small ? std::min(30.0, 10.5 / magnification_) : kTitleSize;
        const std::string name = w_.fitted(lines.front(), size, true, title.width);
        out_.text(title, name, size, Ink::Text, Side::Left).isHeavy = true;
        const double plain = small ? 0.84 * size : kNameSize;
        const double used = w_.width(name, size, true) + 22.0;
        const DrawnBox rest{title.x + used, title.y, title.width - used, title.height};
        // As many as have room: the first ones count most.
        std::string line;
        for (std::size_t i = 1; i < lines.size(); ++i) {
            const std::string more = line.empty() ? lines[i] : line + "  ·  " + lines[i];
            if (w_.width(more, plain, false) <= rest.width) {
                line = more;
            }
        }
        if (!line.empty()) {
            out_.text(rest, line, plain, Ink::Quiet, Side::Left);
        }
    }
}

std::vector<std::string> ProcessMaker::summaryOf(int loop) const {
    std::vector<std::string> lines{n_.circuits[at(n_.loopCircuit[at(loop)])].name};
    if (!known() || at(loop) >= s_.frame->loops.size()) {
        return lines;
    }
    const auto& values = s_.frame->loops[at(loop)];
    const auto value = [&](LoopQuantity q) { return values[static_cast<std::size_t>(q)]; };
    const auto text = [&](LoopQuantity q, int digits) {
        return w_.quantity(value(q), loopQuantities()[static_cast<std::size_t>(q)].unit, digits);
    };
    lines.push_back(say("supply {}", w_.temperature(value(LoopQuantity::SupplyTemperature))));
    lines.push_back(say("return {}", w_.temperature(value(LoopQuantity::ReturnTemperature))));
    lines.push_back(say("heat {}", text(LoopQuantity::Heat, 3)));
    lines.emplace_back(stateWord(loopQuantities()[static_cast<std::size_t>(LoopQuantity::Mode)].key,
                                 value(LoopQuantity::Mode)));
    if (value(LoopQuantity::WaterRate) > 0.0) {
        lines.push_back(say("water {}", text(LoopQuantity::WaterRate, 3)));
    }
    if (const double s = value(LoopQuantity::RideThrough); std::isfinite(s) && s > 0.0) {
        lines.push_back(say("ride-through {}", text(LoopQuantity::RideThrough, 2)));
    }
    return lines;
}

std::vector<std::string> ProcessMaker::wordsOf(const ProcessSymbol& s) const {
    if (s.link < 0) {
        if (s.shape == ProcessShape::Vessel) {
            return known() ? std::vector{w_.quantity(
                                 static_cast<double>(s_.frame->coolingNodes[at(s.node)].pressurePa),
                                 models::unit::kilopascal, 3)}
                           : std::vector<std::string>{};
        }
        std::vector<std::string> lines{w_.say(s.shape == ProcessShape::Basin ? "Basin" : "Header")};
        if (known()) {
            lines.push_back(w_.temperature(tintOfNode(s.node)));
        }
        return lines;
    }
    const CoolingLink& link = n_.links[at(s.link)];
    if (link.kind == CoolingLinkKind::CduPumps) {
        return known() ? std::vector{shareWords(static_cast<double>(now(s.link).speed))}
                       : std::vector<std::string>{};
    }
    std::string name = w_.say(infoOf(link.kind).label);
    if (link.units > 1) {
        name = fmt::format("{}× {}", link.units, name);
    }
    if (!known()) {
        return {name, flow(link.designM3PerS)};
    }
    std::vector<std::string> lines{name};
    for (std::string& line : runningWords(s)) {
        lines.push_back(std::move(line));
    }
    constexpr std::size_t kMost = 4;
    lines.resize(std::min(lines.size(), kMost));
    return lines;
}

std::vector<std::string> ProcessMaker::runningWords(const ProcessSymbol& s) const {
    const CoolingLink& link = n_.links[at(s.link)];
    const CoolingLinkNow& its = now(s.link);
    const auto running = static_cast<int>(std::lround(its.running));
    const bool isFan =
        link.kind == CoolingLinkKind::Towers || link.kind == CoolingLinkKind::DryCoolers;
    const std::string power =
        w_.quantity(static_cast<double>(its.powerW), models::unit::kilowatt, 3);
    const std::string speed = shareWords(static_cast<double>(its.speed));
    std::vector<std::string> lines;
    if (its.state != CoolingLinkState::Running) {
        lines.push_back(stateWords(its.state));
    }
    switch (link.kind) {
        case CoolingLinkKind::Pumps:
        case CoolingLinkKind::CondenserPumps:
        case CoolingLinkKind::Towers:
        case CoolingLinkKind::DryCoolers:
            // A pump coasts down; of a fan that rests only its order is known.
            if (isFan && running == 0) {
                lines.push_back(say("{} on", running));
            } else if (r_.units[at(s.link)] > 1) {
                lines.push_back(say("{} on · {}", running, speed));
            } else {
                lines.push_back(speed);
            }
            lines.push_back(power);
            break;
        case CoolingLinkKind::Evaporators:
            lines.push_back(say("{} of {} on", running, link.units));
            lines.push_back(heat(static_cast<double>(its.heatW)) + kDot + power);
            break;
        default:
            lines.push_back(heat(static_cast<double>(its.heatW)));
            break;
    }
    return lines;
}

/// The one that counts most: how fast pumps and fans turn, how many chillers run.
std::string ProcessMaker::keyWordOf(const ProcessSymbol& s) const {
    if (!known()) {
        return {};
    }
    if (s.link < 0) {
        return s.shape == ProcessShape::Vessel ? std::string() : w_.temperature(tintOfNode(s.node));
    }
    const CoolingLinkNow& its = now(s.link);
    if (its.state != CoolingLinkState::Running) {
        return stateWords(its.state);
    }
    switch (s.shape) {
        case ProcessShape::Pumps:
        case ProcessShape::Towers:
        case ProcessShape::DryCoolers:
            return shareWords(static_cast<double>(its.speed));
        case ProcessShape::Chillers:
            return say("{} of {}", std::lround(its.running), r_.units[at(s.link)]);
        case ProcessShape::Economiser:
            return heat(static_cast<double>(its.heatW));
        default:
            return {};
    }
}

void ProcessMaker::symbolWords(const ProcessSymbol& s) {
    const double size = wordSize();
    if (s.text.width <= 0.0 || size <= 0.0 || s.text.height < 0.7 * size) {
        return;
    }
    const CoolingLinkState state =
        s.link >= 0 && known() ? now(s.link).state : CoolingLinkState::Running;
    const bool isRunning = state == CoolingLinkState::Running;
    if (!showsWords()) {
        if (const std::string word = keyWordOf(s); !word.empty()) {
            out_.text({s.text.x, s.box.y + s.box.height + 2.0, s.text.width, lineHeight(size)},
                      word, size, isRunning ? Ink::Text : inkOf(state));
        }
        return;
    }
    const std::vector<std::string> lines = wordsOf(s);
    const double tall = lineHeight(kTextSize);
    double y = s.text.y;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        constexpr double kOver = 3.0;
        if (y + tall > s.text.y + s.text.height + kOver) {
            break;
        }
        const bool isTitle = i == 0 && s.link >= 0 && lines.size() > 1;
        const bool isAlarm = i == 1 && !isRunning;
        out_.text({s.text.x, y, s.text.width, tall},
                  w_.fitted(lines[i], kTextSize, isTitle, s.text.width), kTextSize,
                  isAlarm   ? inkOf(state)
                  : isTitle ? Ink::Text
                            : Ink::Quiet)
            .isHeavy = isTitle;
        y += tall;
    }
}

void ProcessMaker::tags() {
    if (magnification_ < kMiddle) {
        return;
    }
    const double size = wordSize();
    for (const ProcessTag& tag : l_.tags) {
        const DrawnBox box = boxOf(tag.box);
        if (tag.kind == ProcessTagKind::Flow) {
            out_.text(box,
                      flow(known() ? std::abs(static_cast<double>(now(tag.link).flowM3PerS))
                                   : n_.links[at(tag.link)].designM3PerS),
                      size, Ink::Quiet, Side::Left);
        } else if (known()) {
            const CoolingLinkNow& its = now(tag.link);
            const double c =
                static_cast<double>(tag.kind == ProcessTagKind::InTemperature ? its.inC : its.outC);
            std::string text = w_.temperature(c);
            // Whole: a number without its end is another number. The legend has the unit.
            if (w_.width(text, size, false) > box.width + 4.0) {
                text = withoutUnit(text);
            }
            out_.text(box, text, size, Ink::Supply, Side::Left).tint.from = c;
        }
    }
}

std::string ProcessMaker::hallOf(const CoolingLink& link) const {
    return at(link.subject) < s_.halls.size() ? s_.halls[at(link.subject)] : std::string();
}

/// Folded CDUs share the beginning of their names. From afar a hall has its own name, which is shorter.
std::string ProcessMaker::laneName(const ProcessLane& lane) const {
    const CoolingLink& link = n_.links[at(lane.link)];
    std::vector<std::string> names{capital(link.name)};
    if (at(lane.link) < l_.folded.size()) {
        for (const int other : l_.folded[at(lane.link)]) {
            names.push_back(capital(n_.links[at(other)].name));
        }
    }
    std::string name = commonName(names);
    if (!showsWords() && link.kind == CoolingLinkKind::AirHandlers && !hallOf(link).empty()) {
        name = hallOf(link);
    }
    const int units = r_.units[at(lane.link)];
    return units > 1 ? fmt::format("{} ({}×)", name, units) : name;
}

void ProcessMaker::lanes() {
    for (const ProcessLane& each : l_.lanes) {
        lane(each);
        if (each.air.width > 0.0) {
            air(each);
        }
    }
}

void ProcessMaker::lane(const ProcessLane& lane) {
    constexpr double kLeastPixels = 6.0;
    const bool small = !showsWords();
    const double size = small ? std::min(28.0, kKeyPixels / magnification_) : kNameSize;
    if (size * magnification_ < kLeastPixels) {
        return;
    }
    DrawnBox name = boxOf(lane.name);
    const double tall = std::max(name.height, lineHeight(size));
    name = {name.x, name.bottom() - tall, name.width, tall};
    const DrawnPoint middle = boxOf(lane.box).centre();
    for (const ProcessBand& band : l_.bands) {
        if (boxOf(band.box).contains(middle)) {
            name.width = boxOf(band.box).right() - name.x;
        }
    }
    const std::string text = w_.fitted(laneName(lane), size, true, name.width);
    out_.text(name, text, size, Ink::Text, Side::Left).isHeavy = true;
    if (known()) {
        const double used = w_.width(text, size, true) + (small ? 14.0 : 10.0);
        laneValues(lane, {name.x + used, name.y, name.width - used, name.height}, size);
        if (magnification_ < kMiddle && wordSize() > 0.0) {
            returnOf(lane);
        }
    }
}

void ProcessMaker::laneValues(const ProcessLane& lane, const DrawnBox& place, double nameSize) {
    const bool small = !showsWords();
    const CoolingLink& link = n_.links[at(lane.link)];
    const CoolingLinkNow& its = now(lane.link);
    const ProcessFold& fold = r_.folds[at(lane.link)];
    std::string rest = heat(static_cast<double>(its.heatW));
    Ink ink = Ink::Quiet;
    const int pumps =
        link.kind == CoolingLinkKind::CduPrimary && at(link.subject) < n_.cduPumps.size()
            ? int{n_.cduPumps[at(link.subject)]}
            : -1;
    const ProcessFold pumpFold = pumps >= 0 ? r_.folds[at(pumps)] : ProcessFold{};
    if (fold.strange > 0 || pumpFold.strange > 0) {
        const ProcessFold& f = fold.strange > 0 ? fold : pumpFold;
        rest += kDot + (fold.strange > 0
                            ? say("{} of {} {}", f.strange, f.count, stateWords(f.state))
                            : say("pumps of {} of {} {}", f.strange, f.count, stateWords(f.state)));
        ink = inkOf(f.state);
    } else if (its.state != CoolingLinkState::Running) {
        rest += kDot + stateWords(its.state);
        ink = inkOf(its.state);
    }
    if (fold.count > 0 && !small) {
        rest +=
            kDot + say("return {} to {}", w_.temperature(fold.leastC), w_.temperature(fold.mostC));
    }
    const double size = small ? nameSize : kTextSize;
    if (w_.width(rest, size, false) <= place.width) {
        out_.text(place, rest, size, ink, Side::Left);
    }
}

/// Temperature of the return flow, between both leads.
void ProcessMaker::returnOf(const ProcessLane& lane) {
    const double c = static_cast<double>(now(lane.link).outC);
    const int symbol = l_.symbolOfLink[at(lane.link)];
    const ProcessBox& machine = l_.symbols[at(symbol)].box;
    const double left = lane.box.x + 2.0;
    out_.text({left, machine.y, machine.x - left - 4.0, machine.height},
              withoutUnit(w_.temperature(c)) + "°", wordSize(), Ink::Return)
        .tint.from = c;
}

/// Air of the hall: cold out of the coils, warm back to them.
void ProcessMaker::air(const ProcessLane& lane) {
    constexpr double kDuct = 118.0, kRoom = 190.0, kArrow = 8.0;
    const CoolingLink& link = n_.links[at(lane.link)];
    const DrawnBox area = boxOf(lane.air);
    const DrawnBox room{area.x + kDuct, area.y + 2.0, kRoom, area.height - 4.0};
    const bool hasAir = known() && at(link.subject) < s_.frame->halls.size();
    out_.box(room, Ink::Room, 4.0);
    for (const bool cold : {true, false}) {
        const double y = cold ? area.y + kArrow : area.bottom() - kArrow;
        const double c = hasAir ? s_.frame->halls[at(link.subject)][static_cast<std::size_t>(
                                      cold ? HallQuantity::SupplyAir : HallQuantity::ReturnAir)]
                                : std::nan("");
        const Ink side = cold ? Ink::Supply : Ink::Return;
        DrawnShape& duct = out_.line({area.x + 2.0, y}, {room.x, y}, side, 1.8);
        duct.dash = 4.0 * 1.8;
        duct.space = 2.0 * 1.8;
        duct.tint.from = c;
        const double tip = cold ? room.x - 2.0 : area.x + 2.0;
        const double back = cold ? tip - kArrow : tip + kArrow;
        const DrawnPoint arrow[] = {{tip, y}, {back, y - 4.0}, {back, y + 4.0}};
        out_.polygon(arrow, side).tint.from = c;
        if (showsWords() && hasAir) {
            out_.text({area.x + kArrow, cold ? y + 1.0 : y - 16.0, 100.0, 15.0},
                      say("air {}", w_.temperature(c)), kTextSize, side)
                .tint.from = c;
        }
    }
    const double size = wordSize();
    if (size <= 0.0) {
        return;
    }
    const std::vector<std::string> lines = airWords(lane, room.width);
    const double tall = lineHeight(size);
    double y = room.centre().y - 0.5 * tall * static_cast<double>(lines.size());
    for (const std::string& line : lines) {
        out_.text({room.x + 6.0, y, room.width - 12.0, tall}, line, size, Ink::Text);
        y += tall;
    }
}

std::vector<std::string> ProcessMaker::airWords(const ProcessLane& lane, double room) const {
    const CoolingLink& link = n_.links[at(lane.link)];
    const bool hasAir = known() && at(link.subject) < s_.frame->halls.size();
    const auto value = [&](HallQuantity q) {
        return s_.frame->halls[at(link.subject)][static_cast<std::size_t>(q)];
    };
    if (!showsWords()) {
        if (!hasAir) {
            return {};
        }
        const std::string inlet = w_.temperature(value(HallQuantity::HottestInlet));
        const std::string text = say("inlet {}", inlet);
        return {w_.width(text, wordSize(), false) > room - 8.0 ? inlet : text};
    }
    std::vector<std::string> lines;
    if (const std::string hall = hallOf(link); !hall.empty()) {
        lines.push_back(w_.fitted(hall, kTextSize, false, room - 12.0));
    }
    if (hasAir) {
        lines.push_back(say("hottest inlet {}", w_.temperature(value(HallQuantity::HottestInlet))));
        lines.push_back(say("SHI {}, RTI {}",
                            w_.quantity(value(HallQuantity::Shi), models::unit::none, 2),
                            shareWords(value(HallQuantity::Rti))));
    }
    return lines;
}

}  // namespace headroom::engine
