// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

#include <string>
#include <unordered_map>

namespace headroom::ui {

class Workspace;

/// Names of the parts that events, faults and suspects name by their ids: "ups-a" is "UPS A", "ups-a/2" is "UPS A 2",
/// "liquid/R01-09/S03" is "R01-09/S03 of Liquid racks", as in engine/document/part_names. Objects outside the project, as jobs and indicators, keep their own
/// name.
class SubjectNames : public QObject {
    Q_OBJECT

  public:
    explicit SubjectNames(const Workspace* workspace, QObject* parent = nullptr);

    const QString& nameOf(const std::string& subject) const;

    /// The id of the project's object that it belongs to; empty if none.
    std::string objectOf(const std::string& subject) const;

  private:
    QString find(const std::string& subject) const;

    const Workspace* workspace_;
    mutable std::unordered_map<std::string, QString> known_;
};

}  // namespace headroom::ui
