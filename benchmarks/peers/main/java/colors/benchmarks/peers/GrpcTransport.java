// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.grpc.ColorsChannelBuilder;
import colors.grpc.ColorsServerBuilder;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What channels and servers go over: the same service, stubs and executors. All execute calls in the thread that reads,
 * as nothing here blocks it.
 */
enum GrpcTransport {
    colors {
        @Override
        ServerBuilder<?> server(String address) {
            return ColorsServerBuilder.forName(address);
        }

        @Override
        ManagedChannelBuilder<?> channel(String address) {
            return ColorsChannelBuilder.forName(address);
        }
    },
    tcp {
        @Override
        ServerBuilder<?> server(String address) {
            return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .flowControlWindow(WINDOW);
        }

        @Override
        ManagedChannelBuilder<?> channel(String address) {
            return NettyChannelBuilder.forAddress(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address)))
                    .flowControlWindow(WINDOW);
        }

        @Override
        String addressOf(Server server, String address) {
            return Integer.toString(server.getPort());
        }
    },
    unix {
        @Override
        String newAddress() throws IOException {
            Path folder = Files.createTempDirectory("colors-bench");
            Path socket = folder.resolve("grpc");
            folder.toFile().deleteOnExit(); // after the socket, which was registered later
            socket.toFile().deleteOnExit();
            return socket.toString();
        }

        @Override
        ServerBuilder<?> server(String address) {
            return NettyServerBuilder.forAddress(new DomainSocketAddress(address))
                    .channelType(EpollServerDomainSocketChannel.class)
                    .bossEventLoopGroup(loops(1))
                    .workerEventLoopGroup(loops(0))
                    .flowControlWindow(WINDOW);
        }

        @Override
        ManagedChannelBuilder<?> channel(String address) {
            return NettyChannelBuilder.forAddress(new DomainSocketAddress(address))
                    .channelType(EpollDomainSocketChannel.class, DomainSocketAddress.class)
                    .eventLoopGroup(loops(0))
                    .flowControlWindow(WINDOW);
        }

        @Override
        String whyNot() {
            return Epoll.isAvailable() ? null : Epoll.unavailabilityCause().toString();
        }
    },
    inprocess {
        @Override
        ServerBuilder<?> server(String address) {
            return InProcessServerBuilder.forName(address);
        }

        @Override
        ManagedChannelBuilder<?> channel(String address) {
            return InProcessChannelBuilder.forName(address);
        }
    };

    /** More than all calls at a time have on the way, so that none waits for a window of Netty's. */
    private static final int WINDOW = 16 << 20;

    private static final Logger SOCKET_OPTIONS =
            Logger.getLogger("io.grpc.netty.shaded.io.netty.bootstrap");

    abstract ServerBuilder<?> server(String address);

    abstract ManagedChannelBuilder<?> channel(String address);

    /** Where a server is to be: a name. */
    String newAddress() throws IOException {
        return "bench";
    }

    /** Where it is. */
    String addressOf(Server server, String address) {
        return address;
    }

    /** Why it is not to be had on this machine, or null. */
    String whyNot() {
        return null;
    }

    /** Starts one, and adds its address for clients. */
    Server start(StringBuilder where) throws IOException {
        String address = newAddress();
        Server server = server(address)
                .directExecutor()
                .addService(GrpcBlocks.service())
                .build()
                .start();
        where.append(addressOf(server, address));
        return server;
    }

    ManagedChannel connect(String address) {
        return channel(address).usePlaintext().directExecutor().build();
    }

    /** As many threads as Netty has by itself, or so many. They keep no process alive. */
    private static EventLoopGroup loops(int threads) {
        SOCKET_OPTIONS.setLevel(Level.SEVERE); // it warns that a Unix socket has no SO_KEEPALIVE
        return new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("bench", true), EpollIoHandler.newFactory());
    }
}
