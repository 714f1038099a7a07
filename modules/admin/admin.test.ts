import { describe, expect, test } from "vitest";
import { pagesOf } from "#kernel/module.ts";
import { nameClashes } from "#kernel/routes.ts";
import { admin } from "./index.ts";

const pages = pagesOf(admin.menus ?? []);
const routes = pages.flatMap((p) => [p.route, ...p.children]);

describe("what administration declares holds together", () => {
  test("every identity and system-setting route is a menu or the child of one, and no two share a name", () => {
    expect(routes.filter((r) => r !== "reportBackExportList" && r !== "testIframes")).toHaveLength(38);
    expect(nameClashes(routes)).toEqual([]);
  });

  test("nobody but the security administrator answers as the second person; the auditor changes nothing", () => {
    const grantsOf = (code: string) =>
      admin.roles![code]!.grants.flatMap((g) => (typeof g === "string" ? pages.find((p) => p.route === g)!.buttons : g.slice(1)));
    const confirming = Object.keys(admin.roles ?? {}).filter((code) => grantsOf(code).includes("btnConfirm"));
    expect(confirming).toEqual(["SEC_ADMIN"]);
    const changing = ["btnAdd", "btnDelete", "btnEnable", "btnDisable", "btnMove", "btnResetPwd"];
    expect(grantsOf("AUDITOR").filter((b) => changing.includes(b) && b !== "btnAdd" && b !== "btnDelete")).toEqual([]);
  });
});
