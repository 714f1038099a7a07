import { createHash } from "node:crypto";
import type { Me } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import type { Doer } from "../act/attempt.ts";
import type { SheetRow } from "../excel/cell.ts";
import { readWorkbook } from "../excel/pool.ts";
import type { Kernel } from "../kernel.ts";
import { pause } from "../jobs/pieces.ts";
import { compare, lackingYet, resolveKeys, type Coming } from "./compare.ts";
import { Documents, nodesOf, type Node } from "./documents.ts";
import { removeMissing } from "./inputs.ts";
import { understand, type Finding, type RawSheet, type Understood } from "./rows.ts";
import { templateBook, templateOf, type Template } from "./template.ts";
import { chunk, commandOf, hold, Trial, writable, type Ask } from "./trial.ts";
import { rowReader, type ReadRow } from "./values.ts";

export type Mode = "ALL_OR_NOTHING" | "VALID_ROWS";

/** A workbook beside what is stored: what it would change, what is wrong with it, what is to be confirmed. */
export interface Checked {
  readonly template: Template;
  readonly sheets: readonly Understood[];
  readonly ignored: readonly string[];
  readonly documents: Documents;
  readonly findings: Finding[];
  readonly warnings: Finding[];
  readonly asks: readonly Ask[];
  readonly hash: string;
}

/** One entity's share of a workbook that holds several: which sheets are its own, and which rows other sheets will have brought by the time it is written. */
export interface Share {
  isOwn(sheet: string): boolean;
  /** A row of this entity that is named so and not stored yet. */
  readonly isComing?: Coming;
}

