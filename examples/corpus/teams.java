// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import colors.SharedName;
import colors.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Containers in fields, and objects in containers: one graph. */
final class Teams extends Program {
    public static void main(String[] arguments) {
        new Teams().runAll(arguments);
    }

    @SharedName("teams.Member")
    static final class Member {
        String name;
        Team team;

        Member(String name, Team team) {
            this.name = name;
            this.team = team;
        }
    }

    @SharedName("teams.Team")
    static final class Team {
        String name = "Red";
        List<Member> members = new ArrayList<>();
        Map<String, Integer> points = new HashMap<>();
    }

    @Override
    void write() {
        Team team = new Team();
        team.members.add(new Member("Ada", team));
        team.members.add(new Member("Bob", team));
        team.points.put("Ada", 3);
        publish("teams", Ref.copyOf(team));
    }

    @Override
    void read() {
        Ref<?> team = findObject("teams");
        SharedList<Object> members = team.get("members", ValueType.list(Object.class));
        for (Object member : members) {
            Ref<?> same = (Ref<?>) ((Ref<?>) member).get("team");
            say(((Ref<?>) member).get("name") + " of " + same.get("name") + ", the same team: " + same.equals(team));
        }
        say("types: " + typeOf(team, "members") + " " + typeOf(team, "points"));
        SharedMap<Object, Object> points = team.get("points", ValueType.map(Object.class, Object.class));
        points.put("Bob", (Long) points.get("Ada") + 1);
        members.add(members.get(0));
        attempt("a private list", () -> team.set("members", new ArrayList<>()));
        team.set("former", SharedMemory.copyIn(List.of("Eve")));
    }

    @Override
    void check() {
        Ref<?> team = findObject("teams");
        SharedList<Object> members = team.get("members", ValueType.list(Object.class));
        say(members.size() + " members, the first is the last: "
                + members.get(0).equals(members.get(2)));
        say("points of Bob: "
                + text(team.get("points", ValueType.map(Object.class, Object.class))
                        .get("Bob")));
        say("former: " + typeOf(team, "former") + " "
                + text(team.get("former", ValueType.list(Object.class)).get(0)));
    }
}
