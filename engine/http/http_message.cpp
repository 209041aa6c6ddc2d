// SPDX-License-Identifier: Apache-2.0
#include "engine/http/http_message.h"

#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/base/plain_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace headroom::engine {

namespace {

int hexDigit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Decodes a segment or a part of a query. An encoded slash must not become a slash.
std::optional<std::string> decoded(std::string_view text, bool isQuery) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += isQuery && text[i] == '+' ? ' ' : text[i];
            continue;
        }
        if (i + 2 >= text.size() || hexDigit(text[i + 1]) < 0 || hexDigit(text[i + 2]) < 0) {
            return std::nullopt;
        }
        const int code = hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]);
        if (!isQuery && (code == '/' || code == '\\')) {
            return std::nullopt;
        }
        out += static_cast<char>(code);
        i += 2;
    }
    const bool hasControl = std::any_of(out.begin(), out.end(),
                                        [](char c) { return static_cast<unsigned char>(c) < ' '; });
    return hasControl || firstOdd(out) ? std::nullopt : std::optional(std::move(out));
}

/// The pieces between separators; of nothing none.
std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        const auto end = std::min(text.find(at), text.size());
        pieces.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return pieces;
}

std::string_view trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(" \t");
    if (from == std::string_view::npos) {
        return {};
    }
    return text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

}  // namespace

std::string_view HttpRequest::field(std::string_view name) const {
    const auto at = std::find_if(fields.begin(), fields.end(),
                                 [name](const auto& field) { return field.first == name; });
    return at == fields.end() ? std::string_view() : std::string_view(at->second);
}

std::optional<std::string_view> HttpRequest::asked(std::string_view name) const {
    const auto at = std::find_if(query.begin(), query.end(),
                                 [name](const auto& part) { return part.first == name; });
    return at == query.end() ? std::nullopt : std::optional<std::string_view>(at->second);
}

std::optional<std::pair<std::string, HttpFields>> targetOf(std::string_view target) {
    if (!target.starts_with('/') || target.find('#') != std::string_view::npos) {
        return std::nullopt;
    }
    const auto mark = std::min(target.find('?'), target.size());
    std::string path;
    for (const std::string_view segment : split(target.substr(1, mark - 1), '/')) {
        const auto plain = decoded(segment, false);
        if (!plain || *plain == "." || *plain == ".." || plain->find('\\') != std::string::npos) {
            return std::nullopt;
        }
        path += "/" + *plain;
    }
    HttpFields query;
    for (const std::string_view part :
         split(target.substr(std::min(mark + 1, target.size())), '&')) {
        const auto equals = std::min(part.find('='), part.size());
        auto key = decoded(part.substr(0, equals), true);
        auto value = decoded(part.substr(std::min(equals + 1, part.size())), true);
        if (!key || !value) {
            return std::nullopt;
        }
        query.emplace_back(std::move(*key), std::move(*value));
    }
    if (mark > 1 && target[mark - 1] == '/') {
        path += '/';  // another resource than the one without it
    }
    return std::pair(path.empty() ? std::string("/") : std::move(path), std::move(query));
}

bool accepts(std::string_view acceptField, std::string_view type) {
    if (trimmed(acceptField).empty()) {
        return true;
    }
    const std::string_view family = type.substr(0, type.find('/'));
    int best = -1;  // how specific the range is that decides
    double weight = 0.0;
    for (const std::string_view part : split(acceptField, ',')) {
        const auto pieces = split(part, ';');
        if (pieces.empty()) {
            continue;
        }
        const std::string range = lower(trimmed(pieces.front()));
        const int fits = range == type                         ? 2
                         : range == std::string(family) + "/*" ? 1
                         : range == "*/*"                      ? 0
                                                               : -1;
        double q = 1.0;
        for (const std::string_view piece : pieces) {
            if (const std::string parameter = lower(trimmed(piece)); parameter.starts_with("q=")) {
                q = parseNumber(parameter.substr(2)).value_or(0.0);
            }
        }
        if (fits > best) {
            best = fits;
            weight = q;
        } else if (fits >= 0 && fits == best) {
            weight = std::max(weight, q);
        }
    }
    return best >= 0 && weight > 0.0;
}

std::string_view reasonOf(int status) {
    switch (status) {
        case 101:
            return "Switching Protocols";
        case 200:
            return "OK";
        case 202:
            return "Accepted";
        case 204:
            return "No Content";
        case 304:
            return "Not Modified";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 406:
            return "Not Acceptable";
        case 408:
            return "Request Timeout";
        case 409:
            return "Conflict";
        case 411:
            return "Length Required";
        case 412:
            return "Precondition Failed";
        case 413:
            return "Content Too Large";
        case 414:
            return "URI Too Long";
        case 415:
            return "Unsupported Media Type";
        case 417:
            return "Expectation Failed";
        case 421:
            return "Misdirected Request";
        case 422:
            return "Unprocessable Content";
        case 426:
            return "Upgrade Required";
        case 428:
            return "Precondition Required";
        case 429:
            return "Too Many Requests";
        case 431:
            return "Request Header Fields Too Large";
        case 500:
            return "Internal Server Error";
        case 501:
            return "Not Implemented";
        case 503:
            return "Service Unavailable";
        case 505:
            return "HTTP Version Not Supported";
        default:
            return "";
    }
}

HttpResponse problem(int status, const std::string& code, const std::string& message,
                     const std::string& remedy) {
    HttpResponse response;
    response.status = status;
    response.type = "application/problem+json";
    // A text that cannot be written as JSON is rejected; names of clients may be such a text.
    const nlohmann::ordered_json body = {{"type", "about:blank"}, {"title", reasonOf(status)},
                                         {"status", status},      {"detail", oneLine(message)},
                                         {"code", code},          {"remedy", oneLine(remedy)}};
    response.body = jsonText(body) + "\n";
    return response;
}

}  // namespace headroom::engine
