# SPDX-License-Identifier: Apache-2.0
# What type checkers know of module colors.opentelemetry.
from collections.abc import Callable

from colors.rpc import Interceptor

__all__ = ["OpenTelemetryInterceptor", "trace"]

class OpenTelemetryInterceptor(Interceptor): ...

def trace() -> Callable[[], None]: ...
