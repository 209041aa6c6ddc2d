// SPDX-License-Identifier: Apache-2.0
#include "engine/api/routes.h"
#include "tests/engine/api/served.h"
#include "tests/support/test_program.h"

namespace tst_api_roles {

using namespace headroom::engine;
using namespace headroom::tests;

class TestApiRoles : public QObject {
    Q_OBJECT

  private slots:

    // Whatever the body says: without the role nothing is looked at and nothing changes.
    void everyRouteAsksForItsRole() {
        Served served;
        for (const Route& route : routes()) {
            std::string target(route.pattern);
            if (const auto open = target.find('{'); open != std::string::npos) {
                target = target.substr(0, open) + "0";
            }
            const auto ask = [&](Role role) {
                return served
                    .ask(std::string(route.method), target, role, route.method == "GET" ? "" : "{}")
                    .status;
            };
            QVERIFY2(ask(Role::Nobody) == 401, target.c_str());
            if (route.role != Role::Read) {
                QVERIFY2(ask(Role::Read) == 401, target.c_str());
            } else {
                QVERIFY2(ask(Role::Read) != 401, target.c_str());
            }
            QVERIFY2(route.method == "GET" || route.role != Role::Read, target.c_str());
        }
        QCOMPARE(served.twin->frame()->timeS, 15.0);
        QCOMPARE(served.twin->design().revision, std::int64_t{0});
    }

    // A token that may only read is told so.
    void aReaderIsForbidden() {
        Served served;
        HttpRequest request;
        request.method = "POST";
        request.path = "/api/v1/design/undo";
        request.caller = {Role::Read, "grafana"};
        QCOMPARE(served.service.answer(request).status, 403);
    }

    // The page and the question whether it serves need no token; they tell nothing of the run.
    void whatNeedsNoToken() {
        Served served;
        for (const char* path :
             {"/", "/app.js", "/app.css", "/floor.js", "/chart.js", "/twin.js", "/alarms.js",
              "/settings.js", "/icon.svg", "/api/v1/health", "/api/v1/openapi.json"}) {
            QVERIFY2(served.ask("GET", path, Role::Nobody).status == 200, path);
        }
        QCOMPARE(served.ask("GET", "/metrics", Role::Nobody).status, 401);
        QVERIFY(served.ask("GET", "/api/v1/health", Role::Nobody).body.find("small hall") ==
                std::string::npos);
    }

    // Files by name and no others: there is no path that leads to the disk.
    void nothingElseOfTheDisk() {
        Served served;
        for (const char* path : {"/index.html", "/web/index.html", "/app.js/", "/README.md",
                                 "/etc/passwd", "/...", "/resources/catalog", "/help/serve.md"}) {
            const int status = served.ask("GET", path).status;
            QVERIFY2(status == 404 || std::string_view(path) == "/app.js/", path);
        }
    }

    void pagesAreKeptToThemselves() {
        Served served;
        const HttpResponse page = served.ask("GET", "/");
        const auto field = [&](const std::string& name) {
            for (const auto& [key, value] : page.fields) {
                if (key == name) {
                    return value;
                }
            }
            return std::string();
        };
        QVERIFY(field("Content-Security-Policy").find("default-src 'none'") == 0);
        QVERIFY(field("Content-Security-Policy").find("frame-ancestors 'none'") !=
                std::string::npos);
        QVERIFY(field("Content-Security-Policy").find("unsafe") == std::string::npos);
        // Nothing of elsewhere, no script and no style between the lines.
        QVERIFY(page.body.find("http://") == std::string::npos);
        QVERIFY(page.body.find("https://") == std::string::npos);
        QVERIFY(page.body.find("style=") == std::string::npos);
        QVERIFY(page.body.find("onclick") == std::string::npos);
        QCOMPARE(served.ask("GET", "/", Role::Read, "", {{"if-none-match", field("ETag")}}).status,
                 304);
    }
};

HEADROOM_TEST(TestApiRoles)
}  // namespace tst_api_roles

#include "tst_api_roles.moc"
