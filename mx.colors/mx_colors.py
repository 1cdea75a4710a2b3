# SPDX-License-Identifier: Apache-2.0
"""What the mx build needs beyond suite.py."""

from os import walk
from os.path import join, relpath

import mx

from mx_colors_javac import add_exports, on_module_path


class ModuleSources(mx.JavaProject):
    """Java sources whose descriptor is their own module-info.java, as for Maven; so both builds have one descriptor.

    "addExports" names packages of other modules that the sources use although these modules do not export them;
    "packages" maps a folder with Python files to the folder of the jar they go to.
    """

    def __init__(self, suite, name, subDir, srcDirs, deps, workingSets, d, theLicense=None, testProject=False,
                 **attributes):
        processors = attributes.pop("annotationProcessors", [])
        compliance = attributes.pop("javaCompliance")
        super().__init__(suite, name, subDir, srcDirs, deps, compliance, workingSets, d, theLicense=theLicense,
                         testProject=testProject, **attributes)
        self.declaredAnnotationProcessors = processors
        self.checkstyleProj = name
        self.checkPackagePrefix = False
        self.module = attributes.get("module")
        self.exports_needed = attributes.get("addExports", {})
        self.packages = attributes.get("packages", {})

    def getBuildTask(self, args):
        jdk = mx.get_jdk(self.javaCompliance, tag=mx.DEFAULT_JDK_TAG, purpose=f"building {self.name}")
        return ModuleSourcesTask(args, self, jdk)


class ModuleSourcesTask(mx.JavaBuildTask):
    def _collect_files(self):
        if self._javafiles is None:
            super()._collect_files()
            for folder, target in self.subject.packages.items():
                self._non_javafiles.update(python_files(join(self.subject.dir, folder),
                                                        join(self.subject.output_dir(), target)))
        return self

    def prepare(self, daemons):
        super().prepare(daemons)
        if self.compileArgs and self.subject.module:  # type: ignore[has-type] # mx's class has it
            arguments = on_module_path(self.compileArgs)  # type: ignore[has-type]
            self.compileArgs = arguments + add_exports(self.subject.module, self.subject.exports_needed)


def python_files(folder, target):
    """Maps each Python file below a folder to its place below another."""
    return {join(parent, name): join(target, relpath(parent, folder), name)
            for parent, _, names in walk(folder) for name in names if name.endswith(".py")}
