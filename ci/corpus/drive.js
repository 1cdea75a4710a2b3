// SPDX-License-Identifier: Apache-2.0
// Runs many programs of the corpus in one process: drive.js FOLDER alone|writer|reader NAME...
// A writer and a reader go on when a line comes in. Drive.java and drive.py do the same in the other languages.
const [folder, role, ...names] = arguments;

load(folder + "/corpus.js");

function programOf(name) {
    let found = null;
    corpus.register = parts => { found = parts; };
    load(`${folder}/${name}.js`);
    return found;
}

const programs = names.map(name => [name, programOf(name)]);

function run(...parts) {
    for (const [name, program] of programs) {
        for (const part of parts) {
            print(`=== ${name} ${part}`);
            try {
                program[part]?.();
            } catch (e) {
                print(`uncaught: ${e}`);
                printErr(e.stack ?? e);
            }
        }
    }
}

function awaitLine() {
    print("=== waiting");
    if (readline() === null) throw new Error("nobody said to go on");
}

switch (role) {
    case "alone": run("write", "read", "check"); break;
    case "writer": run("write"); awaitLine(); run("check"); break;
    case "reader": awaitLine(); run("read"); break;
    default: throw new Error(`alone, writer or reader, not ${role}`);
}
