/**
 * What a family's board may call on its host, and what it must export.
 *
 * A family may bring its own board: a module `page.js` in its folder, whose default export is a
 * `BoardModule`. A family without one gets a number pad if its puzzles have `values`, and a field
 * to type moves into if not. `docs/page-js.md` is the guide.
 */

/** A cell as `[row, column]`, or whatever numbers a family uses to name a place. */
export type Place = number[];

/** Left, top, width and height, in cells of the drawing. */
export type CellBox = [left: number, top: number, width: number, height: number];

/** A rectangle in any unit. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a player can point at: a cell of the board, or a piece in the tray. */
export interface Spot {
  where: Place;
  box: CellBox;
  /** Its name and content, for screen readers. */
  text: string;
  part: "board" | "tray";
  /** The corners of a spot that does not fill its box; empty if it does. */
  outline: [x: number, y: number][];
}

/** What the server says of any puzzle on the page. */
interface BaseView {
  family: string;
  /** The puzzle, in the native JSON of its family. */
  puzzle: any;
  size: [rows: number, columns: number] | null;
  svg: string;
  spots: Spot[];
  /** The values that can be entered into cells; empty if the moves are others. */
  values: string[];
  link: string;
}

export interface Violation {
  code: string;
  text: string;
  where: Place[];
}

/** A game as it stands after `done` of its `moves`. */
export interface GameView extends BaseView {
  id: string;
  title: string;
  /** The rules that hold for this puzzle. */
  rules: string[];
  moves: string[];
  done: number;
  /** Savepoints: a name, and the number of moves. */
  saved: Record<string, number>;
  /** Hints taken, seconds spent, and whether the solution was shown. */
  hints: number;
  seconds: number;
  shown: boolean;
  /** What the setter says of the puzzle. */
  about: { title: string; author: string; note: string };
  /** The attempt, in the native JSON of its family. */
  answer: any;
  /** Pencil marks; a large one has one value and fills its cell. */
  marks: { where: Place; values: string[]; large?: boolean }[];
  broken: Violation[];
  progress: { value: number; parts: Record<string, number> };
  solved: boolean;
  /**
   * Whether the game is shown with rows and columns swapped, on an upright screen. Then `board` is the
   * puzzle as shown, and moves, places, the answer and all texts are of that; `puzzle`, `size` and
   * `link` are those of the saved game.
   */
  turned: boolean;
  board: any;
  /** The name of this position. */
  state: string;
  /** In an answer to a move: the state from which it differs. The host completes such a view. */
  base?: string;
  /** In such an answer, the drawing, if most of its lines are those of the base. */
  lines?: DrawingLine[];
}

/** A new line of a drawing, or the first and last number of lines of the one before. */
export type DrawingLine = string | [first: number, last: number];

/** The next step of a game, in words and drawn. */
export interface Hint {
  /** The English name of the technique, by which its lesson is found. */
  name: string;
  technique: string;
  /** The places to look at, the most important one first, and others in a lighter tone. */
  where: Place[];
  others: Place[];
  /** One sentence; the whole argument; and a sentence about the technique. */
  text: string;
  reason: string;
  about: string;
  /** What the step places or rules out; a value that is not a number is a text. */
  changes: { action: "place" | "remove"; where: Place; value: number | string }[];
  /** Whether there are moves to carry the hint out. */
  can_be_made: boolean;
  /** The board with the step drawn on it, and small drawings beside it. */
  svg: string;
  pictures: string[];
  /** The cells whose candidates the drawing shows. */
  drawn: Place[];
}

/** A puzzle that is being edited. */
export interface EditView extends BaseView {
  /** The drawings of the pieces, where the family has pieces. */
  pieces: string[];
  /** The puzzle in the text format. */
  text: string;
  /** The moves of an arrangement so far, and the attempt that they lead to. */
  moves: string[];
  answer: any;
  /** The puzzle to play: null until the pieces of an arrangement make one. */
  made: any;
  /** The moves that lead to the solution of it that is known. */
  solving: string[];
  /** What is missing until then. */
  missing: string;
  /** The rules that the arranged pieces break, for which they make no puzzle. */
  broken: Violation[];
  /** Whether nothing is set yet. */
  blank: boolean;
}

export type View = GameView | EditView;

/** What a family says of itself. */
export interface FamilyInfo {
  name: string;
  title: string;
  summary: string;
  rules: string[];
  formats: string[];
  engines: string[];
  goals: string[];
  size: [rows: number, columns: number] | null;
  options: FamilyOption[];
  /** The address of its page.js, if it has one. */
  page: string | null;
  /** How each kind of move is written, and what it does. */
  moves: [move: string, text: string][];
  /** The same for moves that edit a puzzle. */
  edits: [move: string, text: string][];
  /** Whether it has pieces to cut out. */
  cut_outs: boolean;
  /** Recipes with names. */
  presets: Record<
    string,
    { text: string; size?: [number, number] | null; options?: Record<string, any> }
  >;
  /** The techniques that can be learned, from easy to hard. */
  lessons: LessonTitle[];
}

