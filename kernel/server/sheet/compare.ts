import { companions, type Entity, type Me } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
import { inZone } from "#kernel/time.ts";
import { cutText } from "../excel/encode.ts";
import { titled } from "../titled.ts";
import type { Kernel } from "../kernel.ts";
import { pause } from "../pieces.ts";
import type { Row } from "../visible.ts";
import { sameValue } from "../working.ts";
import { nodesOf, type Documents, type Node } from "./documents.ts";
import { cutCircles, newcomers } from "./family.ts";
import { resolve, shownAs, type Meant } from "./refs.ts";
import type { Finding } from "./rows.ts";
import { fieldAt } from "./shape.ts";
import type { Look, ReadRow } from "./values.ts";

const some = 500;

/** Equal as a spreadsheet can tell it: times come back to the second. */
const isSame = (field: Field, value: unknown, stored: unknown): boolean =>
  sameValue(field, value, stored) ||
  (field.kind === "datetime" && typeof value === "string" && typeof stored === "string" && value.slice(0, 19) === stored.slice(0, 19));

/** A text cell that is, letter by letter, what an export writes for the stored value says nothing new. */
const isUntouched = (cell: unknown, stored: unknown): boolean =>
  typeof cell === "string" && typeof stored === "string" && stored !== "" && cell === cutText(stored);

/** A stored reference as the export shows it. */
const shownRef = (key: string, stored: Row | null): string => {
  const names = companions(key);
  return shownAs(stored?.[names.code], stored?.[names.name]) || String(stored?.[key] ?? "");
};

interface Waiting {
  readonly look: Look;
  readonly take: (meant: Meant, label: Text) => void;
}

/** Looks up texts by the table they name, one statement for each table, whatever the number of rows. */
async function settle(kernel: Kernel, waiting: ReadonlyMap<Entity, readonly (Waiting & { label: Text })[]>, me: Me): Promise<void> {
  await Promise.all(
    [...waiting].map(async ([target, all]) => {
      const found = await resolve(kernel, target, [...new Set(all.map((one) => one.look.text))], me);
      for (const one of all) one.take(found.get(one.look.text), one.label);
    }),
  );
}

class Waits {
  readonly all = new Map<Entity, (Waiting & { label: Text })[]>();
  readonly #kernel: Kernel;
  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }
  add(field: Field, look: Look, take: Waiting["take"]): void {
    const target = this.#kernel.declared.entities.get(field.target!);
    if (!target) return take(undefined, field.label);
    (this.all.get(target) ?? this.all.set(target, []).get(target)!).push({ look, take, label: field.label });
  }
}

const notFound = (label: Text, text: string): Text => [
  `${label[0]}「${text}」不存在或无权查看`,
  `${label[1]} "${text}" not found or not visible`,
];
const ambiguous = (label: Text, text: string): Text => [
  `${label[0]}「${text}」有多条，请填写编码`,
  `${label[1]} "${text}" is ambiguous; use the code`,
];

/** References that are part of a key must be known before anything can be found by it. */
export async function resolveKeys(kernel: Kernel, reads: readonly ReadRow[], me: Me, findings: Finding[]): Promise<void> {
  const waits = new Waits(kernel);
  for (const read of reads) {
    const { shape } = read.sheet;
    for (const look of read.looks) {
      let of = shape;
      while (look.above !== null && of.path !== look.above) of = of.parent!;
      if (look.above === null && !shape.keys.includes(look.key)) continue;
      const row = look.above === null ? read.values : ((read.above as Record<string, Row>)[look.above] ??= {});
      waits.add(fieldAt(kernel, of, look.key)!, look, (meant, label) => {
        if (meant && meant !== "many") row[look.key] = meant.id;
        else if (look.above === null) row[look.key] = undefined;
        else
          findings.push({
            ...{ sheet: read.sheet.sheet, row: read.at.row, column: look.key, value: look.text, code: "DATA_NOT_FOUND" },
            text: meant === "many" ? ambiguous(label, look.text) : notFound(label, look.text),
          });
      });
    }
  }
  await settle(kernel, waits.all, me);
}

/** Parents that stand in the same file, before or behind what hangs under them. */
class Hanging {
  readonly #new: (text: string) => readonly Node[];
  readonly #stored: ReadonlyMap<string, Node>;
  readonly #me: Me;

  constructor(roots: readonly Node[], me: Me) {
    this.#new = newcomers(roots);
    this.#stored = new Map(roots.flatMap((node) => (node.stored && node.read ? [[node.id, node] as const] : [])));
    this.#me = me;
  }

