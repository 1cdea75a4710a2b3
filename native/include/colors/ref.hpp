// SPDX-License-Identifier: Apache-2.0
// Shared classes: declared once, with fields that read and write like members.
//
//   struct employee {
//       COLORS_CLASS(employee, "company.Employee", (name, std::string), (salary, std::int64_t),
//                    (boss, colors::ref<employee>))
//   };
//   auto ada = colors::allocate<employee>("Ada", 4200);
//   ada->salary += 100;
#ifndef COLORS_REF_HPP
#define COLORS_REF_HPP

#include <tuple>

#include "atomic.hpp"

namespace colors {

namespace detail {

template <std::size_t Size> struct fixed_string {
    char text[Size];
    constexpr fixed_string(const char (&given)[Size]) { std::copy_n(given, Size, text); }
    constexpr std::string_view view() const { return {text, Size - 1}; }
};

inline constexpr std::uint64_t not_cached = 0;

// Where objects of the shape that was met last have a field: shape id << 32 | bytes from the object's start. A reader
// needs the slot kind that the type of C++ has; a writer the same static type.
struct field_cache {
    std::atomic<std::uint64_t> read{not_cached};
    std::atomic<std::uint64_t> write{not_cached};

    static bool hits(std::uint64_t entry, std::uint32_t shape) noexcept { return entry >> 32 == shape; }
    static std::uint64_t place(std::uint64_t entry, std::uint64_t reference) noexcept {
        return reference + static_cast<std::uint32_t>(entry);
    }
};

// A handle that lives as long as the expression it is in.
template <class Handle> struct arrow {
    Handle handle;
    auto operator->() {
        if constexpr (requires { handle.operator->(); }) {
            return handle.operator->();
        } else {
            return &handle;
        }
    }
};

template <class Type> struct raw_word {
    using type = Type;
};
template <> struct raw_word<bool> {
    using type = std::uint8_t;
};

template <class Type> Type load_raw(std::uint64_t place) noexcept {
    return static_cast<Type>(load(at<typename raw_word<Type>::type>(place)));
}

template <class Type> void store_raw(std::uint64_t place, Type value) noexcept {
    store(at<typename raw_word<Type>::type>(place), static_cast<typename raw_word<Type>::type>(value));
}

template <class Type> cl_field_spec declared(std::uint32_t name) {
    static_assert(value<Type>, COLORS_NO_VALUE);
    return {name, codec<Type>::type_name(), codec<Type>::type, codec<Type>::flags | CL_FIELD_DECLARED};
}

template <class Class> std::uint32_t shape_to_allocate();

} // namespace detail

// A field of the object that a ref<Class> refers to; programs get it as a member of the class. Reading and writing is
// one atomic step each. `+=` and the like are a read and a write: the functions at the end are one step.
template <class Class, detail::fixed_string Name, class Type> class field {
  public:
    using value_type = Type;
    static constexpr bool is_place = true;
    static constexpr std::string_view name = Name.view();

    field() = default;
    field(const field &) = delete; // it is a place: copy what it holds by (), or a type

    Type operator()() const { return get(); }
    operator Type() const { return get(); }
    template <class Value> // the first is asked alone while the class is incomplete
        requires(!std::same_as<std::remove_cvref_t<Value>, field>) && detail::gives<Value, Type>
    field &operator=(Value &&value) {
        put(detail::converted<Type>(std::forward<Value>(value)));
        return *this;
    }
    field &operator=(const field &other) {
        put(other.get());
        return *this;
    }

    Type get() const {
        std::uint32_t shape = shape_id();
        std::uint64_t entry = cache_.read.load(std::memory_order_relaxed);
        if (!detail::field_cache::hits(entry, shape)) [[unlikely]] {
            return get_slowly();
        }
        std::uint64_t place = detail::field_cache::place(entry, reference());
        if constexpr (detail::is_raw<Type>) {
            return detail::load_raw<Type>(place);
        } else {
            detail::root held;
            std::uint64_t word = detail::root::load_word(detail::at<std::uint64_t>(place), held);
            if constexpr (std::derived_from<Type, detail::rooted> && !std::same_as<Type, object>) {
                if (word == CL_TAG_NULL || (detail::is_reference(word) && Type::fits(word))) { // without an any
                    return Type(object(std::move(held)));
                }
            }
            return unwrap(detail::value_of(word, held));
        }
    }

    template <detail::gives<Type> Value = Type> void set(Value &&value) {
        put(detail::converted<Type>(std::forward<Value>(value)));
    }

    // What it refers to: e->boss->name, e->members->push_back(ada)
    template <class Held = Type>
        requires std::derived_from<Held, detail::rooted>
    auto operator->() const {
        return detail::arrow<Type>{get()};
    }

    template <class Other>
        requires std::convertible_to<const Other &, Type>
    friend bool operator==(const field &place, const Other &other) {
        return detail::is_same_value(place.get(), other);
    }
    template <class Stream>
        requires requires(Stream &stream, const Type &value) { stream << value; }
    friend Stream &operator<<(Stream &stream, const field &place) {
        stream << place.get();
        return stream;
    }

    // One step for all threads of all processes.
    template <detail::gives<Type> Expected = Type, detail::gives<Type> Value = Type>
    bool compare_and_set(Expected &&expected, Value &&value) {
        return detail::compare_and_set(place(), detail::wrapped<Type>(std::forward<Expected>(expected)),
                                       detail::wrapped<Type>(std::forward<Value>(value)));
    }
    template <detail::gives<Type> Value = Type> Type get_and_set(Value &&value) {
        return detail::get_and_set<Type>(place(), detail::converted<Type>(std::forward<Value>(value)));
    }
    template <detail::gives<Type> Delta>
        requires(std::is_arithmetic_v<Type> && !std::same_as<Type, bool>)
    Type get_and_add(Delta &&delta) {
        return detail::get_and_add<Type>(place(), detail::converted<Type>(std::forward<Delta>(delta)));
    }

  private:
    void put(const Type &value) {
        std::uint32_t shape = shape_id();
        std::uint64_t entry = cache_.write.load(std::memory_order_relaxed);
        if (!detail::field_cache::hits(entry, shape) || detail::here.read_only) [[unlikely]] { // a writer's child
            set_slowly(value);
            return;
        }
        std::uint64_t place = detail::field_cache::place(entry, reference());
        if constexpr (detail::is_raw<Type>) {
            detail::store_raw<Type>(place, value);
        } else {
            detail::session session;
            cl_store_at(session.slot(), place, detail::word_of(session, detail::codec<Type>::wrap(value)));
        }
        if (detail::shape_id_of(reference()) != shape) [[unlikely]] { // it was moved, maybe before the store
            set_slowly(value);
        }
    }

    std::uint32_t shape_id() const {
        if (reference() == 0) [[unlikely]] {
            throw shared_memory_error(reason::argument,
                                      "field '" + std::string(name) + "' of a null reference; ask it first");
        }
        return detail::shape_id_of(reference());
    }

    // 0 as long as there is none, in a reader.
    static std::uint32_t name_entity() {
        static std::atomic<std::uint32_t> known{0};
        std::uint32_t found = known.load(std::memory_order_relaxed);
        if (found == 0) {
            found = detail::field_name(name);
            known.store(found, std::memory_order_relaxed);
        }
        return found;
    }

    detail::field_place place() const {
        shape_id();
        return {reference(), name_entity()};
    }

    static Type unwrap(const any &found) {
        try {
            return found.as<Type>();
        } catch (const number_overflow &conflict) {
            throw number_overflow(where() + conflict.what());
        } catch (const type_conflict &conflict) {
            throw type_conflict(where() + conflict.what());
        }
    }

    static std::string where() {
        return "field '" + std::string(name) + "' of " + std::string(Class::shared_name) + ": ";
    }

    // For a shape that has the field in the object itself.
    static std::uint64_t entry_for(std::uint32_t id, const cl_field &found) noexcept {
        return found.slot >= detail::shape_at(id).inline_slots
                   ? detail::not_cached
                   : std::uint64_t{id} << 32 | (sizeof(cl_object_header) + 8 * std::uint64_t{found.slot} + found.byte);
    }

    static bool is_as_declared(const cl_field &found) {
        cl_field_spec own = detail::declared<Type>(found.name);
        return found.type == own.type && found.type_name == own.type_name &&
               (found.flags & CL_FIELD_WIDTH_MASK) == (own.flags & CL_FIELD_WIDTH_MASK) &&
               (found.flags & CL_FIELD_FINAL) == 0;
    }

    // A version without the field: the class has it from now on, when it pins its fields. A reader adds none.
    static void found_missing(const cl_shape &shape) {
        if constexpr (!Class::colors_is_open) {
            if (!detail::here.read_only) {
                detail::shape_to_allocate<Class>();
                return;
            }
            const cl_shape *pins = detail::pins_of(shape.class_entity);
            if (pins == nullptr || detail::find_field(*pins, name_entity()) == nullptr) {
                detail::no_field(shape, name, "; no program has declared it, and this process, which is attached "
                                              "read-only, cannot add it; look whether the name is right");
            }
        }
    }

    // What the version lacks reads as zero, "" or null, if its class has it.
    Type get_slowly() const {
        std::uint32_t id = shape_id();
        const cl_field *found = detail::find_field(detail::shape_at(id), name_entity());
        if (found == nullptr) {
            found_missing(detail::shape_at(id));
            return Type{};
        }
        if (found->slot_kind == cl_slot_kind_of(detail::codec<Type>::type, detail::codec<Type>::flags)) {
            cache_.read.store(entry_for(id, *found), std::memory_order_relaxed);
        }
        return unwrap(detail::load_field(reference(), detail::shape_at(id), *found));
    }

    void set_slowly(const Type &value) {
        detail::require_writable();
        std::uint32_t id = shape_id();
        const cl_field *found = detail::find_field(detail::shape_at(id), name_entity());
        if (found == nullptr) {
            found_missing(detail::shape_at(id));
        }
        if (found == nullptr && detail::pins_of(detail::shape_at(id).class_entity) == nullptr) {
            add(value);
            return;
        }
        bool same_kind = found != nullptr &&
                         found->slot_kind == cl_slot_kind_of(detail::codec<Type>::type, detail::codec<Type>::flags);
        if (same_kind && is_as_declared(*found)) {
            cache_.write.store(entry_for(id, *found), std::memory_order_relaxed);
        }
        detail::put_field(reference(), name_entity(), detail::codec<Type>::wrap(value));
    }

    // As the class declares it.
    void add(const Type &value) {
        detail::session session;
        detail::add_field(session, reference(), detail::declared<Type>(name_entity()),
                          detail::codec<Type>::wrap(value));
    }

    // All members of a class are one place, its union's: read as bytes, whichever was written.
    std::uint64_t reference() const noexcept {
        std::uint64_t reference;
        std::memcpy(&reference, &storage_, sizeof reference);
        return reference;
    }

    std::uint64_t storage_;
    static inline detail::field_cache cache_{};
};

namespace detail {

// The words with which all members of the class begin: the place itself.
struct place_of_class {
    std::uint64_t reference;
};

template <class Class, class... Fields> struct field_list {
    static constexpr std::size_t count = sizeof...(Fields);
    static std::vector<cl_field_spec> specs() {
        return {declared<typename Fields::value_type>(entity(CL_KIND_NAME, Fields::name))...};
    }
};

template <class Class>
concept shared_class = requires {
    { Class::shared_name } -> std::convertible_to<std::string_view>;
    typename Class::colors_fields;
};

template <class Class> std::uint32_t class_entity() {
    static const std::uint32_t found = entity(CL_KIND_CLASS, Class::shared_name);
    return found;
}

// Another program may have declared the class first: the fields stay as they are there.
inline void check_declared(std::string_view class_name, std::uint32_t shape, const std::vector<cl_field_spec> &specs) {
    for (const cl_field_spec &spec : specs) {
        const cl_field *found = find_field(shape_at(shape), spec.name);
        if (found != nullptr && (found->type != spec.type || found->type_name != spec.type_name) &&
            found->type != CL_TYPE_ANY && spec.type != CL_TYPE_ANY) {
            throw type_conflict("field '" + std::string(name_of(spec.name)) + "' of class " + std::string(class_name) +
                                " was declared " + type_text(*found) + " by another program, and is declared " +
                                type_text(spec.type) + " here; give it that type here, or another name");
        }
    }
}

// The version that this program allocates.
template <class Class> std::uint32_t declare() {
    std::uint32_t entity = class_entity<Class>();
    std::vector<cl_field_spec> specs = Class::colors_fields::specs();
    auto count = static_cast<std::uint32_t>(specs.size());
    failure failed;
    if (here.read_only) {
        return failed.check(cl_shape_intern(entity, specs.data(), count, failed));
    }
    if (Class::colors_is_open) {
        return failed.check(cl_shape_intern(entity, specs.data(), count, failed));
    }
    std::string declarer = "C++ class " + std::string(Class::shared_name).substr(0, 300);
    std::uint32_t name = detail::entity(CL_KIND_NAME, declarer);
    std::uint32_t shape = failed.check(cl_shape_declare(entity, specs.data(), count, name, failed));
    check_declared(Class::shared_name, shape, specs);
    return shape;
}

template <class Class> std::uint32_t shape_to_allocate() {
    static const std::uint32_t shape = declare<Class>();
    return shape;
}

} // namespace detail

// A reference to an object of a shared class, or null: a counted root, as object is. `->` reaches its fields.
template <class Class> class ref : public detail::handle<ref<Class>> {
    static_assert(detail::shared_class<Class>, "a class for colors::ref declares its fields by COLORS_CLASS");
    static_assert(sizeof(Class) == sizeof(detail::place_of_class),
                  "a class with COLORS_CLASS has no other members and no virtual methods: it is a place");

  public:
    using base = detail::handle<ref>;
    ref() noexcept = default;
    ref(std::nullptr_t) noexcept {}
    // Of any object of the class. Throws type_conflict.
    explicit ref(object other) : base(std::move(other)), fields_(base::reference()) {}
    ref(const ref &other) noexcept : base(static_cast<const base &>(other)), fields_(base::reference()) {}
    ref(ref &&other) noexcept : base(static_cast<base &&>(other)), fields_(base::reference()) {
        other.fields_.colors_place.reference = 0;
    }
    ref &operator=(ref other) noexcept {
        base::operator=(static_cast<base &&>(other));
        fields_.colors_place.reference = base::reference();
        return *this;
    }
    ~ref() = default;

    Class *operator->() const noexcept { return &fields_; }
    Class &operator*() const noexcept { return fields_; }

    static bool fits(std::uint64_t reference) {
        return detail::shape_of(reference).class_entity == detail::class_entity<Class>();
    }
    static std::string expected() { return "an object of class " + std::string(Class::shared_name); }

  private:
    mutable Class fields_{0};
};

namespace detail {

template <class Class> struct codec<ref<Class>> : handle_codec<ref<Class>, CL_TYPE_CLASS> {
    static constexpr std::uint32_t type = CL_TYPE_CLASS;
    static std::uint32_t type_name() { return class_entity<Class>(); }
};

template <class Class, std::size_t... Index, class... Values>
void set_fields(Class &object, std::index_sequence<Index...>, Values &&...values) {
    [[maybe_unused]] constexpr auto members = Class::colors_members();
    ((object.*std::get<Index + 1>(members) = std::forward<Values>(values)), ...);
}

} // namespace detail

// Allocates an object; its first fields get the values, the others are zero, "" or null. Throws out_of_shared_memory,
// type_conflict where another program declared the class otherwise.
template <class Class, class... Values> ref<Class> allocate(Values &&...values) {
    detail::require_writable();
    detail::session session;
    detail::failure failed;
    std::uint64_t made = failed.check(cl_allocate(session.slot(), detail::shape_to_allocate<Class>(), failed));
    session.called();
    ref<Class> object{colors::object(detail::root::adopt(session, made))};
    static_assert(sizeof...(Values) <= Class::colors_fields::count, "more values than the class has fields");
    detail::set_fields(*object, std::index_sequence_for<Values...>{}, std::forward<Values>(values)...);
    return object;
}

} // namespace colors

