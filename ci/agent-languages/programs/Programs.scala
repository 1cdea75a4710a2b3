// SPDX-License-Identifier: Apache-2.0
package sc

import colors.SharedMemory

case class Point(var x: Int, var y: Int):
  def +(other: Point) = Point(x + other.x, y + other.y)

object Point:
  val Side = 4
  def diagonal(n: Int) = new Point(n, n)

sealed trait Expression:
  def text: String
case class Number(value: Double) extends Expression:
  def text = value.toString
case class Sum(left: Expression, right: Expression) extends Expression:
  def text = s"(${left.text} + ${right.text})"
case class Product(left: Expression, right: Expression) extends Expression:
  def text = s"${left.text} * ${right.text}"

def evaluate(e: Expression): Double = e match
  case Number(v) => v
  case Sum(Number(0), right) => evaluate(right)
  case Sum(left, right) => evaluate(left) + evaluate(right)
  case Product(left, right) => evaluate(left) * evaluate(right)

trait Counting:
  var count = 0
  def step(): Int = { count += 1; count }

trait Named:
  def name: String
  def greeting = s"hello $name"

class Account(val name: String, var cents: Long) extends Counting, Named:
  def add(amount: Long): Long = synchronized {
    step()
    cents += amount
    cents
  }
  def attempt(limit: Long): Either[String, Long] = this.synchronized {
    if cents > limit then Left("rich")
    else
      try Right(100 / cents)
      catch case e: ArithmeticException => Left(e.getMessage)
      finally count += 10
  }

class Grid(val size: Int):
  val cells = new Array[Int](size * size)
  val rows = Array.ofDim[Double](size, size)
  def apply(i: Int, j: Int) = cells(i * size + j)
  def update(i: Int, j: Int, value: Int): Unit = { cells(i * size + j) = value; rows(i)(j) = value / 2.0 }

class Tree(val value: Int):
  var left: Tree = null
  var right: Tree = null
  def insert(n: Int): Unit =
    if n < value then if left == null then left = new Tree(n) else left.insert(n)
    else if n > value then if right == null then right = new Tree(n) else right.insert(n)
  def sum: Int = value + (if left == null then 0 else left.sum) + (if right == null then 0 else right.sum)

/** What refers to private objects, or is computed late, is always private. */
class Late(seed: Int):
  lazy val computed = { println("  computing"); seed * 3 }
  lazy val text: String = s"text $computed"
  val action: Int => Int = _ + seed

enum Level:
  case Low, High
  case Custom(n: Int)

object Main:
  def describe(any: Any): String = any match
    case null => "null"
    case Point(x, y) if x == y => s"diagonal $x"
    case p: Point => s"point ${p.x} ${p.y}"
    case n: Int if n < 4 => "small"
    case (a, b) => s"pair $a $b"
    case Level.Custom(n) => s"custom $n"
    case other => other.toString

  def points(): Unit =
    val p = Point(3, 4)
    val Point(x, y) = p: @unchecked
    p.x += 10
    println(s"points $x $y $p ${p.copy(y = 1)} ${p == Point(13, 4)} ${p eq p} ${p + Point.diagonal(2)} ${Point.Side} ${p.hashCode == Point(13, 4).hashCode}")
    println(s"points ${Map(Point(1, 1) -> "a")(Point(1, 1))} ${List(Point(2, 1), Point(1, 5)).sortBy(_.x)} ${describe(Point(2, 2))} ${describe(p)}")

  def expressions(): Unit =
    val e = Sum(Number(0), Product(Sum(Number(1), Number(2)), Number(4)))
    println(s"expressions ${e.text} ${evaluate(e)} ${e.right} ${e == Sum(Number(0), e.right)}")

  def deep(account: Account, n: Int): Int = account.synchronized { deep(account, n + 1) + 1 }

  def accounts(): Unit =
    val account = new Account("ada", 0)
    val threads = (1 to 4).map(_ => new Thread(() => for _ <- 1 to 500 do account.add(1)))
    threads.foreach(_.start())
    threads.foreach(_.join())
    println(s"accounts ${account.cents} ${account.count} ${account.greeting} ${account.attempt(100)} ${account.attempt(5000)}")
    account.cents = 0
    println(s"accounts ${account.attempt(1)} ${account.count}")
    val failed = try { deep(account, 0); "no" } catch case e: StackOverflowError => "full"
    println(s"accounts $failed ${Thread.holdsLock(account)}")

  def grids(): Unit =
    val grid = new Grid(3)
    for i <- 0 until 3; j <- 0 until 3 do grid(i, j) = i * 10 + j
    println(s"grids ${grid(2, 1)} ${grid.cells.sum} ${grid.cells.length} ${grid.rows(1)(2)} ${grid.rows.map(_.sum).mkString(",")}")

  def trees(): Unit =
    val tree = new Tree(50)
    for i <- 0 until 60 do tree.insert(i * 37 % 101)
    println(s"trees ${tree.sum} ${tree.left.value} ${tree.right ne tree.left}")

  def others(): Unit =
    println(s"others ${describe(2)} ${describe((1, "b"))} ${describe(Level.Custom(7))} ${Level.High} ${describe(null)} ${List(3, 1, 2).sorted.foldLeft(0)(_ * 10 + _)}")

  def privateOnes(): Unit =
    val late = new Late(7)
    println(s"private ${late.text} ${late.computed} ${late.action(1)}")

  def main(arguments: Array[String]): Unit =
    val mode = if arguments.nonEmpty then Some(SharedMemory.sharedMode()) else None
    assert(mode.isEmpty || SharedMemory.isShared(Point(1, 2)))
    points()
    expressions()
    accounts()
    grids()
    trees()
    others()
    mode.foreach(_.close())
    privateOnes()
