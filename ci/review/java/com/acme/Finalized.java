package com.acme;

import colors.SharedMemory;

/** A finalizer ran for each dead Java object that stood for a shared one. */
public class Finalized {
    private static volatile int finalized;
    int a = 5;

    @Override
    @SuppressWarnings({"removal", "deprecation"})
    protected void finalize() {
        finalized++;
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 1000; i++) {
            SharedMemory.allocate(Finalized.class).a = i;
        }
        new Finalized();
        for (int i = 0; i < 500 && finalized == 0; i++) {
            System.gc();
            Thread.sleep(10);
        }
        System.gc();
        Thread.sleep(100);
        System.out.println("finalized " + finalized);
    }
}
