// SPDX-License-Identifier: Apache-2.0
// Runs many programs of the corpus in one process: drive alone|writer|reader NAME... All programs are compiled in. A
// writer and a reader go on when a line comes in. Drive.java, drive.py and drive.js do the same in the other languages.
#include PROGRAMS

namespace {

void run(const std::vector<std::string_view> &names, std::initializer_list<std::string_view> parts) {
    for (std::string_view name : names) {
        auto found = std::ranges::find(corpus::programs(), name, &corpus::program::name);
        for (std::string_view part : parts) {
            corpus::say("=== " + std::string(name) + " " + std::string(part));
            try {
                corpus::run(found == corpus::programs().end() ? throw std::invalid_argument("no such program") : *found,
                            part);
            } catch (const std::exception &error) {
                corpus::say(std::string("uncaught: ") + error.what());
            }
        }
    }
}

void await_line() {
    corpus::say("=== waiting");
    std::string line;
    if (!std::getline(std::cin, line)) {
        throw std::runtime_error("nobody said to go on");
    }
}

} // namespace

int main(int count, char **arguments) {
    std::string_view role = count > 1 ? arguments[1] : "";
    std::vector<std::string_view> names(arguments + std::min(count, 2), arguments + count);
    if (role == "alone") {
        run(names, {"write", "read", "check"});
    } else if (role == "writer") {
        run(names, {"write"});
        await_line();
        run(names, {"check"});
    } else if (role == "reader") {
        await_line();
        run(names, {"read"});
    } else {
        std::cerr << "alone, writer or reader, not " << role << std::endl;
        return 1;
    }
}
