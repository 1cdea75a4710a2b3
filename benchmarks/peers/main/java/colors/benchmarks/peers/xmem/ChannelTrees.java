// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import colors.Channel;
import colors.SharedMemory;
import colors.benchmarks.protocols.XmemCaller;

/** What {@link StreamMessages} does with a tree, by two channels: trees are handed over as they are. */
public final class ChannelTrees implements XmemCaller {
    private final Channel<SharedTree> requests = SharedMemory.channel("xmem.requests", SharedTree.class);
    private final Channel<SharedTree> answers = SharedMemory.channel("xmem.answers", SharedTree.class);

    private ChannelTrees() {}

    /** A client; channels are found by their names. */
    public ChannelTrees(@SuppressWarnings("unused") String what, @SuppressWarnings("unused") String address) {
        this();
    }

    @Override
    public long call(int size, long first) throws InterruptedException {
        requests.send(SharedTree.make(size, first));
        return answers.receive().sum();
    }

    @Override
    public long expected(int size) {
        return TreeSum.expected(size);
    }

    @Override
    public void close() {
        requests.close();
    }

    /** The server: until the client has closed. */
    public static void main(String[] arguments) throws InterruptedException {
        ChannelTrees channels = new ChannelTrees();
        System.out.println("ready");
        for (SharedTree tree : channels.requests) {
            channels.answers.send(ServiceTrees.answered(tree));
        }
    }
}
