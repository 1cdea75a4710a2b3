// SPDX-License-Identifier: Apache-2.0
// Containers in fields, and objects in containers: one graph.
load("corpus.js");
(() => {
    const {publish, find, say, text, typeOf, attempt} = corpus;

    class Member {
        constructor(name, team) {
            this.name = name;
            this.team = team;
        }
    }
    colors.bind("teams.Member", Member);

    class Team {
        name = "Red";
        members = [];
        points = new Map();
    }
    colors.bind("teams.Team", Team);

    function write() {
        const team = new Team();
        team.members.push(new Member("Ada", team), new Member("Bob", team));
        team.points.set("Ada", 3);
        publish("teams", colors.copyIn(team));
    }

    function read() {
        const team = find("teams");
        for (const member of team.members) {
            say(`${member.name} of ${member.team.name}, the same team: ${member.team === team}`);
        }
        say(`types: ${typeOf(team, "members")} ${typeOf(team, "points")}`);
        team.points.set("Bob", team.points.get("Ada") + 1);
        team.members.push(team.members[0]);
        attempt("a private list", () => { team.members = []; });
        team.former = colors.copyIn(["Eve"]);
    }

    function check() {
        const team = find("teams");
        say(`${team.members.length} members, the first is the last: ${team.members[0] === team.members[2]}`);
        say(`points of Bob: ${text(team.points.get("Bob"))}`);
        say(`former: ${typeOf(team, "former")} ${text(team.former[0])}`);
    }

    program({write, read, check});
})();
