// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/source_list.h"

#include "engine/base/json.h"
#include "engine/document/json_text.h"
#include "engine/files/inside_folder.h"
#include "engine/files/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <utility>

namespace headroom::engine {

namespace {

using ListJson = nlohmann::json;

constexpr std::size_t kMostFeeds = 1000;
constexpr double kLeastEveryS = 0.1, kMostEveryS = 86400.0, kMostSpeed = 1e6;
constexpr mode_t kOthers = S_IRWXG | S_IRWXO;

class ListReader {
  public:
    ListReader(const JsonText& text, const std::filesystem::path& file,
               const std::filesystem::path& map, const SiteClock& site)
        : json_(text.root()), faults_(text, "TEL"), defaultMap_(map), site_(site) {
        list_.file = file;
    }

    ResultAll<SourceList> read() {
        if (!json_.is_object() || json_.value("format", ListJson()) != kSourcesFormat) {
            faults_.add(
                "070", "/format",
                fmt::format("this is not a list of sources of format \"{}\"", kSourcesFormat),
                "Begin the file with {\"format\": \"headroom-sources/1\", …}; a newer format needs "
                "a newer "
                "Headroom");
            return tl::unexpected(faults_.take());
        }
        faults_.refuseUnknown(json_, "", {"format", "name", "sources"}, "a list of sources");
        list_.name = text(json_, "", "name");
        if (!json_.contains("sources") || !json_["sources"].is_array() ||
            json_["sources"].empty() || json_["sources"].size() > kMostFeeds) {
            wrong("/sources", fmt::format("the list has no sources, or more than {}", kMostFeeds),
                  "List them: [{\"id\": \"bms\", \"address\": \"modbus://10.0.0.5/1\"}]");
            return tl::unexpected(faults_.take());
        }
        for (std::size_t i = 0; i < json_["sources"].size(); ++i) {
            source(json_["sources"][i], "/sources/" + std::to_string(i));
        }
        Errors errors = faults_.take();
        errors.insert(errors.end(), mapErrors_.begin(), mapErrors_.end());
        if (!errors.empty()) {
            return tl::unexpected(std::move(errors));
        }
        return std::move(list_);
    }

  private:
    void wrong(const std::string& pointer, std::string message, std::string remedy) {
        faults_.add("011", pointer, std::move(message), std::move(remedy));
    }

    std::string text(const ListJson& from, const std::string& at, const char* key) {
        const auto found = from.find(key);
        if (found == from.end()) {
            return {};
        }
        if (!found->is_string()) {
            wrong(at + '/' + key, "this is not a text",
                  "`headroom-cli schema sources` says what stands where");
            return {};
        }
        return found->get<std::string>();
    }

    double number(const ListJson& from, const std::string& at, const char* key, double least,
                  double most, double otherwise) {
        const auto found = from.find(key);
        if (found == from.end()) {
            return otherwise;
        }
        const double value =
            found->is_number() ? found->get<double>() : std::numeric_limits<double>::quiet_NaN();
        if (!(value >= least && value <= most)) {
            wrong(at + '/' + key,
                  fmt::format("this is not a number from {:g} to {:g}", least, most), "Choose one");
            return otherwise;
        }
        return value;
    }

    /// Path of a file whose content is read or sent. It must be below the folder of the list: a foreign list reads nothing else.
    std::filesystem::path ownPath(const ListJson& from, const std::string& at, const char* key) {
        const std::string named = text(from, at, key);
        if (!named.empty() && !namesInside(list_.file.parent_path(), named)) {
            faults_.add("074", at + '/' + key,
                        inQuotes(named) + " is outside the folder of the list",
                        "Put the file, or a copy, next to the list; links that lead out of the "
                        "folder do not count");
            return {};
        }
        return path(from, at, key);
    }

    /// Path of a named file, relative to this folder.
    std::filesystem::path path(const ListJson& from, const std::string& at, const char* key) {
        const std::string named = text(from, at, key);
        return named.empty() ? std::filesystem::path() : list_.file.parent_path() / named;
    }

