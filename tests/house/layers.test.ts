import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A tree of one-line files that break or keep the house's import rules; a rule that silently stops working shows here. */
const root = join(import.meta.dirname, "..", "..");
const forbidden = [
  ["kernel/pure.ts", "node:fs"],
  ["kernel/pure.ts", "react"],
  ["kernel/pure.ts", "pg"],
  ["kernel/pure.ts", "./server/db.ts"],
  ["kernel/pure.ts", "#kernel/web/call.ts"],
  ["kernel/pure.ts", "#modules/base/index.ts"],
  ["kernel/pure.ts", "#bridges/mail.ts"],
  ["kernel/platform/user.entity.ts", "../server/db.ts"],
  ["kernel/server/room.ts", "#kernel/web/call.ts"],
  ["kernel/server/room.ts", "../web/call.ts"],
  ["kernel/server/deep/room.ts", "../../web/call.ts"],
  ["kernel/server/room.ts", "#modules/base/index.ts"],
  ["kernel/server/room.ts", "#bridges/mail.ts"],
  ["kernel/web/room.tsx", "#kernel/server/database/db.ts"],
  ["kernel/web/room.tsx", "../server/db.ts"],
  ["kernel/web/deep/room.tsx", "../../server/db.ts"],
  ["kernel/web/room.tsx", "node:fs"],
  ["kernel/web/room.tsx", "#modules/base/index.ts"],
  ["modules/order/order.entity.ts", "#kernel/server/database/db.ts"],
  ["modules/order/order.entity.ts", "#modules/base/item.entity.ts"],
  ["modules/order/order.entity.ts", "../base/item.entity.ts"],
  ["modules/order/order.edit.tsx", "#modules/base/item.entity.ts"],
  ["modules/order/order.edit.tsx", "#bridges/mail.ts"],
  ["modules/order/deep/line.entity.ts", "../../base/item.entity.ts"],
  ["modules/order/deep/line.entity.ts", "node:fs"],
  ["modules/order/order.rules.ts", "#kernel/server/database/db.ts"],
  ["modules/order/order.rules.ts", "#kernel/check.ts"],
  ["modules/order/order.rules.ts", "node:fs"],
  ["modules/order/order.rules.ts", "react"],
  ["modules/order/order.rules.ts", "./order.calls.ts"],
  ["modules/order/order.rules.ts", "./order.edit.tsx"],
  ["modules/order/order.rules.ts", "./server.ts"],
  ["modules/order/order.rules.ts", "./deep/line.calls.ts"],
  ["modules/order/order.rules.ts", "../base/item.ts"],
  ["modules/order/deep/line.rules.ts", "../deeper/line.calls.ts"],
  ["modules/order/deep/line.rules.ts", "../server/sender.ts"],
  ["modules/order/deep/line.rules.ts", "../../base/item.ts"],
  ["modules/order/order.calls.ts", "#bridges/mail.ts"],
  ["modules/order/server.ts", "#kernel/web/call.ts"],
  ["modules/order/server.ts", "#modules/base/item.entity.ts"],
  ["modules/order/order.rules.ts", "#modules/base/item.entity.ts"],
] as const;
const allowed = [
  ["kernel/pure.ts", "./text.ts"],
  ["kernel/server/room.ts", "node:fs"],
  ["kernel/server/room.ts", "../text.ts"],
  ["kernel/server/room.ts", "#kernel/server/database/db.ts"],
  ["kernel/web/room.tsx", "react"],
  ["kernel/web/room.tsx", "#kernel/text.ts"],
  ["kernel/pure.test.ts", "node:fs"],
  ["modules/order/order.entity.ts", "#kernel/entity.ts"],
  ["modules/order/order.entity.ts", "#modules/base/index.ts"],
  ["modules/order/order.edit.tsx", "#kernel/web/call.ts"],
  ["modules/order/order.calls.ts", "#kernel/server/database/db.ts"],
  ["modules/order/server.ts", "#kernel/server/database/db.ts"],
  ["modules/order/server.ts", "#bridges/mail.ts"],
  ["modules/order/server/sender.ts", "#kernel/server/database/db.ts"],
  ["modules/order/deep/line.entity.ts", "../order.entity.ts"],
  ["modules/order/order.rules.ts", "#kernel/rule.ts"],
  ["modules/order/order.rules.ts", "#kernel/decimal.ts"],
  ["modules/order/order.rules.ts", "#kernel/platform/user.entity.ts"],
  ["modules/order/order.rules.ts", "#modules/base/index.ts"],
  ["modules/order/order.rules.ts", "./order.entity.ts"],
  ["modules/order/order.rules.ts", "./parts.ts"],
  ["modules/order/order.rules.ts", "./deep/line.ts"],
  ["modules/order/deep/line.rules.ts", "../parts.ts"],
  ["modules/order/deep/line.rules.ts", "../deeper/line.ts"],
  ["main.ts", "#bridges/mail.ts"],
  ["main.ts", "#modules/index.ts"],
] as const;

let folder: string;
let found: Set<string>;

function write(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${lines.join("\n")}\n`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "base-srm-layers-"));
  for (const name of [".oxlintrc.json", "package.json", "tsconfig.json"]) copyFileSync(join(root, name), join(folder, name));
  const byFile = Map.groupBy([...forbidden, ...allowed], ([file]) => file);
  for (const [file, imports] of byFile) {
    write(file, [
      ...imports.map(([, from], i) => `import * as part${i} from "${from}";`),
      `export default [${imports.map((_, i) => `part${i}`)}];`,
    ]);
  }
  write("kernel/typed.ts", [`import type { Mail } from "#bridges/mail.ts";`, "export type A = Mail;"]);
  write("kernel/server/typed.ts", [`import type { Mail } from "#bridges/mail.ts";`, "export type A = Mail;"]);
  write("kernel/ring-a.ts", [`import { b } from "./ring-b.ts";`, "export const a = () => b;"]);
  write("kernel/ring-b.ts", [`import { a } from "#kernel/ring-a.ts";`, "export const b = () => a;"]);
  write("kernel/now.ts", ["export const now = Date.now();"]);
  const done = spawnSync(process.execPath, [join(root, "node_modules/oxlint/bin/oxlint"), "-f", "json", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(done.stdout) as { diagnostics: { code: string; filename: string; message: string }[] };
  found = new Set(diagnostics.map(({ code, filename, message }) => `${code} ${filename} ${/^'([^']+)'/.exec(message)?.[1] ?? ""}`.trim()));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(forbidden)("%s may not import %s", (file, from) => {
  expect(found).toContain(`eslint(no-restricted-imports) ${file} ${from}`);
});

test.each(allowed)("%s may import %s", (file, from) => {
  expect(found).not.toContain(`eslint(no-restricted-imports) ${file} ${from}`);
});

test("the server may know a bridge's interface, the pure kernel not even that", () => {
  expect(found).toContain("eslint(no-restricted-imports) kernel/typed.ts #bridges/mail.ts");
  expect(found).not.toContain("eslint(no-restricted-imports) kernel/server/typed.ts #bridges/mail.ts");
});

test("rings of imports and the machine's own clock are found", () => {
  expect(found).toContain("import(no-cycle) kernel/ring-a.ts");
  expect(found).toContain("eslint(no-restricted-properties) kernel/now.ts Date.now");
});
