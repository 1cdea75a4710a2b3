// SPDX-License-Identifier: Apache-2.0
// The service with the serialisation of Node.js itself over a Unix socket, both sides in Node.js.
//
//     over_v8.mjs KIND    the server: prints where it is, and ends with its client
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import url from "node:url";
import v8 from "node:v8";
import { Framed, FramedClient } from "./framed.mjs";
import { KINDS, answerOf, maker, reader } from "./sequences.mjs";

export class Caller {
    isAsynchronous = true;

    constructor(kind, address) {
        this.client = new FramedClient(address);
        this.make = maker(kind);
        this.read = reader(kind);
    }

    async call(size, first) {
        return this.read(v8.deserialize(await this.client.ask(v8.serialize(this.make(size, first)))));
    }

    close() {
        this.client.close();
    }
}

function serve(kind) {
    const make = maker(kind), read = reader(kind);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "over-v8-"));
    process.on("exit", () => fs.rmSync(folder, {recursive: true}));
    process.on("SIGTERM", () => process.exit(0));
    const server = net.createServer((socket) => {
        server.close();
        const frames = new Framed(socket, (message) => {
            const sequence = v8.deserialize(message);
            frames.send(v8.serialize(make(sequence.length, answerOf(read(sequence)))));
        });
    });
    server.listen(path.join(folder, "socket"), () => console.log(server.address()));
}

if (process.argv[1] === url.fileURLToPath(import.meta.url)) serve(KINDS.get(process.argv[2]));
