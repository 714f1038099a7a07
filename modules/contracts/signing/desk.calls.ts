import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SigningHouse } from "./house.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { newId } from "#kernel/server/act/id.ts";
import { pdfOf, sheetsPdf } from "#kernel/server/file/document-pdf.ts";
import { keepMade } from "#kernel/server/file/keep.ts";
import type { FileParts } from "#kernel/server/file/parts.ts";
import { wholeFile } from "#kernel/server/file/whole.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { notFound } from "#kernel/server/find/find.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Authority } from "#kernel/server/signing/authority.ts";
import { signPdf, timestampFrom } from "#kernel/server/signing/sign.ts";
import { verifySigned, type Verdict } from "#kernel/server/signing/verify.ts";
import { folderVault } from "#kernel/server/gate/vault.ts";
import { meanings } from "#kernel/server/sheet/columns.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { inZone, houseZone } from "#kernel/time.ts";
import type { Language } from "#kernel/text.ts";
import { contract } from "../contract.entity.ts";
import { hashOf, textFacts, textOf, type Contract } from "../contract-text-of.ts";
import { template } from "../template.entity.ts";
import { signOrg, signPerson } from "./account.entity.ts";
import { signCallback, signFlow } from "./flow.entity.ts";
import { officialPdf } from "./official-pdf.calls.ts";
import { textChanged } from "./publish.rules.ts";
import { stampPlace, stampSheet } from "./stamp.calls.ts";
import { notYourTurn, turnOf, type Flow } from "./turns.ts";

const me = systemMe("signing");

/** Who signs, and how he proved who he is. */
export interface Signer {
  readonly userId: string | null;
  readonly name: string;
  readonly ip: string | null;
  readonly way: string;
  readonly linkUsed?: string;
  /** Where an outside provider states it. */
  readonly at?: string;
}

type DeskFiles = Pick<FileParts, "storages" | "temp" | "preview">;

/** What the desk works with. */
type DeskPremises = Pick<Premises, "kernel" | "gate" | "clock" | "outside" | "dataDir"> & { readonly files: DeskFiles };

const sumOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Makes the official copy, puts signatures into it, and checks them. What becomes of the contract is decided by the rules. */
export class SignDesk {
  readonly #kernel: Kernel;
  readonly #files: DeskFiles;
  readonly #clock: { now(): Date };
  readonly #outside: Premises["outside"];
  readonly authority: Authority;
  readonly house: SigningHouse;

  constructor({ kernel, files, gate, clock, outside, dataDir }: DeskPremises, house: SigningHouse) {
    this.#kernel = kernel;
    this.#files = files;
    this.#clock = clock;
    this.#outside = outside;
    this.house = house;
    this.authority = new Authority(kernel.db, gate.keys, folderVault(join(dataDir, "keys")), "BASE SRM");
  }

