// SPDX-License-Identifier: Apache-2.0
// The program staff in Kotlin under the agent: shared objects are instances of its own classes.
package kt.staff

import colors.SharedMemory
import colors.SharedName
import colors.TypeConflictException
import java.util.concurrent.TimeUnit.SECONDS

@SharedName("staff.Employee")
data class Employee(var name: String, var salary: Double, var boss: Employee? = null) {
    fun raise(by: Double) = synchronized(this) { salary += by }
}

@SharedName("staff.Team")
class Team {
    var members: MutableList<Employee> = ArrayList()
    var scores: MutableMap<String, Int> = HashMap()
}

val raises = SharedMemory.channel("staff.raises", 4, Employee::class.java)
val replies = SharedMemory.channel("staff.replies", 4, String::class.java)
val place = SharedMemory.repository("staff.team", Team::class.java)

fun write() {
    val team = SharedMemory.sharedMode().use {
        val ada = Employee("Ada", 4200.5, Employee("Grace", 5000.25))
        Team().apply {
            members += ada
            members += ada.boss!!
            scores["Ada"] = 7
        }
    }
    place.set(team)
    raises.send(team.members[0])
    println("reply: ${replies.receive(60, SECONDS)}")
    println("Ada earns ${team.members[0].salary}")
    println("team: ${team.members.joinToString { it.name }}")
    println("the boss of Alan is Ada: ${team.members[2].boss === team.members[0]}")
    println("scores: ${team.scores}")
}

fun read() {
    val ada = raises.receive(60, SECONDS)
    val team = place.get()
    println("received: ${ada.name} earns ${ada.salary}, boss ${ada.boss?.name}")
    println("the first of the team: ${ada === team.members[0]}")
    println("team: ${team.members.joinToString { it.name }}")
    println("score of Ada: ${team.scores["Ada"]}")
    ada.raise(10.25)
    team.members += SharedMemory.construct { Employee("Alan", 3900.0, ada) }
    team.scores.merge("Ada", 3, Int::plus)
    team.scores["Alan"] = 1
    try {
        SharedMemory.channel("staff.raises").send("a text")
    } catch (e: TypeConflictException) {
        println("a text for employees: type conflict")
    }
    replies.send("done")
}

fun main(arguments: Array<String>) = if (arguments[0] == "write") write() else read()
