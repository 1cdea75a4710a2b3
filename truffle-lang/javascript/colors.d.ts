// SPDX-License-Identifier: Apache-2.0
// What a program that ./colors js runs finds: Polyglot.import("colors"), and what stands beside the language
// (docs/javascript.md). docs/api.md has the same names in Java and Python.

/** The API of shared objects. */
interface Colors {
    /** Attaches this process now; otherwise the first use does. */
    attach(): void;
    /** Runs a cycle of the shared collector and waits for its end. */
    collect(): void;

    /** Makes the class the one of shared objects of that name. comparedBy: by which fields keys are equal. */
    bind<C extends new (...values: any[]) => object>(name: string, type: C, options?: {comparedBy: string[]}): C;
    /** Makes an object in shared memory with these fields, without calling a constructor. */
    allocate<T extends object>(type: new (...values: any[]) => T, fields?: object): T;
    allocate(name: string, fields?: object): any;
    /** Copies a private graph to shared memory. The name is for an object without a class of its own. */
    copyIn<T>(root: T, name?: string): T;
    /** A private copy of a shared graph. */
    copyOut<T>(root: T): T;
    isShared(value: unknown): boolean;
    sharedType(object: object): Colors.SharedType;
    /** Sets a field if it holds the value expected, in one step for all processes. Whether it did. */
    compareAndSet(object: object, field: string, expected: any, value: any): boolean;
    /** Sets a field, and gives the value before. */
    getAndSet(object: object, field: string, value: any): any;
    /** Adds to a field, and gives the number before. */
    getAndAdd(object: object, field: string, delta: number | bigint): any;
    /** All versions of the class of an object, newest first. */
    versions(object: object): Colors.SharedType[];

    list<E = any>(elements?: Iterable<E>): E[];
    map<K = any, V = any>(entries?: Iterable<readonly [K, V]> | Map<K, V>): Map<K, V>;
    set<E = any>(elements?: Iterable<E>): Set<E>;
    array(type: "boolean", source: number | Iterable<boolean>): Colors.SharedArray<boolean>;
    array(type: Colors.NumberType, source: number | Iterable<number>): Colors.SharedArray<number>;
    binary(source: number | Iterable<number> | ArrayBuffer): any;
    /** A value of another language's, for instance a colors.Decimal, by its text. */
    value(className: string, text: string): any;
    enumConstant(type: string, name: string): any;

    repository<T = any>(key: string): Colors.Repository<T>;
    repositories(): string[];
    removeRepository(key: string): boolean;
    channel<T = any>(key: string, capacity?: number | null, type?: unknown, spin?: number | null): Colors.Channel<T>;
    channels(): string[];
    removeChannel(key: string): boolean;
    service(name: string, capacity?: number | null): Colors.Service;
    /**
     * Settles the promises of calls that ended; if there is none, it waits for one, at most so many milliseconds.
     * Returns how many calls have not ended. ./colors js does it by itself.
     */
    settle(milliseconds?: number | null): number;
    monitor(target: object): Colors.Monitor;
    /** Calls the function while this thread has the monitor. */
    synchronized<R>(target: object, action: () => R): R;
    scope(): Colors.Scope;
    /** Calls the function in a scope of its own, and returns what it returns, kept. */
    scoped<R>(action: () => R): R;

    readonly SharedMemoryError: Colors.ErrorClass;
    readonly TypeConflictError: Colors.ErrorClass;
    readonly NumberOverflowError: Colors.ErrorClass;
    readonly OutOfSharedMemoryError: Colors.ErrorClass;
    readonly QuotaExceededError: Colors.ErrorClass;
    readonly NoDaemonError: Colors.ErrorClass;
    readonly ReadOnlyError: Colors.ErrorClass;
    readonly ChannelClosedError: Colors.ErrorClass;
    readonly MonitorAbandonedError: Colors.ErrorClass;
    readonly CallError: Colors.ErrorClass;
    readonly NoServerError: Colors.ErrorClass;
    readonly ServerLostError: Colors.ErrorClass;
    readonly CallTimeoutError: Colors.ErrorClass;
    readonly CallRefusedError: Colors.ErrorClass;
    readonly RemoteFailureError: Colors.ErrorClass;
}

declare namespace Colors {
    type NumberType = "int8" | "int16" | "int32" | "int64" | "char" | "float32" | "float64";

    type Reason = "DAEMON" | "FINGERPRINT" | "PERMISSION" | "MEMORY" | "TYPE" | "ARGUMENT" | "STATE" | "SYSTEM"
        | "PROTOCOL" | "READ_ONLY" | "QUOTA" | "ABANDONED" | "CLOSED" | "TIMEOUT";

    interface SharedMemoryError extends Error {
        readonly reason: Reason;
    }

    /** For instanceof; it cannot be called. */
    interface ErrorClass {
        readonly name: string;
        [Symbol.hasInstance](value: unknown): value is SharedMemoryError;
    }

    interface SharedField {
        readonly name: string;
        readonly type: string;
        readonly nullable: boolean;
        readonly declared: boolean;
    }

    interface SharedType {
        readonly name: string;
        readonly version: number;
        readonly id: number;
        readonly fields: SharedField[];
        type(): SharedType;
    }

