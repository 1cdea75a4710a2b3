// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import colors.Channel;
import colors.SharedArray;
import colors.SharedList;
import colors.SharedMemory;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers come, go and die. */
@Timeout(120)
class LifeTest {
    private ManagedChannel channel;

    private void connect(String name) {
        channel = ColorsChannelBuilder.forName(name).build();
    }

    @AfterEach
    void disconnect() throws InterruptedException {
        if (channel != null) {
            channel.shutdownNow();
            channel.awaitTermination(20, TimeUnit.SECONDS);
        }
    }

    private String call(MethodDescriptor<String, String> method, CallOptions options) {
        return ClientCalls.blockingUnaryCall(channel, method, options, "x");
    }

    private Status.Code failure(MethodDescriptor<String, String> method) {
        return assertThrows(StatusRuntimeException.class, () -> call(method, CallOptions.DEFAULT))
                .getStatus()
                .getCode();
    }

    @Test
    void nobodyServes() {
        connect("nobody");
        assertEquals(Status.Code.UNAVAILABLE, failure(Text.ECHO));
    }

    @Test
    void aCallMayWaitForItsServer() throws Exception {
        connect("late");
        var answer =
                ClientCalls.futureUnaryCall(channel.newCall(Text.ECHO, CallOptions.DEFAULT.withWaitForReady()), "x");
        try (Program _ = Program.start(TextServer.class, "late")) {
            assertEquals("x", answer.get(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void aServerThatDiesEndsItsCallsAndAnotherOneTakesItsPlace() throws Exception {
        connect("mortal");
        try (Program _ = Program.start(TextServer.class, "mortal")) {
            assertEquals("x", call(Text.ECHO, CallOptions.DEFAULT));
            assertEquals(Status.Code.UNAVAILABLE, failure(Text.EXIT));
        }
        try (Program _ = Program.start(TextServer.class, "mortal")) {
            assertEquals("x", call(Text.ECHO, CallOptions.DEFAULT.withWaitForReady()));
        }
    }

    @Test
    void aServerThatIsKilledIsNoticedByAnIdleClient() throws Exception {
        connect("killed");
        try (Program server = Program.start(TextServer.class, "killed")) {
            assertEquals("x", call(Text.ECHO, CallOptions.DEFAULT));
            server.process.destroyForcibly().waitFor();
        }
        assertEquals(Status.Code.UNAVAILABLE, failure(Text.ECHO));
    }

    @Test
    void aServerThatIsShutDownEndsItsCallsFirst() throws Exception {
        connect("polite");
        try (Program server = Program.start(TextServer.class, "polite")) {
            assertEquals("stopped with 1", call(Text.STOP, CallOptions.DEFAULT));
            assertEquals("ended", server.output.readLine());
            assertNull(server.output.readLine());
        }
        assertEquals(Status.Code.UNAVAILABLE, failure(Text.ECHO));
    }

    @Test
    void aNameIsServedByOneProcess() throws Exception {
        try (Program _ = Program.start(TextServer.class, "taken")) {
            IOException e = assertThrows(
                    IOException.class,
                    () -> ColorsServerBuilder.forName("taken").build().start());
            assertEquals("'taken' is served already", e.getMessage());
        }
        ColorsServerBuilder.forName("taken").build().start().shutdown().awaitTermination();
    }

    /** Any program may send to the channel where clients connect. */
    @Test
    void whatIsNoConnectionIsPassedOver() throws Exception {
        try (Program _ = Program.start(TextServer.class, "asked")) {
            Channel<Object> connections = SharedMemory.channel("colors.connection/asked");
            for (Object rubbish : List.of(
                    "rubbish",
                    SharedList.create(),
                    listOf(1L, 2L, 3L, 4L),
                    listOf(array(1), array(1), array(1), array(1)))) {
                connections.send(rubbish);
            }
            connect("asked");
            assertEquals("x", call(Text.ECHO, CallOptions.DEFAULT));
        }
    }

    private static SharedArray<Long> array(int length) {
        return SharedArray.create(long.class, length);
    }

    private static SharedList<Object> listOf(Object... elements) {
        SharedList<Object> list = SharedList.create();
        list.addAll(List.of(elements));
        return list;
    }

    @Test
    void namesThatAreNone() {
        assertThrows(IllegalArgumentException.class, () -> ColorsServerBuilder.forName(""));
        assertThrows(IllegalArgumentException.class, () -> ColorsChannelBuilder.forName(null));
    }
}
