// SPDX-License-Identifier: Apache-2.0
#include <net-snmp/net-snmp-config.h>
// The library's own order of headers.
#include "engine/base/number.h"
#include "engine/document/json_text.h"
#include "engine/telemetry/live/protocols.h"
#include "engine/telemetry/live/snmp_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <net-snmp/net-snmp-includes.h>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr long kAnswerUs = 2'000'000;  // patience with one answer
constexpr std::size_t kTogether = 16;  // objects of one question: agents of UPSs have little memory
constexpr const char* kDefaultCommunity = "public";

/// Without configuration files, state on disk, MIB files or messages of the library on the terminal.
void startLibrary() {
    static std::once_flag once;
    std::call_once(once, [] {
        for (const int option :
             {NETSNMP_DS_LIB_DONT_READ_CONFIGS, NETSNMP_DS_LIB_DONT_PERSIST_STATE,
              NETSNMP_DS_LIB_DISABLE_PERSISTENT_LOAD, NETSNMP_DS_LIB_DISABLE_PERSISTENT_SAVE,
              NETSNMP_DS_LIB_DISABLE_CONFIG_LOAD}) {
            netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, option, 1);
        }
        netsnmp_set_mib_directory("");
        snmp_disable_log();
        init_snmp("headroom");
    });
}

struct SessionCloser {
    void operator()(void* session) const { snmp_sess_close(session); }
};

struct PduFreer {
    void operator()(netsnmp_pdu* pdu) const { snmp_free_pdu(pdu); }
};

/// The number of a variable; NaN if it has none.
double numberOf(const netsnmp_variable_list& variable) {
    switch (variable.type) {
        case ASN_INTEGER:
            return static_cast<double>(*variable.val.integer);
        case ASN_COUNTER:
        case ASN_GAUGE:
        case ASN_TIMETICKS:
        case ASN_UINTEGER:
            return static_cast<double>(static_cast<std::uint32_t>(*variable.val.integer));
        case ASN_COUNTER64:
            return static_cast<double>(variable.val.counter64->high) * 0x1p32 +
                   static_cast<double>(variable.val.counter64->low);
        case ASN_OPAQUE_FLOAT:
            return static_cast<double>(*variable.val.floatVal);
        case ASN_OPAQUE_DOUBLE:
            return *variable.val.doubleVal;
        case ASN_OCTET_STR: {
            const std::string_view text(reinterpret_cast<const char*>(variable.val.string),
                                        variable.val_len);
            return parseNumber(text).value_or(std::numeric_limits<double>::quiet_NaN());
        }
        default:
            return std::numeric_limits<double>::quiet_NaN();
    }
}

std::string withoutNumber(const netsnmp_variable_list& variable) {
    switch (variable.type) {
        case SNMP_NOSUCHOBJECT:
            return "the agent has no such object";
        case SNMP_NOSUCHINSTANCE:
            return "the agent has no such instance of the object";
        case ASN_OCTET_STR:
            return inQuotes(
                std::string(reinterpret_cast<const char*>(variable.val.string), variable.val_len));
        default:
            return "not a number";
    }
}

bool isObject(const netsnmp_variable_list& variable, const std::vector<std::uint32_t>& oid) {
    return variable.name_length == oid.size() && std::equal(oid.begin(), oid.end(), variable.name);
}

/// Asks an agent for the objects of all sensors of the map each turn: GET of version 2c, or of version 3 with a user.
class SnmpSource : public TelemetrySource {
  public:
    SnmpSource(LiveAddress address, const TelemetryMap& map, const LiveSpec& spec)
        : address_(std::move(address)), map_(map), clock_(spec), login_(spec.login) {}

