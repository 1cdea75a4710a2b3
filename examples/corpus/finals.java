// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
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
        final String title;
        final Chapter next;
        long pages;

        Chapter(String title, Chapter next, long pages) {
            this.title = title;
            this.next = next;
            this.pages = pages;
        }
    }

    @Override
    void write() {
        publish("finals", Ref.copyOf(new Chapter("first", new Chapter("second", new Chapter("third", null, 3), 2), 1)));
    }

    @Override
    void read() {
        Ref<?> first = findObject("finals");
        for (Ref<?> chapter = first; chapter != null; chapter = (Ref<?>) chapter.get("next")) {
            say("chapter " + chapter.get("title") + ", " + chapter.get("pages"));
        }
        Ref<?> third = (Ref<?>) ((Ref<?>) first.get("next")).get("next");
        attempt("another title", () -> third.set("title", "last"));
        attempt("another next one", () -> first.set("next", third));
        attempt("other pages", () -> first.set("pages", 7L));
        attempt("a field more", () -> first.set("author", "Ada"));
        attempt("the title again", () -> first.set("title", "one"));
    }

    @Override
    void check() {
        Ref<?> first = findObject("finals");
        say("title: " + first.get("title"));
        say("next: " + ((Ref<?>) first.get("next")).get("title"));
        say("pages: " + first.get("pages"));
    }
}
