// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

#include <string_view>

/// The tests of a folder are one program (tests/CMakeLists.txt): it links once, and its sources are compiled a few
/// at a time. Every source registers its class under the name of its file:
///
///     HEADROOM_TEST(TestBranch)
///     #include "tst_branch.moc"
///
/// `PROGRAM tst_branch [options of Qt Test]` runs one, `PROGRAM` alone all of the folder, `PROGRAM --list` names them.
namespace headroom::tests {

using Run = int (*)(int argc, char** argv);

/// `file`: of the source; its name without folders and ending is the name of the test.
bool add(std::string_view file, Run run);

template <typename Test>
int runTest(int argc, char** argv) {
    Test test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace headroom::tests

#define HEADROOM_TEST_RUN(Class, run) \
    [[maybe_unused]] static const bool k##Class##Added = headroom::tests::add(__FILE__, run);

#define HEADROOM_TEST(Class) HEADROOM_TEST_RUN(Class, headroom::tests::runTest<Class>)
