// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"

#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

// One load against one capacity, in watts (or volt-amperes, with their own unit).
void compare(Findings& findings, Severity severity, const std::string& subject, double measuredW,
             double allowedW, const std::string& load, const std::string& capacity,
             const std::string& hint) {
    if (!exceeds(measuredW, allowedW)) {
        return;
    }
    const PowerText show = powerText(measuredW);
    findings.add(severity, subject,
                 load + " is " + show(measuredW) + " at full activity, but " + capacity + " " +
                     show(allowedW) + ".",
                 hint, measuredW / show.scale, allowedW / show.scale, show.unit);
}

std::string counted(int count, const std::string& what) {
    return std::to_string(count) + " x " + what;
}

void serverNameplate(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        if (!std::isnan(b.server->nameplateW)) {
            compare(findings, Severity::Warning, b.object->id, b.serverW, b.server->nameplateW,
                    "The computed draw of a server " + b.rack->server, "its nameplate says",
                    "Check the server's figures in the catalogue.");
        }
    }
}

void serverSupplies(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        compare(findings, Severity::Error, b.object->id, b.serverOutputW,
                b.server->psus * b.psu->ratedPowerW, "The load of a server " + b.rack->server,
                "its " + counted(b.server->psus, b.server->psu) + " deliver",
                "Choose more or larger power supplies in the catalogue.");
    }
}

void rackRating(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        compare(findings, Severity::Error, b.object->id, b.rackW, b.rack->ratedPowerW,
                "A rack " + b.spec.rack, "its feed is rated",
                "Take a rack with a higher rating, or fewer servers in it.");
    }
}

void pduCapacity(const Design& design, Findings& findings) {
    for (const DesignPower& p : design.power) {
        compare(findings, Severity::Error, p.object->id, p.itW, p.spec.pdus * p.pdu->ratedPowerW,
                "IT load", counted(p.spec.pdus, p.spec.pdu) + " carry",
                "Raise pdu_count, or choose a larger PDU.");
    }
}

void upsCapacity(const Design& design, Findings& findings) {
    for (const DesignPower& p : design.power) {
        if (p.ups == nullptr) {
            continue;
        }
        const double eachW = p.ups->ratedPowerW;
        const int modules = p.spec.upsModules;
        const int needed = modules - p.spec.upsRedundant;
        if (exceeds(p.upsOutputW(), modules * eachW)) {
            compare(findings, Severity::Error, p.object->id, p.upsOutputW(), modules * eachW,
                    "UPS load", "all " + counted(modules, p.spec.ups) + " carry",
                    "Raise ups_count.");
        } else {
            compare(findings, Severity::Warning, p.object->id, p.upsOutputW(), needed * eachW,
                    "UPS load",
                    counted(needed, p.spec.ups) + " carry, and " +
                        std::to_string(p.spec.upsRedundant) + " more are meant as spares:",
                    "Raise ups_count, or lower ups_redundant.");
        }
    }
}

void upsRedundancy(const Design& design, Findings& findings) {
    for (const DesignPower& p : design.power) {
        if (p.ups != nullptr && p.spec.upsRedundant >= p.spec.upsModules) {
            findings.add(Severity::Error, p.object->id,
                         "All " + std::to_string(p.spec.upsModules) +
                             " UPS modules are spares: ups_redundant is " +
                             std::to_string(p.spec.upsRedundant) + ".",
                         "Lower ups_redundant below ups_count.", p.spec.upsRedundant,
                         p.spec.upsModules - 1, "");
        }
    }
}

// Transformers and the grid connection are rated in apparent power.
void compareVa(Findings& findings, const std::string& subject, double measuredVa, double allowedVa,
               const std::string& load, const std::string& capacity, const std::string& hint) {
    if (exceeds(measuredVa, allowedVa)) {
        findings.add(Severity::Error, subject,
                     load + " is " + amountText(measuredVa / 1e6, "MVA") +
                         " at full activity, but " + capacity + " " +
                         amountText(allowedVa / 1e6, "MVA") + ".",
                     hint, measuredVa / 1e6, allowedVa / 1e6, "MVA");
    }
}

void transformerCapacity(const Design& design, Findings& findings) {
    for (const DesignPower& p : design.power) {
        compareVa(findings, p.object->id, p.lowVoltageW() / p.spec.powerFactor,
                  p.spec.transformers * p.transformer->ratedVa, "The load of the IT transformers",
                  counted(p.spec.transformers, p.spec.transformer) + " carry",
                  "Raise transformer_count.");
    }
}

void mechanicalTransformerCapacity(const Design& design, Findings& findings) {
    for (const DesignPower& p : design.power) {
        compareVa(findings, p.object->id, p.mechanicalW / p.spec.powerFactor,
                  p.spec.mechanicalTransformers * p.mechanicalTransformer->ratedVa,
                  "The load of the mechanical transformers (all fans and pumps at full speed, "
                  "chillers at the design heat)",
                  counted(p.spec.mechanicalTransformers, p.spec.mechanicalTransformer) + " carry",
                  "Raise mechanical_transformer_count.");
    }
}

void substationCapacity(const Design& design, Findings& findings) {
    for (const DesignPower& p : design.power) {
        if (p.substation != nullptr) {
            compareVa(findings, p.object->id, p.utilityW() / p.spec.powerFactor,
                      p.spec.substations * p.substation->ratedVa, "The load of the substation",
                      counted(p.spec.substations, p.spec.substation) + " carry",
                      "Raise substation_count.");
        }
    }
}

void utilityCapacity(const Design& design, Findings& findings) {
    for (const DesignPower& p : design.power) {
        compareVa(findings, p.object->id, p.utilityW() / p.spec.powerFactor, p.spec.utilityVa,
                  "The load on the grid", "the connection allows",
                  "Raise utility_mva, or connect less.");
    }
}

void gensetCapacity(const Design& design, Findings& findings) {
    for (const DesignPower& p : design.power) {
        if (p.genset != nullptr) {
            compare(findings, Severity::Warning, p.object->id, p.utilityW(),
                    p.spec.gensets * p.genset->ratedPowerW, "The load on the generator sets",
                    counted(p.spec.gensets, p.spec.genset) + " deliver",
                    "Raise genset_count, or plan to shed load in an outage.");
        } else if (p.ups != nullptr) {
            findings.add(Severity::Note, p.object->id,
                         "There is no generator set: an outage longer than the UPS batteries stops "
                         "everything.",
                         "State genset and genset_count, if that is not meant.", 0.0, 1.0, "");
        }
    }
}

constexpr auto kRules = std::to_array<Rule>({
    {"server-nameplate", "A server draws no more than its nameplate says", &serverNameplate},
    {"psu-capacity", "Power supplies deliver what a server needs", &serverSupplies},
    {"rack-rating", "A rack draws no more than its feed is rated for", &rackRating},
    {"pdu-capacity", "PDUs carry the IT load", &pduCapacity},
    {"ups-redundancy", "Not every UPS module is a spare", &upsRedundancy},
    {"ups-capacity", "UPS modules carry the load without the spares", &upsCapacity},
    {"transformer-capacity", "IT transformers carry the load", &transformerCapacity},
    {"mechanical-transformer-capacity", "Mechanical transformers carry fans, pumps and chillers",
     &mechanicalTransformerCapacity},
    {"substation-capacity", "The substation carries the facility", &substationCapacity},
    {"utility-capacity", "The grid connection carries the facility", &utilityCapacity},
    {"genset-capacity", "Generator sets carry the facility", &gensetCapacity},
});

}  // namespace

std::span<const Rule> powerRules() {
    return kRules;
}

}  // namespace headroom::engine
