// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/link_text.h"

#include "engine/base/plain_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

namespace {

struct NetworkWord {
    std::string_view word;
    std::string_view part;
    double adapterBits = 0.0;  ///< of one adapter that the word alone names; 0 if it names none
};

// The first of this list that a text names counts.
constexpr auto kNetworks = std::to_array<NetworkWord>({
    {"tcpx", "gpudirect-tcpx"},
    {"roce", "roce-400g"},
    {"slingshot", "slingshot-11"},
    {"efa", "efa"},
    {"xdr", "infiniband-xdr", 800e9},
    {"ndr", "infiniband-ndr", 400e9},
    {"hdr100", "infiniband-hdr", 100e9},
    {"hdr", "infiniband-hdr", 200e9},
    {"edr", "infiniband-hdr", 100e9},
    {"fdr", "infiniband-hdr", 56e9},
    {"omni-path", "infiniband-hdr", 100e9},
    {"omnipath", "infiniband-hdr", 100e9},
    {"infiniband", ""},
    {" ib", ""},
    {"ethernet", "roce-400g"},
    {"gbe", "roce-400g"},
});

// Rates of adapters that a count alone may stand for: "4x100" [Gbit/s].
constexpr auto kAdapters = std::to_array<double>({10, 25, 40, 50, 100, 200, 400, 800});

// Clauses with one of these say nothing of the computing's network.
constexpr auto kOther =
    std::to_array<std::string_view>({"management", "storage", "frontend", "hbm", "pcie", "nvlink;",
                                     "one way", "xgmi", "ici ", "memory"});

constexpr double kMostBytesPerS = 1e15;  // beyond that a slip of the pen
constexpr double kAdapterBits = 800e9;   // the fastest adapter; what is above is a node's

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool isADigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Between commas, semicolons, pluses and brackets.
std::vector<std::string> clauses(const std::string& text) {
    std::vector<std::string> found(1);
    for (const char c : text) {
        if (c == ',' || c == ';' || c == '+' || c == '(' || c == ')') {
            found.emplace_back();
        } else {
            found.back() += c;
        }
    }
    return found;
}

/// A number with a unit of rate that begins at `at`.
struct Rate {
    double bytesPerS = 0.0;
    std::size_t begin = 0, end = 0;
    bool is = false;       ///< number and unit make a rate
    bool unknown = false;  ///< they should, and the unit is none
};

/// Whether a sign is before the number at `at`: "-100", "x-100", but not "ConnectX-7".
bool isNegative(const std::string& text, std::size_t at) {
    if (at == 0 || text[at - 1] != '-') {
        return false;
    }
    const bool times =
        at > 2 && (text[at - 2] == 'x' || text[at - 2] == 'X') && isADigit(text[at - 3]);
    return times || at == 1 || std::isalnum(static_cast<unsigned char>(text[at - 2])) == 0;
}

/// The count of "8x50" or "8x ConnectX-7 400" in front of a rate; nothing if none.
std::optional<double> countBefore(const std::string& text, std::size_t at) {
    for (std::size_t i = at; i-- > 1;) {
        const bool times = text[i] == 'x' || text[i] == 'X';
        const std::size_t digit = text[i - 1] == ' ' && i > 1 ? i - 2 : i - 1;
        if (times && isADigit(text[digit]) &&
            (i + 1 >= text.size() || !std::isalpha(text[i + 1]) || i + 1 == at)) {
            std::size_t begin = digit;
            while (begin > 0 && isADigit(text[begin - 1])) {
                --begin;
            }
            const auto count = static_cast<double>(std::strtoll(text.c_str() + begin, nullptr, 10));
            return isNegative(text, begin) ? -count : count;
        }
    }
    return std::nullopt;
}

Rate rateAt(const std::string& text, std::size_t at) {
    Rate rate;
    char* stop = nullptr;
    const double number = std::strtod(text.c_str() + at, &stop);
    std::size_t i = static_cast<std::size_t>(stop - text.c_str());
    if (text[at] == '0' && lower(text.substr(at, 2)) == "0x") {
        return rate;  // a count, no number to the base 16
    }
    while (i < text.size() && text[i] == ' ') {
        ++i;
    }
    const bool bare = i >= text.size();
    const bool counted = countBefore(text, at).has_value();
    if (bare && std::find(kAdapters.begin(), kAdapters.end(), number) != kAdapters.end() &&
        counted) {
        rate = {number * 1e9 / 8.0, at, i, true};
        return rate;
    }
    if (bare) {
        return rate;
    }
    std::size_t last = i;
    while (last < text.size() &&
           (std::isalpha(static_cast<unsigned char>(text[last])) != 0 || text[last] == '/')) {
        ++last;
    }
    const std::string word = lower(text.substr(i, last - i));
    const double scale = text[i] == 'T'                     ? 1e12
                         : text[i] == 'G' || text[i] == 'g' ? 1e9
                         : text[i] == 'M'                   ? 1e6
                                                            : 0.0;
    const std::string unit = text.substr(i + 1, 6);
    const std::string small = lower(unit);
    const bool perSecond = small.starts_with("b/s") || small.starts_with("bps");
    const bool bytes =
        (perSecond && unit[0] == 'B') || small.starts_with("byte") || small.starts_with("ib/s");
    const bool bits = (perSecond && unit[0] == 'b') || small.starts_with("bit") ||
                      small.starts_with("be") || small.starts_with("b hdr") ||
                      (unit.starts_with("b") && (unit.size() == 1 || unit[1] == ' ')) ||
                      unit.empty() || unit[0] == ' ';
    const bool mega = scale == 1e6 && !(perSecond || small.starts_with("bit"));  // "2 Mellanox"
    if (scale == 0.0 || mega || !(bytes || bits)) {
        // Memory ("80GB", "80 GiB") and transfers of a bus are not rates; a word for "a second" is.
        const bool memory = word == "gb" || word == "gib" || word == "tb" || word == "gt/s" ||
                            word.starts_with("gb/") || word.starts_with("gib/");
        rate.unknown = !memory && (word.ends_with("/s") || word.ends_with("/sec") ||
                                   (counted && scale == 1e9 && text[i] == 'G'));
        return rate;
    }
    rate.bytesPerS = number * scale / (bytes ? 1.0 : 8.0);
    rate.begin = at;
    rate.end = i;
    rate.is = true;
    return rate;
}

double rateOf(const std::string& clause, const std::string& whole, double perNode, double& adapters,
              std::string& fault) {
    const auto wrong = [&](const char* what) {
        if (fault.empty()) {
            fault = std::string(what) + " in \"" + clause + "\"";
        }
        return 0.0;
    };
    for (std::size_t i = 0; i < clause.size(); ++i) {
        const bool negative = isADigit(clause[i]) && isNegative(clause, i);
        const bool starts =
            isADigit(clause[i]) && (i == 0 || negative ||
                                    (!isADigit(clause[i - 1]) && clause[i - 1] != '.' &&
                                     clause[i - 1] != '/' && clause[i - 1] != '-'));
        if (!starts) {
            continue;
        }
        const Rate rate = rateAt(clause, i);
        if (rate.unknown) {
            return wrong("a unit of rate that is not known");
        }
        if (rate.is && (negative || !(rate.bytesPerS > 0.0 && rate.bytesPerS < kMostBytesPerS))) {
            return wrong("a rate that cannot be");
        }
        const std::string after = lower(clause.substr(rate.end));
        // Ethernet that is named next to InfiniBand is there for something else.
        const bool beside = after.starts_with("gbe") && holds(lower(clause), "infiniband");
        if (!(rate.bytesPerS > 0.0) || beside) {
            continue;
        }
        const auto says = [&](std::string_view word) { return holds(after, word); };
        const std::optional<double> counted = countBefore(clause, rate.begin);
        if (counted && !(*counted >= 1.0)) {
            return wrong("a count that cannot be");
        }
        const double count = counted.value_or(0.0);
        const double each = counted ? count * rate.bytesPerS : rate.bytesPerS;
        if (says("per gpu") || says("/gpu") || says("per acc") || says("per chip") ||
            says("per rank")) {
            adapters = count;
            return each;
        }
        adapters = count / perNode;
        // An Ethernet port is the server's; adapters of accelerators are counted, or their network is named.
        const bool port = after.starts_with("gbe") && !holds(lower(clause), "roce");
        const bool ofNode = port || says("per node") || says("/node") || says("per server") ||
                            says("per host") || count > 0.0 || 8.0 * each > kAdapterBits ||
                            holds(whole, "per node");
        return ofNode ? each / perNode : each;
    }
    return 0.0;
}

}  // namespace