/** Brings workbooks in: understands, compares with what is stored, tries every rule without writing, then writes all or nothing. */
export class Imports {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  template = (code: unknown, me: Me): Promise<Template> => templateOf(this.#kernel, code, me);

  book = (template: Template, me: Me): Promise<Buffer> => templateBook(this.#kernel, template, me);

  /** Without `tries` the rules are not asked yet: writing asks them anyway. */
  async check(template: Template, file: Buffer, doer: Doer, tries = true, signal?: AbortSignal, share?: Share): Promise<Checked> {
    const { me } = doer;
    const { shapes } = template;
    await this.#kernel.lookups.ready();
    const { sheets, ignored } = await this.#read(template, file, signal, share);
    const findings: Finding[] = [];
    const warnings: Finding[] = [];
    const reads: ReadRow[] = [];
    for (const sheet of [...sheets].sort((a, b) => shapes.indexOf(a.shape) - shapes.indexOf(b.shape))) {
      const read = rowReader(this.#kernel, shapes, sheet, me.zone);
      for (let i = 0; i < sheet.rows.length; i += chunk) {
        for (const row of sheet.rows.slice(i, i + chunk))
          reads.push(template.under === undefined ? read(row) : { ...read(row), above: { "": { id: template.under } } });
        await pause();
      }
    }
    await resolveKeys(this.#kernel, reads, me, findings);
    const documents = new Documents(this.#kernel, me, findings);
    await documents.gather(shapes, reads);
    await compare(this.#kernel, documents, me, warnings, share?.isComing);
    if (template.removesMissing) await removeMissing(documents, shapes, new Set(sheets.map((sheet) => sheet.shape)));
    const trial = new Trial(this.#kernel, documents, shapes[0]!, doer, warnings);
    lackingYet(this.#kernel, documents);
    if (tries) await trial.run();
    hold(documents);
    const hash = createHash("sha256").update(file).digest("hex");
    return { template, sheets, ignored, documents, findings, warnings, asks: [...trial.asks.values()], hash };
  }

  async #read(template: Template, file: Buffer, signal?: AbortSignal, share?: Share): Promise<ReturnType<typeof understand>> {
    const { maxRows, shapes } = template;
    const reading = readWorkbook(file, { every: true, caps: { rows: maxRows + 100 } }, signal);
    const bySheet = new Map<number, SheetRow[]>();
    for await (const batch of reading)
      for (const row of batch) (bySheet.get(row.sheet ?? 0) ?? bySheet.set(row.sheet ?? 0, []).get(row.sheet ?? 0)!).push(row);
    const all = [...bySheet].map(([sheet, rows]): RawSheet => ({ sheet, name: reading.info.sheets[sheet] ?? reading.info.sheet, rows }));
    const book = share ? all.filter(({ name }) => share.isOwn(name)) : all;
    const found = understand(this.#kernel, template.under === undefined ? shapes : shapes.slice(1), book);
    const merged = reading.info.merged.filter((range) => found.sheets.some((sheet) => range.startsWith(`${sheet.name}!`)));
    if (merged.length)
      throw refuse(
        "IMPORT_MERGED",
        `请先取消合并单元格：${merged.slice(0, 5).join("、")}`,
        `Unmerge the merged cells first: ${merged.slice(0, 5).join(", ")}`,
      );
    for (const sheet of found.sheets) this.#mustFit(template, sheet);
    if (found.sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0) > maxRows)
      throw refuse("IMPORT_ROWS", `超过 ${maxRows} 行`, `More than ${maxRows} rows`);
    return found;
  }

  /** A template of an older version, and a table without the columns that say which row is which, are not guessed at. */
  #mustFit({ entity, version, under }: Template, sheet: Understood): void {
    const { shape, above } = sheet;
    if (sheet.version !== null && sheet.version !== version)
      throw refuse("IMPORT_VERSION", "模板版本过期，请重新下载", "Template outdated, download again");
    const hasId = sheet.columns.some((column) => column.key === "id");
    const keys = shape.parent || hasId || !entity.importKey ? [] : shape.keys.filter((key) => key !== "id");
    const missing = [
      ...keys.filter((key) => !sheet.columns.some((column) => column.key === key)).map((key) => entity.fields[key]!.label),
      ...(shape.parent && !above.length && under === undefined ? [shape.parent.entity.label] : []),
    ];
    if (missing.length)
      throw refuse(
        "IMPORT_HEADER",
        `模板列不匹配：缺少 ${missing.map((label) => label[0]).join("、")}`,
        `Template columns differ: ${missing.map((label) => label[1]).join(", ")} missing`,
      );
  }

  /** Writes what a check found good: everything in one transaction, or the good documents in parts. */
  async commit(checked: Checked, mode: Mode, importId: string, confirmed: readonly string[], doer: Doer): Promise<void> {
    const { documents, template, warnings } = checked;
    const trial = new Trial(this.#kernel, documents, template.shapes[0]!, doer, warnings);
    const write = async (roots: readonly Node[]): Promise<void> => {
      const [first] = nodesOf(roots[0]!).flatMap((node) => node.read ?? []);
      // Told apart by its first row: what is left after a broken try begins with another one.
      const key = { key: `import:${importId}:${first?.sheet.sheet ?? 0}:${first?.at.row ?? 0}`, bodyHash: checked.hash };
      await this.#kernel.actor.act({ ...commandOf(template.shapes[0]!, roots, confirmed), key }, doer);
      for (const root of roots) root.written = true;
    };
    const open = writable(documents.roots);
    if (mode === "VALID_ROWS") for (let i = 0; i < open.length; i += chunk) await writeGood(open.slice(i, i + chunk), write, trial);
    else {
      if (checked.findings.length) {
        // What the rules say of the other rows belongs to the answer: whoever corrects the file corrects all of it.
        await trial.run();
        hold(documents);
        throw nothingWritten(checked);
      }
      if (open.length) await writeAll(open, write, trial, checked);
    }
    hold(documents);
  }
}

const isQuestion = (error: unknown): boolean => !(error instanceof Refusal) || error.code === "CONFIRM_NEEDED" || error.http !== 200;

async function writeAll(
  roots: readonly Node[],
  write: (roots: readonly Node[]) => Promise<void>,
  trial: Trial,
  checked: Checked,
): Promise<void> {
  try {
    await write(roots);
  } catch (error) {
    if (isQuestion(error)) throw error;
    await trial.some(roots);
    throw checked.findings.length ? nothingWritten(checked) : error;
  }
}

/** Writes a part; what is refused is found and left out, the rest goes in. */
async function writeGood(asked: readonly Node[], write: (roots: readonly Node[]) => Promise<void>, trial: Trial): Promise<void> {
  const roots = writable(asked);
  if (roots.length === 0) return;
  try {
    await write(roots);
  } catch (error) {
    if (isQuestion(error)) throw error;
    if (roots.length === 1) return void trial.pin(roots, error as Refusal);
    await trial.some(roots);
    const good = writable(roots);
    if (good.length < roots.length) return writeGood(good, write, trial);
    const half = Math.ceil(roots.length / 2);
    await writeGood(roots.slice(0, half), write, trial);
    await writeGood(roots.slice(half), write, trial);
  }
}

function nothingWritten({ findings }: Checked): Refusal {
  const rows = new Set(findings.map((finding) => `${finding.sheet}:${finding.row}`)).size;
  const first = findings[0]!.text;
  return refuse(
    "IMPORT_FAILED",
    `有 ${rows} 行有误，未写入任何数据：${first[0]}`,
    `${rows} rows have errors; nothing was imported: ${first[1]}`,
  );
}
