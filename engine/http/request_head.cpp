// SPDX-License-Identifier: Apache-2.0
#include "engine/http/request_head.h"

#include <algorithm>
#include <charconv>

namespace headroom::engine {

namespace {

/// A character of a token (RFC 9110, 5.6.2): methods and names of fields.
bool isTokenCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos);
}

bool isToken(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), isTokenCharacter);
}

/// Printable ASCII without blanks.
bool isVisible(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

/// Permitted characters of a value: visible ASCII, blanks and tabs. Bytes above are opaque by the grammar, and of no use here.
bool isValue(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c == '\t' || (c >= ' ' && c < '\x7f'); });
}

std::string lowerName(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

Refusal bad(std::string why) {
    return {400, std::move(why)};
}

/// "GET /path HTTP/1.1".
std::optional<Refusal> readLine(std::string_view line, const HttpLimits& limits,
                                RequestHead& head) {
    const auto first = line.find(' ');
    const auto second = first == std::string_view::npos ? first : line.find(' ', first + 1);
    if (second == std::string_view::npos || line.find(' ', second + 1) != std::string_view::npos) {
        return bad(
            "the request line is not a method, a target and a version with one blank between them");
    }
    const std::string_view method = line.substr(0, first);
    const std::string_view target = line.substr(first + 1, second - first - 1);
    const std::string_view version = line.substr(second + 1);
    if (!isToken(method)) {
        return bad("the method is not a word");
    }
    if (!version.starts_with("HTTP/")) {
        return bad("the request line does not end in a version of HTTP");
    }
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
        return Refusal{505, "only HTTP/1.1 and HTTP/1.0 are spoken here"};
    }
    if (target.size() > limits.targetBytes) {
        return Refusal{
            414, "the target is longer than " + std::to_string(limits.targetBytes) + " bytes"};
    }
    auto parts = isVisible(target) ? targetOf(target) : std::nullopt;
    if (!parts) {
        return bad("the target is not a path with a query in proper escapes");
    }
    head.method = method;
    head.version = version.substr(5);
    head.path = std::move(parts->first);
    head.query = std::move(parts->second);
    return std::nullopt;
}

std::optional<Refusal> readField(std::string_view line, RequestHead& head) {
    if (line.starts_with(' ') || line.starts_with('\t')) {
        return bad("a field continues in the next line, which is no longer allowed");
    }
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !isToken(line.substr(0, colon))) {
        return bad("a field has no name, or a blank before its colon");
    }
    std::string_view value = line.substr(colon + 1);
    const auto from = std::min(value.find_first_not_of(" \t"), value.size());
    value.remove_prefix(from);
    value = value.substr(0, value.find_last_not_of(" \t") + 1);
    if (!isValue(value)) {
        return bad("a field holds a character that is not allowed");
    }
    head.fields.emplace_back(lowerName(line.substr(0, colon)), std::string(value));
    return std::nullopt;
}

std::size_t countOf(const RequestHead& head, std::string_view name) {
    return static_cast<std::size_t>(
        std::count_if(head.fields.begin(), head.fields.end(),
                      [name](const auto& field) { return field.first == name; }));
}

/// How long the body is: by one statement alone.
std::optional<Refusal> readFraming(const HttpLimits& limits, RequestHead& head) {
    const std::size_t lengths = countOf(head, "content-length");
    const std::size_t codings = countOf(head, "transfer-encoding");
    if (lengths + codings > 1) {
        return bad("the length of the body is stated more than once");
    }
    if (codings == 1) {
        if (head.version == "1.0") {
            return bad("HTTP/1.0 knows no transfer coding");
        }
        if (lowerName(head.field("transfer-encoding")) != "chunked") {
            return Refusal{501, "the only transfer coding here is chunked"};
        }
        head.isChunked = true;
    }
    if (lengths == 1) {
        const std::string_view text = head.field("content-length");
        std::uint64_t length = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), length);
        if (text.empty() || fault != std::errc{} || end != text.data() + text.size()) {
            return bad("the length of the body is not a number");
        }
        if (length > limits.bodyBytes) {
            return Refusal{
                413, "the body is longer than " + std::to_string(limits.bodyBytes) + " bytes"};
        }
        head.length = length;
    }
    return std::nullopt;
}

std::optional<Refusal> readAll(std::string_view bytes, const HttpLimits& limits,
                               RequestHead& head) {
    if (bytes.size() > limits.headBytes) {
        return Refusal{431,
                       "the head is longer than " + std::to_string(limits.headBytes) + " bytes"};
    }
    if (!bytes.ends_with("\r\n\r\n")) {
        return bad("the head does not end in an empty line");
    }
    bytes.remove_suffix(2);
    bool isFirst = true;
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const std::string_view line = bytes.substr(0, end - 1);
        if (end == std::string_view::npos || end == 0 || bytes[end - 1] != '\r' ||
            line.find('\r') != std::string_view::npos) {
            return bad("a line does not end in CR LF");
        }
        if (const auto refusal = isFirst ? readLine(line, limits, head) : readField(line, head)) {
            return refusal;
        }
        isFirst = false;
        bytes.remove_prefix(end + 1);
    }
    if (countOf(head, "host") != 1 && (head.version == "1.1" || countOf(head, "host") > 1)) {
        return bad("there is not one field Host");
    }
    for (const std::string_view name :
         {"authorization", "origin", "if-match", "upgrade", "content-type", "sec-websocket-key"}) {
        if (countOf(head, name) > 1) {
            return bad("the field " + std::string(name) + " occurs more than once");
        }
    }
    return readFraming(limits, head);
}

}  // namespace

std::string_view RequestHead::field(std::string_view name) const {
    const auto at = std::find_if(fields.begin(), fields.end(),
                                 [name](const auto& field) { return field.first == name; });
    return at == fields.end() ? std::string_view() : std::string_view(at->second);
}

HeadOrRefusal readHead(std::string_view bytes, const HttpLimits& limits) {
    HeadOrRefusal read;
    read.refusal = readAll(bytes, limits, read.head);
    return read;
}

}  // namespace headroom::engine
