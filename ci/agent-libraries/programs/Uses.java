// SPDX-License-Identifier: Apache-2.0

import static report.Report.say;
import static report.Report.use;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.base.Splitter;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableRangeMap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Range;
import com.google.common.collect.TreeMultiset;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.common.hash.Hashing;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.reflect.TypeToken;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Struct;
import com.google.protobuf.TextFormat;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;
import io.netty.util.HashedWheelTimer;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subjects.PublishSubject;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Size;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.commons.collections4.BidiMap;
import org.apache.commons.collections4.CollectionUtils;
import org.apache.commons.collections4.bidimap.TreeBidiMap;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;
import org.apache.commons.collections4.trie.PatriciaTrie;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.text.WordUtils;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.tuple.Pair;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.eclipse.collections.api.factory.Bags;
import org.eclipse.collections.api.factory.Lists;
import org.eclipse.collections.impl.list.Interval;
import org.eclipse.collections.impl.map.mutable.primitive.IntObjectHashMap;
import org.eclipse.collections.impl.map.mutable.primitive.ObjectIntHashMap;
import org.eclipse.collections.impl.set.mutable.UnifiedSet;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.util.CheckClassAdapter;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceClassVisitor;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.util.AntPathMatcher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The main use of each library, all on private objects. Prints the same with and without the agent. */
public class Uses {

    /** What a library makes, reads and checks. */
    public static class Person {
        @Size(min = 2)
        public String name;

        @Max(150)
        public int age;

        @Email
        public String mail;

        public Person friend;
        public double[] scores = {1.5, 2.5};

        public Person() {}

        Person(String name, int age, String mail) {
            this.name = name;
            this.age = age;
            this.mail = mail;
        }

        public String getName() {
            return name;
        }

        public int getAge() {
            return age;
        }

        public void setName(String name) {
            this.name = name;
        }

        public void setAge(int age) {
            this.age = age;
        }
    }

