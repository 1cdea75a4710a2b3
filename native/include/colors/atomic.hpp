// SPDX-License-Identifier: Apache-2.0
// Compare and set, get and set, get and add: one step each for all threads of all processes. A place is read, its value
// computed, and exchanged if it is still the same.
#ifndef COLORS_ATOMIC_HPP
#define COLORS_ATOMIC_HPP

#include "equality.hpp"
#include "shape.hpp"

namespace colors::detail {

// What is found in a place, and the exchange of it: CL_STALE when it changed meanwhile.
//   any read(session);  int32_t exchange(session, const any &value);
template <class Place, class Next> any update(Place &&place, Next &&next) {
    require_writable();
    session session;
    for (;;) {
        any found = place.read(session);
        std::optional<any> value = next(std::as_const(found));
        if (!value || place.exchange(session, *value) == 1) {
            return found;
        }
    }
}

template <class Place> bool compare_and_set(Place &&place, const any &expected, const any &value) {
    bool same = false;
    update(place, [&](const any &found) {
        same = found == expected;
        return same ? std::optional<any>(value) : std::nullopt;
    });
    return same;
}

// These read what was there as the type before they change it: so nothing changes when it has another one.
template <class Type, class Place> Type get_and_set(Place &&place, const Type &value) {
    std::optional<Type> before;
    any wrapped = codec<Type>::wrap(value);
    update(place, [&](const any &found) {
        before = codec<Type>::unwrap(found);
        return std::optional<any>(wrapped);
    });
    return std::move(*before);
}

inline any sum(const any &found, const any &delta) {
    const auto *integer = std::get_if<std::int64_t>(&found);
    const auto *added = std::get_if<std::int64_t>(&delta);
    if (integer != nullptr && added != nullptr) {
        std::int64_t result = 0;
        if (__builtin_add_overflow(*integer, *added, &result)) {
            throw number_overflow("the integer " + std::to_string(*integer) + " with " + std::to_string(*added) +
                                  " added overflows 64 bits; nothing was stored");
        }
        return result;
    }
    if (const auto *real = std::get_if<double>(&found)) {
        return *real + (added != nullptr ? static_cast<double>(*added) : delta.as<double>());
    }
    throw type_conflict((integer != nullptr ? "a float cannot be added to " : "nothing can be added to ") +
                        describe(found) + "; nothing was stored");
}

template <class Type, class Place> Type get_and_add(Place &&place, const Type &delta) {
    std::optional<Type> before;
    any wrapped = codec<Type>::wrap(delta);
    update(place, [&](const any &found) {
        before = codec<Type>::unwrap(found);
        any total = sum(found, wrapped);
        (void)codec<Type>::unwrap(total);
        return std::optional<any>(std::move(total));
    });
    return std::move(*before);
}

// A field of an object that the caller keeps alive.
class field_place {
  public:
    field_place(std::uint64_t reference, std::uint32_t name) : reference_(reference), name_(name) {}
    field_place(const rooted &shared, std::string_view name)
        : reference_(shared.reference()), name_(entity(CL_KIND_NAME, name)) {
        if (!shared) {
            throw shared_memory_error(reason::argument, "null has no fields; ask it first");
        }
    }

    any read(const session &session) {
        (void)session;
        id_ = shape_id_of(reference_);
        const cl_shape &shape = class_shape_of(reference_);
        field_ = find_field(shape, name_);
        if (field_ == nullptr) {
            no_field(shape, name_of(name_));
        }
        if ((field_->flags & CL_FIELD_FINAL) != 0) {
            conflict(shape, *field_, nullptr);
        }
        wanted_.place = place_of(reference_, shape_at(id_), *field_);
        wanted_.slot_kind = field_->slot_kind;
        if (field_->slot_kind != CL_SLOT_TAGGED) {
            wanted_.seen = raw(wanted_.place, field_->slot_kind);
            return any_of_raw(wanted_.seen);
        }
        wanted_.seen = root::load_word(at<std::uint64_t>(wanted_.place), held_);
        return value_of(wanted_.seen, held_);
    }

    std::int32_t exchange(const session &session, const any &value) {
        if (!fits(*field_, value)) {
            conflict(shape_at(id_), *field_, value);
        }
        wanted_.bits = exact(bits_for(session, field_->type, field_->flags, value));
        failure failed;
        std::int32_t done = cl_field_exchange(session.slot(), reference_, id_, &wanted_, failed);
        session.called();
        return done == 0 ? failed.check(done) : done;
    }

  private:
    static std::uint64_t raw(std::uint64_t place, std::uint32_t kind) noexcept {
        switch (kind) {
        case CL_SLOT_INT8:
        case CL_SLOT_BOOLEAN:
            return load(at<std::uint8_t>(place));
        case CL_SLOT_INT16:
        case CL_SLOT_CHAR:
            return load(at<std::uint16_t>(place));
        case CL_SLOT_INT32:
        case CL_SLOT_FLOAT32:
            return load(at<std::uint32_t>(place));
        default:
            return load(at<std::uint64_t>(place));
        }
    }

    // The field's own bytes.
    std::uint64_t exact(std::uint64_t bits) const noexcept {
        return field_->slot_kind == CL_SLOT_FLOAT32
                   ? std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)))
                   : bits;
    }

    any any_of_raw(std::uint64_t bits) const {
        switch (field_->slot_kind) {
        case CL_SLOT_BOOLEAN:
            return bits != 0;
        case CL_SLOT_FLOAT32:
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case CL_SLOT_FLOAT64:
            return std::bit_cast<double>(bits);
        case CL_SLOT_INT8:
            return static_cast<std::int8_t>(bits);
        case CL_SLOT_INT16:
            return static_cast<std::int16_t>(bits);
        case CL_SLOT_INT32:
            return static_cast<std::int32_t>(bits);
        default:
            return static_cast<std::int64_t>(bits);
        }
    }

    std::uint64_t reference_;
    std::uint32_t name_;
    std::uint32_t id_ = 0;
    const cl_field *field_ = nullptr;
    cl_exchange wanted_{};
    root held_{}; // so the same word is the same value
};

} // namespace colors::detail

namespace colors {

// Of a field by name, one step for all threads of all processes: they add no field and give none another type. Throw
// shared_memory_error, type_conflict, number_overflow.
inline bool compare_and_set(const detail::rooted &shared, std::string_view name, const any &expected,
                            const any &value) {
    return detail::compare_and_set(detail::field_place(shared, name), expected, value);
}
inline any get_and_set(const detail::rooted &shared, std::string_view name, const any &value) {
    return detail::get_and_set<any>(detail::field_place(shared, name), value);
}
// An integer or a float.
inline any get_and_add(const detail::rooted &shared, std::string_view name, const any &delta) {
    return detail::get_and_add<any>(detail::field_place(shared, name), delta);
}

} // namespace colors

#endif
