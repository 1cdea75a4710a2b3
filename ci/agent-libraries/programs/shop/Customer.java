// SPDX-License-Identifier: Apache-2.0
package shop;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A bean as many programs have them; knows nothing of shared memory. */
public class Customer implements Comparable<Customer> {
    @Size(min = 2)
    private String name;

    @Max(150)
    private int age;

    @Email
    private String mail;

    private boolean active = true;
    private Double discount;

    @Valid
    private Customer friend;

    private Level level = Level.NEW;

    @NotNull
    private List<@NotBlank String> tags = new ArrayList<>();

    private Map<String, Integer> points = new LinkedHashMap<>();
    private double[] scores = {1.5, 2.5};

    /** A constant with a body. */
    public enum Level {
        NEW,
        OLD {
            @Override
            public int bonus() {
                return 5;
            }
        };

        public int bonus() {
            return 0;
        }
    }

    public Customer() {}

    public Customer(String name, int age, String mail) {
        this.name = name;
        this.age = age;
        this.mail = mail;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public int getAge() {
        return age;
    }

    public void setAge(int age) {
        this.age = age;
    }

    public String getMail() {
        return mail;
    }

    public void setMail(String mail) {
        this.mail = mail;
    }

    public boolean isActive() {
        return active;
    }

    public void setActive(boolean active) {
        this.active = active;
    }

    public Double getDiscount() {
        return discount;
    }

    public void setDiscount(Double discount) {
        this.discount = discount;
    }

    public Customer getFriend() {
        return friend;
    }

    public void setFriend(Customer friend) {
        this.friend = friend;
    }

    public Level getLevel() {
        return level;
    }

    public void setLevel(Level level) {
        this.level = level;
    }

    public List<String> getTags() {
        return tags;
    }

    public Map<String, Integer> getPoints() {
        return points;
    }

    public double[] getScores() {
        return scores;
    }

    @Override
    public int compareTo(Customer other) {
        return name.compareTo(other.name);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Customer c && Objects.equals(name, c.name) && age == c.age;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, age);
    }

    @Override
    public String toString() {
        return name + "/" + age;
    }
}