LinkText linkText(const std::string& text, double acceleratorsOfNode) {
    LinkText link;
    const double perNode = std::max(acceleratorsOfNode, 1.0);
    std::string computing = text;
    // A list with headings: what is behind "compute:" and before the next heading.
    if (const std::size_t at = lower(text).find("compute:"); at != std::string::npos) {
        computing = text.substr(at + std::string_view("compute:").size());
        if (const std::size_t next = computing.find(':'); next != std::string::npos) {
            computing = computing.substr(0, computing.rfind(',', next));
        }
    }
    std::string named;
    for (const std::string& clause : clauses(computing)) {
        const std::string small = lower(clause);
        const bool other = std::any_of(kOther.begin(), kOther.end(),
                                       [&](std::string_view word) { return holds(small, word); });
        if (other) {
            continue;
        }
        named += ' ' + small + ' ';
        if (!(link.bytesPerS > 0.0)) {
            link.bytesPerS = rateOf(clause, lower(computing), perNode, link.adapters, link.fault);
        }
    }
    const auto word = std::find_if(kNetworks.begin(), kNetworks.end(),
                                   [&](const NetworkWord& w) { return holds(named, w.word); });
    link.part = word != kNetworks.end() ? word->part : std::string_view();
    // A generation names the rate of its adapters, of which each accelerator has one unless a rate or a
    // count says otherwise.
    if (word != kNetworks.end() && !(link.bytesPerS > 0.0)) {
        const std::size_t at = named.find(word->word);
        const std::optional<double> count = countBefore(named, at);
        if (count && !(*count >= 1.0) && link.fault.empty()) {
            link.fault = "a count that cannot be in \"" + text + "\"";
        }
        link.bytesPerS = word->adapterBits / 8.0 * (count ? *count / perNode : 1.0);
        link.adapters = word->adapterBits > 0.0 ? (count ? *count / perNode : 1.0) : 0.0;
    }
    // "nan" as a word of its own; InfiniBand begins with the other one.
    const std::string words = ' ' + lower(text) + ' ';
    if (const std::size_t at = words.find("nan"); at != std::string::npos && link.fault.empty() &&
                                                  std::isalpha(words[at - 1]) == 0 &&
                                                  std::isalpha(words[at + 3]) == 0) {
        link.fault = "a rate that is not a number in \"" + text + "\"";
    }
    link.known = word != kNetworks.end() || link.bytesPerS > 0.0;
    return link;
}

}  // namespace headroom::engine
