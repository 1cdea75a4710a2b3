// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.benchmarks.apps.KeyQueries.OverColors;
import colors.benchmarks.apps.KeyQueries.OverThrift;
import org.apache.thrift.TException;

/** The query and how it is asked. */
enum AppWay {
    /** Cassandra's, over Thrift. */
    cassandraThrift {
        @Override
        AppCaller connect(int port) throws TException {
            return new OverThrift(port);
        }
    },
    /** Cassandra's, over shared objects. */
    cassandraColors {
        @Override
        AppCaller connect(int port) {
            return new OverColors();
        }
    };

    /** A client of the server with that port for Thrift. */
    abstract AppCaller connect(int port) throws TException;
}
