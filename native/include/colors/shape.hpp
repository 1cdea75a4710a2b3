// SPDX-License-Identifier: Apache-2.0
// Fields by name, with the rules of dynamic languages: one that is missing is added, a value of another type moves the
// object to a wider version, unless a static language declared the type.
#ifndef COLORS_SHAPE_HPP
#define COLORS_SHAPE_HPP

#include <algorithm>

#include "value.hpp"

namespace colors {

struct shared_field {
    std::string name;
    std::string type; // "integer", "string", a class's name
    bool nullable;
    bool declared;
};

// A version of a shared class.
struct shared_type {
    std::string name;
    std::uint32_t version;
    std::vector<shared_field> fields; // in no promised order
};

namespace detail {

// The live field of a version, nullptr when it has none of that name.
inline const cl_field *find_field(const cl_shape &shape, std::uint32_t name) noexcept {
    for (std::uint32_t i = 0; i < shape.field_count; i++) {
        if (shape.fields[i].name == name && (shape.fields[i].flags & CL_FIELD_REMOVED) == 0) {
            return &shape.fields[i];
        }
    }
    return nullptr;
}

// Where a field of a version of an object begins: in the object, else in its extension blocks, of which block k has
// CL_EXTENSION_SLOTS << k slots.
inline std::uint64_t place_of(std::uint64_t reference, const cl_shape &shape, const cl_field &field) noexcept {
    std::uint32_t slot = field.slot;
    if (slot >= shape.inline_slots) {
        slot -= shape.inline_slots;
        for (std::uint32_t slots = CL_EXTENSION_SLOTS;; slots *= 2) {
            reference = std::uint64_t{load(header_of(reference).extension)} << CL_GRANULE_SHIFT;
            if (slot < slots) {
                break;
            }
            slot -= slots;
        }
    }
    return reference + sizeof(cl_object_header) + 8 * std::uint64_t{slot} + field.byte;
}

inline std::string type_text(const cl_field &field) {
    return field.type == CL_TYPE_CLASS ? std::string(name_of(field.type_name)) : type_text(field.type);
}

inline const char *width_text(std::uint32_t flags) noexcept {
    switch (flags & CL_FIELD_WIDTH_MASK) {
    case CL_FIELD_INT8:
        return " of 8 bits";
    case CL_FIELD_INT16:
        return " of 16 bits";
    case CL_FIELD_CHAR:
        return " from 0 to 65535";
    case 0:
        return "";
    default:
        return " of 32 bits";
    }
}

inline std::uint32_t type_of(const any &value) noexcept {
    static constexpr std::uint32_t types[] = {CL_TYPE_ANY, CL_TYPE_BOOLEAN, CL_TYPE_INTEGER, CL_TYPE_FLOAT,
                                              CL_TYPE_STRING};
    const auto *shared = std::get_if<object>(&value);
    return shared != nullptr ? type_of(shared->reference()) : types[value.index()];
}

inline std::uint32_t class_of(const any &value) noexcept {
    const auto *shared = std::get_if<object>(&value);
    return shared != nullptr && type_of(value) == CL_TYPE_CLASS ? shape_of(shared->reference()).class_entity : 0;
}

inline bool fits_width(std::uint32_t flags, const any &value) noexcept {
    if (const auto *real = std::get_if<double>(&value)) {
        return (flags & CL_FIELD_WIDTH_MASK) != CL_FIELD_FLOAT32 || !std::isfinite(*real) ||
               std::isfinite(static_cast<float>(*real));
    }
    const auto *integer = std::get_if<std::int64_t>(&value);
    std::int64_t least = 0, most = 0;
    switch (integer == nullptr ? 0 : flags & CL_FIELD_WIDTH_MASK) {
    case CL_FIELD_INT8:
        least = INT8_MIN, most = INT8_MAX;
        break;
    case CL_FIELD_INT16:
        least = INT16_MIN, most = INT16_MAX;
        break;
    case CL_FIELD_INT32:
        least = INT32_MIN, most = INT32_MAX;
        break;
    case CL_FIELD_CHAR:
        most = UINT16_MAX;
        break;
    default:
        return true;
    }
    return *integer >= least && *integer <= most;
}

// A declared float takes an integer that it can represent exactly.
inline bool fits_widened(const cl_field &field, const any &value) noexcept {
    const auto *integer = std::get_if<std::int64_t>(&value);
    if (integer == nullptr || field.type != CL_TYPE_FLOAT || (field.flags & CL_FIELD_DECLARED) == 0) {
        return false;
    }
    bool narrow = (field.flags & CL_FIELD_WIDTH_MASK) != 0;
    double number = narrow ? static_cast<double>(static_cast<float>(*integer)) : static_cast<double>(*integer);
    return number >= -0x1p63 && number < 0x1p63 && static_cast<std::int64_t>(number) == *integer;
}

inline bool fits(const cl_field &field, const any &value) noexcept {
    if (value.is_null()) {
        return (field.flags & CL_FIELD_NULLABLE) != 0;
    }
    if (field.type == CL_TYPE_ANY) {
        return true;
    }
    if (field.type == CL_TYPE_CLASS) {
        return type_of(value) == CL_TYPE_CLASS && class_of(value) == field.type_name;
    }
    return field.type == type_of(value) ? fits_width(field.flags, value) : fits_widened(field, value);
}

[[noreturn]] inline void conflict(const cl_shape &shape, const cl_field &field, const any &value) {
    std::string name(name_of(field.name));
    std::string text = "field '" + name + "' of " + std::string(name_of(shape.class_entity));
    if ((field.flags & CL_FIELD_FINAL) != 0) {
        throw type_conflict(text + " is final: an object keeps what it was made with; make another object; nothing was "
                                   "stored");
    }
    text += (field.flags & CL_FIELD_DECLARED) != 0 ? " is declared " : " is of type ";
    text += type_text(field) + width_text(field.flags) + ((field.flags & CL_FIELD_NULLABLE) != 0 ? "" : ", not null") +
            "; it cannot hold " + describe(value) + "; nothing was stored";
    if (!value.is_null() && type_of(value) == field.type && (field.flags & CL_FIELD_WIDTH_MASK) != 0) {
        throw number_overflow(text);
    }
    throw type_conflict(text);
}

// The bits of a value that fits: raw, or a tagged word.
inline std::uint64_t bits_for(const session &session, std::uint32_t type, std::uint32_t flags, const any &value) {
    bool narrow = (flags & CL_FIELD_WIDTH_MASK) == CL_FIELD_FLOAT32;
    if (type == CL_TYPE_FLOAT && !value.is_null()) {
        const auto *integer = std::get_if<std::int64_t>(&value);
        double number = integer != nullptr ? static_cast<double>(*integer) : std::get<double>(value);
        number = narrow ? static_cast<double>(static_cast<float>(number)) : number;
        return (flags & CL_FIELD_NULLABLE) != 0 ? word_of(session, number) : std::bit_cast<std::uint64_t>(number);
    }
    if (cl_slot_kind_of(type, flags) == CL_SLOT_TAGGED) {
        return word_of(session, value);
    }
    return type == CL_TYPE_BOOLEAN ? std::get<bool>(value) : static_cast<std::uint64_t>(std::get<std::int64_t>(value));
}

inline any load_field(std::uint64_t reference, const cl_shape &shape, const cl_field &field) {
    if (field.slot_kind == CL_SLOT_TAGGED) {
        root held;
        std::uint64_t word = root::load_word(at<std::uint64_t>(place_of(reference, shape, field)), held);
        return value_of(word, held);
    }
    std::uint64_t bits = cl_load_number(reference, &field);
    return field.type == CL_TYPE_BOOLEAN ? any(bits != 0)
           : field.type == CL_TYPE_FLOAT ? any(std::bit_cast<double>(bits))
                                         : any(static_cast<std::int64_t>(bits));
}

inline void store_field(const session &session, std::uint64_t reference, const cl_field &field, const any &value) {
    std::uint64_t bits = bits_for(session, field.type, field.flags, value);
    if (field.slot_kind == CL_SLOT_TAGGED) {
        cl_store_tagged(session.slot(), reference, field.slot, bits);
    } else {
        cl_store_number(reference, &field, bits);
    }
}

// What is pinned of a class, nullptr when nothing is.
inline const cl_shape *pins_of(std::uint32_t class_entity) noexcept {
    auto newest = static_cast<std::uint32_t>(load(entity_at(class_entity).value));
    std::uint32_t pins = newest == 0 ? 0 : shape_at(newest).pins;
    return pins == 0 ? nullptr : &shape_at(pins);
}

inline cl_field_spec spec_of(const cl_field &field) noexcept {
    constexpr std::uint32_t kept = CL_FIELD_NULLABLE | CL_FIELD_DECLARED | CL_FIELD_WIDTH_MASK;
    return {field.name, field.type_name, field.type, field.flags & kept};
}

// The field that a value makes where there is none, or the narrowest one that takes it, too.
inline cl_field_spec spec_for(const cl_field *field, std::uint32_t name, const any &value) noexcept {
    if (field != nullptr) {
        cl_field_spec wider = spec_of(*field);
        wider.flags |= CL_FIELD_NULLABLE;
        return value.is_null() ? wider : cl_field_spec{name, 0, CL_TYPE_ANY, CL_FIELD_NULLABLE};
    }
    std::uint32_t type = type_of(value);
    bool raw = type == CL_TYPE_INTEGER || type == CL_TYPE_FLOAT || type == CL_TYPE_BOOLEAN;
    return {name, class_of(value), type, raw ? 0 : CL_FIELD_NULLABLE};
}

inline void add_field(const session &session, std::uint64_t reference, const cl_field_spec &spec, const any &value) {
    std::uint64_t bits = bits_for(session, spec.type, spec.flags, value);
    failure failed;
    failed.check(cl_evolve_put(session.slot(), reference, &spec, bits, failed));
    session.called();
}

// Sets a field of an object that the caller keeps alive.
inline void put_field(std::uint64_t reference, std::uint32_t name, const any &value) {
    require_writable();
    session session;
    for (;;) {
        std::uint32_t id = shape_id_of(reference);
        const cl_shape &shape = shape_at(id);
        const cl_field *field = find_field(shape, name);
        if (field != nullptr && (field->flags & CL_FIELD_FINAL) == 0 && fits(*field, value)) {
            store_field(session, reference, *field, value);
            if (shape_id_of(reference) == id) {
                return;
            }
            continue; // it was moved to another version meanwhile, maybe before the store
        }
        if (field != nullptr && (field->flags & (CL_FIELD_DECLARED | CL_FIELD_FINAL)) != 0) {
            conflict(shape, *field, value);
        }
        const cl_shape *pins = pins_of(shape.class_entity);
        const cl_field *pin = pins == nullptr ? nullptr : find_field(*pins, name);
        if (pin != nullptr && !fits(*pin, value)) {
            conflict(shape, *pin, value);
        }
        add_field(session, reference, pin != nullptr ? spec_of(*pin) : spec_for(field, name, value), value);
        return;
    }
}

[[noreturn]] inline void no_field(const cl_shape &shape, std::string_view name, const std::string &hint = "") {
    std::string fields;
    for (std::uint32_t i = 0; i < shape.field_count; i++) {
        if ((shape.fields[i].flags & CL_FIELD_REMOVED) == 0) {
            fields += (fields.empty() ? "" : ", ") + std::string(name_of(shape.fields[i].name));
        }
    }
    throw shared_memory_error(reason::argument, "an object of class " + std::string(name_of(shape.class_entity)) +
                                                    " has no field '" + std::string(name) + "'; it has [" + fields +
                                                    "]" + hint);
}

// Of an object of a class; a container has no fields.
inline const cl_shape &class_shape_of(std::uint64_t reference) {
    const cl_shape &shape = shape_of(reference);
    if (shape.kind != CL_KIND_OBJECT) {
        throw shared_memory_error(reason::argument, std::string("a shared ") + type_text(type_of(reference)) +
                                                        " has no fields; expected an object of a class");
    }
    return shape;
}

} // namespace detail

inline std::string detail::rooted::class_name() const {
    return std::string(detail::name_of(detail::shape_of(checked()).class_entity));
}

inline bool detail::rooted::has(std::string_view name) const {
    return detail::find_field(detail::class_shape_of(checked()), detail::field_name(name)) != nullptr;
}

inline any detail::rooted::get(std::string_view name) const {
    const cl_shape &shape = detail::class_shape_of(checked());
    const cl_field *field = detail::find_field(shape, detail::field_name(name));
    if (field == nullptr) {
        detail::no_field(shape, name);
    }
    return detail::load_field(reference(), shape, *field);
}

inline void detail::rooted::set(std::string_view name, const any &value) const {
    detail::class_shape_of(checked());
    detail::put_field(reference(), detail::entity(CL_KIND_NAME, name), value);
}

inline bool detail::rooted::remove(std::string_view name) const {
    std::uint32_t entity = detail::entity(CL_KIND_NAME, name);
    detail::require_writable();
    if (detail::find_field(detail::class_shape_of(checked()), entity) == nullptr) {
        return false;
    }
    detail::session session;
    detail::failure failed;
    failed.check(cl_evolve_remove(session.slot(), reference(), entity, failed));
    return true;
}

// The version of its class that an object has now.
inline colors::shared_type shared_type_of(const detail::rooted &shared) {
    if (!shared) {
        throw shared_memory_error(reason::argument, "null has no type; ask it first");
    }
    const cl_shape &shape = detail::shape_of(shared.reference());
    colors::shared_type type{std::string(detail::name_of(shape.class_entity)), shape.version, {}};
    for (std::uint32_t i = 0; i < shape.field_count; i++) {
        const cl_field &field = shape.fields[i];
        if ((field.flags & CL_FIELD_REMOVED) == 0) {
            type.fields.push_back({std::string(detail::name_of(field.name)), detail::type_text(field),
                                   (field.flags & CL_FIELD_NULLABLE) != 0, (field.flags & CL_FIELD_DECLARED) != 0});
        }
    }
    return type;
}

} // namespace colors

#endif
