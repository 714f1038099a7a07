import type { EventShape } from "#kernel/module.ts";
import { contractCarries, contractRoute } from "../about.ts";

const [about, route] = [contractCarries, contractRoute];
const owner = { value: "ownerId" } as const;
const both = { channels: ["SITE", "EMAIL"], to: [owner, { supplier: "LEGAL" }], route } as const;
const date: EventShape["carries"] = { ...about, date: ["日期", "Date"] };

/** What people hear of contracts that are carried out. */
export const executionEvents: Readonly<Record<string, EventShape>> = {
  CCT_EFFECTIVE: {
    label: ["合同已生效", "Contract in force"],
    kind: "BUSINESS",
    carries: { ...about, expiry: ["到期日", "Expires on"], sourceType: ["来源", "Source"], sourceId: ["来源单据", "Source document"] },
    tells: { channels: ["SITE"], to: [owner, { supplier: "LEGAL" }], route, title: ["合同${num}已生效", "Contract ${num} is in force"] },
  },
  CCT_EXPIRING: {
    label: ["合同即将到期", "Contract expires soon"],
    kind: "WARNING",
    carries: { ...date, left: ["剩余天数", "Days left"] },
    tells: {
      channels: ["SITE", "EMAIL"],
      to: [owner, { resp: "PUR_MANAGER" }],
      route,
      title: ["合同${num}将于${date}到期", "Contract ${num} expires on ${date}"],
    },
  },
  CCT_EXPIRED: {
    label: ["合同已到期", "Contract expired"],
    kind: "BUSINESS",
    carries: date,
    tells: { ...both, title: ["合同${num}已于${date}到期", "Contract ${num} expired on ${date}"] },
  },
  CCT_RENEWED: {
    label: ["合同已续期", "Contract renewed"],
    kind: "BUSINESS",
    carries: date,
    tells: { ...both, title: ["合同${num}已自动续期至${date}", "Contract ${num} was renewed until ${date}"] },
  },
  CCT_NON_RENEW: {
    label: ["合同不再续期", "Contract will not be renewed"],
    kind: "BUSINESS",
    carries: { ...date, reason: ["原因", "Reason"], fromSide: ["提出方", "Side"] },
    tells: { ...both, title: ["合同${num}到${date}后不再续期：${reason}", "Contract ${num} is not renewed after ${date}: ${reason}"] },
  },
  CCT_COMPLETED: {
    label: ["合同履行完毕", "Contract completed"],
    kind: "BUSINESS",
    carries: about,
    tells: { ...both, channels: ["SITE"], title: ["合同${num}已履行完毕", "Contract ${num} is completed"] },
  },
  CCT_STAGE_DUE: {
    label: ["合同付款阶段到期", "Contract payment due"],
    kind: "WARNING",
    carries: {
      ...date,
      stage: ["阶段", "Stage"],
      stageEn: ["阶段（英文）", "Stage (English)"],
      amount: ["未付金额", "Unpaid"],
      left: ["剩余天数", "Days left"],
    },
    tells: {
      channels: ["SITE"],
      to: [owner, { resp: "FINANCE" }],
      route,
      title: ["合同${num}阶段${stage}应付${amount}，到期${date}", "Contract ${num}, stage ${stageEn}: ${amount} due ${date}"],
    },
  },
  CCT_AMOUNT_USED: {
    label: ["合同额度使用", "Contract amount used"],
    kind: "WARNING",
    carries: { ...about, percent: ["已用%", "Used %"] },
    tells: { channels: ["SITE"], to: [owner], route, title: ["合同${num}额度已使用${percent}%", "${percent}% of contract ${num} is used"] },
  },
  CCT_REFUND_REACHED: {
    label: ["模具样品费可返还", "Mould or sample refund due"],
    kind: "BUSINESS",
    carries: { ...about, refundId: ["返还", "Refund"], amount: ["应返金额", "Refund due"], currency: ["币种", "Currency"] },
    tells: {
      channels: ["SITE"],
      to: [owner, { resp: "FINANCE" }],
      route,
      title: ["合同${num}的费用返还条件已达成：${amount}", "Contract ${num}: a refund of ${amount} is due"],
    },
  },
};
