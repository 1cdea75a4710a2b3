// SPDX-License-Identifier: Apache-2.0
// Deep copies of private objects to shared memory and back, with their cycles and their sharing. A private class says
// which of its members are which fields:
//
//   struct person {
//       std::string name;
//       std::shared_ptr<person> boss;
//       std::vector<int> scores;
//       COLORS_COPIES(person, employee, (name), (boss), (scores))
//   };
#ifndef COLORS_COPY_HPP
#define COLORS_COPY_HPP

#include <deque>
#include <functional>
#include <map>
#include <set>

#include "array.hpp"
#include "map.hpp"

namespace colors {

namespace detail {

template <class Private>
concept copied = requires { typename Private::colors_shared; };

template <class Pointer>
concept pointer_to_copied = requires(const Pointer &pointer) {
    static_cast<bool>(pointer);
    requires copied<std::remove_cvref_t<decltype(*pointer)>>;
};

template <class Type> inline constexpr bool is_list = false;
template <class Type> inline constexpr bool is_list<list<Type>> = true;
template <class Type> inline constexpr bool is_set = false;
template <class Type> inline constexpr bool is_set<set<Type>> = true;
template <class Type> inline constexpr bool is_map = false;
template <class Key, class Type> inline constexpr bool is_map<map<Key, Type>> = true;
template <class Type> inline constexpr bool is_array = false;
template <class Type> inline constexpr bool is_array<array<Type>> = true;

template <class Private> using shared_of = ref<typename Private::colors_shared>;

// By its address and class: an object and its first member have one address.
template <class Private> inline constexpr char class_mark = 0;

class copier_in {
  public:
    template <class Private> shared_of<Private> copy_all(const Private &given) {
        shared_of<Private> made = of(given);
        for (; !unfilled_.empty(); unfilled_.pop_front()) {
            unfilled_.front()();
        }
        return made;
    }

  private:
    template <class Private> shared_of<Private> of(const Private &given) {
        object &known = made_[{&given, &class_mark<Private>}];
        if (!known) {
            auto made = allocate<typename Private::colors_shared>();
            known = made;
            unfilled_.push_back([this, &given, made] { fill(given, made); });
        }
        return shared_of<Private>(known);
    }

    template <class Private> void fill(const Private &given, const shared_of<Private> &made) {
        Private::colors_members_copied([&](auto own, auto shared) {
            auto &field = (*made).*shared;
            field = copy<typename std::remove_cvref_t<decltype(field)>::value_type>(given.*own);
        });
    }

    template <class To, class From> To copy(const From &from) {
        if constexpr (copied<From>) {
            return converted<To>(of(from));
        } else if constexpr (requires { from.lock(); }) {
            auto held = from.lock();
            kept_.push_back(held);
            return copy<To>(held);
        } else if constexpr (pointer_to_copied<From>) {
            return from ? converted<To>(of(*from)) : To(nullptr);
        } else if constexpr (is_list<To> || is_set<To> || is_map<To> || is_array<To>) {
            return copy_container<To>(from);
        } else {
            return converted<To>(from);
        }
    }

    template <class To, class From> To copy_container(const From &from) {
        using element = std::ranges::range_reference_t<const From &>;
        static_assert(std::is_lvalue_reference_v<element> || !copied<std::remove_cvref_t<element>>,
                      "objects are copied after the range is read: it has to hold them");
        if constexpr (is_array<To>) {
            To made = To::make(std::ranges::size(from));
            std::size_t index = 0;
            for (const auto &each : from) {
                made.set(index++, each);
            }
            return made;
        } else {
            To made = To::make();
            for (const auto &each : from) {
                if constexpr (is_map<To>) {
                    made.set(copy<typename To::key_type>(each.first), copy<typename To::mapped_type>(each.second));
                } else if constexpr (is_list<To>) {
                    made.push_back(copy<typename To::value_type>(each));
                } else {
                    made.insert(copy<typename To::value_type>(each));
                }
            }
            return made;
        }
    }

    std::map<std::pair<const void *, const void *>, object> made_{};
    std::deque<std::function<void()>> unfilled_{}; // no stack, so a graph may be deep
    std::vector<std::shared_ptr<const void>> kept_{};
};

class copier_out {
  public:
    template <class Private> std::shared_ptr<Private> copy_all(const shared_of<Private> &shared) {
        std::shared_ptr<Private> made = of<Private>(shared);
        for (; !unfilled_.empty(); unfilled_.pop_front()) {
            unfilled_.front()();
        }
        return made;
    }

