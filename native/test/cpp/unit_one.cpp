// SPDX-License-Identifier: Apache-2.0
// A program of two translation units that both have colors.hpp, which builds.sh compiles in several ways: here the unit
// that has a class and uses all of the library.
#include "unit.hpp"

namespace {

// Uses what templates there are, so that their warnings are seen.
int use_containers() {
    auto list = colors::list<std::int16_t>::make({1, 2});
    list.push_back(3);
    list[0] += 1;
    auto map = colors::map<std::string, double>::make({{"a", 1}});
    map.set("b", list[0]);
    map.get_and_add("b", 1);
    auto set = colors::set<std::string>::make({"x"});
    auto array = colors::array<float>::make({0.5f});
    array[0] *= 2;
    auto texts = colors::object_array<std::string>::make(1);
    texts[0] = "text";
    auto bytes = colors::binary::make(3);
    int sum = 0;
    for (std::int16_t element : list) {
        sum += element;
    }
    for (const auto &[key, value] : map) {
        sum += static_cast<int>(value) + static_cast<int>(key.size());
    }
    std::cout << list << map << set << array << texts << bytes.size() << std::endl;
    return sum + static_cast<int>(array[0]);
}

void use_what_has_a_name() {
    colors::channel<colors::any> channel("units", 4);
    channel.send(2.5);
    channel.send_for("x", std::chrono::seconds(1));
    std::cout << channel.receive() << *channel.try_receive() << std::endl;
    colors::repository<std::int32_t> repository("unit");
    repository.set(5);
    repository.compare_and_set(5, 6);
    colors::monitor monitor(repository);
    std::scoped_lock lock(monitor);
    monitor.wait_for(std::chrono::milliseconds(1));
    colors::remove_channel("units");
}

} // namespace

int main() {
    auto made = colors::allocate<unit::node>("one", 1);
    made->number = use_containers();
    use_what_has_a_name();
    change(made);
    auto copy = colors::copy_out<unit::private_node>(made);
    std::cout << colors::copy_in(*copy)->text << std::endl;
    std::cout << made->text << " " << made->number << " " << made->next->text << std::endl;
    return made->number == 19 && made->text == "changed" && of_program == made ? 0 : 1;
}
