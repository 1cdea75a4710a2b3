# SPDX-License-Identifier: Apache-2.0
"""What goes along with calls of services, and who is told of them."""
import asyncio
import contextlib
import functools
import os
import sys

import colors
import pytest
from colors import _native
from processes import kill, line, start

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Links:
    """A service, in whatever process."""

    def seen(self):
        return colors.rpc.context()

    def relayed(self, service, *others):
        client = colors.rpc.client(service)
        return client.relayed(*others) if others else client.seen()

    def fail(self, how):
        raise ValueError(how)

    def unfit(self):
        return os

    def items(self, count):
        yield from range(count)


SERVER = """
import sys
sys.path.insert(0, {folder!r})
import colors
from test_call_context import Links
server = colors.rpc.serve({key!r}, Links())
print("serves", flush=True)
server.join()
"""


@pytest.fixture
def there(key):
    """The name of a service of another process."""
    process = start(SERVER.format(folder=FOLDER, key=key + " there"))
    assert line(process) == "serves"
    yield key + " there"
    kill(process)


@pytest.fixture
def here(key):
    """The name of a service of this process."""
    with colors.rpc.serve(key, Links()):
        yield key


class Notes(colors.rpc.Interceptor):
    """Notes what it is told, and passes a number along."""

    def __init__(self):
        self.notes = []

    def calling(self, service, method, context):
        context["number"] = str(int(context.get("number", "0")) + 1)
        self.notes.append(f"calling {method} {context}")
        return lambda error: self.notes.append(f"{method} ended {error!r}"[:60])

    @contextlib.contextmanager
    def executing(self, service, method, context):
        self.notes.append(f"executing {method} {context}")
        try:
            yield
        except Exception as error:
            self.notes.append(f"{method} raised {error!r}"[:60])
            raise
        self.notes.append(f"{method} returned")


@pytest.fixture
def notes():
    interceptor = Notes()
    stop = colors.rpc.intercept(interceptor)
    yield interceptor.notes
    stop()


def test_servers_see_what_clients_pass_along(there):
    assert colors.rpc.context() == {}
    assert colors.rpc.client(there).seen() == {}
    entries = {"tenant": "blue", "empty": "", "emoji": "\U0001f600 and more letters"}
    assert colors.rpc.client(there, context=entries).seen() == entries
    assert colors.rpc.client(there, context=entries, futures=True).seen().result() == entries
    assert asyncio.run(colors.rpc.client(there, context=entries, asynchronous=True).seen()) == entries


def test_calls_in_a_request_pass_it_on(there, here):
    client = colors.rpc.client(there, context={"tenant": "blue"})
    assert client.relayed(here) == {"tenant": "blue"}
    assert client.relayed(here, there) == {"tenant": "blue"}
    assert colors.rpc.client(there).relayed(here) == {}

    class Changing(Links):
        def seen(self):
            return colors.rpc.client(here, context={"tenant": "green", "own": "1"}).seen()

    with colors.rpc.serve(here + " changing", Changing()):
        assert client.relayed(here + " changing") == {"tenant": "green", "own": "1"}


def test_interceptors_of_clients(there, notes):
    client = colors.rpc.client(there, context={"tenant": "blue"})
    both = {"tenant": "blue", "number": "1"}
    assert client.seen() == both
    with pytest.raises(ValueError):
        client.fail("on purpose")
    assert list(client.items(2)) == [0, 1]
    assert notes == [
        f"calling seen {both}", "seen ended None",
        f"calling fail {both}", "fail ended ValueError('on purpose')",
        f"calling items {both}", "items ended None"]  # reading is no call of its own
    notes.clear()
    futures = colors.rpc.client(there, futures=True)
    assert futures.seen().result() == {"number": "1"}
    with pytest.raises(ValueError):
        futures.fail("later").result()
    asynchronous = colors.rpc.client(there, asynchronous=True)
    with pytest.raises(ValueError):
        asyncio.run(asynchronous.fail("in a task"))
    colors.rpc.client(there, one_way=True).seen()
    assert [note for note in notes if "ended" in note] == [
        "seen ended None", "fail ended ValueError('later')", "fail ended ValueError('in a task')", "seen ended None"]