// ---- the macro: COLORS_CLASS(class, "shared.Name", (field, type), ...), at the start of the struct ----

#define COLORS_EXPAND(...)             COLORS_EXPAND3(COLORS_EXPAND3(COLORS_EXPAND3(COLORS_EXPAND3(__VA_ARGS__))))
#define COLORS_EXPAND3(...)            COLORS_EXPAND2(COLORS_EXPAND2(COLORS_EXPAND2(COLORS_EXPAND2(__VA_ARGS__))))
#define COLORS_EXPAND2(...)            COLORS_EXPAND1(COLORS_EXPAND1(COLORS_EXPAND1(COLORS_EXPAND1(__VA_ARGS__))))
#define COLORS_EXPAND1(...)            __VA_ARGS__
#define COLORS_UNWRAP(...)             __VA_ARGS__
#define COLORS_AGAIN()                 COLORS_EACH_NEXT
#define COLORS_PARENTHESES             ()
#define COLORS_EACH(MACRO, CLASS, ...) __VA_OPT__(COLORS_EXPAND(COLORS_EACH_NEXT(MACRO, CLASS, __VA_ARGS__)))
#define COLORS_EACH_NEXT(MACRO, CLASS, FIRST, ...)                                                                     \
    MACRO(CLASS, COLORS_UNWRAP FIRST) __VA_OPT__(COLORS_AGAIN COLORS_PARENTHESES(MACRO, CLASS, __VA_ARGS__))

