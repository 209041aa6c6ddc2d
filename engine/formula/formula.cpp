// SPDX-License-Identifier: Apache-2.0
#include "engine/formula/formula.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

namespace headroom::engine {

namespace {

constexpr int kMostNested = 60;

bool isWordLetter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

/// From the loosest to the tightest: or, and, not, comparison, sum, product, sign, operand.
class FormulaReader {
  public:
    explicit FormulaReader(std::string text) { formula_.text_ = std::move(text); }

    Result<Formula> read() {
        either();
        skip();
        if (fault_.empty() && at_ < formula_.text_.size()) {
            fail("something follows where it should end");
        }
        if (!fault_.empty()) {
            return tl::unexpected(Error{"FML-001",
                                        "the formula \"" + formula_.text_ +
                                            "\" cannot be read at letter " +
                                            std::to_string(faultAt_ + 1) + ": " + fault_,
                                        "write numbers, names, + - * /, comparisons, and, or, not, "
                                        "min(a, b), max(a, b) and brackets",
                                        {},
                                        {},
                                        0});
        }
        return std::move(formula_);
    }

  private:
    using Act = Formula::Act;

    void fail(const std::string& what) {
        if (fault_.empty()) {
            fault_ = what;
            faultAt_ = at_;
        }
    }

    void skip() {
        while (at_ < formula_.text_.size() && formula_.text_[at_] == ' ') {
            ++at_;
        }
    }

    bool takes(std::string_view sign) {
        skip();
        const std::string_view rest = std::string_view(formula_.text_).substr(at_);
        const bool isWord = isWordLetter(sign.front());
        if (!rest.starts_with(sign) ||
            (isWord && rest.size() > sign.size() && isWordLetter(rest[sign.size()]))) {
            return false;
        }
        at_ += sign.size();
        return true;
    }

    void join(Act act) { formula_.steps_.push_back({act, 0.0, 0}); }

    void either() {
        if (++depth_ > kMostNested) {
            fail("brackets are nested too deep");
        }
        both();
        while (fault_.empty() && takes("or")) {
            both();
            join(Act::Or);
        }
        --depth_;
    }

    void both() {
        no();
        while (fault_.empty() && takes("and")) {
            no();
            join(Act::And);
        }
    }

    void no() {
        bool isNot = false;
        while (takes("not")) {
            isNot = !isNot;
        }
        comparison();
        if (isNot) {
            join(Act::Not);
        }
    }

    void comparison() {
        sum();
        constexpr std::pair<std::string_view, Act> kSigns[] = {{"<=", Act::AtMost},
                                                               {">=", Act::AtLeast},
                                                               {"<", Act::Less},
                                                               {">", Act::More},
                                                               {"=", Act::Equal}};
        for (const auto& [sign, act] : kSigns) {
            if (fault_.empty() && takes(sign)) {
                sum();
                join(act);
                return;
            }
        }
    }

    void sum() {
        product();
        while (fault_.empty()) {
            const Act act = takes("+") ? Act::Add : takes("-") ? Act::Subtract : Act::Number;
            if (act == Act::Number) {
                return;
            }
            product();
            join(act);
        }
    }

    void product() {
        sign();
        while (fault_.empty()) {
            const Act act = takes("*") ? Act::Multiply : takes("/") ? Act::Divide : Act::Number;
            if (act == Act::Number) {
                return;
            }
            sign();
            join(act);
        }
    }

    void sign() {
        bool isMinus = false;
        while (takes("-")) {
            isMinus = !isMinus;
        }
        operand();
        if (isMinus) {
            join(Act::Negate);
        }
    }

