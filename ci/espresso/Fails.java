// SPDX-License-Identifier: Apache-2.0

/** Ends by an exception, after what another thread still has to do. */
final class Fails {
    private Fails() {}

    public static void main(String[] arguments) {
        new Thread(() -> {
                    sleep();
                    System.out.println("the other thread ended");
                })
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the hook ran")));
        throw new IllegalStateException("on purpose");
    }

    private static void sleep() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
