// SPDX-License-Identifier: Apache-2.0
#include "ui/units/sentences.h"

#include "ui/units/language.h"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace headroom::ui {

namespace {

constexpr auto kSentences = std::to_array<const char*>(
    {QT_TRANSLATE_NOOP("Sentences", "Back in service."),
     QT_TRANSLATE_NOOP("Sentences", "Placed on %1 accelerators after waiting %2."),
     QT_TRANSLATE_NOOP("Sentences", "Submitted: %1 accelerators."),
     QT_TRANSLATE_NOOP("Sentences", "Accelerators passed %1 and switched off."),
     QT_TRANSLATE_NOOP("Sentences", "Its heat rejection: %1 running."),
     QT_TRANSLATE_NOOP("Sentences", "Its heat rejection: %1 running, and %2 more group with it."),
     QT_TRANSLATE_NOOP("Sentences", "Its CDU pumps: %1 running."),
     QT_TRANSLATE_NOOP("Sentences", "Its CDU pumps: %1 running, and %2 more group with it."),
     QT_TRANSLATE_NOOP("Sentences", "Completed after %1 with %2 restarts."),
     QT_TRANSLATE_NOOP("Sentences", "Completed after %1 with %2 restart."),
     QT_TRANSLATE_NOOP(
         "Sentences", "Interrupted; %1 of work on %2 accelerators lost since its last checkpoint."),
     QT_TRANSLATE_NOOP(
         "Sentences",
         "Preempted; %1 of work on %2 accelerators lost since its last checkpoint in storage."),
     QT_TRANSLATE_NOOP("Sentences", "Preempted with a checkpoint: nothing is lost."),
     QT_TRANSLATE_NOOP(
         "Sentences",
         "%1 took servers back; %2 of work on %3 accelerators lost since its last checkpoint."),
     QT_TRANSLATE_NOOP("Sentences", "On battery with %1: %2 left."),
     QT_TRANSLATE_NOOP("Sentences", "Mains lost."),
     QT_TRANSLATE_NOOP("Sentences", "Mains back."),
     QT_TRANSLATE_NOOP("Sentences", "Its source is away: changes over in %1."),
     QT_TRANSLATE_NOOP("Sentences", "Input good: walks in over %1."),
     QT_TRANSLATE_NOOP("Sentences", "Off battery, which lacks %1."),
     QT_TRANSLATE_NOOP("Sentences", "Battery full again."),
     QT_TRANSLATE_NOOP("Sentences", "Returns to its preferred source."),
     QT_TRANSLATE_NOOP("Sentences", "Its incoming breaker is opened."),
     QT_TRANSLATE_NOOP("Sentences", "Its incoming breaker is closed."),
     QT_TRANSLATE_NOOP("Sentences", "A person opens its incoming breaker by mistake."),
     QT_TRANSLATE_NOOP("Sentences", "Back at the rate that it had."),
     QT_TRANSLATE_NOOP("Sentences", "Noticed and named after %1."),
     QT_TRANSLATE_NOOP("Sentences", "A crew begins the repair: done in %1, if all goes well."),
     QT_TRANSLATE_NOOP("Sentences", "Takes power from %1."),
     QT_TRANSLATE_NOOP("Sentences", "Ordered to start: ready in %1."),
     QT_TRANSLATE_NOOP("Sentences", "%1 of %2 failed to start."),
     QT_TRANSLATE_NOOP("Sentences", "Runs: %1 of %2, %3."),
     QT_TRANSLATE_NOOP("Sentences", "The mains carries the load again: stops."),
     QT_TRANSLATE_NOOP("Sentences", "Voltage sags to %1."),
     QT_TRANSLATE_NOOP("Sentences", "Voltage back to nominal."),
     QT_TRANSLATE_NOOP("Sentences", "Passed %1: clocks fall (%2 of %3 racks of %4)."),
     QT_TRANSLATE_NOOP("Sentences", "No rack is above its throttle limit."),
     QT_TRANSLATE_NOOP("Sentences",
                       "Nothing is broken: cooling follows load and weather, wet bulb %1."),
     QT_TRANSLATE_NOOP(
         "Sentences",
         "Nothing is broken: the load is as submitted, and coolant and air are as they should be."),
     QT_TRANSLATE_NOOP("Sentences", "Supply temperature %1 → %2."),
     QT_TRANSLATE_NOOP("Sentences", "IT power %1 (%2)."),
     QT_TRANSLATE_NOOP("Sentences", "Training %1."),
     QT_TRANSLATE_NOOP("Sentences", "Busy accelerators %1 → %2."),
     QT_TRANSLATE_NOOP("Sentences", "Scales from %1 to %2 replicas."),
     QT_TRANSLATE_NOOP("Sentences", "Pressure is gone: the pumps cut out."),
     QT_TRANSLATE_NOOP("Sentences", "Leaks %1 at %2."),
     QT_TRANSLATE_NOOP("Sentences", "Leak detection has shut the valves."),
     QT_TRANSLATE_NOOP("Sentences", "The control valve moves again."),
     QT_TRANSLATE_NOOP("Sentences", "The control valve sticks at %1 %."),
     QT_TRANSLATE_NOOP("Sentences", "The exchanger is clean."),
     QT_TRANSLATE_NOOP("Sentences", "The exchanger keeps %1 % of its conductance."),
     QT_TRANSLATE_NOOP("Sentences", "Mended and filled up."),
     QT_TRANSLATE_NOOP("Sentences", "Reset by a person."),
     QT_TRANSLATE_NOOP("Sentences", "Make-up water has run out: towers go dry."),
     QT_TRANSLATE_NOOP("Sentences", "Make-up water has run out: pads go dry."),
     QT_TRANSLATE_NOOP("Sentences", "Make-up water is back."),
     QT_TRANSLATE_NOOP("Sentences", "Repaired, as ordered."),
     QT_TRANSLATE_NOOP("Sentences", "Fails, as ordered."),
     QT_TRANSLATE_NOOP("Sentences", "Slower, as ordered."),
     QT_TRANSLATE_NOOP("Sentences", "Comes and goes, as ordered."),
     QT_TRANSLATE_NOOP("Sentences", "Is out of service already."),
     QT_TRANSLATE_NOOP("Sentences", "%1: a redundant part failed; nothing stops."),
     QT_TRANSLATE_NOOP("Sentences", "%1: computes wrong results, and nobody sees it."),
     QT_TRANSLATE_NOOP("Sentences", "%1: noticed after %2."),
     QT_TRANSLATE_NOOP("Sentences", "%1: continues at %2 of its speed."),
     QT_TRANSLATE_NOOP("Sentences", "%1: the job stops; noticed after %2."),
     QT_TRANSLATE_NOOP("Sentences", "%1: the others share its load."),
     QT_TRANSLATE_NOOP("Sentences",
                       "%1: a part announces its failure; the server will be drained."),
     QT_TRANSLATE_NOOP("Sentences", "%1 failed: %2 of %3 in service."),
     QT_TRANSLATE_NOOP("Sentences", "%1 back: %2 of %3 in service."),
     QT_TRANSLATE_NOOP("Sentences", "Nothing is placed until it is back, in %1."),
     QT_TRANSLATE_NOOP("Sentences", "Jobs are placed again."),
     QT_TRANSLATE_NOOP("Sentences",
                       "%1 faults in %2: tested in depth and exchanged before it returns."),
     QT_TRANSLATE_NOOP("Sentences", "Silent corruption found by test %1 after %2."),
     QT_TRANSLATE_NOOP("Sentences", "Ended by order."),
     QT_TRANSLATE_NOOP("Sentences", "Preempted by order."),
     QT_TRANSLATE_NOOP("Sentences", "Held by order."),
     QT_TRANSLATE_NOOP("Sentences", "Released by order."),
     QT_TRANSLATE_NOOP("Sentences",
                       "Next in line; waits until enough accelerators are free at once."),
     QT_TRANSLATE_NOOP("Sentences", "Waits behind earlier jobs (first in, first out)."),
     QT_TRANSLATE_NOOP("Sentences", "Starting: scheduling, loading, reading its checkpoint."),
     QT_TRANSLATE_NOOP("Sentences", "Bound by computing."),
     QT_TRANSLATE_NOOP("Sentences", "Slowed by a rack that throttles on temperature."),
     QT_TRANSLATE_NOOP("Sentences", "Slowed by the network."),
     QT_TRANSLATE_NOOP("Sentences", "Answers requests."),
     QT_TRANSLATE_NOOP("Sentences", "Interrupted; waits to restart from its last checkpoint."),
     QT_TRANSLATE_NOOP("Sentences", "Preempted; waits to continue from its last checkpoint."),
     QT_TRANSLATE_NOOP("Sentences", "Waits for its turn under the scheduling policy."),
     QT_TRANSLATE_NOOP("Sentences", "Back to its %1 accelerators."),
     QT_TRANSLATE_NOOP("Sentences", "Takes the accelerators of %1 for others that go first."),
     QT_TRANSLATE_NOOP("Sentences", "Its external battery is empty: gives nothing more."),
     QT_TRANSLATE_NOOP("Sentences", "Heats up: ready in %1."),
     QT_TRANSLATE_NOOP("Sentences",
                       "Takes %1 in one step; its block load is %2: voltage and frequency dip."),
     QT_TRANSLATE_NOOP("Sentences", "All clocks are free again."),
     QT_TRANSLATE_NOOP("Sentences",
                       "Beyond its limit by %1: the power controller lowers clocks behind it."),
     QT_TRANSLATE_NOOP("Sentences",
                       "The limit of the hours ends: accelerators have all of their power."),
     QT_TRANSLATE_NOOP("Sentences", "Accelerators are limited to %1 of their power in %2."),
     QT_TRANSLATE_NOOP("Sentences",
                       "Its breaker from %1 carries %2 on %3: trips in %4 at this load."),
     QT_TRANSLATE_NOOP("Sentences", "Its breaker from %1 trips: %2 on %3."),
     QT_TRANSLATE_NOOP("Sentences", "Its breaker from %1 clears the fault."),
     QT_TRANSLATE_NOOP("Sentences", "Overload: %1 on %2; its output switches off."),
     QT_TRANSLATE_NOOP("Sentences", "Overload: %1 on %2; trips."),
     QT_TRANSLATE_NOOP("Sentences", "Loaded to %1 of what is in service."),
     QT_TRANSLATE_NOOP("Sentences", "Out of fuel: stops."),
     QT_TRANSLATE_NOOP("Sentences", "Short circuit, %1 prospective."),
     QT_TRANSLATE_NOOP("Sentences", "The rack lost all its feeds and is off."),
     QT_TRANSLATE_NOOP("Sentences", "%1 racks lost all their feeds and are off, this one first."),
     QT_TRANSLATE_NOOP("Sentences", "Battery empty while locked out: its output is dead."),
     QT_TRANSLATE_NOOP("Sentences", "Battery empty: its output is dead."),
     QT_TRANSLATE_NOOP("Sentences", "Input back: carries its load again."),
     QT_TRANSLATE_NOOP("Sentences", "Input lost and the battery is empty."),
     QT_TRANSLATE_NOOP(
         "Sentences",
         "%1 disturbances within %2: locked on battery until a person resets it; %3 left at %4."),
     QT_TRANSLATE_NOOP("Sentences", "Its data goes to %1: %2 TB at %3 GB/s."),
     QT_TRANSLATE_NOOP("Sentences", "Servers start at %1."),
     QT_TRANSLATE_NOOP("Sentences", "Runs at %1."),
     QT_TRANSLATE_NOOP("Sentences", "The design was changed."),
     QT_TRANSLATE_NOOP("Sentences", "The design was changed: %1."),
     QT_TRANSLATE_NOOP("Sentences",
                       "No path is left over %1: its collectives halt and end after %2."),
     QT_TRANSLATE_NOOP("Sentences",
                       "It has no place on the site: plan, 3-D and reports leave it out."),
     QT_TRANSLATE_NOOP("Sentences",
                       "On a design day of %1 and a wet bulb of %2 its water is supplied at %3 "
                       "with all fans at full speed, and set to %4."),
     QT_TRANSLATE_NOOP("Sentences",
                       "On a design day of %1 and a wet bulb of %2 its water is supplied at %3 "
                       "with all fans at full speed, and set to %4: too warm for %5."),
     QT_TRANSLATE_NOOP(
         "Sentences",
         "Its water is set to %1, but the curves of %2 were fitted from %3 to %4: beyond, capacity "
         "goes by the lift, and power by the lift at the same share of Carnot."),
     QT_TRANSLATE_NOOP("Sentences",
                       "Its leaves have %1 times as much bandwidth down as up: traffic that leaves "
                       "them gets as much less."),
     QT_TRANSLATE_NOOP("Sentences",
                       "Its hottest %1 reaches %2 at full activity, and slows down from %3 on."),
     QT_TRANSLATE_NOOP("Sentences",
                       "All feeds of its racks pass %1: while it is out, %2 racks live on "
                       "generator sets alone, and the two ways are one."),
     QT_TRANSLATE_NOOP("Sentences",
                       "With every utility dead, the load that it then carries alone can swing by "
                       "%1; it follows %2 while its own store lasts, then it trips."),
     QT_TRANSLATE_NOOP("Sentences", "%1 of its racks have a label of %2 in the same hall, as %3."),
     QT_TRANSLATE_NOOP(
         "Sentences", "Heat to reject is %1 at full activity, but %2 reject, at their rating, %3."),
     QT_TRANSLATE_NOOP("Sentences",
                       "Its racks are cooled by liquid, but no CDU group serves them."),
     QT_TRANSLATE_NOOP("Sentences",
                       "Nothing joins its water to that outdoors, and it has no chillers."),
     QT_TRANSLATE_NOOP(
         "Sentences",
         "No generator set supports it: an outage longer than its battery stops its loads."),
     QT_TRANSLATE_NOOP("Sentences", "It states no agreed capacity, so its load cannot be checked."),
     QT_TRANSLATE_NOOP("Sentences", "It ends before it begins."),
     QT_TRANSLATE_NOOP("Sentences", "Add a storage group."),
     QT_TRANSLATE_NOOP("Sentences", "Choose a larger breaker."),
     QT_TRANSLATE_NOOP("Sentences", "Choose a larger cable."),
     QT_TRANSLATE_NOOP("Sentences", "Choose a faster switch."),
     QT_TRANSLATE_NOOP("Sentences", "Move one of the two."),
     QT_TRANSLATE_NOOP("Sentences", "Change the plan of the job."),
     QT_TRANSLATE_NOOP("Sentences", "Lower oversubscription, or keep jobs inside a leaf.")});

constexpr char16_t kQuantity = 0xE000;  // + number of a quantity, for private use: no text has it
constexpr qsizetype kMostQuantities = 64;
constexpr qsizetype kMostKept = 20000;

/// A sentence of the table with its translation.
struct Pattern {
    QStringList literals;    ///< between the holes; first and last may be empty
    std::vector<int> holes;  ///< their numbers, in the order of the sentence
    QString translation;
    qsizetype length = 0;  ///< of all literals
};

/// "A %1 b %2." as "A ", " b ", "." and 1, 2.
Pattern patternOf(const QString& sentence) {
    Pattern pattern;
    QString literal;
    for (qsizetype i = 0; i < sentence.size(); ++i) {
        if (sentence[i] == '%' && i + 1 < sentence.size() && sentence[i + 1].isDigit()) {
            pattern.literals << literal;
            pattern.holes.push_back(sentence[++i].digitValue());
            literal.clear();
        } else {
            literal += sentence[i];
        }
    }
    pattern.literals << literal;
    for (const QString& each : pattern.literals) {
        pattern.length += each.size();
    }
    return pattern;
}

/// Words in the holes, in the order of the sentence. None if the text is another sentence. No hole is empty.
std::optional<QStringList> holesOf(const Pattern& pattern, const QString& text) {
    const QString &first = pattern.literals.front(), &last = pattern.literals.back();
    if (pattern.holes.empty()) {
        return text == first ? std::optional(QStringList()) : std::nullopt;
    }
    if (!text.startsWith(first) || !text.endsWith(last)) {
        return {};
    }
    QStringList words;
    qsizetype at = first.size();
    for (qsizetype hole = 1; hole < pattern.literals.size(); ++hole) {
        const bool isLast = hole + 1 == pattern.literals.size();
        const qsizetype end =
            isLast ? text.size() - last.size() : text.indexOf(pattern.literals[hole], at + 1);
        if (end <= at) {
            return {};
        }
        words << text.mid(at, end - at);
        at = end + pattern.literals[hole].size();
    }
    return words;
}

/// The table in the language of the window; the longest sentences first, so that the most exact one fits first.
class Translations {
  public:
    const std::vector<Pattern>& patterns() {
        if (language_ != windowLanguage()) {
            language_ = windowLanguage();
            patterns_.clear();
            kept_.clear();
            for (const char* sentence : kSentences) {
                Pattern pattern = patternOf(QString::fromUtf8(sentence));
                pattern.translation = QCoreApplication::translate("Sentences", sentence);
                patterns_.push_back(std::move(pattern));
            }
            std::stable_sort(
                patterns_.begin(), patterns_.end(),
                [](const Pattern& a, const Pattern& b) { return a.length > b.length; });
        }
        return patterns_;
    }

