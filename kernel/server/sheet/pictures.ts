import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { idsOf, isImage } from "#kernel/file.ts";
import type { Db } from "../database/db.ts";
import { thumbnail } from "../file/image.ts";
import type { FileParts, FileRow } from "../file/parts.ts";
import { rowsOf } from "../file/see.ts";
import type { Picture } from "../excel/encode.ts";
import type { Row } from "../find/visible.ts";
import type { SheetPart } from "./columns.ts";
import type { ExportPlan } from "./plan.ts";

/** Where the pictures of an export lie. */
export type PictureShelf = Pick<FileParts, "storages" | "temp">;

/** More would make a workbook nobody can open; what comes after is told by its name. */
const mostPictures = 1_000;
const edge = 96;

/** The first picture of each record's attachment, small, for the cells of an export. Who may see the row may see it, as on the page. */
export class ExportPictures {
  readonly #shelf: PictureShelf;
  readonly #db: Db;
  readonly #plan: ExportPlan;
  readonly #known = new Map<string, Picture | string>();
  #count = 0;

  constructor(shelf: PictureShelf, db: Db, plan: ExportPlan) {
    this.#shelf = shelf;
    this.#db = db;
    this.#plan = plan;
  }

  /** The column as one of pictures: a file that is none, or may not be shown, is told by its name. */
  part({ column }: SheetPart): SheetPart {
    const value = (row: Row): unknown => idsOf(row[column.key]).flatMap((id) => this.#known.get(id) ?? [])[0] ?? null;
    return { column: { ...column, kind: "picture", width: Math.max(column.width ?? 0, edge + 10) }, value };
  }

  /** The rows again, each batch with its pictures at hand. */
  async *fetched(rows: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
    for await (const batch of rows) {
      this.#known.clear();
      await this.#fetch(batch);
      yield batch;
    }
  }

  async #fetch(batch: readonly Row[]): Promise<void> {
    const { entity: e, me, custom } = this.#plan;
    const records = new Set(batch.map((row) => row["id"] as string));
    const ids = batch.flatMap((row) => custom.imageColumns.flatMap((key) => idsOf(row[key])));
    const isInside = me.audience === "internal" || me.audience === "system";
    const mayLook = me.may(e.name, "btnPreviewAttachment");
    for (const file of await rowsOf({ db: this.#db }, [...new Set(ids)])) {
      if (file.functionId !== e.name || !records.has(file.businessId) || (file.visibleTo === "INTERNAL_ONLY" && !isInside)) continue;
      const isClean = file.scanStatus === "CLEAN" || file.scanStatus === "SKIPPED";
      const drawn = mayLook && isClean && isImage(file.suffixName) && this.#count < mostPictures ? await this.#draw(file) : null;
      if (drawn) this.#count++;
      this.#known.set(file.id, drawn ?? file.originalFileName);
    }
  }

  async #draw(file: FileRow): Promise<Picture | null> {
    const source = join(this.#shelf.temp, `${randomUUID()}.${file.suffixName}`);
    try {
      await pipeline(
        await this.#shelf.storages.of(file.storageCode).read(file.fileName),
        createWriteStream(source, { mode: 0o600, flags: "wx" }),
      );
      return await thumbnail(source, file.suffixName, edge);
    } catch {
      // A picture that cannot be read must not cost the reader the other rows.
      return null;
    } finally {
      await rm(source, { force: true });
    }
  }
}
