import { pathOf } from "./declared.ts";
import type { Audience, Entity, ListShape } from "./entity.ts";
import { fieldOf, lookupOfStates } from "./entity.ts";
import type { Field, Kind } from "./field.ts";
import { isDecimalKind } from "./field.ts";
import { anySupplier, canMeet } from "./page-views.ts";
import type { Language, Text } from "./text.ts";

/** One column of a list or of a line table, as the declaration means it. */
export interface Column {
  readonly key: string;
  readonly field: Field;
  readonly role: "title" | "status" | "plain";
  readonly width: number;
  readonly align: "left" | "right" | "center";
  readonly sortable: boolean;
  readonly sums: boolean;
  /** The field of the same row that says in what it is counted: its currency or its unit. */
  readonly counted?: string | undefined;
}

export interface Section {
  readonly key: string;
  readonly label: Text;
  readonly cells: readonly Cell[];
}

/** One field of a form; four columns make a row. */
export interface Cell {
  readonly key: string;
  readonly field: Field;
  readonly span: 1 | 2 | 4;
}

/** Kinds that do not fit into one line of a table. */
const bulky: ReadonlySet<Kind> = new Set<Kind>(["longtext", "richtext", "rows", "snapshot", "payload", "secret"]);
const unformed: ReadonlySet<Kind> = new Set<Kind>(["files", "snapshot", "payload"]);
const unsortable: ReadonlySet<Kind> = new Set<Kind>([
  "longtext",
  "richtext",
  "rows",
  "snapshot",
  "payload",
  "secret",
  "files",
  "picks",
  "refs",
]);
export const dateKinds: ReadonlySet<Kind> = new Set<Kind>(["date", "datetime", "month", "year"]);

/** May this audience see the field or collection at all? The server masks anyway; the page leaves no empty place. */
export const isShown = (e: Entity, key: string, audience: Audience): boolean =>
  audience === "internal" || audience === "system" || key === "id" || (e.shows?.supplier?.includes(key) ?? false);

/** Kept for the server alone: no page shows it, not even masked. */
const isSecretive = (field: Field): boolean => field.hidden === "all" && field.computed;

export const isEnglishHalf = (e: Entity, key: string): boolean => Object.values(e.fields).some((f) => f.english === key);

/** A list by name, or the entity's own list when none is named. */
export function listOf(e: Entity, name?: string): ListShape {
  const named = name === undefined ? undefined : e.lists?.[name];
  return {
    route: named?.route ?? e.pages?.list ?? "",
    title: named?.title ?? e.label,
    columns: named?.columns ?? e.list ?? ownColumns(e),
    search: searchOf(e, named?.search ?? e.search ?? ownSearch(e)),
    ...((named?.views ?? e.views) ? { views: named?.views ?? e.views } : {}),
    ...(named?.opens ? { opens: named.opens } : {}),
    ...((named?.cards ?? e.pages?.cards) ? { cards: named?.cards ?? e.pages?.cards } : {}),
    ...(named?.heads ? { heads: named.heads } : {}),
    ...((named?.order ?? e.order) ? { order: named?.order ?? e.order } : {}),
  };
}

/** What a list shows when the declaration does not say: how the thing is known, how it stands, and what fits in a line. */
function ownColumns(e: Entity): readonly string[] {
  const fits = Object.keys(e.fields).filter(
    (k) => !bulky.has(e.fields[k]!.kind) && e.fields[k]!.kind !== "files" && !e.fields[k]!.hidden && !isEnglishHalf(e, k),
  );
  const first = [...e.title, ...(e.states ? [e.stateField] : [])].filter((k) => fits.includes(k));
  const rest = fits.filter((k) => !first.includes(k)).slice(0, Math.max(0, 9 - first.length));
  return [...first, ...rest, "lastUpdateDate"];
}

/** The filters a list declares, but for what the installation says of a field. */
const searchOf = (e: Entity, declared: readonly string[]): readonly string[] => [
  ...declared.filter((key) => e.fields[key]?.searchable !== false),
  ...Object.keys(e.fields).filter((key) => e.fields[key]!.searchable === true && !declared.includes(key)),
];

const ownSearch = (e: Entity): readonly string[] => {
  const keys = Object.keys(e.fields).filter((k) => ["pick", "ref", "yn", "date"].includes(e.fields[k]!.kind));
  return [...e.title, ...keys.filter((k) => !e.title.includes(k)).slice(0, 6)];
};

