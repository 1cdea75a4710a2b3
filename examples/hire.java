// SPDX-License-Identifier: Apache-2.0
import colors.*;

@SharedName("company.Employee")
static class Employee { String name = "Smith"; double salary = 100; }

void main() throws Exception {
    Ref<Employee> smith = Ref.copyOf(new Employee());
    SharedMemory.repository("newest").set(smith);
    IO.println("hired " + smith.get("name"));
    while (smith.get("salary").equals(100.0)) Thread.sleep(10);
    IO.println(smith.get("salary") + ", " + smith.type());
}
