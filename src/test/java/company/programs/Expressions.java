// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sealed interfaces of records and classes. */
public final class Expressions {
    sealed interface Expression permits Number, Variable, Binary, Call {}

    record Number(double value) implements Expression {
        static final Number ZERO = new Number(0);
    }

    record Variable(String name) implements Expression {
        Variable {
            if (name.isBlank()) {
                throw new IllegalArgumentException("blank");
            }
        }
    }

    record Binary(char operator, Expression left, Expression right) implements Expression {}

    static final class Call implements Expression {
        final String function;
        final List<Expression> arguments;
        int calls;

        Call(String function, List<Expression> arguments) {
            this.function = function;
            this.arguments = arguments;
        }
    }

    static final class Scope {
        final Map<String, Double> variables = new HashMap<>();
        Scope outer;
        Expression last;
        Expression[] history = new Expression[3];
        int next;

        Scope(Scope outer) {
            this.outer = outer;
        }

        Optional<Double> find(String name) {
            Double value = variables.get(name);
            return value != null ? Optional.of(value) : outer == null ? Optional.empty() : outer.find(name);
        }

        double evaluate(Expression expression) {
            last = expression;
            history[next++ % history.length] = expression;
            return switch (expression) {
                case Number(double value) -> value;
                case Variable variable ->
                    find(variable.name()).orElseThrow(() -> new IllegalStateException("no " + variable.name()));
                case Binary(char operator, Number(double left), Expression right)
                when operator == '*' && left == 0 -> 0;
                case Binary binary -> {
                    double left = evaluate(binary.left());
                    double right = evaluate(binary.right());
                    yield switch (binary.operator()) {
                        case '+' -> left + right;
                        case '-' -> left - right;
                        case '*' -> left * right;
                        case '/' -> left / right;
                        default -> throw new IllegalStateException("operator " + binary.operator());
                    };
                }
                case Call call -> {
                    call.calls++;
                    double sum = 0;
                    for (Expression argument : call.arguments) {
                        sum += evaluate(argument);
                    }
                    yield call.function.equals("sum") ? sum : Math.sqrt(sum);
                }
            };
        }
    }

    static String text(Expression expression) {
        if (expression instanceof Binary(char operator, var left, var right)) {
            return "(" + text(left) + operator + text(right) + ")";
        }
        if (expression instanceof Call call) {
            return call.function
                    + call.arguments.stream().map(Expressions::text).toList();
        }
        return expression instanceof Number number ? "" + number.value() : ((Variable) expression).name();
    }

    public static void main(String[] args) {
        Scope global = new Scope(null);
        global.variables.put("x", 3.0);
        Scope local = new Scope(global);
        local.variables.put("y", 4.0);
        Call call = new Call(
                "root",
                List.of(
                        new Binary('*', new Variable("x"), new Variable("x")),
                        new Binary('*', new Variable("y"), new Variable("y"))));
        Expression expression = new Binary('+', new Number(1), call);
        System.out.println(text(expression) + " = " + local.evaluate(expression) + ", " + call.calls + ", last "
                + text(local.last));
        System.out.println(local.evaluate(new Binary('*', Number.ZERO, new Variable("nothing"))));
        System.out.println(
                text(local.history[1]) + " " + local.history.length + " " + (local.history[0] instanceof Variable));
        try {
            global.evaluate(new Variable("y"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + global.last.equals(new Variable("y")) + " " + global.last);
        }
        try {
            System.out.println(new Variable(" "));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Binary('/', new Number(1), new Number(4)) + " " + new Number(2).equals(new Number(2))
                + " " + new Number(2).hashCode());
    }
}
