// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

/** A shared array of bytes, whose size never changes. Indices were checked by the caller. */
public interface BinaryCore extends ContainerCore {
    byte get(int index);

    void set(int index, byte value);

    /** Copies bytes from {@code from} on to {@code target}. */
    void read(int from, byte[] target, int offset, int length);

    /** Copies bytes to {@code from} and on. Others may see a part of them earlier. */
    void write(int from, byte[] source, int offset, int length);
}
