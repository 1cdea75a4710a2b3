// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    private static final double EXACT = 1e-12;

    @Test
    void quartilesOfSeven() {
        Spread spread = Spread.of(List.of(7.0, 1.0, 6.0, 2.0, 5.0, 3.0, 4.0));
        assertEquals(new Spread(2.5, 4, 5.5, 7), spread);
    }

    @Test
    void quartilesOfTwoLieBetweenThem() {
        assertEquals(new Spread(1.25, 1.5, 1.75, 2), Spread.of(List.of(2.0, 1.0)));
    }

    @Test
    void oneNumberIsEachOfItsQuartiles() {
        assertEquals(new Spread(3, 3, 3, 1), Spread.of(List.of(3.0)));
    }

    @Test
    void noNumberHasNoQuartiles() {
        assertThrows(IllegalArgumentException.class, () -> Spread.of(List.of()));
        assertThrows(IllegalArgumentException.class, () -> Spread.of(List.of(1.0, Double.NaN)));
    }

    @Test
    void twiceAndHalfEvenOut() {
        assertEquals(1, Spread.geometricMean(List.of(2.0, 0.5)), EXACT);
        assertEquals(2, Spread.geometricMean(List.of(1.0, 2.0, 4.0)), EXACT);
    }

    @Test
    void noRatioIsZero() {
        assertThrows(IllegalArgumentException.class, () -> Spread.geometricMean(List.of(1.0, 0.0)));
        assertThrows(IllegalArgumentException.class, () -> Spread.geometricMean(List.of()));
    }
}