/** The columns of a list in declared order, without those the audience may not see. */
export function columnsOf(e: Entity, audience: Audience, list?: string): readonly Column[] {
  const keys = inSight(
    e,
    (listOf(e, list).columns ?? []).filter((key) => fieldOf(e, key) && isShown(e, key, audience)),
  );
  const link = keys.find((key) => e.title.includes(key)) ?? keys[0];
  return keys.map((key) => columnOf(e, key, fieldOf(e, key)!, link));
}

/** As many columns as the smallest desk shows beside the number. */
const near = 3;

/** Number, status and amount are what every list is read by: none of them stands where a small window cuts it off. */
function inSight(e: Entity, keys: readonly string[]): readonly string[] {
  const moved = (all: readonly string[], key: string | undefined, to: number): readonly string[] => {
    if (key === undefined || all.indexOf(key) <= near) return all;
    const rest = all.filter((value) => value !== key);
    return [...rest.slice(0, to), key, ...rest.slice(to)];
  };
  const amount = e.pages?.key && e.fields[e.pages.key]?.kind === "money" ? e.pages.key : undefined;
  return moved(moved(keys, e.states ? e.stateField : undefined, 1), amount, near);
}

/** Room for a name of twenty letters and a code of eleven. */
const widthOfGoods = 264;

/** The columns of a line table: everything of a line that fits, because a line has no page of its own; close together, because there are many. */
export function lineColumnsOf(line: Entity, audience: Audience, language?: Language): readonly Column[] {
  const body = (kind: Kind): number => (dateKinds.has(kind) ? widths[kind] : Math.round(widths[kind] * 0.8));
  // What a line is about is named with its code: the record that a text beside it repeats has room for both.
  const about = new Set(Object.values(line.fields).flatMap((field) => field.repeats ?? []));
  const narrower = (column: Column): Column => ({
    ...column,
    width: about.has(column.key)
      ? widthOfGoods
      : (column.field.width ?? Math.max(labelWidth(column.field, language) + 8, body(column.field.kind))),
  });
  const keys =
    line.list ??
    Object.keys(line.fields).filter((k) => !["snapshot", "payload", "richtext"].includes(line.fields[k]!.kind) && !isEnglishHalf(line, k));
  return keys.flatMap((key) => {
    const field = fieldOf(line, key);
    return field && isShown(line, key, audience) ? [narrower(columnOf(line, key, field))] : [];
  });
}

/** One column; the one that links is the first by which people know the thing. */
function columnOf(e: Entity, key: string, field: Field, link?: string): Column {
  const number = isDecimalKind(field.kind) || field.kind === "int";
  return {
    key,
    field,
    role: key === link ? "title" : e.states && key === e.stateField ? "status" : "plain",
    width: widthOf(e, key, field),
    align: number ? "right" : field.kind === "yn" ? "center" : "left",
    sortable: !unsortable.has(field.kind) && !field.hidden && !field.uses,
    sums: (field.kind === "money" || field.kind === "qty") && field.adds !== false,
    counted: field.currency ?? field.unit ?? (field.kind === "qty" ? e.unit : undefined),
  };
}

const widths: Readonly<Record<Kind, number>> = {
  text: 160,
  longtext: 220,
  richtext: 220,
  code: 140,
  int: 88,
  qty: 110,
  price: 120,
  money: 136,
  rate: 104,
  percent: 96,
  date: 112,
  datetime: 160,
  month: 96,
  year: 80,
  yn: 76,
  pick: 116,
  picks: 160,
  ref: 190,
  refs: 200,
  files: 110,
  rows: 160,
  snapshot: 160,
  payload: 160,
  secret: 110,
};

/** Wide enough for the value and for the longer of both labels, so that nothing is cut when the language changes. */
export function widthOf(e: Entity, key: string, field: Field): number {
  if (field.width) return field.width;
  const label = labelWidth(field);
  if (e.states && key === e.stateField)
    return Math.max(label, 46 + Math.max(...Object.values(e.states).flatMap(([cn, en]) => [textWidth(cn), textWidth(en)])));
  if (e.number?.[0] === key) return Math.max(label, 164, numberWidth(e.number[1]));
  const body = field.kind === "text" && field.max !== undefined && field.max <= 20 ? 110 : widths[field.kind];
  return Math.max(body, label);
}

/** A number is never cut: it is as long as its pattern, a code in it taken for six letters. */
const numberWidth = (pattern: string): number =>
  28 +
  Math.ceil(
    8.6 *
      pattern.replaceAll(/\{(\w+)\}/g, (_, part: string) => (/^[yMd\d]+$/.test(part) ? part : "x".repeat(part === "check" ? 1 : 6))).length,
  );

const labelWidth = (field: Field, language?: Language): number => {
  const [cn, en] = [textWidth(field.label[0]), textWidth(field.label[1])];
  return Math.min(200, (language === undefined ? Math.max(cn, en) : language === "EN" ? en : cn) + 34);
};

