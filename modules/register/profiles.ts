import type { Profiles, ProfileShape } from "#kernel/module.ts";

const shape = (type: ProfileShape["type"], initial: string, cn: string, en: string, more: Partial<ProfileShape> = {}): ProfileShape => ({
  module: "SUP",
  type,
  initial,
  label: [cn, en],
  ...more,
});

/** How companies come in, as an installation may set it. */
export const registrationProfiles: Profiles = {
  SUP_REG_MODE: shape("LOOKUP", "OPEN", "供应商注册方式", "Registrations by source", { lookup: "SUP_REG_MODE" }),
  SUP_REG_INVITE_SKIP: shape("YN", "N", "受邀企业免账号审核", "Invited companies skip the account review"),
  SUP_REG_EXPIRE_DAYS: shape("INT", "60", "注册资料未填写过期天数", "Days of inactivity before a registration expires", {
    least: "7",
    most: "365",
  }),
};
