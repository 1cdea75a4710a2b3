// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Strings in fields that are searched, ordered, compared with each other and switched over. */
public final class Texts {
    static class Entry implements Comparable<Entry> {
        String kind;
        String text;
        final String author;

        Entry(String kind, String text, String author) {
            this.kind = kind;
            this.text = text;
            this.author = author;
        }

        int cost() {
            switch (kind) {
                case "mail":
                    return 3;
                case "note":
                case "a note of more than seven letters":
                    return text.length();
                default:
                    return kind.isEmpty() ? -1 : 0;
            }
        }

        String flag() {
            return switch (author) {
                case null -> "nobody";
                case "\u00c9mile", "\u5f20" -> "abroad";
                case String name when name.startsWith("A") -> "first";
                default -> "someone";
            };
        }

        boolean matches(String query) {
            String wanted = query.toLowerCase(Locale.ROOT);
            return text.contains(wanted)
                    || kind.startsWith(wanted.substring(0, 1))
                    || text.indexOf('\u20ac') >= 0 && text.endsWith("!");
        }

        @Override
        public int compareTo(Entry other) {
            int order = kind.compareTo(other.kind);
            return order != 0 ? order : text.compareTo(other.text);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Entry entry
                    && kind.equals(entry.kind)
                    && text.equals(entry.text)
                    && Objects.equals(author, entry.author);
        }

        @Override
        public int hashCode() {
            return 31 * kind.hashCode() + text.hashCode();
        }
    }

    private Texts() {}

    private static Entry entry(int number) {
        String[] kinds = {"mail", "note", "a note of more than seven letters", "", "call"};
        String[] authors = {null, "Ada", "\u00c9mile", "\u5f20", "Grace Brewster Murray Hopper"};
        String text = "text " + number % 7 + (number % 3 == 0 ? " with a long end, \u20ac " + number + "!" : "");
        return new Entry(kinds[number % kinds.length], text, authors[number * 7 % authors.length]);
    }

    /** The vowels of a text, whose field changes on the way. */
    private static String vowels(Entry entry) {
        String text = entry.text;
        entry.text = "changed";
        var found = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if ("aeiou".indexOf(text.charAt(i)) >= 0) {
                found.append(text.charAt(i));
            }
        }
        return found + entry.text.substring(5);
    }

    public static void main(String[] arguments) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            entries.add(entry(i));
        }
        entries.stream()
                .sorted()
                .forEach(entry -> System.out.println(entry.cost() + " " + entry.flag() + " " + entry.matches("WITH")
                        + " " + entry.matches("nil") + " " + entry.hashCode()));
        System.out.println(entries.get(3).equals(entry(3)) + " "
                + entries.get(3).equals(entry(4)) + " " + entries.indexOf(entry(9)));
        System.out.println(vowels(entries.get(6)) + " " + entries.get(6).text);
        String last = "";
        for (Entry entry : entries) {
            if (last.compareTo(entry.text) < 0 && !entry.text.isBlank()) {
                last = entry.text;
            }
        }
        System.out.println(last);
    }
}