    /** An array of a fixed length, of numbers of one width or of booleans. */
    interface SharedArray<E> extends Array<E> {
        readonly buffer: ArrayBuffer;
        readonly byteLength: number;
        readonly byteOffset: number;
        readonly BYTES_PER_ELEMENT: number;
        readonly type: NumberType | "boolean";
        set(source: Iterable<E>, index?: number): void;
    }

    interface Repository<T> {
        readonly key: string;
        get(): T;
        set(value: T): void;
        compareAndSet(expected: T | null, value: T | null): boolean;
        getAndSet(value: T | null): T;
        /** Waits while the value is the one seen, at most so many milliseconds; then otherwise, or an error. */
        waitForChange(seen: T | null, milliseconds?: number | null, otherwise?: T | null): T;
    }

    interface Channel<T> extends Iterable<T> {
        readonly key: string;
        readonly capacity: number;
        readonly type: string;
        send(message: T, milliseconds?: number | null): boolean;
        trySend(message: T): boolean;
        receive(milliseconds?: number | null): T;
        receive<O>(milliseconds: number | null, otherwise: O): T | O;
        tryReceive(): T | null;
        tryReceive<O>(otherwise: O): T | O;
        close(): void;
        size(): number;
        isClosed(): boolean;
    }

    interface ClientOptions {
        /** Milliseconds for each call. */
        timeout?: number | null;
        /** Whether calls wait for servers. */
        waits?: boolean;
        /** Whether calls return promises. */
        promises?: boolean;
        /** What goes along with each call, besides what came with the one that is being executed. */
        context?: Record<string, string> | ReadonlyMap<string, string>;
    }

    /** What a method gives that is a generator or returns an iterator. close() or return() ends it early. */
    interface Stream<T> extends IterableIterator<T> {
        return(value?: any): IteratorResult<T>;
        close(): void;
    }

    /** The same of a client whose methods return promises. */
    interface AsyncStream<T> extends AsyncIterableIterator<T> {
        return(value?: any): Promise<IteratorResult<T>>;
        close(): Promise<unknown>;
    }

    /** A client whose methods return promises. */
    type Promised<T> = {
        [M in keyof T]: T[M] extends (...given: infer A) => Iterator<infer I>
            ? (...given: A) => Promise<AsyncStream<I>>
            : T[M] extends (...given: infer A) => infer R
              ? (...given: A) => Promise<Awaited<R>>
              : T[M];
    };

    interface Service {
        readonly name: string;
        /** Any member is a method of the service. Milliseconds for each call; whether calls wait for servers. */
        client<T = any>(milliseconds?: number | null, waits?: boolean): T;
        client<T = any>(options: ClientOptions & {promises: true}): Promised<T>;
        client<T = any>(options: ClientOptions): T;
        /** Executes calls by the members of an object, until close. */
        serve(object: object): void;
        close(): void;
        servers(): number;
        /** What was executed of each method so far; milliseconds of all calls together, without what a stream took. */
        metrics(): Record<string, {readonly calls: number; readonly failures: number; readonly time: number}>;
        /** Whether nobody waits for the result of the call that is being executed. */
        isCancelled(): boolean;
        /** How many milliseconds the client gives it; null: as many as it takes. */
        timeLeft(): number | null;
        /** What its client passes along; calls made meanwhile pass it along, too. Empty when that is nothing. */
        context(): Readonly<Record<string, string | undefined>>;
        /** The object, for use after the call that is being executed. */
        keep<T>(value: T): T;
    }

    interface Monitor {
        enter(): void;
        tryEnter(milliseconds?: number | null): boolean;
        exit(): void;
        isHeld(): boolean;
        wait(milliseconds?: number | null): boolean;
        notify(count?: number): void;
        notifyAll(): void;
    }

    interface Scope {
        /** The object, for use after the scope. */
        keep<T>(value: T): T;
        close(): void;
    }
}

declare const Polyglot: {
    import(name: "colors"): Colors;
    import(name: string): any;
};

interface Console {
    log(...values: unknown[]): void;
    info(...values: unknown[]): void;
    debug(...values: unknown[]): void;
    warn(...values: unknown[]): void;
    error(...values: unknown[]): void;
    trace(...values: unknown[]): void;
    assert(condition: unknown, ...values: unknown[]): void;
    dir(value: unknown, options?: {depth?: number | null}): void;
    dirxml(...values: unknown[]): void;
    table(rows: unknown, columns?: string[]): void;
    group(...values: unknown[]): void;
    groupEnd(): void;
    count(label?: string): void;
    countReset(label?: string): void;
    time(label?: string): void;
    timeLog(label?: string, ...values: unknown[]): void;
    timeEnd(label?: string): void;
    inspect(value: unknown, options?: {depth?: number | null}): string;
}

declare const console: Console;
declare function setTimeout(action: (...values: any[]) => void, milliseconds?: number, ...values: any[]): number;
declare function setInterval(action: (...values: any[]) => void, milliseconds?: number, ...values: any[]): number;
declare function setImmediate(action: (...values: any[]) => void, ...values: any[]): number;
declare function clearTimeout(timer?: number): void;
declare function clearInterval(timer?: number): void;
declare function clearImmediate(timer?: number): void;
declare function queueMicrotask(action: () => void): void;
/** The arguments of the program. */
declare const arguments: string[];
declare function print(...values: unknown[]): void;
/** Runs a file of JavaScript as part of this program. */
declare function load(file: string): any;
/** Ends the program. */
declare function quit(status?: number): never;
