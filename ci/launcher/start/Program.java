// SPDX-License-Identifier: Apache-2.0
import colors.*;

/**
 * What a Java program does first: its classes are in the archive, and those of the compiler that runs a source file.
 */
class Program {
    @SharedName("Person")
    static class Person {
        String name = "Ada";
        int age = 36;
    }

    public static void main(String[] arguments) {
        Ref<Person> person = Ref.copyOf(new Person());
        person.set("age", 37);
        SharedMemory.repository("person").set(person);
        var people = SharedList.create();
        people.add(person);
        Ref<?> found = (Ref<?>) SharedMemory.repository("person").get();
        System.out.println(found.get("name") + " " + people.size() + " " + found.type());
    }
}
