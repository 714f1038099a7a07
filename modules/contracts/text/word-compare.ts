import { matchTexts, type Match } from "#kernel/text-compare.ts";
import type { Contract } from "../contract-text-of.ts";
import { rebound, type TouchedField } from "./bound.ts";
import {
  clausesIn,
  HEAD,
  keyOf,
  NEW,
  textLines,
  type TextClause,
  type TextLine,
  type ValueOf,
  type WordBlock,
  type WordComment,
  type WordRead,
} from "./word.ts";

interface ReadLine {
  readonly text: string;
  readonly isHeading: boolean;
  readonly block: number;
}

const readLines = (blocks: readonly WordBlock[]): ReadLine[] =>
  blocks.flatMap((block, i): ReadLine[] =>
    block.kind === "table"
      ? [{ text: keyOf(block.rows), isHeading: false, block: i }]
      : block.text
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((text) => ({ text: text.trimEnd(), isHeading: block.heading !== null, block: i })),
  );

/** Which line of the contract each line of the file it was sent as is; null for what only the layout brings. */
function tagged(sent: readonly string[], lines: readonly TextLine[]): readonly (TextLine | null)[] {
  let at = 0;
  return sent.map((text) => {
    const found = lines.findIndex((line, i) => i >= at && line.shown.trimEnd() === text);
    if (found < 0) return null;
    at = found + 1;
    return lines[found]!;
  });
}

/** What an edited file makes of one clause. */
export interface WordDifference {
  readonly clauseId: string;
  /** Of a new clause the one it stands behind. */
  readonly after: string | null;
  readonly title: string | null;
  readonly content: string;
  readonly touched: readonly TouchedField[];
}
export interface WordComparison {
  readonly differences: readonly WordDifference[];
  /** What was changed outside the clauses, where nothing can be taken over. */
  readonly outside: readonly string[];
  readonly comments: readonly (WordComment & { readonly clauseId: string })[];
}

/** A stretch of a clause as the file has it, at its place among the lines of the contract. */
interface Stretch {
  readonly at: number;
  readonly glue: string;
  readonly text: string;
}

/** What the file has of one clause. */
interface Part {
  readonly after: string | null;
  title: string | null;
  readonly stretches: Stretch[];
  readonly touched: TouchedField[];
  /** Something of it stands in the file, be it a heading. */
  isThere: boolean;
}

const isTable = (text: string): boolean => text.startsWith("\u0001");
const plain = (text: string): string => text.replace("\u0001", "");

/** Goes through the matches of two files and gathers for every clause what became of it. */
class Edited {
  readonly parts = new Map<string, Part>();
  readonly outside: string[] = [];
  /** By block of the file: the clause it stands in. */
  readonly places = new Map<number, string>();
  readonly #lines: readonly TextLine[];
  readonly #valueOf: ValueOf;
  #current: string | null = null;
  #at = 0;

  constructor(lines: readonly TextLine[], valueOf: ValueOf) {
    this.#lines = lines;
    this.#valueOf = valueOf;
  }

  take(kind: Match["kind"], tag: TextLine | null, was: string | null, come: ReadLine | null): void {
    if (tag) this.#known(kind, tag, come);
    else if (was !== null) {
      if (kind === "changed" || kind === "removed") this.outside.push(plain(was));
    } else if (come) this.#added(come);
    if (come && this.#current !== null) this.places.set(come.block, this.#current);
  }

  #partOf(clauseId: string, after: string | null = null): Part {
    const part = this.parts.get(clauseId) ?? { after, title: null, stretches: [], touched: [], isThere: false };
    this.parts.set(clauseId, part);
    return part;
  }