/** About how many pixels a text takes at 12 px: Chinese letters are square, capitals and signs nearly so, small letters half as wide. */
const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > "⺀" ? 13 : /[A-Z%&@]/.test(letter) ? 10 : 6.6), 0) | 0;

type Values = Readonly<Record<string, unknown>>;

/** The views a list offers; a supplier is offered none that his wall leaves empty for ever. */
export function viewsOf(
  e: Entity,
  list?: string,
  audience: Audience = "internal",
): readonly { readonly key: string; readonly label: Text }[] {
  const wall = audience === "supplier" ? e.sees.supplier : undefined;
  return Object.entries(listOf(e, list).views ?? {})
    .filter(([, [, , where]]) => typeof wall !== "function" || canMeet(wall(anySupplier), where(anySupplier)))
    .map(([key, [cn, en]]) => ({ key, label: [cn, en] as const }));
}

/** A form as the declaration groups it; without sections, what people fill in comes before what the system knows. */
export function formOf(e: Entity, audience: Audience, own: readonly string[] = []): readonly Section[] {
  const fits = (key: string) => {
    const field = fieldOf(e, key);
    return (
      field !== undefined &&
      isShown(e, key, audience) &&
      !(audience === "supplier" && key === "supplierId") &&
      (!unformed.has(field.kind) || own.includes(key)) &&
      !isSecretive(field) &&
      !isEnglishHalf(e, key)
    );
  };
  const cell = (key: string): Cell => ({
    key,
    field: fieldOf(e, key)!,
    span: fieldOf(e, key)!.english ? 2 : spanOf(fieldOf(e, key)!.kind),
  });
  const sections = e.pages?.sections ?? ownSections(e);
  return sections
    .map(([cn, en, keys], at): Section => ({ key: `s${at}`, label: [cn, en], cells: keys.filter(fits).map(cell) }))
    .filter((section) => section.cells.length > 0);
}

const spanOf = (kind: Kind): 1 | 2 | 4 => (kind === "longtext" || kind === "refs" ? 2 : kind === "richtext" || kind === "rows" ? 4 : 1);

type Declared = readonly [cn: string, en: string, keys: readonly string[]];

function ownSections(e: Entity): readonly Declared[] {
  const head = [...(e.states ? [e.stateField] : []), e.number?.[0], e.pages?.key];
  const keys = Object.keys(e.fields).filter((k) => !head.includes(k));
  const typed = keys.filter((k) => !e.fields[k]!.computed);
  const known = keys.filter((k) => e.fields[k]!.computed);
  const heavy = typed.filter((k) => spanOf(e.fields[k]!.kind) > 1);
  const light = typed.filter((k) => !heavy.includes(k));
  if (light.length <= 12 && known.length <= 4) return [["基本信息", "Basics", [...light, ...known, ...heavy]]];
  return [
    ["基本信息", "Basics", light.slice(0, 12)],
    ["更多信息", "More", [...light.slice(12), ...heavy]],
    ["系统记录", "On record", known],
  ];
}

/** The facts a reader wants beside the title: references first, then dates and choices; never the title, status or key amount again. */
export function factsOf(e: Entity, audience: Audience, most: number): readonly Column[] {
  return ranked(e, audience, { ref: 0, pick: 1, date: 2, datetime: 3 }).slice(0, most);
}

function ranked(e: Entity, audience: Audience, order: Partial<Record<Kind, number>>, list?: string): readonly Column[] {
  return columnsOf(e, audience, list)
    .filter(
      (c) =>
        c.role === "plain" &&
        !e.title.includes(c.key) &&
        c.key !== e.pages?.key &&
        !isEnglishHalf(e, c.key) &&
        !(audience === "supplier" && c.key === "supplierId"),
    )
    .map((column, at) => ({ column, rank: (order[column.field.kind] ?? 4) * 100 + at }))
    .sort((a, b) => a.rank - b.rank)
    .map((x) => x.column);
}

const cardMost = 4;
/** A card has no headings to look along: how much and by when come before who and what kind. */
const cardOrder: Partial<Record<Kind, number>> = { qty: 0, date: 1, datetime: 1, ref: 2, pick: 3 };

function firstLooked(e: Entity, audience: Audience, list: string | undefined): readonly Column[] {
  const all = ranked(e, audience, cardOrder, list);
  const group = (column: Column): number => cardOrder[column.field.kind] ?? 4;
  // two quantities and two dates at most, so that somebody and some place are named too
  const columns = all.filter(
    (column, at) => group(column) > 1 || all.slice(0, at).filter((candidate) => group(candidate) === group(column)).length < 2,
  );
  return columns.slice(0, cardMost);
}

