import type { Doc } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import { supplierAccount } from "./account.entity.ts";
import { supplierContact } from "./contact.entity.ts";
import { supplierLocation } from "./place.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";

/** A company that shares something with the one asked about. */
export interface RelatedParty {
  readonly companyName: string;
  readonly uscc: string | null;
  readonly supplierId: string | null;
  readonly relationType: "LEGAL_PERSON" | "SHAREHOLDER" | "ACCOUNT" | "PHONE" | "ADDRESS";
  readonly matchText: string;
}

/** Whose relations are sought. A company that is no supplier is known by its name and number alone. */
export interface SoughtParty {
  readonly supplierId: string | null;
  readonly companyName: string;
  readonly uscc: string | null;
}

/** Which companies share owners with this one? Whoever keeps data of company registers answers. */
export const relatedByRegister = new Question<SoughtParty, RelatedParty>();

type Info = Doc<typeof supplierInfo>;
const last4 = (text: string): string => (text.length > 4 ? `…${text.slice(-4)}` : text);
const filled = (texts: readonly (string | null | undefined)[]): string[] => [...new Set(texts.flatMap((text) => text?.trim() || []))];

type Hit = { readonly supplierId: string; readonly relationType: RelatedParty["relationType"]; readonly matchText: string };

async function byPerson(find: Find, own: Info): Promise<Hit[]> {
  if (!own.legalPerson) return [];
  const found = await find.where(supplierInfo, { legalPerson: own.legalPerson, id: { not: own.id } });
  return found.map((doc) => ({ supplierId: doc.id, relationType: "LEGAL_PERSON", matchText: own.legalPerson! }));
}

async function byAccount(find: Find, own: Info): Promise<Hit[]> {
  // Numbers are kept closed; what tells equal ones is their mark.
  const marks = filled((await find.where(supplierAccount, { supplierId: own.id })).map((doc) => doc.accountKey));
  if (marks.length === 0) return [];
  const found = await find.where(supplierAccount, { accountKey: marks, supplierId: { not: own.id } });
  return found.map((doc) => ({ supplierId: doc.supplierId, relationType: "ACCOUNT", matchText: last4(doc.accountNo) }));
}

async function byPhone(find: Find, own: Info): Promise<Hit[]> {
  const contacts = await find.where(supplierContact, { supplierId: own.id });
  const numbers = filled([own.companyPhone, ...contacts.map((contact) => contact.phone)]);
  const marks = filled(contacts.map((contact) => contact.mobileKey));
  if (numbers.length + marks.length === 0) return [];
  const [people, companies] = await Promise.all([
    find.where(supplierContact, { supplierId: { not: own.id }, any: [{ mobileKey: marks }, { phone: numbers }] }),
    find.where(supplierInfo, { id: { not: own.id }, companyPhone: numbers }),
  ]);
  return [
    ...people.map((person): Hit => ({
      supplierId: person.supplierId,
      relationType: "PHONE",
      matchText: last4((person.phone !== null && numbers.includes(person.phone) ? person.phone : person.mobile) ?? ""),
    })),
    ...companies.map((company): Hit => ({ supplierId: company.id, relationType: "PHONE", matchText: last4(company.companyPhone ?? "") })),
  ];
}

async function byAddress(find: Find, own: Info): Promise<Hit[]> {
  const places = await find.where(supplierLocation, { supplierId: own.id });
  const addresses = filled([own.registeredAddress, ...places.map((place) => place.address)]);
  if (addresses.length === 0) return [];
  const [elsewhere, companies] = await Promise.all([
    find.where(supplierLocation, { supplierId: { not: own.id }, address: addresses }),
    find.where(supplierInfo, { id: { not: own.id }, registeredAddress: addresses }),
  ]);
  return [
    ...elsewhere.map((doc): Hit => ({ supplierId: doc.supplierId, relationType: "ADDRESS", matchText: doc.address })),
    ...companies.map((company): Hit => ({ supplierId: company.id, relationType: "ADDRESS", matchText: company.registeredAddress ?? "" })),
  ];
}

/** Companies with the same legal person, owners, bank account, phone or address; one row for each thing they share. */
export async function relatedTo(find: Find, who: SoughtParty): Promise<readonly RelatedParty[]> {
  const own = await find.maybe(supplierInfo, who.supplierId);
  const [hits, registered] = await Promise.all([
    own ? Promise.all([byPerson, byAccount, byPhone, byAddress].map((by) => by(find, own))).then((all) => all.flat()) : [],
    relatedByRegister.ask(find, who),
  ]);
  const unique = [...new Map(hits.map((hit) => [`${hit.supplierId} ${hit.relationType}`, hit])).values()];
  const found = await Promise.all(
    unique.map(async (hit): Promise<RelatedParty> => {
      const doc = await find.one(supplierInfo, hit.supplierId);
      return { ...hit, companyName: doc.supplierName, uscc: doc.uscc ?? doc.taxNo };
    }),
  );
  return [...found, ...registered];
}
