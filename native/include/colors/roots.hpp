// SPDX-License-Identifier: Apache-2.0
// Roots. C++ knows exactly when a reference ends, so each reference has an entry of its own in a root-log chunk, with a
// count of its copies, and the entry is cleared when the last copy ends (rule M5: shaded before, while reports are
// out). What libcolors logs by itself is in the slot's current chunk, which is scratch: between two calls of this
// library nothing needs it. It is replaced when it is full, and when much was made since.
#ifndef COLORS_ROOTS_HPP
#define COLORS_ROOTS_HPP

#include <pthread.h>

#include <ctime>
#include <memory>
#include <new>
#include <utility>

#include "segment.hpp"

namespace colors::detail {

using root_cell = std::atomic<std::uint32_t>; // copies of one reference; of a free one: the next free one + 1

inline constexpr std::uint32_t root_cells = 2032;            // of the 2048 entries of a chunk
inline constexpr std::uint64_t scratch_bytes_most = 1 << 20; // made since the scratch chunk was taken

class mutator;

// The private half of a chunk of roots: cell i counts the copies of what entry i names.
struct alignas(8192) root_block {
    std::uint64_t chunk = 0; // offset of its entries
    mutator *owner = nullptr;
    std::uint32_t free = 0; // first free cell + 1; the owner's
    std::uint32_t free_count = 0;
    std::atomic<std::uint32_t> given_back{0}; // first of those that other threads freed + 1
    bool available = false;                   // in the owner's list of blocks with free cells
    root_cell cells[root_cells];

    static root_block &of(root_cell &cell) noexcept {
        return *reinterpret_cast<root_block *>(reinterpret_cast<std::uintptr_t>(&cell) & ~std::uintptr_t{8191});
    }
    std::uint32_t index_of(const root_cell &cell) const noexcept { return static_cast<std::uint32_t>(&cell - cells); }
    std::uint32_t &entry_of(const root_cell &cell) noexcept { return (&at<std::uint32_t>(chunk))[index_of(cell)]; }
};
static_assert(sizeof(root_block) == 8192 && root_cells <= CL_CHUNK_ENTRIES);

// ---- one heap operation, rules M1 to M5 of the collector's protocol: nothing in it may block or throw ----

class operation {
  public:
    explicit operation(cl_slot &slot) noexcept : slot_(slot) {
        store(slot_.seq, load(slot_.seq, std::memory_order_relaxed) + 1);
        std::atomic_signal_fence(std::memory_order_seq_cst); // the daemon's membarrier makes it a full fence
        gc_ = load(at<cl_header>(0).gc_word);
    }
    operation(const operation &) = delete;
    operation &operator=(const operation &) = delete;
    ~operation() { store(slot_.seq, load(slot_.seq, std::memory_order_relaxed) + 1); }

    bool reports_are_out() const noexcept { return (gc_ & CL_GC_REPORT) != 0; }

    void shade(std::uint64_t reference) const noexcept {
        if (reference < here.objects_offset) {
            return;
        }
        auto &mark = at<std::uint8_t>(here.marks_offset + ((reference - here.objects_offset) >> CL_GRANULE_SHIFT));
        auto epoch = static_cast<std::uint8_t>(gc_ & CL_GC_EPOCH_MASK);
        if ((load(mark, std::memory_order_relaxed) & CL_MARK_EPOCH_MASK) != epoch) {
            store(mark, static_cast<std::uint8_t>(CL_MARK_OBJECT | CL_MARK_GREY | epoch), std::memory_order_relaxed);
        }
    }

  private:
    cl_slot &slot_;
    std::uint64_t gc_;
};

inline bool is_reference(std::uint64_t word) noexcept {
    return word != 0 && (word & CL_TAG_REFERENCE_MASK) == 0;
}

inline std::uint32_t granules_of(std::uint64_t reference) noexcept {
    return static_cast<std::uint32_t>(reference >> CL_GRANULE_SHIFT);
}

// ---- a thread's way into the heap ----

// Made at the thread's first use, and handed to another thread when this one ends, with the blocks that have roots.
class mutator {
  public:
    static mutator &current() {
        if (current_ == nullptr || current_->forks_ != forks.load(std::memory_order_relaxed)) [[unlikely]] {
            begin();
        }
        return *current_;
    }

    bool is_of_this_process() const noexcept { return forks_ == forks.load(std::memory_order_relaxed); }

