import type { EventShape, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const id: Text = ["单据", "Document"];
const no: Text = ["单号", "Number"];
const supplierId: Text = ["供应商", "Supplier"];
const ownerId: Text = ["负责人", "Owner"];
const detailId: Text = ["协议", "Agreement"];
const flowId: Text = ["电子签流程", "E-sign flow"];
const name: Text = ["协议名称", "Agreement name"];

/** What happens to agreements. */
export const signingEvents: Readonly<Record<string, EventShape>> = {
  AGREEMENT_TO_CONFIRM: {
    label: ["协议待确认", "Agreement to confirm"],
    kind: "TASK",
    carries: { id, no, supplierId, ownerId },
    tells: {
      title: ["协议${no}待确认", "Agreement ${no} to confirm"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "LEGAL", of: "supplierId" }],
      route: "AgreementSigningAssistEdit?id=${id}",
    },
  },
  AGREEMENT_ASSIST_URGED: {
    label: ["协议协办催办", "Co-handling reminder"],
    kind: "TASK",
    carries: { id, no, userIds: ["协办人", "Co-handlers"] },
    tells: {
      title: ["请尽快协办协议${no}", "Please co-handle agreement ${no} soon"],
      channels: ["SITE"],
      to: [{ value: "userIds" }],
      route: "AgreementSigningAssistEdit?id=${id}",
    },
  },
  AGREEMENT_RETURNED: {
    label: ["供应商退回协议", "Agreement returned"],
    kind: "BUSINESS",
    carries: { id, no, supplierId, ownerId, opinion: ["意见", "Comment"], changes: ["差异", "Differences"] },
    tells: {
      title: ["供应商退回协议${no}：${opinion}", "Agreement ${no} was returned: ${opinion}"],
      content: ["修改与异议：${changes}", "Edited and disputed: ${changes}"],
      channels: ["SITE", "EMAIL"],
      to: [{ value: "ownerId" }],
      route: "slcAgreementSigningEdit?id=${id}",
    },
  },
  AGREEMENT_ABOLISHED: {
    label: ["协议作废", "Agreement voided"],
    kind: "BUSINESS",
    carries: { id, no, supplierId, reason: ["原因", "Reason"] },
    tells: {
      title: ["协议${no}已作废，无需签署：${reason}", "Agreement ${no} was voided, nothing is to be signed: ${reason}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "LEGAL", of: "supplierId" }],
      route: "AgreementSigningAssistEdit?id=${id}",
    },
  },
  AGREEMENT_SIGNED: {
    label: ["协议已签署", "Agreement signed"],
    kind: "BUSINESS",
    carries: { id, no, supplierId, ownerId },
    tells: {
      title: ["协议${no}已全部签署", "Agreement ${no} is signed"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "LEGAL", of: "supplierId" }, { value: "ownerId" }],
      route: "AgreementSigningAssistEdit?id=${id}",
    },
  },
  AGREEMENT_EXPIRING: {
    label: ["协议将到期", "Agreement expiring"],
    kind: "WARNING",
    carries: { id, no, name, date: ["到期日", "Ends on"], n: ["剩余天数", "Days left"], supplierId, ownerId },
    tells: {
      title: ["${name}将于${date}到期", "${name} expires ${date}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "LEGAL", of: "supplierId" }, { value: "ownerId" }],
      route: "AgreementSigningAssistEdit?id=${id}",
    },
  },
  AGREEMENT_ESIGN_STARTED: {
    label: ["发起电子签", "E-sign flow started"],
    kind: "SYSTEM",
    carries: { id, detailId, flowId, name, hash: ["校验值", "SHA-256"] },
  },
  AGREEMENT_ESIGN_REVOKED: { label: ["撤销电子签", "E-sign flow revoked"], kind: "SYSTEM", carries: { id, detailId, flowId } },
};

/** What agreements ask people to do. */
export const signingTodos: Readonly<Record<string, TodoShape>> = {
  SLC_ASSIST: {
    label: ["协议协办", "Co-handle agreement"],
    side: "INTERNAL",
    route: "AgreementSigningAssistEdit",
    title: ["请协办协议{bizNo}", "Co-handle agreement {bizNo}"],
  },
  AGREEMENT_SIGN: {
    label: ["协议确认签署", "Confirm and sign agreement"],
    side: "SUPPLIER",
    route: "AgreementSigningAssistEdit",
    title: ["请确认并签署协议{bizNo}", "Confirm and sign agreement {bizNo}"],
  },
};
