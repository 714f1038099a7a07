import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import type { Db } from "#kernel/server/database/db.ts";
import { pdfOf, sheetsPdf } from "#kernel/server/file/document-pdf.ts";
import { openPreview } from "#kernel/server/file/preview/engine.ts";
import { folderVault } from "#kernel/server/gate/vault.ts";
import { Authority } from "#kernel/server/signing/authority.ts";
import { signPdf } from "#kernel/server/signing/sign.ts";
import { hashOf, textOf, type Contract, type TextFacts } from "#modules/contracts/contract-text-of.ts";
import { officialPdf } from "#modules/contracts/signing/official-pdf.calls.ts";
import { stampPlace, stampSheet } from "#modules/contracts/signing/stamp.calls.ts";

const passage =
  "双方确认，本条所述之义务自${contract.effectiveDate}起至${contract.expiryDate}止持续有效。乙方（${supplier.supplierName}）按合同${contract.contractNum}的约定供货，并对其质量、数量与交付时间负责；甲方（${our.orgName}）按约定验收与付款。任何一方变更联系人、地址或账户，应提前十日书面通知对方。";

/** A contract of so many clauses, thirty items and three stages. */
function long(clauses: number): Contract {
  const items = Array.from({ length: 30 }, (_, i) => ({
    ...{ lineNum: i + 1, itemName: `安装支架 ${i + 1}`, spec: "120×80", qty: "100", uom: "PCS", unitPrice: "12.1", taxRate: "T13" },
    ...{ amountExcl: "1210.00", amountIncl: "1367.30", deliveryDate: null, itemId: null },
  }));
  const stages = [30, 60, 10].map((percent, i) => ({
    ...{
      stageNo: i + 1,
      stageName: `阶段 ${i + 1}`,
      stageType: "OTHER",
      percent: String(percent),
      amount: "13673.00",
      trigger: "SIGN",
      dueDays: 10,
      dueDate: null,
    },
  }));
  return {
    ...{
      contractNum: "HT-BENCH-2026-0001",
      contractName: "年度采购合同",
      currency: "CNY",
      amountExcl: "36300",
      taxAmount: "4719",
      amountIncl: "41019",
    },
    ...{
      effectiveDate: "2026-01-01",
      expiryDate: "2026-12-31",
      version: 1,
      headText: passage,
      tailText: passage,
      fileIds: null,
      supplierId: "S",
    },
    ...{ extraParties: null, trade: [], refunds: [], items, stages },
    clauses: Array.from({ length: clauses }, (_, i) => ({
      seq: i + 1,
      title: `第${i + 1}条`,
      content: Array.from({ length: 6 }, () => passage).join("\n"),
    })),
  } as unknown as Contract;
}

const facts: TextFacts = {
  our: { orgName: "星环华东制造有限公司", taxNo: "91330000DEMO0001" },
  supplier: { supplierName: "星铸钣金股份有限公司", uscc: "91330000DEMO0002" },
  names: new Map(),
  codes: new Map(),
};
/** Milliseconds a caller waits, and those of the processor, which other work on the machine hardly changes. */
type Took = readonly [waited: number, cpu: number];
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** How long a contract of so many pages takes from its data to its official copy, and what a signature adds. */
export async function measurePaper(db: Db, folder: string, clauses: number, rounds: number): Promise<void> {
  const temp = join(folder, "temp");
  mkdirSync(temp, { recursive: true });
  const preview = await openPreview({ temp, soffice: null });
  const plain = {
    seal: (value: Uint8Array | string) => Buffer.from(value).toString("base64"),
    unseal: (value: string) => Buffer.from(value, "base64"),
  };
  const authority = new Authority(db, plain, folderVault(join(folder, "keys")), "BENCH");
  const doc = long(clauses);
  const times = { fill: [] as Took[], print: [] as Took[], stamp: [] as Took[], sign: [] as Took[] };
  const timed = async <T>(kind: keyof typeof times, work: () => T | Promise<T>, counts: boolean): Promise<T> => {
    const [at, before] = [performance.now(), process.cpuUsage()];
    const made = await work();
    const { user, system } = process.cpuUsage(before);
    if (counts) times[kind].push([performance.now() - at, (user + system) / 1000]);
    return made;
  };
  let bytes: Uint8Array = new Uint8Array();
  for (let round = -2; round < rounds; round++) {
    const counts = round >= 0;
    const blocks = await timed(
      "fill",
      async () => {
        const passages = textOf(doc, facts);
        return officialPdf(doc, passages, await hashOf(doc, passages), facts, "CN", () => new Map());
      },
      counts,
    );
    bytes = await timed("print", () => pdfOf({ temp, preview }, "contract", blocks), counts);
    const now = new Date();
    const lines = ["采购总监", "星环华东制造有限公司", now.toISOString(), "签署合同 HT-BENCH-2026-0001"];
    const stamp = await timed("stamp", () => sheetsPdf({ temp, preview }, "stamp", [stampSheet(lines)]), counts);
    await timed(
      "sign",
      async () => {
        const key = await authority.issued({ holder: "bench", person: "采购总监", company: "星环华东制造有限公司" }, now);
        const place = {
          field: "signature-1",
          signer: "采购总监",
          reason: "签署",
          at: now,
          stamp: { pdf: stamp, page: Number.MAX_SAFE_INTEGER, ...stampPlace(0) },
        };
        return signPdf(bytes, place, key, null);
      },
      counts,
    );
  }
  const pages = (await PDFDocument.load(bytes)).getPageCount();
  const took = (...kinds: (keyof typeof times)[]): string =>
    ([0, 1] as const).map((which) => kinds.map((kind) => median(times[kind].map((row) => row[which])).toFixed(0)).join(" + ")).join(" | ");
  console.log("| work | p50 ms | processor ms | bar |\n|---|---|---|---|");
  console.log(
    `| contract of ${pages} pages, ${Math.round(bytes.length / 1024)} KB: filled + printed | ${took("fill", "print")} | ≤ 1000 |`,
  );
  console.log(`| – a signature: stamp drawn + signed | ${took("stamp", "sign")} | ≤ 100 |`);
  await preview.close();
}
