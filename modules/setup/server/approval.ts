import { responsibility } from "#kernel/platform/grant.entity.ts";
import { cmp, isDecimal } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { billType as orderType } from "#modules/base/index.ts";
import { ruleSet } from "#modules/rules/index.ts";
import { billType } from "#modules/workflow/index.ts";
import { approvalChoices, approvedBills, approverResponsibility, routeRows, routeRule, type ApprovalChoice } from "../approvals.ts";
import { textOr, type Row, type Work } from "./work.ts";

type Routed = Exclude<ApprovalChoice, "ONE_STEP">;

const amount = { name: "amountBase", labelCn: "金额（本位币）", labelEn: "Amount in base currency", type: "NUMBER" };

function chosen(body: Row): { readonly choice: ApprovalChoice; readonly limit: string | null } {
  const choice = approvalChoices.find(({ code }) => code === body["choice"])?.code;
  if (!choice) throw refuse("SETUP_APPROVAL", "请选择审批方式", "Choose how documents are approved");
  if (choice !== "BY_AMOUNT") return { choice, limit: null };
  const limit = textOr(body, "limit", "").replaceAll(",", "");
  if (isDecimal(limit) && cmp(limit, "0") > 0) return { choice, limit };
  const text = ["请填写大于 0 的限额", "Enter a limit above 0"] as const;
  throw refuse("SETUP_LIMIT", text[0], text[1], { fieldErrors: [{ path: "limit", code: "SETUP_LIMIT", text }] });
}

/** How documents are approved: a published version of the routing rule, named by the bill types; and what orders ask of suppliers and goods. */
export async function saveApproval(work: Work, body: Row): Promise<void> {
  const { choice, limit } = chosen(body);
  if (choice !== "ONE_STEP") await publishRoute(work, choice, limit);
  const [approver] = await work.where(responsibility, { respCode: approverResponsibility });
  const routeRuleCode = choice === "ONE_STEP" ? null : routeRule;
  for (const billTypeCode of approvedBills)
    await work.ensure(
      billType,
      { billTypeCode },
      { approvalMode: "ONE_STEP", processKey: null, routeRuleCode, fallbackRespId: approver?.id ?? null },
    );
  await work.ensure(
    orderType,
    { billCategory: "ORDER", billTypeCode: "PO-STD" },
    { supplierConfirmMode: body["confirms"] === true ? "MUST" : "NONE", inspectFlag: body["inspects"] === true ? "Y" : "N" },
  );
}

/** A further version of the rule goes into force; a draft that was left behind is taken up. */
async function publishRoute(work: Work, choice: Routed, limit: string | null): Promise<void> {
  const [draft] = await work.where(ruleSet, { ruleCode: routeRule, status: "DRAFT" });
  const rules = routeRows(choice, limit).map((row, i) => ({ seq: i + 1, ...row }));
  const saved = await work.save(ruleSet, draft?.id, {
    ruleCode: routeRule,
    name: "采购单据审批",
    nameEn: "Approval of purchasing documents",
    inputFields: [amount],
    ...(draft ? { versionNum: draft.versionNum, rules: { changed: rules, removed: draft.rules.map(({ id }) => id) } } : { rules }),
  });
  await work.act(ruleSet, "doPublish", saved.id, {});
}
