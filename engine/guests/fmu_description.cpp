// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/guests/fmu.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <expat.h>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostQuoted = 40;  // of an attribute, in a message

using Attributes = std::map<std::string, std::string, std::less<>>;

std::string textOf(const Attributes& attributes, const char* key) {
    const auto found = attributes.find(key);
    return found == attributes.end() ? std::string() : found->second;
}

double numberOf(const Attributes& attributes, const char* key, double otherwise) {
    const auto found = attributes.find(key);
    return found == attributes.end() ? otherwise : parseNumber(found->second).value_or(otherwise);
}

/// Returns a whole number if the text is one that fits the type.
template <class Whole>
std::optional<Whole> wholeOf(const std::string& text) {
    using Limits = std::numeric_limits<Whole>;
    const auto number = parseNumber(text);
    const bool fits = number && std::floor(*number) == *number &&
                      *number >= static_cast<double>(Limits::min()) &&
                      *number <= static_cast<double>(Limits::max());
    return fits ? std::optional(static_cast<Whole>(*number)) : std::nullopt;
}

bool isTrue(const Attributes& attributes, const char* key) {
    const std::string text = textOf(attributes, key);
    return text == "true" || text == "1";
}

/// Takes the elements as they come.
class DescriptionReader {
  public:
    void begin(const std::string& element, const Attributes& a) {
        if (element == "fmiModelDescription") {
            const std::string version = textOf(a, "fmiVersion");
            d.version = version.starts_with("2.") ? 2 : version.starts_with("3.") ? 3 : 0;
            versionText = version;
            d.model = textOf(a, "modelName");
            d.token = textOf(a, d.version == 2 ? "guid" : "instantiationToken");
        } else if (element == "CoSimulation") {
            hasCoSimulation = true;
            d.library = textOf(a, "modelIdentifier");
            d.canGoBack =
                isTrue(a, d.version == 2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState");
            d.variableStep = isTrue(a, "canHandleVariableCommunicationStepSize");
            needsTool = isTrue(a, "needsExecutionTool");
        } else if (element == "Unit") {
            unit_ = textOf(a, "name");
        } else if (element == "BaseUnit" && !unit_.empty()) {
            units_[unit_] = measure(a);
        } else if (element == "SimpleType") {
            type_ = textOf(a, "name");
        } else if (element.ends_with("Type") && d.version == 3) {  // <Float64Type name= unit=>
            typeUnits_[textOf(a, "name")] = textOf(a, "unit");
        } else if (element == "ScalarVariable") {
            variable(a);
        } else if (isNumber(element)) {
            number(element, a);
        } else if (element == "Dimension") {
            isArray_ = true;
        }
    }

    void end(const std::string& element) {
        if (element == "ScalarVariable" || (d.version == 3 && inVariable_ && element == v_.type)) {
            if (!v_.type.empty() && !isArray_) {
                d.variables.push_back(v_);
            }
            inVariable_ = false;
        } else if (element == "SimpleType") {
            type_.clear();
        } else if (element == "Unit") {
            unit_.clear();
        } else if (element == "ModelVariables") {
            inVariables_ = false;
        }
    }

    void variables() { inVariables_ = true; }

    /// Once all is read: units of types, and what they measure.
    void settle() {
        for (FmuVariable& each : d.variables) {
            if (each.unit.empty()) {
                const auto found = typeUnits_.find(declared_[each.name]);
                each.unit = found == typeUnits_.end() ? std::string() : found->second;
            }
            if (const auto own = units_.find(each.unit);
                own != units_.end() && !each.unit.empty()) {
                each.measure = own->second;
            } else if (!each.unit.empty()) {
                each.measure = measureOf(each.unit);
            }
        }
    }

    FmuDescription d;
    std::string versionText;
    bool hasCoSimulation = false, needsTool = false;
    std::string misfit;  ///< the first attribute that is not what it must be

  private:
    static bool isNumber(const std::string& element) {
        static const char* const kNumbers[] = {"Real",    "Integer", "Boolean", "Enumeration",
                                               "Float64", "Float32", "Int32"};
        return std::any_of(std::begin(kNumbers), std::end(kNumbers),
                           [&](const char* n) { return element == n; });
    }

    template <class Whole>
    void takeWhole(const Attributes& a, const char* key, Whole& into) {
        const auto found = a.find(key);
        const auto number =
            found == a.end() ? std::optional<Whole>() : wholeOf<Whole>(found->second);
        into = number.value_or(Whole{});
        if (found != a.end() && !number && misfit.empty()) {
            misfit = std::string(key) + " is \"" + plainText(found->second.substr(0, kMostQuoted)) +
                     "\", which is not a whole number that fits";
        }
    }

    Measure measure(const Attributes& a) {
        static const char* const kBases[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
        Measure m;
        for (std::size_t i = 0; i < m.powers.size(); ++i) {
            takeWhole(a, kBases[i], m.powers[i]);
        }
        m.factor = numberOf(a, "factor", 1.0);
        m.offset = numberOf(a, "offset", 0.0);
        return m;
    }

    void variable(const Attributes& a) {
        v_ = {};
        v_.name = textOf(a, "name");
        if (v_.name.empty() && misfit.empty()) {
            misfit = "a variable has no name";
        }
        takeWhole(a, "valueReference", v_.reference);
        v_.causality = textOf(a, "causality");
        v_.variability = textOf(a, "variability");
        inVariable_ = true;
        isArray_ = false;
    }

    /// <Real unit=> inside a ScalarVariable or a SimpleType; a variable itself in 3.0.
    void number(const std::string& element, const Attributes& a) {
        if (!type_.empty()) {
            typeUnits_[type_] = textOf(a, "unit");
            return;
        }
        if (d.version == 3) {
            if (!inVariables_) {
                return;
            }
            variable(a);
        } else if (!inVariable_) {
            return;
        }
        v_.type = element == "Real"                                  ? "Float64"
                  : element == "Integer" || element == "Enumeration" ? "Int32"
                                                                     : element;
        v_.unit = textOf(a, "unit");
        declared_[v_.name] = textOf(a, "declaredType");
    }

    std::string unit_, type_;
    FmuVariable v_;
    bool inVariable_ = false, inVariables_ = false, isArray_ = false;
    std::map<std::string, Measure, std::less<>> units_;
    std::map<std::string, std::string> typeUnits_, declared_;
};

/// Callbacks of expat, and refusals before reading: a document type, which only expands into more.
struct Parsing {
    DescriptionReader reader;
    bool hasDocumentType = false;
    XML_Parser parser = nullptr;

    static void begin(void* self, const XML_Char* name, const XML_Char** pairs) {
        auto& p = *static_cast<Parsing*>(self);
        Attributes attributes;
        for (; pairs[0] != nullptr; pairs += 2) {
            attributes[pairs[0]] = pairs[1];
        }
        if (std::strcmp(name, "ModelVariables") == 0) {
            p.reader.variables();
        }
        p.reader.begin(name, attributes);
    }

    static void end(void* self, const XML_Char* name) {
        static_cast<Parsing*>(self)->reader.end(name);
    }

    static void documentType(void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
        auto& p = *static_cast<Parsing*>(self);
        p.hasDocumentType = true;
        XML_StopParser(p.parser, XML_FALSE);
    }
};

struct FreeParser {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

}  // namespace

const FmuVariable* FmuDescription::find(std::string_view name) const {
    const auto found = std::find_if(variables.begin(), variables.end(),
                                    [&](const FmuVariable& v) { return v.name == name; });
    return found == variables.end() ? nullptr : &*found;
}

Result<FmuDescription> parseFmuDescription(const std::string& xml,
                                           const std::filesystem::path& file) {
    const std::unique_ptr<std::remove_pointer_t<XML_Parser>, FreeParser> parser(
        XML_ParserCreate(nullptr));
    Parsing parsing;
    parsing.parser = parser.get();
    XML_SetUserData(parser.get(), &parsing);
    XML_SetElementHandler(parser.get(), Parsing::begin, Parsing::end);
    XML_SetStartDoctypeDeclHandler(parser.get(), Parsing::documentType);
    const auto fault = [&](const char* code, std::string message, std::string remedy,
                           int line = 0) {
        return tl::unexpected(Error{code,
                                    "modelDescription.xml: " + std::move(message),
                                    std::move(remedy),
                                    file.string(),
                                    {},
                                    line});
    };
    if (XML_Parse(parser.get(), xml.data(), static_cast<int>(xml.size()), 1) != XML_STATUS_OK) {
        return fault(
            "FMU-004",
            parsing.hasDocumentType ? "it has a document type, which a description has none of"
                                    : std::string(XML_ErrorString(XML_GetErrorCode(parser.get()))),
            "export the FMU again", static_cast<int>(XML_GetCurrentLineNumber(parser.get())));
    }
    DescriptionReader& reader = parsing.reader;
    reader.settle();
    FmuDescription& d = reader.d;
    if (reader.versionText.empty()) {
        return fault("FMU-004", "it is not a fmiModelDescription with a version",
                     "export the FMU again");
    }
    if (!reader.misfit.empty()) {
        return fault("FMU-004", reader.misfit, "export the FMU again");
    }
    if (d.version == 0) {
        return fault("FMU-005", "it is of FMI " + reader.versionText,
                     "export it as FMI 2.0 or 3.0");
    }
    if (!reader.hasCoSimulation) {
        return fault("FMU-005", "it has no co-simulation",
                     "export it for co-simulation, with its own solver");
    }
    if (reader.needsTool) {
        return fault("FMU-005", "it only runs with the tool that made it",
                     "export it with its solver inside");
    }
    if (d.library.empty() || d.token.empty() || d.library.find('/') != std::string::npos) {
        return fault("FMU-004",
                     "it lacks modelIdentifier, guid or instantiationToken, or these are not names",
                     "export the FMU again");
    }
    return std::move(d);
}

}  // namespace headroom::engine
