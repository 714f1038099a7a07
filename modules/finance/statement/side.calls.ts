import type { Doer } from "#kernel/server/act/attempt.ts";
import { newId } from "#kernel/server/act/id.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { takes } from "#kernel/server/http/input.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { onPage } from "#kernel/server/http/need.ts";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { businessDay } from "#kernel/time.ts";
import { getProfile } from "#modules/base/index.ts";
import { supplierSite } from "#modules/supplier/index.ts";
import { generate, type Asked } from "../server/generate.ts";
import { cutoffOf, isRunDay, type Group, type Split } from "./generation.ts";

const path = "v1/srmRcnAccountStmtRestful/doAutoGenerateStmt";
type Body = Record<string, unknown>;

const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String).slice(0, 500) : []);
const isDay = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);

function askedOf(body: Body, today: string): Asked {
  const cutoff = isDay(body["cutoffDate"]) && body["cutoffDate"] < today ? body["cutoffDate"] : today;
  return {
    orgIds: ids(body["orgIds"]),
    supplierIds: ids(body["supplierIds"]),
    period: cutoff.slice(0, 7),
    cutoff,
    splitBy: ids(body["splitBy"]).filter((split): split is Split => split === "taxRate" || split === "buyer"),
    includeNegative: body["includeNegative"] === "Y",
    dryRun: body["dryRun"] === "Y",
  };
}

const call = (kernel: Kernel): Call => ({
  service: "srmServer",
  path,
  guard: "session",
  input: takes({ orgIds: "ids", supplierIds: "ids", cutoffDate: "date", splitBy: "ids", includeNegative: "yn", dryRun: "yn" }),
  handle: (ctx: Context, body: Body) =>
    generate(kernel, { me: ctx.me, now: ctx.now, requestId: newId(), ip: null }, askedOf(body, businessDay(ctx.now.toISOString(), ctx.me))),
});

/** Whether the statements of a group begin today: by the day of the supplier's site, else by that of the business unit. */
async function isDueToday(kernel: Kernel, me: Doer["me"], today: string, { first }: Group): Promise<boolean> {
  const find = findFor(kernel, me);
  const [site, profile] = await Promise.all([
    find.maybe(supplierSite, first.supplierSiteId),
    getProfile(find, "RCN_STMT_AUTO_DAY", { orgId: first.orgId }),
  ]);
  return isRunDay(today, site?.statementDay ?? Number(profile.value));
}

/** Every night the statements whose day has come; the next run of the same day adds what came in between. */
const nightly =
  ({ kernel, clock }: Pick<Premises, "kernel" | "clock">) =>
  async (): Promise<readonly [string, string]> => {
    const me = systemMe("finance");
    const now = clock.now();
    const today = businessDay(now.toISOString(), me);
    const { value } = await getProfile(findFor(kernel, me), "RCN_STMT_CUTOFF");
    const asked = askedOf({ cutoffDate: cutoffOf(today, Number(value)) }, today);
    const isDue = (group: Group) => isDueToday(kernel, me, today, group);
    const { created, appended, skipped } = await generate(kernel, { me, now, requestId: newId(), ip: null }, { ...asked, isDue });
    return [
      `新建 ${created.length}，追加 ${appended.length}，跳过 ${skipped.length}`,
      `${created.length} created, ${appended.length} extended, ${skipped.length} skipped`,
    ];
  };

/** What statements answer and do by themselves. */
export const statementSide: Omit<Side, "code"> = {
  needs: { [path]: onPage("accountStmtList", "btnAutoGenerate") },
  calls: ({ kernel }) => [call(kernel)],
  programs: (at) => ({ RCN_STMT_AUTO: nightly(at) }),
};
