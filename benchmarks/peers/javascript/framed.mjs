// SPDX-License-Identifier: Apache-2.0
// Messages over a socket of Node.js: four bytes with the length, the greatest first, and the message.
import net from "node:net";

const HEAD = 4; // bytes

export class Framed {
    /** One end; onMessage gets each message, a Buffer, and onEnd is called when the other end has closed. */
    constructor(socket, onMessage, onEnd = () => {}) {
        this.socket = socket.setNoDelay(true);
        this.parts = []; // of what has come and was not passed on
        this.had = 0; // bytes of them
        this.onMessage = onMessage;
        socket.on("data", (part) => this.add(part));
        socket.on("end", onEnd);
    }

    /** A message in one write. */
    send(message) {
        const framed = Buffer.allocUnsafe(HEAD + message.length);
        framed.writeUInt32BE(message.length);
        framed.set(message, HEAD);
        this.socket.write(framed);
    }

    add(part) {
        this.parts.push(part);
        this.had += part.length;
        while (this.had >= HEAD && this.had >= HEAD + this.expected()) this.pass();
    }

    /** The length of the message whose beginning is there. */
    expected() {
        if (this.parts[0].length < HEAD) this.parts = [Buffer.concat(this.parts)];
        return this.parts[0].readUInt32BE();
    }

    pass() {
        const end = HEAD + this.expected();
        const all = this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts);
        this.parts = all.length === end ? [] : [all.subarray(end)];
        this.had = all.length - end;
        this.onMessage(all.subarray(HEAD, end));
    }
}

/** A client with one call at a time. */
export class FramedClient {
    /** Of the server at a port of the loopback interface, or at the path of a Unix socket. */
    constructor(address) {
        const isPort = /^\d+$/.test(address);
        const socket = net.connect(isPort ? {host: "127.0.0.1", port: Number(address)} : {path: address});
        socket.on("error", (error) => this.failed(error));
        this.frames = new Framed(socket, (message) => this.answered(message),
            () => this.failed(new Error(`the server at ${address} has closed`)));
        this.failed = (error) => { throw error; };
    }

    /** A promise of the answer. */
    ask(message) {
        return new Promise((resolve, reject) => {
            this.answered = resolve;
            this.failed = reject;
            this.frames.send(message);
        });
    }

    close() {
        this.failed = () => {};
        this.frames.socket.end();
    }
}