    void operand() {
        skip();
        if (!fault_.empty()) {
            return;
        }
        const std::string& text = formula_.text_;
        if (takes("(")) {
            either();
            if (!takes(")")) {
                fail("a bracket is not closed");
            }
        } else if (takes("min") || takes("max")) {
            const Act act = text[at_ - 1] == 'n' ? Act::Min : Act::Max;
            const bool begins = takes("(");
            either();
            const bool goesOn = takes(",");
            either();
            if (!begins || !goesOn || !takes(")")) {
                fail("min and max are of two numbers in brackets with a comma between");
            }
            join(act);
        } else if (at_ < text.size() && text[at_] == '{') {
            const std::size_t end = text.find('}', at_);
            if (end == std::string::npos || end == at_ + 1) {
                fail("braces hold no name");
                return;
            }
            name(text.substr(at_ + 1, end - at_ - 1), end + 1 - at_);
        } else if (at_ < text.size() && std::isdigit(static_cast<unsigned char>(text[at_])) != 0) {
            const char* begin = text.c_str() + at_;
            char* end = nullptr;
            const double number = std::strtod(begin, &end);
            at_ += static_cast<std::size_t>(end - begin);
            formula_.steps_.push_back({Act::Number, number, 0});
        } else if (at_ < text.size() && isWordLetter(text[at_])) {
            std::size_t end = at_;
            while (end < text.size() && isWordLetter(text[end])) {
                ++end;
            }
            name(text.substr(at_, end - at_), end - at_);
        } else {
            fail("a number, a name or a bracket is missing");
        }
    }

    void name(const std::string& word, std::size_t length) {
        auto& names = formula_.names_;
        const auto known = std::find(names.begin(), names.end(), word);
        const auto index = static_cast<std::size_t>(known - names.begin());
        if (known == names.end()) {
            names.push_back(word);
        }
        formula_.places_.push_back({at_, length, index});
        formula_.steps_.push_back({Act::Name, 0.0, index});
        at_ += length;
    }

    Formula formula_;
    std::size_t at_ = 0, faultAt_ = 0;
    int depth_ = 0;
    std::string fault_;
};

Result<Formula> Formula::parse(std::string text) {
    return FormulaReader(std::move(text)).read();
}

double Formula::value(const Values& of) const {
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> stack;
    const auto pop = [&stack] {
        const double top = stack.back();
        stack.pop_back();
        return top;
    };
    const auto truth = [](bool is) { return is ? 1.0 : 0.0; };
    const auto isSo = [](double x) { return std::isfinite(x) && x != 0.0; };
    for (const Step& step : steps_) {
        if (step.act == Act::Number || step.act == Act::Name) {
            stack.push_back(step.act == Act::Number ? step.number : of(names_[step.name]));
            continue;
        }
        const double b = pop();
        if (step.act == Act::Negate || step.act == Act::Not) {
            stack.push_back(step.act == Act::Negate ? -b : truth(!isSo(b)));
            continue;
        }
        const double a = pop();
        const bool isKnown = !std::isnan(a) && !std::isnan(b);
        switch (step.act) {
            case Act::Add:
                stack.push_back(a + b);
                break;
            case Act::Subtract:
                stack.push_back(a - b);
                break;
            case Act::Multiply:
                stack.push_back(a * b);
                break;
            case Act::Divide:
                stack.push_back(b == 0.0 ? unknown : a / b);
                break;
            case Act::Less:
                stack.push_back(truth(isKnown && a < b));
                break;
            case Act::AtMost:
                stack.push_back(truth(isKnown && a <= b));
                break;
            case Act::More:
                stack.push_back(truth(isKnown && a > b));
                break;
            case Act::AtLeast:
                stack.push_back(truth(isKnown && a >= b));
                break;
            case Act::Equal:
                stack.push_back(truth(isKnown && a == b));
                break;
            case Act::And:
                stack.push_back(truth(isSo(a) && isSo(b)));
                break;
            case Act::Or:
                stack.push_back(truth(isSo(a) || isSo(b)));
                break;
            case Act::Min:
                stack.push_back(isKnown ? std::min(a, b) : unknown);
                break;
            case Act::Max:
                stack.push_back(isKnown ? std::max(a, b) : unknown);
                break;
            default:
                stack.push_back(unknown);
                break;
        }
    }
    return stack.empty() ? unknown : stack.back();
}

bool Formula::holds(const Values& of) const {
    const double is = value(of);
    return std::isfinite(is) && is != 0.0;
}

std::string Formula::written(const std::function<std::string(std::string_view name)>& as) const {
    std::string out;
    std::size_t from = 0;
    for (const Place& place : places_) {
        out += text_.substr(from, place.at - from) + as(names_[place.name]);
        from = place.at + place.length;
    }
    return out + text_.substr(from);
}

}  // namespace headroom::engine
