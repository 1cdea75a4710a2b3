// SPDX-License-Identifier: Apache-2.0
// The program staff in Scala under the agent: shared objects are instances of its own classes.
package sc.staff

import colors.{SharedMemory, SharedName, TypeConflictException}
import java.util.{ArrayList, HashMap}
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters.*
import scala.util.Using

@SharedName("staff.Employee")
case class Employee(var name: String, var salary: Double, var boss: Employee):
  def raiseBy(amount: Double): Unit = synchronized { salary += amount }

@SharedName("staff.Team")
class Team:
  var members: java.util.List[Employee] = new ArrayList[Employee]()
  var scores: java.util.Map[String, Integer] = new HashMap[String, Integer]()

  def names: String = members.asScala.map(_.name).mkString(", ")

object Staff:
  private val raises = SharedMemory.channel("staff.raises", 4, classOf[Employee])
  private val replies = SharedMemory.channel("staff.replies", 4, classOf[String])
  private val place = SharedMemory.repository("staff.team", classOf[Team])

  def write(): Unit =
    val team = Using.resource(SharedMemory.sharedMode()) { _ =>
      val ada = Employee("Ada", 4200.5, Employee("Grace", 5000.25, null))
      val team = new Team
      team.members.add(ada)
      team.members.add(ada.boss)
      team.scores.put("Ada", 7)
      team
    }
    place.set(team)
    raises.send(team.members.get(0))
    println(s"reply: ${replies.receive(60, SECONDS)}")
    println(s"Ada earns ${team.members.get(0).salary}")
    println(s"team: ${team.names}")
    println(s"the boss of Alan is Ada: ${team.members.get(2).boss eq team.members.get(0)}")
    println(s"scores: ${team.scores}")

  def read(): Unit =
    val ada = raises.receive(60, SECONDS)
    val team = place.get()
    println(s"received: ${ada.name} earns ${ada.salary}, boss ${ada.boss.name}")
    println(s"the first of the team: ${ada eq team.members.get(0)}")
    println(s"team: ${team.names}")
    println(s"score of Ada: ${team.scores.get("Ada")}")
    ada.raiseBy(10.25)
    team.members.add(SharedMemory.construct(() => Employee("Alan", 3900.0, ada)))
    team.scores.merge("Ada", 3, _ + _)
    team.scores.put("Alan", 1)
    try SharedMemory.channel("staff.raises").send("a text")
    catch case _: TypeConflictException => println("a text for employees: type conflict")
    replies.send("done")

  def main(arguments: Array[String]): Unit = if arguments(0) == "write" then write() else read()
