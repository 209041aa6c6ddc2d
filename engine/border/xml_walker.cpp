// SPDX-License-Identifier: Apache-2.0
#include "engine/border/xml_walker.h"

#include <algorithm>
#include <expat.h>

namespace headroom::engine {

namespace {

std::string_view withoutPrefix(std::string_view name) {
    const std::size_t colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

}  // namespace

std::string_view XmlAttributes::text(std::string_view name) const {
    const auto found = std::find_if(all_.begin(), all_.end(),
                                    [&](const auto& each) { return each.first == name; });
    return found == all_.end() ? std::string_view() : found->second;
}

struct XmlWalker::Parser {
    XML_Parser handle = XML_ParserCreate(nullptr);
    bool hasDocumentType = false;

    Parser() = default;
    Parser(const Parser&) = delete;
    Parser& operator=(const Parser&) = delete;

    ~Parser() { XML_ParserFree(handle); }

    static void XMLCALL begin(void* walker, const XML_Char* element, const XML_Char** attributes) {
        XmlAttributes all;
        for (; *attributes != nullptr; attributes += 2) {
            all.add(withoutPrefix(attributes[0]), attributes[1]);
        }
        static_cast<XmlWalker*>(walker)->begin(withoutPrefix(element), all);
    }

    static void XMLCALL end(void* walker, const XML_Char* element) {
        static_cast<XmlWalker*>(walker)->end(withoutPrefix(element));
    }

    static void XMLCALL text(void* walker, const XML_Char* part, int size) {
        static_cast<XmlWalker*>(walker)->text({part, static_cast<std::size_t>(size)});
    }

    static void XMLCALL documentType(void* walker, const XML_Char*, const XML_Char*,
                                     const XML_Char*, int) {
        Parser& parser = *static_cast<XmlWalker*>(walker)->parser_;
        parser.hasDocumentType = true;
        XML_StopParser(parser.handle, XML_FALSE);
    }
};

XmlWalker::XmlWalker() : parser_(std::make_unique<Parser>()) {
    XML_SetUserData(parser_->handle, this);
    XML_SetElementHandler(parser_->handle, &Parser::begin, &Parser::end);
    XML_SetCharacterDataHandler(parser_->handle, &Parser::text);
    XML_SetStartDoctypeDeclHandler(parser_->handle, &Parser::documentType);
}

XmlWalker::~XmlWalker() = default;

bool XmlWalker::feed(std::string_view part, bool isLast) {
    const auto state =
        XML_Parse(parser_->handle, part.data(), static_cast<int>(part.size()), isLast ? 1 : 0);
    return state == XML_STATUS_OK && !parser_->hasDocumentType;
}

}  // namespace headroom::engine
