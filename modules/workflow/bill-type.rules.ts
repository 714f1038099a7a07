import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, warn, type Effect, type Rule } from "#kernel/rule.ts";
import { billType } from "./bill-type.entity.ts";
import { chainOf, modeOf } from "./chain.ts";
import { bpmInstance } from "./instance.entity.ts";
import { noModel } from "./matter.ts";
import { bpmModel } from "./model.entity.ts";
import { checkDefinition, modelInvalid } from "./terms.ts";

const noneWithMoney = (): Refusal =>
  refuse("BILL_TYPE_NONE", "有金额的单据类型不能固定为免审", "A document type with an amount needs an approval process");

const save = rule(billType, "saveOrUpdate", {
  decide: (doc) => [
    doc.approvalMode === "NONE" && Boolean(doc.amountField) && noneWithMoney(),
    doc.timeoutAction === "PASS" &&
      Boolean(doc.amountField) &&
      refuse("BILL_TYPE_TIMEOUT", "有金额的单据类型不能超时自动通过", "A document type with an amount cannot be approved by timeout"),
  ],
});

const enable = rule(billType, "doEnabled", {
  async reads(doc, find) {
    const mode = modeOf(doc);
    const key = mode === "BPM" ? doc.processKey : `CHAIN_${doc.billTypeCode}`;
    const [model = null] = mode === "BPM" || mode === "NODE_CHAIN" ? await find.where(bpmModel, { modelKey: key ?? "" }, 1) : [];
    const locked = model && mode === "NODE_CHAIN" ? await find.lock(bpmModel, model.id) : model;
    return { mode, key: key ?? "", model: locked };
  },
  decide(doc, { mode, key, model }, _, __, at) {
    if (mode === "NONE" && doc.amountField) return noneWithMoney();
    if (mode === "BPM") return model?.status === "PUBLISHED" ? [] : noModel();
    if (mode !== "NODE_CHAIN") return [];
    const definition = chainOf(doc, key);
    const problems = checkDefinition(definition, { money: Boolean(doc.amountField) });
    if (doc.nodes.length === 0 || problems.length)
      return modelInvalid(problems.length ? problems : [{ nodeId: "", text: ["没有节点", "there are no nodes"] }]);
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
          } as never),
        ];
    return [...made, run(bpmModel, id, "doCompile", { definition } as never), set(doc, { compiledKey: key } as never)];
  },
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
