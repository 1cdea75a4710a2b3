// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Ref;
import colors.SharedList;
import colors.SharedMemory;
import colors.support.WithDaemon;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Ordering;
import company.shareable.Person;
import company.shareable.Point;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Libraries that know nothing of shared memory, unmodified, on shared objects. Runs under the agent. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentLibrariesTest {
    private static final String JSON = "{\"name\":\"Ada\",\"age\":36,"
            + "\"friend\":{\"name\":\"Bob\",\"age\":17,\"friend\":null,\"tags\":null},\"tags\":[\"a\",\"b\"]}";

    private static Person shared() {
        Person person = new Person("Ada", 36);
        person.setFriend(new Person("Bob", 17));
        Person copy = SharedMemory.copyIn(person);
        Ref.of(copy).set("tags", SharedMemory.copyIn(List.of("a", "b")));
        return copy;
    }

    @Test
    void jacksonWritesASharedObjectByItsGetters() throws Exception {
        assertEquals(JSON, new ObjectMapper().writeValueAsString(shared()));
    }

    @Test
    void jacksonWritesASharedObjectByItsFields() throws Exception {
        ObjectMapper byFields = new ObjectMapper()
                .setVisibility(PropertyAccessor.ALL, Visibility.NONE)
                .setVisibility(PropertyAccessor.FIELD, Visibility.ANY);
        assertEquals(JSON, byFields.writeValueAsString(shared()));
    }

    @Test
    void jacksonUpdatesASharedObject() throws Exception {
        Person person = shared();
        new ObjectMapper().readerForUpdating(person).readValue("{\"age\": 37, \"name\": \"Ada L.\"}");
        assertEquals("Ada L. 37", person.getName() + " " + Ref.of(person).get("age"));
        // Jackson makes a private one
        JsonMappingException thrown = assertThrows(
                JsonMappingException.class,
                () -> new ObjectMapper().readerForUpdating(person).readValue("{\"friend\": {\"age\": 18}}"));
        assertTrue(thrown.getMessage().contains("copyIn"), thrown.getMessage());
    }

    @Test
    void hibernateValidatorChecksTheFields() {
        Validator validator = Validation.byDefaultProvider()
                .configure()
                .messageInterpolator(new ParameterMessageInterpolator())
                .buildValidatorFactory()
                .getValidator();
        Person person = shared();
        person.setName(null);
        assertEquals(
                "friend.age must be greater than or equal to 18, name must not be null",
                validator.validate(person).stream()
                        .map(violation -> violation.getPropertyPath() + " " + violation.getMessage())
                        .sorted()
                        .collect(Collectors.joining(", ")));
        person.setName("Ada");
        person.getFriend().setAge(18);
        assertTrue(validator.validate(person).isEmpty());
    }

    @Test
    void guavaSortsAndGroupsASharedList() {
        SharedList<Object> list = SharedList.create();
        for (int age : new int[] {30, 20, 40, 20}) {
            list.add(SharedMemory.construct(() -> new Person("p" + age, age)));
        }
        List<Person> people = list.as(Person.class);
        Ordering<Person> byAge = Ordering.natural().onResultOf(Person::getAge);
        assertEquals(
                List.of(20, 20, 30, 40),
                byAge.sortedCopy(people).stream().map(Person::getAge).toList());
        assertEquals(40, byAge.max(people).getAge());
        people.sort(byAge.reverse());
        assertEquals(
                List.of(40L, 30L, 20L, 20L),
                list.stream().map(each -> Ref.of(each).get("age")).toList());
        assertEquals(2, Multimaps.index(people, Person::getAge).get(20).size());
    }

    @Test
    void collectionsByEqualsTakeSharedObjectsForPrivateOnes() {
        List<Point> points = new ArrayList<>(
                List.of(SharedMemory.copyIn(new Point(2, 1)), new Point(1, 1), SharedMemory.copyIn(new Point(1, 1))));
        assertEquals(2, ImmutableSet.copyOf(points).size());
        points.sort(Comparator.naturalOrder());
        assertEquals("[1/1, 1/1, 2/1]", points.toString());
    }
}
