// SPDX-License-Identifier: Apache-2.0
import colors.Channel;
import colors.Field;
import colors.Ref;
import colors.SharedClass;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import colors.SharedName;
import colors.TypeConflictException;
import colors.ValueType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The other side of the programs in Kotlin and Scala: ordinary classes, reached by handles. */
final class Staff {
    private Staff() {}

    @SharedName("staff.Employee")
    static final class Employee {
        String name;
        double salary;
        Employee boss;
    }

    @SharedName("staff.Team")
    static final class Team {
        List<Employee> members;
        Map<String, Integer> scores;
    }

    public interface Hire {
        Ref<Employee> hire(String name, double salary, Ref<Employee> boss);
    }

    private static final ValueType<Ref<Employee>> MEMBER = ValueType.ref(Employee.class);
    private static final SharedClass<Employee> EMPLOYEE = SharedClass.of(Employee.class);
    private static final Field.OfString<Employee> NAME = EMPLOYEE.stringField("name");
    private static final Field.OfDouble<Employee> SALARY = EMPLOYEE.doubleField("salary");
    private static final Field.OfRef<Employee, Employee> BOSS = EMPLOYEE.refField("boss", Employee.class);
    private static final Hire HIRE = EMPLOYEE.constructor(Hire.class, "name", "salary", "boss");
    private static final SharedClass<Team> TEAM = SharedClass.of(Team.class);
    private static final Field<Team, SharedList<Ref<Employee>>> MEMBERS = TEAM.field("members", ValueType.list(MEMBER));
    private static final Field<Team, SharedMap<String, Integer>> SCORES =
            TEAM.field("scores", ValueType.map(String.class, Integer.class));

    private static final Channel<Ref<Employee>> RAISES = SharedMemory.channel("staff.raises", 4, MEMBER);
    private static final Channel<String> REPLIES = SharedMemory.channel("staff.replies", 4, String.class);

    private static String names(Ref<Team> team) {
        return MEMBERS.get(team).stream().map(NAME::get).collect(Collectors.joining(", "));
    }

    private static void write() throws Exception {
        Ref<Employee> ada = HIRE.hire("Ada", 4200.5, HIRE.hire("Grace", 5000.25, null));
        Ref<Team> team = TEAM.allocate();
        MEMBERS.set(team, SharedList.create(MEMBER));
        MEMBERS.get(team).addAll(List.of(ada, BOSS.get(ada)));
        SCORES.set(team, SharedMap.create(String.class, Integer.class));
        SCORES.get(team).put("Ada", 7);
        SharedMemory.repository("staff.team", ValueType.ref(Team.class)).set(team);
        RAISES.send(ada);
        System.out.println("reply: " + REPLIES.receive(60, TimeUnit.SECONDS));
        System.out.println("Ada earns " + SALARY.get(ada));
        System.out.println("team: " + names(team));
        System.out.println("the boss of Alan is Ada: "
                + BOSS.get(MEMBERS.get(team).get(2)).equals(ada));
        System.out.println("scores: " + SCORES.get(team));
    }

    private static void read() throws Exception {
        Ref<Employee> ada = RAISES.receive(60, TimeUnit.SECONDS);
        Ref<Team> team = SharedMemory.repository("staff.team", ValueType.ref(Team.class)).get();
        System.out.println(
                "received: " + NAME.get(ada) + " earns " + SALARY.get(ada) + ", boss " + NAME.get(BOSS.get(ada)));
        System.out.println("the first of the team: " + ada.equals(MEMBERS.get(team).get(0)));
        System.out.println("team: " + names(team));
        System.out.println("score of Ada: " + SCORES.get(team).get("Ada"));
        SALARY.getAndAdd(ada, 10.25);
        MEMBERS.get(team).add(HIRE.hire("Alan", 3900, ada));
        SCORES.get(team).merge("Ada", 3, Integer::sum);
        SCORES.get(team).put("Alan", 1);
        try {
            SharedMemory.channel("staff.raises").send("a text");
        } catch (TypeConflictException e) {
            System.out.println("a text for employees: type conflict");
        }
        REPLIES.send("done");
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("write")) {
            write();
        } else {
            read();
        }
    }
}
