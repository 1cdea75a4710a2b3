// SPDX-License-Identifier: Apache-2.0
// Final fields of a Java class under the agent: nobody stores to them, so who reads them pays for no root. Without the
// agent, and in dynamic languages, they are ordinary fields. The expected output depends on the language that wrote.
load("corpus.js");
(() => {
    const {publish, find, say, attempt} = corpus;

    class Chapter {
        constructor(title, next, pages) {
            this.title = title;
            this.next = next;
            this.pages = pages;
        }
    }
    colors.bind("finals.Chapter", Chapter);

    function write() {
        const second = new Chapter("second", new Chapter("third", null, 3), 2);
        publish("finals", colors.copyIn(new Chapter("first", second, 1)));
    }

    function read() {
        const first = find("finals");
        for (let chapter = first; chapter !== null; chapter = chapter.next) {
            say(`chapter ${chapter.title}, ${chapter.pages}`);
        }
        attempt("another title", () => { first.next.next.title = "last"; });
        attempt("another next one", () => { first.next = first.next.next; });
        attempt("other pages", () => { first.pages = 7; });
        attempt("a field more", () => { first.author = "Ada"; });
        attempt("the title again", () => { first.title = "one"; });
    }

    function check() {
        const first = find("finals");
        say(`title: ${first.title}`);
        say(`next: ${first.next.title}`);
        say(`pages: ${first.pages}`);
    }

    program({write, read, check});
})();
