import { createHash } from "node:crypto";
import type { Entity } from "#kernel/entity.ts";
import { distinctNames, idsOf } from "#kernel/file.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { ZipOut } from "#kernel/server/excel/zip.ts";
import { logAccess, type FileParts } from "#kernel/server/file/parts.ts";
import { disposition } from "#kernel/server/file/send.ts";
import { wholeFile } from "#kernel/server/file/whole.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { notFound } from "#kernel/server/find/find.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { asks } from "#kernel/server/http/input.ts";
import { pressersOf, type NeedsOf } from "#kernel/server/http/need.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { alteration } from "../change/alteration.entity.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { textVersion } from "../text/mark.entity.ts";
import { dossierPath } from "./ask.ts";
import type { SignDesk } from "./desk.calls.ts";
import { signCallback, signFlow } from "./flow.entity.ts";

export const dossierNeeds: NeedsOf = { [dossierPath]: pressersOf(contract.name, "btnDownloadAttachment") };

const sumOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** One file of the evidence, and what it is. */
interface Paper {
  readonly name: string;
  readonly about: Text;
  readonly bytes: Uint8Array;
}
const json = (name: string, about: Text, value: unknown): Paper => ({ name, about, bytes: Buffer.from(JSON.stringify(value, null, 2)) });

/** Everything that proves a signed contract, in one archive: each file with its checksum in the index. */
export class Dossiers {
  readonly #kernel: Kernel;
  readonly #files: FileParts;
  readonly #desk: SignDesk;

  constructor(kernel: Kernel, files: FileParts, desk: SignDesk) {
    this.#kernel = kernel;
    this.#files = files;
    this.#desk = desk;
  }

  calls = (): readonly Call[] => [
    {
      service: "srmServer",
      path: dossierPath,
      guard: "session",
      raw: true,
      input: asks({ id: "id" }),
      handle: (ctx, body) => this.#send(ctx, String(body["id"] ?? "")),
    },
  ];

