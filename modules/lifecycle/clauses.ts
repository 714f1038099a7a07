/** A numbered piece of an agreement: its number as written, and its text without it. */
export interface Clause {
  readonly no: string;
  readonly text: string;
}

/** A stretch of text that both versions have, only the older, or only the newer. */
export interface Piece {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

export interface ClauseChange {
  readonly no: string;
  readonly kind: "same" | "changed" | "added" | "removed";
  readonly pieces: readonly Piece[];
}

const numbered =
  /^\s*(第[〇零一二三四五六七八九十百千\d]+[条章节]|[（(][一二三四五六七八九十\d]+[)）]|[一二三四五六七八九十]+、|\d+(?:\.\d+)*[.、．)）]?)(?=\s|[^\d.\s])/;

/** Parts a text into its numbered clauses; what stands before the first number is the preamble, numbered "". */
export function clausesOf(text: string | null): readonly Clause[] {
  const clauses: { no: string; lines: string[] }[] = [];
  for (const line of (text ?? "").replaceAll("\r\n", "\n").split("\n")) {
    const found = numbered.exec(line);
    if (found) clauses.push({ no: found[1]!.replace(/[.、．)）]$/, ""), lines: [line.slice(found[0].length).trim()] });
    else if (clauses.length > 0) clauses.at(-1)!.lines.push(line.trimEnd());
    else if (line.trim() !== "") clauses.push({ no: "", lines: [line.trimEnd()] });
  }
  return clauses.map(({ no, lines }) => ({ no, text: lines.join("\n").trim() }));
}

/** Words, figures, and every other sign by itself: Chinese is compared sign by sign, Latin text word by word. */
const wordsOf = (text: string): readonly string[] => text.match(/[A-Za-z]+|\d+(?:[.,]\d+)*|\s+|[^\sA-Za-z\d]/gu) ?? [];

const most = 4_000_000;

/** The steps that make one list of the other, longest common parts kept. */
function steps<T>(old: readonly T[], now: readonly T[], isSame: (a: T, b: T) => boolean): readonly (readonly [Piece["kind"], T])[] {
  let head = 0;
  while (head < old.length && head < now.length && isSame(old[head]!, now[head]!)) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && isSame(old[old.length - 1 - tail]!, now[now.length - 1 - tail]!)) tail++;
  const a = old.slice(head, old.length - tail);
  const b = now.slice(head, now.length - tail);
  const kept = (list: readonly T[]) => list.map((entry) => ["same", entry] as const);
  const middle =
    a.length * b.length > most
      ? [...a.map((entry) => ["gone", entry] as const), ...b.map((entry) => ["new", entry] as const)]
      : walked(a, b, isSame);
  return [...kept(now.slice(0, head)), ...middle, ...kept(now.slice(now.length - tail))];
}

function walked<T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): (readonly [Piece["kind"], T])[] {
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = isSame(a[i]!, b[j]!)
        ? common[(i + 1) * width + j + 1]! + 1
        : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const found: (readonly [Piece["kind"], T])[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && isSame(a[i]!, b[j]!)) {
      found.push(["same", b[j]!]);
      i++;
      j++;
    } else if (i < a.length && (j >= b.length || common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) found.push(["gone", a[i++]!]);
    else found.push(["new", b[j++]!]);
  }
  return found;
}

/** The differences inside one clause, neighbouring pieces of a kind joined. */
export function piecesOf(old: string, now: string): readonly Piece[] {
  const pieces: { kind: Piece["kind"]; text: string }[] = [];
  for (const [kind, text] of steps(wordsOf(old), wordsOf(now), (a, b) => a === b)) {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  }
  return pieces;
}

const whole = (kind: "gone" | "new" | "same", text: string): readonly Piece[] => (text === "" ? [] : [{ kind, text }]);

/** Two versions of an agreement, clause by clause: a clause of the same number is one clause, whatever became of its text. */
export function diffClauses(old: string | null, now: string | null): readonly ClauseChange[] {
  const met = steps(clausesOf(old), clausesOf(now), (a, b) => a.no === b.no);
  const before = clausesOf(old);
  let at = 0;
  return met.map(([kind, clause]): ClauseChange => {
    if (kind === "gone") return (at++, { no: clause.no, kind: "removed", pieces: whole("gone", clause.text) });
    if (kind === "new") return { no: clause.no, kind: "added", pieces: whole("new", clause.text) };
    const was = before[at++]!.text;
    return was === clause.text
      ? { no: clause.no, kind: "same", pieces: whole("same", clause.text) }
      : { no: clause.no, kind: "changed", pieces: piecesOf(was, clause.text) };
  });
}

/** The numbers of the clauses that differ, as people say them: "3、5". */
export const changedNumbers = (changes: readonly ClauseChange[]): string =>
  changes
    .filter((change) => change.kind !== "same")
    .map((change) => change.no || "0")
    .join("、");

/** The text with its variables filled in; a variable without a value stays visible. */
export function filled(text: string | null, variables: readonly { readonly name: string; readonly value: string | null }[] | null): string {
  const values = new Map((variables ?? []).map((variable) => [variable.name, variable.value]));
  return (text ?? "").replace(/\{\{\s*([^{}\s]+)\s*\}\}/g, (all, name: string) => values.get(name) || all);
}

/** The variables a text names that have no value yet. */
export const missingVariables = (
  text: string | null,
  variables: readonly { readonly name: string; readonly value: string | null }[] | null,
): readonly string[] => [...new Set([...filled(text, variables).matchAll(/\{\{\s*([^{}\s]+)\s*\}\}/g)].map((found) => found[1]!))];
