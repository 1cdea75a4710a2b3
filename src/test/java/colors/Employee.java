// SPDX-License-Identifier: Apache-2.0
package colors;

/** The tests' class: every kind of field that this version shares. */
class Employee {
    private byte grade;
    short room;
    char initial;
    int age;
    long badge;
    float rating;
    double salary;
    boolean active;
    String name;
    Employee manager;
    Integer bonus;
    Object note;
    transient Thread worker;
    static int count;

    Employee() {}

    Employee(String name, int age, double salary) {
        this.name = name;
        this.age = age;
        this.salary = salary;
        this.grade = (byte) (age % 100);
    }
}