  #known(kind: Match["kind"], tag: TextLine, come: ReadLine | null): void {
    this.#current = tag.clauseId;
    this.#at = this.#lines.indexOf(tag);
    const part = this.#partOf(tag.clauseId);
    part.isThere ||= come !== null;
    if (tag.table) {
      // A table shows what the contract has: whatever became of it in the file, it stays.
      part.stretches.push({ at: this.#at, glue: tag.glue, text: tag.content });
      if (kind === "changed" || kind === "removed")
        part.touched.push({ name: tag.content.slice(2, -1).trim(), before: plain(tag.shown), after: plain(come?.text ?? "") });
    } else if (come && tag.isTitle) part.title = come.text;
    else if (come) {
      const { content, touched } = rebound(tag.content, this.#valueOf, come.text);
      part.touched.push(...touched);
      part.stretches.push({ at: this.#at, glue: tag.glue, text: content });
    }
  }

  #added(come: ReadLine): void {
    if (this.#current === null || isTable(come.text)) this.outside.push(plain(come.text));
    else if (come.isHeading) {
      const after: string = this.parts.get(this.#current)?.after ?? this.#current;
      this.#current = `${NEW}${this.parts.size}`;
      this.#partOf(this.#current, after).title = come.text;
    } else {
      const part = this.#partOf(this.#current);
      part.isThere = true;
      part.stretches.push({ at: (this.#at += 1e-6), glue: "\n", text: come.text });
    }
  }
}

const joinedUp = (stretches: readonly Stretch[]): string =>
  stretches
    .map(({ glue, text }, i) => (i === 0 ? text : glue + text))
    .join("")
    .trimEnd();

/** What the file makes of a clause; lines that its layout does not show stay as they are. */
function differenceIn(clause: TextClause, part: Part | undefined, hidden: readonly Stretch[], hasTitle: boolean): WordDifference | null {
  const isGone = !part?.isThere && hidden.length === 0 && (hasTitle || clause.title === null);
  if (!part?.isThere && hidden.length > 0) return null;
  const stretches = hidden.length ? [...(part?.stretches ?? []), ...hidden].toSorted((a, b) => a.at - b.at) : (part?.stretches ?? []);
  const title = isGone ? null : hasTitle ? (part?.title ?? null) : clause.title;
  const content = isGone ? "" : joinedUp(stretches);
  const touched = isGone ? [] : (part?.touched ?? []);
  const isSame = content === clause.content.trimEnd() && title === clause.title;
  return isSame && touched.length === 0 ? null : { clauseId: clause.id, after: null, title, content, touched };
}

/** Compares an edited file with what it was made from, clause by clause. Fields are put back in their places. */
export function compareWord(doc: Contract, valueOf: ValueOf, { blocks, comments, sent }: WordRead): WordComparison {
  const lines = textLines(doc, valueOf);
  const before = sent ? readLines(sent).map(({ text }) => text) : [doc.contractName, ...lines.map((line) => line.shown.trimEnd())];
  const tags = sent ? tagged(before, lines) : [null, ...lines];
  const read = readLines(blocks);
  const edited = new Edited(lines, valueOf);
  const matches = matchTexts(
    before,
    read.map(({ text }) => text),
  );
  for (const { kind, before: i, after: j } of matches)
    edited.take(kind, i === null ? null : tags[i]!, i === null ? null : before[i]!, j === null ? null : read[j]!);
  const shown = new Set(tags);
  const whole = clausesIn(doc);
  const differences = whole.flatMap((clause) => {
    const own = lines.map((line, at) => ({ line, at })).filter(({ line }) => line.clauseId === clause.id);
    const hidden = own
      .filter(({ line }) => !line.isTitle && !shown.has(line))
      .map(({ line, at }) => ({ at, glue: line.glue, text: line.content }));
    return (
      differenceIn(
        clause,
        edited.parts.get(clause.id),
        hidden,
        own.some(({ line }) => line.isTitle && shown.has(line)),
      ) ?? []
    );
  });
  const known = new Set(whole.map(({ id }) => id));
  const added = [...edited.parts].filter(([id]) => !known.has(id));
  return {
    differences: [
      ...differences,
      ...added.map(([, { after, title, stretches, touched }]) => ({ clauseId: NEW, after, title, content: joinedUp(stretches), touched })),
    ],
    outside: edited.outside,
    comments: comments.map((comment) => ({ ...comment, clauseId: edited.places.get(comment.block) ?? HEAD })),
  };
}