    std::uint64_t offset() const noexcept { return offset_; }
    cl_slot &slot() const noexcept { return at<cl_slot>(offset_); }

    // A cell whose count is 1 and whose entry is 0. May wait for memory: outside an operation.
    root_cell &take() {
        if (block_ == nullptr || block_->free == 0) [[unlikely]] {
            find_block();
        }
        root_cell &cell = block_->cells[block_->free - 1];
        block_->free = cell.load(std::memory_order_relaxed);
        block_->free_count--;
        cell.store(1, std::memory_order_relaxed);
        return cell;
    }

    // A cell whose entry is 0 again.
    void give_back(root_cell &cell) noexcept {
        root_block &block = root_block::of(cell);
        std::uint32_t number = block.index_of(cell) + 1;
        if (block.owner != this) {
            give_to_owner(cell);
            return;
        }
        cell.store(block.free, std::memory_order_relaxed);
        block.free = number;
        if (++block.free_count == 1 && !block.available && &block != block_) {
            list(block);
        }
    }

    // Also of a thread that gets no slot: the owner clears the entry then, when it needs one.
    static void give_to_owner(root_cell &cell) noexcept {
        root_block &block = root_block::of(cell);
        std::uint32_t number = block.index_of(cell) + 1;
        mutator &owner = *block.owner; // who may delete the block as soon as it has the cell
        std::uint32_t first = block.given_back.load(std::memory_order_relaxed);
        do {
            cell.store(first, std::memory_order_relaxed);
        } while (!block.given_back.compare_exchange_weak(first, number, std::memory_order_release,
                                                         std::memory_order_relaxed));
        owner.given_back_.fetch_add(1, std::memory_order_relaxed);
    }

    // Ends a root (M5).
    void drop(root_cell &cell) noexcept {
        std::uint32_t &entry = root_block::of(cell).entry_of(cell);
        if (!clear(entry)) { // a reader cannot shade: the reports come first
            unshaded_.push_back(&cell);
            return;
        }
        give_back(cell);
        clear_unshaded();
    }

    // Moves what libcolors logged in the scratch chunk to an entry of its own. `only`: nobody else needs the former.
    void adopt(root_cell &cell, std::uint64_t reference, bool only) noexcept {
        std::uint32_t &entry = root_block::of(cell).entry_of(cell);
        std::uint32_t granules = granules_of(reference);
        auto *scratch = &at<std::uint32_t>(entries_of(slot().chunk));
        operation now(slot());
        store(entry, granules);
        for (std::uint32_t probe = 0; only && probe < CL_CHUNK_PROBES; probe++) {
            std::uint32_t &logged = scratch[place_of(granules, probe)];
            if (load(logged, std::memory_order_relaxed) == granules) {
                if (now.reports_are_out()) {
                    if (here.read_only) { // cannot shade: it stays as long as the chunk
                        break;
                    }
                    now.shade(reference);
                }
                store(logged, 0u);
                break;
            }
        }
    }

    // libcolors was called: it may have gone on to another chunk.
    void called() {
        if (slot().chunk != scratch_) [[unlikely]] {
            retired_.push_back(scratch_);
            scratch_ = slot().chunk;
            scratch_bytes_ = 0;
        }
    }

    void made(std::uint64_t bytes) noexcept { scratch_bytes_ += bytes; }

    // Between two uses: what was logged by the way is not needed any more.
    void settle() {
        called();
        if (scratch_bytes_ > scratch_bytes_most) {
            renew();
        }
        while (!retired_.empty()) {
            cl_chunk_free(offset_, entries_of(retired_.back()));
            retired_.pop_back();
        }
        clear_unshaded();
    }

    // Goes on in an empty scratch chunk.
    void renew() {
        failure failed;
        if (cl_chunk_next(offset_, failed) != 0) { // else this one stays
            called();
        }
    }

    int depth = 0; // of sessions

  private:
    static void begin() {
        ensure_attached();
        static pthread_key_t key = make_key();
        mutator *found = nullptr;
        {
            std::lock_guard lock(attach_lock());
            std::erase_if(idle(), [](const mutator *of) { return !of->is_of_this_process(); });
            if (!idle().empty()) {
                found = idle().back();
                idle().pop_back();
            }
        }
        if (found == nullptr) {
            found = new mutator;
        }
        failure failed;
        found->offset_ = cl_slot_claim(failed);
        if (found->offset_ == 0) {
            retire(found);
            failed.raise();
        }
        found->scratch_ = found->slot().chunk;
        found->scratch_bytes_ = 0;
        current_ = found;
        pthread_setspecific(key, found);
    }

