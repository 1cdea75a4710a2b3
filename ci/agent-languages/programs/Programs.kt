// SPDX-License-Identifier: Apache-2.0
package kt

import colors.SharedMemory

data class Point(var x: Int, var y: Int) : Comparable<Point> {
    operator fun plus(other: Point) = Point(x + other.x, y + other.y)
    override fun compareTo(other: Point) = compareValuesBy(this, other, Point::x, Point::y)

    companion object {
        const val SIDE = 4
        val ORIGIN get() = Point(0, 0)
        fun diagonal(n: Int) = Point(n, n)
    }
}

sealed class Shape(val name: String) {
    class Circle(val radius: Double) : Shape("circle")
    class Rectangle(val corner: Point, val width: Double, val height: Double = width) : Shape("rectangle")
    class Group(val parts: MutableList<Shape>) : Shape("group")

    fun area(): Double = when (this) {
        is Circle -> 3.0 * radius * radius
        is Rectangle -> width * height
        is Group -> parts.sumOf { it.area() }
    }
}

open class Account(val owner: String, protected var cents: Long) {
    private val lock: Account get() = this
    var changes = 0
        private set
    @Volatile var closed = false

    open fun add(amount: Long): Long = synchronized(this) {
        check(!closed) { "closed" }
        changes++
        cents += amount
        cents
    }

    @Synchronized fun drain(): Long = cents.also { cents = 0 }

    fun early(limit: Long): String {
        synchronized(lock) {
            if (cents > limit) return "rich"
            try {
                synchronized(this) { if (cents < 0) throw IllegalStateException("debt $cents") }
            } catch (e: IllegalStateException) {
                return e.message!!
            } finally {
                changes += 100
            }
        }
        return "poor"
    }

    inline fun twice(step: (Account) -> Unit) {
        step(this)
        step(this)
    }
}

class Savings(owner: String, cents: Long, private val rate: Int) : Account(owner, cents) {
    override fun add(amount: Long) = super.add(amount + amount * rate / 100)
}

class Matrix(val rows: Int, val columns: Int) {
    val cells = Array(rows) { DoubleArray(columns) }
    val names = arrayOf("a", "b", "c")

    operator fun get(i: Int, j: Int) = cells[i][j]
    operator fun set(i: Int, j: Int, value: Double) { cells[i][j] = value }
    operator fun times(other: Matrix): Matrix {
        val product = Matrix(rows, other.columns)
        for (i in 0 until rows) for (j in 0 until other.columns) for (k in 0 until columns) product[i, j] += this[i, k] * other[k, j]
        return product
    }
}

class Node(val value: Int, var left: Node? = null, var right: Node? = null) {
    fun insert(n: Int): Node = apply {
        when {
            n < value -> left = left?.insert(n) ?: Node(n)
            n > value -> right = right?.insert(n) ?: Node(n)
        }
    }

    tailrec fun smallest(): Int = if (left == null) value else left!!.smallest()
    fun walk(visit: (Int) -> Unit) {
        left?.walk(visit)
        visit(value)
        right?.walk(visit)
    }
}

class Settings(val size: Int) {
    lateinit var title: String
    val isReady get() = ::title.isInitialized
}

/** What refers to private objects, a delegate and a function, is always private. */
class Late(seed: Int) {
    val computed by lazy { println("  computing"); seed * 3 }
    val action: (Int) -> Int = { it + seed }
}

@JvmInline value class Meters(val n: Int)

object Registry {
    val log = mutableListOf<String>()
    fun note(text: Any?) { log += text.toString() }
}

enum class Level { LOW, HIGH }

fun describe(any: Any?): String = when (any) {
    null -> "null"
    is Point -> any.run { "point $x $y" }
    in listOf(1, 2, 3) -> "small"
    is Shape.Group -> "group of ${any.parts.size}"
    is Level -> any.name.lowercase()
    else -> any.toString()
}

fun points() {
    val (x, y) = Point(3, 4)
    val copied = Point(1, 2).copy(y = 9)
    println("points $x $y $copied ${copied == Point(1, 9)} ${copied === copied} ${Point(1, 1) + Point.diagonal(2)} ${Point.ORIGIN < copied} ${Point.SIDE}")
    val map = hashMapOf(Point(1, 1) to "a", Point(2, 2) to "b")
    copied.x += 5; copied.y++
    println("points ${map[Point(2, 2)]} ${copied.hashCode() == Point(6, 10).hashCode()} ${listOf(Point(2, 1), Point(1, 5), Point(1, 2)).sorted()}")
}

fun shapes() {
    val group = Shape.Group(mutableListOf())
    group.parts += Shape.Circle(2.0)
    group.parts += Shape.Rectangle(Point.ORIGIN, 3.0)
    println("shapes ${group.area()} ${group.parts.map { it.name }} ${describe(group)} ${describe(group.parts[0].name)} ${(group.parts[1] as Shape.Rectangle).corner}")
}

fun accounts() {
    val account = Account("ada", 1000)
    val savings = Savings("bob", 0, 10)
    val threads = Array(4) { Thread { repeat(500) { account.add(1); savings.add(10) } } }
    threads.forEach(Thread::start)
    threads.forEach(Thread::join)
    account.twice { it.add(5) }
    println("accounts ${account.changes} ${account.early(2000)} ${account.early(5000)} ${account.drain()} ${savings.drain()}")
    account.add(-7)
    println("accounts ${account.early(0)} ${account.changes} ${account.owner}")
    account.closed = true
    println("accounts ${runCatching { account.add(1) }.exceptionOrNull()?.message}")
    println("accounts ${runCatching { deep(account, 0) }.exceptionOrNull()!!::class.simpleName} ${!Thread.holdsLock(account)}")
}

fun deep(account: Account, n: Int): Int = synchronized(account) { deep(account, n + 1) + 1 }

fun matrices() {
    val m = Matrix(3, 3)
    for (i in 0..2) for (j in 0..2) m[i, j] = (i * 3 + j).toDouble()
    m.names[1] = "z"
    println("matrices ${(m * m).cells.map { it.sum() }} ${m.names.joinToString()} ${m.cells[1].size} ${m.cells.size}")
}

fun trees() {
    val root = Node(50)
    for (i in 0 until 60) root.insert(i * 37 % 101)
    val all = mutableListOf<Int>()
    root.walk { all += it }
    println("trees ${all.size} ${all == all.sorted()} ${root.smallest()} ${generateSequence(root) { it.right }.last().value}")
}

fun others() {
    val settings = Settings(2)
    print("others ${settings.isReady} ")
    settings.title = "t"
    println("${settings.isReady} ${settings.title} ${Meters(5)} ${describe(2)} ${describe(null)} ${describe(Level.HIGH)}")
    Registry.note(settings.size)
    println("others ${Registry.log} ${try { settings.title.toInt() } catch (e: NumberFormatException) { -1 } finally { Registry.log.clear() }}")
}

fun privateOnes() {
    val late = Late(7)
    println("private ${late.computed} ${late.computed} ${late.action(1)}")
}

fun main(arguments: Array<String>) {
    val mode = if (arguments.isNotEmpty()) SharedMemory.sharedMode() else null
    mode.use {
        check(mode == null || SharedMemory.isShared(Point(1, 2)))
        points()
        shapes()
        accounts()
        matrices()
        trees()
        others()
    }
    privateOnes()
}
