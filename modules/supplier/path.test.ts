import { expect, test } from "vitest";
import type { Find } from "#kernel/rule.ts";
import { pathOf } from "./track.rules.ts";

const version = (id: string, number: number, effectiveFrom: string, status = "EFFECTIVE") => ({
  id,
  templateCode: "STD",
  version: number,
  effectiveFrom,
  status,
});
type Version = ReturnType<typeof version>;
const finding = (rows: readonly Version[]): Find =>
  ({
    maybe: async (_: unknown, id: string) => rows.find((row) => row.id === id) ?? null,
    one: async (_: unknown, id: string) => rows.find((row) => row.id === id),
    where: async () => rows.filter(({ status }) => status === "EFFECTIVE"),
  }) as unknown as Find;
const pathOn = async (rows: readonly Version[], day: string) => (await pathOf(finding(rows), "first", day))?.id ?? null;

test("introductions follow the newest version that has begun, whichever version the scene names", async () => {
  const rows = [version("first", 1, "2026-01-01"), version("second", 2, "2026-06-01")];
  expect(await pathOn(rows, "2026-05-31")).toBe("first");
  expect(await pathOn(rows, "2026-06-01")).toBe("second");
  expect(await pathOn([version("first", 1, "2026-01-01", "INVALID"), rows[1]!], "2026-06-02")).toBe("second");
  expect(await pathOn([version("first", 1, "2026-01-01", "INVALID"), rows[1]!], "2026-05-31")).toBeNull();
  expect(await pathOn([version("first", 1, "2026-01-01"), version("fix", 2, "2026-01-01")], "2026-02-01")).toBe("fix");
});