/** A technique: its English name, its title and a sentence about it. */
export interface LessonTitle {
  name: string;
  title: string;
  text: string;
}

/** An option of the family's generator. */
export interface FamilyOption {
  name: string;
  kind: "choice" | "flag" | "number" | "text" | "lines";
  choices: string[];
  text: string;
  default: string | number | boolean | null;
  described: Record<string, { title: string; text: string }>;
}

/** The drawing of a board, and the layer above it that holds everything that can be pointed at. */
export interface Sheet {
  readonly element: HTMLElement;
  readonly picture: HTMLElement;
  readonly layer: HTMLElement;
  /** Show a drawing. The shell calls it for every view, unless the module has `draws: true`. */
  draw(svg: string): void;
  /** Lay an element of the layer over a box of the drawing. */
  place(element: HTMLElement, box: CellBox): void;
  /** Where a pointer is, in cells of the drawing. */
  at(event: { clientX: number; clientY: number }): [x: number, y: number];
}

/** The colour of a message. */
export type MessageKind = "good" | "bad" | "hint";

interface BaseHost<V extends View> {
  /** What the server says of the game or puzzle now. */
  readonly view: V;
  readonly family: FamilyInfo;
  readonly sheet: Sheet;
  /** Element for the family's tools, beside the board or below it. */
  readonly pad: HTMLElement;
  /** Element above them, for pieces that are not on the board. */
  readonly tray: HTMLElement;
  /** Element of the analysis, for anything else that the family shows. */
  readonly info: HTMLElement;
  /**
   * Make a move. Moves are sent one after the other. The promise is of the new view, which the
   * board has been given by then, or of null if the move was refused, which the host has said.
   */
  play(move: string): Promise<V | null>;
  /** Tell the host that pad and tray are filled, before the board measures its place. */
  fit(): void;
  /** Say something below the board, with a colour and buttons (`/static/widgets.js`). */
  say(text: string, ...rest: (MessageKind | Node)[]): void;
}

/** The host of a game. */
export interface PlayHost extends BaseHost<GameView> {
  readonly mode: "play";
  /** Ask a question about the game, such as `pieces`, `solvable` or `lost`. */
  ask(question: string, body?: object): Promise<any>;
}

/** The host of the setter's view, where moves edit the puzzle. */
export interface SetHost extends BaseHost<EditView> {
  readonly mode: "set";
  /** Element for the steppers of a size that is not one of rows and columns. */
  readonly sizes: HTMLElement;
  /** Change the view by a request, after those that are under way; null if it was refused. */
  change(request: () => Promise<EditView>): Promise<EditView | null>;
}

export type Host = PlayHost | SetHost;

/** A row of the table of keys. Keys without `run` are handled by the board itself. */
export interface KeyAction {
  keys: string[];
  text: string;
  run?: () => unknown;
}

/** What `mount` returns. */
export interface Board {
  /** Show a view; `before` is the one that was shown until then. */
  update(view: View, before: View): void;
  /**
   * Give exactly these places the class `hinted`, `broken`, `unneeded` or `differ`, or the class
   * `drawn` if the drawing of a hint shows their candidates.
   */
  mark(name: string, places: Place[]): void;
  /** Move the focus to the board. */
  focus(): void;
  readonly keys: KeyAction[];
  /**
   * Show the step of a hint, or none; for boards that draw themselves. On other boards the drawing
   * of the hint replaces that of the view.
   */
  showHint?(hint: Hint | null): void;
  /** Draw another solution in place of the pieces on the setter's desk, or none. */
  showOther?(answer: any): void;
  /** The first message of a new game. */
  readonly welcome?: string;
  /** What a setter is to do where solutions differ in n cells. */
  openAdvice?(n: number): string;
  /** Whether the blank board of the setter's desk is a puzzle already, which is judged. */
  readonly judgesBlank?: boolean;
  /** The name of a value, in the reader's language. */
  readonly name?: (value: string) => string;
  /** Called when the reader leaves the view. */
  leave?(): void;
}

/** The default export of `page.js`. */
export interface BoardModule {
  /** Fill the layer, the pad and the tray, and return the board. */
  mount(host: Host): Board;
  /** True if the board draws its views itself. */
  draws?: boolean;
  /** The moves that a blank board of the setter's desk begins with. */
  opening?(view: EditView): string[];
  /** The goal that the rules name: the card of a solved game shows its value, and the best one. */
  goal?: string;
  /** Where the controls of a game are on a wide screen: `beside` the board if nothing is said. */
  controls?: "beside" | "below";
  /**
   * Whether a game can be drawn with rows and columns swapped, which is done on an upright screen
   * if that makes its cells larger. The puzzle must have a transpose.
   */
  turns?(view: GameView): boolean;
}
