// SPDX-License-Identifier: Apache-2.0
package shop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import lombok.Builder;
import lombok.Data;
import lombok.EqualsAndHashCode;
import lombok.Getter;
import lombok.NonNull;
import lombok.Synchronized;
import lombok.ToString;
import lombok.Value;
import lombok.With;

/** What Lombok makes of annotations. */
public final class Account {
    private Account() {}

    /** Getters, setters, equality and a text. */
    @Data
    public static class Person {
        @NonNull
        private String name;

        private int age;
        private List<String> tags = new ArrayList<>();
    }

    /** A subclass with the fields of both. */
    @Data
    @EqualsAndHashCode(callSuper = true)
    @ToString(callSuper = true)
    public static class Employee extends Person {
        private double salary;

        public Employee(String name, double salary) {
            super(name);
            this.salary = salary;
        }
    }

    /** Final fields, a builder, and copies with one field changed. */
    @Value
    @Builder(toBuilder = true)
    @With
    public static class Address {
        String street;

        @Builder.Default
        int number = 1;

        Boolean old;
    }

    /** Uses a lock that Lombok makes, a private array. */
    public static class Counter {
        private int count;

        @Synchronized
        public int next() {
            return ++count;
        }
    }

    /** Can be serialized. */
    @Data
    public static class Sent implements Serializable {
        private final int number;
    }

    /** Keeps its value in an AtomicReference. */
    public static class Late {
        private int base = 20;

        @Getter(lazy = true)
        private final int sum = base + 1;
    }
}
