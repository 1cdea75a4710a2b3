// SPDX-License-Identifier: Apache-2.0
// The program staff in Scala without the agent: traits whose variables are the fields, references, and handles.
package sc.typed

import colors.{Channel, Field, Monitors, Ref, Repository, SharedClass, SharedList, SharedMap, SharedMemory, SharedName}
import colors.TypeConflictException
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters.*
import scala.util.Using

@SharedName("staff.Employee")
trait Employee:
  var name: String
  var salary: Double
  var boss: Employee
  def raiseBy(amount: Double): Unit = Using.resource(Monitors.enter(this)) { _ => salary += amount }

@SharedName("staff.Team")
trait Team:
  var members: java.util.List[Employee]
  var scores: java.util.Map[String, Integer]
  def names: String = members.asScala.map(_.name).mkString(", ")

trait Hire:
  def hire(name: String, salary: Double): Employee

object Staff:
  private val Employees: SharedClass[Employee] = SharedClass.of(classOf[Employee])
  private val Salary: Field.OfDouble[Employee] = Employees.doubleField("salary")
  private val Boss: Field.OfRef[Employee, Employee] = Employees.refField("boss", classOf[Employee])
  private val New: Hire = Employees.constructor(classOf[Hire], "name", "salary")

  private val raises: Channel[Employee] = SharedMemory.channel("staff.raises", 4, classOf[Employee])
  private val replies: Channel[String] = SharedMemory.channel("staff.replies", 4, classOf[String])
  private val place: Repository[Team] = SharedMemory.repository("staff.team", classOf[Team])

  private def hire(name: String, salary: Double, boss: Employee): Employee =
    val employee = SharedMemory.allocate(classOf[Employee])
    employee.name = name
    employee.salary = salary
    employee.boss = boss
    employee

  def write(): Unit =
    val team = SharedMemory.allocate(classOf[Team])
    Using.resource(SharedMemory.scope()) { _ =>
      val ada = hire("Ada", 4200.5, hire("Grace", 5000.25, null))
      val members: SharedList[Employee] = SharedList.create(classOf[Employee])
      val scores: SharedMap[String, Integer] = SharedMap.create(classOf[String], classOf[Integer])
      members.add(ada)
      members.add(ada.boss)
      scores.put("Ada", 7)
      team.members = members
      team.scores = scores
      place.set(team)
      raises.send(ada)
    }
    println(s"reply: ${replies.receive(60, SECONDS)}")
    println(s"Ada earns ${team.members.get(0).salary}")
    println(s"team: ${team.names}")
    println(s"the boss of Alan is Ada: ${team.members.get(2).boss == team.members.get(0)}")
    println(s"scores: ${team.scores}")

  def read(): Unit =
    val ada = raises.receive(60, SECONDS)
    val team = place.get()
    println(s"received: ${ada.name} earns ${ada.salary}, boss ${ada.boss.name}")
    println(s"the first of the team: ${ada == team.members.get(0)}")
    println(s"team: ${team.names}")
    println(s"score of Ada: ${team.scores.get("Ada")}")
    val reference: Ref[Employee] = Ref.of(ada).as(classOf[Employee])
    Using.resource(Monitors.enter(ada)) { _ => Salary.set(reference, Salary.get(reference) + 10.25) }
    val alan = New.hire("Alan", 3900.0)
    Boss.set(Ref.of(alan).as(classOf[Employee]), reference)
    team.members.add(alan)
    team.scores.merge("Ada", 3, _ + _)
    team.scores.put("Alan", 1)
    try println(s"a team for a text: ${SharedMemory.repository("staff.team", classOf[String]).get()}")
    catch case _: TypeConflictException => () // as it has to be
    try SharedMemory.channel("staff.raises").send("a text")
    catch case _: TypeConflictException => println("a text for employees: type conflict")
    replies.send("done")

  def main(arguments: Array[String]): Unit = if arguments(0) == "write" then write() else read()
