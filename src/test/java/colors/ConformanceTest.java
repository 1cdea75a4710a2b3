// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.support.Suites;
import colors.support.WithDaemon;
import colors.values.Frozen;
import colors.wrappers.ConcreteCollection;
import colors.wrappers.ListWrapper;
import colors.wrappers.SetWrapper;
import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.SetTestSuiteBuilder;
import com.google.common.collect.testing.TestStringListGenerator;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.TestStringSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.ListFeature;
import com.google.common.collect.testing.features.MapFeature;
import com.google.common.collect.testing.features.SetFeature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Guava's suites for java.util's interfaces, with the features that Guava declares for ArrayList, LinkedHashMap and
 * LinkedHashSet but for these, on purpose:
 *
 * <ul>
 * <li>SERIALIZABLE: a shared container is a reference to shared memory, whose bytes mean nothing to a process that is
 * not attached; processes exchange it by a field or a repository.
 * <li>FAILS_FAST_ON_CONCURRENT_MODIFICATION: other processes change a container at any time. So iteration is weakly
 * consistent, as in java.util.concurrent.
 * </ul>
 *
 * No test is suppressed.
 */
@ExtendWith(WithDaemon.class)
class ConformanceTest {

    private static DynamicNode list(String name, Function<String[], List<String>> make) {
        return Suites.of(ListTestSuiteBuilder.using(new TestStringListGenerator() {
                    @Override
                    protected List<String> create(String[] elements) {
                        return make.apply(elements);
                    }
                })
                .named(name)
                .withFeatures(
                        ListFeature.GENERAL_PURPOSE,
                        ListFeature.REMOVE_OPERATIONS,
                        CollectionFeature.ALLOWS_NULL_VALUES,
                        CollectionSize.ANY)
                .createTestSuite());
    }

    private static SharedList<Object> filled(String[] elements) {
        SharedList<Object> list = SharedList.create();
        list.addAll(Arrays.asList(elements));
        return list;
    }

    @SuppressWarnings("unchecked")
    private static <T> T unchecked(Object container) {
        return (T) container;
    }

    @TestFactory
    DynamicNode lists() {
        return list("SharedList", elements -> unchecked(filled(elements)));
    }

    @TestFactory
    DynamicNode listViews() {
        return list("SharedList.as", elements -> filled(elements).as(String.class));
    }

    /** As the agent gives one for a field of this class. */
    @TestFactory
    DynamicNode arrayLists() {
        return list("ArrayList", elements -> unchecked(ConcreteCollection.of(ArrayList.class, filled(elements))));
    }

    /** A copy, whose elements went the other way to memory. */
    @TestFactory
    DynamicNode copiedLists() {
        return list("copied list", elements -> unchecked(SharedMemory.copyIn(Arrays.asList(elements))));
    }

    @TestFactory
    DynamicNode frozenLists() {
        return Suites.of(ListTestSuiteBuilder.using(new TestStringListGenerator() {
                    @Override
                    protected List<String> create(String[] elements) {
                        return unchecked(new ListWrapper(Frozen.tuple(Arrays.asList(elements)), Frozen.chunk()));
                    }
                })
                .named("tuple")
                .withFeatures(CollectionFeature.ALLOWS_NULL_VALUES, CollectionSize.ANY)
                .createTestSuite());
    }

    private static DynamicNode map(
            String name,
            Function<TestStringMapGenerator, MapTestSuiteBuilder<String, String>> suite,
            Function<SharedMap<?, ?>, Map<String, String>> view) {
        return Suites.of(suite.apply(new TestStringMapGenerator() {
                    @Override
                    protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                        Map<String, String> map = view.apply(SharedMap.create());
                        for (Map.Entry<String, String> entry : entries) {
                            map.put(entry.getKey(), entry.getValue());
                        }
                        return map;
                    }
                })
                .named(name)
                .withFeatures(
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_KEYS,
                        MapFeature.ALLOWS_NULL_VALUES,
                        MapFeature.ALLOWS_ANY_NULL_QUERIES,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        CollectionSize.ANY)
                .createTestSuite());
    }

    @TestFactory
    DynamicNode maps() {
        return map("SharedMap", ConcurrentMapTestSuiteBuilder::using, map -> unchecked(map));
    }

    @TestFactory
    DynamicNode mapViews() {
        return map("SharedMap.as", ConcurrentMapTestSuiteBuilder::using, map -> map.as(String.class, String.class));
    }

    @TestFactory
    DynamicNode hashMaps() {
        return map("HashMap", MapTestSuiteBuilder::using, map -> unchecked(ConcreteCollection.of(HashMap.class, map)));
    }

    private static DynamicNode set(String name, Function<SharedSet<?>, Set<String>> view) {
        return Suites.of(SetTestSuiteBuilder.using(new TestStringSetGenerator() {
                    @Override
                    protected Set<String> create(String[] elements) {
                        Set<String> set = view.apply(SharedSet.create());
                        set.addAll(Arrays.asList(elements));
                        return set;
                    }
                })
                .named(name)
                .withFeatures(
                        SetFeature.GENERAL_PURPOSE,
                        CollectionFeature.ALLOWS_NULL_VALUES,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionSize.ANY)
                .createTestSuite());
    }

    @TestFactory
    DynamicNode sets() {
        return set("SharedSet", set -> unchecked(set));
    }

    @TestFactory
    DynamicNode setViews() {
        return set("SharedSet.as", set -> set.as(String.class));
    }

    @TestFactory
    DynamicNode hashSets() {
        return set("HashSet", set -> unchecked(ConcreteCollection.of(HashSet.class, set)));
    }

    @TestFactory
    DynamicNode frozenSets() {
        return Suites.of(SetTestSuiteBuilder.using(new TestStringSetGenerator() {
                    @Override
                    protected Set<String> create(String[] elements) {
                        Map<String, Object> keys = new LinkedHashMap<>();
                        Arrays.asList(elements).forEach(element -> keys.put(element, null));
                        return unchecked(new SetWrapper(Frozen.set(keys), Frozen.chunk()));
                    }
                })
                .named("frozenset")
                .withFeatures(CollectionFeature.ALLOWS_NULL_VALUES, CollectionFeature.KNOWN_ORDER, CollectionSize.ANY)
                .createTestSuite());
    }
}
