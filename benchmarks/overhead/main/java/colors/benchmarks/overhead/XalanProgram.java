// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.xalan.processor.TransformerFactoryImpl;

/** Xalan: an XML file of orders to a page with a table and sums. */
final class XalanProgram implements Program {
    private static final int ORDERS = 1_500;
    private static final int PASSES = 6;
    private static final String STYLE = """
        <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
          <xsl:output method="html" indent="yes"/>
          <xsl:key name="by-city" match="order" use="@city"/>
          <xsl:template match="/orders">
            <html><body>
              <xsl:for-each select="order[generate-id() = generate-id(key('by-city', @city)[1])]">
                <xsl:sort select="@city"/>
                <h2><xsl:value-of select="@city"/>: <xsl:value-of
                  select="format-number(sum(key('by-city', @city)/line/@price), '#,##0.00')"/></h2>
                <table><xsl:apply-templates select="key('by-city', @city)">
                  <xsl:sort select="@number" data-type="number" order="descending"/>
                </xsl:apply-templates></table>
              </xsl:for-each>
            </body></html>
          </xsl:template>
          <xsl:template match="order">
            <tr><td><xsl:value-of select="position()"/></td>
              <td><xsl:value-of select="concat(@number, ', ', translate(customer, 'abc', 'ABC'))"/></td>
              <td><xsl:choose>
                <xsl:when test="count(line) &gt; 3 and contains(customer, 'o')">large</xsl:when>
                <xsl:otherwise>small</xsl:otherwise>
              </xsl:choose></td>
              <xsl:apply-templates select="line"/></tr>
          </xsl:template>
          <xsl:template match="line">
            <td class="{@product}"><xsl:value-of select="substring(@product, 1, 4)"/>
              <xsl:value-of select="@price * 2"/></td>
          </xsl:template>
        </xsl:stylesheet>
        """;

    private final Templates style;
    private final String orders;

    XalanProgram() throws TransformerException {
        style = new TransformerFactoryImpl().newTemplates(new StreamSource(new StringReader(STYLE)));
        Words words = new Words(6);
        StringBuilder xml = new StringBuilder("<orders>");
        for (int i = 0; i < ORDERS; i++) {
            xml.append("<order number='")
                    .append(i)
                    .append("' city='")
                    .append(Words.word(words.number(30)))
                    .append("'><customer>")
                    .append(words.sentence(2))
                    .append("</customer>");
            for (int line = words.number(6); line >= 0; line--) {
                xml.append("<line product='")
                        .append(words.next())
                        .append("' price='")
                        .append(words.number(10_000))
                        .append("'/>");
            }
            xml.append("</order>");
        }
        orders = xml.append("</orders>").toString();
    }

    @Override
    public long run() throws TransformerException {
        CRC32 sum = new CRC32();
        for (int i = 0; i < PASSES; i++) {
            StringWriter page = new StringWriter();
            style.newTransformer().transform(new StreamSource(new StringReader(orders)), new StreamResult(page));
            sum.update(page.toString().getBytes(StandardCharsets.UTF_8));
        }
        return sum.getValue();
    }
}
