import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openDocx } from "#kernel/server/docx/gate.ts";
import { readDocx } from "#kernel/server/docx/read.ts";
import { writeDocx } from "#kernel/server/docx/write.ts";

const office = ["/usr/bin/soffice", "/usr/bin/libreoffice"].find((path) => existsSync(path));
const run = promisify(execFile);

const pieces = [
  { kind: "title", text: "采购合同" },
  { kind: "text", text: "甲方：测试 <公司> & Co\u0001" },
  { kind: "clause", text: "付款" },
  { kind: "text", text: "六十日内付款" },
  { kind: "table", head: ["名称", "数量"], rows: [["支架", "100"]] },
  { kind: "clause", text: "争议" },
] as const;

test.skipIf(!office)("LibreOffice opens a Word file of ours and hands back the same text (skipped where it is not installed)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docx-"));
  const convert = (to: string, out: string) =>
    run(office!, [
      ...[`-env:UserInstallation=file://${folder}/profile`, "--headless", "--convert-to", to],
      ...["--outdir", out, join(folder, "a.docx")],
    ]);
  try {
    writeFileSync(join(folder, "a.docx"), await writeDocx({ foot: "HT-1", pieces }));
    await convert("pdf", folder);
    expect(readFileSync(join(folder, "a.pdf")).subarray(0, 5).toString()).toBe("%PDF-");
    await convert("docx:Office Open XML Text", join(folder, "again"));
    const again = readDocx(await openDocx(readFileSync(join(folder, "again", "a.docx"))));
    expect(again.blocks.map((block) => (block.kind === "table" ? block.rows : `${block.no}${block.text}`))).toEqual([
      ...["采购合同", "甲方：测试 <公司> & Co", "1.付款", "六十日内付款"],
      [
        ["名称", "数量"],
        ["支架", "100"],
      ],
      "2.争议",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
