// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/subject_names.h"

#include "ui/workspace/workspace.h"

namespace headroom::ui {

SubjectNames::SubjectNames(const Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
    for (const auto signal : {&Workspace::opened, &Workspace::closed, &Workspace::projectChanged}) {
        connect(workspace, signal, this, [this] { known_.clear(); });
    }
}

const QString& SubjectNames::nameOf(const std::string& subject) const {
    const auto known = known_.find(subject);
    return known != known_.end() ? known->second
                                 : known_.emplace(subject, find(subject)).first->second;
}

std::string SubjectNames::objectOf(const std::string& subject) const {
    for (const std::string& id : {subject, subject.substr(0, subject.find_first_of("/ "))}) {
        if (!id.empty() && workspace_->project().find(id) != nullptr) {
            return id;
        }
    }
    return {};
}

QString SubjectNames::find(const std::string& subject) const {
    const std::string object = objectOf(subject);
    if (object.empty()) {
        return QString::fromStdString(subject);
    }
    const QString name = workspace_->nameOfObject(object);
    if (object.size() >= subject.size()) {
        return name;
    }
    const std::string rest = subject.substr(object.size() + 1);
    const std::size_t number = rest.find_first_not_of("0123456789");
    if (number == std::string::npos) {
        return QStringLiteral("%1 %2").arg(name, QString::fromStdString(rest));
    }
    // "2/pumps" of "cdus/2/pumps": pumps of one of the units.
    const bool isOfUnit = number > 0 && rest[number] == '/';
    const QString unit =
        isOfUnit ? name + ' ' + QString::fromStdString(rest.substr(0, number)) : name;
    QString part = QString::fromStdString(isOfUnit ? rest.substr(number + 1) : rest);
    part[0] = part[0].toUpper();
    return tr("%1 of %2", "part, machine").arg(part, unit);
}

}  // namespace headroom::ui
