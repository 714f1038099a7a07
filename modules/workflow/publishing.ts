import type { Entity } from "#kernel/entity.ts";
import { compile } from "#kernel/expression/expression.ts";
import { Refusal } from "#kernel/refusal.ts";
import { add, set, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import type { Doc, Me } from "#kernel/entity.ts";
import { Answers, conditionScope } from "./answers.ts";
import { billType } from "./bill-type.entity.ts";
import { checkDefinition } from "./engine/check.ts";
import type { Definition } from "./engine/definition.ts";
import type { EventOf } from "./engine/event.ts";
import type { Problem } from "./engine/refusals.ts";
import { formLines } from "./form.ts";
import { freeForm } from "./free-form.entity.ts";
import { moneyOf } from "./money.ts";
import { approvalShape, openingOf, variablesOf, type BillType, type Matter, type Row } from "./matter.ts";
import type { bpmModel } from "./model.entity.ts";
import { foreseenStart } from "./take.ts";

export type ModelDoc = Doc<typeof bpmModel>;
type Case = Readonly<Record<string, unknown>>;

/** Tells two texts apart at a glance; it guards nothing. */
export function checksumOf(text: string): string {
  let [high, low] = [0x811c9dc5, 0x1b873593];
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 0x01000193);
    low = Math.imul(low ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return [high, low].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}

const yn = (value: boolean): "Y" | "N" => (value ? "Y" : "N");

/** A published version with the settings of each node beside the definition. */
export function publishing(
  doc: ModelDoc,
  definition: Definition,
  more: { readonly xml: string | null; readonly note: string | null; readonly checksum: string },
  me: Me,
  at: Moment,
): Effect[] {
  const nodes = definition.nodes
    .filter((node) => node.settings)
    .map((node) => ({
      nodeId: node.id,
      nodeName: node.name[0] || node.id,
      nodeNameEn: node.name[1] || null,
      ...node.settings,
      votePercent: String(node.settings!.votePercent),
      vetoFlag: yn(node.settings!.vetoFlag),
      useCalendar: yn(node.settings!.useCalendar),
      supplierVisible: yn(node.supplierVisible ?? false),
    }));
  return [
    set(doc, { currentVersion: definition.version, status: "PUBLISHED" }),
    add(doc, "versions", {
      version: definition.version,
      bpmnXml: more.xml,
      nodesJson: definition,
      publishedAt: at.now,
      publishedBy: me.userId,
      changeNote: more.note,
      checksum: more.checksum,
      nodes,
    }),
  ];
}

/** The document a process is for, as far as its bill type says. */
export async function subjectFor(
  find: Find,
  billTypeCode: string | null,
): Promise<{ readonly entity: Entity | null; readonly bill: BillType | null }> {
  if (billTypeCode === "FREE_FORM") return { entity: freeForm, bill: null };
  const [bill = null] = billTypeCode ? await find.where(billType, { billTypeCode }, 1) : [];
  return { entity: bill ? entityNamed(find, bill.entityName) : null, bill };
}

function entityNamed(find: Find, name: string): Entity | null {
  try {
    return find.entity(name);
  } catch {
    return null;
  }
}

/** Conditions that cannot be read, each with its flow. */
function conditionProblems(definition: Definition, entity: Entity | null): Problem[] {
  return definition.flows.flatMap((flow): Problem[] => {
    const condition = flow.condition?.trim();
    if (!condition || !entity || /^NODE_\w+$/.test(condition)) return [];
    try {
      compile(condition, conditionScope(entity, definition.form), { type: "yesNo" });
      return [];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [
        { nodeId: flow.from, text: [`连线“${flow.id}”的条件有误：${error.text[0]}`, `condition of flow "${flow.id}": ${error.text[1]}`] },
      ];
    }
  });
}

/** A document that does not exist, made of the values of a test case. */
export function supposed(entity: Entity, bill: BillType | null, values: Readonly<Record<string, unknown>>): Matter {
  const action = Object.keys(entity.actions).find((name) => approvalShape(entity, name)?.bill === bill?.billTypeCode);
  const shape = (action ? approvalShape(entity, action) : undefined) ?? { bill: bill?.billTypeCode ?? "", approve: "", reject: "" };
  const empty = Object.fromEntries(Object.keys(entity.lines as object).map((key) => [key, []]));
  return { entity, bill, shape, row: { ...empty, ...values, id: "-" } as Row };
}

/** Walks a process for a supposed document: which nodes, which people. */
export async function simulated(
  find: Find,
  at: Moment,
  me: Me,
  definition: Definition,
  matter: Matter,
  given: { readonly amount?: string | null; readonly starterUserId?: string; readonly orgId?: string | null } = {},
) {
  const amount = given.amount === undefined ? (await moneyOf(find, matter, at.today, definition)).amountBase : given.amount;
  const opening = { ...openingOf(matter, "-", given.orgId ?? null, amount), variables: variablesOf(matter) };
  const event: EventOf<"start"> = { do: "start", by: given.starterUserId ?? me.userId, opening };
  return foreseenStart(definition, event, at, new Answers(find, at, me.zone, matter, definition));
}

/** Everything that keeps a process from being published, its saved test cases included. */
export async function problemsOf(
  find: Find,
  at: Moment,
  me: Me,
  definition: Definition,
  model: Pick<ModelDoc, "billTypeCode" | "testCases">,
): Promise<readonly Problem[]> {
  const { entity, bill } = await subjectFor(find, model.billTypeCode);
  const fields = entity ? { fields: new Set([...Object.keys(entity.fields), "amount"]) } : {};
  const money =
    Boolean(bill?.amountField) || Boolean(entity && Object.keys(entity.actions).some((name) => approvalShape(entity, name)?.amount));
  const problems = [...checkDefinition(definition, { money, ...fields }), ...conditionProblems(definition, entity)];
  if (problems.length) return problems;
  const cases = await Promise.all(
    ((model.testCases ?? []) as readonly Case[]).map((testExample) =>
      failing(find, at, me, definition, entity ?? freeForm, bill, testExample),
    ),
  );
  return cases.flat();
}

async function failing(
  find: Find,
  at: Moment,
  me: Me,
  definition: Definition,
  entity: Entity,
  bill: BillType | null,
  current: Case,
): Promise<Problem[]> {
  const matter = supposed(entity, bill, (current["variables"] ?? {}) as Row);
  const amount = typeof current["amount"] === "string" && current["amount"] ? current["amount"] : null;
  const walked = (await simulated(find, at, me, definition, matter, { amount })).map((f) => f.nodeId).join(",");
  const wanted = String(current["path"] ?? "").replaceAll(" ", "");
  if (walked === wanted) return [];
  const name = String(current["name"] ?? "");
  return [
    {
      nodeId: "",
      text: [
        `测试用例“${name}”走了 ${walked || "（无）"}，应走 ${wanted}`,
        `test case "${name}" took ${walked || "(nothing)"}, expected ${wanted}`,
      ],
    },
  ];
}

type ReadDiagram = (
  xml: string,
  given: { readonly key: string; readonly version: number; readonly routeKeys: readonly string[] },
) => Promise<Definition>;

const reading: { by: ReadDiagram | null } = { by: null };

/** Hands in what reads a diagram: a library of its own, which rules do not lean on. */
export const readDiagramsBy = (read: ReadDiagram): void => void (reading.by = read);

/** What is drawn on a model, as a process of its next version. */
export const drawnOf = async (
  doc: Pick<ModelDoc, "bpmnXml" | "modelKey" | "currentVersion" | "routeKeys" | "billTypeCode" | "formConfig">,
): Promise<Definition> => {
  if (!reading.by) throw new Error("nothing reads diagrams here");
  const routeKeys = Array.isArray(doc.routeKeys) ? (doc.routeKeys as unknown[]).map(String) : [];
  const drawn = await reading.by(doc.bpmnXml ?? "", { key: doc.modelKey, version: (doc.currentVersion ?? 0) + 1, routeKeys });
  return withForm(drawn, doc.billTypeCode, doc.formConfig);
};

/** A free process carries its form. */
export function withForm(definition: Definition, billTypeCode: unknown, formConfig: unknown): Definition {
  const form = billTypeCode === "FREE_FORM" ? formLines(formConfig) : [];
  return form.length ? { ...definition, form } : definition;
}
