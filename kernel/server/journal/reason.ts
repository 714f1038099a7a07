import type { Text } from "../../text.ts";

/** Why the product itself wrote: people give their reasons in words of their own. */
const reasons: Readonly<Record<string, Text>> = {
  ADMIN: ["由管理员设置", "Set by an administrator"],
  CHANGE: ["本人修改密码", "Password changed by its owner"],
  RESET: ["通过找回密码重置", "Password reset by its owner"],
  LINK: ["通过邮件链接设置", "Set by a link sent by e-mail"],
  MFA: ["二次验证", "Second factor"],
  import: ["导入", "Import"],
  setup: ["启用向导", "Set-up assistant"],
  demo: ["演示数据", "Demonstration data"],
};

/** The reason of an entry as its reader understands it. */
export const reasonText = (why: string | null): Text | null => (why === null ? null : (reasons[why] ?? [why, why]));
