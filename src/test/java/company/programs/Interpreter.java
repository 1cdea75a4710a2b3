// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A lexer, a parser and an evaluator with closures. */
public final class Interpreter {
    enum Kind {
        NUMBER,
        NAME,
        SYMBOL,
        END
    }

    static final class Token {
        final Kind kind;
        final String text;
        final int at;

        Token(Kind kind, String text, int at) {
            this.kind = kind;
            this.text = text;
            this.at = at;
        }

        boolean is(String wanted) {
            return text.equals(wanted);
        }
    }

    static final class Lexer {
        private final char[] source;
        private int at;
        Token current;

        Lexer(String source) {
            this.source = source.toCharArray().length == 0 ? new char[0] : copy(source);
            advance();
        }

        private static char[] copy(String text) {
            char[] result = new char[text.length()];
            for (int i = 0; i < result.length; i++) {
                result[i] = text.charAt(i);
            }
            return result;
        }

        Token advance() {
            Token before = current;
            while (at < source.length && Character.isWhitespace(source[at])) {
                at++;
            }
            int start = at;
            if (at == source.length) {
                current = new Token(Kind.END, "", at);
            } else if (Character.isDigit(source[at])) {
                while (at < source.length && (Character.isDigit(source[at]) || source[at] == '.')) {
                    at++;
                }
                current = new Token(Kind.NUMBER, new String(source, start, at - start), start);
            } else if (Character.isLetter(source[at])) {
                while (at < source.length && Character.isLetterOrDigit(source[at])) {
                    at++;
                }
                current = new Token(Kind.NAME, String.valueOf(source, start, at - start), start);
            } else {
                at++;
                current = new Token(Kind.SYMBOL, "" + source[start], start);
            }
            return before;
        }

        Token expect(String text) {
            if (!current.is(text)) {
                throw new SyntaxError(
                        "expected " + text + " at " + current.at + ", not '" + current.text + "'", current);
            }
            return advance();
        }
    }

    static final class SyntaxError extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final transient Token token;

