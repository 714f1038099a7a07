import { describe, expect, test } from "vitest";
import { addDays, addMonths, daysBetween } from "#kernel/days.ts";
import { occasionOf } from "./introduction.ask.ts";
import { requirementsFor, reusable } from "./requirement.ts";
import { matchScene } from "./scene.ts";
import { skips } from "./skip.ts";
import { inTurn, nodeClosed } from "./track.ts";

const scene = (sceneCode: string, more: object = {}) => ({
  id: sceneCode,
  sceneCode,
  sceneType: "NEW",
  purchaseKind: null,
  categoryId: null,
  supplierType: null,
  orgId: null,
  priority: 10,
  status: "EFFECTIVE",
  ...more,
});
const asked = { sceneType: "NEW", purchaseKind: "DIRECT", categoryPath: ["10", "1001"], supplierType: "MANUFACTURER", orgId: "BU1" };

describe("scenes", () => {
  test("the nearest category wins, then the lower priority, then the more specific one", () => {
    const pick = (...scenes: ReturnType<typeof scene>[]) => matchScene(scenes as never[], asked).scene as { sceneCode: string } | null;
    expect(
      pick(scene("any", { priority: 1 }), scene("metal", { categoryId: "10" }), scene("sheet", { categoryId: "1001" }))?.sceneCode,
    ).toBe("sheet");
    expect(pick(scene("late", { priority: 20 }), scene("early", { priority: 5 }))?.sceneCode).toBe("early");
    expect(pick(scene("plain"), scene("direct", { purchaseKind: "DIRECT" }))?.sceneCode).toBe("direct");
  });

  test("what does not fit is told with its reason", () => {
    const { scene: found, tried } = matchScene(
      [scene("draft", { status: "DRAFT" }), scene("mro", { purchaseKind: "MRO" }), scene("plastic", { categoryId: "20" })] as never[],
      asked,
    );
    expect(found).toBeNull();
    const why = (code: string) =>
      tried
        .find((sceneTried) => (sceneTried.scene as { sceneCode: string }).sceneCode === code)!
        .reasons.filter((reason) => !reason.ok)
        .map((reason) => reason.text[1]);
    expect([why("draft"), why("mro"), why("plastic")]).toEqual([["Not effective"], ["Purchase kind differs"], ["Not below its category"]]);
  });

  test("what a supplier is today says by which occasion it is introduced", () => {
    const plain = { quitDate: null, quitScopeAll: "N", tempFlag: "N", customerDesignated: "N", supStatus: "POTENTIAL" } as const;
    const about = { orgId: "BU1", categoryIds: ["1001"] };
    const grant = (orgId: string, categoryId: string) => ({ orgId, categoryId, categoryStatus: "QUALIFIED" });
    expect(occasionOf(plain as never, [], about)).toBe("NEW");
    expect(occasionOf(plain as never, [grant("BU2", "1001")] as never, about)).toBe("EXPAND_ORG");
    expect(occasionOf(plain as never, [grant("BU1", "2001")] as never, about)).toBe("EXPAND_CATEGORY");
    expect(occasionOf({ ...plain, supStatus: "TEMPORARY" } as never, [], about)).toBe("TEMP_TO_FORMAL");
    expect(occasionOf({ ...plain, quitScopeAll: "Y" } as never, [], about)).toBe("RETURN");
  });
});

describe("requirements", () => {
  const need = (requireCode: string, certType: string, more: object = {}) => ({
    id: requireCode,
    requireCode,
    certType,
    sceneId: null,
    categoryId: null,
    supplierType: null,
    supplierNature: null,
    useAt: ["QUALIFY"],
    mustFlag: "Y",
    status: "EFFECTIVE",
    ...more,
  });
  const whom = {
    stage: "QUALIFY",
    sceneId: "S",
    categoryPaths: [["10", "1001"]],
    supplierType: "MANUFACTURER",
    supplierNature: "MAINLAND",
  } as const;
  const codes = (all: object[], who: object = whom) =>
    requirementsFor(all as never[], who as never).map((requirement: { requireCode: string }) => requirement.requireCode);

  test("they come down the tree, and a nearer one of the same type takes the place of a farther one", () => {
    const all = [need("iso", "ISO9001", { mustFlag: "N" }), need("isoMetal", "ISO9001", { categoryId: "10" }), need("licence", "LICENSE")];
    expect(codes(all)).toEqual(["isoMetal", "licence"]);
    expect(codes(all, { ...whom, categoryPaths: [["20", "2001"]] })).toEqual(["licence", "iso"]);
    expect(
      codes(all, {
        ...whom,
        categoryPaths: [
          ["10", "1001"],
          ["20", "2001"],
        ],
      }),
    ).toEqual(["isoMetal", "licence", "iso"]);
  });

  test("stage, scene, type and nature decide too", () => {
    expect(
      codes([
        need("a", "LICENSE", { useAt: ["REGISTER"] }),
        need("b", "ROHS", { sceneId: "T" }),
        need("c", "PERMIT", { supplierType: "TRADER" }),
      ]),
    ).toEqual([]);
  });

  test("a certificate in force is used again when it lasts long enough and covers the categories", () => {
    const cert = (id: string, more: object = {}) => ({
      id,
      certType: "ISO9001",
      certStatus: "VALID",
      certNo: "Q-1",
      validTo: "2027-01-31",
      longTermFlag: "N",
      categoryIds: null,
      ...more,
    });
    const entry = { certType: "ISO9001", needNo: "Y", needValidity: "Y", minRemainDays: 90 } as const;
    expect(reusable(entry, [cert("a"), cert("b", { validTo: "2028-01-31" })], "2026-11-15")?.id).toBe("b");
    expect(reusable(entry, [cert("a")], "2026-11-15")).toBeNull();
    expect(
      reusable(entry, [cert("a", { certStatus: "EXPIRED" }), cert("c", { certNo: null, validTo: "2029-01-01" })], "2026-11-15"),
    ).toBeNull();
    expect(reusable(entry, [cert("d", { longTermFlag: "Y", validTo: null, categoryIds: ["x"] })], "2026-11-15", ["y"])).toBeNull();
  });
});

