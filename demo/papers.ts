import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storages } from "#bridges/storage.ts";
import { keepMade } from "#kernel/server/file/keep.ts";
import type { Kernel } from "#kernel/server/kernel.ts";

/** Makes a one-page paper that belongs to nothing yet, in the name of whoever attaches it next; answers its id. */
export type Paper = (name: string, lines: readonly string[], by: string, now: Date) => Promise<string>;

/** One page of plain Latin text: enough to be opened, looked at and sent on. */
function pdf(lines: readonly string[]): string {
  const text = lines
    .map((line, i) => `BT /F1 ${i === 0 ? 20 : 12} Tf 60 ${760 - i * 28} Td (${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`)
    .join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let whole = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const at = whole.length;
    whole += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  return `${whole}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${whole.length}\n%%EOF\n`;
}

/** The demonstration's papers lie where everybody's files lie. */
export const papersIn =
  (kernel: Kernel, storages: Storages): Paper =>
  async (name, lines, by, now) => {
    const folder = await mkdtemp(join(tmpdir(), "paper-"));
    const path = join(folder, "paper.pdf");
    await writeFile(path, pdf([...lines, "Sample paper of the demonstration, no real document."]));
    try {
      return (await keepMade({ storages }, kernel.db, { path, name, mimeType: "application/pdf", by, now })).id;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
