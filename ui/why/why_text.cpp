// SPDX-License-Identifier: Apache-2.0
#include "ui/why/why_text.h"

#include "engine/figures/figures.h"
#include "engine/figures/ratio_words.h"
#include "engine/formula/formula.h"
#include "engine/laws/law_scene.h"
#include "engine/part/part_address.h"
#include "engine/run/frame/computed.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/run_sums.h"
#include "ui/help/help_reference.h"
#include "ui/inspector/attribute_text.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/value_text.h"
#include "ui/why/number_value.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/subject_names.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

namespace headroom::ui {

namespace {

constexpr std::size_t kMostParts = 4;  // of one kind, in a table of inputs

QString whyTr(const char* text) {
    return QCoreApplication::translate("Why", text);
}

QString html(std::string_view text) {
    return utf8Text(text).toHtmlEscaped();
}

QString link(const NumberName& number, const QString& text) {
    return QStringLiteral("<a href=\"number:%1\">%2</a>")
        .arg(QString::fromStdString(number.text()), text.toHtmlEscaped());
}

QString heading(const QString& text) {
    return QStringLiteral("<h4 style=\"margin-bottom:2px\">%1</h4>").arg(text);
}

QString row(const QStringList& cells) {
    return QStringLiteral("<tr><td>%1</td></tr>")
        .arg(cells.join(QStringLiteral("</td><td style=\"padding-left:10px\">")));
}

QString statusCell(const QString& status) {
    const ThemeColours& c = Theme::instance().colours();
    const bool isWeak = status == "memory" || status == "assumption";
    return QStringLiteral("<span style=\"color:%1\">%2</span>")
        .arg((isWeak ? c.caution : c.muted).name(), status.toHtmlEscaped());
}

/// Parts of the catalogue that the project names, and those that these name.
std::set<const engine::CatalogueEntry*> partsUsed(const Workspace& workspace) {
    std::set<const engine::CatalogueEntry*> used;
    const engine::Catalogue* catalogue = workspace.catalogue();
    if (catalogue == nullptr) {
        return used;
    }
    const auto follow = [&](auto&& self, const models::ComponentType& type,
                            std::span<const models::Value> values) -> void {
        for (std::size_t i = 0; i < type.attributes.size() && i < values.size(); ++i) {
            const auto name = [&](const std::string& id) {
                models::forEachTarget(type.attributes[i].target, [&](std::string_view target) {
                    const engine::CatalogueEntry* entry = catalogue->find(target, id);
                    if (entry != nullptr && used.insert(entry).second) {
                        self(self, *entry->type, entry->values);
                    }
                });
            };
            if (const auto* ids = std::get_if<std::vector<std::string>>(&values[i])) {
                std::for_each(ids->begin(), ids->end(), name);
            } else if (type.attributes[i].kind == models::ValueKind::Reference) {
                if (const auto* id = std::get_if<std::string>(&values[i])) {
                    name(*id);
                }
            }
        }
    };
    for (const engine::Object& object : workspace.project().objects) {
        follow(follow, *object.type, object.values);
    }
    return used;
}

/// Rows of one attribute: of each part in use, or of each object that the project has.
QString attributeRows(const std::string& type, const std::string& key, const NumberName& of,
                      const Workspace& workspace,
                      const std::set<const engine::CatalogueEntry*>& used) {
    const models::ComponentType* kind = models::findComponentType(type);
    const models::Attribute* attribute = kind != nullptr ? kind->find(key) : nullptr;
    if (attribute == nullptr) {
        return {};
    }
    const auto at = static_cast<std::size_t>(attribute - kind->attributes.data());
    const auto shown = [&](const models::Value& value) {
        const QString text =
            valueShown(*attribute, value, workspace.project(), workspace.catalogue());
        return text.isEmpty() ? whyTr("not stated") : text;
    };
    QStringList rows;
    std::size_t left = 0;
    const auto add = [&](const NumberName& name, const QString& owner, const models::Value& value,
                         const QString& status, const QString& source) {
        if (rows.size() >= static_cast<qsizetype>(kMostParts)) {
            ++left;
            return;
        }
        rows << row({link(name, QStringLiteral("%1, %2").arg(utf8Text(attribute->label), owner)),
                     shown(value).toHtmlEscaped(), statusCell(status), source.toHtmlEscaped()});
    };
    if (kind->section.empty()) {
        for (const engine::CatalogueEntry& entry : workspace.catalogue()->entries()) {
            if (entry.type == kind && used.contains(&entry) && at < entry.values.size()) {
                const bool has = at < entry.provenance.size();
                add({"part", type, entry.id, key},
                    QString::fromStdString(entry.name.empty() ? entry.id : entry.name),
                    entry.values[at],
                    has ? QString::fromStdString(entry.provenance[at].status) : QString(),
                    has ? QString::fromStdString(entry.provenance[at].source) : QString());
            }
        }
    } else {
        const std::vector<models::Value> defaults = defaultsOf(*kind);
        for (const engine::Object* object : workspace.project().objectsOf(type)) {
            if (!of.object.empty() && objectTypeOf(of.place) == type && object->id != of.object) {
                continue;
            }
            const bool isStated = at < object->values.size() &&
                                  !std::holds_alternative<std::monostate>(object->values[at]);
            add({"attribute", type, object->id, key}, workspace.nameOfObject(object->id),
                isStated ? object->values[at] : defaults[at],
                isStated ? whyTr("project") : whyTr("default"), {});
        }
    }
    if (left > 0) {
        rows << row({whyTr("and %1 more").arg(left)});
    }
    return rows.join(QString());
}

QString changeText(const Selected& what, Workspace& workspace) {
    CauseFocus& causes = workspace.causes();
    const std::int64_t event = causes.eventOf(what);
    QString text = heading(whyTr("Last change"));
    if (event < 0) {
        return text + whyTr("Nothing has happened to it in this run.");
    }
    text += "<table>";
    for (const engine::Event* each : causes.graph().chain(event)) {
        text +=
            row({momentText(each->timeS).toHtmlEscaped(),
                 QStringLiteral("<a href=\"cause:%1\">%2: %3</a>")
                     .arg(each->id)
                     .arg(causes.names().nameOf(each->subject).toHtmlEscaped(), html(each->text))});
    }
    return text + "</table>";
}

Selected subjectOf(const NumberName& number, const Workspace& workspace) {
    if (number.place == "rack") {
        return {Selected::Kind::Rack, std::atoi(number.object.c_str()), {}, -1};
    }
    if (number.place == "job") {
        return {Selected::Kind::Job, -1, {}, std::strtoll(number.object.c_str(), nullptr, 10)};
    }
    const std::string object(engine::PartAddress::parse(number.object).object);
    if (workspace.project().find(object) != nullptr) {
        return {Selected::Kind::Object, -1, object, -1};
    }
    return {Selected::Kind::Facility, -1, {}, -1};
}

QString manualLink(const QString& topic, const QString& text) {
    return QStringLiteral("<a href=\"help:%1\">%2</a>").arg(topic, text.toHtmlEscaped());
}

engine::LawScene sceneOf(const engine::Frame& frame, const Workspace& workspace) {
    return {frame, workspace.project(), workspace.catalogue()};
}

/// Meaning of a number of the run that differs from the result of its formula.
QString apartText(const NumberName& number) {
    if (number.place == "unit") {
        return whyTr(
            "This is what units that share alike would have. They do not now: each by itself "
            "follows the law, and together they have %1.");
    }
    return number.place == "rack" && number.key == "chip_c"
               ? whyTr(
                     "That is where it settles at this load and coolant. Its heat capacity has not "
                     "let it come "
                     "there yet: it is at %1.")
               : whyTr(
                     "Temperatures and clocks are those of the end of this step; the run had %1 "
                     "over the step, "
                     "in which they moved.");
}

/// The formula with values put in, and what that yields; what the number is besides, where the law of one unit
/// does not hold for several that are not alike.
QString formulaText(const engine::Law& law, const NumberName& number, const Workspace& workspace) {
    const auto formula = engine::Formula::parse(std::string(law.formula));
    const auto frame = workspace.frame();
    if (!formula || !isComputed(frame.get())) {
        return {};
    }
    const engine::LawScene scene = sceneOf(*frame, workspace);
    const auto named = [&](std::string_view name) {
        return scene.named(number.place, number.object, name);
    };
    const auto label = [&](std::string_view name) {
        const engine::LawNumber of = named(name);
        const auto known = NumberName::parse(of.number);
        const QString text = of.label.empty() ? utf8Text(name) : QString::fromStdString(of.label);
        return (known ? link(*known, text) : text.toHtmlEscaped()).toStdString();
    };
    const auto value = [&](std::string_view name) {
        const engine::LawNumber of = named(name);
        return quantityText(of.value, of.unit).toHtmlEscaped().toStdString();
    };
    const auto marked = [](QString text) {
        return text.replace(" * ", QStringLiteral(" × ")).replace(" - ", QStringLiteral(" − "));
    };
    const engine::LawNumber is = scene.number(number.place, number.object, number.key);
    const double yields = scene.yields(law, number.place, number.object);
    const QString inWords =
        QStringLiteral("<p>= %1</p>").arg(marked(QString::fromStdString(formula->written(label))));
    if (!std::isfinite(yields)) {
        return inWords + QStringLiteral("<p>%1</p>")
                             .arg(whyTr("Not all of it is known at this instant: of racks and "
                                        "machines a recording keeps the main numbers."));
    }
    QString text = inWords + QStringLiteral("<p>= %1<br>= <b>%2</b></p>")
                                 .arg(marked(QString::fromStdString(formula->written(value))),
                                      quantityText(yields, is.unit).toHtmlEscaped());
    constexpr double kSame = 1e-3;
    if (std::isfinite(is.value) && std::abs(yields - is.value) > kSame * std::abs(is.value)) {
        text += QStringLiteral("<p>%1</p>")
                    .arg(apartText(number).arg(quantityText(is.value, is.unit).toHtmlEscaped()));
    }
    return text;
}

/// The terms of a training step, and what each is.
QString stepText(const NumberName& number, const Workspace& workspace) {
    const auto frame = workspace.frame();
    if (!frame) {
        return {};
    }
    const auto job = std::find_if(
        frame->jobs.begin(), frame->jobs.end(),
        [&](const engine::JobRow& each) { return std::to_string(each.id) == number.object; });
    QString rows;
    for (const engine::StepTermInfo& term : engine::stepTerms()) {
        if (const double value = job != frame->jobs.end() ? job->step.*term.value : 0.0;
            value > 0.0) {
            rows +=
                row({html(term.label), quantityText(value, models::unit::second).toHtmlEscaped(),
                     html(term.why)});
        }
    }
    return rows.isEmpty() ? QString()
                          : heading(whyTr("Its terms now")) + "<table>" + rows + "</table>";
}

QString ownerOf(const NumberName& number, const Workspace& workspace) {
    if (number.place == "machine") {
        const auto frame = workspace.frame();
        const std::size_t link = std::strtoul(number.object.c_str(), nullptr, 10);
        return frame && frame->cooling && link < frame->cooling->links.size()
                   ? QString::fromStdString(frame->cooling->links[link].name)
                   : QString();
    }
    const QString owner = workspace.nameOf(subjectOf(number, workspace));
    const int unit = engine::PartAddress::parse(number.object).unit;
    return unit == 0 ? owner : QStringLiteral("%1 %2").arg(owner).arg(unit);
}

WhyText ofLaw(const engine::Law& law, const NumberName& number, const QString& shown,
              Workspace& workspace) {
    const engine::QuantityInfo* info = quantityOf(number);
    WhyText why;
    why.title = info != nullptr ? utf8Text(info->label)
                                : utf8Text(engine::ChannelName::parse(law.number).key);
    const QString owner = ownerOf(number, workspace);
    why.title =
        number.place == "facility" ? why.title : QStringLiteral("%1 · %2").arg(why.title, owner);
    why.value = info != nullptr ? valueText(*info, quantityValue(number, workspace)) : shown;
    const auto frame = workspace.frame();
    if (info == nullptr && isComputed(frame.get())) {
        // Follows the run, where the row that was asked about need not be in sight any more.
        const engine::LawNumber now =
            sceneOf(*frame, workspace).number(number.place, number.object, number.key);
        why.title = now.label.empty()
                        ? why.title
                        : QStringLiteral("%1 · %2").arg(QString::fromStdString(now.label), owner);
        why.value = std::isfinite(now.value) ? quantityText(now.value, now.unit) : shown;
    }
    why.html = heading(whyTr("Law")) +
               QStringLiteral("<p>%1</p>").arg(html(info != nullptr ? info->why : law.words));
    if (!law.formula.empty()) {
        why.html += formulaText(law, number, workspace);
    }
    if (number.place == "job" && number.key == "step_s") {
        why.html += stepText(number, workspace);
    }
    const auto used = partsUsed(workspace);
    QString rows;
    std::istringstream inputs{std::string(law.inputs)};
    for (std::string word; inputs >> word;) {
        const std::size_t dot = word.find('.');
        if (dot != std::string::npos) {
            rows +=
                attributeRows(word.substr(0, dot), word.substr(dot + 1), number, workspace, used);
            continue;
        }
        const NumberName name{number.place, {}, number.object, word};
        if (const engine::QuantityInfo* of = quantityOf(name)) {
            rows += row({link(name, utf8Text(of->label)),
                         valueText(*of, quantityValue(name, workspace)).toHtmlEscaped(),
                         statusCell(whyTr("computed")), QString()});
        }
    }
    if (!rows.isEmpty()) {
        why.html += heading(whyTr("Depends on")) + "<table>" + rows + "</table>";
    }
    why.html += heading(whyTr("Valid")) +
                QStringLiteral("<p>%1.<br>%2 <tt>%3</tt> · %4</p>")
                    .arg(html(law.range), whyTr("Equation, units, range and source:"),
                         html(law.header), manualLink(utf8Text(law.page), whyTr("Manual")));
    if (number.place != "machine") {
        why.html += changeText(subjectOf(number, workspace), workspace);
    }
    return why;
}

/// Which laws have it among their inputs.
QString restingOn(const std::string& type, const std::string& key) {
    const std::string word = type + '.' + key;
    QStringList rests;
    for (const engine::Law& law : engine::laws()) {
        std::istringstream inputs{std::string(law.inputs)};
        for (std::string each; inputs >> each;) {
            if (each != word) {
                continue;
            }
            const auto words = engine::ChannelName::parse(law.number);
            NumberName name{std::string(words.place), {}, {}, std::string(words.key)};
            const engine::QuantityInfo* info = quantityOf(name);
            const QString label = info != nullptr ? utf8Text(info->label) : name.key.c_str();
            rests << (name.place == "facility"
                          ? link(name, label)
                          : QStringLiteral("%1 (%2)").arg(label.toHtmlEscaped(), html(name.place)));
        }
    }
    return rests.isEmpty() ? QString()
                           : heading(whyTr("Used by")) + "<p>" + rests.join(", ") + "</p>";
}

WhyText ofStated(const NumberName& number, Workspace& workspace) {
    WhyText why;
    const models::ComponentType* type = models::findComponentType(number.type);
    const models::Attribute* attribute = type != nullptr ? type->find(number.key) : nullptr;
    if (attribute == nullptr) {
        return why;
    }
    const auto at = static_cast<std::size_t>(attribute - type->attributes.data());
    const std::vector<models::Value> defaults = defaultsOf(*type);
    models::Value value = defaults[at];
    QString source;
    const auto shown = [&](const models::Value& v) {
        const QString text = valueShown(*attribute, v, workspace.project(), workspace.catalogue());
        return text.isEmpty() ? whyTr("not stated") : text;
    };
    if (number.place == "part") {
        const engine::CatalogueEntry* entry =
            workspace.catalogue() != nullptr
                ? workspace.catalogue()->find(number.type, number.object)
                : nullptr;
        if (entry == nullptr || at >= entry->values.size()) {
            return why;
        }
        value = entry->values[at];
        if (at < entry->provenance.size()) {
            const engine::Provenance& from = entry->provenance[at];
            source = QStringLiteral("<p>%1 · %2 %3</p><p>%4</p>")
                         .arg(statusCell(QString::fromStdString(from.status)), html(from.source),
                              html(from.date), html(from.note));
        }
    } else {
        const engine::Object* object = workspace.project().find(number.object);
        if (object == nullptr) {
            return why;
        }
        const bool isStated = at < object->values.size() &&
                              !std::holds_alternative<std::monostate>(object->values[at]);
        value = isStated ? object->values[at] : value;
        source = QStringLiteral("<p>%1</p>")
                     .arg(isStated ? whyTr("Stated in the project.")
                                   : whyTr("Not stated: the default holds."));
    }
    why.title = QStringLiteral("%1 · %2").arg(
        utf8Text(attribute->label), number.place == "part" ? QString::fromStdString(number.object)
                                                           : workspace.nameOfObject(number.object));
    why.value = shown(value);
    const QString range = rangeText(*attribute);
    why.html =
        heading(whyTr("Meaning")) +
        QStringLiteral("<p>%1</p>").arg(html(attribute->doc.empty() ? type->doc : attribute->doc)) +
        heading(whyTr("Source")) + source + heading(whyTr("Valid")) +
        QStringLiteral("<p>%1 · %2 · %3</p>")
            .arg((range.isEmpty() ? whyTr("no limits") : range).toHtmlEscaped(),
                 whyTr("default: %1").arg(shown(defaults[at])).toHtmlEscaped(),
                 manualLink(helpTopicOfNumber(QString::fromStdString(number.text())),
                            whyTr("Manual"))) +
        restingOn(number.type, number.key);
    return why;
}

/// Numerator and denominator, of the run at this instant or of the design.
WhyText ofFigure(const NumberName& number, Workspace& workspace) {
    WhyText why;
    const engine::Figure* figure = engine::figureNamed(number.key);
    if (figure == nullptr) {
        return why;
    }
    why.title = utf8Text(figure->label);
    const bool isDesign = number.place == "design";
    const auto frame = workspace.frame();
    const auto view = workspace.design().view();
    const bool known = isDesign ? view != nullptr : isComputed(frame.get());
    engine::Sums sums;
    if (isDesign && known) {
        sums = view->headline;
    } else if (known) {
        const auto quantity = [&](engine::FacilityQuantity q) {
            return frame->facility[static_cast<std::size_t>(q)];
        };
        sums = figure->isIn(engine::kNowInWindow) ? engine::sumsOfNow(quantity)
                                                  : engine::sumsSinceStart(quantity);
    }
    const engine::Ratio ratio = figure->of(sums);
    why.value = known ? quantityText(ratio.value(), figure->shown) : QStringLiteral("–");
    why.html = heading(whyTr("Law")) + QStringLiteral("<p>%1</p>").arg(html(figure->why));
    if (known && ratio.under != 1.0) {
        // At an instant, energies of one second are powers.
        const bool isNow = !isDesign && figure->isIn(engine::kNowInWindow);
        const engine::RatioWords* words = engine::ratioWords(figure->key);
        const auto part = [isNow, words](double si, bool isOver) {
            if (words == nullptr) {
                return numberText(si, 5);
            }
            const models::Unit& unit = isOver ? words->overUnit : words->underUnit;
            return quantityText(
                si,
                isNow && unit.symbol == models::unit::megawattHour.symbol ? models::unit::megawatt
                : isNow && unit.symbol == models::unit::hour.symbol       ? models::unit::none
                                                                          : unit,
                5);
        };
        if (words != nullptr) {
            why.html +=
                QStringLiteral("<p>= %1 / %2</p>").arg(html(words->over), html(words->under));
        }
        why.html += QStringLiteral("<p>= %1 / %2 (%3)<br>= <b>%4</b></p>")
                        .arg(part(ratio.over, true).toHtmlEscaped(),
                             part(ratio.under, false).toHtmlEscaped(),
                             isDesign ? whyTr("at the design point")
                             : isNow  ? whyTr("in one second at this instant")
                                      : whyTr("since the start"),
                             why.value.toHtmlEscaped());
    }
    QString rows;
    for (const engine::Law& law : engine::laws()) {
        const NumberName name{
            "facility", {}, {}, std::string(engine::ChannelName::parse(law.number).key)};
        const engine::QuantityInfo* info =
            law.number.starts_with("facility/") ? quantityOf(name) : nullptr;
        if (!isDesign && info != nullptr &&
            (info->key == figure->key || info->label == figure->label)) {
            rows += row({link(name, utf8Text(info->label)),
                         quantityText(quantityValue(name, workspace), info->unit).toHtmlEscaped(),
                         statusCell(whyTr("computed"))});
        }
    }
    if (!rows.isEmpty()) {
        why.html +=
            heading(whyTr("The quantity of the run behind it")) + "<table>" + rows + "</table>";
    }
    why.html += heading(whyTr("Valid")) +
                QStringLiteral("<p>%1 · %2</p>")
                    .arg(isDesign ? whyTr("The design point: all at rated load in design weather")
                         : figure->isIn(engine::kNowInWindow)
                             ? whyTr("This instant; standards ask for a year")
                             : whyTr("Since the start of the run; standards ask for a year"),
                         manualLink(helpTopicOfNumber(QString::fromStdString(number.text())),
                                    whyTr("Manual")));
    if (!isDesign) {
        why.html += changeText({Selected::Kind::Facility, -1, {}, -1}, workspace);
    }
    return why;
}

}  // namespace

WhyText whyText(const NumberName& number, const QString& shown, Workspace& workspace) {
    if (!workspace.isOpen()) {
        return {};
    }
    if (number.isStated()) {
        return ofStated(number, workspace);
    }
    if (number.place == "figure" || number.place == "design") {
        return ofFigure(number, workspace);
    }
    const auto frame = workspace.frame();
    const engine::Law* law =
        isComputed(frame.get())
            ? sceneOf(*frame, workspace).lawOf(number.place, number.object, number.key)
            : engine::lawOf(number.place, number.key);
    return law == nullptr ? WhyText{} : ofLaw(*law, number, shown, workspace);
}

WhyText whyText(const AskedNumber& asked) {
    const QString more = asked.more.toHtmlEscaped().replace('\n', "<br>");
    return {asked.title, asked.shown,
            heading(whyTr("How it comes about")) +
                QStringLiteral("<p>%1</p>").arg(asked.words.toHtmlEscaped()) +
                (more.isEmpty()
                     ? QString()
                     : heading(whyTr("Known values")) + QStringLiteral("<p>%1</p>").arg(more))};
}

}  // namespace headroom::ui
