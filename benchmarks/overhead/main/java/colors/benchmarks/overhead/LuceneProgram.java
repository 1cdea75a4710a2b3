// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** Lucene: makes an index of some thousand texts in memory and searches it. */
final class LuceneProgram implements Program {
    private static final int TEXTS = 3_000;
    private static final int WORDS = 80;
    private static final int SEARCHES = 600;

    private final List<String> texts = new ArrayList<>();

    LuceneProgram() {
        Words words = new Words(1);
        for (int i = 0; i < TEXTS; i++) {
            texts.add(words.sentence(WORDS));
        }
    }

    @Override
    public long run() throws IOException {
        try (Directory directory = new ByteBuffersDirectory()) {
            index(directory);
            return search(directory);
        }
    }

    private void index(Directory directory) throws IOException {
        // on this thread
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer())
                .setMergeScheduler(new SerialMergeScheduler())
                .setMaxBufferedDocs(TEXTS / 6)
                .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int i = 0; i < texts.size(); i++) {
                Document document = new Document();
                document.add(new StringField("id", Integer.toString(i), Store.YES));
                document.add(new TextField("text", texts.get(i), Store.NO));
                writer.addDocument(document);
            }
        }
    }

    private static long search(Directory directory) throws IOException {
        long checksum = 0;
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            searcher.setQueryCache(null);
            Words words = new Words(2);
            for (int i = 0; i < SEARCHES; i++) {
                Query query = query(words, i);
                checksum = checksum * 31 + searcher.count(query);
                for (ScoreDoc hit : searcher.search(query, 10).scoreDocs) {
                    checksum = checksum * 31
                            + Integer.parseInt(
                                    searcher.storedFields().document(hit.doc).get("id"));
                }
            }
        }
        return checksum;
    }

    private static Query query(Words words, int number) {
        String first = words.next();
        String second = words.next();
        return switch (number % 3) {
            case 0 -> new TermQuery(new Term("text", first));
            case 1 ->
                new BooleanQuery.Builder()
                        .add(new TermQuery(new Term("text", first)), Occur.SHOULD)
                        .add(new TermQuery(new Term("text", second)), Occur.SHOULD)
                        .build();
            default -> new PhraseQuery(2, "text", first, second);
        };
    }
}