    Result<void> begin() {
        for (const SensorSpec& sensor : map_.sensors) {
            auto place = snmpPlace(sensor.column);
            if (!place) {
                return tl::unexpected(Error{"TEL-060",
                                            inQuotes(sensor.column) + ": " + place.error(),
                                            "Write columns as 1.3.6.1.2.1.33.1.4.4.1.4.1, with a "
                                            "factor as …*0.1, or as upsOutputPower.1",
                                            map_.file.string(),
                                            {},
                                            0});
            }
            places_.push_back(std::move(*place));
        }
        if (address_.path.size() > 1) {
            community_ = address_.path.substr(1);
        }
        startLibrary();
        if (auto opened = open(); !opened) {
            return opened;
        }
        // Nobody is connected over UDP: the first object shows whether the agent answers.
        netsnmp_pdu* answer = nullptr;
        return ask(0, std::min<std::size_t>(1, places_.size()), answer).map([&] {
            snmp_free_pdu(answer);
        });
    }

    std::string name() const override {
        return "snmp://" + address_.host + ':' + std::to_string(address_.port);
    }

    Result<bool> next(const DeliverySink& sink) override {
        if (!clock_.waitForTurn()) {
            return false;
        }
        trouble_ = {};
        Delivery delivery;
        for (std::size_t from = 0;
             from < places_.size() && trouble_.code.empty() && !clock_.isOver();
             from += kTogether) {
            take(from, std::min(from + kTogether, places_.size()), delivery);
        }
        if (auto taken = sink(delivery); !taken) {
            return tl::unexpected(taken.error());
        }
        return !clock_.isOver();
    }

    Error trouble() const override { return trouble_; }

  private:
    using Pdu = std::unique_ptr<netsnmp_pdu, PduFreer>;

    /// Readings of some sensors. An agent of version 1, or one with too little memory, refuses the whole question: then one by one.
    void take(std::size_t from, std::size_t to, Delivery& delivery) {
        netsnmp_pdu* raw = nullptr;
        if (const auto asked = ask(from, to, raw); !asked) {
            trouble_ = asked.error();
            return;
        }
        const Pdu answer(raw);
        if (answer->errstat != SNMP_ERR_NOERROR) {
            if (to - from == 1) {
                delivery.unreadable.push_back({static_cast<int>(from), ++place_,
                                               snmp_errstring(static_cast<int>(answer->errstat))});
                return;
            }
            for (std::size_t each = from; each < to && trouble_.code.empty(); ++each) {
                take(each, each + 1, delivery);
            }
            return;
        }
        for (std::size_t s = from; s < to; ++s) {
            const netsnmp_variable_list* variable = answer->variables;
            while (variable != nullptr && !isObject(*variable, places_[s].oid)) {
                variable = variable->next_variable;
            }
            ++place_;
            const double value = variable == nullptr ? std::numeric_limits<double>::quiet_NaN()
                                                     : places_[s].scale * numberOf(*variable);
            if (std::isfinite(value)) {
                delivery.readings.push_back(
                    {static_cast<int>(s), map_.siteS(nowSinceEpochS()), value, place_});
            } else {
                delivery.unreadable.push_back({static_cast<int>(s), place_,
                                               variable == nullptr ? "the answer lacks the object"
                                                                   : withoutNumber(*variable)});
            }
        }
    }

    /// The answer of the agent, which the caller frees.
    Result<void> ask(std::size_t from, std::size_t to, netsnmp_pdu*& answer) {
        netsnmp_pdu* question = snmp_pdu_create(SNMP_MSG_GET);
        for (std::size_t s = from; s < to; ++s) {
            const std::vector<oid> numbers(places_[s].oid.begin(), places_[s].oid.end());
            snmp_add_null_var(question, numbers.data(), numbers.size());
        }
        const int status =
            snmp_sess_synch_response(session_.get(), question, &answer);  // frees the question
        if (status == STAT_SUCCESS && answer != nullptr) {
            return {};
        }
        return tl::unexpected(
            status == STAT_TIMEOUT
                ? notReached(address_,
                             "no answer; the agent may not run there, or may not know the "
                             "community or user")
                : notReached(address_, fault()));
    }

