// SPDX-License-Identifier: Apache-2.0
// The exceptions of colors.hpp. What fails changes nothing; the text says what was wrong, what was expected and what to
// do. An index or key that is not there is std::out_of_range.
#ifndef COLORS_ERROR_HPP
#define COLORS_ERROR_HPP

#include <stdexcept>
#include <string>

#include "../colors.h"

namespace colors {

// Why an operation failed: enum cl_code, and what C says by results.
enum class reason : int {
    daemon = CL_ERR_DAEMON,
    fingerprint = CL_ERR_FINGERPRINT,
    permission = CL_ERR_PERMISSION,
    memory = CL_ERR_MEMORY,
    type = CL_ERR_TYPE,
    argument = CL_ERR_ARGUMENT,
    state = CL_ERR_STATE,
    system = CL_ERR_SYSTEM,
    protocol = CL_ERR_PROTOCOL,
    read_only = CL_ERR_READONLY,
    quota = CL_ERR_QUOTA,
    abandoned = CL_ERR_ABANDONED,
    closed = 100
};

// The base of all.
class shared_memory_error : public std::runtime_error {
  public:
    shared_memory_error(colors::reason why, const std::string &text) : std::runtime_error(text), reason_(why) {}
    colors::reason reason() const noexcept { return reason_; }

  private:
    colors::reason reason_;
};

// A value does not fit a type.
class type_conflict : public shared_memory_error {
  public:
    explicit type_conflict(const std::string &text) : shared_memory_error(colors::reason::type, text) {}
};

// A number beyond the width of a field, or beyond 64 bits.
class number_overflow : public type_conflict {
  public:
    using type_conflict::type_conflict;
};

// The heap or a table is full.
class out_of_shared_memory : public shared_memory_error {
  public:
    using shared_memory_error::shared_memory_error;
};

// A limit that the daemon has for one process.
class quota_exceeded : public out_of_shared_memory {
  public:
    using out_of_shared_memory::out_of_shared_memory;
};

// There is no daemon, or it refused.
class no_daemon : public shared_memory_error {
  public:
    using shared_memory_error::shared_memory_error;
};

// A change by a process that is attached read-only.
class read_only : public shared_memory_error {
  public:
    explicit read_only(const std::string &text) : shared_memory_error(colors::reason::read_only, text) {}
};

// Nothing can be sent, or nothing will come.
class channel_closed : public shared_memory_error {
  public:
    explicit channel_closed(const std::string &text) : shared_memory_error(colors::reason::closed, text) {}
};

// The owner of a monitor died before it left: what the monitor protects may be half changed.
class monitor_abandoned : public shared_memory_error {
  public:
    using shared_memory_error::shared_memory_error;
};

namespace detail {

[[noreturn]] inline void raise(const cl_error &error) {
    auto why = static_cast<reason>(error.code);
    switch (why) {
    case reason::type:
        throw type_conflict(error.text);
    case reason::memory:
        throw out_of_shared_memory(why, error.text);
    case reason::quota:
        throw quota_exceeded(why, error.text);
    case reason::daemon:
        throw no_daemon(why, error.text);
    case reason::read_only:
        throw read_only(error.text);
    case reason::abandoned:
        throw monitor_abandoned(why, error.text);
    default:
        throw shared_memory_error(why, error.text);
    }
}

// What a function of C is given to say what went wrong.
class failure {
  public:
    failure() noexcept { // not all of the text: it is long
        error_.code = CL_OK;
        error_.text[0] = 0;
    }
    operator cl_error *() noexcept { return &error_; }
    bool is_set() const noexcept { return error_.code != CL_OK; }
    [[noreturn]] void raise() const { detail::raise(error_); }
    // For results that are 0 when a function failed.
    template <class Result> Result check(Result result) const {
        if (result == Result{}) {
            raise();
        }
        return result;
    }

  private:
    cl_error error_;
};

} // namespace detail
} // namespace colors

#endif
