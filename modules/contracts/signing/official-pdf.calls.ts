import { format, isZero, trim } from "#kernel/decimal.ts";
import { rmbCapital } from "#kernel/rmb.ts";
import type { Foot } from "#kernel/server/file/preview/worker.ts";
import type { Block } from "#kernel/server/file/preview/office.ts";
import { say, type Language, type Text } from "#kernel/text.ts";
import type { Contract, TextFacts } from "../contract-text-of.ts";
import type { Passage } from "../contract-text.ts";
import { hashWords } from "./words.ts";

const money = (value: string | null): string => format(value ?? "0", { scale: 2, thousands: true });

type Named = readonly [label: Text, value: string];

/** Both parties and those beside them, each with the number it is registered under. */
function parties(doc: Contract, { our, supplier }: TextFacts): readonly Named[] {
  const number = (value: unknown): Named => [["统一社会信用代码/税号", "Registration no."], String(value ?? "")];
  return [
    [["甲方（采购方）", "Buyer"], String(our?.["orgName"] ?? "")],
    number(our?.["taxNo"]),
    [["乙方（供应方）", "Supplier"], String(supplier?.["supplierName"] ?? "")],
    number(supplier?.["uscc"] ?? supplier?.["taxNo"]),
    ...(doc.extraParties ?? []).flatMap((party): Named[] => [[["其他签约方", "Other party"], party.name], number(party.uscc)]),
  ];
}

const headOf = (doc: Contract, facts: TextFacts, words: (text: Text) => string): Block[] => {
  const isYuan = doc.currency === "CNY" && !isZero(doc.amountIncl ?? "0");
  const rows: Named[] = [
    [["合同编号", "Contract no."], doc.contractNum ?? ""],
    [["版本", "Version"], String(doc.version)],
    ...parties(doc, facts),
    [["含税金额", "Total incl. tax"], `${doc.currency} ${money(doc.amountIncl)}`],
    ...(isYuan ? ([[["金额大写", "In words"], rmbCapital(doc.amountIncl)]] as const) : []),
    [["有效期", "In force"], `${doc.effectiveDate} – ${doc.expiryDate}`],
  ];
  const cells = rows.map(([label, value]) => [words(label), value]);
  return [
    { t: "h", level: 1, text: doc.contractName ?? "" },
    {
      t: "table",
      look: "facts",
      rows: Array.from({ length: Math.ceil(cells.length / 2) }, (_, i) => [...cells[i * 2]!, ...(cells[i * 2 + 1] ?? ["", ""])]),
    },
  ];
};

function itemsOf(
  doc: Contract,
  units: ReadonlyMap<string, string>,
  taxes: ReadonlyMap<string, string>,
  words: (text: Text) => string,
): Block[] {
  if (doc.items.length === 0) return [];
  const heads: Text[] = [
    ["序号", "No."],
    ["名称与规格", "Description"],
    ["数量", "Quantity"],
    ["单位", "Unit"],
    ["单价", "Price excl. tax"],
    ["税率", "Tax"],
    ["含税金额", "Total incl. tax"],
    ["交期", "Delivery"],
  ];
  return [
    { t: "h", level: 2, text: words(["合同明细", "Items"]) },
    {
      t: "table",
      look: "lines",
      rows: [
        heads.map(words),
        ...doc.items.map((row, i) => [
          String(row.lineNum ?? i + 1),
          [row.itemName, row.spec].filter(Boolean).join(" "),
          trim(row.qty ?? "0"),
          units.get(row.uom) ?? row.uom,
          trim(row.unitPrice ?? "0"),
          taxes.get(row.taxRate) ?? row.taxRate,
          money(row.amountIncl),
          row.deliveryDate ?? "",
        ]),
      ],
    },
  ];
}

function stagesOf(doc: Contract, triggers: ReadonlyMap<string, string>, words: (text: Text) => string): Block[] {
  if (doc.stages.length === 0) return [];
  const heads: Text[] = [
    ["阶段", "Stage"],
    ["名称", "Name"],
    ["比例%", "Percent"],
    ["金额", "Amount"],
    ["触发条件", "Due upon"],
    ["天数/日期", "Days or date"],
  ];
  return [
    { t: "h", level: 2, text: words(["付款阶段", "Payment stages"]) },
    {
      t: "table",
      look: "lines",
      rows: [
        heads.map(words),
        ...doc.stages.map((row, i) => [
          String(row.stageNo ?? i + 1),
          row.stageName,
          trim(row.percent || "0"),
          money(row.amount),
          triggers.get(row.trigger) ?? row.trigger,
          row.dueDate ?? (row.dueDays === null ? "" : String(row.dueDays)),
        ]),
      ],
    },
  ];
}

/** What is printed: facts, text, items, stages, and a page of its own for the signatures. */
export function officialPdf(
  doc: Contract,
  passages: readonly Passage[],
  hash: string,
  facts: TextFacts,
  language: Language,
  meanings: (type: string) => ReadonlyMap<string, string>,
): readonly (Block | Foot)[] {
  const words = (text: Text): string => say(text, language);
  const foot = `${doc.contractNum} · V${doc.version} · ${hashWords(hash)}`;
  return [
    { t: "foot", text: foot, keywords: [doc.contractNum ?? "", hash] },
    ...headOf(doc, facts, words),
    ...passages.flatMap(({ no, title, text }): Block[] => [
      ...(title ? [{ t: "h" as const, level: 3, text: `${no} ${title}`.trim() }] : []),
      { t: "p", text },
    ]),
    ...itemsOf(doc, meanings("UOM"), meanings("TAX_RATE"), words),
    ...stagesOf(doc, meanings("CCT_STAGE_TRIGGER"), words),
    { t: "break" },
    { t: "h", level: 2, text: words(["签署页", "Signatures"]) },
    {
      t: "p",
      text: words([
        `本页为合同${doc.contractNum}的签署页。正文校验值：${hash}`,
        `Signatures of contract ${doc.contractNum}. Text checksum: ${hash}`,
      ]),
    },
  ];
}
