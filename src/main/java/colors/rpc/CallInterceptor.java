// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import java.util.Map;

/**
 * Is told of the calls that this process makes and executes, and may pass entries along with those that it makes: for
 * tracing, measuring, and what else concerns all calls. A client or server has those that {@link Service#interceptedBy}
 * was given, after those that {@code ServiceLoader} finds in the class path and the module path, which are told of
 * calls of other languages in this JVM, too. Reading a stream is no call of its own. Thread-safe.
 */
public interface CallInterceptor {
    /** Is told how a call that began goes on. What its methods throw goes to the thread's handler of exceptions. */
    interface Observer {
        /**
         * In a server: the method has returned or thrown, on the thread on which it began. The call may have ended
         * before, and ends later if its result is a stage.
         */
        default void returned() {}

        /**
         * The call has ended; said once, on any thread, in a server before the client knows.
         *
         * @param failure null: there is a result, or of a call that is not waited for: it was sent
         */
        void ended(Throwable failure);
    }

    /**
     * The program calls a method. Called on its thread, before the call is sent; what it throws is thrown to the
     * program, and nothing is sent.
     *
     * @param context what goes along with the call, to be changed: the entries of the client ({@link Service#context}),
     *     and of the request that the thread executes, if any
     * @return or null: nobody
     */
    default Observer calling(String service, String method, Map<String, String> context) {
        return null;
    }

    /**
     * A thread of this process executes a method for a client. Called on it, before the method; what it throws ends the
     * call in place of the method. A call that is refused or late is not executed.
     *
     * @return or null: nobody
     */
    default Observer executing(Request request) {
        return null;
    }
}
