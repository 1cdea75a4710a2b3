// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import org.apache.thrift.TException;

/** The query and how it is asked. */
enum AppWay {
    /** Cassandra's, over Thrift. */
    cassandraThrift {
        @Override
        AppCaller connect(int port) throws TException {
            return new KeyQueries.OverThrift(port);
        }
    },
    /** Cassandra's, over shared objects. */
    cassandraColors {
        @Override
        AppCaller connect(int port) {
            return new KeyQueries.OverColors();
        }
    },
    /** HDFS's, over Thrift. */
    hdfsThrift {
        @Override
        AppCaller connect(int port) throws TException {
            return new FileQueries.OverThrift(port);
        }
    },
    /** HDFS's, over shared objects. */
    hdfsColors {
        @Override
        AppCaller connect(int port) {
            return new FileQueries.OverColors();
        }
    };

    /** How a server is told to serve shared objects, and a check to ask for them. */
    static final String COLORS = "Colors";

    /** A client of the server with that port for Thrift. */
    abstract AppCaller connect(int port) throws TException;
}