    public static void main(String[] arguments) {
        // the libraries' own messages have times
        ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.OFF);
        use("guava", Uses::guava);
        use("jackson-databind", Uses::jackson);
        use("commons-lang3", Uses::lang);
        use("commons-collections4", Uses::collections);
        use("netty", Uses::netty);
        use("logback", Uses::logback);
        use("hibernate-validator", Uses::validator);
        use("asm", Uses::asm);
        use("byte-buddy", Uses::byteBuddy);
        use("kotlin-stdlib", Uses::kotlin);
        use("scala-library", Uses::scala);
        use("h2", Uses::h2);
        use("lucene-core", Uses::lucene);
        use("gson", Uses::gson);
        use("caffeine", Uses::caffeine);
        use("rxjava", Uses::rxjava);
        use("reactor-core", Uses::reactor);
        use("spring-beans", Uses::spring);
        use("protobuf-java", Uses::protobuf);
        use("vavr", Uses::vavr);
        use("eclipse-collections", Uses::eclipseCollections);
        use("ecj", Uses::ecj);
        System.exit(0); // some libraries leave threads
    }

    private static void guava() throws Exception {
        ImmutableListMultimap<Integer, String> byLength =
                Multimaps.index(Splitter.on(' ').split("the quick brown fox jumps over a lazy dog"), String::length);
        say(byLength);
        TreeMultiset<String> letters = TreeMultiset.create(List.of("b", "a", "b", "c", "b"));
        say(letters + " " + letters.count("b") + " "
                + letters.headMultiset("c", com.google.common.collect.BoundType.OPEN));
        HashBasedTable<String, Integer, Double> table = HashBasedTable.create();
        table.put("x", 1, 0.5);
        table.put("y", 2, 1.5);
        say(table.cellSet() + " " + table.column(2));
        ImmutableRangeMap<Integer, String> ranges = ImmutableRangeMap.<Integer, String>builder()
                .put(Range.closedOpen(0, 10), "low")
                .put(Range.atLeast(10), "high")
                .build();
        say(ranges.get(9) + ranges.get(10) + ranges.span());
        MutableGraph<Integer> graph = GraphBuilder.directed().build();
        IntStream.range(0, 5).forEach(i -> graph.putEdge(i, i + 1));
        say(Graphs.reachableNodes(graph, 2).stream().sorted().toList() + " " + Graphs.hasCycle(graph));
        var cache = CacheBuilder.newBuilder()
                .maximumSize(3)
                .recordStats()
                .build(CacheLoader.from((Integer key) -> key * key));
        for (int i = 0; i < 10; i++) {
            cache.get(i % 4);
        }
        say(cache.size() + " " + cache.stats().requestCount());
        say(Hashing.sha256().hashString("colors", StandardCharsets.UTF_8) + " "
                + Hashing.murmur3_32_fixed().hashInt(7));
    }

    private static void jackson() throws Exception {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        Person person = new Person("Ada", 36, "ada@example.org");
        person.friend = new Person("Bob", 17, null);
        String text = mapper.writeValueAsString(person);
        say(text);
        Person back = mapper.readValue(text, Person.class);
        say(back.friend.name + back.age + Arrays.toString(back.scores));
        var tree = mapper.readTree("{\"a\":[1,2.5,{\"b\":null}],\"c\":\"\\u00e9\"}");
        say(tree.at("/a/2") + " " + tree.get("c").asText() + " " + mapper.convertValue(tree, Map.class));
        mapper.readerForUpdating(back).readValue("{\"age\":37}");
        say(back.age);
        try {
            mapper.readValue("{\"age\":\"old\"}", Person.class);
        } catch (Exception e) {
            say(e.getMessage().lines().findFirst().orElse(""));
        }
    }

    @SuppressWarnings("deprecation")
    private static void lang() {
        say(StringUtils.reverseDelimited("a.b.c", '.')
                + StringUtils.getLevenshteinDistance("kitten", "sitting")
                + StringUtils.center("x", 5, '*')
                + WordUtils.capitalizeFully("many small WORDS"));
        say(new ToStringBuilder("", ToStringStyle.JSON_STYLE)
                .append("name", "Ada")
                .append("scores", new int[] {1, 2})
                .toString());
        say(Pair.of(1, "b").compareTo(Pair.of(1, "a")) + " " + DurationFormatUtils.formatDurationHMS(3_723_004));
        say(org.apache.commons.lang3.builder.EqualsBuilder.reflectionEquals(
                        new Person("A", 1, null), new Person("A", 1, null))
                + " "
                + org.apache.commons.lang3.math.Fraction.getFraction("3/9").reduce());
        say(org.apache.commons.lang3.builder.ToStringBuilder.reflectionToString(
                new Person("A", 1, null), ToStringStyle.SHORT_PREFIX_STYLE));
        say(Arrays.toString(org.apache.commons.lang3.ArrayUtils.removeElements(new int[] {3, 1, 2, 1}, 1, 3))
                + org.apache.commons.lang3.StringEscapeUtils.escapeHtml4("<é>"));
    }

    private static void collections() {
        BidiMap<String, Integer> both = new TreeBidiMap<>(Map.of("one", 1, "two", 2));
        say(both + " " + both.getKey(2) + " " + both.inverseBidiMap());
        LRUMap<Integer, String> recent = new LRUMap<>(2);
        recent.put(1, "a");
        recent.put(2, "b");
        recent.get(1);
        recent.put(3, "c");
        say(recent);
        PatriciaTrie<Integer> trie = new PatriciaTrie<>();
        List.of("abba", "abacus", "bar", "abc").forEach(word -> trie.put(word, word.length()));
        say(trie.prefixMap("ab") + " " + trie.firstKey());
        ArrayListValuedHashMap<String, Integer> many = new ArrayListValuedHashMap<>();
        many.put("a", 1);
        many.put("a", 2);
        say(many + " "
                + CollectionUtils.disjunction(List.of(1, 2, 3), List.of(2, 4)).stream()
                        .sorted()
                        .toList());
    }

    private static void netty() throws Exception {
        PooledByteBufAllocator pool = new PooledByteBufAllocator(false);
        for (int size : new int[] {10, 100, 5000, 100_000}) {
            ByteBuf buffer = pool.buffer(size);
            for (int i = 0; i < size / 4; i++) {
                buffer.writeInt(i * 7);
            }
            long sum = 0;
            while (buffer.isReadable()) {
                sum += buffer.readInt();
            }
            say(size + " " + sum + " " + buffer.release());
        }
        CompositeByteBuf parts = Unpooled.compositeBuffer()
                .addComponents(
                        true,
                        Unpooled.copiedBuffer("shared ", StandardCharsets.UTF_8),
                        Unpooled.copiedBuffer("objects", StandardCharsets.UTF_8));
        say(parts.toString(StandardCharsets.UTF_8) + " " + ByteBufUtil.hexDump(parts.slice(3, 4)) + " "
                + parts.indexOf(0, 14, (byte) 'o'));
        say(AsciiString.of("Content-Length").hashCode()
                == AsciiString.of("content-length").hashCode());
        CountDownLatch ticks = new CountDownLatch(3);
        HashedWheelTimer timer = new HashedWheelTimer(5, TimeUnit.MILLISECONDS);
        for (int i = 0; i < 3; i++) {
            timer.newTimeout(end -> ticks.countDown(), 5, TimeUnit.MILLISECONDS);
        }
        ticks.await();
        timer.stop();
        say(ticks.getCount());
    }

    private static void logback() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        ch.qos.logback.classic.Logger root = context.getLogger("ROOT");
        root.detachAndStopAllAppenders();
        root.setLevel(Level.INFO);
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.setContext(context);
        events.start();
        root.addAppender(events);
        context.getLogger("quiet").setLevel(Level.ERROR);
        MDC.put("user", "ada");
        LoggerFactory.getLogger("main").warn("{} of {}", 3, new int[] {4, 5});
        LoggerFactory.getLogger("quiet.inner").info("not seen");
        LoggerFactory.getLogger("main").atInfo().addKeyValue("k", 1).log("fluent");
        events.list.forEach(event -> say(event.getLevel() + " " + event.getLoggerName() + " "
                + event.getFormattedMessage() + " " + event.getMDCPropertyMap() + " " + event.getKeyValuePairs()));
    }

    private static void validator() {
        Validator validator = Validation.byDefaultProvider()
                .configure()
                .messageInterpolator(new ParameterMessageInterpolator())
                .buildValidatorFactory()
                .getValidator();
        say(validator.validate(new Person("A", 200, "no mail")).stream()
                .map(each -> each.getPropertyPath() + " " + each.getMessage() + " " + each.getInvalidValue())
                .sorted()
                .toList());
        say(validator.validate(new Person("Ada", 36, "ada@example.org")).size() + " "
                + validator
                        .getConstraintsForClass(Person.class)
                        .getConstrainedProperties()
                        .size());
    }

    private static void asm() throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Made", null, "java/lang/Object", null);
        var method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "triangle", "(I)I", null, null);
        org.objectweb.asm.Label loop = new org.objectweb.asm.Label();
        org.objectweb.asm.Label end = new org.objectweb.asm.Label();
        method.visitCode();
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, 1);
        method.visitLabel(loop);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitJumpInsn(Opcodes.IFEQ, end);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.IADD);
        method.visitVarInsn(Opcodes.ISTORE, 1);
        method.visitIincInsn(0, -1);
        method.visitJumpInsn(Opcodes.GOTO, loop);
        method.visitLabel(end);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        byte[] classFile = writer.toByteArray();
        Class<?> made = java.lang.invoke.MethodHandles.lookup().defineClass(classFile);
        say(made.getMethod("triangle", int.class).invoke(null, 10));
        StringWriter text = new StringWriter();
        new ClassReader(classFile).accept(new TraceClassVisitor(null, new Textifier(), new PrintWriter(text)), 0);
        say(text);
        ClassNode node = new ClassNode();
        new ClassReader(Uses.class
                        .getResourceAsStream("/org/objectweb/asm/ClassReader.class")
                        .readAllBytes())
                .accept(node, 0);
        ClassWriter again = new ClassWriter(0);
        node.accept(new CheckClassAdapter(again, false));
        say(node.methods.size() + " " + again.toByteArray().length + " "
                + Type.getMethodDescriptor(String.class.getMethod("charAt", int.class)));
    }

    /** What a generated class calls. */
    public static class Interceptor {
        public static String greet(String name) {
            return "hello " + name;
        }
    }

    /** What a generated class extends. */
    public static class Greeter {
        public String greet(String name) {
            return "?";
        }
    }

    private static void byteBuddy() throws Exception {
        Class<? extends Greeter> made = new ByteBuddy()
                .subclass(Greeter.class)
                .name("MadeGreeter")
                .method(ElementMatchers.named("greet"))
                .intercept(MethodDelegation.to(Interceptor.class))
                .method(ElementMatchers.isToString())
                .intercept(FixedValue.value("a greeter"))
                .make()
                .load(Uses.class.getClassLoader())
                .getLoaded();
        Greeter greeter = made.getDeclaredConstructor().newInstance();
        say(greeter.greet("Ada") + " " + greeter + " " + made.getSuperclass().getSimpleName());
    }

    private static void kotlin() {
        List<Integer> numbers = kotlin.collections.CollectionsKt.toList(new kotlin.ranges.IntRange(1, 10));
        say(kotlin.collections.CollectionsKt.chunked(numbers, 3) + " "
                + kotlin.collections.CollectionsKt.sumOfInt(numbers) + " "
                + kotlin.collections.CollectionsKt.windowed(numbers, 4, 3, true));
        kotlin.sequences.Sequence<Integer> powers =
                kotlin.sequences.SequencesKt.generateSequence(1, (Integer n) -> n < 500 ? n * 2 : null);
        say(kotlin.sequences.SequencesKt.toList(kotlin.sequences.SequencesKt.filter(powers, n -> n % 3 != 2)));
        say(new kotlin.text.Regex("(\\w)(\\d)")
                        .replace(
                                "a1 b2",
                                match -> match.getGroupValues().get(2)
                                        + match.getGroupValues().get(1))
                + " " + kotlin.text.StringsKt.padStart("7", 3, '0'));
        say(new kotlin.Pair<>(1, "a") + " " + kotlin.LazyKt.lazy(() -> "late").getValue() + " "
                + kotlin.random.RandomKt.Random(7).nextInt(100));
        say(new kotlin.collections.ArrayDeque<>(numbers).removeLast() + " "
                + kotlin.collections.MapsKt.mapOf(new kotlin.Pair<>("k", 1)));
    }

    private static void scala() {
        scala.collection.immutable.List<Integer> list = scala.jdk.javaapi.CollectionConverters.asScala(
                        List.of(5, 3, 9, 1))
                .toList();
        say(list.sorted(scala.math.Ordering.comparatorToOrdering(Comparator.<Integer>naturalOrder())) + " "
                + list.reverse().mkString("<", "|", ">"));
        scala.collection.immutable.Map<String, Integer> map = scala.collection.immutable.HashMap$.MODULE$.empty();
        for (int i = 0; i < 100; i++) {
            map = map.updated("key" + i, i);
        }
        say(map.size() + " " + map.get("key42") + " " + map.removed("key42").contains("key42"));
        say(scala.math.BigDecimal.exact("1.10").$plus(scala.math.BigDecimal.exact("2")) + " "
                + scala.util.Try.apply(() -> Integer.parseInt("x")).isFailure());
        scala.collection.mutable.ArrayBuffer<Object> buffer = new scala.collection.mutable.ArrayBuffer<>();
        for (int i = 0; i < 40; i++) {
            buffer.addOne(i);
        }
        say(buffer.grouped(15).map(part -> part.size()).toList() + " "
                + scala.collection.immutable.Range$.MODULE$.inclusive(1, 10, 3).mkString(","));
        scala.collection.immutable.Vector<Integer> vector = list.toVector().appendedAll(list);
        say(vector + " " + vector.distinct());
    }

    private static void h2() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:uses");
                Statement statement = connection.createStatement()) {
            statement.execute("create table person(id int primary key auto_increment, name varchar(50), age int, city"
                    + " varchar(20))");
            statement.execute("create index by_city on person(city, age)");
            try (var insert = connection.prepareStatement("insert into person(name, age, city) values(?, ?, ?)")) {
                for (int i = 0; i < 500; i++) {
                    insert.setString(1, "n" + i);
                    insert.setInt(2, i % 90);
                    insert.setString(3, "c" + i % 7);
                    insert.addBatch();
                }
                say(insert.executeBatch().length);
            }
            print(statement.executeQuery(
                    "select city, count(*), avg(age), max(name) from person where age between 10 and 60 group"
                            + " by city having count(*) > 10 order by 3 desc"));
            print(statement.executeQuery(
                    "with recursive t(n, f) as (select 1, 1 union all select n + 1, f * (n + 1) from t where n"
                            + " < 10) select max(f) from t"));
            print(statement.executeQuery(
                    "select a.name, rank() over (partition by a.city order by a.age desc, a.id) r from person"
                            + " a join person b on a.age = b.id where a.city = 'c3' order by r, a.name limit 5"));
            connection.setAutoCommit(false);
            say(statement.executeUpdate("delete from person where age > 30"));
            connection.rollback();
            print(statement.executeQuery(
                    "select count(*), listagg(distinct city, '-') within group (order by city) from person"));
        }
    }

    private static void print(ResultSet rows) throws Exception {
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                row.add(rows.getObject(i));
            }
            say(row);
        }
    }

    private static void lucene() throws Exception {
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
                Analyzer analyzer = new org.apache.lucene.analysis.standard.StandardAnalyzer()) {
            try (IndexWriter writer =
                    new IndexWriter(directory, new IndexWriterConfig(analyzer).setMaxBufferedDocs(20))) {
                String[] words = "shared memory object collector monitor channel epoch barrier root mutator".split(" ");
                for (int i = 0; i < 200; i++) {
                    Document document = new Document();
                    document.add(new TextField(
                            "text",
                            words[i % 10] + " " + words[i * 7 % 10] + " of the " + words[i / 20] + " " + i,
                            Field.Store.YES));
                    document.add(new IntPoint("number", i));
                    writer.addDocument(document);
                }
                writer.deleteDocuments(new Term("text", "17"));
                writer.forceMerge(1);
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                search(searcher, new TermQuery(new Term("text", "epoch")));
                search(searcher, new PhraseQuery(2, "text", "memory", "collector"));
                search(searcher, new FuzzyQuery(new Term("text", "chanel")));
                search(
                        searcher,
                        new BooleanQuery.Builder()
                                .add(new TermQuery(new Term("text", "root")), BooleanClause.Occur.MUST)
                                .add(IntPoint.newRangeQuery("number", 50, 120), BooleanClause.Occur.FILTER)
                                .build());
            }
        }
    }

    private static void search(IndexSearcher searcher, Query query) throws Exception {
        var found = searcher.search(query, 3);
        List<String> texts = new ArrayList<>();
        for (ScoreDoc hit : found.scoreDocs) {
            texts.add(searcher.storedFields().document(hit.doc).get("text") + " " + hit.score);
        }
        say(query + " " + searcher.count(query) + " " + texts);
    }

    private static void gson() {
        Gson gson = new GsonBuilder().setPrettyPrinting().serializeNulls().create();
        Person person = new Person("Ada", 36, null);
        person.friend = new Person("Bob", 3, "b");
        String text = gson.toJson(person);
        say(text);
        say(gson.fromJson(text, Person.class).friend.mail + gson.toJson(Map.of("a", List.of(1, 2))));
        Map<String, List<Person>> typed = gson.fromJson(
                "{\"x\":[{\"name\":\"N\",\"scores\":[3]}]}", new TypeToken<Map<String, List<Person>>>() {}.getType());
        say(typed.get("x").getFirst().scores[0] + " " + typed.get("x").getFirst().name);
    }

    private static void caffeine() {
        Cache<Integer, String> cache = Caffeine.newBuilder()
                .maximumSize(100)
                .executor(Runnable::run)
                .expireAfterWrite(Duration.ofHours(1))
                .recordStats()
                .build();
        for (int i = 0; i < 1000; i++) {
            cache.get(i % 150, key -> "v" + key);
        }
        cache.cleanUp();
        say((cache.estimatedSize() <= 100) + " " + cache.stats().requestCount() + " "
                + cache.getAllPresent(List.of(5000)).size());
        var loading = Caffeine.newBuilder().weakKeys().build((String key) -> key.length());
        say(loading.get("abc") + loading.get("de") + " " + loading.asMap().size());
    }

    private static void rxjava() throws Exception {
        say(Observable.range(1, 20)
                .filter(n -> n % 3 == 0)
                .map(n -> n * n)
                .buffer(2)
                .toList()
                .blockingGet());
        say(Flowable.range(1, 1000)
                .parallel(2)
                .runOn(Schedulers.computation())
                .map(n -> n % 10)
                .sequential()
                .count()
                .blockingGet());
        say(Observable.just("a", "b", "c")
                .zipWith(Observable.interval(1, TimeUnit.MILLISECONDS), (letter, tick) -> letter + tick)
                .toList()
                .blockingGet());
        PublishSubject<Integer> subject = PublishSubject.create();
        List<String> seen = new ArrayList<>();
        subject.scan(0, Integer::sum)
                .distinctUntilChanged()
                .subscribe(n -> seen.add("n" + n), e -> seen.add("e " + e.getMessage()));
        subject.onNext(1);
        subject.onNext(0);
        subject.onNext(4);
        subject.onError(new IllegalStateException("end"));
        say(seen + " "
                + Flowable.just(1, 2)
                        .concatMap(n -> Flowable.just(n).repeat(n))
                        .toList()
                        .blockingGet());
    }

    private static void reactor() {
        say(Flux.range(1, 10)
                .window(4)
                .flatMapSequential(part -> part.reduce(0, Integer::sum))
                .collectList()
                .block());
        say(Flux.just(1, 2, 0, 4)
                .map(n -> 12 / n)
                .onErrorResume(e -> Flux.just(-1))
                .collectList()
                .block());
        Sinks.Many<String> sink = Sinks.many().replay().all();
        sink.tryEmitNext("x");
        sink.tryEmitNext("y");
        sink.tryEmitComplete();
        say(sink.asFlux().index().map(Object::toString).collectList().block());
        say(Flux.range(0, 1000)
                .publishOn(reactor.core.scheduler.Schedulers.parallel())
                .groupBy(n -> n % 3)
                .flatMap(group -> group.count().map(count -> group.key() + "=" + count))
                .sort()
                .collectList()
                .block());
        say(Mono.zip(Mono.just(1).delayElement(Duration.ofMillis(2)), Mono.just("b"))
                .block());
    }

    private static void spring() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        BeanDefinition friend = BeanDefinitionBuilder.genericBeanDefinition(Person.class)
                .addPropertyValue("name", "Bob")
                .addPropertyValue("age", "17")
                .getBeanDefinition();
        beans.registerBeanDefinition("friend", friend);
        say(beans.getBean("friend", Person.class).age + " " + Arrays.toString(beans.getBeanNamesForType(Person.class))
                + " " + beans.getBean("friend").equals(beans.getBean("friend")));
        BeanWrapper wrapper = PropertyAccessorFactory.forBeanPropertyAccess(new Person());
        wrapper.setPropertyValue("age", "41");
        say(wrapper.getPropertyValue("age") + " " + wrapper.getPropertyType("name"));
        say(new DefaultConversionService().convert("1,2,3", int[].class).length + " "
                + ResolvableType.forClassWithGenerics(Map.class, String.class, Integer.class));
        say(new AntPathMatcher().match("/a/**/c?.txt", "/a/b/b/cd.txt") + " "
                + org.springframework.util.StringUtils.commaDelimitedListToSet("b,a,b"));
        try {
            beans.getBean("none");
        } catch (RuntimeException e) {
            say(e.getMessage());
        }
    }

    private static void protobuf() throws Exception {
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("p.proto")
                .setSyntax("proto3")
                .addMessageType(com.google.protobuf.DescriptorProtos.DescriptorProto.newBuilder()
                        .setName("P")
                        .addField(FieldDescriptorProto.newBuilder()
                                .setName("name")
                                .setNumber(1)
                                .setType(FieldDescriptorProto.Type.TYPE_STRING))
                        .addField(FieldDescriptorProto.newBuilder()
                                .setName("n")
                                .setNumber(2)
                                .setType(FieldDescriptorProto.Type.TYPE_INT32)
                                .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)))
                .build();
        Descriptor type = FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("P");
        DynamicMessage message = DynamicMessage.newBuilder(type)
                .setField(type.findFieldByName("name"), "Ada")
                .addRepeatedField(type.findFieldByName("n"), 300)
                .addRepeatedField(type.findFieldByName("n"), -1)
                .build();
        ByteString bytes = message.toByteString();
        say(com.google.common.io.BaseEncoding.base16().encode(bytes.toByteArray()) + " "
                + DynamicMessage.parseFrom(type, bytes).equals(message));
        say(TextFormat.printer().printToString(message));
        Struct struct = Struct.newBuilder()
                .putFields("a", Value.newBuilder().setNumberValue(1.5).build())
                .putFields("b", Value.newBuilder().setStringValue("x").build())
                .build();
        say(Struct.parseFrom(struct.toByteArray()).getFieldsMap().keySet().stream()
                        .sorted()
                        .toList() + " "
                + Timestamp.newBuilder().setSeconds(7).build().getSerializedSize());
        try {
            Struct.parseFrom(new byte[] {10, 127});
        } catch (com.google.protobuf.InvalidProtocolBufferException e) {
            say(e.getMessage());
        }
    }

    private static void vavr() {
        say(io.vavr.collection.List.rangeClosed(1, 10).combinations(2).size() + " "
                + io.vavr.collection.HashMap.of("a", 1)
                        .put("b", 2)
                        .mapValues(n -> n + 1)
                        .toSortedSet(Comparator.comparing(Object::toString)));
        say(io.vavr.control.Try.of(() -> Integer.parseInt("z")).recover(e -> -1).get() + " "
                + io.vavr.control.Option.of(null).isEmpty() + " "
                + io.vavr.control.Either.right(3).map(n -> n + 1));
        say(io.vavr.collection.Stream.iterate(1, n -> n * 3)
                        .takeWhile(n -> n < 1000)
                        .toJavaList() + " "
                + io.vavr.Function2.of((Integer a, Integer b) -> a - b)
                        .curried()
                        .apply(9)
                        .apply(4));
        say(io.vavr.collection.TreeMap.of(3, "c", 1, "a").iterator().mkString(";") + " "
                + io.vavr.collection.Vector.fill(40, () -> 1).sum() + " "
                + io.vavr.Lazy.of(() -> "late").get());
        say(io.vavr.collection.CharSeq.of("vavr").groupBy(c -> c).get('v').get() + " " + io.vavr.Tuple.of(1, "x", 2.5));
    }

    private static void eclipseCollections() {
        IntObjectHashMap<String> map = new IntObjectHashMap<>();
        for (int i = 0; i < 1000; i++) {
            map.put(i * 31, "v" + i);
        }
        say(map.get(31 * 77) + " " + map.keysView().sum() + " "
                + map.select((key, value) -> key < 100).size());
        say(Interval.oneTo(20).partition(n -> n % 2 == 0).getSelected().collect(n -> n * n) + " "
                + Bags.mutable.of("a", "b", "a").topOccurrences(1));
        ObjectIntHashMap<String> counts = new ObjectIntHashMap<>();
        Stream.of("x y x z x y".split(" ")).forEach(word -> counts.addToValue(word, 1));
        say(counts.keyValuesView().toSortedList(Comparator.comparing(Object::toString)) + " "
                + UnifiedSet.newSetWith(1, 2, 2, 3).toSortedList());
        say(Lists.immutable.of(3, 1, 2).toSortedList().makeString("/") + " "
                + Lists.mutable.withNValues(5, () -> 2).sumOfInt(n -> n) + " "
                + Lists.mutable.of(1, 2, 3, 4).chunk(3));
    }

    private static void ecj() throws Exception {
        Path folder = Files.createTempDirectory("uses");
        Path source = Files.writeString(
                folder.resolve("P.java"),
                "import java.util.*; sealed interface S permits A, B {} record A(int n) implements S {} record"
                    + " B(String s, List<S> all) implements S {}\n"
                    + "class P { static int f(S s) { return switch (s) { case A(int n) when n > 3 -> n; case A a ->"
                    + " -a.n(); case B(var t, var all) -> t.length() + all.stream().mapToInt(P::f).sum(); }; }\n"
                    + " synchronized void g(int[] x) { for (int i = 0; i < x.length; i++) { x[i] += i; } Runnable r ="
                    + " () -> System.out.println(x); r.run(); } int wrong() { return \"\"; } }");
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        PrintWriter out = new PrintWriter(new PrintStream(messages), true);
        boolean done = new org.eclipse.jdt.internal.compiler.batch.Main(out, out, false, null, null)
                .compile(new String[] {"-21", "-proceedOnError", "-d", folder.toString(), source.toString()});
        say(done + " "
                + messages.toString()
                        .replace(folder.toString(), "")
                        .lines()
                        .filter(line -> line.contains("mismatch") || line.contains("problem"))
                        .toList());
        Map<String, Integer> sizes = new TreeMap<>();
        try (Stream<Path> made = Files.list(folder)) {
            for (Path file : made.sorted().toList()) {
                if (file.toString().endsWith(".class")) {
                    sizes.put(file.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(file)));
                }
                Files.delete(file);
            }
        }
        Files.delete(folder);
        say(sizes);
        say(new LinkedHashMap<>(Map.of("classes", sizes.keySet().stream().collect(Collectors.joining(",")))));
    }
}