  /** What is stored goes first; a row that is only in the file is known by the id it will have. */
  parent(node: Node, look: Look, stands: Meant): Meant {
    const { entity: e, parent } = node.shape;
    if (parent !== null || look.key !== e.tree?.parent || stands === "many") return stands;
    const found = stands ? [this.#stored.get(stands.id) ?? []].flat() : this.#new(look.text);
    if (found.length > 1) return "many";
    node.under = found[0] ?? null;
    if (stands || !node.under) return stands;
    const { code, name } = titled(e, node.under.values, this.#me);
    return { id: node.under.id, shown: shownAs(code, name) };
  }
}

/** Says of every row what it would change; doubts and references that say what is stored already are dropped. */
export async function compare(kernel: Kernel, documents: Documents, me: Me, warnings: Finding[]): Promise<void> {
  const waits = new Waits(kernel);
  const nodes = documents.roots.flatMap(nodesOf);
  const inFile = new Hanging(documents.roots, me);
  for (const [i, node] of nodes.entries()) {
    if (i % some === some - 1) await pause();
    const { read, stored, shape } = node;
    if (!read) continue;
    for (const doubt of read.doubts) {
      const field = fieldAt(kernel, shape, doubt.key);
      if (!field || !stored || !(isUntouched(doubt.cell, stored[doubt.key]) || isSame(field, doubt.value, stored[doubt.key])))
        documents.wrong(node, doubt.key, doubt.cell, doubt.code, doubt.text);
    }
    for (const look of read.looks) {
      if (look.above !== null || (stored && look.text === shownRef(look.key, stored))) continue;
      waits.add(fieldAt(kernel, shape, look.key)!, look, (stands, label) => {
        const meant = inFile.parent(node, look, stands);
        if (meant === "many") documents.wrong(node, look.key, look.text, "IMPORT_AMBIGUOUS", ambiguous(label, look.text));
        else if (!meant) documents.wrong(node, look.key, look.text, "DATA_NOT_FOUND", notFound(label, look.text));
        else {
          node.values[look.key] = meant.id;
          node.shown[look.key] = meant.shown;
        }
      });
    }
  }
  await settle(kernel, waits.all, me);
  cutCircles(documents);
  for (const [i, node] of nodes.entries()) {
    if (i % some === some - 1) await pause();
    differ(kernel, documents, node, warnings);
  }
}

function differ(kernel: Kernel, documents: Documents, node: Node, warnings: Finding[]): void {
  const { read, stored, shape, values } = node;
  if (!read) return;
  const changed: string[] = [];
  for (const key of Object.keys(values)) {
    const field = key === "id" ? undefined : fieldAt(kernel, shape, key);
    if (!field || values[key] === undefined) continue;
    const computed = field.computed;
    if (!stored) {
      // A number the server gives: whatever stands there only ties the lines to their new document.
      if (!computed) changed.push(key);
      else if (shape.keys.includes(key))
        warnings.push({
          ...{ sheet: read.sheet.sheet, row: read.at.row, column: key, value: values[key], code: "IMPORT_NEW_NUMBER" },
          text: [
            `${field.label[0]}「${String(values[key])}」不存在，将新建并重新编号`,
            `${field.label[1]} "${String(values[key])}" does not exist; a new record is numbered automatically`,
          ],
        });
    } else if (!isSame(field, values[key], stored[key]) && !isUntouched(cellOf(read, key), stored[key])) {
      if (computed || (key === "parentId" && !(key in shape.entity.fields)))
        documents.wrong(node, key, values[key], "FIELD_READONLY", [
          `${field.label[0]}由系统维护，不能修改`,
          `${field.label[1]} is set by the system and cannot be changed`,
        ]);
      else changed.push(key);
    }
  }
  node.changed = changed;
  if (node.result !== "wrong") node.result = !stored ? "new" : changed.length > 0 ? "changed" : "same";
}

const cellOf = (read: ReadRow, key: string): string | null => {
  const column = read.sheet.columns.find((one) => one.key === key);
  return column ? (read.at.cells[column.index] ?? null) : null;
};

/** A value as the person reads it in the differences: references by code and name, times in the reader's zone. */
export function readable(kernel: Pick<Kernel, "declared">, node: Node, key: string, row: Row | null, zone: string): unknown {
  const field = fieldAt(kernel, node.shape, key);
  const value: unknown = row?.[key];
  if (!field || value === null || value === undefined) return value;
  if (field.kind === "ref")
    return row === node.stored ? shownRef(key, row) : (node.shown[key] ?? (isStored(node, key) ? shownRef(key, node.stored) : value));
  return field.kind === "datetime" && typeof value === "string" ? inZone(value, zone) : value;
}

const isStored = (node: Node, key: string): boolean => node.stored !== null && node.stored[key] === node.values[key];
