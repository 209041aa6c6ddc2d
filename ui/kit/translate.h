// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QString>

/// tr() of functions that belong to no QObject, by the part of the window whose words they are.
namespace headroom::ui {

inline QString coolingTr(const char* text) {
    return QCoreApplication::translate("Cooling", text);
}

inline QString fabricTr(const char* text) {
    return QCoreApplication::translate("Fabric", text);
}

inline QString ganttTr(const char* text) {
    return QCoreApplication::translate("Gantt", text);
}

inline QString planTr(const char* text) {
    return QCoreApplication::translate("Plan", text);
}

inline QString powerTr(const char* text, int n = -1) {
    return QCoreApplication::translate("Power", text, nullptr, n);
}

}  // namespace headroom::ui