    void source(const ListJson& json, const std::string& at) {
        if (!json.is_object()) {
            wrong(at, "this is not an object", "Write {\"id\": …, \"address\": …}");
            return;
        }
        faults_.refuseUnknown(json, at,
                              {"id", "address", "file", "pushed", "speed", "every_s", "map", "user",
                               "password_file", "ca_file", "certificate", "key", "client"},
                              "a source");
        FeedSpec feed;
        feed.id = text(json, at, "id");
        if (feed.id.empty() || !ids_.insert(feed.id).second) {
            faults_.add(
                "012", at + "/id",
                feed.id.empty() ? "a source needs an id" : inQuotes(feed.id) + " occurs twice",
                "Give each source an id of its own");
        }
        kind(json, at, feed);
        feed.live.everyS = number(json, at, "every_s", kLeastEveryS, kMostEveryS, feed.live.everyS);
        feed.live.forS = std::numeric_limits<double>::infinity();
        login(json, at, feed.live.login);
        feed.map = map(json, at);
        list_.feeds.push_back(std::move(feed));
    }

    void kind(const ListJson& json, const std::string& at, FeedSpec& feed) {
        const auto pushed = json.find("pushed");
        if (pushed != json.end() && !pushed->is_boolean()) {
            wrong(at + "/pushed", "this is neither true nor false",
                  "Write true where others send the readings");
        }
        const bool isPushed = pushed != json.end() && *pushed == true;
        feed.address = text(json, at, "address");
        feed.file = ownPath(json, at, "file");
        const auto file = json.find("file");
        const bool isRefused = file != json.end() && feed.file.empty() && *file != "";
        if (isRefused && feed.address.empty() && !isPushed) {
            return;  // the fault of the file is noted
        }
        if (static_cast<int>(isPushed) + static_cast<int>(!feed.address.empty()) +
                static_cast<int>(!feed.file.empty()) !=
            1) {
            wrong(at, "a source has either an address, or a file that is played, or is pushed",
                  "Write one of \"address\", \"file\", \"pushed\": true");
            return;
        }
        feed.kind = isPushed               ? FeedKind::Push
                    : feed.address.empty() ? FeedKind::Replay
                                           : FeedKind::Address;
        if (feed.kind == FeedKind::Address) {
            if (const auto known = parseAddress(feed.address); !known) {
                faults_.add("060", at + "/address", known.error().message, known.error().remedy);
            }
        }
        if (const auto speed = json.find("speed"); speed != json.end() && *speed == "max") {
            feed.speed = 0.0;
        } else {
            feed.speed = number(json, at, "speed", 1e-3, kMostSpeed, 1.0);
        }
        if (json.contains("speed") && feed.kind != FeedKind::Replay) {
            wrong(at + "/speed", "only a file that is played has a speed", "Take it out");
        }
    }

    void login(const ListJson& json, const std::string& at, LiveLogin& login) {
        login.user = text(json, at, "user");
        login.authorities = path(json, at, "ca_file");
        login.certificate = path(json, at, "certificate");
        login.key = path(json, at, "key");
        login.client = text(json, at, "client");
        if (login.certificate.empty() != login.key.empty()) {
            wrong(at, "certificate and key belong together", "Name both, or neither");
        }
        const std::filesystem::path secret = ownPath(json, at, "password_file");
        if (secret.empty()) {
            return;
        }
        const auto refuse = [&](const std::string& why) {
            faults_.add("071", at + "/password_file", secret.string() + ": " + why,
                        "Put the password, and nothing else, into a file that only you may read: "
                        "chmod 600 FILE");
        };

        struct stat facts {};

        const auto content = readTextFile(secret);
        if (!content) {
            refuse(content.error().message);
        } else if (::stat(secret.c_str(), &facts) == 0 && (facts.st_mode & kOthers) != 0) {
            refuse("others than its owner may use it");
        } else {
            login.password = content->substr(0, content->find_first_of("\r\n"));
        }
    }

    /// The place of its map; each file is read once, however often it is named.
    std::size_t map(const ListJson& json, const std::string& at) {
        const std::filesystem::path named = ownPath(json, at, "map");
        const std::filesystem::path& file = named.empty() ? defaultMap_ : named;
        if (const auto known = places_.find(file); known != places_.end()) {
            return known->second;
        }
        places_[file] = list_.maps.size();
        auto map = readTelemetryMap(file, site_);
        if (!map) {
            mapErrors_.insert(mapErrors_.end(), map.error().begin(), map.error().end());
            list_.maps.emplace_back();
            list_.firstSensor.push_back(0);
            return list_.maps.size() - 1;
        }
        list_.maps.push_back(std::move(*map));
        append(at);
        return list_.maps.size() - 1;
    }

