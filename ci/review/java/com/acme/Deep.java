package com.acme;

/** A full stack in a monitor of a private object: once an endless loop. */
public class Deep {
    int n;

    void f() {
        synchronized (this) {
            n++;
            f();
        }
    }

    public static void main(String[] arguments) {
        Deep deep = new Deep();
        try {
            deep.f();
        } catch (StackOverflowError e) {
            System.out.println("full " + (deep.n > 100) + " " + Thread.holdsLock(deep));
        }
    }
}
