import { shift } from "#kernel/time.ts";
import { knowSupplier } from "../support/kernel.ts";
import type { Hints, Row } from "../support/generate.ts";
import { qualified } from "./hints-agreement.ts";

const ahead = (days: number): string => shift(new Date(), { days }).toISOString();
const monday = "2026-03-02";

/** Items differ from line to line: one stands once for a place. */
const apart = async (lines: readonly Row[], more: (i: number) => Promise<string>): Promise<Row[]> =>
  Promise.all(lines.map(async (line, i) => ({ ...line, itemId: i === 0 ? line["itemId"] : await more(i) })));

/** What the rules of forecasts demand beyond their declarations. */
export const forecastHints: Hints = {
  SrmPurForecast: async (g, { lines: drawn }, given) => {
    const supplierId: string = given["supplierId"] ?? (await g.chosen(g.declared.entity("SrmPurForecast").fields["supplierId"]!));
    await knowSupplier(g.kernel, supplierId);
    const lines = await apart(drawn as readonly Row[], () => g.id("SrmBaseItem", true));
    for (const { itemId } of lines) await qualified(g, supplierId, { itemId });
    return {
      periodType: "WEEK",
      startPeriod: monday,
      periodCount: 2,
      firmPeriods: 1,
      materialPeriods: 2,
      replyDeadline: ahead(20),
      supplierId,
      lines,
    };
  },
  SrmPurForecastLine: () => ({ uom: "PCS" }),
  SrmPurForecastPeriod: () => ({ periodStart: monday, demandQty: "10" }),
  "SrmPurForecast.doReply": () => ({ answers: [] }),
  "SrmPurForecast.doSaveCommit": () => ({ answers: [] }),
  "SrmPurForecast.doRefuse": () => ({ newDeadline: ahead(30) }),
};