    // Thread-local objects of C++ are gone by then.
    static void end(void *given) {
        auto *ended = static_cast<mutator *>(given);
        if (!ended->is_of_this_process()) {
            return;
        }
        ended->settle();
        for (int i = 0; !ended->unshaded_.empty() && i < 100; i++) { // the reports are soon in; if not, the next thread
            static constexpr std::timespec pause{0, 1000000};
            nanosleep(&pause, nullptr);
            ended->clear_unshaded();
        }
        cl_chunk_free(ended->offset_, entries_of(ended->scratch_));
        cl_slot_release(ended->offset_);
        current_ = nullptr;
        retire(ended);
    }

    static pthread_key_t make_key() {
        pthread_key_t key;
        if (pthread_key_create(&key, end) != 0) {
            throw shared_memory_error(reason::system, "no key for what a thread does at its end is left");
        }
        return key;
    }

    static void retire(mutator *ended) {
        std::lock_guard lock(attach_lock());
        idle().push_back(ended);
    }

    // Those of threads that ended. Never destroyed: references may end after all else.
    static std::vector<mutator *> &idle() {
        static auto *all = new std::vector<mutator *>;
        return *all;
    }

    static std::uint64_t entries_of(std::uint32_t chunk) noexcept {
        return here.entries_offset + std::uint64_t{chunk - 1} * CL_CHUNK_ENTRIES * sizeof(std::uint32_t);
    }

    // cl_log_place
    static std::uint32_t place_of(std::uint32_t granules, std::uint32_t probe) noexcept {
        return (probe == 0 ? granules + (granules >> CL_CHUNK_ENTRIES_LOG2) * CL_CHUNK_SPREAD
                           : ((granules * 0x9E3779B1u) >> (32 - CL_CHUNK_ENTRIES_LOG2)) + probe - 1) %
               CL_CHUNK_ENTRIES;
    }

    bool clear(std::uint32_t &entry) noexcept {
        operation now(slot());
        if (now.reports_are_out()) {
            if (here.read_only) {
                return false;
            }
            now.shade(std::uint64_t{entry} << CL_GRANULE_SHIFT);
        }
        store(entry, 0u);
        return true;
    }

    void clear_unshaded() noexcept {
        while (!unshaded_.empty() && clear(root_block::of(*unshaded_.back()).entry_of(*unshaded_.back()))) {
            give_back(*unshaded_.back());
            unshaded_.pop_back();
        }
    }

    void list(root_block &block) {
        block.available = true;
        available_.push_back(&block);
    }

    // Makes a block with free cells the current one.
    void find_block() {
        if (available_.empty() && given_back_.load(std::memory_order_relaxed) > blocks_.size() / 4) {
            take_given_back();
        }
        if (block_ != nullptr && block_->free != 0) {
            return;
        }
        if (available_.empty()) {
            add_block();
        }
        block_ = available_.back();
        available_.pop_back();
        block_->available = false;
        free_empty_block();
    }

    void take_given_back() {
        given_back_.store(0, std::memory_order_relaxed);
        for (root_block *block : blocks_) {
            std::uint32_t number = block->given_back.exchange(0, std::memory_order_acquire);
            while (number != 0) {
                root_cell &cell = block->cells[number - 1];
                number = cell.load(std::memory_order_relaxed);
                load(block->entry_of(cell)) == 0 ? give_back(cell) : drop(cell);
            }
        }
    }

    void add_block() {
        called();
        available_.reserve(blocks_.size() + 1); // so that giving back never allocates
        blocks_.reserve(blocks_.size() + 1);
        auto block = std::make_unique<root_block>();
        failure failed;
        block->chunk = failed.check(cl_chunk_next(offset_, failed));
        failed.check(cl_chunk_resume(offset_, entries_of(scratch_), failed));
        block->owner = this;
        for (std::uint32_t i = root_cells; i > 0; i--) {
            block->cells[i - 1].store(block->free, std::memory_order_relaxed);
            block->free = i;
        }
        block->free_count = root_cells;
        list(*block);
        blocks_.push_back(block.release());
    }

    // After many references ended, their chunks are of use to others.
    void free_empty_block() {
        if (available_.empty() || available_.back()->free_count != root_cells) {
            return;
        }
        root_block *empty = available_.back();
        available_.pop_back();
        std::erase(blocks_, empty);
        cl_chunk_free(offset_, empty->chunk);
        delete empty;
    }

