import { perProduct } from "#kernel/declared.ts";
import type { Action, Approval, Doc, Entity, Lines } from "#kernel/entity.ts";
import { isDecimal } from "#kernel/decimal.ts";
import type { Inputs } from "#kernel/expression/run.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Effect, Find, Moment } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { askRule, logDecision } from "#modules/rules/index.ts";
import { billType } from "./bill-type.entity.ts";
import { oneStep } from "./engine/chain.ts";
import type { Definition, TimeoutAction } from "./engine/definition.ts";
import type { Opening } from "./engine/event.ts";
import type { Variables } from "./engine/state.ts";
import { bpmModel, bpmModelVersion } from "./model.entity.ts";

export type Row = Readonly<Record<string, unknown>> & { readonly id: string };
export type BillType = Doc<typeof billType>;

/** A document in approval: what it is, how it is submitted, and what its bill type says. */
export interface Matter {
  readonly entity: Entity;
  readonly row: Row;
  readonly shape: Approval;
  readonly bill: BillType | null;
  /** The names behind references that the subject speaks of, in both languages. */
  readonly names?: ReadonlyMap<string, Text>;
}

export const noModel = () => refuse("BPM_NO_MODEL", "未找到适用流程", "No applicable process");

export const approvalShape = (entity: Entity, action: string): Approval | undefined =>
  (entity.actions as Record<string, Action>)[action]?.approval;

export async function matterOf(find: Find, bizEntity: string, bizId: string, submitAction: string): Promise<Matter> {
  const entity = find.entity(bizEntity);
  const shape = approvalShape(entity, submitAction);
  if (!shape) throw noModel();
  const [row, [bill = null]] = await Promise.all([
    find.one(entity, bizId) as unknown as Promise<Row>,
    find.where(billType, { billTypeCode: shape.bill }, 1),
  ]);
  const names = new Map(await namesIn(find, entity, row, titleOf(shape, bill)));
  const [supplier, goods] = await Promise.all([supplierName(find, entity, row, shape.supplier), recordName(find, entity, row)]);
  if (supplier) names.set(supplierKey, supplier);
  if (goods) names.set(goodsKey, goods);
  return { entity, row, shape, bill, names };
}

const spoken = /\$?\{(\w+)\}/g;

/** How the subject is worded: by the administrator, else by the document itself. */
const titleOf = ({ title = ["", ""] }: Approval, bill: BillType | null): Text =>
  bill?.titleTemplate ? [bill.titleTemplate, bill.titleTemplateEn ?? bill.titleTemplate] : title;

type Values = Readonly<Record<string, unknown>>;

/** What a record is called, in both languages; a record without a name of its own, such as a line of a list, by what it leads to. */
async function nameOf(find: Find, target: string | undefined, id: unknown, steps = 2): Promise<Text | null> {
  if (!target || typeof id !== "string" || id === "") return null;
  const of = find.entity(target);
  const found: Values | null = await find.maybe(of, id);
  const name = of.title[1] ?? of.title[0]!;
  if (of.fields[name]?.kind === "ref") return found && steps > 0 ? nameBehind(find, of, found, steps - 1) : null;
  const [cn, en] = [found?.[name], found?.[of.fields[name]?.english ?? name]].map((entry) => (typeof entry === "string" ? entry : ""));
  return cn ? [cn, en || cn] : null;
}

/** The name behind a row's references, the most telling first: its title ends with it. */
async function nameBehind(find: Find, of: Entity, row: Values, steps?: number): Promise<Text | null> {
  for (const key of of.title.toReversed()) {
    const { kind, target } = of.fields[key] ?? {};
    const name = kind === "ref" ? await nameOf(find, target, row[key], steps) : null;
    if (name) return name;
  }
  return null;
}

/** A row carries names in the language of whoever acts; a subject is read by others. */
async function namesIn(find: Find, entity: Entity, row: Row, title: Text): Promise<ReadonlyMap<string, Text>> {
  const names = new Map<string, Text>();
  for (const [, key = ""] of title.join("").matchAll(spoken)) {
    const field = key.endsWith("Name") && !(key in entity.fields) ? `${key.slice(0, -4)}Id` : "";
    const { kind, target } = entity.fields[field] ?? {};
    const name = kind === "ref" && !names.has(key) ? await nameOf(find, target, row[field]) : null;
    if (name) names.set(key, name);
  }
  return names;
}