def test_calls_that_nobody_executes(key, notes):
    for client in [colors.rpc.client(key), colors.rpc.client(key, one_way=True)]:
        with pytest.raises(colors.NoServerError):
            client.seen()
    with pytest.raises(colors.NoServerError):
        colors.rpc.client(key, futures=True).seen().result()
    future = colors.rpc.client(key, futures=True, waits=True).seen()
    assert future.cancel()
    with pytest.raises(TimeoutError):
        asyncio.run(colors.rpc.client(key, asynchronous=True, waits=True, timeout=0.05).seen())
    ends = [note.partition("(")[0] for note in notes if "ended" in note]
    assert ends == [f"seen ended {name}" for name in ["NoServerError"] * 3 + ["CancelledError", "CallTimeoutError"]]


def test_interceptors_of_servers(here, notes):
    client = colors.rpc.client(here)
    assert client.relayed(here) == {"number": "2"}
    for method, *arguments in [("fail", "on purpose"), ("unfit",)]:
        with pytest.raises((ValueError, colors.CallError)):
            getattr(client, method)(*arguments)
    executed = [note for note in notes if "calling" not in note and "ended" not in note]
    one = {"number": "1"}
    assert executed[:6] == [
        f"executing relayed {one}", "executing seen {'number': '2'}", "seen returned", "relayed returned",
        f"executing fail {one}", "fail raised ValueError('on purpose')"]
    assert executed[6] == f"executing unfit {one}" and executed[7].startswith("unfit raised")


def test_what_interceptors_raise(here, notes):
    class Refusing(colors.rpc.Interceptor):
        def calling(self, service, method, context):
            raise PermissionError("no call")

    class Guarding(colors.rpc.Interceptor):
        def executing(self, service, method, context):
            raise PermissionError("not executed")

    class Failing(colors.rpc.Interceptor):
        def calling(self, service, method, context):
            return lambda error: 1 / 0

    for interceptor, expected in [(Refusing(), "no call"), (Guarding(), "not executed")]:
        stop = colors.rpc.intercept(interceptor)
        with pytest.raises(PermissionError, match=expected):
            colors.rpc.client(here).seen()
        stop()
    assert [note for note in notes if "ended" in note] == [
        "seen ended PermissionError('no call')", "seen ended PermissionError('not executed')"]
    stop = colors.rpc.intercept(Failing())
    assert colors.rpc.client(here).seen() == {"number": "1"}
    stop()
    with pytest.raises(TypeError, match="by an instance of"):
        colors.rpc.intercept(print)


def test_an_interceptor_that_is_removed_as_it_is_told(here):
    class Leaving(colors.rpc.Interceptor):
        def calling(self, service, method, context):
            stop()

    stop = colors.rpc.intercept(Leaving())
    after = Notes()
    stop_after = colors.rpc.intercept(after)
    assert colors.rpc.client(here).seen() == {"number": "1"}
    stop_after()
    assert after.notes[-1] == "seen ended None"


def test_what_ends_threads_ends_no_others_call(here, notes):
    """A hook or a callback that raises SystemExit."""
    class Exiting(colors.rpc.Interceptor):
        def calling(self, service, method, context):
            return lambda error: sys.exit("in a hook")

    stop = colors.rpc.intercept(Exiting())
    futures = colors.rpc.client(here, futures=True)
    assert futures.seen().result(60) == {"number": "1"}
    with pytest.raises(ValueError):
        futures.fail("on purpose").result(60)
    with pytest.raises(SystemExit):
        colors.rpc.client(here).seen()
    stop()
    future = colors.rpc.client(here + " nobody", futures=True, waits=True).seen()
    future.add_done_callback(sys.exit)
    with pytest.raises(SystemExit):
        future.cancel()
    assert [note for note in notes if "ended" in note] == [
        "seen ended None", "fail ended ValueError('on purpose')", "seen ended None", "seen ended CancelledError()"]


def test_limits(there, notes):
    notes.clear()
    most = {"k": "x" * 8000}
    assert colors.rpc.client(there, context=most).seen()["k"] == most["k"]
    for wrong in [{"k": "x" * 8192}, {"k": "\u00e9" * 4096}, {"": "v"}, {"k": 1}, {1: "v"}, {"k": None}]:
        with pytest.raises(colors.SharedMemoryError, match="context"):
            colors.rpc.client(there, context=wrong)

    class Greedy(colors.rpc.Interceptor):
        def calling(self, service, method, context):
            context["more"] = "x" * 1000

    stop = colors.rpc.intercept(Greedy())
    for futures in [False, True]:
        with pytest.raises(colors.SharedMemoryError, match="8192 bytes at most"):
            colors.rpc.client(there, context=most, futures=futures).seen()
    stop()


