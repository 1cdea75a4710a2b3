// SPDX-License-Identifier: Apache-2.0
// Constants of enums: a program has them as constants of its own enum of that name, or as a stand-in.
load("corpus.js");
(() => {
    const {publish, find, say, typeOf} = corpus;

    /** JavaScript has no enums: an object of constants takes their place. */
    const Color = {};
    for (const name of ["RED", "GREEN", "BLUE"]) Color[name] = colors.enumConstant("enums.Color", name);

    class Paint {
        color = Color.GREEN;
        other = null;
        none = null;
    }
    colors.bind("enums.Paint", Paint);

    const FAR = colors.enumConstant("enums.Elsewhere", "FAR");

    function write() {
        const paint = colors.copyIn(new Paint());
        paint.other = Color.RED;
        publish("enums", paint);
        publish("enums.constant", Color.BLUE);
        publish("enums.foreign", FAR);
    }

    function read() {
        const paint = find("enums");
        display(paint);
        say(`the program's own constant: ${find("enums.constant") === Color.BLUE}`);
        say(`a stand-in: ${find("enums.foreign") === FAR} ${FAR.type} ${FAR.name}`);
        paint.color = Color.BLUE;
        paint.other = FAR;
        paint.none = Color.RED;
    }

    function check() {
        display(find("enums"));
    }

    function display(paint) {
        for (const name of ["color", "other", "none"]) {
            say(`${name}: ${typeOf(paint, name)} ${paint[name] === null ? "null" : paint[name].name}`);
        }
    }

    program({write, read, check});
})();
