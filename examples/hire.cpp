// SPDX-License-Identifier: Apache-2.0
#include <colors.hpp>
#include <iostream>
#include <thread>

struct employee {
    COLORS_CLASS(employee, "company.Employee", (name, std::string), (salary, double))

    void raise_by(double amount) { salary += amount; }
};

int main() {
    auto smith = colors::allocate<employee>("Smith", 90);
    smith->raise_by(10);
    colors::repository<colors::ref<employee>>("newest").set(smith);
    std::cout << "hired " << smith->name << std::endl;
    while (smith->salary == 100) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::cout << smith->salary << ", " << smith.class_name() << std::endl;
}
