// SPDX-License-Identifier: Apache-2.0

import static report.Report.say;
import static report.Report.use;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import colors.SharedMemory;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.base.Equivalence;
import com.google.common.base.Functions;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ComparisonChain;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Iterables;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Ordering;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.MutableGraph;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.reflect.TypeToken;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.AttributeKey;
import io.netty.util.DefaultAttributeMap;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.commons.collections4.CollectionUtils;
import org.apache.commons.collections4.bidimap.DualHashBidiMap;
import org.apache.commons.collections4.comparators.ComparatorChain;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.map.LinkedMap;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;
import org.apache.commons.collections4.multiset.HashMultiSet;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.commons.lang3.builder.CompareToBuilder;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.tuple.Pair;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.eclipse.collections.api.block.HashingStrategy;
import org.eclipse.collections.impl.list.mutable.FastList;
import org.eclipse.collections.impl.map.mutable.UnifiedMap;
import org.eclipse.collections.impl.map.strategy.mutable.UnifiedMapWithHashingStrategy;
import org.eclipse.collections.impl.set.mutable.UnifiedSet;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.cglib.proxy.Enhancer;
import org.springframework.cglib.proxy.MethodInterceptor;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import report.Report.Use;
import shop.Account;
import shop.Customer;
import shop.Item;

/**
 * Objects of ordinary classes go through the main use of libraries that know nothing of shared memory. With an argument
 * they are shared, and it prints the same; with the argument "limits" it says what is not possible with shared objects,
 * and the error that the user sees.
 */
public class Shares {
    private static boolean shared;

    /** Makes an object as the program does, in shared memory if it is to be there. */
    private static <T> T made(Supplier<T> maker) {
        if (!shared) {
            return maker.get();
        }
        T object = SharedMemory.construct(maker);
        if (!SharedMemory.isShared(object)) {
            throw new IllegalStateException(object + " is not shared");
        }
        return object;
    }

    private static Customer ada() {
        return made(() -> {
            Customer customer = new Customer("Ada", 36, "ada@example.org");
            customer.setFriend(new Customer("Bob", 17, null));
            customer.setDiscount(2.5);
            customer.setLevel(Customer.Level.OLD);
            customer.getTags().add("a");
            customer.getTags().add("b");
            customer.getPoints().put("x", 7);
            return customer;
        });
    }

    /** What a library made, where others see it. */
    private static <T> T moved(T object) {
        return shared ? SharedMemory.copyIn(object) : object;
    }

    private static Customer customer(String name, int age) {
        return made(() -> new Customer(name, age, name + "@example.org"));
    }

    private static List<Customer> several() {
        return List.of(
                customer("Cid", 30),
                customer("Ada", 36),
                customer("Bob", 17),
                customer("Dan", 30),
                customer("Ada", 36));
    }

