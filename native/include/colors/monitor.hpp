// SPDX-License-Identifier: Apache-2.0
// The monitor of a shared object, container or repository, for threads of all processes and languages. It is what the
// standard library calls Lockable and TimedLockable: std::scoped_lock, std::unique_lock and std::lock work with it.
#ifndef COLORS_MONITOR_HPP
#define COLORS_MONITOR_HPP

#include <chrono>

#include "roots.hpp"
#include "value.hpp"

namespace colors {

namespace detail {

inline constexpr std::int64_t for_ever = -1;

// From none, for what is negative, which would be for ever, and what is no number, to some 30 years.
template <class Rep, class Period> std::int64_t nanoseconds(const std::chrono::duration<Rep, Period> &time) {
    constexpr std::chrono::seconds most(1000000000);
    if (!(time > time.zero())) {
        return 0;
    }
    if (std::chrono::duration<double>(time) > most) {
        return std::chrono::nanoseconds(most).count();
    }
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

// Until then. The difference of two times may be more than their type can hold.
template <class Clock, class Duration>
std::int64_t nanoseconds_until(const std::chrono::time_point<Clock, Duration> &time) {
    using seconds = std::chrono::duration<double>;
    auto now = Clock::now().time_since_epoch();
    seconds left = seconds(time.time_since_epoch()) - seconds(now);
    if (left < std::chrono::seconds(-1) || left > std::chrono::seconds(1000000000)) {
        return nanoseconds(left);
    }
    return nanoseconds(time.time_since_epoch() - now);
}

} // namespace detail

class repository_base;

// Keeps its object alive. A thread may enter again a monitor that it has.
class monitor {
  public:
    explicit monitor(object shared) : object_(std::move(shared)), place_(object_.reference()) {
        if (!object_) {
            throw shared_memory_error(reason::argument, "null has no monitor; ask it first");
        }
    }
    explicit monitor(const repository_base &repository);

    // Throws monitor_abandoned once when an owner died; the caller does not have the monitor then, and can enter it.
    void lock() { enter(detail::for_ever); }
    bool try_lock() { return enter(0); }
    template <class Rep, class Period> bool try_lock_for(const std::chrono::duration<Rep, Period> &time) {
        return enter(detail::nanoseconds(time));
    }
    template <class Clock, class Duration> bool try_lock_until(const std::chrono::time_point<Clock, Duration> &time) {
        return enter(detail::nanoseconds_until(time));
    }
    // This and the functions below throw shared_memory_error (state) when this thread does not have the monitor.
    void unlock() {
        detail::session session;
        detail::failure failed;
        failed.check(cl_monitor_exit(session.slot(), place_, failed));
    }

    // Leaves the monitor, waits until another thread notifies, and has it again. Test the condition in a loop. Throws
    // monitor_abandoned when an owner died meanwhile, and has the monitor then.
    void wait() { wait_ns(detail::for_ever); }
    template <class Predicate> void wait(Predicate is_true) {
        while (!is_true()) {
            wait();
        }
    }
    // Returns whether it was notified.
    template <class Rep, class Period> bool wait_for(const std::chrono::duration<Rep, Period> &time) {
        return wait_ns(detail::nanoseconds(time));
    }
    // Returns what the predicate says at the end.
    template <class Rep, class Period, class Predicate>
    bool wait_for(const std::chrono::duration<Rep, Period> &time, Predicate is_true) {
        auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(detail::nanoseconds(time));
        while (!is_true()) {
            auto left = end - std::chrono::steady_clock::now();
            if (left <= left.zero() || !wait_for(left)) {
                return is_true();
            }
        }
        return true;
    }
    // Those that wait longest, at most so many.
    void notify(std::uint32_t most = 1) {
        detail::session session;
        detail::failure failed;
        failed.check(cl_monitor_notify(session.slot(), place_, most, failed));
    }
    void notify_all() { notify(UINT32_MAX); }
    // By this thread.
    bool is_held() const {
        detail::session session;
        return cl_monitor_is_held(session.slot(), place_) != 0;
    }

  private:
    bool enter(std::int64_t timeout_ns) {
        detail::session session;
        detail::failure failed;
        return failed.check(cl_monitor_enter(session.slot(), place_, timeout_ns, failed)) == 1;
    }
    bool wait_ns(std::int64_t timeout_ns) {
        detail::session session;
        detail::failure failed;
        return failed.check(cl_monitor_wait(session.slot(), place_, timeout_ns, failed)) == 1;
    }

    object object_;
    std::uint64_t place_; // of the object, or of a repository, which needs no root
};

} // namespace colors

#endif
