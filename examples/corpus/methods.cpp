// SPDX-License-Identifier: Apache-2.0
// A program's own methods on shared objects.
#include "corpus.hpp"

namespace methods {

std::string number(double value) {
    std::string text = std::to_string(value);
    return text.substr(0, text.find_last_not_of('0') + 1);
}

struct employee {
    COLORS_CLASS(employee, "methods.Employee", (name, std::string), (salary, double), (age, std::int32_t),
                 (manager, colors::ref<employee>))
    void raise_by(double amount) { salary += amount; }
    void birthday() { age += 1; }
    std::string describe() const { return name() + ", " + std::to_string(age()) + ", earns " + number(salary()); }
    int rank() const { return manager() ? 1 + manager->rank() : 0; }
};

void write() {
    auto boss = colors::allocate<employee>("Jones", 300.25, 50);
    corpus::publish("methods", colors::allocate<employee>("Smith", 100.25, 30, boss));
}

void read() {
    auto smith = corpus::find<colors::ref<employee>>("methods");
    smith->raise_by(10.5);
    smith->manager->raise_by(20.5);
    smith->birthday();
    corpus::say(smith->describe());
    corpus::say(smith->manager->describe());
    corpus::say("ranks: " + std::to_string(smith->rank()) + " " + std::to_string(smith->manager->rank()));
}

void check() {
    corpus::show(corpus::find("methods"), "salary");
    corpus::show(corpus::find("methods"), "age");
}

} // namespace methods

CORPUS_PROGRAM(methods, methods::check)
