import { cmp, isDecimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { rule, set, type Rule } from "#kernel/rule.ts";
import { plainCompany, plainTaxId, relatedByRegister, type RelatedParty } from "#modules/supplier/index.ts";
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

const save = rule(registerCompany, "saveOrUpdate", {
  reads: async (doc, find) => ({ typed: await find.maybe(register, doc.registerId) }),
  decide: (doc, { typed }, { before }, _, at) => [
    before === null && set(doc, { queryDate: at.now }),
    set(doc, { mismatchFields: (typed ? mismatches(typed, doc) : null) as never }),
  ],
});

// Companies that share an owner are tied, wherever their registration was looked up.
relatedByRegister.answeredBy(async (find, sought) => {
  const own = await find.where(registerCompany, sought.supplierId ? { supplierId: sought.supplierId } : { name: sought.companyName });
  const owners = new Set(own.flatMap((one) => ownersIn(one.shareholders)));
  if (owners.size === 0) return [];
  const others = await find.where(registerCompany, {
    any: [...owners].map((name) => ({ shareholders: { contains: JSON.stringify(name).slice(1, -1) } })),
  });
  return others
    .filter((one) => !own.some((same) => same.id === one.id))
    .flatMap((one): RelatedParty[] => {
      const shared = ownersIn(one.shareholders).find((name) => owners.has(name));
      return shared && one.name
        ? [{ companyName: one.name, uscc: one.uscc, supplierId: one.supplierId, relationType: "SHAREHOLDER", matchText: shared }]
        : [];
    });
});

const ownersIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.flatMap((one: unknown) => (typeof one === "string" ? one : String((one as { name?: unknown })?.name ?? "")) || [])
    : [];

export const companyRules: readonly Rule[] = [save];
