// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/subject_names.h"

#include "engine/document/part_names.h"
#include "engine/part/part_address.h"
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
    for (const std::string_view head : engine::headsOf(subject)) {
        if (workspace_->project().find(head) != nullptr) {
            return std::string(head);
        }
    }
    return {};
}

QString SubjectNames::find(const std::string& subject) const {
    return QString::fromStdString(engine::nameOfPart(subject, [this](const std::string& id) {
        return workspace_->project().find(id) == nullptr
                   ? std::string()
                   : workspace_->nameOfObject(id).toStdString();
    }));
}

}  // namespace headroom::ui