  async #send(ctx: Context, id: string): Promise<unknown> {
    const find = findFor(this.#kernel, ctx.me);
    const doc = ctx.me.audience === "internal" ? ((await find.maybe(contract, id)) as Contract | null) : null;
    if (!doc) throw notFound(contract as Entity);
    if (!doc.signedFileId) throw refuse("CCT-086", "尚无签署件", "There is no signed copy yet");
    const read: string[] = [];
    const papers = [
      ...(await this.#documents(doc, read)),
      ...(await this.#signing(find, doc, read)),
      ...(await this.#certificates(ctx, find, doc)),
      ...(await this.#record(ctx, find, doc)),
    ];
    await logAccess(ctx.db, ctx, "ZIP", read);
    const bytes = await this.#packed(ctx, doc, papers);
    const name = `${doc.contractNum ?? doc.contractName}-evidence.zip`;
    return ctx.reply
      .headers({
        "content-type": "application/zip",
        "content-disposition": disposition(name, "attachment"),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      })
      .send(bytes);
  }

  async #file(id: string | null | undefined, folder: string, about: Text, read: string[]): Promise<Paper[]> {
    const found = id ? await wholeFile(this.#files, this.#kernel.db, id, () => true) : null;
    if (!found) return [];
    read.push(found.row.id);
    return [{ name: `${folder}/${found.row.originalFileName}`, about, bytes: found.bytes }];
  }

  /** The files as they are stored: nothing is stamped on what proves. */
  async #documents(doc: Contract, read: string[]): Promise<Paper[]> {
    const kept = doc.documents.filter((row) => row.keptFlag === "Y");
    const parts = await Promise.all([
      this.#file(doc.signedFileId, "signed", ["签署件", "Signed copy"], read),
      this.#file(doc.pdfFileId, "official", ["正式合同，签署所依据的文件", "Official copy: the file that was signed"], read),
      ...kept.map((row) =>
        this.#file(idsOf(row.fileId)[0], `documents/${row.docKind}-${row.versionNo}`, ["合同文档", "Document of the contract"], read),
      ),
      ...idsOf(doc.fileIds).map((id) => this.#file(id, "files", ["合同附件", "File of the contract"], read)),
    ]);
    return parts.flat();
  }

  /** Who signed when, from where, with which proof of identity; what outside providers reported. */
  async #signing(find: Find, doc: Contract, read: string[]): Promise<Paper[]> {
    const flows = await find.where(signFlow, { contractId: doc.id }, 100);
    const parts = await Promise.all(
      flows.map(async ({ tasks, ...flow }) => {
        const folder = `signing/${flow.flowNum ?? flow.id}`;
        const reports = await find.where(signCallback, { flowId: flow.id }, 500);
        const signers = tasks.map(({ linkUsed: _, ...task }) => task);
        return [
          json(`${folder}/log.json`, ["签署记录", "Signing log"], { ...flow, tasks: signers }),
          ...(reports.length ? [json(`${folder}/provider.json`, ["签署服务回调", "Reports of the provider"], reports)] : []),
          ...(await this.#file(flow.evidenceFileId, folder, ["签署存证", "Evidence of the signing"], read)),
        ];
      }),
    );
    return parts.flat();
  }

  /** What a reader needs to check the signatures without asking this installation. */
  async #certificates(ctx: Context, find: Find, doc: Contract): Promise<Paper[]> {
    if (doc.signMode === "PAPER") return [];
    const { authority } = this.#desk;
    const flow = await find.maybe(signFlow, doc.signFlowId);
    const serials = (flow?.tasks ?? []).flatMap((task) => task.certificate ?? []);
    const verdict = await this.#desk.verify(doc).catch((error: unknown) => ({ refused: error instanceof Refusal ? error.code : "ERROR" }));
    return [
      {
        name: "certificates/authority.cer",
        about: ["签发机构证书", "Certificate of the authority"],
        bytes: await authority.certificate(ctx.now),
      },
      { name: "certificates/revoked.crl", about: ["吊销列表", "Revocation list"], bytes: await authority.revocationList(ctx.now) },
      ...(await authority.certificates(serials)).map(({ serial, subject, bytes }) => ({
        name: `certificates/${serial}.cer`,
        about: [`签署人证书 ${subject}`, `Certificate of a signer: ${subject}`] as const,
        bytes,
      })),
      json("certificates/verification.json", ["生成时的验签结果", "What the signatures prove as of now"], verdict),
    ];
  }

  /** What was confirmed, every version, every change, and the journal of the contract. */
  async #record(ctx: Context, find: Find, doc: Contract): Promise<Paper[]> {
    const { pdfHash, sentAt, confirmedBy, confirmedAt, confirmedIp, confirmRemark, publishedAt, pdfSum, signedSum, signedAt } = doc;
    const [versions, changes, log] = await Promise.all([
      find.where(textVersion, { parentId: doc.id }, 500),
      find.where(alteration, { contractId: doc.id, status: "DONE" }, 200),
      this.#kernel.history.of(contract as Entity, doc.id, ctx.me),
    ]);
    const confirmation = { textChecksum: pdfHash, sentAt, confirmedBy, confirmedAt, confirmedIp, confirmRemark };
    const signature = { publishedAt, officialChecksum: pdfSum, signedChecksum: signedSum, signedAt, signMode: doc.signMode };
    return [
      json("confirmation.json", ["供应商确认与文件校验值", "What the supplier confirmed, and the checksums"], { confirmation, signature }),
      ...versions.map((row) => json(`versions/v${row.versionNo}.json`, ["合同文本版本", "Version of the contract"], row)),
      ...changes.map((row) => json(`changes/${row.alterNum ?? row.id}.json`, ["合同变更", "Change of the contract"], row)),
      json("journal.json", ["操作日志摘录", "Extract of the journal"], log),
    ];
  }

  async #packed(ctx: Context, doc: Contract, found: readonly Paper[]): Promise<Buffer> {
    const names = distinctNames(found.map(({ name }) => name));
    const papers = found.map((paper, i) => ({ ...paper, name: names[i]! }));
    const index = json("index.json", ["目录", "Index"], {
      contract: { id: doc.id, number: doc.contractNum, name: doc.contractName, version: doc.version, status: doc.status },
      made: { at: ctx.now.toISOString(), by: ctx.me.displayName },
      files: papers.map(({ name, about: [cn, en], bytes }) => ({ name, sha256: sumOf(bytes), size: bytes.length, about: { cn, en } })),
    });
    const all = [index, ...papers];
    const sums = all.map(({ name, bytes }) => `${sumOf(bytes)}  ${name}\n`).join("");
    const blocks: Buffer[] = [];
    const zip = new ZipOut(async (block) => void blocks.push(block));
    for (const { name, bytes } of all) await zip.part(name, bytes);
    await zip.part("SHA256SUMS", sums);
    await zip.finish();
    return Buffer.concat(blocks);
  }
}
