import { cmp, isDecimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import { rule, run, set, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import {
  followed,
  plainCompany,
  plainTaxId,
  relatedByRegister,
  supplierInfo,
  warningsOf,
  type RelatedParty,
} from "#modules/supplier/index.ts";
import { riskHits, type CompanyFacts } from "./company-data.ts";
import { registerCompany } from "./company.entity.ts";
import { register } from "./register.entity.ts";

type Typed = Pick<Doc<typeof register>, "companyName" | "uscc" | "taxNo" | "legalPerson" | "registeredCapital" | "establishDate">;
type Found = Pick<Doc<typeof registerCompany>, "name" | "uscc" | "legalPerson" | "registeredCapital" | "establishDate">;

/** Where what was typed differs from what the register says; what either side leaves out is no difference. */
export function mismatches(typed: Typed, found: Found): readonly string[] {
  const differ = (a: string | null, b: string | null, same: (x: string, y: string) => boolean): boolean =>
    a !== null && b !== null && !same(a, b);
  return [
    differ(typed.companyName, found.name, (a, b) => plainCompany(a) === plainCompany(b)) ? "companyName" : "",
    differ(typed.uscc ?? typed.taxNo, found.uscc, (a, b) => plainTaxId(a) === plainTaxId(b)) ? "uscc" : "",
    differ(typed.legalPerson, found.legalPerson, (a, b) => a.trim() === b.trim()) ? "legalPerson" : "",
    differ(typed.registeredCapital, found.registeredCapital, (a, b) => isDecimal(a) && isDecimal(b) && cmp(a, b) === 0)
      ? "registeredCapital"
      : "",
    differ(typed.establishDate, found.establishDate, (a, b) => a === b) ? "establishDate" : "",
  ].filter((key) => key !== "");
}

/** Whom a look is about, as the company itself or we have it, and what was warned of before. */
async function aboutOf(
  find: Find,
  { registerId, supplierId }: { readonly registerId?: string | null; readonly supplierId?: string | null },
) {
  const [typed, supplier, known] = await Promise.all([
    find.maybe(register, registerId ?? null),
    find.maybe(supplierInfo, supplierId ?? null),
    supplierId ? warningsOf(find, supplierId, "EXTERNAL_RISK") : [],
  ]);
  return {
    typed: typed ?? (supplier && { ...supplier, companyName: supplier.supplierName }),
    supplier,
    known: known.filter((warning) => warning.bizType === registerCompany.name),
  };
}
type About = Awaited<ReturnType<typeof aboutOf>>;
type Look = Found & Pick<Doc<typeof registerCompany>, "registerStatus" | "riskJson">;

const differences = (look: Look, { typed }: About) => ({ mismatchFields: typed ? mismatches(typed, look) : null });

/** What the register says against a supplier in force is warned of at once. */
const warnings = (look: Look, { supplier, known }: About, at: Moment): Effect[] =>
  supplier?.infoStatus === "EFFECTIVE" ? followed(at, supplier, riskHits(look), known) : [];

const save = rule(registerCompany, "saveOrUpdate", {
  reads: (doc, find) => aboutOf(find, doc),
  decide: (doc, about, { before }, _, at) => [
    before === null && set(doc, { queryDate: at.now }),
    set(doc, differences(doc, about)),
    ...warnings(doc, about, at),
  ],
});

const plainKeys = [
  ...(["name", "uscc", "legalPerson", "registeredCapital", "capitalCurrency", "paidCapital", "establishDate"] as const),
  ...(["businessTerm", "businessScope", "registeredAddress", "registerStatus", "requestNo"] as const),
] as const;

/** An answer of a source as it is kept. */
const keptLook = (facts: CompanyFacts) => ({
  ...(Object.fromEntries(plainKeys.map((key) => [key, facts[key] || null])) as Record<(typeof plainKeys)[number], string | null>),
  shareholders: facts.shareholders ?? null,
  executives: facts.executives ?? null,
  riskJson: facts.risks ?? null,
});

const lookUp = rule(registerCompany, "doLookUp", {
  reads: (_, find, input) => aboutOf(find, input),
  decide: (doc, about, { facts, ...whom }, _, at) => {
    const look = keptLook(facts as unknown as CompanyFacts) as unknown as Look;
    return [
      set(doc, { ...whom, ...look, ...differences(look, about), queryDate: at.now }),
      ...warnings(look, about, at),
      whom.registerId ? run(register, whom.registerId, "doLookedUp", { facts }) : null,
    ];
  },
});

const ownersIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.flatMap((entry: unknown) => (typeof entry === "string" ? entry : String((entry as { name?: unknown })?.name ?? "")) || [])
    : [];

export const companyRules: readonly Rule[] = [save, lookUp];

export const companyAnswers: readonly Answer[] = [
  // Companies that share an owner are tied, wherever their registration was looked up.
  relatedByRegister.answeredBy(async (find, sought) => {
    const own = await find.where(registerCompany, sought.supplierId ? { supplierId: sought.supplierId } : { name: sought.companyName });
    const owners = new Set(own.flatMap((doc) => ownersIn(doc.shareholders)));
    if (owners.size === 0) return [];
    const others = await find.where(registerCompany, {
      any: [...owners].map((name) => ({ shareholders: { contains: JSON.stringify(name).slice(1, -1) } })),
    });
    return others
      .filter((doc) => !own.some((same) => same.id === doc.id))
      .flatMap((doc): RelatedParty[] => {
        const shared = ownersIn(doc.shareholders).find((name) => owners.has(name));
        return shared && doc.name
          ? [{ companyName: doc.name, uscc: doc.uscc, supplierId: doc.supplierId, relationType: "SHAREHOLDER", matchText: shared }]
          : [];
      });
  }),
];
