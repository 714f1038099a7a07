import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { creditCode as applicantCode } from "./register.ts";
import { creditCode } from "./supplier.ts";

interface Extract {
  readonly n: number;
  readonly name: string;
  readonly legalPerson: string;
  readonly registeredCapital: string;
  readonly establishDate: string;
  readonly risks?: readonly { readonly kind: string; readonly title: string; readonly date: string; readonly no: string }[];
}

const penalty = { kind: "PENALTY", title: "示例市生态环境局：废水排放超标，罚款 30000 元", date: "2026-10-20", no: "示环罚〔2026〕0117号" };

/** Invented extracts of a register: some companies as they say themselves, one with another capital, one with a penalty. */
const extracts: readonly Extract[] = [
  { n: 1000, name: "鲸落塑业有限公司", legalPerson: "示例法人", registeredCapital: "2000000", establishDate: "2010-05-18" },
  { n: 1001, name: "星铸钣金股份有限公司", legalPerson: "示例法人", registeredCapital: "3500000", establishDate: "2011-05-18" },
  {
    n: 1002,
    name: "固远紧固件有限公司",
    legalPerson: "示例法人",
    registeredCapital: "4000000",
    establishDate: "2012-05-18",
    risks: [penalty],
  },
  { n: 51, name: "霜叶机电有限公司", legalPerson: "霜一", registeredCapital: "6000000", establishDate: "2018-09-01" },
  { n: 58, name: "墨石铸造有限公司", legalPerson: "法人8", registeredCapital: "5000000", establishDate: "2019-04-08" },
];

/** The folder somebody would have filled with extracts of the company register, so that looking up has something to find. */
export function demoCompanies(dataDir: string): void {
  const folder = join(dataDir, "companies");
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  for (const { n, risks = [], ...one } of extracts) {
    const uscc = n < 1000 ? applicantCode(n) : creditCode(n);
    const given = {
      ...one,
      uscc,
      capitalCurrency: "CNY",
      registerStatus: "ACTIVE",
      businessTerm: "长期",
      registeredAddress: "示例市虚构路 1 号",
      shareholders: [{ name: one.legalPerson, share: "100%" }],
      risks,
    };
    writeFileSync(join(folder, `${uscc}.json`), `${JSON.stringify(given, null, 2)}\n`);
  }
}
