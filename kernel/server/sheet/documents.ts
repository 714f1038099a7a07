import type { Me } from "#kernel/entity.ts";
import type { Reason } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { newId } from "../act/id.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";
import type { Finding } from "./rows.ts";
import type { SheetShape } from "./shape.ts";
import { keyText, storedLines, storedRoots } from "./stored.ts";
import type { ReadRow } from "./values.ts";

/** One row of a document: from the file, from the system, or both. */
export interface Node {
  readonly shape: SheetShape;
  /** Its id, or the one it will have: other rows of the file may name it as their parent. */
  readonly id: string;
  /** Null where the row stands only in the system and something below it comes from the file. */
  readonly read: ReadRow | null;
  readonly values: Row;
  readonly parent: Node | null;
  readonly children: Node[];
  readonly stored: Row | null;
  /** Names behind newly chosen references. */
  readonly shown: Row;
  /** The row of the same file it hangs under in its tree. */
  under: Node | null;
  written: boolean;
  /** It names rows that other sheets of the same workbook bring: its rules are asked once they are there. */
  waits: boolean;
  changed: readonly string[];
  result: "new" | "changed" | "same" | "wrong" | "removed";
}

interface Siblings {
  readonly rows: readonly Row[];
  readonly byId: ReadonlyMap<string, Row>;
  readonly byKey: ReadonlyMap<string, Row>;
}

const systemId = /^[0-9a-hjkmnp-tv-z]{20}$/;
const gone: Text = ["该行不存在、已删除或无权查看", "This row does not exist, was removed, or is not visible"];
const noAbove: Text = ["找不到所属的单据或上级行", "The document or row it belongs to was not found"];

/** Puts the rows of a workbook together with the stored ones to whole documents. */
export class Documents {
  readonly #kernel: Kernel;
  readonly #me: Me;
  readonly #findings: Finding[];
  readonly roots: Node[] = [];
  /** Nodes by path, and of each by id and by key under their parent. */
  readonly #known = new Map<string, Node>();
  readonly #siblings = new Map<Node, Map<string, Siblings>>();

  constructor(kernel: Kernel, me: Me, findings: Finding[]) {
    this.#kernel = kernel;
    this.#me = me;
    this.#findings = findings;
  }

  /** `reads` come by sheet, the document's own before its lines, each level before the one below. */
  async gather(shapes: readonly SheetShape[], reads: readonly ReadRow[]): Promise<void> {
    const of = (shape: SheetShape): ReadRow[] => reads.filter((read) => read.sheet.shape === shape);
    const [root, ...lines] = shapes;
    const below = reads.filter((read) => read.sheet.shape !== root);
    await this.#gatherRoots(root!, of(root!), below);
    for (const shape of lines) await this.#gatherLines(shape, of(shape));
  }

  /** The stored rows of one collection of a document; read for many at once beforehand. */
  siblings(parent: Node, shape: SheetShape): Siblings | undefined {
    return this.#siblings.get(parent)?.get(shape.path);
  }

  /** What is wrong with a row that stands only in the system is said of the first row of the file below it. */
  wrong(node: Node, column: string, value: unknown, code: string, text: Text, more: Pick<Reason, "data" | "fix"> = {}): void {
    node.result = "wrong";
    const read = node.read ?? readsOf(node)[0];
    if (read) this.#findings.push({ sheet: read.sheet.sheet, row: read.at.row, column, value, code, text, ...more });
  }

  #enter(node: Node, name: (way: string) => string): Node {
    if (node.parent) node.parent.children.push(node);
    else this.roots.push(node);
    for (const row of [node.values, node.stored]) {
      const id: unknown = row?.["id"];
      const key = keyText(node.shape, row ?? undefined);
      if (typeof id === "string" && !this.#known.has(name(`id:${id}`))) this.#known.set(name(`id:${id}`), node);
      if (key !== null && !this.#known.has(name(`key:${key}`))) this.#known.set(name(`key:${key}`), node);
    }
    return node;
  }

  #node(shape: SheetShape, read: ReadRow | null, parent: Node | null, stored: Row | null): Node {
    return nodeOf(shape, read, parent, stored, stored ? "same" : "new");
  }