const supplierKey = "*supplier";
const goodsKey = "*goods";

/** Whom the document is about, by name. */
const supplierName = (find: Find, entity: Entity, row: Row, key: string | undefined): Promise<Text | null> =>
  nameOf(find, key && entity.fields[key]?.target, row[key ?? ""]);

/** The lines of a document, with the field that says in words what a line is about. */
function linesOf(entity: Entity, row: Values): { readonly line: Entity; readonly rows: readonly Values[]; readonly key: string } | null {
  const lines = Object.entries(entity.lines as Lines).find(([, line]) => !line.single);
  const rows = lines && Array.isArray(row[lines[0]]) ? (row[lines[0]] as readonly Values[]) : [];
  if (!lines || rows.length === 0) return null;
  const [, line] = lines;
  return { line, rows, key: line.title.findLast((value) => ["text", "longtext"].includes(line.fields[value]?.kind ?? "")) ?? "" };
}

/** What the first line is about, where it has no words of its own or these only repeat a record: records have names in both languages. */
async function recordName(find: Find, entity: Entity, row: Row): Promise<Text | null> {
  const lines = linesOf(entity, row);
  if (!lines) return null;
  const [first] = lines.rows;
  if (lines.key === "") return nameBehind(find, lines.line, first!);
  const record = lines.line.fields[lines.key]?.repeats;
  if (!record) return null;
  const name = await nameOf(find, lines.line.fields[record]?.target, first![record]);
  const words = String(first![lines.key] ?? "").trim();
  return words === "" || words === name?.[0] ? name : null;
}

/** What the lines are about: the first by its own words or the name of what it repeats, and how many there are. */
export function goodsOf(entity: Entity, row: Values, named?: Text): Text | null {
  const lines = linesOf(entity, row);
  if (!lines) return null;
  const { line, rows, key } = lines;
  const own = String(rows[0]![key] ?? "").trim();
  const english = line.fields[key]?.english;
  const [first, firstEn] = named ?? [own, (english && String(rows[0]![english] ?? "")) || own];
  if (!first) return [`${rows.length} 行`, rows.length === 1 ? "1 line" : `${rows.length} lines`];
  return rows.length === 1 ? [first, firstEn] : [`${first}等 ${rows.length} 行`, `${firstEn} and ${rows.length - 1} more`];
}

/** Where the document keeps a fact: the bill type may say it anew. */
export const dimension = ({ shape, bill }: Matter, what: "amount" | "currency" | "org" | "category" | "supplier"): string | null =>
  bill?.[`${what}Field`] ?? shape[what] ?? null;

const dimensions = ["amount", "currency", "org", "category", "supplier"] as const;

/** The fields whose change makes the whole way be walked again: what approvers are chosen by and what they agreed to. */
export const weightyKeys = (matter: Matter): readonly string[] => [
  ...new Set([...dimensions.flatMap((what) => dimension(matter, what) ?? []), ...(matter.shape.again ?? [])]),
];

const valueAt = ({ row }: Matter, key: string | null): string | null => {
  const value = key === null ? null : row[key];
  return value === null || value === undefined || value === "" ? null : String(value);
};

export const factOf = (matter: Matter, what: Parameters<typeof dimension>[1]): string | null => valueAt(matter, dimension(matter, what));

export const amountOf = (matter: Matter): string | null => {
  const amount = factOf(matter, "amount");
  return amount !== null && isDecimal(amount) ? amount : null;
};

const plain = new Set([
  "text",
  "code",
  "int",
  "qty",
  "price",
  "money",
  "rate",
  "percent",
  "date",
  "datetime",
  "month",
  "year",
  "yn",
  "pick",
  "ref",
]);

/** The header of the document as conditions see it; what is secret or hidden stays out. */
export function variablesOf({ entity, row }: Matter): Variables {
  const keys = Object.entries(entity.fields).filter(([, field]) => plain.has(field.kind) && !field.hidden);
  return Object.fromEntries(keys.map(([key]) => [key, row[key] ?? null]));
}