    void append(const std::string& at) {
        const TelemetryMap& map = list_.maps.back();
        list_.firstSensor.push_back(static_cast<int>(list_.all.sensors.size()));
        if (list_.all.sensors.empty()) {
            list_.all = map;
        } else {
            for (const SensorSpec& sensor : map.sensors) {
                list_.all.byColumn.emplace(sensor.column,
                                           static_cast<int>(list_.all.sensors.size()));
                list_.all.sensors.push_back(sensor);
            }
            list_.all.longestGapS = std::max(list_.all.longestGapS, map.longestGapS);
        }
        for (const SensorSpec& sensor : map.sensors) {
            if (!sensors_.insert(sensor.id).second) {
                faults_.add("012", at + "/map", inQuotes(sensor.id) + " is in two maps",
                            "Give each sensor of a building an id of its own");
                return;
            }
        }
    }

    const ListJson& json_;
    Faults faults_;
    std::filesystem::path defaultMap_;
    SourceList list_;
    Errors mapErrors_;
    std::set<std::string> ids_, sensors_;
    std::map<std::filesystem::path, std::size_t> places_;
    SiteClock site_;
};

}  // namespace

std::string FeedSpec::what() const {
    switch (kind) {
        case FeedKind::Address:
            return address;
        case FeedKind::Replay:
            return "file " + file.string();
        case FeedKind::Push:
            break;
    }
    return "pushed";
}

ResultAll<SourceList> parseSourceList(const std::string& text, const std::filesystem::path& file,
                                      const std::filesystem::path& map, const SiteClock& site) {
    const auto json = JsonText::parse(text, file.string(), "TEL");
    if (!json) {
        return tl::unexpected(json.error());
    }
    return ListReader(*json, file, map, site).read();
}

ResultAll<SourceList> readSourceList(const std::filesystem::path& file,
                                     const std::filesystem::path& map, const SiteClock& site) {
    const auto text = readTextFile(file);
    if (!text) {
        return tl::unexpected(Errors{text.error()});
    }
    return parseSourceList(*text, file, map, site);
}

SourceList sourceListOf(FeedSpec feed, TelemetryMap map) {
    SourceList list;
    feed.map = 0;
    list.file = map.file;
    list.feeds.push_back(std::move(feed));
    list.all = map;
    list.maps.push_back(std::move(map));
    list.firstSensor = {0};
    return list;
}

std::string sourcesSchemaText() {
    using SchemaJson = nlohmann::ordered_json;
    const auto property = [](const char* type, const char* words) {
        return SchemaJson{{"type", type}, {"description", words}};
    };
    const SchemaJson source = {
        {"type", "object"},
        {"additionalProperties", false},
        {"required", {"id"}},
        {"properties",
         {{"id", property("string", "A unique name; tables and errors use it.")},
          {"address", property("string",
                               "http(s)://HOST/PATH, mqtt(s)://HOST/TOPIC, modbus://HOST/UNIT or "
                               "snmp://HOST/COMMUNITY.")},
          {"file", property("string", "Recorded readings that are played as if they came now.")},
          {"pushed", property("boolean", "Others send the readings: POST /api/v1/telemetry.")},
          {"speed",
           {{"type", {"number", "string"}},
            {"description", "For a file: recorded seconds per second, or \"max\"; 1 without it."}}},
          {"every_s",
           property("number", "Between two questions to a server or controller; 15 without it.")},
          {"map", property("string",
                           "Its map of telemetry; without it telemetry.json next to the project.")},
          {"user", property("string", "Name to log in with.")},
          {"password_file",
           property("string", "File with the password, which only its owner may read.")},
          {"ca_file",
           property(
               "string",
               "PEM: whose certificates are trusted; without it those that the system trusts.")},
          {"certificate", property("string", "PEM: the certificate that is shown to the server.")},
          {"key", property("string", "PEM: its private key.")},
          {"client",
           property(
               "string",
               "For MQTT: a name that only this client uses. With it the broker keeps what comes "
               "while it is away.")}}}};
    const SchemaJson schema = {
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "Headroom list of telemetry sources"},
        {"type", "object"},
        {"additionalProperties", false},
        {"required", {"format", "sources"}},
        {"properties",
         {{"format", {{"const", kSourcesFormat}}},
          {"name", property("string", "Display name.")},
          {"sources", {{"type", "array"}, {"minItems", 1}, {"items", source}}}}}};
    return jsonText(schema, 2) + "\n";
}

}  // namespace headroom::engine
