// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.Repository;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.support.Child;
import colors.support.Daemon;
import company.shareable.Board;
import company.shareable.Route;
import company.shareable.Route.Place;
import company.shareable.Team;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Plain Java on shared objects where a process may only read, and where memory runs out: errors say so, and change
 * nothing.
 */
@Tag("agent")
class AgentLimitsTest {
    private static final String AGENT =
            "-javaagent:" + Path.of("target", "colors-runtime.jar").toAbsolutePath() + "=share=company.shareable.*";

    private static Repository<Object> repository(String key) {
        return SharedMemory.repository(key);
    }

    private static Reason reasonOf(Runnable change) {
        try {
            change.run();
            return null;
        } catch (SharedMemoryException e) {
            return e.reason();
        }
    }

    /** Publishes what the next one reads. */
    static final class Writer {
        public static void main(String[] arguments) {
            Board board = SharedMemory.construct(() -> new Board(3));
            Team team = SharedMemory.construct(Team::new);
            Route route = SharedMemory.construct(() -> new Route(new Place("Rome", 10)));
            board.counts[1] = 5;
            team.scores.add(7);
            team.points.put("x", 8);
            route.stops.add(new Place("Nice", 4));
            repository("board").set(board);
            repository("team").set(team);
            repository("route").set(route);
            System.out.println("written");
        }
    }

    /** Reads all, and tries each way to write. */
    static final class Reader {
        private static int refused;

        private static void refuse(String what, Runnable change) {
            Reason reason = reasonOf(change);
            if (reason == Reason.READ_ONLY) {
                refused++;
            } else {
                System.out.println(what + ": " + reason);
            }
        }

        public static void main(String[] arguments) {
            Board board = (Board) repository("board").get();
            Team team = (Team) repository("team").get();
            Route route = (Route) repository("route").get();
            System.out.println(board.total() + " " + board.names[0] + " " + board.grid[1][0] + " " + team.total() + " "
                    + team.points + " " + route.end.name() + " " + route.stops + " "
                    + route.stops.contains(new Place("Nice", 4)));
            refuse("an element", () -> board.counts[0] = 1);
            refuse("a row", () -> board.grid[0] = board.counts);
            refuse("an array", () -> board.counts = board.grid[0]);
            refuse("a byte", () -> board.bytes[0]++);
            refuse("a clone", () -> System.out.println(board.counts.clone().length));
            refuse("a new array", () -> System.out.println(SharedMemory.construct(() -> new int[3]).length));
            refuse("a new object", () -> SharedMemory.construct(Team::new));
            refuse("a score", () -> team.scores.add(3));
            refuse("no score", () -> team.scores.remove(0));
            refuse("a point", () -> team.points.merge("x", 1, Integer::sum));
            refuse("a list", () -> team.plain = List.of((short) 1));
            refuse("a record", () -> route.start = new Place("Oslo", 1));
            refuse("a stop", () -> route.stops.add(new Place("Oslo", 1)));
            refuse("a monitor", () -> {
                synchronized (team) {
                    System.out.println("entered");
                }
            });
            System.out.println(refused + " refused " + board.total() + " " + team.total() + " " + route.stops.size()
                    + " " + route.start);
        }
    }

    @Test
    void aReaderReadsAllAndChangesNothing() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "16M")) {
            assertEquals(
                    "written",
                    Child.run(daemon.segment(), Writer.class, List.of(AGENT, "-Dcolors.autostart=false"))
                            .output());
            String output = Child.run(
                            daemon.segment(),
                            Reader.class,
                            List.of(AGENT, "-Dcolors.autostart=false", "-Dcolors.readonly=true"))
                    .output();
            String nice = new Place("Nice", 4).toString();
            assertEquals("5 a 5 15 {x=8} Rome [" + nice + "] true\n14 refused 5 15 1 null", output);
        }
    }

    /** Fills the heap in several ways; what was there stays, and there is room again when it is let go. */
    static final class Filler {
        private static void fill(String what, Runnable change) {
            Reason reason = null;
            for (int i = 0; i < 1_000_000 && reason == null; i++) {
                reason = reasonOf(change);
            }
            System.out.println(what + " " + reason);
        }

        public static void main(String[] arguments) {
            Team team = SharedMemory.construct(Team::new);
            Route route = SharedMemory.construct(() -> new Route(null));
            List<Object> held = new ArrayList<>();
            fill("arrays", () -> held.add(SharedMemory.construct(() -> new long[1000])));
            held.clear();
            fill("boards", () -> held.add(SharedMemory.construct(() -> new Board(100))));
            held.clear();
            fill("names", () -> team.names.add("name " + team.names.size()));
            int names = team.names.size();
            System.out.println(names > 1000 && team.names.get(names - 1).equals("name " + (names - 1)));
            team.names.clear();
            fill("stops", () -> route.stops.add(new Place("a place", route.stops.size())));
            int stops = route.stops.size();
            System.out.println(stops > 1000 && route.stops.get(stops - 1).x() == stops - 1);
            route.stops.clear();
            route.stops.add(new Place("last", 1));
            System.out.println(route.stops.getFirst().name());
        }
    }

    @Test
    void aFullHeapIsAnError() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "2M")) {
            assertEquals(
                    "arrays MEMORY\nboards MEMORY\nnames MEMORY\ntrue\nstops MEMORY\ntrue\nlast",
                    Child.run(daemon.segment(), Filler.class, List.of(AGENT, "-Dcolors.autostart=false"))
                            .output());
        }
    }
}