    static inline thread_local mutator *current_ = nullptr;

    const std::uint32_t forks_ = forks.load(std::memory_order_relaxed);
    std::uint64_t offset_ = 0;
    root_block *block_ = nullptr; // cells are taken from it
    std::vector<root_block *> available_{};
    std::vector<root_block *> blocks_{};
    std::vector<root_cell *> unshaded_{}; // of a reader: ended, and still in their chunk
    std::vector<std::uint32_t> retired_{};
    std::uint32_t scratch_ = 0; // cl_slot.chunk when it was looked at last
    std::uint64_t scratch_bytes_ = 0;
    std::atomic<std::uint64_t> given_back_{0}; // cells that other threads freed, about
};

// A use of libcolors by this thread: words that it returned are roots until the end of the outermost one.
class session {
  public:
    session() : mutator_(mutator::current()) { mutator_.depth++; }
    session(const session &) = delete;
    session &operator=(const session &) = delete;
    ~session() {
        if (--mutator_.depth == 0) {
            mutator_.settle();
        }
    }
    std::uint64_t slot() const noexcept { return mutator_.offset(); }
    mutator &get() const noexcept { return mutator_; }
    void called() const { mutator_.called(); }

  private:
    mutator &mutator_;
};

// A counted root; null, or an object that is not collected because of it. Copies may be made, moved and ended by any
// thread; one root is used by one thread at a time, as a shared_ptr is.
class root {
  public:
    root() noexcept = default;
    root(const root &other) noexcept : reference_(other.reference_), cell_(other.cell_) {
        if (cell_ != nullptr) {
            cell_->fetch_add(1, std::memory_order_relaxed);
        }
    }
    root(root &&other) noexcept
        : reference_(std::exchange(other.reference_, 0)), cell_(std::exchange(other.cell_, nullptr)) {}
    root &operator=(root other) noexcept {
        std::swap(reference_, other.reference_);
        std::swap(cell_, other.cell_);
        return *this;
    }
    ~root() {
        if (cell_ != nullptr) {
            end();
        }
    }

    // Of what a call in this session returned, or what the caller keeps alive in another way.
    static root adopt(const session &session, std::uint64_t reference) {
        root made;
        if (reference >= here.objects_offset) {
            root_cell &cell = session.get().take();
            session.called();
            session.get().adopt(cell, reference, session.get().depth == 1);
            made.cell_ = &cell;
        }
        made.reference_ = reference;
        return made;
    }

    // Loads a tagged word; a reference in it becomes the root (M3).
    static std::uint64_t load_word(const std::uint64_t &place, root &loaded) {
        mutator &mutator = mutator::current();
        root_cell &cell = mutator.take();
        std::uint64_t word;
        {
            operation now(mutator.slot());
            word = load(place);
            if (is_reference(word)) {
                store(root_block::of(cell).entry_of(cell), granules_of(word));
            }
        }
        if (!is_reference(word)) {
            mutator.give_back(cell);
            return word;
        }
        loaded = root(word, cell);
        return word;
    }

    std::uint64_t reference() const noexcept { return reference_; }

  private:
    root(std::uint64_t reference, root_cell &cell) noexcept : reference_(reference), cell_(&cell) {}

    void end() noexcept {
        if (!root_block::of(*cell_).owner->is_of_this_process()) [[unlikely]] {
            return; // a parent's
        }
        if (cell_->load(std::memory_order_acquire) == 1 || cell_->fetch_sub(1, std::memory_order_acq_rel) == 1) {
            drop(*cell_);
        }
    }

    static void drop(root_cell &cell) noexcept {
        mutator *own = nullptr;
        try {
            own = &mutator::current();
        } catch (const std::exception &) { // no slot is left
            mutator::give_to_owner(cell);
            return;
        }
        own->drop(cell);
    }

    std::uint64_t reference_ = 0;
    root_cell *cell_ = nullptr;
};

} // namespace colors::detail

namespace colors {

// Runs a cycle of the collector: what nobody referred to before is free afterwards. Throws out_of_shared_memory.
inline void collect() {
    detail::session session;
    if (session.get().depth == 1) {
        session.get().renew();
        session.get().settle();
    }
    detail::failure failed;
    failed.check(cl_collect(0, failed));
}

} // namespace colors

#endif
