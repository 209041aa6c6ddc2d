// SPDX-License-Identifier: Apache-2.0
#include "engine/base/shared_list.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>

namespace tst_shared_list {

using headroom::engine::SharedList;

class TestSharedList : public QObject {
    Q_OBJECT

  private slots:

    void emptyListHasNothing() {
        const SharedList<int> list;
        QCOMPARE(list.size(), std::size_t{0});
        QVERIFY(list.empty());
        QVERIFY(list.begin() == list.end());
    }

    // Copies are one list in memory; the one that is written to becomes another, and the other keeps what it had.
    void copiesShareUntilOneIsWritten() {
        SharedList<std::string> one;
        one.own() = {"a", "b"};
        SharedList<std::string> other = one;
        QCOMPARE(other.data(), one.data());
        other.own()[1] = "c";
        QVERIFY(other.data() != one.data());
        QCOMPARE(one[1], std::string("b"));
        QCOMPARE(other[1], std::string("c"));
        QCOMPARE(other.front(), std::string("a"));
    }

    // Nobody else looks at it: nothing is copied.
    void ownListIsWrittenInPlace() {
        SharedList<int> list;
        list.own() = {1, 2};
        const int* place = list.data();
        { const SharedList<int> gone = list; }
        list.own()[0] = 3;
        QCOMPARE(list.data(), place);
        QCOMPARE(list[0], 3);
    }
};

HEADROOM_TEST(TestSharedList)

}  // namespace tst_shared_list

#include "tst_shared_list.moc"
