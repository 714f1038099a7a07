import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { all, every, sql } from "#kernel/query.ts";
import { pdfOf } from "#kernel/server/file/document-pdf.ts";
import type { FileParts, FileRow, Stamp, Stamping } from "#kernel/server/file/parts.ts";
import { rowsOf } from "#kernel/server/file/see.ts";
import { disposition } from "#kernel/server/file/send.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { notFound } from "#kernel/server/find/find.ts";
import { pressersOf } from "#kernel/server/http/need.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { Side } from "#kernel/server/install/side.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { houseZone, inZone } from "#kernel/time.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { contract } from "../contract.entity.ts";
import { contractDocument } from "../contract-lines.entity.ts";
import { chosenMark, kindOf, markText, standardMark, voided, type Marked, type MarkValues } from "../watermark/choose.ts";
import { watermark } from "../watermark/watermark.entity.ts";

interface Look extends Pick<Stamp, "color"> {
  readonly textPattern: string;
  readonly fontSize: number;
  readonly opacity: string;
  readonly angle: number;
  readonly tile: string;
  readonly imageFileId: string | null;
}
interface Subject {
  readonly orgId: string;
  readonly orgName: string | null;
  readonly contractNum: string | null;
  readonly contractName: string;
  readonly supplierId: string;
  readonly supplierName: string | null;
  readonly status: string;
}
interface Reader {
  readonly displayName: string;
  readonly userType: string;
  readonly supplierId: string | null;
}

async function pictureOf(kernel: Kernel, files: FileParts, id: string | null): Promise<string | null> {
  const [row] = id ? await rowsOf(kernel, [id]) : [];
  if (!row || row.scanStatus === "INFECTED") return null;
  return (await buffer(await files.storages.of(row.storageCode).read(row.fileName))).toString("base64");
}

const stampOf = async (kernel: Kernel, files: FileParts, look: Look, values: MarkValues): Promise<Stamp> => ({
  text: markText(look.textPattern, values),
  size: look.fontSize,
  color: `#${look.color}`,
  opacity: Number(look.opacity),
  angle: look.angle,
  tile: look.tile === "Y",
  picture: await pictureOf(kernel, files, look.imageFileId),
});

/** The contract a file belongs to: it hangs on the contract itself, or on one of its documents. */
async function subjectOf({ db }: Kernel, row: FileRow): Promise<Subject | undefined> {
  const [c, d, o, s] = [every(contract), every(contractDocument), every(organization), every(supplierInfo)];
  const isHere =
    row.functionId === contractDocument.name
      ? sql`${c.id} = (select ${d.parentId} from ${d} where ${d.id} = ${row.businessId})`
      : sql`${c.id} = ${row.businessId}`;
  const [found] = await db.query<Subject>(sql`
    select ${c.orgId}, ${o.orgName}, ${c.contractNum}, ${c.contractName}, ${c.supplierId}, ${s.supplierName}, ${c.status}
    from ${c} join ${o} on ${o.id} = ${c.orgId} join ${s} on ${s.id} = ${c.supplierId} where ${isHere}`);
  return found;
}

async function readerOf({ db }: Kernel, userId: string | null): Promise<Reader | undefined> {
  const u = every(user);
  const [found] = userId
    ? await db.query<Reader>(sql`select ${u.displayName}, ${u.userType}, ${u.supplierId} from ${u} where ${u.id} = ${userId}`)
    : [];
  return found;
}

const marksFor = ({ db }: Kernel, audience: string): Promise<(Look & Marked)[]> => {
  const m = every(watermark);
  return db.query(sql`select ${m.audience}, ${m.orgId}, ${m.supplierId}, ${m.docKind}, ${m.textPattern}, ${m.imageFileId}, ${m.fontSize},
    ${m.color}, ${m.opacity}::text as opacity, ${m.angle}, ${m.tile} from ${m} where ${all(sql`${m.enabledFlag} = 'Y'`, sql`${m.audience} = ${audience}`)}
    order by ${m.id} desc`);
};

/**
 * What stands on a copy of a contract's file. A supplier's copy is always marked, with its own name and the time; our own people's as it
 * is set up, but the signed file they may take as it was signed.
 */
const stamping =
  (kernel: Kernel, files: FileParts): Stamping =>
  async (row, { use, userId, now }) => {
    const [of, reader] = await Promise.all([subjectOf(kernel, row), readerOf(kernel, userId)]);
    if (!of) return null;
    const audience = reader?.userType === "INTERNAL" ? "INSIDE" : "SUPP";
    if (audience === "INSIDE" && use === "DOWNLOAD" && row.valueKey === "signedFileId") return null;
    const asked = { audience, orgId: of.orgId, supplierId: of.supplierId, docKind: kindOf(of.status) } as const;
    const chosen = chosenMark(await marksFor(kernel, audience), asked);
    const plain = audience === "SUPP" ? standardMark : asked.docKind === "VOID" ? { ...standardMark, textPattern: "" } : null;
    const look: Look | null = chosen ?? plain;
    return look
      ? stampOf(
          kernel,
          files,
          { ...look, textPattern: voided(chosen, asked.docKind, look.textPattern) },
          {
            org: of.orgName ?? "",
            user: reader?.displayName ?? "",
            supplier: of.supplierName ?? "",
            time: inZone(now.toISOString(), houseZone),
            contractNum: of.contractNum ?? of.contractName,
          },
        )
      : null;
  };

const path = "v1/srmCctWatermarkRestful/preview";

/** Draws watermarks across copies of contracts' files, and shows one on a sample page. */
export const watermarkSide: Omit<Side, "code"> = {
  needs: { [path]: pressersOf(watermark.name, "btnPreview") },
  calls: ({ kernel, files }) => {
    for (const entity of [contract.name, contractDocument.name]) files.stamps.set(entity, stamping(kernel, files));
    return [
      {
        service: "srmServer",
        path,
        guard: "session",
        raw: true,
        input: asks({ id: "id" }),
        handle: async (ctx, body) => {
          const [seen] = await findFor(kernel, ctx.me).where(watermark, { id: String(body["id"] ?? "") }, 1);
          if (!seen) throw notFound(watermark);
          const values = {
            org: "示例组织",
            user: ctx.me.displayName,
            supplier: "示例供应商",
            time: inZone(ctx.now.toISOString(), ctx.me.zone),
            contractNum: "HT-0001",
          };
          const pdf = await sample(files, await stampOf(kernel, files, seen as unknown as Look, values));
          return ctx.reply
            .headers({
              "content-type": "application/pdf",
              "content-disposition": disposition("watermark.pdf", "inline"),
              "cache-control": "private, no-store",
            })
            .send(pdf);
        },
      },
    ];
  },
};

/** A page of text with the stamp on it. */
async function sample(files: FileParts, stamp: Stamp): Promise<Buffer> {
  const folder = await mkdtemp(join(files.temp, "mark-"));
  try {
    const [plain, target] = [join(folder, "plain.pdf"), join(folder, "marked.pdf")];
    const text = "示例文本 Sample text ".repeat(40);
    await writeFile(
      plain,
      await pdfOf(files, "watermark", [
        { t: "h", level: 1, text: "合同 Contract" },
        ...[1, 2, 3, 4].map(() => ({ t: "p" as const, text })),
      ]),
    );
    await files.preview.stamp(plain, target, stamp);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
