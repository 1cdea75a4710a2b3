// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Jackson: objects to JSON, JSON to objects and to trees. */
final class JacksonProgram implements Program {
    private static final int ORDERS = 2_000;
    private static final int PASSES = 24;

    /** A class with fields and methods, as services have them. */
    public static final class Order {
        private int number;
        private String customer;
        private double discount;
        private List<Line> lines = new ArrayList<>();
        private Map<String, String> notes = new TreeMap<>();

        public int getNumber() {
            return number;
        }

        public void setNumber(int number) {
            this.number = number;
        }

        public String getCustomer() {
            return customer;
        }

        public void setCustomer(String customer) {
            this.customer = customer;
        }

        public double getDiscount() {
            return discount;
        }

        public void setDiscount(double discount) {
            this.discount = discount;
        }

        public List<Line> getLines() {
            return lines;
        }

        public void setLines(List<Line> lines) {
            this.lines = lines;
        }

        public Map<String, String> getNotes() {
            return notes;
        }

        public void setNotes(Map<String, String> notes) {
            this.notes = notes;
        }
    }

    /** A record. */
    public record Line(String product, int count, long price) {}

    private final ObjectMapper mapper = new ObjectMapper();
    private final List<Order> orders = new ArrayList<>();

    JacksonProgram() {
        Words words = new Words(5);
        for (int i = 0; i < ORDERS; i++) {
            orders.add(order(words, i));
        }
    }

    private static Order order(Words words, int number) {
        Order order = new Order();
        order.setNumber(number);
        order.setCustomer(words.next() + " " + words.next());
        order.setDiscount(words.number(1_000) / 1_000.0);
        for (int i = words.number(6); i >= 0; i--) {
            order.getLines().add(new Line(words.next(), 1 + words.number(9), words.number(100_000)));
        }
        for (int i = words.number(3); i > 0; i--) {
            order.getNotes().put(words.next(), words.sentence(8));
        }
        return order;
    }

    @Override
    public long run() throws IOException {
        CRC32 sum = new CRC32();
        for (int i = 0; i < PASSES; i++) {
            byte[] json = mapper.writeValueAsBytes(orders);
            sum.update(json);
            List<Order> again = mapper.readValue(json, new TypeReference<>() {});
            sum.update(mapper.writeValueAsBytes(again));
            JsonNode tree = mapper.readTree(json);
            for (JsonNode order : tree) {
                sum.update(order.get("lines").size());
            }
        }
        return sum.getValue();
    }
}
