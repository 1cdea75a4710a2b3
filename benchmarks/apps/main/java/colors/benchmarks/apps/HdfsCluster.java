// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** HDFS: a name node and a data node in this process, on the loopback interface alone. */
public final class HdfsCluster {
    private HdfsCluster() {}

    /** Of the cluster and of its clients. */
    static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.setInt("dfs.replication", 1);
        configuration.setBoolean("dfs.client.block.write.replace-datanode-on-failure.enable", false); // there is one
        // How long a client waits before it asks again whether what it wrote is there: 400, if nothing says.
        configuration.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
        return configuration;
    }

    /** A folder for all files. Prints the port of the name node when it serves, until it is killed. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Configuration configuration = configuration();
        configuration.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        MiniDFSCluster cluster = new MiniDFSCluster.Builder(configuration, folder.toFile())
                .numDataNodes(1)
                .build();
        cluster.waitClusterUp();
        System.out.println(cluster.getNameNodePort());
        Thread.currentThread().join();
    }
}
