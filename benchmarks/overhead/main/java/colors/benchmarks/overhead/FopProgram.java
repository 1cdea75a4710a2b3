// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.util.Date;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.apache.fop.apps.FOUserAgent;
import org.apache.fop.apps.Fop;
import org.apache.fop.apps.FopFactory;
import org.apache.fop.apps.MimeConstants;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Apache FOP: sets a book of some pages with tables as PDF. */
final class FopProgram implements Program {
    private static final int CHAPTERS = 8;
    private static final int PARAGRAPHS = 12;
    private static final int ROWS = 25;

    private final FopFactory factory = FopFactory.newInstance(new File(".").toURI());
    private final String book;

    FopProgram() {
        System.setProperty("java.awt.headless", "true");
        Words words = new Words(7);
        StringBuilder fo = new StringBuilder("""
            <root xmlns="http://www.w3.org/1999/XSL/Format">
              <layout-master-set>
                <simple-page-master master-name="page" page-height="29.7cm" page-width="21cm" margin="2cm">
                  <region-body/>
                </simple-page-master>
              </layout-master-set>
            """);
        for (int i = 0; i < CHAPTERS; i++) {
            chapter(fo, words);
        }
        book = fo.append("</root>").toString();
    }

    private static void chapter(StringBuilder fo, Words words) {
        fo.append("<page-sequence master-reference='page'><flow flow-name='xsl-region-body'>");
        fo.append("<block font-size='18pt' font-family='Helvetica'>")
                .append(words.sentence(4))
                .append("</block>");
        for (int i = 0; i < PARAGRAPHS; i++) {
            fo.append("<block text-align='justify' font-family='Times' space-after='6pt'>")
                    .append(words.sentence(120))
                    .append("</block>");
        }
        fo.append("<table table-layout='fixed' width='100%'><table-body>");
        for (int row = 0; row < ROWS; row++) {
            fo.append("<table-row>");
            for (int column = 0; column < 4; column++) {
                fo.append("<table-cell border='0.5pt solid black'><block>")
                        .append(words.sentence(3))
                        .append("</block></table-cell>");
            }
            fo.append("</table-row>");
        }
        fo.append("</table-body></table></flow></page-sequence>");
    }

    @Override
    public long run() throws IOException, SAXException, ParserConfigurationException {
        FOUserAgent agent = factory.newFOUserAgent();
        agent.setCreationDate(new Date(0));
        ByteArrayOutputStream pdf = new ByteArrayOutputStream();
        Fop fop = factory.newFop(MimeConstants.MIME_PDF, agent, pdf);
        SAXParserFactory parsers = SAXParserFactory.newInstance();
        parsers.setNamespaceAware(true);
        parsers.newSAXParser().parse(new InputSource(new StringReader(book)), fop.getDefaultHandler());
        return fop.getResults().getPageCount() * 1_000_000_000L + pdf.size();
    }
}
