import type { ProgramShape } from "#kernel/module.ts";

/** What registration does when its time has come. */
export const registerPrograms: Readonly<Record<string, ProgramShape>> = {
  REGISTER_EXPIRE: { label: ["注册与邀请到期", "Expire registrations and invites"], cron: "0 3 * * *", overlap: "SKIP" },
};
