import type { Text } from "#kernel/text.ts";

/** How a grant stands. */
export const grantStatuses = {
  ACTIVE: ["生效", "Active"],
  PENDING: ["待复核", "Awaiting second person"],
  OFFERED: ["待供应商接受", "Awaiting the company"],
  REFUSED: ["未通过", "Rejected"],
  REQUESTED: ["申请中", "Requested"],
  WITHDRAWN: ["已撤回", "Withdrawn"],
} as const satisfies Readonly<Record<string, Text>>;

const spoken: Readonly<Record<string, Text>> = { ...grantStatuses, CHANGED: ["已修改", "Changed"], REMOVED: ["已收回", "Removed"] };

/** A change of grants in one line, as the security log and its message say it. */
export function grantWords({ op, user, responsibility, status }: Readonly<Record<string, unknown>>): Text {
  const [cn, en] = spoken[String(status)] ?? [String(status), String(status)];
  return [`${op} → ${user}：${responsibility}（${cn}）`, `${op} → ${user}: ${responsibility} (${en})`];
}
