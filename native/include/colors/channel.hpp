// SPDX-License-Identifier: Apache-2.0
// Channels: queues of messages with a name, for threads of all processes.
#ifndef COLORS_CHANNEL_HPP
#define COLORS_CHANNEL_HPP

#include "monitor.hpp"
#include "shape.hpp"

namespace colors {

// A message is of another type, or has no room in it. It was taken out of the channel, for nobody could receive what
// comes after it else: message() is what it was. A string that has no UTF-8 is an object.
class unexpected_message : public type_conflict {
  public:
    unexpected_message(const std::string &text, any message)
        : type_conflict(text), message_(std::make_shared<const any>(std::move(message))) {}
    const any &message() const noexcept { return *message_; }

  private:
    std::shared_ptr<const any> message_; // an exception is copied without one of its own
};

// Messages of one type, in their order. channel<any> takes the channel as it is, or makes one for every value. May be
// used by any thread. A range over it receives until the channel is closed and empty.
template <class Type = any> class channel {
    static_assert(detail::value<Type>, COLORS_NO_VALUE);

  public:
    // Found or made. capacity 0: as it is, or CL_CHANNEL_CAPACITY. Throws type_conflict, shared_memory_error when it
    // has another type or capacity.
    explicit channel(std::string_view key, std::uint32_t capacity = 0) {
        detail::ensure_attached();
        detail::session session;
        detail::failure failed;
        cl_channel_spec spec{capacity, 0, 0};
        if constexpr (!std::same_as<Type, any>) {
            spec.type = detail::codec<Type>::type;
            spec.type_name = detail::codec<Type>::type_name();
        }
        queue_ = failed.check(cl_channel_open(session.slot(), key.data(), key.size(), &spec, failed));
        session.called();
    }

    std::string key() const { return std::string(detail::name_of(queue().channel)); }
    std::uint32_t capacity() const { return queue().capacity; }
    // As shared_field::type.
    std::string type() const { return detail::type_text(message()); }
    // Messages in it now.
    std::uint32_t size() const { return cl_channel_size(queue_); }
    bool is_closed() const { return cl_channel_is_closed(queue_) != 0; }

    // Waits while it is full. Throws channel_closed; type_conflict when the channel has another type.
    template <detail::gives<Type> Message = Type> void send(Message &&message) const {
        send_ns(detail::wrapped<Type>(std::forward<Message>(message)), UINT64_MAX);
    }
    // Return whether there was room in time.
    template <detail::gives<Type> Message = Type> bool try_send(Message &&message) const {
        return send_ns(detail::wrapped<Type>(std::forward<Message>(message)), 0);
    }
    template <detail::gives<Type> Message = Type, class Rep, class Period>
    bool send_for(Message &&message, const std::chrono::duration<Rep, Period> &time) const {
        return send_ns(detail::wrapped<Type>(std::forward<Message>(message)),
                       static_cast<std::uint64_t>(detail::nanoseconds(time)));
    }

    // Waits for a message. Throws channel_closed when none will come, unexpected_message, which has the message.
    Type receive() const { return *receive_ns(UINT64_MAX); }
    // Nothing when none came in time.
    std::optional<Type> try_receive() const { return receive_ns(0); }
    template <class Rep, class Period>
    std::optional<Type> receive_for(const std::chrono::duration<Rep, Period> &time) const {
        return receive_ns(static_cast<std::uint64_t>(detail::nanoseconds(time)));
    }

    // From then on nothing is sent; what is in it can be received.
    void close() const {
        detail::require_writable();
        detail::session session;
        detail::failure failed;
        failed.check(cl_channel_close(session.slot(), queue_, failed));
    }

    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = Type;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        explicit iterator(const channel &from) : from_(&from) { ++*this; }
        const Type &operator*() const { return *message_; }
        iterator &operator++() {
            try {
                message_ = from_->receive();
            } catch (const channel_closed &) {
                message_.reset();
            }
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const iterator &at, std::default_sentinel_t) { return !at.message_; }

      private:
        const channel *from_ = nullptr;
        std::optional<Type> message_{};
    };
    iterator begin() const { return iterator(*this); }
    std::default_sentinel_t end() const { return {}; }

  private:
    const cl_queue &queue() const { return detail::at<cl_queue>(queue_); }

    // What a message has to fit, as a declared field says it.
    cl_field message() const {
        cl_field field{};
        field.type = static_cast<std::uint8_t>(queue().type);
        field.type_name = queue().type_name;
        field.slot_kind = CL_SLOT_TAGGED;
        field.flags = CL_FIELD_DECLARED | CL_FIELD_NULLABLE;
        return field;
    }

    bool send_ns(const any &value, std::uint64_t timeout_ns) const {
        detail::require_writable();
        cl_field wanted = message();
        if (!detail::fits(wanted, value)) {
            throw type_conflict("channel '" + key() + "' has messages of type " + type() + "; it cannot take " +
                                detail::describe(value) + "; nothing was sent");
        }
        detail::session session;
        detail::failure failed;
        std::uint64_t word = detail::bits_for(session, wanted.type, wanted.flags, value);
        std::int32_t done = failed.check(cl_channel_send(session.slot(), queue_, word, timeout_ns, spin_ns, failed));
        session.called();
        if (done == CL_CHANNEL_CLOSED) {
            throw channel_closed("channel '" + key() + "' is closed; nothing was sent");
        }
        return done == 1;
    }

    std::optional<Type> receive_ns(std::uint64_t timeout_ns) const {
        detail::require_writable();
        detail::session session;
        detail::failure failed;
        std::uint64_t word = 0;
        std::int32_t done =
            failed.check(cl_channel_receive(session.slot(), queue_, timeout_ns, spin_ns, &word, failed));
        session.called();
        if (done == CL_CHANNEL_CLOSED) {
            throw channel_closed("channel '" + key() + "' is closed and empty");
        }
        return done == 1 ? std::optional<Type>(received(session, word)) : std::nullopt;
    }

    Type received(const detail::session &session, std::uint64_t word) const {
        detail::root held = detail::is_reference(word) ? detail::root::adopt(session, word) : detail::root();
        try {
            return detail::codec<Type>::unwrap(detail::value_of(word, held));
        } catch (const type_conflict &conflict) {
            throw unexpected_message("channel '" + key() + "': " + conflict.what() +
                                         "; the message was received: message() of this error",
                                     as_any(word, held));
        }
    }

    static any as_any(std::uint64_t word, const detail::root &held) {
        try {
            return detail::value_of(word, held);
        } catch (const type_conflict &) {
            return object(held);
        }
    }

    static constexpr std::uint64_t spin_ns = 10000;
    std::uint64_t queue_;
};

// The keys of all channels, sorted.
inline std::vector<std::string> channels() {
    std::vector<std::string> keys;
    for (std::uint32_t entity : detail::entities(CL_KIND_CHANNEL)) {
        if (detail::load(detail::entity_at(entity).value) != 0) {
            keys.emplace_back(detail::name_of(entity));
        }
    }
    std::sort(keys.begin(), keys.end());
    return keys;
}

// Closes it, drops what is in it, and forgets it. Returns whether there was one.
inline bool remove_channel(std::string_view key) {
    detail::ensure_attached();
    detail::require_writable();
    detail::session session;
    detail::failure failed;
    bool removed = cl_channel_remove(session.slot(), key.data(), key.size(), failed) != 0;
    if (!removed && failed.is_set()) {
        failed.raise();
    }
    return removed;
}

} // namespace colors

#endif