    std::string fault() const {
        int system = 0, library = 0;
        char* words = nullptr;
        snmp_sess_error(session_.get(), &system, &library, &words);
        std::string text = words == nullptr ? "the answer cannot be read" : words;
        SNMP_FREE(words);
        return text;
    }

    Result<void> open() {
        netsnmp_session wanted;
        snmp_sess_init(&wanted);
        const bool isSix = address_.host.find(':') != std::string::npos;
        std::string peer = (isSix ? "udp6:[" + address_.host + ']' : "udp:" + address_.host) + ':' +
                           std::to_string(address_.port);
        wanted.peername = peer.data();
        wanted.timeout = kAnswerUs;
        wanted.retries = 1;
        wanted.version = SNMP_VERSION_2c;
        wanted.community = reinterpret_cast<unsigned char*>(community_.data());
        wanted.community_len = community_.size();
        if (!login_.user.empty()) {
            if (auto done = showLogin(wanted); !done) {
                return done;
            }
        }
        session_.reset(snmp_sess_open(&wanted));
        if (session_) {
            return {};
        }
        int system = 0, library = 0;
        char* words = nullptr;
        snmp_error(&wanted, &system, &library, &words);
        std::string text = words == nullptr ? "the session cannot be opened" : words;
        SNMP_FREE(words);
        return tl::unexpected(notReached(address_, text));
    }

    /// Version 3: SHA-1 and AES-128 (RFC 3826), which every agent of that version has, both with the one password.
    Result<void> showLogin(netsnmp_session& wanted) {
        wanted.version = SNMP_VERSION_3;
        wanted.securityName = login_.user.data();
        wanted.securityNameLen = login_.user.size();
        wanted.securityLevel = SNMP_SEC_LEVEL_NOAUTH;
        if (login_.password.empty()) {
            return {};
        }
        wanted.securityLevel = SNMP_SEC_LEVEL_AUTHPRIV;
        wanted.securityAuthProto = usmHMACSHA1AuthProtocol;
        wanted.securityAuthProtoLen = USM_AUTH_PROTO_SHA_LEN;
        wanted.securityPrivProto = usmAES128PrivProtocol;
        wanted.securityPrivProtoLen = USM_PRIV_PROTO_AES128_LEN;
        wanted.securityAuthKeyLen = USM_AUTH_KU_LEN;
        wanted.securityPrivKeyLen = USM_PRIV_KU_LEN;
        const auto key = [&](unsigned char* into, std::size_t& size) {
            return generate_Ku(wanted.securityAuthProto,
                               static_cast<unsigned>(wanted.securityAuthProtoLen),
                               reinterpret_cast<const unsigned char*>(login_.password.data()),
                               login_.password.size(), into, &size) == SNMPERR_SUCCESS;
        };
        if (!key(wanted.securityAuthKey, wanted.securityAuthKeyLen) ||
            !key(wanted.securityPrivKey, wanted.securityPrivKeyLen)) {
            return tl::unexpected(Error{"TEL-061",
                                        "snmp: a password of version 3 has at least 8 characters",
                                        "Check password_file of the source",
                                        {},
                                        {},
                                        0});
        }
        return {};
    }

    LiveAddress address_;
    const TelemetryMap& map_;
    LiveClock clock_;
    LiveLogin login_;
    std::string community_ = kDefaultCommunity;
    std::vector<SnmpPlace> places_;
    std::unique_ptr<void, SessionCloser> session_;
    Error trouble_;
    int place_ = 0;
};

}  // namespace

Result<std::unique_ptr<TelemetrySource>> snmpSource(const LiveAddress& address,
                                                    const TelemetryMap& map, const LiveSpec& spec) {
    auto source = std::make_unique<SnmpSource>(address, map, spec);
    if (auto begun = source->begin(); !begun) {
        return tl::unexpected(begun.error());
    }
    return std::unique_ptr<TelemetrySource>(std::move(source));
}

}  // namespace headroom::engine