    public static void main(String[] arguments) {
        shared = arguments.length > 0;
        // the libraries' own messages have times
        ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.OFF);
        if (shared && arguments[0].equals("limits")) {
            limits();
        } else {
            uses();
        }
        System.exit(0); // some libraries leave threads
    }

    private static void uses() {
        use("jackson-databind", Shares::jackson);
        use("jackson-by-fields", Shares::jacksonByFields);
        use("gson", Shares::gson);
        use("gson-reads", Shares::gsonReads);
        use("guava", Shares::guava);
        use("commons-lang3", Shares::lang);
        use("commons-collections4", Shares::collections);
        use("eclipse-collections", Shares::eclipseCollections);
        use("vavr", Shares::vavr);
        use("scala-library", Shares::scala);
        use("kotlin-stdlib", Shares::kotlin);
        use("caffeine", Shares::caffeine);
        use("hibernate-validator", Shares::validator);
        use("spring-beans", Shares::spring);
        use("lombok", Shares::lombok);
        use("byte-buddy", Shares::byteBuddy);
        use("rxjava", Shares::rxjava);
        use("reactor-core", Shares::reactor);
        use("netty", Shares::netty);
        use("logback", Shares::logback);
        use("h2", Shares::h2);
        use("lucene-core", Shares::lucene);
        use("protobuf-java", Shares::protobuf);
    }

    // ---- formats

    private static void jackson() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        Customer ada = ada();
        String text = mapper.writeValueAsString(ada);
        say(text);
        ObjectMapper byFields = new ObjectMapper()
                .setVisibility(PropertyAccessor.ALL, Visibility.NONE)
                .setVisibility(PropertyAccessor.FIELD, Visibility.ANY);
        say(byFields.writeValueAsString(ada));
        Customer read = mapper.readValue(text, Customer.class);
        Customer moved = moved(read);
        say(moved.equals(ada) + " " + moved.getFriend().getFriend() + " " + moved.getTags() + moved.getPoints()
                + Arrays.toString(moved.getScores()) + " " + moved.getLevel().bonus());
        say(read.equals(ada) + " " + ada.equals(read) + " " + read.getFriend().equals(ada.getFriend()) + " "
                + read.getTags() + Arrays.toString(read.getScores()));
        mapper.readerForUpdating(ada)
                .readValue("{\"age\":37,\"name\":\"Ada"
                        + " L.\",\"active\":false,\"discount\":null,\"level\":\"NEW\",\"mail\":null}");
        say(mapper.writeValueAsString(ada));
        byFields.readerForUpdating(ada).readValue("{\"age\":38,\"level\":\"OLD\"}");
        say(ada.getAge() + " " + ada.getLevel().bonus());
        mapper.readerForUpdating(ada.getFriend()).readValue("{\"age\":18}");
        say(ada.getFriend() + " " + mapper.valueToTree(ada).at("/friend/age") + " "
                + mapper.convertValue(ada, Map.class));
        Item item = made(() -> new Item("Tea", 250));
        mapper.updateValue(item, Map.of("count", 3));
        say(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(item));
        say(mapper.writeValueAsString(Map.of("all", several())));
        List<Customer> many = mapper.convertValue(several(), new TypeReference<List<Customer>>() {});
        say(many.equals(several()));
        try {
            mapper.readerForUpdating(ada).readValue("{\"age\":\"old\"}");
        } catch (com.fasterxml.jackson.databind.JsonMappingException e) {
            say(e.getOriginalMessage() + " " + ada.getAge());
        }
    }

    private static void jacksonByFields() throws Exception {
        ObjectMapper mapper = new ObjectMapper()
                .setVisibility(PropertyAccessor.ALL, Visibility.NONE)
                .setVisibility(PropertyAccessor.FIELD, Visibility.ANY);
        Customer ada = ada();
        mapper.readerForUpdating(ada).readValue("{\"age\":38,\"level\":\"NEW\",\"mail\":null,\"discount\":7}");
        say(mapper.writeValueAsString(ada));
        say(mapper.writeValueAsString(several()));
    }

    private static void gson() {
        Gson gson = new GsonBuilder().setPrettyPrinting().serializeNulls().create();
        Customer ada = ada();
        String text = gson.toJson(ada);
        say(text);
        say(gson.toJsonTree(ada)
                .getAsJsonObject()
                .get("friend")
                .getAsJsonObject()
                .get("name"));
        Item item = made(() -> new Item("Tea", 250));
        item.count = 2;
        item.buyer = ada;
        say(new Gson().toJson(item));
        say(new Gson().toJson(several(), new TypeToken<List<Customer>>() {}.getType()));
        say(new Gson().toJson(Map.of("one", customer("Eve", 1))));
    }

    private static void gsonReads() {
        Gson gson = new Gson();
        Customer ada = ada();
        String text = gson.toJson(ada);
        say(gson.toJson(moved(gson.fromJson(text, Customer.class))).equals(text) + " "
                + gson.fromJson(text, Customer.class).equals(ada));
    }

    private static void protobuf() throws Exception {
        Struct.Builder struct = Struct.newBuilder();
        for (Customer customer : several()) {
            struct.putFields(
                    customer.getName(),
                    Value.newBuilder().setNumberValue(customer.getAge()).build());
        }
        Struct read = Struct.parseFrom(struct.build().toByteArray());
        Customer made = customer("Zoe", 1);
        made.setAge((int) read.getFieldsOrThrow("Dan").getNumberValue());
        say(made + " " + read.getFieldsCount());
    }

    // ---- collections

    private static void guava() {
        List<Customer> all = several();
        guavaMultimaps(all);
        guavaMaps(all);
        guavaComparisons(all);
        guavaGraphsAndEvents(all);
    }

    private static void guavaMultimaps(List<Customer> all) {
        say(Multimaps.index(all, Customer::getAge));
        say(HashMultiset.create(all).entrySet().stream()
                .map(Object::toString)
                .sorted()
                .toList());
        say(Ordering.natural().sortedCopy(all) + " "
                + Ordering.natural()
                        .onResultOf(Customer::getAge)
                        .compound(Ordering.natural())
                        .max(all));
    }

    private static void guavaMaps(List<Customer> all) {
        HashBiMap<Customer, String> both = HashBiMap.create();
        all.forEach(customer -> both.forcePut(customer, customer.getName()));
        say(both.size() + " " + both.inverse().get("Bob") + " " + both.get(customer("Bob", 17)) + " "
                + both.containsKey(customer("Bob", 18)));
        HashBasedTable<Customer, String, Customer> table = HashBasedTable.create();
        table.put(all.get(0), "friend", all.get(1));
        say(table.get(customer("Cid", 30), "friend") + " "
                + table.column("friend").keySet());
        say(ImmutableSortedMap.copyOf(Maps.uniqueIndex(List.of(all.get(0), all.get(2)), Functions.identity()))
                        .firstKey()
                + " " + Iterables.getLast(all) + " " + Iterables.frequency(all, customer("Ada", 36)));
        var cache = CacheBuilder.newBuilder().<Customer, String>build();
        cache.put(all.get(1), "first");
        cache.put(all.get(4), "second");
        say(cache.size() + " " + cache.getIfPresent(customer("Ada", 36)));
    }

    private static void guavaComparisons(List<Customer> all) {
        say(Equivalence.equals()
                        .onResultOf(Customer::getAge)
                        .pairwise()
                        .equivalent(List.of(all.get(0)), List.of(all.get(3)))
                + " "
                + ComparisonChain.start()
                        .compare(all.get(0), all.get(1))
                        .compare(1, 2)
                        .result());
    }

    private static void guavaGraphsAndEvents(List<Customer> all) {
        MutableGraph<Customer> graph = GraphBuilder.directed().build();
        graph.putEdge(all.get(0), all.get(1));
        graph.putEdge(customer("Ada", 36), all.get(2));
        say(graph.edges().size() + " " + graph.successors(all.get(4)));
        EventBus bus = new EventBus();
        bus.register(new Object() {
            @Subscribe
            public void on(Customer customer) {
                customer.setAge(customer.getAge() + 1);
            }
        });
        bus.post(all.get(0));
        say(all.get(0));
    }

    private static void collections() {
        List<Customer> all = several();
        DualHashBidiMap<Customer, Integer> both = new DualHashBidiMap<>();
        all.forEach(customer -> both.put(customer, customer.getAge()));
        say(both.size() + " " + both.getKey(30) + " " + both.get(customer("Ada", 36)));
        LRUMap<Customer, Customer> recent = new LRUMap<>(2);
        all.forEach(customer -> recent.put(customer, customer));
        say(recent + " " + recent.get(customer("Ada", 36)).getMail());
        ArrayListValuedHashMap<Integer, Customer> byAge = new ArrayListValuedHashMap<>();
        all.forEach(customer -> byAge.put(customer.getAge(), customer));
        say(byAge.get(30) + " " + byAge.containsMapping(30, customer("Dan", 30)));
        say(CollectionUtils.getCardinalityMap(all).get(customer("Ada", 36)) + " "
                + CollectionUtils.subtract(all, List.of(customer("Ada", 36))) + " "
                + CollectionUtils.isEqualCollection(all, several()));
        ComparatorChain<Customer> chain = new ComparatorChain<>(Comparator.comparing(Customer::getAge), true);
        chain.addComparator(Comparator.naturalOrder());
        say(all.stream().sorted(chain).toList());
        say(new HashMultiSet<>(all).getCount(customer("Ada", 36)) + " "
                + new LinkedMap<>(Map.of(all.get(0), "x")).firstKey());
        CollectionUtils.forAllDo(all, customer -> customer.setAge(customer.getAge() + 1));
        say(CollectionUtils.collect(all, Customer::getAge));
    }

    private static void eclipseCollections() {
        FastList<Customer> all = FastList.newList(several());
        say(all.groupBy(Customer::getAge).keysView().toSortedList() + " " + all.maxBy(Customer::getAge) + " "
                + all.distinct() + " " + all.toBag().occurrencesOf(customer("Ada", 36)));
        UnifiedMap<Customer, Customer> map = UnifiedMap.newMap();
        all.forEach(customer -> map.put(customer, customer));
        say(map.size() + " " + map.get(customer("Bob", 17)).getMail() + " "
                + UnifiedSet.newSet(all).contains(customer("Dan", 30)));
        UnifiedMapWithHashingStrategy<Customer, String> byAge =
                UnifiedMapWithHashingStrategy.newMap(new HashingStrategy<>() {
                    @Override
                    public int computeHashCode(Customer customer) {
                        return customer.getAge();
                    }

                    @Override
                    public boolean equals(Customer one, Customer other) {
                        return one.getAge() == other.getAge();
                    }
                });
        all.forEach(customer -> byAge.put(customer, customer.getName()));
        say(byAge.size() + " " + byAge.get(customer("any", 30)) + " "
                + all.partition(customer -> customer.getAge() > 20).getRejected() + " "
                + all.sumOfInt(Customer::getAge));
    }

    private static void vavr() {
        io.vavr.collection.List<Customer> all = io.vavr.collection.List.ofAll(several());
        say(all.groupBy(Customer::getAge).get(30).get() + " " + all.sorted().distinct() + " "
                + all.toSet().contains(customer("Bob", 17)) + " "
                + all.zipWithIndex().last());
        io.vavr.collection.HashMap<Customer, Integer> map = io.vavr.collection.HashMap.ofEntries(
                all.map(customer -> io.vavr.Tuple.of(customer, customer.getAge())));
        say(map.size() + " " + map.get(customer("Ada", 36)).get() + " "
                + io.vavr.collection.TreeSet.ofAll(all).head());
        io.vavr.Function1<Customer, String> memo = io.vavr.Function1.of(
                        (Customer customer) -> customer.getName() + customer.getMail())
                .memoized();
        say(memo.apply(all.head()) + memo.apply(customer("Cid", 30)) + " "
                + io.vavr.control.Option.of(all.get(1)).map(Customer::getFriend).isEmpty());
    }

    private static void scala() {
        scala.collection.mutable.HashMap<Customer, Customer> map = new scala.collection.mutable.HashMap<>();
        scala.collection.mutable.ListBuffer<Customer> list = new scala.collection.mutable.ListBuffer<>();
        for (Customer customer : several()) {
            map.put(customer, customer);
            list.addOne(customer);
        }
        say(map.size() + " " + map.apply(customer("Ada", 36)).getMail() + " "
                + list.toList().distinct() + " "
                + list.toList().groupBy(Customer::getAge).apply(30));
        say(list.toList().toSet().contains(customer("Dan", 30)) + " " + scala.Tuple2.apply(list.head(), 1) + " "
                + scala.Option.apply(list.head()).map(Customer::getName).get());
    }

    private static void kotlin() {
        List<Customer> all = several();
        say(kotlin.collections.CollectionsKt.sortedWith(all, Comparator.comparing(Customer::getAge)) + " "
                + kotlin.collections.CollectionsKt.distinct(all) + " "
                + kotlin.collections.CollectionsKt.groupByTo(
                        all, new java.util.TreeMap<>(), Customer::getAge, Customer::getName));
        say(kotlin.collections.CollectionsKt.intersect(all, List.of(customer("Bob", 17))) + " "
                + kotlin.collections.CollectionsKt.associateWith(all, Customer::getMail)
                        .get(customer("Cid", 30)) + " "
                + kotlin.sequences.SequencesKt.toList(kotlin.sequences.SequencesKt.filter(
                                kotlin.collections.CollectionsKt.asSequence(all), Customer::isActive))
                        .size());
        say(new kotlin.Pair<>(all.get(0), all.get(1)) + " "
                + kotlin.jvm.internal.Intrinsics.areEqual(all.get(1), all.get(4)) + " "
                + kotlin.LazyKt.lazyOf(all.get(2)).getValue());
    }

    private static void caffeine() {
        Cache<Customer, Customer> cache = Caffeine.newBuilder()
                .maximumSize(100)
                .executor(Runnable::run)
                .recordStats()
                .build();
        for (int i = 0; i < 300; i++) {
            Customer key = customer("c" + i % 50, i % 50);
            cache.get(key, missing -> made(() -> new Customer(key.getName() + "'", key.getAge() + 1, null)));
        }
        cache.cleanUp();
        say(cache.estimatedSize() + " " + cache.stats().missCount() + " " + cache.getIfPresent(customer("c7", 7)) + " "
                + cache.getAllPresent(List.of(customer("c1", 1), customer("none", 1))));
        var loading = Caffeine.newBuilder()
                .executor(Runnable::run)
                .weigher((Customer key, String value) -> value.length())
                .maximumWeight(1000)
                .build(Customer::getMail);
        say(loading.get(customer("Ada", 36)) + loading.get(customer("Ada", 36)) + " "
                + loading.asMap().size());
        cache.asMap().computeIfPresent(customer("c7", 7), (key, value) -> key);
        cache.invalidate(customer("c8", 8));
        say(cache.getIfPresent(customer("c7", 7)) + " " + cache.getIfPresent(customer("c8", 8)));
        Cache<String, Customer> weak =
                Caffeine.newBuilder().weakValues().executor(Runnable::run).build();
        Customer kept = customer("kept", 1);
        weak.put("k", kept);
        say(weak.getIfPresent("k") + " " + kept.getAge());
    }

    // ---- reflection

    private static void lang() throws Exception {
        Customer ada = ada();
        Customer same = ada();
        same.setFriend(ada.getFriend());
        say(EqualsBuilder.reflectionEquals(ada, same, "tags", "points", "scores") + " "
                + EqualsBuilder.reflectionEquals(ada, customer("Ada", 36), false) + " "
                + (HashCodeBuilder.reflectionHashCode(ada, "friend", "level")
                        == HashCodeBuilder.reflectionHashCode(same, "friend", "level")));
        say(new ToStringBuilder(ada, ToStringStyle.NO_CLASS_NAME_STYLE)
                .append("name", ada.getName())
                .append("friend", ada.getFriend())
                .append("scores", ada.getScores()));
        say(new CompareToBuilder().append(ada, same).append(ada.getAge(), 40).toComparison() + " "
                + new HashCodeBuilder().append(ada).append(ada.getTags().size()).toHashCode());
        FieldUtils.writeField(ada, "age", 40, true);
        say(FieldUtils.readField(ada, "age", true) + " " + FieldUtils.readField(ada, "friend", true) + " "
                + MethodUtils.invokeMethod(ada, "getMail") + " "
                + FieldUtils.getAllFieldsList(Customer.class).stream()
                        .filter(field -> !field.isSynthetic())
                        .count());
        say(Pair.of(ada, 1).equals(Pair.of(ada, 1)) + " "
                + org.apache.commons.lang3.ObjectUtils.max(ada, customer("Bob", 1)) + " "
                + org.apache.commons.lang3.ArrayUtils.indexOf(several().toArray(), customer("Dan", 30)));
        say(ToStringBuilder.reflectionToString(made(() -> new Item("Tea", 250)), ToStringStyle.NO_CLASS_NAME_STYLE)
                + " "
                + new org.apache.commons.lang3.builder.ReflectionToStringBuilder(ada, ToStringStyle.SIMPLE_STYLE)
                        .setExcludeFieldNames("tags", "points")
                        .toString());
    }

    private static void validator() {
        try (var factory = Validation.byDefaultProvider()
                .configure()
                .messageInterpolator(new ParameterMessageInterpolator())
                .buildValidatorFactory()) {
            Validator validator = factory.getValidator();
            Customer ada = ada();
            say(validator.validate(ada).size());
            ada.setName("A");
            ada.setMail("nowhere");
            ada.getTags().add(" ");
            ada.getFriend().setAge(200);
            say(validator.validate(ada).stream()
                    .map(fault -> fault.getPropertyPath() + " " + fault.getMessage() + " " + fault.getInvalidValue()
                            + " " + fault.getRootBean().getMail())
                    .sorted()
                    .collect(Collectors.joining("\n")));
            say(validator.validateProperty(ada, "name").size() + " "
                    + validator.validateValue(Customer.class, "age", 151).size());
        }
    }

    private static void spring() throws Exception {
        Customer ada = ada();
        BeanWrapper wrapper = PropertyAccessorFactory.forBeanPropertyAccess(ada);
        wrapper.setPropertyValue("age", "41");
        wrapper.setPropertyValue("friend.name", "Rob");
        wrapper.setPropertyValue("level", "NEW");
        say(wrapper.getPropertyValue("age") + " " + wrapper.getPropertyValue("friend.name") + " "
                + wrapper.getPropertyValue("tags[1]") + " " + wrapper.getPropertyValue("points[x]") + " "
                + ada.getLevel() + " " + ada.getFriend());
        DirectFieldAccessor fields = new DirectFieldAccessor(ada);
        fields.setPropertyValue("mail", "x@example.org");
        say(fields.getPropertyValue("mail") + " " + fields.getPropertyValue("friend.age"));
        Customer copy = customer("", 0);
        BeanUtils.copyProperties(ada, copy, "friend");
        say(copy + " " + copy.getMail() + " " + copy.getDiscount());
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("ada", ada);
        say(beans.getBean(Customer.class) + " " + Arrays.toString(beans.getBeanNamesForType(Customer.class)) + " "
                + beans.getBean("ada").equals(ada));
        Customer proxy =
                (Customer) Enhancer.create(Customer.class, (MethodInterceptor) (self, method, parameters, call) ->
                        method.isSynthetic() ? call.invokeSuper(self, parameters) : method.invoke(ada, parameters));
        proxy.setAge(49);
        say(proxy.getAge() + " " + ada.getAge() + " " + proxy.getTags() + " " + proxy.equals(ada) + " " + proxy);
        ReflectionUtils.setField(field("age"), ada, 50);
        say(ada.getAge() + " " + ReflectionUtils.getField(field("name"), ada));
        try {
            wrapper.setPropertyValue("age", "old");
        } catch (org.springframework.beans.TypeMismatchException e) {
            say(e.getPropertyName() + " " + ada.getAge());
        }
    }

    private static java.lang.reflect.Field field(String name) {
        java.lang.reflect.Field field = ReflectionUtils.findField(Customer.class, name);
        ReflectionUtils.makeAccessible(field);
        return field;
    }

    private static void lombok() {
        Account.Person person = made(() -> new Account.Person("Ada"));
        person.setAge(36);
        person.getTags().add("t");
        say(person + " " + person.equals(made(() -> new Account.Person("Ada"))) + " "
                + (person.hashCode() == person.hashCode()));
        try {
            person.setName(null);
        } catch (NullPointerException e) {
            say(e.getMessage() + " " + person.getName());
        }
        Account.Employee employee = made(() -> new Account.Employee("Bob", 10.5));
        employee.setSalary(employee.getSalary() * 2);
        say(employee + " " + employee.equals(made(() -> new Account.Employee("Bob", 21))) + " "
                + employee.equals(person));
        Account.Address address =
                made(() -> Account.Address.builder().street("Main").old(true).build());
        Account.Address next = made(() -> address.withNumber(2));
        say(address + " " + next + " " + next.toBuilder().street("Side").build() + " "
                + address.equals(next.withNumber(1)));
    }

    /** A proxy of the class that gives an object, and one that asks an object. */
    private static void byteBuddy() throws Exception {
        Customer ada = ada();
        Class<? extends Customer> fixed = new ByteBuddy()
                .subclass(Customer.class)
                .method(ElementMatchers.named("getFriend"))
                .intercept(FixedValue.self())
                .make()
                .load(Shares.class.getClassLoader())
                .getLoaded();
        Customer proxy = fixed.getConstructor().newInstance();
        say(proxy.getFriend().equals(proxy) + " " + proxy.getName() + " " + proxy.getAge());
        Class<? extends Customer> delegate = new ByteBuddy()
                .subclass(Customer.class)
                .method(ElementMatchers.isGetter())
                .intercept(MethodDelegation.to(ada, Customer.class))
                .make()
                .load(Shares.class.getClassLoader())
                .getLoaded();
        say(delegate.getConstructor().newInstance().getAge());
    }

    // ---- streams

    private static void rxjava() {
        say(Observable.fromIterable(several())
                .distinct()
                .map(customer -> {
                    customer.setAge(customer.getAge() + 1);
                    return customer;
                })
                .toSortedList()
                .blockingGet());
        say(Flowable.fromIterable(several())
                .groupBy(Customer::getAge)
                .flatMapSingle(group -> group.count().map(count -> group.getKey() + "=" + count))
                .sorted()
                .toList()
                .blockingGet());
        say(Flowable.range(1, 200)
                .map(i -> customer("c" + i, i))
                .parallel(2)
                .runOn(Schedulers.computation())
                .map(Customer::getAge)
                .sequential()
                .reduce(0, Integer::sum)
                .blockingGet());
        say(Observable.fromIterable(several())
                        .toMap(customer -> customer, Customer::getMail)
                        .blockingGet()
                        .get(customer("Bob", 17))
                + " "
                + Observable.fromIterable(several())
                        .contains(customer("Dan", 30))
                        .blockingGet());
    }

    private static void reactor() {
        say(Flux.fromIterable(several())
                        .distinctUntilChanged()
                        .sort()
                        .collectList()
                        .block() + " "
                + Flux.fromIterable(several())
                        .collectMap(customer -> customer)
                        .block()
                        .size());
        Sinks.Many<Customer> sink = Sinks.many().replay().all();
        several().forEach(sink::tryEmitNext);
        sink.tryEmitComplete();
        say(sink.asFlux()
                        .publishOn(reactor.core.scheduler.Schedulers.parallel())
                        .map(Customer::getMail)
                        .collectList()
                        .block()
                + " "
                + sink.asFlux()
                        .groupBy(Customer::getAge)
                        .flatMap(group -> group.count().map(count -> group.key() + "=" + count))
                        .sort()
                        .collectList()
                        .block());
        say(sink.asFlux()
                        .reduce((one, other) -> one.getAge() > other.getAge() ? one : other)
                        .block() + " " + sink.asFlux().buffer(2).last().block());
    }

    private static void netty() throws Exception {
        DefaultAttributeMap attributes = new DefaultAttributeMap();
        attributes.attr(AttributeKey.<Customer>valueOf("customer")).set(ada());
        say(attributes.attr(AttributeKey.<Customer>valueOf("customer")).get().getTags());
        IntObjectHashMap<Customer> map = new IntObjectHashMap<>();
        several().forEach(customer -> map.put(customer.getAge(), customer));
        say(map.size() + " " + map.get(30) + " " + map.containsValue(customer("Bob", 17)));
        Promise<Customer> promise = ImmediateEventExecutor.INSTANCE.newPromise();
        List<String> seen = new ArrayList<>();
        promise.addListener(future -> seen.add(String.valueOf(future.getNow())));
        promise.setSuccess(customer("Eve", 3));
        say(seen + " " + promise.get().getMail());
        ByteBuf buffer = Unpooled.buffer();
        several().forEach(customer -> buffer.writeInt(customer.getAge())
                .writeCharSequence(customer.getName(), StandardCharsets.UTF_8));
        Customer read = customer("", 0);
        read.setAge(buffer.readInt());
        read.setName(buffer.readCharSequence(3, StandardCharsets.UTF_8).toString());
        say(read + " " + buffer.readableBytes());
    }

    private static void logback() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        ch.qos.logback.classic.Logger log = context.getLogger("shares");
        log.setLevel(Level.INFO);
        log.setAdditive(false);
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.setContext(context);
        events.start();
        log.addAppender(events);
        Customer ada = ada();
        log.warn("{} has {} and {}", ada, ada.getTags(), ada.getFriend());
        log.atInfo().addKeyValue("who", ada).log("pair");
        ada.setAge(1);
        for (ILoggingEvent event : events.list) {
            say(event.getFormattedMessage() + " " + event.getKeyValuePairs() + " "
                    + (event.getArgumentArray() == null ? null : event.getArgumentArray()[0]));
        }
    }

    // ---- stores

    private static void h2() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:shares");
                Statement statement = connection.createStatement()) {
            statement.execute("create table customer(name varchar(50), age int, mail varchar(50))");
            try (var insert = connection.prepareStatement("insert into customer values(?, ?, ?)")) {
                for (Customer customer : several()) {
                    insert.setString(1, customer.getName());
                    insert.setObject(2, customer.getAge());
                    insert.setObject(3, customer.getMail());
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            List<Customer> read = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("select * from customer where age > 20 order by name, age")) {
                while (rows.next()) {
                    Customer customer = customer(rows.getString(1), rows.getInt("age"));
                    customer.setMail(rows.getString("mail"));
                    customer.setDiscount(rows.getObject(2, Double.class));
                    read.add(customer);
                }
            }
            say(read + " " + read.getFirst().getMail() + read.getFirst().getDiscount());
        }
    }

    private static void lucene() throws Exception {
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            List<Customer> all = several();
            try (IndexWriter writer = new IndexWriter(
                    directory, new IndexWriterConfig(new org.apache.lucene.analysis.standard.StandardAnalyzer()))) {
                for (Customer customer : all) {
                    Document document = new Document();
                    document.add(new TextField("name", customer.getName(), Field.Store.YES));
                    document.add(new TextField(
                            "text", String.join(" ", customer.getTags()) + " " + customer, Field.Store.YES));
                    writer.addDocument(document);
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                for (ScoreDoc hit : searcher.search(new TermQuery(new Term("name", "ada")), 5).scoreDocs) {
                    Customer found = all.get(hit.doc);
                    found.setName(searcher.storedFields().document(hit.doc).get("name"));
                    say(hit.doc + " " + found);
                }
            }
        }
    }

    // ---- what is not possible

    private static void limit(String name, Use use) {
        try {
            use.run();
            say(name + ": no error");
        } catch (Throwable e) {
            Throwable cause = e;
            while (cause.getCause() != null && cause.getCause() != cause) {
                cause = cause.getCause();
            }
            say(name + ": " + cause.getClass().getSimpleName() + ": "
                    + cause.getMessage().replaceAll("(@|/0x)[0-9a-f]+", "$1..."));
            e.printStackTrace();
        }
    }

    private static void limits() {
        limitsOfJackson();
        limitsOfReflection();
        limitsOfSubclasses();
        limitsOfValues();
    }

    private static void limitsOfJackson() {
        limit(
                "jackson-databind, a nested object",
                () -> new ObjectMapper().readerForUpdating(ada()).readValue("{\"friend\":{\"name\":\"Eve\"}}"));
        limit("jackson-databind, an array", () -> {
            Customer ada = ada();
            new ObjectMapper()
                    .setVisibility(PropertyAccessor.FIELD, Visibility.ANY)
                    .readerForUpdating(ada)
                    .readValue("{\"scores\":[1,2]}");
        });
        limit("jackson-databind, a list", () -> {
            Customer ada = ada();
            new ObjectMapper().readerForUpdating(ada).readValue("{\"tags\":[\"c\"]}");
            say(ada.getTags());
        });
        limit(
                "jackson-databind, in shared mode",
                () -> say(made(() -> {
                    try {
                        return new ObjectMapper().readValue("{\"name\":\"Eve\"}", Customer.class);
                    } catch (java.io.IOException e) {
                        throw new IllegalStateException(e);
                    }
                })));
    }

    private static void limitsOfReflection() {
        limit(
                "gson, reading",
                () -> say(SharedMemory.isShared(new Gson().fromJson("{\"name\":\"Eve\"}", Customer.class))));
        limit("commons-lang3, serialization", () -> SerializationUtils.clone(made(() -> new Account.Sent(1))));
        limit(
                "commons-lang3, the name of the class",
                () -> say(ToStringBuilder.reflectionToString(
                                made(() -> new Item("Tea", 250)), ToStringStyle.SHORT_PREFIX_STYLE)
                        .replaceAll("/0x[0-9a-f]+", "/0x...")));
        limit("hibernate-validator, the class of the root", () -> {
            try (var factory = Validation.byDefaultProvider()
                    .configure()
                    .messageInterpolator(new ParameterMessageInterpolator())
                    .buildValidatorFactory()) {
                Class<?> root = factory.getValidator()
                        .validate(customer("A", 1))
                        .iterator()
                        .next()
                        .getRootBeanClass();
                say(root.isHidden() + " " + root.getSuperclass().getName());
            }
        });
    }

    private static void limitsOfSubclasses() {
        limit("byte-buddy, a field of the class of an object", () -> new ByteBuddy()
                .subclass(Customer.class)
                .method(ElementMatchers.named("getFriend"))
                .intercept(FixedValue.reference(ada()))
                .make()
                .load(Shares.class.getClassLoader())
                .getLoaded()
                .getConstructor()
                .newInstance());
        limit(
                "spring-core, a proxy that passes on what the agent added",
                () -> Enhancer.create(Customer.class, (MethodInterceptor)
                        (self, method, parameters, call) -> method.invoke(ada(), parameters)));
        limit("lombok, @Synchronized", () -> say(made(Account.Counter::new).next()));
        limit("lombok, @Getter(lazy = true)", () -> say(made(Account.Late::new).getSum()));
    }

    private static void limitsOfValues() {
        limit("caffeine, weak keys", () -> {
            Cache<Customer, String> weak = Caffeine.newBuilder().weakKeys().build();
            Customer ada = ada();
            weak.put(ada.getFriend(), "x");
            say(weak.getIfPresent(ada.getFriend()));
        });
        limit("spring-beans, a private object", () -> PropertyAccessorFactory.forBeanPropertyAccess(ada())
                .setPropertyValue("friend", new Customer("Eve", 1, null)));
        limit("spring-beans, an element of an array", () -> {
            Customer ada = ada();
            PropertyAccessorFactory.forBeanPropertyAccess(ada).setPropertyValue("scores[0]", 7.5);
            say(ada.getScores()[0]);
        });
    }
}
