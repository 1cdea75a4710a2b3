# SPDX-License-Identifier: Apache-2.0
# Errors have the classes of docs/api.md, with their hierarchy, and are those of Python's own that are caught for such.
import builtins

import colors

classes = [getattr(colors, name) for name in colors.__all__ if name.endswith("Error")]
own = [cls for cls in vars(builtins).values() if isinstance(cls, type) and issubclass(cls, Exception)]
for cls in classes:
    ours = [other.__name__ for other in cls.__mro__ if other in classes]
    print(*ours, "|", *[base.__name__ for base in own if issubclass(cls, base) and base not in (Exception, OSError)])


def shows(what, action):
    try:
        action()
        print(what, "no error")
    except Exception as e:
        ours = [cls.__name__ for cls in type(e).__mro__ if cls in classes]
        print(what, type(e).__name__, ours, str(e).partition(" of the shared segment")[0])


shows("argument", lambda: colors.shared_type(3))
closed = colors.channel("pyerrors.closed", 2)
closed.close()
shows("closed", lambda: closed.send(1))
integers = colors.channel("pyerrors.integers", 2, int)
shows("type", lambda: integers.send("text"))
shows("timeout", lambda: integers.receive(0.001))
shows("state", lambda: colors.monitor(colors.List()).release())
shows("memory", lambda: colors.Array("int64", 10 ** 8))
numbers = colors.Array("int8", 1)
shows("range", lambda: numbers.__setitem__(0, 128))
shows("kind", lambda: numbers.__setitem__(0, "text"))
shows("length", lambda: numbers.append(1))
