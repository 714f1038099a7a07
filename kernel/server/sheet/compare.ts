import { companions, type Entity, type Me } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
import { inZone } from "#kernel/time.ts";
import { cutText } from "../excel/encode.ts";
import { titled } from "../find/titled.ts";
import type { Kernel } from "../kernel.ts";
import { pause } from "../jobs/pieces.ts";
import type { Row } from "../find/visible.ts";
import { sameValue } from "../act/working.ts";
import { nodesOf, type Documents, type Node } from "./documents.ts";
import { cutCircles, newcomers } from "./family.ts";
import { finder, shownAs, type Meant } from "./refs.ts";
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
  /** What the row that is named must hold, as far as the reading row knows by now. */
  readonly agreeing: () => Row;
  readonly take: (meant: Meant, label: Text) => void;
}

type Settling = Waiting & { readonly field: Field; readonly rank: number };

/** What a reference must agree with in one field; where any of several may agree, none of them narrows the lookup. */
const tiedTo = (field: Field | undefined): readonly [there: string, here: string][] =>
  Object.entries(field?.within ?? {}).flatMap(([there, here]) => (typeof here === "string" ? [[there, here] as [string, string]] : []));

/** How many references of its own row a reference is looked up after: what it must agree with is known first. */
function rankOf(fields: Readonly<Record<string, Field>>, key: string, seen: readonly string[] = []): number {
  const here = tiedTo(fields[key]).flatMap(([, value]) => (value !== key && !seen.includes(value) ? [value] : []));
  return here.length === 0 ? 0 : 1 + Math.max(...here.map((value) => rankOf(fields, value, [...seen, key])));
}

class Waits {
  readonly #all = new Map<Entity, Settling[]>();
  readonly #kernel: Kernel;
  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  add(fields: Readonly<Record<string, Field>>, field: Field, look: Look, row: () => Row, take: Waiting["take"]): void {
    const target = this.#kernel.declared.entities.get(field.target!);
    if (!target) return take(undefined, field.label);
    const agreeing = (): Row => {
      const values = row();
      const known = tiedTo(field).filter(([, here]) => typeof values[here] === "string" && values[here] !== "");
      return Object.fromEntries(known.map(([there, here]) => [there, values[here]]));
    };
    const waiting = { look, agreeing, take, field, rank: rankOf(fields, look.key) };
    (this.#all.get(target) ?? this.#all.set(target, []).get(target)!).push(waiting);
  }

  /** Looks up texts by the table they name, one statement for each table, whatever the number of rows. */
  async settle(me: Me): Promise<void> {
    const tables = await Promise.all(
      [...this.#all].map(async ([target, all]) => {
        const agree = [...new Set(all.flatMap(({ field }) => Object.keys(field.within ?? {})))];
        return { all, find: await finder(this.#kernel, target, [...new Set(all.map((settling) => settling.look.text))], me, agree) };
      }),
    );
    const found = tables.flatMap(({ all, find }) => all.map((settling) => ({ one: settling, find })));
    for (const { one, find } of found.toSorted((a, b) => a.one.rank - b.one.rank))
      one.take(find(one.look.text, one.agreeing()), one.field.label);
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

const given = (values: Row): Row => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

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
      waits.add(
        of.entity.fields,
        fieldAt(kernel, of, look.key)!,
        look,
        () => row,
        (meant, label) => {
          if (meant && meant !== "many") row[look.key] = meant.id;
          else if (look.above === null) row[look.key] = undefined;
          else
            findings.push({
              sheet: read.sheet.sheet,
              row: read.at.row,
              column: look.key,
              value: look.text,
              code: "DATA_NOT_FOUND",
              text: meant === "many" ? ambiguous(label, look.text) : notFound(label, look.text),
            });
        },
      );
    }
  }
  await waits.settle(me);
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

/** Will a row of this entity be there by the time this one is written? */
export type Coming = (target: Entity, text: string) => boolean;

/** A row that waits for others of its file cannot be judged by its rules yet; what it lacks by its declaration is said at once. */
export function lackingYet(kernel: Pick<Kernel, "declared">, documents: Documents): void {
  for (const node of documents.roots) {
    if (!node.waits || node.stored || node.result === "wrong") continue;
    for (const key of node.shape.fields) {
      const field = fieldAt(kernel, node.shape, key);
      if (!field || field.optional || field.computed || field.initial !== undefined) continue;
      const value = node.values[key];
      if (value !== undefined && value !== null && value !== "") continue;
      documents.wrong(node, key, null, "TABLE_REQUIRED", [`${field.label[0]}必填`, `${field.label[1]} is required`]);
    }
  }
}

/** Says of every row what it would change; doubts and references that say what is stored already are dropped. */
export async function compare(kernel: Kernel, documents: Documents, me: Me, warnings: Finding[], isComing?: Coming): Promise<void> {
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
      const field = fieldAt(kernel, shape, look.key)!;
      waits.add(
        shape.entity.fields,
        field,
        look,
        () => ({ ...stored, ...given(node.values) }),
        (stands, label) => {
          const meant = inFile.parent(node, look, stands) ?? comingRow(kernel, node, field, look, isComing);
          if (meant === "many") documents.wrong(node, look.key, look.text, "IMPORT_AMBIGUOUS", ambiguous(label, look.text));
          else if (!meant) documents.wrong(node, look.key, look.text, "DATA_NOT_FOUND", notFound(label, look.text));
          else {
            node.values[look.key] = meant.id;
            node.shown[look.key] = meant.shown;
          }
        },
      );
    }
  }
  await waits.settle(me);
  cutCircles(documents);
  for (const [i, node] of nodes.entries()) {
    if (i % some === some - 1) await pause();
    differ(kernel, documents, node, warnings);
  }
}

/** Stands for a row of another sheet that has no id yet. */
function comingRow(kernel: Pick<Kernel, "declared">, node: Node, field: Field, { text }: Look, isComing: Coming | undefined): Meant {
  const target = kernel.declared.entities.get(field.target ?? "");
  if (!target || !isComing?.(target, text)) return undefined;
  node.waits = true;
  return { id: `new ${text}`, shown: text };
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
          sheet: read.sheet.sheet,
          row: read.at.row,
          column: key,
          value: values[key],
          code: "IMPORT_NEW_NUMBER",
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
  const column = read.sheet.columns.find((sheetColumn) => sheetColumn.key === key);
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
