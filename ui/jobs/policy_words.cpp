// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/policy_words.h"

#include <QCoreApplication>

#include <array>

namespace headroom::ui {

namespace {

#define T(text) QT_TRANSLATE_NOOP("Policies", text)

struct PolicyWord {
    const char* id;
    const char* name;
    const char* tip;
};

constexpr auto kPolicyWords = std::to_array<PolicyWord>({
    {"fifo", T("FIFO"), T("In the order of submission; the head of the line blocks all")},
    {"easy", T("EASY backfill"), T("FIFO; others pass where they do not delay the head")},
    {"conservative", T("Conservative backfill"),
     T("FIFO; others pass where they delay nobody ahead of them")},
    {"priority", T("Priority"),
     T("Higher priority first, preempting lower; backfill. Traces without priorities: as EASY")},
    {"sjf", T("Shortest job first"), T("The shortest run time first, without preemption")},
    {"srtf", T("Shortest remaining"), T("The shortest remaining time first, with preemption")},
    {"fair-share", T("Fair share"), T("The tenant that has had least for its weight first")},
    {"las", T("Least attained service"),
     T("Who has had least accelerator time first, with preemption; needs no run times")},
    {"elastic", T("Elastic"),
     T("Jobs shrink and grow to share the pool. Assumed: each runs on half to twice its "
       "accelerators, at a speed in proportion")},
});

#undef T

QString policyWord(const char* text) {
    return QCoreApplication::translate("Policies", text);
}

}  // namespace

QString policyName(const std::string& policy) {
    for (const PolicyWord& known : kPolicyWords) {
        if (policy == known.id) {
            return policyWord(known.name);
        }
    }
    return QString::fromStdString(policy);
}

QString policyTip(const std::string& policy) {
    for (const PolicyWord& known : kPolicyWords) {
        if (policy == known.id) {
            return policyWord(known.tip);
        }
    }
    return {};
}

}  // namespace headroom::ui
