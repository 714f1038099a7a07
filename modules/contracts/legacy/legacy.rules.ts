import { add, cmp, div, isZero, mul, sub, sum } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, warn, type Decision, type Effect, type Find } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { taxPercents } from "#modules/price/index.ts";
import { fault } from "../common.ts";
import { stageAmounts } from "../contract-amounts.ts";
import { contract } from "../contract.entity.ts";
import { postContractExec, triggerStages } from "../execution/contract-doors.ts";
import { stageShareFault } from "../template.rules.ts";
import { filesOf } from "../text/documents.ts";
import { legacyImport } from "./legacy.entity.ts";

type Import = Doc<typeof legacyImport>;
type Line = Import["contracts"][number];

const names: Readonly<Record<string, string>> = {
  ADVANCE: "预付款",
  DELIVERY: "到货款",
  ACCEPTANCE: "验收款",
  PROGRESS: "进度款",
  WARRANTY: "质保金",
};

async function facts(doc: Import, find: Find) {
  const numbers = doc.contracts.flatMap((line) => (line.contractNum ? [line.contractNum] : []));
  const [known, taxes, scans, ...digits] = await Promise.all([
    numbers.length ? find.where(contract, { contractNum: numbers, liveId: null }, numbers.length) : [],
    taxPercents(
      find,
      doc.contracts.flatMap((line) => line.taxRate ?? []),
    ),
    filesOf(find, [doc.scanFileIds]),
    ...doc.contracts.map((line) => digitsOf(find, line.currency)),
  ]);
  return { known: new Set(known.map((row) => row.contractNum)), taxes, scans, digits };
}
type Facts = Awaited<ReturnType<typeof facts>>;

const amountsOf = (line: Line, digits: number): readonly string[] =>
  stageAmounts(
    line.amountIncl,
    line.stages.map((stage) => stage.percent),
    digits,
  );

function faultsOf(doc: Import, { known, digits }: Facts): (Refusal | false)[] {
  return doc.contracts.flatMap((line, i) => {
    const at = (key: string): string => `contracts[${i}].${key}`;
    const parts = amountsOf(line, digits[i]!);
    const isTwice = doc.contracts.findIndex((other) => other.contractNum === line.contractNum) < i;
    return [
      (known.has(line.contractNum) || isTwice) &&
        fault(at("contractNum"), "CCT-156", `合同编号${line.contractNum}已存在`, `Contract ${line.contractNum} exists already`),
      line.contractStatus !== "EFFECTIVE" &&
        fault(at("contractStatus"), "CCT-157", "只能导入生效中的合同", "Only contracts in force can be brought in"),
      stageShareFault(line.stages, at("stages")),
      ...line.stages.map(
        (stage, j) =>
          cmp(stage.paidAmount, parts[j]!) > 0 &&
          fault(
            `${at("stages")}[${j}].paidAmount`,
            "CCT-158",
            `已付款超过阶段金额${parts[j]!}`,
            `More was paid than the ${parts[j]!} of the stage`,
          ),
      ),
    ];
  });
}

const save = rule(legacyImport, "saveOrUpdate", { reads: facts, decide: (doc, known) => faultsOf(doc, known) });

/** What goes over into the contract that is made of a line. */
interface Taken {
  readonly contractNum: string;
  readonly signedFileId: string | null;
  readonly signedSum: string | null;
  readonly digits: number;
  /** What was paid of each stage, in their order. */
  readonly paid: readonly string[];
}

const isTaken = (value: unknown): value is Taken => Array.isArray((value as Taken | null)?.paid);

const stem = (name: string): string =>
  name
    .replace(/\.[^.]*$/, "")
    .trim()
    .toUpperCase();

