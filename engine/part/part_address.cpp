// SPDX-License-Identifier: Apache-2.0
#include "engine/part/part_address.h"

#include <charconv>

namespace headroom::engine {

namespace {

constexpr std::string_view kNone = {};

/// The word up to the next slash, and what follows it.
std::string_view takeWord(std::string_view& rest) {
    const std::size_t slash = rest.find('/');
    const std::string_view word = rest.substr(0, slash);
    rest = slash == std::string_view::npos ? kNone : rest.substr(slash + 1);
    return word;
}

/// A number from 1 as it is written, without leading zeros; 0 if the word is another.
int unitOf(std::string_view word) {
    int unit = 0;
    const char* end = word.data() + word.size();
    const auto [stop, fault] = std::from_chars(word.data(), end, unit);
    const bool isPlain = !word.empty() && word.front() >= '1' && word.front() <= '9';
    return isPlain && fault == std::errc{} && stop == end ? unit : 0;
}

}  // namespace

PartAddress PartAddress::parse(std::string_view text) {
    std::string_view rest = text;
    const std::string_view object = takeWord(rest);
    return after(object, rest);
}

PartAddress PartAddress::after(std::string_view object, std::string_view rest) {
    std::string_view part = rest;
    const int unit = unitOf(takeWord(part));
    return {object, unit, unit > 0 ? part : rest};
}

std::string PartAddress::text() const {
    std::string all(object);
    if (unit > 0) {
        all += '/' + std::to_string(unit);
    }
    if (!part.empty()) {
        all += '/';
        all += part;
    }
    return all;
}

bool isWithin(std::string_view address, std::string_view whole) {
    return address.starts_with(whole) &&
           (address.size() == whole.size() || address[whole.size()] == '/');
}

std::vector<std::string_view> headsOf(std::string_view address) {
    std::vector<std::string_view> heads;
    for (std::size_t end = address.size(); end != std::string_view::npos && end > 0;
         end = address.find_last_of("/ ", end - 1)) {
        heads.push_back(address.substr(0, end));
    }
    return heads;
}

ChannelName ChannelName::parse(std::string_view text) {
    const std::size_t first = text.find('/'), last = text.rfind('/');
    if (first == std::string_view::npos) {
        return {kNone, kNone, text};
    }
    return {text.substr(0, first), first < last ? text.substr(first + 1, last - first - 1) : kNone,
            text.substr(last + 1)};
}

std::string ChannelName::text() const {
    std::string all(place);
    for (const std::string_view word : {object, key}) {
        all += word.empty() || all.empty() ? "" : "/";
        all += word;
    }
    return all;
}

CatalogueName CatalogueName::ofPart(std::string_view text) {
    const std::size_t slash = text.find('/');
    return slash == std::string_view::npos
               ? CatalogueName{kNone, text, kNone}
               : CatalogueName{text.substr(0, slash), text.substr(slash + 1), kNone};
}

CatalogueName CatalogueName::ofFigure(std::string_view text) {
    const std::size_t dot = text.rfind('.');
    CatalogueName name = ofPart(text.substr(0, dot));
    name.key = dot == std::string_view::npos ? kNone : text.substr(dot + 1);
    return name;
}

std::string CatalogueName::text() const {
    std::string all(type);
    all += type.empty() ? "" : "/";
    all += id;
    all += key.empty() ? "" : ".";
    all += key;
    return all;
}

}  // namespace headroom::engine