        SyntaxError(String message, Token token) {
            super(message);
            this.token = token;
        }
    }

    interface Visitor<R> {
        R number(Num number);

        R name(Name name);

        R call(Apply call);

        R lambda(Lambda lambda);

        R let(Let let);
    }

    abstract static class Node {
        static int count;
        int id = count++;

        abstract <R> R accept(Visitor<R> visitor);
    }

    static final class Num extends Node {
        double value;

        Num(double value) {
            this.value = value;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.number(this);
        }
    }

    static final class Name extends Node {
        String name;

        Name(String name) {
            this.name = name;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.name(this);
        }
    }

    static final class Apply extends Node {
        Node function;
        List<Node> arguments = new ArrayList<>();

        Apply(Node function, Node... arguments) {
            this.function = function;
            for (Node argument : arguments) {
                this.arguments.add(argument);
            }
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.call(this);
        }
    }

    static final class Lambda extends Node {
        String[] parameters;
        Node body;

        Lambda(String[] parameters, Node body) {
            this.parameters = parameters;
            this.body = body;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.lambda(this);
        }
    }

    static final class Let extends Node {
        final String name;
        final Node value, body;

        Let(String name, Node value, Node body) {
            this.name = name;
            this.value = value;
            this.body = body;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.let(this);
        }
    }

    static final class Parser {
        final Lexer lexer;
        private int depth;

        Parser(String text) {
            lexer = new Lexer(text);
        }

        Node parse() {
            Node result = expression();
            if (lexer.current.kind != Kind.END) {
                throw new SyntaxError("more at " + lexer.current.at, lexer.current);
            }
            return result;
        }

        Node expression() {
            depth++;
            try {
                if (lexer.current.is("let")) {
                    lexer.advance();
                    String name = lexer.advance().text;
                    lexer.expect("=");
                    Node value = expression();
                    lexer.expect(";");
                    return new Let(name, value, expression());
                }
                Node left = term();
                while (lexer.current.is("+") || lexer.current.is("-")) {
                    left = new Apply(new Name(lexer.advance().text), left, term());
                }
                return left;
            } finally {
                depth--;
            }
        }

        Node term() {
            Node left = factor();
            for (; ; ) {
                switch (lexer.current.text) {
                    case "*", "/" -> left = new Apply(new Name(lexer.advance().text), left, factor());
                    case "(" -> {
                        lexer.advance();
                        Apply call = new Apply(left);
                        while (!lexer.current.is(")")) {
                            call.arguments.add(expression());
                            if (lexer.current.is(",")) {
                                lexer.advance();
                            }
                        }
                        lexer.advance();
                        left = call;
                    }
                    default -> {
                        return left;
                    }
                }
            }
        }

        Node factor() {
            Token token = lexer.advance();
            switch (token.kind) {
                case NUMBER:
                    return new Num(Double.parseDouble(token.text));
                case NAME:
                    return new Name(token.text);
                default:
                    if (token.is("(")) {
                        Node inner = expression();
                        lexer.expect(")");
                        return inner;
                    }
                    if (token.is("|")) {
                        String[] parameters = new String[0];
                        while (!lexer.current.is("|")) {
                            String[] more = new String[parameters.length + 1];
                            System.arraycopy(parameters, 0, more, 0, parameters.length);
                            more[parameters.length] = lexer.advance().text;
                            parameters = more;
                        }
                        lexer.advance();
                        return new Lambda(parameters, expression());
                    }
                    throw new SyntaxError(
                            "unexpected '" + token.text + "' at " + token.at + " in depth " + depth, token);
            }
        }
    }

    static final class Scope {
        final Map<String, Object> values = new HashMap<>();
        final Scope outer;

        Scope(Scope outer) {
            this.outer = outer;
        }

        Object find(String name) {
            for (Scope scope = this; scope != null; scope = scope.outer) {
                if (scope.values.containsKey(name)) {
                    return scope.values.get(name);
                }
            }
            throw new IllegalStateException("no " + name);
        }
    }

    static final class Closure {
        final Lambda lambda;
        final Scope scope;

        Closure(Lambda lambda, Scope scope) {
            this.lambda = lambda;
            this.scope = scope;
        }
    }

    static final class Evaluator implements Visitor<Object> {
        Scope scope = new Scope(null);
        long steps;

        @Override
        public Object number(Num number) {
            steps++;
            return number.value;
        }

        @Override
        public Object name(Name name) {
            steps++;
            return scope.find(name.name);
        }

        @Override
        public Object call(Apply call) {
            steps++;
            if (call.function instanceof Name operator && "+-*/".contains(operator.name)) {
                double a = (Double) call.arguments.get(0).accept(this);
                double b = (double) call.arguments.get(1).accept(this);
                return switch (operator.name.charAt(0)) {
                    case '+' -> a + b;
                    case '-' -> a - b;
                    case '*' -> a * b;
                    default -> a / b;
                };
            }
            Closure closure = (Closure) call.function.accept(this);
            if (closure.lambda.parameters.length != call.arguments.size()) {
                throw new IllegalStateException(closure.lambda.parameters.length + " parameters");
            }
            Scope inner = new Scope(closure.scope);
            for (int i = 0; i < closure.lambda.parameters.length; i++) {
                inner.values.put(
                        closure.lambda.parameters[i], call.arguments.get(i).accept(this));
            }
            Scope before = scope;
            scope = inner;
            try {
                return closure.lambda.body.accept(this);
            } finally {
                scope = before;
            }
        }

        @Override
        public Object lambda(Lambda lambda) {
            return new Closure(lambda, scope);
        }

        @Override
        public Object let(Let let) {
            Object value = let.value.accept(this);
            scope = new Scope(scope);
            scope.values.put(let.name, value);
            Object result = let.body.accept(this);
            scope = scope.outer;
            return result;
        }
    }

    static final class Printer implements Visitor<String> {
        @Override
        public String number(Num number) {
            return number.value == Math.rint(number.value) ? "" + (long) number.value : Double.toString(number.value);
        }

        @Override
        public String name(Name name) {
            return name.name;
        }

        @Override
        public String call(Apply call) {
            StringBuilder text = new StringBuilder(call.function.accept(this)).append('(');
            String separator = "";
            for (Node argument : call.arguments) {
                text.append(separator).append(argument.accept(this));
                separator = " ";
            }
            return text.append(')').toString();
        }

        @Override
        public String lambda(Lambda lambda) {
            return "\\" + String.join(" ", lambda.parameters) + "." + lambda.body.accept(this);
        }

        @Override
        public String let(Let let) {
            return let.name + "=" + let.value.accept(this) + "; " + let.body.accept(this);
        }
    }

    public static void main(String[] args) {
        String[] sources = {
            "1 + 2 * 3",
            "let twice = |f| |x| f(f(x)); let square = |x| x * x; twice(square)(3) - 1",
            "(1 + ",
            "let x = 2; y",
            "1 2",
            "(|a b| a / b)(1)",
            "let k = |a b| a * 10 + b; k(k(1, 2), 3.5)",
            "3 $ 4"
        };
        for (String source : sources) {
            try {
                Node node = new Parser(source).parse();
                Evaluator evaluator = new Evaluator();
                System.out.println(
                        node.accept(new Printer()) + " -> " + node.accept(evaluator) + " in " + evaluator.steps);
            } catch (SyntaxError e) {
                System.out.println(e.getMessage() + " " + e.token.kind);
            } catch (IllegalStateException e) {
                System.out.println("! " + e.getMessage());
            }
        }
        System.out.println(Node.count);
    }
}
