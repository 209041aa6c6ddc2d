// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif

#include <cstdio>
#include <map>
#include <string>

namespace headroom::tests {
namespace {

std::map<std::string, Run, std::less<>>& registry() {
    static std::map<std::string, Run, std::less<>> tests;
    return tests;
}

}  // namespace

bool add(std::string_view file, Run run) {
    const std::size_t slash = file.rfind('/');
    std::string_view name = slash == std::string_view::npos ? file : file.substr(slash + 1);
    name = name.substr(0, name.rfind('.'));
    return registry().emplace(name, run).second;
}

}  // namespace headroom::tests

int main(int argc, char** argv) {
    using headroom::tests::registry;
    // Fields of halls that a user or another test computed change nothing here.
    if (!qEnvironmentVariableIsSet("HEADROOM_AIR_FOLDER")) {
        qputenv("HEADROOM_AIR_FOLDER", "none");
    }
#ifdef QT_WIDGETS_LIB
    QApplication application(argc, argv);
#else
    QCoreApplication application(argc, argv);
#endif
    const std::string_view asked = argc > 1 ? argv[1] : "";
    if (asked == "--list") {
        for (const auto& [name, run] : registry()) {
            std::printf("%s\n", name.c_str());
        }
        return 0;
    }
    if (asked.empty()) {
        int failed = 0;
        for (const auto& [name, run] : registry()) {
            failed += run(argc, argv);
        }
        return failed;
    }
    const auto found = registry().find(asked);
    if (found == registry().end()) {
        std::fprintf(stderr, "%s has no test \"%s\"; --list names them\n", argv[0], argv[1]);
        return 2;
    }
    argv[1] = argv[0];
    return found->second(argc - 1, argv + 1);
}
