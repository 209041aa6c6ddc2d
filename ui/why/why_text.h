// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/units/number_name.h"
#include "ui/why/asked_number.h"

#include <QString>

namespace headroom::ui {

class Workspace;

/// Name of a number, its present value, and its sources.
struct WhyText {
    QString title;  ///< "PUE"; empty means nothing of that name is open
    QString value;  ///< "1.106"
    QString
        html;  ///< law, inputs, range, last change; links "number:NAME", "help:TOPIC", "cause:ID"
};

/// `shown`: what the window showed where it was asked, for numbers that only their row reads.
WhyText whyText(const NumberName& number, const QString& shown, Workspace& workspace);

/// Name of a number without one, by the words of the place where it is shown.
WhyText whyText(const AskedNumber& asked);

}  // namespace headroom::ui
