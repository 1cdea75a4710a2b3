// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.SharedMemoryException;
import colors.calls.CallErrors;
import colors.calls.CallFailure;
import colors.calls.CallState;
import colors.calls.SharedCall;
import colors.roots.Mutator;
import colors.rpc.CallException;
import colors.rpc.OneWay;
import colors.wrappers.HostLanguage;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** A method of a client. */
final class ClientMethod {
    private static final Object[] NONE = {};

    private final Client client;
    private final Method method;
    private final int name;
    private final String text;
    private final boolean isAsynchronous;
    private final boolean isOneWay;
    private final PassedValue result; // or an item of it
    private final Class<?> streamClass; // Stream, Iterator, or null

    ClientMethod(Client client, Method method) {
        this.client = client;
        this.method = method;
        name = MethodName.entity(MethodName.of(method));
        text = CallErrors.text(method.getName(), client.name());
        isAsynchronous =
                method.getReturnType() == CompletableFuture.class || method.getReturnType() == CompletionStage.class;
        isOneWay = method.isAnnotationPresent(OneWay.class);
        if (isOneWay && method.getReturnType() != void.class) {
            throw SharedMemoryException.of(
                    SharedMemoryException.Reason.ARGUMENT,
                    method + " has @OneWay and a result, which never comes: make it void");
        }
        Type type = isAsynchronous ? inner(method.getGenericReturnType()) : method.getGenericReturnType();
        streamClass = streamClass(type instanceof ParameterizedType stream ? stream.getRawType() : type);
        result = streamClass == null
                ? new PassedValue("the result of " + text, type)
                : new PassedValue("an item of the stream of " + text, inner(type));
    }

    private static Class<?> streamClass(Type type) {
        return type == Stream.class ? Stream.class : type == Iterator.class ? Iterator.class : null;
    }

    private static Type inner(Type type) {
        return type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
    }

    String name() {
        return method.getName();
    }

    /** For messages: {@code raise of service 'payroll'}. */
    String text() {
        return text;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is what the program gets
    Object call(Object[] arguments) throws Throwable {
        Object[] stored = stored(arguments);
        if (isAsynchronous) {
            return FutureCall.begin(client, this, name, stored);
        }
        ObservedCall begun = client.begin(method.getName());
        try {
            Object given = call(begun, stored);
            begun.ended(null);
            return given;
        } catch (Throwable e) {
            begun.ended(e);
            throw e;
        }
    }

    private Object call(ObservedCall begun, Object[] stored) throws Throwable {
        if (isOneWay) {
            client.checkServed(text);
        }
        SharedCall call = client.make(name, null, begun, stored);
        client.send(call, text);
        return isOneWay ? null : end(call, client.await(call, this));
    }

    private static Object[] stored(Object[] arguments) {
        if (arguments == null) {
            return NONE;
        }
        Object[] stored = new Object[arguments.length];
        for (int i = 0; i < stored.length; i++) {
            stored[i] = PassedValue.stored(arguments[i]);
        }
        return stored;
    }

    /** The result of a call that ended, or what it throws. */
    Object end(SharedCall call, CallState state) throws Throwable {
        Mutator mutator = Mutator.current();
        return switch (state) {
            case DONE -> result(call.result(mutator, HostLanguage.VALUES::ofElement));
            case FAILED -> throw thrown(call.failure(mutator));
            default -> throw CallErrors.of(state, text);
        };
    }

    private Object result(Object value) {
        if (streamClass == null || value == null) {
            return result.read(value);
        }
        StreamReader reader = StreamReader.of(ReadStream.of(value, text), result, client.timeout());
        return streamClass == Stream.class ? reader.stream() : reader;
    }

    private Throwable thrown(CallFailure failure) {
        CallException thrown = CallErrors.of(failure, text);
        Throwable own = failure.kind().equals(CallFailure.EXCEPTION) ? ownException(failure) : null;
        return own == null ? thrown : causedBy(own, thrown);
    }

    private static Throwable causedBy(Throwable own, CallException remote) {
        try {
            return own.initCause(remote);
        } catch (IllegalStateException e) { // its constructor has said that there is none
            own.addSuppressed(remote);
            return own;
        }
    }

    /** The exception of the class that the server named, if this method may throw it. */
    private Throwable ownException(CallFailure failure) {
        try {
            Class<?> type = Class.forName(
                    failure.type(), true, method.getDeclaringClass().getClassLoader());
            boolean mayThrow = RuntimeException.class.isAssignableFrom(type)
                    || Stream.of(method.getExceptionTypes()).anyMatch(declared -> declared.isAssignableFrom(type));
            // one of this library's own would say of this call what happened to another one
            return mayThrow && Throwable.class.isAssignableFrom(type) && !CallException.class.isAssignableFrom(type)
                    ? (Throwable) type.getConstructor(String.class).newInstance(failure.message())
                    : null;
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }
}
