// SPDX-License-Identifier: Apache-2.0
#include "engine/report/print/markup.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace headroom::engine::report {

namespace {

constexpr std::array<std::string_view, 4> kVoid{"br", "img", "meta", "link"};
constexpr std::array<std::string_view, 2> kVerbatim{"svg", "style"};

bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

void addUtf8(std::string& text, std::uint32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | (code >> 6));
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | (code >> 12));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xF0 | (code >> 18));
        text += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

std::string withoutEntities(std::string_view source) {
    static const std::map<std::string_view, std::string_view> named{
        {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}, {"nbsp", "\u00a0"}};
    std::string text;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const std::size_t end = source[i] == '&' ? source.find(';', i) : std::string_view::npos;
        if (end == std::string_view::npos || end - i > 10) {
            text += source[i];
            continue;
        }
        const std::string name(source.substr(i + 1, end - i - 1));
        const auto found = named.find(name);
        if (found != named.end()) {
            text += found->second;
        } else if (name.size() > 1 && name[0] == '#') {
            const bool hex = name[1] == 'x';
            addUtf8(text, static_cast<std::uint32_t>(
                              std::strtoul(name.c_str() + (hex ? 2 : 1), nullptr, hex ? 16 : 10)));
        } else {
            text += source.substr(i, end - i + 1);
        }
        i = end;
    }
    return text;
}

class Parser {
  public:
    explicit Parser(std::string_view html) : html_(html) {}

    void children(Markup& parent) {
        while (at_ < html_.size()) {
            const std::size_t open = std::min(html_.find('<', at_), html_.size());
            if (open > at_) {
                parent.children.push_back(
                    {{}, withoutEntities(html_.substr(at_, open - at_)), {}, {}});
            }
            at_ = open;
            if (at_ >= html_.size()) {
                return;
            }
            if (html_.substr(at_, 2) == "</") {
                at_ = std::min(html_.find('>', at_), html_.size() - 1) + 1;
                return;
            }
            if (html_.substr(at_, 2) == "<!" || html_.substr(at_, 2) == "<?") {
                at_ = std::min(html_.find('>', at_), html_.size() - 1) + 1;
                continue;
            }
            element(parent);
        }
    }

  private:
    void element(Markup& parent) {
        const std::size_t begin = at_++;
        Markup node;
        while (at_ < html_.size() && !isSpace(html_[at_]) && html_[at_] != '>' &&
               html_[at_] != '/') {
            node.tag += html_[at_++];
        }
        const bool closed = attributes(node);
        if (std::find(kVerbatim.begin(), kVerbatim.end(), node.tag) != kVerbatim.end()) {
            const std::string close = "</" + node.tag + ">";
            const std::size_t end = std::min(html_.find(close, at_), html_.size());
            at_ = std::min(end + close.size(), html_.size());
            node.text = html_.substr(begin, at_ - begin);
        } else if (!closed && std::find(kVoid.begin(), kVoid.end(), node.tag) == kVoid.end()) {
            children(node);
        }
        parent.children.push_back(std::move(node));
    }

    /// True: the tag closes itself.
    bool attributes(Markup& node) {
        bool closed = false;
        while (at_ < html_.size() && html_[at_] != '>') {
            if (isSpace(html_[at_]) || html_[at_] == '/') {
                closed = closed || html_[at_] == '/';
                ++at_;
                continue;
            }
            std::string name;
            while (at_ < html_.size() && html_[at_] != '=' && html_[at_] != '>' &&
                   !isSpace(html_[at_])) {
                name += html_[at_++];
            }
            std::string value;
            if (at_ + 1 < html_.size() && html_[at_] == '=' && html_[at_ + 1] == '"') {
                const std::size_t end = std::min(html_.find('"', at_ + 2), html_.size());
                value = withoutEntities(html_.substr(at_ + 2, end - at_ - 2));
                at_ = std::min(end + 1, html_.size());
            }
            at_ += name.empty() ? 1 : 0;  // what is not a name is passed over
            if (at_ < html_.size() && html_[at_] == '=') {
                ++at_;  // and so is a value that is cut off or has no quotes
            }
            node.attributes[name] = std::move(value);
            closed = false;
        }
        at_ = std::min(at_ + 1, html_.size());
        return closed;
    }

    std::string_view html_;
    std::size_t at_ = 0;
};

void gather(const Markup& node, std::string& text) {
    if (node.is("br")) {
        text += ' ';
    }
    text += node.tag.empty() ? node.text : std::string();
    for (const Markup& child : node.children) {
        gather(child, text);
    }
}

}  // namespace

bool Markup::hasClass(std::string_view name) const {
    const std::string all = " " + attribute("class") + " ";
    return all.find(" " + std::string(name) + " ") != std::string::npos;
}

std::string Markup::attribute(const std::string& name) const {
    const auto found = attributes.find(name);
    return found == attributes.end() ? std::string() : found->second;
}

const Markup* Markup::find(std::string_view name) const {
    for (const Markup& child : children) {
        if (child.is(name)) {
            return &child;
        }
        if (const Markup* below = child.find(name)) {
            return below;
        }
    }
    return nullptr;
}

std::string Markup::words() const {
    std::string all;
    gather(*this, all);
    std::string folded;
    for (const char c : all) {
        if (!isSpace(c)) {
            folded += c;
        } else if (!folded.empty() && folded.back() != ' ') {
            folded += ' ';
        }
    }
    while (!folded.empty() && folded.back() == ' ') {
        folded.pop_back();
    }
    return folded;
}

Markup parsePage(std::string_view html) {
    Markup all;
    Parser(html).children(all);
    const Markup* body = all.find("body");
    return body == nullptr ? all : *body;
}

}  // namespace headroom::engine::report
