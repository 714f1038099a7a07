import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { isBlacklisted, plainCompany, plainTaxId, supplierInfo } from "#modules/supplier/index.ts";
import { invite } from "./invite.entity.ts";
import { knownBy, listed } from "./invite.rules.ts";
import { lead } from "./lead.entity.ts";

type Lead = Doc<typeof lead>;

const openStates = ["NEW", "ASSIGNED", "CONTACTED", "INVITED"];

const double = (cn: string, en: string): Refusal => refuse("SUP_LEAD_001", cn, en);

/** Suppliers and open leads of the same name, and whatever stands against the company. */
async function alike(doc: Lead, find: Find, at: Moment) {
  const [taxKey, nameKey] = [plainTaxId(doc.uscc), plainCompany(doc.companyName)];
  const same = [...(taxKey ? [{ taxKey }] : []), ...(nameKey ? [{ nameKey }] : [])];
  const [entry, known, named, leads] = await Promise.all([
    isBlacklisted(find, { uscc: doc.uscc, taxNo: doc.uscc, companyName: doc.companyName, on: at.today }),
    knownBy(find, { uscc: doc.uscc }),
    nameKey ? find.where(supplierInfo, { nameKey, mergedIntoId: null }) : [],
    same.length ? find.where(lead, { id: { not: doc.id }, status: openStates, any: same }) : [],
  ]);
  return { entry, supplier: known ?? named[0] ?? null, other: leads[0] ?? null };
}

const refusals = ({ entry, supplier, other }: Awaited<ReturnType<typeof alike>>): (Refusal | null | false)[] => [
  entry && listed(entry),
  supplier &&
    double(
      `已是供应商${supplier.supplierCode} ${supplier.supplierName}`,
      `Already supplier ${supplier.supplierCode} ${supplier.supplierName}`,
    ),
  other && double(`与线索${other.leadNo ?? ""}重复`, `The same as lead ${other.leadNo ?? ""}`),
];

const save = rule(lead, "saveOrUpdate", {
  reads: (doc, find, _, __, at) => alike(doc, find, at),
  decide: (doc, facts, { before }) => [
    ...(before && plainTaxId(before.uscc) === plainTaxId(doc.uscc) && plainCompany(before.companyName) === plainCompany(doc.companyName)
      ? []
      : refusals(facts)),
    doc.ownerId !== null && doc.status === "NEW" && set(doc, { status: "ASSIGNED" }),
  ],
});

const assign = rule(lead, "doAssign", {
  decide: (doc, _, input) => set(doc, { ownerId: input.ownerId!, ...(doc.status === "NEW" ? { status: "ASSIGNED" } : {}) }),
});

const contact = rule(lead, "doContact", {
  decide: (doc, _, input) => set(doc, { contactNote: input.contactNote ?? null, nextDate: input.nextDate ?? doc.nextDate }),
});

/** Makes the invitation from what the lead knows and sends it at once. */
const inviteLead = rule(lead, "doInvite", {
  reads: (doc, find, _, __, at) => alike(doc, find, at),
  decide(doc, facts, input, _, at) {
    const id = at.newId();
    const [email, mobile] = [input.email ?? doc.email, input.mobile ?? doc.mobile];
    const contactName = input.contactName ?? doc.contactName ?? "";
    return [
      ...refusals({ ...facts, other: null }),
      contactName === "" && refuse("SUP_LEAD_002", "请填写联系人", "Enter a contact"),
      !email && !mobile && refuse("SUP_LEAD_002", "请填写邮箱或手机", "Enter an e-mail address or a mobile number"),
      make(invite, id, {
        companyName: doc.companyName,
        uscc: doc.uscc,
        contactName,
        email,
        mobile,
        orgId: input.orgId!,
        categoryIds: doc.categoryIds,
        validTo: input.validTo ?? null,
        leadId: doc.id,
      }),
      run(invite, id, "saveOrUpdate", {}),
      run(invite, id, "doSend", {}),
      set(doc, { inviteId: id, inviteDate: at.today }),
    ];
  },
});

const convert = rule(lead, "doConvert", { decide: (doc, _, input) => set(doc, { supplierId: input.supplierId! }) });
const converted = rule(lead, "doConverted", {
  decide: (doc, _, input) => set(doc, { supplierId: input.supplierId!, status: "CONVERTED" }),
});
const close = rule(lead, "doCloseLead", { decide: (doc, _, input) => set(doc, { closeReason: input.closeReason ?? null }) });

export const leadRules: readonly Rule[] = [save, assign, contact, inviteLead, convert, converted, close];
