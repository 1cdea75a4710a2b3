# SPDX-License-Identifier: Apache-2.0
"""What ModuleSources change in mx's arguments for javac. Needs nothing of mx, so ci/test-mx-compiles uses it too."""


def on_module_path(arguments):
    """javac's arguments with the class path as module path, and every module of the JDK in sight."""
    moved = ["--module-path" if a == "-classpath" else a for a in arguments]
    return [a for a in moved if not a.startswith("--limit-modules")]


def add_exports(module, exports):
    """For a module that uses packages {module: [package]} although their modules do not export them."""
    return [f"--add-exports={source}/{package}={module}" for source, packages in exports.items()
            for package in packages]