  async #gatherRoots(shape: SheetShape, reads: readonly ReadRow[], below: readonly ReadRow[]): Promise<void> {
    const named = below.map((read) => read.above[""] ?? {});
    const ids = reads.flatMap((read) => (typeof read.values["id"] === "string" ? [read.values["id"]] : []));
    const { byId, byKey } = await storedRoots(this.#kernel, shape, ids, [...reads.map((read) => read.values), ...named], this.#me);
    const keepers = keepersOf(shape, reads, byId);
    const taken = new Map<string, number>();
    for (const read of reads) {
      const { stored, lost } = match(shape, read, byId, byKey, keepers);
      const node = this.#enter(this.#node(shape, read, null, stored), (way) => way);
      if (lost) this.wrong(node, "id", read.values["id"], "DATA_NOT_FOUND", gone);
      const key = stored ? `id:${stored["id"]}` : keyText(shape, read.values);
      if (key !== null) this.#alone(taken, key, node);
    }
    // Documents that only lines speak of stand in the system alone.
    for (const row of named) {
      const way = wayOf(shape, row);
      const stored =
        way === null || this.#known.has(way) ? undefined : way.startsWith("id:") ? byId.get(way.slice(3)) : byKey.get(way.slice(4));
      if (stored) {
        const known = this.#known.get(`id:${stored["id"]}`);
        if (known) this.#known.set(way!, known);
        else this.#enter(this.#node(shape, null, null, stored), (value) => value);
      }
    }
  }

  #alone(taken: Map<string, number>, key: string, node: Node): void {
    const row = node.read!.at.row;
    const first = taken.get(key);
    const column = node.shape.keys.find((value) => value !== "id") ?? "";
    if (first === undefined) taken.set(key, row);
    else this.wrong(node, column, node.values[column], "IMPORT_DUPLICATE", [`与第 ${first} 行重复`, `Same key as row ${first}`]);
  }

  async #gatherLines(shape: SheetShape, reads: readonly ReadRow[]): Promise<void> {
    if (reads.length === 0) return;
    const parents = new Map<ReadRow, Node>();
    await this.#loadAbove(shape, reads);
    for (const read of reads) {
      const parent = this.#parentOf(shape, read);
      if (parent) parents.set(read, parent);
      else {
        const lost: Node = { ...this.#node(shape, read, null, null), result: "wrong" };
        this.roots.push(lost);
        this.wrong(lost, "", null, "DATA_NOT_FOUND", noAbove);
      }
    }
    await this.load(shape, [...new Set(parents.values())]);
    const byParent = new Map<Node, ReadRow[]>();
    for (const [read, parent] of parents) (byParent.get(parent) ?? byParent.set(parent, []).get(parent)!).push(read);
    for (const [parent, mine] of byParent) {
      const { byId, byKey } = this.siblings(parent, shape) ?? { byId: new Map<string, Row>(), byKey: new Map<string, Row>() };
      const keepers = keepersOf(shape, mine, byId);
      const taken = new Map<string, number>();
      for (const read of mine) {
        const { stored, lost } = match(shape, read, byId, byKey, keepers);
        const node = this.#enter(this.#node(shape, read, parent, stored), (way) => this.#nameIn(parent, shape, way));
        // A line copied under another document brings its old id along: there it is a new line.
        const copied = lost && reads.some((readRow) => readRow !== read && readRow.values["id"] === read.values["id"]);
        if (lost && !copied) this.wrong(node, "id", read.values["id"], "DATA_NOT_FOUND", gone);
        const key = stored ? `id:${stored["id"]}` : keyText(shape, read.values);
        if (key !== null) this.#alone(taken, key, node);
      }
    }
  }

  readonly #names = new Map<Node, number>();
  #nameIn(parent: Node, shape: SheetShape, way: string): string {
    const number = this.#names.get(parent) ?? this.#names.set(parent, this.#names.size + 1).get(parent)!;
    return `${number}|${shape.path}|${way}`;
  }

  /** For lines of lines: the stored rows between them and the document, in one statement for each level. */
  async #loadAbove(shape: SheetShape, reads: readonly ReadRow[]): Promise<void> {
    const { parent } = shape;
    if (!parent?.parent) return;
    const above = new Set(reads.flatMap((read) => this.#parentOf(parent, read) ?? []));
    await this.load(parent, [...above]);
  }

  #parentOf(shape: SheetShape, read: ReadRow): Node | undefined {
    const above = shape.parent!;
    const row = read.above[above.path];
    const way = wayOf(above, row);
    if (way === null) return undefined;
    if (!above.parent) return this.#known.get(way);
    const over = this.#parentOf(above, read);
    if (!over) return undefined;
    const known = this.#known.get(this.#nameIn(over, above, way));
    if (known) return known;
    const siblings = this.siblings(over, above);
    const stored = way.startsWith("id:") ? siblings?.byId.get(way.slice(3)) : siblings?.byKey.get(way.slice(4));
    return stored ? this.#enter(this.#node(above, null, over, stored), (value) => this.#nameIn(over, above, value)) : undefined;
  }

  /** Reads the stored lines of these parents, those known already excepted. */
  async load(shape: SheetShape, parents: readonly Node[]): Promise<void> {
    const open = parents.filter((parent) => parent.stored && !this.siblings(parent, shape));
    if (open.length === 0) return;
    const rows = await storedLines(
      this.#kernel,
      shape,
      open.map((parent) => parent.stored!["id"] as string),
      this.#me,
    );
    const byParent = Map.groupBy(rows, (row) => row["parentId"] as string);
    for (const parent of open) {
      const mine = byParent.get(parent.stored!["id"]) ?? [];
      const known = this.#siblings.get(parent) ?? this.#siblings.set(parent, new Map()).get(parent)!;
      known.set(shape.path, {
        rows: mine,
        byId: new Map(mine.map((row) => [row["id"] as string, row])),
        byKey: new Map(mine.flatMap((row) => (keyText(shape, row) === null ? [] : [[keyText(shape, row)!, row] as const]))),
      });
    }
  }
}

