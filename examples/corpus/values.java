// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.UUID;

/** Each language's own immutable values beyond numbers, booleans and strings: big integers, decimals, UUIDs, times. */
final class Values extends Program {
    public static void main(String[] arguments) {
        new Values().runAll(arguments);
    }

    @SharedName("values.Invoice")
    static final class Invoice {
        BigInteger number = BigInteger.TWO.pow(100);
        BigDecimal total = new BigDecimal("10.50");
        UUID id = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        Instant sent = Instant.parse("2024-02-29T10:15:30.250Z");
        LocalDateTime local = LocalDateTime.parse("2024-02-29T11:15:30.500");
        LocalDate due = LocalDate.parse("2024-03-31");
        Duration taken = Duration.parse("PT1H30M0.5S");
        Object any = new BigDecimal("-1E+3");
    }

    private static final String[] FIELDS = {"number", "total", "id", "sent", "local", "due", "taken", "any"};

    @Override
    void write() {
        publish("values", Ref.copyOf(new Invoice()));
    }

    @Override
    void read() {
        Ref<?> invoice = findObject("values");
        display(invoice);
        say("equal by value: " + invoice.get("id").equals(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")));
        invoice.set("number", BigInteger.TWO.pow(64).negate());
        invoice.set("total", new BigDecimal("0.10"));
        invoice.set("id", new UUID(0, 0));
        invoice.set("sent", Instant.EPOCH.plusMillis(1));
        invoice.set("local", LocalDateTime.parse("1999-12-31T23:59:59.999"));
        invoice.set("due", LocalDate.parse("0001-01-01"));
        invoice.set("taken", Duration.parse("PT2H15M30.25S"));
        invoice.set("any", new UUID(1, 2));
        publish("values.number", BigInteger.TWO.pow(70));
    }

    @Override
    void check() {
        Ref<?> invoice = findObject("values");
        display(invoice);
        say("repository: " + find("values.number"));
        attempt("a string as the total", () -> invoice.set("total", "1.5"));
        attempt("a decimal as the id", () -> invoice.set("id", BigDecimal.ONE));
        attempt("an integer as the number", () -> invoice.set("number", 7));
        show(invoice, "number");
        attempt("nothing as the total", () -> invoice.set("total", null));
        show(invoice, "total");
    }

    private static void display(Ref<?> invoice) {
        for (String name : FIELDS) {
            show(invoice, name);
        }
    }
}
