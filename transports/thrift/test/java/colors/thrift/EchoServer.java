// SPDX-License-Identifier: Apache-2.0
package colors.thrift;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.TThreadPoolServer;

/** A program that answers text with the same text, under the name given. Text "exit" ends it at once. */
final class EchoServer {
    private EchoServer() {}

    public static void main(String[] arguments) throws Exception {
        ColorsServerTransport transport = new ColorsServerTransport(arguments[0]);
        transport.listen();
        System.out.println("serves");
        new TThreadPoolServer(new TThreadPoolServer.Args(transport)
                        .protocolFactory(new TBinaryProtocol.Factory())
                        .processor(EchoServer::answer))
                .serve();
    }

    private static void answer(TProtocol in, TProtocol out) throws TException {
        TMessage message = in.readMessageBegin();
        String text = in.readString();
        in.readMessageEnd();
        if (text.equals("exit")) {
            Runtime.getRuntime().halt(3);
        }
        out.writeMessageBegin(new TMessage(message.name, TMessageType.REPLY, message.seqid));
        out.writeString(text);
        out.writeMessageEnd();
        out.getTransport().flush();
    }
}
