// The JSON that passes between the page and the server, as types for the checker: this file holds
// nothing that runs.

/**
 * A game, as `games` tells it. What differs between games is here, never in the code.
 * @typedef {object} Info
 * @property {string} id
 * @property {string} title
 * @property {string[]} how the rules for a player, sentence by sentence
 * @property {string} example a small level text with its solution, as a picture of the rules
 * @property {string} judge
 * @property {string} judge_no
 * @property {string} judge_end
 * @property {{one: string, many: string}} unit
 * @property {string} moves how a move is written
 * @property {[string, string][]} glyphs
 * @property {GameOption[]} options
 * @property {{name: string, usual: string, all: string, meaning: string}[]} amounts what new boards have more or less of
 * @property {"steps" | "numbers" | "squares" | "pieces"} play
 * @property {boolean} chance whether there are odds to tell
 * @property {boolean} covers whether what lies under a covered square is hidden from the player
 * @property {BoardShape} board
 * @property {Tool[]} tools
 */

/**
 * What the server says against a question, as JSON.
 * @typedef {object} ToldProblem
 * @property {string} type
 * @property {string} title
 * @property {number} status
 * @property {string} detail what is wrong
 * @property {string} [advice] what to do instead
 * @property {string} [where] `level`, or moves that were sent
 * @property {number} [line] from 1
 * @property {number} [column] from 1, counted in characters
 * @property {number} [width] how many characters are meant
 * @property {string[]} [squares] the squares that cannot all be as they are
 * @property {string} [drawn] the whole problem for a person who draws the level and sees squares instead of its text
 * @property {number} [move_number] the number of the move that is illegal, from 1
 * @property {string} [move] that move as it was written
 * @property {string} [reason] why that move is illegal
 */

/**
 * @typedef {object} GameOption
 * @property {string} name
 * @property {string} values
 * @property {string[]} choices
 * @property {string} default
 * @property {string} meaning
 */

/**
 * @typedef {object} BoardShape
 * @property {string} empty the glyph of an erased square
 * @property {string} ground what a picture shows there
 * @property {number} rows
 * @property {number} columns
 * @property {boolean} square
 * @property {boolean} spaced
 * @property {boolean} numbered
 * @property {Veil | null} veil
 */

/**
 * How covered squares are written where nobody knows what is under them: all of a board, or none.
 * @typedef {object} Veil
 * @property {string} empty the glyph of an erased square there
 * @property {string} unknown the glyphs of covered squares there
 * @property {string} known their glyphs on any other board
 * @property {string} total the note that says how many dangers there are
 */

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {"paint" | "one" | "path" | "pair" | "link" | "note" | "edge"} kind
 * @property {string} glyphs
 * @property {string | null} ground
 * @property {string | null} piece
 * @property {string | null} note
 * @property {"first" | "last" | null} [default]
 * @property {string | null} key
 */

/**
 * A level that ships with the project.
 * @typedef {object} Sample
 * @property {string} name
 * @property {string} game
 * @property {string | null} title
 * @property {number} rows
 * @property {number} columns
 * @property {string | null} par
 * @property {number | null} [difficulty]
 * @property {string} text
 */

/**
 * A level of the server's catalogue.
 * @typedef {object} CatalogueLevel
 * @property {number} number
 * @property {string} id
 * @property {string} game
 * @property {string | null} title
 * @property {number} rows
 * @property {number} columns
 * @property {number | null} fewest
 * @property {number | null} difficulty
 * @property {string[] | null} moves
 * @property {string} text
 */

/**
 * Some of the levels of the server's catalogue.
 * @typedef {object} CataloguePage
 * @property {number} total
 * @property {CatalogueLevel[]} levels
 */

/**
 * How one square looks. Many squares share one look.
 * @typedef {object} TileLook
 * @property {string} text
 * @property {string} role
 * @property {string} ground
 * @property {string | null} piece
 * @property {string} label
 * @property {number[]} [pictures] indices into the sprites of the view, the lowest first
 */

/**
 * A small picture that a level brings along.
 * @typedef {object} Sprite
 * @property {number} columns
 * @property {string[]} colours each as `#rrggbb`
 * @property {(number | null)[]} pixels row by row, an index into the colours each; null is transparent
 */

/** @typedef {{from: number, to: number, role: "lift" | "drop"}} Link */

/** A wall between a square and the one on its right, `R`, or below it, `D`. @typedef {{square: number, side: "R" | "D"}} Edge */

/** @typedef {{steps: number[], jump: number | null}} Trace */

/**
 * A position to look at; squares are row * columns + column.
 * @typedef {object} View
 * @property {number} rows
 * @property {number} columns
 * @property {TileLook[]} kinds
 * @property {number[]} tiles one index into `kinds` a square
 * @property {Sprite[]} [sprites] only where there are any
 * @property {number[]} body
 * @property {Link[]} links
 * @property {Edge[]} [edges] only where there are any
 * @property {Trace | null} trace the way of the last move made
 */

/** @typedef {"playing" | "won" | "lost"} Standing */

/**
 * A position, as `show` tells it.
 * @typedef {object} Frame
 * @property {string} game
 * @property {string | null} title
 * @property {number} made
 * @property {Standing} standing
 * @property {string} [lost_because] why the game is lost, where it is
 * @property {string[][]} board
 * @property {string[]} moves
 * @property {boolean} [isCut] whether the page has left only one move of each kind, for want of space
 * @property {string} [missing] what the level does not say and every search must know
 * @property {View} view
 * @property {(number | null)[]} [distances] the fewest moves that win with the player there
 * @property {string} [limit] what left the distances unknown
 */

