//! The faults of boards that are drawn are told to the person who drew them, in every game. The words
//! stand in a session of the server.

use fewest_games::builtin;
use fewest_games::source::Source;

#[test]
fn every_fault_of_a_board_has_words_for_the_person_who_drew_it() {
    for text in [
        "game: snake\n\n..@\n",
        "game: snake\n\n12.\n",
        "game: snake\n\n.23@\n",
        "game: snake\n\n1#3@\n",
        "game: snake\n\n1#2@\n",
        "game: snake\n\n1122@\n",
        "game: snake\n\n122@\n",
        "game: snake\n\n1@@\n",
        "game: snake\nwrap: maybe\n\n1@\n",
        "game: snake\n\n1@?\n",
        "game: snake\n\n1@\n.\n",
        "game: portals\n\n.A.\n",
        "game: portals\n\nAAA\n",
        "game: portals\nstart: 5,5\n\n...\n",
        "game: portals\ngoal: 0,3\n\n...\n",
        "game: portals\ngoal: here\n\n...\n",
        "game: slide\n\n0.0G\n",
        "game: slide\n\n1.G\n",
        "game: slide\n\n0..\n",
        "game: slide\n\n0GG\n",
        "game: slide\ntarget: 0,1\n\n0#\n",
        "game: slide\ntarget: 0,0\n\n0G\n",
        "game: slide\ntarget: 4,4\n\n0.\n",
        "game: slide\nedges: 0,1R\n\n0G\n",
        "game: slide\nedges: 0,0R 0,0R\n\n0G\n",
        "game: slide\nedges: 0,0\n\n0G\n",
        "game: slide\npassing: x\n\n0G\n",
        "game: curling\n\nG..\n",
        "game: curling\n\nS..\n",
        "game: curling\n\nSGS\n",
        "game: curling\n\nSGG\n",
        "game: curling\nthrows: 0\n\nSG\n",
        "game: ladders\n\n. .\n. 9\n",
        "game: ladders\n\n. .\n3 .\n",
        "game: ladders\n\n2 .\n. .\n",
        "game: ladders\n\n.\n",
        "game: ladders\n\n. . .\n. . .\n",
        "game: ladders\n\n. x\n. .\n",
        "game: ladders\nfrom: 9\n\n. .\n. .\n",
        "game: ladders\nfrom: x\n\n. .\n. .\n",
        "game: ladders\ndie: 0\n\n. .\n. .\n",
        "game: ladders\novershoot: x\n\n. .\n. .\n",
        "game: mines\n\n?M\n",
        "game: mines\nmines: 2\n\nEM\n",
        "game: mines\nmines: 3\n\n??\n",
        "game: mines\nmines: x\n\nEM\n",
        "game: mines\ndensity: 20%\n\nEM\n",
        "game: mines\ndensity: x\n\n??\n",
        "game: mines\nclick: 0,0\n\n1M\n",
        "game: mines\nclick: 3,0\n\n1M\n",
        "game: mines\nclick: 0,1\nfirst: safe\n\nEM\n",
        "game: mines\nfirst: x\n\nEM\n",
        "game: mines\npar: x\n\nEM\n",
    ] {
        let source = Source::new(text.as_bytes()).expect("it is UTF-8");
        let error = builtin::read(source, None).err().expect(text);
        let drawn = error.drawn.expect(text);
        // Nothing is quoted as in a file: the person has seen none.
        assert!(!drawn.contains('`') && drawn != error.message, "{drawn}");
    }
}
