// SPDX-License-Identifier: Apache-2.0

import colors.SharedMemory;
import colors.SharedName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Copies out: shared and private objects are instances of one class. */
final class Copies extends Program {
    public static void main(String[] arguments) {
        new Copies().runAll(arguments);
    }

    @SharedName("copies.Station")
    static class Station {
        private final String given;
        private String name;
        private long number;
        private double height;
        private boolean open;
        private Station next;
        private List<Object> log = new ArrayList<>();
        private Map<String, Station> around = new HashMap<>();

        Station(String name, long number, Station next) {
            given = name;
            this.name = name;
            this.number = number;
            height = number / 4.0;
            open = number % 2 == 0;
            this.next = next;
        }

        String sign() {
            return name + " " + number;
        }
    }

    @Override
    void write() {
        Station first = new Station("first", 1, null);
        Station second = new Station("second", 2, first);
        first.next = second;
        first.log.addAll(List.of(1, 0.5, "text", second));
        second.log = first.log;
        first.around.put("after", second);
        publish("copies", SharedMemory.copyIn(first));
        Station row = null;
        for (int i = 0; i < 20_000; i++) {
            row = new Station("row", i, row);
        }
        publish("copies.row", SharedMemory.copyIn(row));
    }

    @Override
    void read() {
        Station shared = (Station) find("copies");
        Station first = SharedMemory.copyOut(shared, Station.class);
        Station second = first.next;
        say("private: " + !SharedMemory.isShared(first));
        say(first.sign() + ", " + second.sign() + ", " + text(first.height) + ", " + text(second.open));
        say("cycle: " + (second.next == first));
        say("one list: " + (first.log == second.log));
        say("in the list: " + first.log.size() + " " + text(first.log.get(0)) + " " + text(first.log.get(1)) + " "
                + text(first.log.get(2)) + " " + (first.log.get(3) == second));
        say("in the map: " + first.around.size() + " " + (first.around.get("after") == second));
        first.name = "changed";
        first.log.clear();
        int length = 0;
        for (Station at = SharedMemory.copyOut((Station) find("copies.row"), Station.class); at != null; at = at.next) {
            length++;
        }
        say("a row of " + length);
        if (first.given != null && !first.given.equals(shared.given)) {
            say("the final field is another one");
        }
    }

    @Override
    void check() {
        Station first = (Station) find("copies");
        say("name: string " + text(first.name));
        say("in the list: " + first.log.size());
    }
}