/** What a card of a list says: what the list declares for it, else what a person looks for first. */
export function cardFactsOf(e: Entity, audience: Audience, list: string | undefined): readonly Column[] {
  const { cards } = listOf(e, list);
  return cards ? columnsOf(e, audience, list).filter((column) => cards.includes(column.key)) : firstLooked(e, audience, list);
}

/** The few columns of a line that a narrow panel has room for: what it is, and its figures; of given rows only what is filled in somewhere. */
export function briefColumnsOf(
  line: Entity,
  audience: Audience,
  rows: readonly Readonly<Record<string, unknown>>[] = [],
): readonly Column[] {
  const isFilled = ({ key }: Column): boolean => rows.length === 0 || rows.some((row) => (row[key] ?? "") !== "");
  const all = lineColumnsOf(line, audience).filter(isFilled);
  const words = all.filter((c) => c.field.kind === "text" || c.field.kind === "code");
  // A title goes from the wider to the narrower: the last of it says what this line is.
  const titled = line.title.findLast((key) => words.some((c) => c.key === key));
  const what =
    goodsIn(line, all, rows) ??
    all.find((c) => c.field.kind === "ref" && !c.field.optional && line.title.includes(c.key)) ??
    all.find((c) => c.field.kind === "ref" && !c.field.optional) ??
    words.find((c) => c.key === titled) ??
    all.find((c) => c.field.kind === "ref" && line.title.includes(c.key)) ??
    words.find((c) => !c.field.computed) ??
    all[0];
  return briefWith(all, whatItIs(what, all, rows));
}

/** Where every row names its goods, a line is about them, whatever document it came from. */
function goodsIn(line: Entity, all: readonly Column[], rows: readonly Readonly<Record<string, unknown>>[]): Column | undefined {
  const repeated = new Set(Object.values(line.fields).flatMap((field) => field.repeats ?? []));
  return rows.length === 0 ? undefined : all.find(({ key }) => repeated.has(key) && rows.every((row) => (row[key] ?? "") !== ""));
}

/** Words that only repeat a record are read as that record, which has a code beside its name; words of their own stay. */
function whatItIs(
  what: Column | undefined,
  all: readonly Column[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Column | undefined {
  const record = what?.field.repeats === undefined ? undefined : all.find((c) => c.key === what.field.repeats);
  return record && rows.length > 0 && rows.every((row) => (row[record.key] ?? "") !== "") ? record : what;
}

function briefWith(all: readonly Column[], what: Column | undefined): readonly Column[] {
  const figures = all.filter((c) => c !== what && isDecimalKind(c.field.kind)).slice(0, 4);
  const columns = ["qty", "price", "money"].flatMap((kind) => figures.find((c) => c.field.kind === kind) ?? []);
  const rest = all.filter(
    (c) => c !== what && !columns.includes(c) && !c.field.computed && !bulky.has(c.field.kind) && c.field.kind !== "files",
  );
  return what === undefined ? [] : [what, ...columns, ...(columns.length === 0 ? rest.slice(0, 2) : [])];
}

/** The fields that hold attachments; each becomes a section of its own on the edit page. */
export const fileKeysOf = (e: Entity, audience: Audience): readonly string[] =>
  Object.keys(e.fields).filter((k) => e.fields[k]!.kind === "files" && isShown(e, k, audience));

export const stateOf = (e: Entity, row: Readonly<Record<string, unknown>>): string => String(row[e.stateField] ?? "");

/** The lookup a pick field is read by; a state's codes travel under the entity's own name. */
export const lookupOf = (e: Entity, key: string): string | undefined =>
  e.states && key === e.stateField ? lookupOfStates(e) : fieldOf(e, key)?.lookup;

/** The address of one call of an entity. */
export const callPath = (e: Entity, name: string): string => `${e.service}/v1/${pathOf(e)}/${name}`;

/** Rows of a tree under their parents; a row whose parent is not among them stands at the top, so that a search loses none. */
export function nestRows(rows: readonly Values[], parent: string): readonly Values[] {
  const ids = new Set(rows.map((row) => row["id"]));
  const below = new Map<unknown, Values[]>();
  for (const row of rows) {
    const above = ids.has(row[parent]) && row[parent] !== row["id"] ? row[parent] : null;
    below.set(above, [...(below.get(above) ?? []), row]);
  }
  const grow = (row: Values): Values => (below.has(row["id"]) ? { ...row, children: below.get(row["id"])!.map(grow) } : row);
  return (below.get(null) ?? []).map(grow);
}