    /// The pattern of a text, null if there is none. Tables ask for the same rows again and again.
    const Pattern* patternFor(const QString& text) {
        const std::vector<Pattern>& all = patterns();
        if (const auto kept = kept_.constFind(text); kept != kept_.constEnd()) {
            return *kept;
        }
        const auto found = std::find_if(all.begin(), all.end(), [&](const Pattern& pattern) {
            return holesOf(pattern, text).has_value();
        });
        if (kept_.size() >= kMostKept) {
            kept_.clear();
        }
        const Pattern* pattern = found == all.end() ? nullptr : &*found;
        kept_.insert(text, pattern);
        return pattern;
    }

  private:
    QString language_ = QStringLiteral("en");
    std::vector<Pattern> patterns_;
    QHash<QString, const Pattern*> kept_;
};

}  // namespace

std::span<const char* const> translatedSentences() {
    return kSentences;
}

QString translatedSentence(const engine::Words& sentence, const QuantityText& quantity) {
    if (windowLanguage() == QLatin1String("en") ||
        std::ssize(sentence.quantities) > kMostQuantities) {
        return {};
    }
    // Each quantity is one letter, so that its digits and its unit match no literal.
    QString text;
    std::size_t at = 0;
    for (std::size_t i = 0; i < sentence.quantities.size(); ++i) {
        const engine::WordsQuantity& each = sentence.quantities[i];
        text += QString::fromStdString(sentence.substr(at, each.at - at));
        text += QChar(static_cast<char16_t>(kQuantity + i));
        at = each.at + each.length;
    }
    text += QString::fromStdString(sentence.substr(at));
    static Translations translations;
    const Pattern* pattern = translations.patternFor(text);
    if (pattern == nullptr) {
        return {};
    }
    const QStringList words = *holesOf(*pattern, text);
    const auto filled = [&](const QString& hole) {
        QString shown;
        bool isNumber = false;
        hole.toDouble(&isNumber);
        for (const QChar c : isNumber ? withDecimalPoint(hole) : hole) {
            const qsizetype i = c.unicode() - kQuantity;
            shown += i >= 0 && i < std::ssize(sentence.quantities)
                         ? quantity(sentence.quantities[static_cast<std::size_t>(i)])
                         : QString(c);
        }
        return shown;
    };
    QString translated;
    const QString& form = pattern->translation;
    for (qsizetype i = 0; i < form.size(); ++i) {
        if (form[i] != '%' || i + 1 >= form.size() || !form[i + 1].isDigit()) {
            translated += form[i];
            continue;
        }
        const int number = form[++i].digitValue();
        const auto hole = std::find(pattern->holes.begin(), pattern->holes.end(), number);
        if (hole != pattern->holes.end()) {
            translated += filled(words[hole - pattern->holes.begin()]);
        }
    }
    return translated;
}

}  // namespace headroom::ui
