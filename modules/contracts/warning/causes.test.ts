import { describe, expect, test } from "vitest";
import { causesOf, reachedBy, type Watched, type WarnRule } from "./causes.ts";

const today = "2026-11-19";
const doc = (more: Partial<Watched> = {}): Watched => ({
  ...{ id: "c", contractNum: "HT-1", orgId: "o", ownerId: "u", status: "EFFECTIVE", effectiveDate: "2026-01-01", expiryDate: "2026-12-31" },
  ...{ autoRenewFlag: "N", noticeDays: null, warrantyMonths: null, depositAmount: null, amountIncl: "100", orderedAmount: "0" },
  ...{ confirmDay: null, publishedDay: null, signedDay: null, isArchived: true, lateSince: null, refundBy: null },
  ...more,
});
const found = (more: Partial<Watched>, stages: Parameters<typeof causesOf>[1] = []) =>
  causesOf(doc(more), stages, today, 10).map(({ type, measure }) => [type, measure]);

describe("what may be warned of", () => {
  test.each([
    [{}, [["EXPIRE", 42]]],
    [{ autoRenewFlag: "Y", noticeDays: 30 }, [["RENEW_NOTICE", 12]]],
    [{ status: "CONFIRMING", confirmDay: "2026-11-17" }, [["UNCONFIRMED", 2]]],
    [{ status: "PUBLISHED", publishedDay: "2026-11-01" }, [["UNSIGNED", 8]]],
    [{ status: "SIGNED", signedDay: "2026-10-01", isArchived: false }, [["ARCHIVE_MISSING", 49]]],
    [{ status: "EXPIRED", warrantyMonths: 12 }, [["WARRANTY_END", 43]]],
    [{ status: "EXPIRED", depositAmount: "5" }, [["BOND_RETURN", 42]]],
    [
      { lateSince: "2026-11-10" },
      [
        ["EXPIRE", 42],
        ["DELIVERY_DELAY", 9],
      ],
    ],
    [
      { orderedAmount: "96" },
      [
        ["EXPIRE", 42],
        ["AMOUNT_USED", 96],
      ],
    ],
    [
      { refundBy: "2026-12-01" },
      [
        ["EXPIRE", 42],
        ["REFUND_DUE", 12],
      ],
    ],
    [{ status: "VOIDED" }, []],
  ])("%j", (more, expected) => expect(found(more)).toEqual(expected));

  test("a stage with something open is due or overdue; a paid one is neither", () => {
    const stage = (id: string, due: string, paid: string) => ({
      id,
      parentId: "c",
      stageName: "预付",
      due,
      amount: "30",
      paid,
      deducted: "0",
    });
    const stages = [stage("a", "2026-11-25", "0"), stage("b", "2026-11-09", "10"), stage("c", "2026-11-09", "30")];
    expect(found({ expiryDate: "2026-12-31" }, stages)).toEqual([
      ["EXPIRE", 42],
      ["STAGE_DUE", 6],
      ["STAGE_OVERDUE", 10],
    ]);
  });
});

describe("which step of which rule is reached", () => {
  const rule = (warnType: string, leadDays: string, level: string, orgId: string | null = null): WarnRule => ({
    warnType,
    leadDays,
    level,
    receiverRoles: null,
    orgId,
  });
  const rules = [
    rule("EXPIRE", "90,60", "INFO"),
    rule("EXPIRE", "30", "WARN"),
    rule("AMOUNT_USED", "80,95", "WARN"),
    rule("AMOUNT_USED", "100", "SERIOUS"),
  ];
  const step = (more: Partial<Watched>, type: string, all = rules) => {
    const cause = causesOf(doc(more), [], today, 10).find((candidate) => candidate.type === type)!;
    const reached = reachedBy(cause, "o", all);
    return reached && [reached.lead, reached.rule.level];
  };
  test("the nearest one", () => {
    expect(step({}, "EXPIRE")).toEqual([60, "INFO"]);
    expect(step({ expiryDate: "2026-12-19" }, "EXPIRE")).toEqual([30, "WARN"]);
    expect(step({ expiryDate: "2027-12-19" }, "EXPIRE")).toBeNull();
    expect(step({ orderedAmount: "96" }, "AMOUNT_USED")).toEqual([95, "WARN"]);
    expect(step({ orderedAmount: "105" }, "AMOUNT_USED")).toEqual([100, "SERIOUS"]);
  });
  test("rules of the organisation replace the general ones", () => {
    expect(step({}, "EXPIRE", [...rules, rule("EXPIRE", "10", "WARN", "o")])).toBeNull();
  });
});
