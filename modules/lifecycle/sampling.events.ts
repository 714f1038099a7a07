import type { EventShape, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const id: Text = ["单据", "Document"];
const no: Text = ["单号", "Number"];
const supplierId: Text = ["供应商", "Supplier"];
const ownerId: Text = ["负责人", "Owner"];
const result: Text = ["结论", "Result"];
const resultEn: Text = ["结论（英文）", "Result (English)"];

/** What happens to samples and small batches. */
export const samplingEvents: Readonly<Record<string, EventShape>> = {
  SAMPLE_REQUEST: {
    label: ["送样要求", "Requested samples"],
    kind: "TASK",
    carries: { id, no, date: ["送样期限", "Send by"], supplierId },
    tells: {
      title: ["请于${date}前送样${no}", "Send sample ${no} by ${date}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES", of: "supplierId" }],
      route: "sampleTrialDetail?id=${id}",
    },
  },
  SAMPLE_ANSWERED: {
    label: ["供方回复送样", "Supplier answered"],
    kind: "BUSINESS",
    carries: { id, no, answer: ["回复", "Reply"], answerEn: ["回复（英文）", "Reply (English)"], supplierId, ownerId },
    tells: {
      title: ["样品${no}：${answer}", "Sample ${no}: the supplier ${answerEn}"],
      channels: ["SITE"],
      to: [{ value: "ownerId" }],
      route: "sampleTrialEdit?id=${id}",
    },
  },
  SAMPLE_CANCELLED: {
    label: ["送样取消", "Sample cancelled"],
    kind: "BUSINESS",
    carries: { id, no, reason: ["原因", "Reason"], supplierId },
    tells: {
      title: ["样品${no}已取消，无需送样：${reason}", "Sample ${no} was cancelled, nothing needs to be sent: ${reason}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES", of: "supplierId" }],
      route: "sampleTrialDetail?id=${id}",
    },
  },
  TRYOUT_ENDED: {
    label: ["小批量试用作废", "Pilot run voided"],
    kind: "BUSINESS",
    carries: { id, no, reason: ["原因", "Reason"], supplierId },
    tells: {
      title: ["小批量试用${no}已作废：${reason}", "Pilot run ${no} was voided: ${reason}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES", of: "supplierId" }],
      route: "srmSlcBatchTryoutDetail?id=${id}",
    },
  },
  SAMPLE_RESULT: {
    label: ["样品结论", "Sample result"],
    kind: "BUSINESS",
    carries: { id, no, result, resultEn, supplierId, ownerId },
    tells: {
      title: ["样品${no}结论：${result}", "Sample ${no} result: ${result}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES", of: "supplierId" }, { value: "ownerId" }],
      route: "sampleTrialDetail?id=${id}",
    },
  },
  TRYOUT_RESULT: {
    label: ["小批量试用结论", "Pilot run result"],
    kind: "BUSINESS",
    carries: { id, no, result, resultEn, supplierId, ownerId },
    tells: {
      title: ["小批量试用${no}结论：${result}", "Pilot run ${no} result: ${result}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES", of: "supplierId" }, { value: "ownerId" }],
      route: "srmSlcBatchTryoutDetail?id=${id}",
    },
  },
};

/** What samples ask people to do. */
export const samplingTodos: Readonly<Record<string, TodoShape>> = {};
