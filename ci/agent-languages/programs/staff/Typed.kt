// SPDX-License-Identifier: Apache-2.0
// The program staff in Kotlin without the agent: interfaces whose properties are the fields, references, and handles.
package kt.typed

import colors.Channel
import colors.Field
import colors.Monitors
import colors.Ref
import colors.Repository
import colors.SharedClass
import colors.SharedList
import colors.SharedMap
import colors.SharedMemory
import colors.SharedName
import colors.TypeConflictException
import java.util.concurrent.TimeUnit.SECONDS

@SharedName("staff.Employee")
interface Employee {
    var name: String
    var salary: Double
    var boss: Employee?

    fun raise(by: Double) = Monitors.enter(this).use { salary += by }
}

@SharedName("staff.Team")
interface Team {
    var members: MutableList<Employee>
    var scores: MutableMap<String, Int>
}

fun interface Hire {
    fun hire(name: String, salary: Double): Employee
}

val EMPLOYEE: SharedClass<Employee> = SharedClass.of(Employee::class.java)
val SALARY: Field.OfDouble<Employee> = EMPLOYEE.doubleField("salary")
val BOSS: Field.OfRef<Employee, Employee> = EMPLOYEE.refField("boss", Employee::class.java)
val HIRE: Hire = EMPLOYEE.constructor(Hire::class.java, "name", "salary")

val raises: Channel<Employee> = SharedMemory.channel("staff.raises", 4, Employee::class.java)
val replies: Channel<String> = SharedMemory.channel("staff.replies", 4, String::class.java)
val place: Repository<Team> = SharedMemory.repository("staff.team", Team::class.java)

fun hire(name: String, salary: Double, boss: Employee?): Employee =
    SharedMemory.allocate(Employee::class.java).also {
        it.name = name
        it.salary = salary
        it.boss = boss
    }

fun write() {
    val team = SharedMemory.allocate(Team::class.java)
    SharedMemory.scope().use {
        val ada = hire("Ada", 4200.5, hire("Grace", 5000.25, null))
        val members: SharedList<Employee> = SharedList.create(Employee::class.java)
        val scores: SharedMap<String, Int> = SharedMap.create(String::class.java, Int::class.java)
        members += listOfNotNull(ada, ada.boss)
        scores["Ada"] = 7
        team.members = members
        team.scores = scores
        place.set(team)
        raises.send(ada)
    }
    println("reply: ${replies.receive(60, SECONDS)}")
    println("Ada earns ${team.members[0].salary}")
    println("team: ${team.members.joinToString { it.name }}")
    println("the boss of Alan is Ada: ${team.members[2].boss == team.members[0]}")
    println("scores: ${team.scores}")
}

fun read() {
    val ada = raises.receive(60, SECONDS)
    val team = place.get()
    println("received: ${ada.name} earns ${ada.salary}, boss ${ada.boss?.name}")
    println("the first of the team: ${ada == team.members[0]}")
    println("team: ${team.members.joinToString { it.name }}")
    println("score of Ada: ${team.scores["Ada"]}")
    val reference: Ref<Employee> = Ref.of(ada).`as`(Employee::class.java)
    Monitors.enter(ada).use { SALARY[reference] += 10.25 }
    val alan = HIRE.hire("Alan", 3900.0)
    BOSS[Ref.of(alan).`as`(Employee::class.java)] = reference
    team.members += alan
    team.scores.merge("Ada", 3, Int::plus)
    team.scores["Alan"] = 1
    try {
        println("a team for a text: ${SharedMemory.repository("staff.team", String::class.java).get()}")
    } catch (e: TypeConflictException) {
        // as it has to be
    }
    try {
        SharedMemory.channel("staff.raises").send("a text")
    } catch (e: TypeConflictException) {
        println("a text for employees: type conflict")
    }
    replies.send("done")
}

fun main(arguments: Array<String>) = if (arguments[0] == "write") write() else read()