/** The few facts an approver's card shows, with the other language of a text; a document says itself which, so that nothing sealed is copied. */
export function summaryOf({ shape, bill, row, entity }: Matter): Variables {
  const listed = bill?.subjects.flatMap((s) => (Array.isArray(s.summaryFields) ? (s.summaryFields as string[]) : [])) ?? [];
  const keys = [...new Set([...(shape.summary ?? []), ...listed])].filter((key) => key in entity.fields && !entity.fields[key]!.hidden);
  const halves = keys.flatMap((key) => entity.fields[key]!.english ?? []).filter((key) => !entity.fields[key]!.hidden);
  return Object.fromEntries([...keys, ...halves].map((key) => [key, row[key] ?? null]));
}

export function numberOf({ entity, row }: Pick<Matter, "entity" | "row">): string {
  const key = entity.number?.[0] ?? entity.title[0]!;
  // A row known by whom it is about has no number; its subject says whose it is.
  return entity.fields[key]?.kind === "ref" ? "" : String(row[key] ?? "");
}

export const billName = ({ shape, bill, entity }: Matter): Text =>
  bill ? [bill.billTypeName, bill.billTypeNameEn ?? bill.billTypeName] : (shape.label ?? entity.label);

/** The subject: the bill type's template with the document's values, else its name and number. */
export function subjectOf(matter: Matter): Text {
  const { bill, row, entity, names, shape } = matter;
  const number = numberOf(matter);
  const name = billName(matter);
  if (closedFlagOf(matter) === "Y") return [`${name[0]} ${number}`.trim(), `${name[1]} ${number}`.trim()];
  const value = (key: string, at: 0 | 1): unknown => {
    const english = at === 1 ? entity.fields[key]?.english : undefined;
    return names?.get(key)?.[at] ?? ((english && row[english]) || row[key]) ?? (key === "billNum" ? number : "");
  };
  const title = titleOf(shape, bill);
  // Whoever wrote no words for it reads what it is about: with whom, and which goods; else what it is called beside its number.
  const about = [names?.get(supplierKey), goodsOf(entity, row, names?.get(goodsKey))].filter((text): text is Text => Boolean(text));
  const called = entity.title.filter((key) => entity.fields[key]?.kind === "text" && !entity.fields[key].hidden && row[key] !== number);
  const words = (at: 0 | 1): unknown[] => (about.length ? about.map((text) => text[at]) : called.map((key) => value(key, at)));
  const plain = (at: 0 | 1): string => [`${name[at]} ${number}`.trim(), ...words(at).filter(Boolean)].join(" · ");
  const written = (template: string, at: 0 | 1): string =>
    (template ? template.replace(spoken, (_, key: string) => String(value(key, at))) : plain(at)).slice(0, 400);
  return [written(title[0], 0), written(title[1], 1)];
}

/** Whether those who take part alone may know of the approval. */
export const closedFlagOf = ({ shape, row }: Pick<Matter, "shape" | "row">): "Y" | "N" => (shape.closed?.(row) ? "Y" : "N");

/** What an approval begins with; the amount is given in the group's currency. */
export const openingOf = (matter: Matter, id: string, starterOrgId: string | null, amount: string | null): Opening => ({
  id,
  billTypeCode: matter.shape.bill,
  bizEntity: matter.entity.name,
  bizId: matter.row.id,
  billNum: numberOf(matter),
  subject: subjectOf(matter)[0],
  starterOrgId,
  variables: variablesOf(matter),
  amount,
  withdrawPolicy: (matter.bill?.withdrawPolicy ?? "BEFORE_FIRST_ACTION") as Opening["withdrawPolicy"],
  ownerUserId: matter.bill?.ownerUserId ?? null,
  parentInstanceId: null,
});

/** How a matter is approved: by a stored process, by one made for it, or not at all. */
export type Route =
  | { readonly mode: "NONE"; readonly log: readonly Effect[] }
  | { readonly mode: "STORED" | "MADE"; readonly definition: Definition; readonly log: readonly Effect[] };

