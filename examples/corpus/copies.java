// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies out: a private graph of the program's own classes, which has the shape of the shared one and is nobody else's.
 */
final class Copies extends Program {
    public static void main(String[] arguments) {
        new Copies().runAll(arguments);
    }

    @SharedName("copies.Station")
    static final class Station {
        String name;
        long number;
        double height;
        boolean open;
        Station next;
        List<Object> log = new ArrayList<>();
        Map<String, Station> around = new HashMap<>();

        Station(String name, long number) {
            this.name = name;
            this.number = number;
            height = number / 4.0;
            open = number % 2 == 0;
        }

        String sign() {
            return name + " " + number;
        }
    }

    @Override
    void write() {
        Station first = new Station("first", 1);
        Station second = new Station("second", 2);
        first.next = second;
        second.next = first;
        first.log.addAll(List.of(1, 0.5, "text", second));
        second.log = first.log;
        first.around.put("after", second);
        publish("copies", Ref.copyOf(first));
        Station row = null;
        for (int i = 0; i < 20_000; i++) {
            Station station = new Station("row", i);
            station.next = row;
            row = station;
        }
        publish("copies.row", Ref.copyOf(row));
    }

    @Override
    void read() {
        Station first = SharedMemory.copyOut(find("copies"), Station.class);
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
        for (Station at = SharedMemory.copyOut(find("copies.row"), Station.class); at != null; at = at.next) {
            length++;
        }
        say("a row of " + length);
    }

    @Override
    void check() {
        Ref<?> first = findObject("copies");
        show(first, "name");
        say("in the list: " + ((List<?>) first.get("log")).size());
    }
}