def test_what_is_no_context_is_ignored(there, here):
    """As a program of another library may store it."""
    service = _native.Service(there)
    for malformed in [
            ("k",), ("k", 1), (1, 2), ("k", None), ("", "v"), ("k", "x" * 100_000), ("k", ("v",)), ("k",) * 40_000, (),
            "a text of some length", 7, True, colors.List(["k", "v"])]:
        for method, arguments in [("seen/0", ()), ("relayed/1", (here,))]:
            call = service.begin(_native.name_entity(method), 0, None, malformed, arguments)
            assert service.send(call, True, None) == 1
            assert service.wait(call, True, None) == 3
            assert call.result() == {}


# ---- OpenTelemetry ----

TRACED = """
import sys
sys.path.insert(0, {folder!r})
import colors
from test_call_context import Links, traced
spans, _ = traced()
server = colors.rpc.serve({key!r}, Links())
print("serves", flush=True)
for _ in sys.stdin:
    print(*spans(), sep=";", flush=True)
server.close()
"""


@functools.cache
def exporter():
    """Of the process, whose provider can be set once."""
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    made = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(made))
    trace.set_tracer_provider(provider)
    return made


def traced():
    """A function that gives the spans since the last time, and one that ends tracing."""
    import colors.opentelemetry

    def spans():
        found = [
            f"{span.kind.name} {span.name} {span.context.trace_id:x} {span.context.span_id:x}"
            f" {span.parent.span_id if span.parent else 0:x} {span.status.status_code.name}"
            f" {span.attributes.get('error.type')}"
            for span in exporter().get_finished_spans()]
        exporter().clear()
        return found
    exporter()
    return spans, colors.opentelemetry.trace()


@pytest.fixture
def spans():
    pytest.importorskip("opentelemetry.sdk")
    spans, stop = traced()
    yield spans
    stop()


def test_traces(there, here, key, spans):
    """This process, one that knows nothing of OpenTelemetry, and one that does."""
    process = start(TRACED.format(folder=FOLDER, key=key + " traced"))
    assert line(process) == "serves"
    client = colors.rpc.client(there)
    client.relayed(key + " traced")
    with pytest.raises(ValueError):
        colors.rpc.client(key + " traced").fail("on purpose")
    own = [span.split(" ") for span in spans()]
    print(file=process.stdin, flush=True)
    served = [span.split(" ") for span in line(process).split(";")]
    kill(process)
    assert [span[0] for span in own] == ["CLIENT", "CLIENT"]
    assert [span[0] for span in served] == ["SERVER", "SERVER"]
    for index, (mine, other) in enumerate(zip(own, served)):
        trace, identity, parent = mine[-5:-2]
        assert other[-5] == trace and other[-3] == identity and parent == "0"
        assert mine[-2:] == other[-2:] == [["UNSET", "None"], ["ERROR", "ValueError"]][index]


class Untold(ValueError):
    """An error whose text cannot be had."""

    def __str__(self):
        raise RuntimeError("no text")


def test_spans_of_errors_whose_text_cannot_be_had(key, spans):
    class Failing(Links):
        def fail(self, how):
            raise Untold(how)

    class Refusing(colors.rpc.Interceptor):
        def calling(self, service, method, context):
            if method == "seen":
                raise Untold("no call")

    with colors.rpc.serve(key, Failing()), pytest.raises(colors.RemoteFailureError) as failure:
        colors.rpc.client(key).fail("on purpose")
    assert failure.value.type.endswith(".Untold")
    stop = colors.rpc.intercept(Refusing())
    with pytest.raises(Untold):
        colors.rpc.client(key).seen()
    stop()
    found = sorted(span.split(" ") for span in spans())
    assert [(span[0], span[-2], span[-1].rpartition(".")[2]) for span in found] == [
        ("CLIENT", "ERROR", "Untold"), ("CLIENT", "ERROR", "Untold"), ("SERVER", "ERROR", "Untold")]