async function storedProcess(find: Find, modelKey: string, version: number | null): Promise<Definition> {
  const [model] = await find.where(bpmModel, { modelKey }, 1);
  if (!model || model.status !== "PUBLISHED") throw noModel();
  return definitionOf(find, modelKey, version ?? model.currentVersion ?? 0);
}

const keptDefinitions = perProduct(() => new Map<string, Definition>());

/** A published process; it never changes, so that it is read once. */
export async function definitionOf(find: Find, modelKey: string, version: number): Promise<Definition> {
  const definitions = keptDefinitions(find.declared);
  const [model] = await find.where(bpmModel, { modelKey }, 1);
  const known = model ? definitions.get(`${model.id}:${version}`) : undefined;
  if (known) return known;
  const [found] = model ? await find.where(bpmModelVersion, { modelId: model.id, version }, 1) : [];
  if (!model || !found) throw noModel();
  const definition = found.nodesJson as Definition;
  if (definitions.size > 500) definitions.clear();
  definitions.set(`${model.id}:${version}`, definition);
  return definition;
}

/** One task for whoever holds the right on the document's page, or for the bill type's responsibility. */
function madeProcess({ shape, bill, entity }: Matter, respCode: string | null): Definition {
  const holds = `${bill?.approveResource || "btnApproval"}@${entity.name}`;
  const definition = oneStep(
    shape.bill,
    { approverRule: "RESP", ruleValue: respCode ? { respCode } : { holds } },
    bill?.selfApproveFlag === "Y",
  );
  const limit = bill?.timeoutHours ?? null;
  if (limit === null) return definition;
  const timeoutAction = (bill?.timeoutAction ?? "REMIND") as TimeoutAction;
  const nodes = definition.nodes.map((n) => (n.settings ? { ...n, settings: { ...n.settings, timeLimitHours: limit, timeoutAction } } : n));
  return { ...definition, nodes };
}

/** Which way the matter goes: the routing rule first, then what the bill type says, one step where nobody said anything. */
export async function routeOf(
  find: Find,
  matter: Matter,
  at: Moment,
  zone: string,
  wanted: string | null,
  inBase: () => Promise<string | null>,
): Promise<Route> {
  const { bill, shape, entity, row } = matter;
  if (wanted) return { mode: "STORED", definition: await storedProcess(find, wanted, null), log: [] };
  const isOn = bill?.status === "EFFECTIVE";
  const log: Effect[] = [];
  if (isOn && bill.routeRuleCode) {
    const inputs: Inputs = { ...row, ...variablesOf(matter), amount: amountOf(matter), amountBase: await inBase() };
    const asked = await askRule(find, bill.routeRuleCode, inputs, { now: at.now, zone }, { biz: { bizType: entity.name, bizId: row.id } });
    log.push(logDecision(asked, at));
    const key = asked.outputs["processKey"];
    if (key === "NONE") return { mode: "NONE", log };
    if (typeof key === "string" && key) return { mode: "STORED", definition: await storedProcess(find, key, null), log };
  }
  const mode = isOn ? (bill.approvalMode ?? (bill.processKey ? "BPM" : bill.nodes.length ? "NODE_CHAIN" : "ONE_STEP")) : "ONE_STEP";
  if (mode === "NONE") return { mode, log };
  if (mode === "BPM") {
    if (!bill!.processKey) throw noModel();
    return { mode: "STORED", definition: await storedProcess(find, bill!.processKey, bill!.processVersion), log };
  }
  if (mode === "NODE_CHAIN") {
    if (!bill!.compiledKey) throw noModel();
    return { mode: "STORED", definition: await storedProcess(find, bill!.compiledKey, null), log };
  }
  const responsibility = isOn && bill.fallbackRespId ? await find.maybe(find.entity("BaseResponsibility"), bill.fallbackRespId) : null;
  return {
    mode: "MADE",
    definition: madeProcess(
      { entity, row, shape, bill: isOn ? bill : null },
      (responsibility as { respCode?: string } | null)?.respCode ?? null,
    ),
    log,
  };
}