function takenOver(doc: Import, line: Line, i: number, { taxes, scans, digits }: Facts, id: string): Effect[] {
  const rate = mul(taxes.get(line.taxRate ?? "") ?? "0", "0.01");
  const scan = scans.find((row) => stem(row.originalFileName) === line.contractNum.toUpperCase());
  const taken: Taken = {
    contractNum: line.contractNum,
    signedFileId: scan?.id ?? null,
    signedSum: scan?.sha256 ?? null,
    digits: digits[i]!,
    paid: line.stages.map((stage) => stage.paidAmount),
  };
  return [
    make(contract, id, {
      ...{ contractName: line.contractName, contractType: line.contractType, orgId: doc.orgId, supplierId: line.supplierId },
      ...{ currency: line.currency, amountMode: "FIXED", fixedAmount: line.amountIncl, signMode: "PAPER", ownerId: doc.ownerId },
      fixedTax: sub(line.amountIncl, div(line.amountIncl, add("1", rate), digits[i]!)),
      templateId: doc.templateId,
      effectiveDate: line.effectiveDate,
      expiryDate: line.expiryDate,
      stages: line.stages.map(({ stageType, stageName, percent, trigger, dueDate }) => ({
        ...{ stageType, percent, trigger, dueDate },
        stageName: stageName || (names[stageType] ?? "其他"),
      })),
    } as never),
    run(contract, id, "doTakenOver", { taken }),
    set(line, { contractId: id as never }),
  ];
}

const takeOver = rule(legacyImport, "doTakeOver", {
  reads: facts,
  decide: (doc, known, _, __, at): Decision => {
    const bare = doc.contracts.filter((line) => !known.scans.some((row) => stem(row.originalFileName) === line.contractNum.toUpperCase()));
    const list = bare.map((line) => line.contractNum);
    return [
      doc.contracts.length === 0 && fault("contracts", "CCT-159", "请先导入合同", "Bring in contracts first"),
      ...faultsOf(doc, known),
      bare.length > 0 &&
        warn("CCT-160", `以下合同没有同名签署扫描件：${list.join("、")}`, `No scan is named after these contracts: ${list.join(", ")}`),
      ...doc.contracts.flatMap((line, i) => takenOver(doc, line, i, known, at.newId())),
    ];
  },
});

/** A contract that was agreed on before the system is in force with what was paid; nobody is asked or told again. */
const taken = rule(contract, "doTakenOver", {
  decide: (doc, _, input, __, at): Decision => {
    if (!isTaken(input.taken)) return [];
    const { contractNum, signedFileId, signedSum, digits, paid } = input.taken;
    const [amountIncl, taxAmount] = [doc.fixedAmount ?? "0", doc.fixedTax ?? "0"];
    const parts = stageAmounts(
      amountIncl,
      doc.stages.map((stage) => stage.percent),
      digits,
    );
    const due = doc.stages.map((stage, i) => {
      const isWhole = stage.trigger === "SIGN" || (stage.trigger === "DATE" && stage.dueDate! <= at.today);
      return { stageId: stage.id as string, amount: isWhole ? parts[i]! : paid[i]! };
    });
    const cause = { refType: legacyImport.name, refId: doc.id, refNum: contractNum };
    const uses = doc.stages.flatMap((stage, i) =>
      isZero(paid[i]!)
        ? []
        : (["RESERVE", "CONFIRM"] as const).map((op) => ({
            ...cause,
            ...{ op, use: stage.id as string, key: `${stage.id}-${op}`, amount: paid[i]!, stageId: stage.id as string },
          })),
    );
    const whole = sum(paid);
    return [
      set(doc, {
        ...{ contractNum, amountIncl, taxAmount, amountExcl: sub(amountIncl, taxAmount), signedFileId, signedSum },
        ...{ publishStatus: "PUBLISHED", publishedAt: at.now, signedAt: at.now, effectiveAt: at.now },
      }),
      ...doc.stages.map((stage, i) => set(stage, { stageNo: i + 1, amount: parts[i]!, limitAmount: parts[i]! })),
      triggerStages(
        doc.id,
        due.filter(({ amount }) => !isZero(amount)),
      ),
      ...(uses.length ? [run(contract, doc.id, "doUseStages", { uses })] : []),
      ...(isZero(whole) ? [] : [postContractExec(doc.id, { ...cause, rows: [{ paidAmount: whole }], key: `${doc.id}-taken` })]),
    ];
  },
});

export const legacyRules = [save, takeOver, taken];
