import type { EventShape } from "#kernel/module.ts";

/** What people are told of when work beside requests goes wrong. */
export const scheduleEvents: Readonly<Record<string, EventShape>> = {
  JOB_FAILED: {
    label: ["程序运行失败", "Program failed"],
    kind: "WARNING",
    carries: {
      job: ["程序", "Program"],
      jobEn: ["程序（英文）", "Program (English)"],
      jobCode: ["程序编码", "Program code"],
      requestNum: ["请求编号", "Request"],
      requestId: ["请求", "Request id"],
      msg: ["信息", "Message"],
      msgEn: ["信息（英文）", "Message (English)"],
    },
    tells: {
      title: ["任务${job}失败：${msg}", "Job ${jobEn} failed: ${msgEn}"],
      channels: ["SITE", "EMAIL"],
      to: [{ value: "alertUserIds" }],
      route: "submitRequestDetail?id=${requestId}",
      priority: 2,
    },
  },
  COMPEN_FAILED: {
    label: ["事务补偿失败", "Compensation failed"],
    kind: "WARNING",
    carries: { no: ["单据", "Record"], step: ["步骤", "Step"], partner: ["对方", "Partner"], msg: ["信息", "Message"] },
    tells: {
      title: ["单据${no}步骤${step}补偿失败", "Compensation failed: ${no} ${step}"],
      channels: ["SITE"],
      to: [{ resp: "OPS" }],
      route: "transactionCompen",
      priority: 2,
    },
  },
};
