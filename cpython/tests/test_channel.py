# SPDX-License-Identifier: Apache-2.0
import asyncio
import queue
import threading

import colors
import pytest
from processes import colors as other_language
from processes import end, kill, line, start


class Order:
    def __init__(self, number):
        self.number = number


def test_values_and_objects_come_in_order(key):
    channel = colors.channel(key)
    order = colors.copy_in(Order(3))
    sent = [1, -2.5, "short", "a text that is an object of its own", None, True, 2**62, order]
    for message in sent:
        channel.send(message)
    assert len(channel) == len(sent)
    received = [channel.receive() for _ in sent]
    assert received == sent and received[-1] is order


def test_time_is_over(key):
    channel = colors.channel(key, 1)
    with pytest.raises(TimeoutError):
        channel.receive(0.01)
    channel.send(1)
    with pytest.raises(TimeoutError, match="full"):
        channel.send(2, 0.01)
    with pytest.raises(queue.Full):
        channel.put_nowait(2)
    assert not channel.try_send(2) and channel.try_receive() == 1 and channel.try_receive("none") == "none"


def test_types_are_checked(key):
    channel = colors.channel(key, 4, float)
    channel.send(2)
    assert channel.receive() == 2.0
    with pytest.raises(colors.TypeConflictError, match="of type float; it cannot take the string 'x'"):
        channel.send("x")
    with pytest.raises(colors.TypeConflictError):
        colors.channel(key, 4, int)
    with pytest.raises(colors.SharedMemoryError, match="capacity"):
        colors.channel(key, 5)
    with pytest.raises(colors.SharedMemoryError, match="private"):
        colors.channel(key + "any").send(Order(1))
    with pytest.raises(colors.SharedMemoryError, match="1 to"):
        colors.channel(key + "none", 0)


def test_closing_ends_iterations_of_other_processes(key):
    channel = colors.channel(key)
    others = [start(f"import colors\nprint(sum(colors.channel({key!r})))") for _ in range(2)]
    for number in range(1000):
        channel.send(number)
    channel.close()
    assert sum(int(end(other)[0]) for other in others) == sum(range(1000))
    with pytest.raises(colors.ChannelClosedError):
        channel.send(1)
    assert key in colors.channels() and colors.remove_channel(key) and key not in colors.channels()
    assert not colors.remove_channel(key)


def test_eight_threads_of_four_processes(key):
    there, back = colors.channel(key + "there", 3), colors.channel(key + "back", 3)
    program = f"""
import colors, threading
there, back = colors.channel({key + 'there'!r}), colors.channel({key + 'back'!r})
def run():
    for message in there:
        back.send(message)
threads = [threading.Thread(target=run) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""
    others = [start(program) for _ in range(3)]
    count = 2000

    def send():
        for number in range(count):
            there.send(colors.copy_in(Order(number)))
    sender = threading.Thread(target=send)
    sender.start()
    numbers = sorted(back.receive(60).number for _ in range(count))
    sender.join()
    there.close()
    for other in others:
        end(other)
    assert numbers == list(range(count))


def test_one_that_is_killed_in_send_harms_nobody(key):
    channel = colors.channel(key, 1)
    for _ in range(3):
        other = start(f"import colors\nprint(1, flush=True)\nwhile True: colors.channel({key!r}).send('text' * 9)")
        line(other)
        for _ in range(20):
            assert channel.receive(60) == "text" * 9
        kill(other)
    while channel.try_receive() is not None:
        pass
    channel.send(1, 60)
    assert channel.receive(60) == 1


# ---- coroutines ----

def test_coroutines_wait_while_the_loop_goes_on(key):
    channel, full = colors.channel(key), colors.channel(key + "full", 1)
    repository = colors.repository(key)

    async def run():
        waiting = [asyncio.ensure_future(channel.receive_async()) for _ in range(200)]
        change = asyncio.ensure_future(repository.wait_for_change_async(None))
        await full.send_async(0)
        second = asyncio.ensure_future(full.send_async(1))
        await asyncio.sleep(0.1)
        assert not any(task.done() for task in [*waiting, change, second])
        other = start(f"""
import colors
for number in range(200): colors.channel({key!r}).send(number)
colors.repository({key!r}).set("new")
print(colors.channel({key + 'full'!r}).receive(), colors.channel({key + 'full'!r}).receive())
""")
        received = await asyncio.wait_for(asyncio.gather(*waiting), 60)
        assert sorted(received) == list(range(200))
        assert await asyncio.wait_for(change, 60) == "new"
        await asyncio.wait_for(second, 60)
        assert end(other) == ["0", "1"]
        with pytest.raises(TimeoutError):
            await channel.receive_async(0.01)
        channel.send(1)
        channel.close()
        assert [message async for message in channel] == [1]
    asyncio.run(run())


def test_a_cancelled_coroutine_receives_nothing(key):
    channel = colors.channel(key)

    async def run():
        task = asyncio.ensure_future(channel.receive_async())
        await asyncio.sleep(0.05)
        task.cancel()
        channel.send(5)
        with pytest.raises(asyncio.CancelledError):
            await task
        assert channel.receive(60) == 5
    asyncio.run(run())


# ---- other languages ----

def test_java_sends_back(key, tmp_path):
    program = tmp_path / "Echo.java"
    program.write_text(f"""
import colors.*;
class Echo {{
    public static void main(String[] arguments) throws Exception {{
        Channel<Object> there = SharedMemory.channel("{key}", 256, Object.class);
        Channel<Object> back = SharedMemory.channel("{key}-back", 256, Object.class);
        for (Object message : there) back.send(message);
        back.close();
    }}
}}
""")
    _echoes(other_language("java", program), key)


def test_graalpy_sends_back(key, tmp_path):
    program = tmp_path / "echo.py"
    program.write_text(f"""
import colors
back = colors.channel({key + '-back'!r})
for message in colors.channel({key!r}):
    back.send(message)
back.close()
""")
    _echoes(other_language("python", program), key)


def _echoes(other, key):
    there, back = colors.channel(key), colors.channel(key + "-back")
    order = colors.copy_in(Order(1))
    messages = [1, 2.5, "text", None, True, "a text that is an object of its own", order]
    for message in messages:
        there.send(message)
    there.close()
    assert [back.receive(120) for _ in messages] == messages
    end(other)