describe("the path", () => {
  const node = (nodeSeq: number, nodeCode: string, nodeStatus = "WAITING", more: object = {}) => ({
    nodeSeq,
    nodeCode,
    nodeStatus,
    requiredType: "MUST",
    allowConcession: "N",
    ...more,
  });
  const turn = (...nodes: ReturnType<typeof node>[]) => inTurn(nodes as never[]).map((entry: { nodeCode: string }) => entry.nodeCode);

  test("the lowest number not finished has its turn; equal numbers run side by side", () => {
    const inspect = node(20, "LOCALE_INSPECT");
    const sample = node(20, "SAMPLE_TRIAL");
    expect(turn(node(10, "QUALIFY_CENSOR"), inspect, sample, node(30, "QUALIFIED"))).toEqual(["QUALIFY_CENSOR"]);
    expect(turn(node(10, "QUALIFY_CENSOR", "PASSED"), inspect, sample, node(30, "QUALIFIED"))).toEqual(["LOCALE_INSPECT", "SAMPLE_TRIAL"]);
    expect(turn(node(10, "QUALIFY_CENSOR", "PASSED"), { ...inspect, nodeStatus: "PASSED" }, sample, node(30, "QUALIFIED"))).toEqual([
      "SAMPLE_TRIAL",
    ]);
  });

  test("an optional node holds nothing up; a conditional pass goes on only where concession is allowed", () => {
    expect(turn(node(10, "SAMPLE_TRIAL", "WAITING", { requiredType: "OPTIONAL" }), node(20, "QUALIFIED"))).toEqual([
      "SAMPLE_TRIAL",
      "QUALIFIED",
    ]);
    expect(turn(node(10, "LOCALE_INSPECT", "CONDITIONAL"), node(20, "QUALIFIED"))).toEqual(["LOCALE_INSPECT"]);
    expect(turn(node(10, "LOCALE_INSPECT", "CONDITIONAL", { allowConcession: "Y" }), node(20, "QUALIFIED"))).toEqual(["QUALIFIED"]);
  });

  test("a closed node names the one before it", () => {
    const track = { trackStatus: "RUNNING", trackNo: "YR1", nodes: [node(10, "QUALIFY_CENSOR", "DOING"), node(20, "LOCALE_INSPECT")] };
    expect(nodeClosed(track as never, "QUALIFY_CENSOR")).toBeNull();
    expect(nodeClosed(track as never, "LOCALE_INSPECT")).toMatchObject({
      code: "SLC_TRK_002",
      text: ["前置节点资质审查未完成", "Preceding node Qualification review is not finished"],
    });
    expect(nodeClosed({ ...track, trackStatus: "STOPPED" } as never, "QUALIFY_CENSOR")?.code).toBe("SLC_TRK_003");
  });

  test("a step is skipped when its condition holds, and never by one nobody understands", () => {
    const facts = {
      sceneType: "NEW",
      supplierType: "TRADER",
      supplierNature: "MAINLAND",
      supLevel: null,
      customerDesignated: "N",
      purchaseKinds: ["DIRECT"],
      importanceLevels: ["ROUTINE"],
      validCerts: ["IATF16949"],
    };
    const has = { field: "validCerts", value: "IATF16949" };
    expect(skips(has, facts)).toBe(true);
    expect(skips({ all: [has, { field: "supplierType", value: ["AGENT", "TRADER"] }] }, facts)).toBe(true);
    expect(skips({ all: [has, { not: { field: "importanceLevels", value: "ROUTINE" } }] }, facts)).toBe(false);
    expect([skips({ field: "moon", value: "full" }, facts), skips(null, facts), skips({ all: [] }, facts)]).toEqual([false, false, false]);
  });
});

test("days and months are counted by the calendar", () => {
  expect([
    addDays("2026-02-27", 2),
    daysBetween("2026-02-27", "2026-03-01"),
    addMonths("2026-08-31", 6),
    addMonths("2026-11-15", 24),
  ]).toEqual(["2026-03-01", 2, "2027-02-28", "2028-11-15"]);
});
