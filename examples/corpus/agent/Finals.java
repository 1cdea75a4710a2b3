// SPDX-License-Identifier: Apache-2.0

import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;

/**
 * Final fields of a Java class under the agent: nobody stores to them, so who reads them pays for no root. Without the
 * agent, and in dynamic languages, they are ordinary fields. The expected output depends on the language that wrote.
 */
final class Finals extends Program {
    public static void main(String[] arguments) {
        new Finals().runAll(arguments);
    }

    @SharedName("finals.Chapter")
    static final class Chapter {
        private final String title;
        private final Chapter next;
        private long pages;

        Chapter(String title, long pages, Chapter next) {
            this.title = title;
            this.pages = pages;
            this.next = next;
        }
    }

    @Override
    void write() {
        publish(
                "finals",
                SharedMemory.construct(
                        () -> new Chapter("first", 1, new Chapter("second", 2, new Chapter("third", 3, null)))));
    }

    @Override
    void read() {
        Chapter first = (Chapter) find("finals");
        for (Chapter chapter = first; chapter != null; chapter = chapter.next) {
            say("chapter " + chapter.title + ", " + chapter.pages);
        }
        Ref<?> shared = Ref.of(first);
        attempt("another title", () -> Ref.of(first.next.next).set("title", "last"));
        attempt("another next one", () -> shared.set("next", first.next.next));
        attempt("other pages", () -> first.pages = 7);
        attempt("a field more", () -> shared.set("author", "Ada"));
        attempt("the title again", () -> shared.set("title", "one"));
    }

    @Override
    void check() {
        Chapter first = (Chapter) find("finals");
        say("title: " + first.title);
        say("next: " + first.next.title);
        say("pages: " + first.pages);
    }
}