  find = () => findFor(this.#kernel, me);
  act = (entity: typeof contract | typeof signFlow | typeof signPerson | typeof signOrg, id: string, action: string, input: Row = {}) =>
    this.#kernel.actor.act({ entity, action, targets: [{ id, input }] }, this.#doer());
  /** What an outside provider reported, as it came. */
  note = (input: Row) => this.#kernel.actor.act({ entity: signCallback, action: "saveOrUpdate", targets: [{ input }] }, this.#doer());
  #doer = () => ({ me, now: this.#clock.now(), requestId: newId(), ip: null });

  async #keep(name: string, bytes: Uint8Array, mimeType = "application/pdf"): Promise<string> {
    const folder = await mkdtemp(join(this.#files.temp, "sign-"));
    try {
      const path = join(folder, "made");
      await writeFile(path, bytes, { mode: 0o600 });
      return (await keepMade(this.#files, this.#kernel.db, { path, name, mimeType, by: me.userId, now: this.#clock.now() })).id;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The official copy of a published contract, made when it is first asked for. */
  async officialCopy(contractId: string): Promise<{ readonly fileId: string; readonly hash: string }> {
    const find = this.find();
    const doc = (await find.one(contract, contractId)) as Contract;
    if (doc.pdfFileId) return { fileId: doc.pdfFileId, hash: doc.pdfHash ?? "" };
    if (doc.status !== "PUBLISHED") throw refuse("CCT-070", "合同尚未发布", "The contract is not published yet");
    const facts = await textFacts(doc, find);
    const passages = textOf(doc, facts);
    const hash = await hashOf(doc, passages);
    if (hash !== doc.pdfHash) throw textChanged();
    const from = await find.maybe(template, doc.templateId);
    const language: Language = from?.textLanguage === "EN" ? "EN" : "CN";
    const blocks = officialPdf(doc, passages, hash, facts, language, (type) => meanings(this.#kernel.lookups, type, language));
    const name = `${doc.contractNum}.pdf`;
    const fileId = await this.#keep(name, await pdfOf(this.#files, `${doc.contractNum} ${doc.contractName}`, blocks));
    const refused = await this.act(contract, contractId, "doKeepPdf", { pdfFileId: fileId, pdfHash: hash }).then(
      () => null,
      (error: unknown) => error,
    );
    const made = (await this.find().one(contract, contractId)) as Contract;
    // Somebody else made it in the same moment: his is the one.
    if (refused && !made.pdfFileId) throw refused;
    return { fileId: made.pdfFileId!, hash };
  }

  /** The bytes of a stored file, if they are still those of the checksum. */
  async #bytes(id: string | null, sum: string | null): Promise<Buffer> {
    const found = id ? await wholeFile(this.#files, this.#kernel.db, id, () => true) : null;
    if (!found || sumOf(found.bytes) !== sum) throw textChanged();
    return found.bytes;
  }

  async #timestamp() {
    return timestampFrom(this.#outside, await this.#kernel.settings.value("CCT_TIMESTAMP_URL"));
  }

  async #stamped(pdf: Uint8Array, at: Date, index: number, holder: { holder: string; person: string; company: string }, reason: string) {
    const key = await this.authority.issued(holder, at);
    const time = inZone(at.toISOString(), houseZone).slice(0, 19).replace("T", " ");
    const lines = [holder.person, holder.company, `${time}  ${houseZone}`, `${reason}  ${key.serial.slice(0, 16)}`];
    const stamp = { pdf: await sheetsPdf(this.#files, "stamp", [stampSheet(lines)]), page: Number.MAX_SAFE_INTEGER, ...stampPlace(index) };
    const place = { field: `signature-${index + 1}-${key.serial.slice(0, 6)}`, signer: holder.person, reason, at, stamp };
    return { bytes: await signPdf(pdf, place, key, await this.#timestamp()), serial: key.serial };
  }

  async flow(flowId: string): Promise<Flow> {
    const found = await this.find().maybe(signFlow, flowId);
    if (!found) throw notFound(signFlow);
    return found;
  }

  /** What a file looks like after this task: signed by the signer, or sealed by the house once all have agreed. */
  async #next(flow: Flow, task: Flow["tasks"][number], at: Date, isLast: boolean) {
    const find = this.find();
    const doc = (await find.one(contract, flow.contractId)) as Contract;
    const isPersonal = flow.signMode === "ESIGN" && flow.provider === "BUILTIN";
    if (!isPersonal && !isLast) return { doc, fileId: null, serial: null };
    const before = await this.#bytes(flow.signedFileId ?? doc.pdfFileId, flow.signedSum ?? flow.fileSum);
    const index = isPersonal ? flow.tasks.filter((row) => row.state === "SIGNED").length : 0;
    const [person, company] = await Promise.all([find.maybe(signPerson, task.personAccountId), find.maybe(signOrg, task.orgAccountId)]);
    const holder =
      isPersonal && person && company
        ? { holder: `${person.id}|${company.id}`, person: person.name, company: company.orgName }
        : { holder: "platform", person: "BASE SRM", company: "" };
    const reason = isPersonal ? `签署合同 ${doc.contractNum}` : `全体签署人已确认合同 ${doc.contractNum}`;
    const signed = await this.#stamped(before, at, index, holder, reason);
    return { doc, fileId: await this.#keep(`${doc.contractNum}-signed.pdf`, signed.bytes), serial: signed.serial };
  }

  async #evidence(flow: Flow, doc: Contract, task: Flow["tasks"][number], signer: Signer, at: string): Promise<string> {
    const said = {
      contract: doc.contractNum,
      flow: flow.flowNum,
      textChecksum: flow.fileHash,
      fileChecksum: flow.fileSum,
      tasks: flow.tasks.map(({ id, seq, side, signerName, signedAt, ip, way, certificate }) =>
        id === task.id
          ? { seq, side, signerName: signer.name, signedAt: at, ip: signer.ip, way: signer.way }
          : { seq, side, signerName, signedAt, ip, way, certificate },
      ),
    };
    return this.#keep(`${doc.contractNum}-evidence.json`, Buffer.from(JSON.stringify(said, null, 2)), "application/json");
  }

  /** Signs a task; what another signer did in the same moment is waited for and built upon. */
  async sign(flowId: string, taskId: string, signer: Signer): Promise<void> {
    for (let tries = 1; ; tries++) {
      const flow = await this.flow(flowId);
      const task = flow.tasks.find((row) => row.id === taskId);
      if (!task) throw notFound(signFlow);
      if (task.state === "WAIT" && !turnOf(flow.tasks).includes(task)) throw notYourTurn();
      const at = signer.at ? new Date(signer.at) : this.#clock.now();
      const isLast = flow.tasks.every((row) => row.id === taskId || row.state === "SIGNED");
      const isOpen = flow.status === "SIGNING" && task.state === "WAIT";
      const next = isOpen ? await this.#next(flow, task, at, isLast) : null;
      try {
        await this.act(signFlow, flowId, "doSigned", {
          taskId,
          signedAt: at.toISOString(),
          beforeSum: flow.signedSum ?? flow.fileSum,
          signedFileId: next?.fileId ?? null,
          evidenceFileId: next && isLast ? await this.#evidence(flow, next.doc, task, signer, at.toISOString()) : null,
          signerUserId: signer.userId,
          signerName: signer.name,
          ip: signer.ip,
          way: signer.way,
          certificate: next?.serial ?? null,
          linkUsed: signer.linkUsed ?? null,
        });
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "CCT-079" || tries === 3) throw error;
      }
    }
  }

  /** What the signed file itself proves, and whether it is the one that was stored at the last signature. */
  async verify(doc: Contract): Promise<Verdict & { readonly stored: boolean }> {
    const found = doc.signedFileId ? await wholeFile(this.#files, this.#kernel.db, doc.signedFileId, () => true) : null;
    if (!found) throw refuse("CCT-086", "尚无签署件", "There is no signed copy yet");
    const now = this.#clock.now();
    const stored = sumOf(found.bytes) === doc.signedSum;
    const root = await this.authority.certificate(now);
    // Our own record of the checksum proves that the file existed when it was finished.
    const revoked = await this.authority.revoked();
    const verdict = await verifySigned(found.bytes, { root, revoked, existedAt: stored && doc.signedAt ? new Date(doc.signedAt) : null });
    return { ...verdict, stored };
  }
}
