// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.util.Random;

/** Text that is the same in each run. Few words are frequent and most are rare, as in a language. */
final class Words {
    private static final String[] SYLLABLES = {
        "ba", "co", "di", "fu", "ge", "ha", "ki", "lo", "mu", "ne", "pa", "ri", "so", "tu", "ve", "za"
    };
    private static final int VOCABULARY = 20_000;

    private final Random random;

    Words(long seed) {
        random = new Random(seed);
    }

    /** By its rank: 0 is the most frequent. */
    static String word(int rank) {
        StringBuilder word = new StringBuilder();
        for (int rest = rank; rest > 0 || word.isEmpty(); rest /= SYLLABLES.length) {
            word.append(SYLLABLES[rest % SYLLABLES.length]);
        }
        return word.append(SYLLABLES[rank * 7 % SYLLABLES.length]).toString();
    }

    String next() {
        double uniform = random.nextDouble();
        // a rank's frequency falls with the rank, as in Zipf's law
        return word((int) (Math.pow(VOCABULARY, uniform) - 1));
    }

    int number(int below) {
        return random.nextInt(below);
    }

    String sentence(int words) {
        StringBuilder sentence = new StringBuilder();
        for (int i = 0; i < words; i++) {
            sentence.append(i == 0 ? "" : " ").append(next());
        }
        return sentence.append('.').toString();
    }
}
