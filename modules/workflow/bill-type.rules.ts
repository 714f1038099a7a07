import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, warn, type Decision, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { billType } from "./bill-type.entity.ts";
import { chainOf, modeOf } from "./chain.ts";
import { bpmInstance } from "./instance.entity.ts";
import type { BillType } from "./matter.ts";
import { bpmModel, bpmModelVersion } from "./model.entity.ts";
import { checkDefinition, modelInvalid, type Definition } from "./terms.ts";

const noneWithMoney = (): Refusal =>
  refuse("BILL_TYPE_NONE", "有金额的单据类型不能固定为免审", "A document type with an amount needs an approval process");

/** The process submissions would follow, as it is stored; that of a chain is held, because it gets its next version here. */
async function wayOf(doc: BillType, find: Find) {
  const mode = modeOf(doc);
  const key = (mode === "BPM" ? doc.processKey : mode === "NODE_CHAIN" ? `CHAIN_${doc.billTypeCode}` : null) ?? "";
  const [found = null] = key ? await find.where(bpmModel, { modelKey: key }, 1) : [];
  const model = found && mode === "NODE_CHAIN" ? await find.lock(bpmModel, found.id) : found;
  const version = (mode === "BPM" ? doc.processVersion : null) ?? model?.currentVersion ?? null;
  const [published = null] = model && version !== null ? await find.where(bpmModelVersion, { modelId: model.id, version }, 1) : [];
  return { mode, key, model, definition: (published?.nodesJson ?? null) as Definition | null };
}

const unpublished = (key: string): Refusal =>
  refuse(
    "BPM_NO_MODEL",
    key ? `流程“${key}”未发布，请先发布或另选流程` : "请选择流程",
    key ? `Process "${key}" is not published. Publish it or choose another` : "Choose a process",
  );

const inKeyOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The same chain keeps its version: neither the number of the version nor the order of keys makes another one. */
const isSameChain = (a: Definition, b: Definition): boolean =>
  JSON.stringify({ ...a, version: 0 }, inKeyOrder) === JSON.stringify({ ...b, version: 0 }, inKeyOrder);

/** What is in force can be followed from now on: a drawn process is published, a chain is compiled; what runs ends on its own version. */
function putInForce(doc: BillType, { mode, key, model, definition }: Awaited<ReturnType<typeof wayOf>>, at: Moment): Decision {
  const isPublished = model?.status === "PUBLISHED" && definition !== null;
  if (mode === "BPM") return isPublished ? [] : unpublished(key);
  if (mode !== "NODE_CHAIN") return [];
  const chain = chainOf(doc, key);
  const problems = checkDefinition(chain, { money: Boolean(doc.amountField) });
  if (doc.nodes.length === 0 || problems.length)
    return modelInvalid(problems.length ? problems : [{ nodeId: "", text: ["没有节点", "there are no nodes"] }]);
  const inForce = set(doc, { compiledKey: key });
  if (isPublished && definition !== null && isSameChain(definition, chain)) return inForce;
  const id = model?.id ?? at.newId();
  const made: Effect[] = model
    ? []
    : [
        make(bpmModel, id, {
          modelKey: key,
          nameCn: doc.billTypeName,
          nameEn: doc.billTypeNameEn,
          billTypeCode: doc.billTypeCode,
          hiddenFlag: "Y",
        }),
      ];
  return [...made, run(bpmModel, id, "doCompile", { definition: chain }), inForce];
}

const save = rule(billType, "saveOrUpdate", {
  reads: async (doc, find) => ({ way: doc.status === "EFFECTIVE" ? await wayOf(doc, find) : null }),
  decide(doc, { way }, _, __, at) {
    if (doc.approvalMode === "NONE" && doc.amountField) return noneWithMoney();
    if (doc.timeoutAction === "PASS" && doc.amountField)
      return refuse(
        "BILL_TYPE_TIMEOUT",
        "有金额的单据类型不能超时自动通过",
        "A document type with an amount cannot be approved by timeout",
      );
    return way ? putInForce(doc, way, at) : [];
  },
});

const enable = rule(billType, "doEnabled", {
  reads: wayOf,
  decide: (doc, way, _, __, at) => (way.mode === "NONE" && doc.amountField ? noneWithMoney() : putInForce(doc, way, at)),
});

const invalidate = rule(billType, "doInvalid", {
  reads: async (doc, find) => ({
    running: await find.count(bpmInstance, { billTypeCode: doc.billTypeCode, status: ["RUNNING", "SUSPENDED", "ERROR"] }),
  }),
  decide: (_, { running }) => [
    running > 0 && warn("BILL_TYPE_RUNNING", `${running} 个进行中的审批按原流程继续`, `${running} approvals in progress are not affected`),
  ],
});

export const billTypeRules: readonly Rule[] = [save, enable, invalidate];
