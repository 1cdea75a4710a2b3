// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import colors.rpc.Service;

/** What HDFS answers over shared objects. */
public interface FileService {
    /** Where. */
    Service SERVICE = Service.named("hdfs");

    /** The entries of a directory. They are the cache's own, and nobody changes them. */
    SharedArray<FileEntry> listStatus(String path) throws Exception;

    /** One of create, append, rm, rename, mkdirs, chmod and chown, with the text, new path, permission or owner. */
    void update(String operation, String path, String argument) throws Exception;
}
