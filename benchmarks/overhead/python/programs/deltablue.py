# SPDX-License-Identifier: Apache-2.0
"""An incremental solver of one-way constraints with strengths, in the manner of DeltaBlue (B. Freeman-Benson and
J. Maloney)."""

REPEATS = 4
CHAIN = 400
SCALES = 400
REQUIRED, STRONG, NORMAL, WEAKEST = range(4)  # the smaller, the stronger


class Variable:
    def __init__(self, value):
        self.value = value
        self.constraints = []
        self.determined_by = None
        self.strength = WEAKEST
        self.mark = 0


class Constraint:
    def __init__(self, strength, inputs, outputs):
        self.strength = strength
        self.inputs = inputs
        self.possible = outputs
        self.output = None
        for variable in {*inputs, *outputs}:
            variable.constraints.append(self)

    def sources(self):
        return [v for v in self.inputs if v is not self.output]

    def choose(self, mark):
        """Takes the weakest variable that no stronger constraint determines."""
        best = None
        for variable in self.possible:
            if (variable.mark != mark and variable.strength > self.strength
                    and (best is None or variable.strength > best.strength)):
                best = variable
        self.output = best

    def recalculate(self):
        self.output.strength = max([self.strength] + [v.strength for v in self.sources()])
        self.execute()

    def execute(self):
        raise NotImplementedError


class Stay(Constraint):
    def __init__(self, variable, strength):
        super().__init__(strength, [], [variable])

    def execute(self):
        pass


class Edit(Stay):
    pass


class Equal(Constraint):
    def __init__(self, a, b):
        super().__init__(REQUIRED, [a, b], [a, b])

    def execute(self):
        a, b = self.inputs
        self.output.value = a.value if self.output is b else b.value


class Scale(Constraint):
    def __init__(self, source, factor, offset, target):
        super().__init__(REQUIRED, [source, factor, offset, target], [source, target])

    def execute(self):
        source, factor, offset, target = self.inputs
        if self.output is target:
            target.value = source.value * factor.value + offset.value
        else:
            source.value = (target.value - offset.value) // factor.value


class Planner:
    def __init__(self):
        self.mark = 0

    def add(self, constraint):
        self.mark += 1
        pushed_out = constraint
        while pushed_out is not None:
            pushed_out = self.satisfy(pushed_out)

    def satisfy(self, constraint):
        """Returns the constraint that had the output until now."""
        constraint.choose(self.mark)
        if constraint.output is None:
            return None
        for variable in constraint.sources():
            variable.mark = self.mark
        pushed_out = constraint.output.determined_by
        if pushed_out is not None:
            pushed_out.output = None
        constraint.output.determined_by = constraint
        constraint.output.mark = self.mark
        self.propagate(constraint)
        return pushed_out

    def propagate(self, constraint):
        for each in self.downstream([constraint]):
            each.recalculate()

    def downstream(self, start):
        found, todo = [], list(start)
        while todo:
            constraint = todo.pop()
            found.append(constraint)
            todo += [c for c in constraint.output.constraints
                     if c is not constraint and c.output is not None and c.output is not constraint.output]
        return found

    def remove(self, constraint):
        variable = constraint.output
        for each in constraint.possible:
            each.constraints.remove(constraint)
        if variable is not None:
            variable.determined_by = None
            variable.strength = WEAKEST
            for each in list(variable.constraints):
                if each.output is None:
                    self.add(each)


def change(planner, variable, values):
    """Gives a variable values in turn. Sums up what the plan is worth at its end."""
    edit = Edit(variable, STRONG)
    planner.add(edit)
    plan = planner.downstream([edit])
    for value in values:
        variable.value = value
        for constraint in plan:
            constraint.execute()
    planner.remove(edit)
    return len(plan)


def chain():
    planner = Planner()
    variables = [Variable(0) for _ in range(CHAIN)]
    for a, b in zip(variables, variables[1:]):
        planner.add(Equal(a, b))
    planner.add(Stay(variables[-1], NORMAL))
    plan = change(planner, variables[0], range(50))
    return plan * 1000 + variables[-1].value


def scales():
    planner = Planner()
    factor, offset = Variable(10), Variable(1000)
    pairs = [(Variable(i), Variable(i)) for i in range(SCALES)]
    for source, target in pairs:
        planner.add(Stay(source, NORMAL))
        planner.add(Scale(source, factor, offset, target))
    checksum = 0
    for source, target in pairs[:40]:
        change(planner, source, range(20))
        checksum = checksum * 31 + target.value
        change(planner, target, range(1000, 1050, 5))
        checksum = checksum * 31 + source.value
    change(planner, factor, range(1, 21))
    change(planner, offset, range(20))
    return (checksum + sum(target.value for _, target in pairs)) % 1_000_000_007


def run():
    return "/".join(f"{chain()}/{scales()}" for _ in range(REPEATS))
