package com.acme;

import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedName;

/** A reader's class has fields more than the shared one: once NoClassDefFoundError for ever. */
public class Extra {
    @SharedName("acme.Extra")
    static class Written {
        int a = 1;
        String text = "x";
    }

    @SharedName("acme.Extra")
    static class Read {
        int a;
        int more;
        long wide;
        double part;
        boolean is;
        String text;
        String words;
        Read next;
    }

    public static void main(String[] arguments) {
        if (arguments.length == 0) {
            SharedMemory.repository("extra").set(SharedMemory.copyIn(new Written()));
            return;
        }
        Read.class.getName();
        for (int i = 0; i < 2; i++) {
            Read read = (Read) SharedMemory.repository("extra").get();
            System.out.println(read.a + " " + read.more + " " + read.wide + " " + read.part + " " + read.is + " "
                    + read.text + " " + read.words + " " + read.next);
            try {
                read.more = 1;
            } catch (SharedMemoryException e) {
                System.out.println(e.reason());
            }
        }
    }
}