/**
 * What a search found, as `solve` tells it.
 * @typedef {object} Solved
 * @property {string} game
 * @property {string | null} title
 * @property {"fewest" | "impossible" | "gave-up"} verdict
 * @property {number | null} fewest
 * @property {string} unit
 * @property {string[] | null} moves
 * @property {number | null} at_least
 * @property {string} [limit]
 * @property {number} states
 * @property {number} seconds
 * @property {string} kernel
 */

/**
 * @typedef {object} Counts
 * @property {string} solutions
 * @property {string} positions
 * @property {string} dead
 * @property {number | null} keep_win
 * @property {number | null} keep_optimum
 * @property {number} forced
 * @property {number} narrow
 * @property {number | null} part
 */

/** @typedef {{name: string, value: number, weight: number}} DifficultyPart */

/** @typedef {{value: number, parts: DifficultyPart[]}} Difficulty */

/**
 * @typedef {Solved & {guess: number, counts: Counts | null, counts_limit?: string,
 *   difficulty: Difficulty | null}} Rated
 */

/**
 * @typedef {Solved & {made: number, standing: Standing, keep_optimum: string[],
 *   lost_by: number | null, unfinished?: string}} Hint
 */

/**
 * One move of a walked solution: `loss` says what it lost, `by` how much ground.
 * @typedef {object} WalkedMove
 * @property {string} move
 * @property {number | null} left
 * @property {"none" | "ground" | "win" | "lost"} loss
 * @property {number} [by]
 * @property {string[]} [better]
 */

/**
 * @typedef {Solved & {standing: Standing, behind: number | null, steps: WalkedMove[],
 *   after_end?: string[], unfinished?: string}} Walked
 */

/** @typedef {Solved & {solutions: string | null, listed: string[][], counts_limit?: string}} Solutions */

/**
 * One change of a single square.
 * @typedef {object} Change
 * @property {number} number what `advise?apply=N` takes to make it
 * @property {string} what
 * @property {string} [by] what is changed, in short, where several changes show on one square
 * @property {number} row
 * @property {number} column
 * @property {"fewest" | "impossible" | "gave-up"} verdict
 * @property {number | null} fewest
 * @property {number | null} at_least
 * @property {Effect} effect
 */

/** @typedef {"harder" | "easier" | "winnable" | "impossible" | "unchanged" | "undecided"} Effect */

/**
 * @typedef {object} AdviceGroup
 * @property {string} name
 * @property {Record<Effect, number>} counts
 * @property {Change[]} changes
 * @property {(number | "impossible" | "gave-up" | null)[][]} grid
 * @property {(number | null)[][]} best the place in `changes` of the one that counts on a square
 */

/**
 * @typedef {object} Advice
 * @property {"fewest" | "impossible" | "gave-up"} verdict
 * @property {number | null} fewest
 * @property {number | null} at_least
 * @property {string} unit
 * @property {AdviceGroup[]} groups
 * @property {{squares: number, why: string}[]} left_out
 * @property {number} untried
 * @property {string | null} ended
 */

/**
 * The search, layer by layer.
 * @typedef {object} Layers
 * @property {string} unit
 * @property {"search" | "solution"} shows all positions, or one solution where they are too many
 * @property {Layer[]} layers
 * @property {number | null} reachable how many positions there are in all these layers
 * @property {number | null} won_at
 * @property {string | null} limit
 */

/** @typedef {{depth: number, positions: number | null, squares: [number, number][]}} Layer */

/** @typedef {{decimal: string, fraction?: string, error?: string}} Figure */

/** @typedef {{rolls: number, exactly: number, at_most: number}} RollsChance */

/**
 * What the dice do, as `odds` tells it.
 * @typedef {object} Odds
 * @property {"certain" | "uncertain" | "impossible" | "gave-up"} verdict
 * @property {Figure} [chance]
 * @property {Figure | null} [mean]
 * @property {Figure | null} [variance]
 * @property {Figure | null} [deviation]
 * @property {string} [method]
 * @property {{percent: number, rolls: number | "never" | null}[]} [percentiles]
 * @property {RollsChance[] | null} [rolls]
 * @property {{chances: number[] | null, error: number}} [seats]
 * @property {string} [why]
 */

/**
 * How likely a mine is under each covered square, as `odds` tells it.
 * @typedef {object} Chances
 * @property {"safe" | "guess" | "done" | "lost" | "gave-up"} verdict
 * @property {string} layouts how many fit, to the digit
 * @property {number | null} mines how many are covered, where that is known
 * @property {number} covered
 * @property {string[]} safe the squares that are no mine in any layout
 * @property {string[]} sure those that are one in every layout
 * @property {(number | null)[][]} chances
 * @property {string} [why] what left them unknown
 */

/** @typedef {{move: string, safe: number, wins: number | null, progress: number | null}} Choice */

/**
 * What to play by what can be seen alone, as a blind `hint` tells it.
 * @typedef {object} Guidance
 * @property {"safe" | "guess" | "done" | "lost" | "gave-up"} verdict
 * @property {string | null} move
 * @property {string[]} because the squares that the reason is about
 * @property {string} why
 * @property {Choice[]} choices the best first
 */

/**
 * Where a job is.
 * @typedef {object} JobState
 * @property {string} job
 * @property {"queued" | "running" | "done" | "failed" | "stopped"} state
 * @property {number | null} [depth]
 * @property {number | null} [at_least]
 * @property {number | null} [states]
 * @property {number | null} [tried]
 * @property {number | null} [of]
 * @property {number} [seconds]
 */

export {};