  private:
    template <class Private> std::shared_ptr<Private> of(const shared_of<Private> &shared) {
        if (!shared) {
            return nullptr;
        }
        std::shared_ptr<void> &known = made_[{shared.reference(), &class_mark<Private>}];
        if (known == nullptr) {
            auto made = std::make_shared<Private>();
            known = made;
            unfilled_.push_back([this, shared, made] { fill(shared, *made); });
        }
        return std::static_pointer_cast<Private>(known);
    }

    template <class Private> void fill(const shared_of<Private> &shared, Private &into) {
        Private::colors_members_copied([&](auto own, auto field) { give(into.*own, ((*shared).*field).get()); });
    }

    // One that its holder has alone: in the end it would be in itself, if it is reached from itself.
    template <class Private> void fill_alone(const shared_of<Private> &shared, Private &into) {
        if (!around_.insert(shared.reference()).second) {
            throw shared_memory_error(reason::argument,
                                      "an object of class " + shared.class_name() +
                                          " is reached from itself, by members that hold it alone; have a "
                                          "std::shared_ptr or std::weak_ptr where the graph has cycles");
        }
        fill(shared, into);
        around_.erase(shared.reference());
    }

    template <class To, class From> void give(To &to, const From &from) {
        if constexpr (copied<To>) {
            from ? fill_alone(from, to) : void();
        } else if constexpr (pointer_to_copied<To>) {
            give_pointer(to, from);
        } else if constexpr (requires { to.lock(); }) {
            to = of<typename To::element_type>(from);
        } else if constexpr (is_list<From> || is_set<From> || is_map<From>) {
            give_container(to, from);
        } else if constexpr (is_array<From>) {
            from ? to.assign(from.begin(), from.end()) : to.clear();
        } else if constexpr (std::integral<To> && std::integral<From> && !std::same_as<To, From>) {
            to = narrowed<To>(from);
        } else {
            to = To(from);
        }
    }

    template <class To, class From> void give_pointer(To &to, const From &from) {
        using target = std::remove_cvref_t<decltype(*to)>;
        static_assert(!std::is_pointer_v<To>, "nobody would end what a plain pointer refers to: copy_out needs a "
                                              "std::shared_ptr, std::weak_ptr, std::unique_ptr or std::optional");
        if constexpr (std::same_as<To, std::shared_ptr<target>>) {
            to = of<target>(from);
        } else if (!from) {
            to.reset();
        } else {
            if constexpr (std::same_as<To, std::optional<target>>) {
                to.emplace();
            } else {
                to = std::make_unique<target>();
            }
            fill_alone(from, *to);
        }
    }

    template <class To, class From> void give_container(To &to, const From &from) {
        to.clear();
        if (!from) {
            return;
        }
        for (const auto &each : from) {
            if constexpr (is_map<From>) {
                typename To::key_type key{};
                give(key, each.first);
                give(to[std::move(key)], each.second);
            } else {
                typename To::value_type element{};
                give(element, each);
                to.insert(to.end(), std::move(element));
            }
        }
    }

    std::map<std::pair<std::uint64_t, const void *>, std::shared_ptr<void>> made_{};
    std::deque<std::function<void()>> unfilled_{};
    std::set<std::uint64_t> around_{};
};

} // namespace detail

// A shared copy of a private object of a class with COLORS_COPIES, and of all that it refers to. Nobody else sees it
// until it is stored. Throws type_conflict, number_overflow, out_of_shared_memory; nothing is left then.
template <detail::copied Private> detail::shared_of<Private> copy_in(const Private &given) {
    return detail::copier_in().copy_all(given);
}

// The way back; null for null. A number that a member has no room for is a number_overflow.
template <detail::copied Private> std::shared_ptr<Private> copy_out(const detail::shared_of<Private> &shared) {
    return detail::copier_out().copy_all<Private>(shared);
}

} // namespace colors

#define COLORS_COPIED(PRIVATE, NAME) colors_visit(&PRIVATE::NAME, &colors_shared::NAME);
// Which members of a private class are copied, each to the field of its name of a class with COLORS_CLASS.
#define COLORS_COPIES(PRIVATE, SHARED, ...)                                                                            \
    using colors_shared = SHARED;                                                                                      \
    template <class Visit> static void colors_members_copied(Visit colors_visit) {                                     \
        COLORS_EACH(COLORS_COPIED, PRIVATE, __VA_ARGS__)                                                               \
    }

#endif
