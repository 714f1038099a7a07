import { sql } from "#kernel/query.ts";
import { readersOf } from "#kernel/server/http/need.ts";
import { answering } from "#kernel/server/http/call.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { getWarningSummary, type WarningSummary } from "../warning/page-calls.ts";
import { contractWarning, warningRule } from "../warning/warning.entity.ts";
import { ContractWatch } from "./warning-watch.ts";

const shipped = [
  ...[
    ["EXPIRE", "90,60", "INFO", "PUR_MANAGER"],
    ["EXPIRE", "30", "WARN", "PUR_MANAGER"],
    ["RENEW_NOTICE", "30,7", "WARN", "PUR_MANAGER"],
  ],
  ...[
    ["STAGE_DUE", "7", "INFO", "FINANCE"],
    ["STAGE_OVERDUE", "1", "SERIOUS", "FINANCE"],
    ["DELIVERY_DELAY", "1", "WARN", null],
  ],
  ...[
    ["AMOUNT_USED", "80,95", "WARN", null],
    ["AMOUNT_USED", "100", "SERIOUS", null],
    ["UNSIGNED", "0", "WARN", null],
  ],
  ...[
    ["UNCONFIRMED", "1", "WARN", null],
    ["WARRANTY_END", "30", "INFO", null],
    ["BOND_RETURN", "30", "INFO", "FINANCE"],
  ],
  ...[
    ["ARCHIVE_MISSING", "30", "WARN", "LEGAL"],
    ["REFUND_DUE", "30", "WARN", "FINANCE"],
  ],
] as const;

/** The watch over contracts: by night, and when a contract changes. */
export const warningSide: Omit<Side, "code"> = {
  ships: [
    {
      entity: warningRule,
      key: ["warnType", "level", "orgId"],
      version: "1",
      rows: () =>
        shipped.map(([warnType, leadDays, level, receiverRoles]) => ({
          warnType,
          leadDays,
          level,
          receiverRoles,
          orgId: null,
          enabledFlag: "Y",
        })),
    },
  ],
  needs: { [getWarningSummary.path]: readersOf(contractWarning.name) },
  calls: ({ kernel }) => [
    answering(getWarningSummary, async ({ me, now }): Promise<WarningSummary> => {
      const w = kernel.finder.sourceFor(me)(contractWarning);
      const [open, ages] = await Promise.all([
        kernel.db.query<WarningSummary["open"][number]>(
          sql`select ${w.warnType}, ${w.level}, count(*)::int as n from ${w} where ${w.state} = 'OPEN' group by 1, 2 order by 3 desc`,
        ),
        kernel.db.query<WarningSummary["ages"][number]>(
          sql`select case when d <= 7 then '7' when d <= 30 then '30' when d <= 90 then '90' else '91' end as bucket, count(*)::int as n
            from (select extract(day from ${now} - ${w.creationDate}) as d from ${w} where ${w.state} = 'OPEN') a group by 1`,
        ),
      ]);
      return { open, ages };
    }),
  ],
  programs: ({ kernel, clock }) => new ContractWatch(kernel, clock).programs(),
  start: ({ kernel, clock }) => new ContractWatch(kernel, clock).follow(),
};
