import type { ProgramShape } from "#kernel/module.ts";

/** What registration does when its time has come. */
export const registerPrograms: Readonly<Record<string, ProgramShape>> = {
  REGISTER_EXPIRE: { label: ["注册与邀请到期", "Expire registrations and invites"], cron: "0 3 * * *", overlap: "SKIP" },
  SUP_EXTERNAL_REFRESH: {
    label: ["刷新合格供应商的外部企业信息", "Look up qualified suppliers in the company register"],
    cron: "0 4 * * 1",
    overlap: "SKIP",
    timeoutSec: 7200,
  },
};
