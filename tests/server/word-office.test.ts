import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openDocx } from "#kernel/server/docx/gate.ts";
import { readDocx } from "#kernel/server/docx/read.ts";
import { DocxMarks, trackedDocx } from "#kernel/server/docx/tracks.ts";
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

/** The file as LibreOffice writes it again, and as a PDF. */
async function converted(bytes: Buffer): Promise<{ readonly pdf: Buffer; readonly docx: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), "docx-"));
  const convert = (to: string, out: string) =>
    run(office!, [
      ...[`-env:UserInstallation=file://${folder}/profile`, "--headless", "--convert-to", to],
      ...["--outdir", out, join(folder, "a.docx")],
    ]);
  try {
    writeFileSync(join(folder, "a.docx"), bytes);
    await convert("pdf", folder);
    await convert("docx:Office Open XML Text", join(folder, "again"));
    return { pdf: readFileSync(join(folder, "a.pdf")), docx: readFileSync(join(folder, "again", "a.docx")) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.skipIf(!office)(
  "LibreOffice keeps the tracked changes and comments of a Word file of ours (skipped where it is not installed)",
  async () => {
    const marks = new DocxMarks();
    const at = "2026-11-19T08:00:00Z";
    const by = { author: "李工", at };
    const text = `${marks.around("六十", { kind: "gone", ...by })}${marks.around("三十", { kind: "new", ...by })}日内付款`;
    const said = marks.around("付款", { kind: "comment", ...by, remark: "行业惯例" });
    const made = await writeDocx({
      foot: "HT-1",
      pieces: [
        { kind: "clause", text: said },
        { kind: "text", text },
        { kind: "clause", text: marks.around("保密", { kind: "new", ...by }) },
      ],
    });
    const { pdf, docx } = await converted(await trackedDocx(made, marks));
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    const again = readDocx(await openDocx(docx));
    expect(again.changes.map(({ kind, text: words, author }) => [kind, words, author])).toEqual([
      ["gone", "六十", "李工"],
      ["new", "三十", "李工"],
      ["new", "保密", "李工"],
    ]);
    expect(again.changes.every((change) => change.at?.startsWith("2026-11-19T08:00:00"))).toBe(true);
    expect(again.comments).toMatchObject([{ author: "李工", text: "行业惯例", quote: "付款" }]);
  },
);

test.skipIf(!office)("LibreOffice opens a Word file of ours and hands back the same text (skipped where it is not installed)", async () => {
  const { pdf, docx } = await converted(await writeDocx({ foot: "HT-1", pieces }));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const again = readDocx(await openDocx(docx));
  expect(again.blocks.map((block) => (block.kind === "table" ? block.rows : `${block.no}${block.text}`))).toEqual([
    ...["采购合同", "甲方：测试 <公司> & Co", "1.付款", "六十日内付款"],
    [
      ["名称", "数量"],
      ["支架", "100"],
    ],
    "2.争议",
  ]);
});
