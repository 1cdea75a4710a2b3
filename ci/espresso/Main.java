// SPDX-License-Identifier: Apache-2.0
import colors.Ref;

static class Employee {
    double salary = 100;
}

/** An instance main method; ends by System.exit in another thread. */
void main(String[] arguments) throws InterruptedException {
    Ref<Employee> employee = Ref.copyOf(new Employee());
    employee.set("salary", 110.0);
    IO.println(System.getProperty("java.vm.name") + ": " + employee.get("salary") + " " + String.join(",", arguments));
    Thread leaver = new Thread(() -> System.exit(3));
    leaver.start();
    leaver.join();
}
