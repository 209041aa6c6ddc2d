// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/support/fake_source.h"
#include "ui/jobs/job_actions.h"
#include "ui/kit/theme.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace headroom::ui {

/// A workspace with jobs, and what acts on them.
struct JobStage {
    QTemporaryDir settings;
    QWidget window;
    Workspace workspace{"nowhere"};
    CommandSet commands{&window};
    JobActions actions{&workspace, &commands};
    FakeSource* source = nullptr;

    explicit JobStage(std::shared_ptr<const testing::TinyJobs> jobs,
                      engine::Project project = fakeProject()) {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
        Theme::instance().apply(Theme::Mode::Light);
        workspace.control().setPlayOnOpen(false);
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        source->setJobs(std::move(jobs));
        workspace.show(std::move(project), std::move(made));
    }

    void advance(double seconds) {
        QSignalSpy ticks(&workspace, &Workspace::slowTick);
        source->advance(seconds);
        ticks.wait(2000);
    }

    void select(std::int64_t job) {
        workspace.selection().select({Selected::Kind::Job, -1, {}, job});
    }
};

/// a runs from 0 s on, b waits from 100 s on, c ran from 0 to 200 s, d starts from 250 s on.
inline std::shared_ptr<testing::TinyJobs> fourJobs() {
    using engine::JobState;
    using testing::TinyJobs;
    auto jobs = std::make_shared<TinyJobs>();
    TinyJobs::span(jobs->add("a", "red", "nvidia-h100", 64, 0.0), JobState::Running, 0.0,
                   TinyJobs::kOpen);
    TinyJobs::span(jobs->add("b", "blue", "nvidia-h100", 512, 100.0), JobState::Queued, 100.0,
                   TinyJobs::kOpen);
    TinyJobs::span(jobs->add("c", "red", "nvidia-gb200", 8, 0.0), JobState::Running, 0.0, 200.0);
    TinyJobs::span(jobs->add("d", "green", "nvidia-h100", 16, 250.0), JobState::Starting, 250.0,
                   TinyJobs::kOpen);
    return jobs;
}

}  // namespace headroom::ui