export const nodeOf = (shape: SheetShape, read: ReadRow | null, parent: Node | null, stored: Row | null, result: Node["result"]): Node => ({
  shape,
  read,
  values: read?.values ?? {},
  parent,
  children: [],
  stored,
  shown: {},
  changed: [],
  result,
  id: (stored?.["id"] as string | undefined) ?? newId(),
  under: null,
  written: false,
  waits: false,
});

/** A document is wrong as a whole when one of its rows is. */
export const isWrong = (root: Node): boolean => nodesOf(root).some((node) => node.result === "wrong");

/** Every row of the file that belongs to a document, in its own order. */
export const readsOf = (node: Node): ReadRow[] => [...(node.read ? [node.read] : []), ...node.children.flatMap(readsOf)];

/** Every row of a document, the upper before the lower. */
export const nodesOf = (node: Node): Node[] => [node, ...node.children.flatMap(nodesOf)];

/** How a row below names a row above: by key, or by id where there is no other key. */
function wayOf(shape: SheetShape, row: Row | undefined): string | null {
  if (shape.keys[0] === "id") return typeof row?.["id"] === "string" ? `id:${row["id"]}` : null;
  const key = keyText(shape, row);
  return key === null ? null : `key:${key}`;
}

/** A row copied in the spreadsheet brings its id along; the id belongs to the one that still has the stored key, else to the first. */
function keepersOf(shape: SheetShape, reads: readonly ReadRow[], byId: ReadonlyMap<string, Row>): ReadonlyMap<string, ReadRow> {
  const keepers = new Map<string, ReadRow>();
  for (const read of reads) {
    const id: unknown = read.values["id"];
    if (typeof id !== "string") continue;
    const stored = byId.get(id);
    const same = stored !== undefined && keyText(shape, stored) === keyText(shape, read.values);
    if (!keepers.has(id) || (same && keyText(shape, keepers.get(id)!.values) !== keyText(shape, stored))) keepers.set(id, read);
  }
  return keepers;
}

function match(
  shape: SheetShape,
  read: ReadRow,
  byId: ReadonlyMap<string, Row>,
  byKey: ReadonlyMap<string, Row>,
  keepers: ReadonlyMap<string, ReadRow>,
): { readonly stored: Row | null; readonly lost: boolean } {
  const id: unknown = read.values["id"];
  if (typeof id === "string" && keepers.get(id) === read) {
    const stored = byId.get(id);
    // Anything else in the place of an id is a word of one's own for a new document, which its lines name it by.
    if (stored || systemId.test(id)) return { stored: stored ?? null, lost: !stored };
  }
  const key = keyText(shape, read.values);
  return { stored: key === null ? null : (byKey.get(key) ?? null), lost: false };
}
