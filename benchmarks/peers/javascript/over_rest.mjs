// SPDX-License-Identifier: Apache-2.0
// The service with REST, for the server RestPeer.java: JSON over HTTP/1.1, by node:http, whose one connection is kept.
import http from "node:http";
import { maker, reader } from "./sequences.mjs";

/** JSON has no typed arrays, and takes an array faster when it is one. */
function listOf(kind) {
    const make = maker(kind);
    if (kind.name === "bool") return (size, first) => Array.from(make(size, first), (value) => value === 1);
    return kind.levels > 0 || kind.name === "string" ? make : (size, first) => Array.from(make(size, first));
}

export class Caller {
    isAsynchronous = true;

    constructor(kind, address) {
        const {hostname, port} = new URL(address);
        const agent = new http.Agent({keepAlive: true, maxSockets: 1, noDelay: true});
        this.where = {hostname, port, method: "POST", agent};
        this.path = "/" + kind.name;
        this.make = listOf(kind);
        this.read = reader(kind);
    }

    async call(size, first) {
        return this.read(JSON.parse(await this.post(this.path, JSON.stringify(this.make(size, first)))));
    }

    post(path, body) {
        const headers = {"Content-Type": "application/json", "Content-Length": Buffer.byteLength(body)};
        return new Promise((resolve, reject) => {
            http.request({...this.where, path, headers}, (response) => {
                if (response.statusCode !== 200) {
                    reject(new Error(`the server answers ${response.statusCode} to ${path}`));
                }
                const parts = [];
                response.on("data", (part) => parts.push(part));
                response.on("end", () => resolve(Buffer.concat(parts).toString()));
            }).on("error", reject).end(body);
        });
    }

    async close() {
        await this.post("/stop", "");
        this.where.agent.destroy();
    }
}