#define COLORS_FIELD(CLASS, ...)           COLORS_FIELD_OF(CLASS, __VA_ARGS__)
#define COLORS_FIELD_OF(CLASS, NAME, ...)  ::colors::field<CLASS, #NAME, __VA_ARGS__> NAME;
#define COLORS_TYPE(CLASS, ...)            COLORS_TYPE_OF(CLASS, __VA_ARGS__)
#define COLORS_TYPE_OF(CLASS, NAME, ...)   , ::colors::field<CLASS, #NAME, __VA_ARGS__>
#define COLORS_MEMBER(CLASS, ...)          COLORS_MEMBER_OF(CLASS, __VA_ARGS__)
#define COLORS_MEMBER_OF(CLASS, NAME, ...) , &CLASS::NAME

#define COLORS_CLASS_AS(CLASS, SHARED_NAME, IS_OPEN, ...)                                                              \
    [[maybe_unused]] static constexpr std::string_view shared_name = SHARED_NAME;                                      \
    [[maybe_unused]] static constexpr bool colors_is_open = IS_OPEN;                                                   \
    using colors_fields = ::colors::detail::field_list<CLASS COLORS_EACH(COLORS_TYPE, CLASS, __VA_ARGS__)>;            \
    static constexpr auto colors_members() {                                                                           \
        return std::make_tuple(0 COLORS_EACH(COLORS_MEMBER, CLASS, __VA_ARGS__));                                      \
    }                                                                                                                  \
    explicit CLASS(std::uint64_t reference) noexcept : colors_place{reference} {}                                      \
    CLASS(const CLASS &) = delete;                                                                                     \
    union {                                                                                                            \
        ::colors::detail::place_of_class colors_place;                                                                 \
        COLORS_EACH(COLORS_FIELD, CLASS, __VA_ARGS__)                                                                  \
    };

// Pins the fields: no program removes or retypes them from then on.
#define COLORS_CLASS(CLASS, SHARED_NAME, ...) COLORS_CLASS_AS(CLASS, SHARED_NAME, false, __VA_ARGS__)
// Pins nothing: fields can be removed and retyped by any program. What an object lacks reads as zero, "" or null.
#define COLORS_OPEN_CLASS(CLASS, SHARED_NAME, ...) COLORS_CLASS_AS(CLASS, SHARED_NAME, true, __VA_ARGS__)

#endif
