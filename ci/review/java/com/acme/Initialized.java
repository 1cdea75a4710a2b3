package com.acme;

/** new initializes its class before the arguments are computed. */
public class Initialized {
    static class A {
        static {
            System.out.print("A.init ");
        }

        A(int x) {}
    }

    static int argument() {
        System.out.print("argument ");
        return 1;
    }

    public static void main(String[] arguments) {
        new A(argument());
        System.out.println();
    }
}
