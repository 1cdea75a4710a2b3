// SPDX-License-Identifier: Apache-2.0
package colors.support;

import java.util.Collections;
import java.util.stream.Stream;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** JUnit 3 suites, which guava-testlib makes, as dynamic tests: each method counts. */
public final class Suites {
    private Suites() {}

    public static DynamicNode of(Test test) {
        if (test instanceof TestSuite suite) {
            Stream<DynamicNode> children =
                    Collections.list(suite.tests()).stream().map(Suites::of);
            return DynamicContainer.dynamicContainer(suite.getName(), children);
        }
        TestCase single = (TestCase) test;
        return DynamicTest.dynamicTest(single.getClass().getSimpleName() + "." + single.getName(), single::runBare);
    }
}
