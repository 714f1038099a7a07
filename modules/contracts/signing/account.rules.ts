import { user } from "#kernel/platform/user.entity.ts";
import { rule, set, tell } from "#kernel/rule.ts";
import { refuse } from "#kernel/refusal.ts";
import { kept, supplierContact, supplierInfo } from "#modules/supplier/index.ts";
import { fault } from "../common.ts";
import { signOrg, signPerson } from "./account.entity.ts";
import { isCompanyNumber, isIdentityNumber } from "./identity.ts";

const binding = "SrmCctSignPersonAccount.idNo";
/** Whoever is called otherwise, or has another document, has to be checked again. */
const unchecked = { realNameState: "NONE", realNameAt: null } as const;

const savePerson = rule(signPerson, "saveOrUpdate", {
  reads: async (doc, find) => ({
    account: await find.maybe(user, doc.userId),
    contact: await find.maybe(supplierContact, doc.supplierContactId),
  }),
  decide: (doc, { account, contact }, { before }, _, at) => {
    const idNo = (doc.idNo ?? "").trim().toUpperCase();
    // What was not typed now is stored already; what looks stored but was typed is closed like any other.
    const isStored = before !== null && before.idNo === doc.idNo;
    const isSame = before !== null && before.name === doc.name && isStored && before.idType === doc.idType;
    return [
      doc.idType === "ID_CARD" &&
        !isStored &&
        !isIdentityNumber(idNo) &&
        fault("idNo", "CCT-080", "身份证号不正确", "This is no valid identity card number"),
      set(doc, {
        idNo: isStored ? doc.idNo : (kept(at.seal, idNo, binding) ?? ""),
        supplierId: contact?.supplierId ?? account?.supplierId ?? null,
        ...(isSame ? {} : unchecked),
      }),
    ];
  },
});

const saveOrg = rule(signOrg, "saveOrUpdate", {
  reads: async (doc, find) => ({ supplier: await find.maybe(supplierInfo, doc.supplierId) }),
  decide: (doc, { supplier }, { before }) => {
    const seals = (doc.sealJson ?? []).map((seal) => seal.sealId);
    const isSame = before !== null && before.orgName === doc.orgName && before.uscc === doc.uscc && before.legalPerson === doc.legalPerson;
    return [
      supplier?.supplierNature !== "OVERSEAS" &&
        !isCompanyNumber(doc.uscc ?? "") &&
        fault("uscc", "CCT-081", "统一社会信用代码不正确", "This is no valid registration number"),
      new Set(seals).size < seals.length && fault("sealJson", "CCT-082", "印章编号不能重复", "Each seal needs a code of its own"),
      ...(doc.authorisedSigners ?? []).map(
        (right, i) =>
          Boolean(right.from && right.to && right.to < right.from) &&
          fault(`authorisedSigners[${i}].to`, "CCT-083", "授权止日早于起日", "The authorisation ends before it begins"),
      ),
      !isSame && set(doc, unchecked),
    ];
  },
});

/** The built-in service takes our word for who somebody is; an outside one checks and reports. */
const synced = (e: typeof signPerson | typeof signOrg) =>
  rule(e as typeof signPerson, "doSync", {
    decide: (doc, _, __, ___, at) =>
      doc.provider === "BUILTIN"
        ? [set(doc, { realNameState: "PASSED", realNameAt: at.now })]
        : [set(doc, { realNameState: "PENDING" }), tell("CCT_ACCOUNT_ASKED", { id: doc.id, entity: e.name })],
  });

const checkedBy = (e: typeof signPerson | typeof signOrg) =>
  rule(e as typeof signPerson, "doChecked", {
    decide: (doc, _, input, __, at) => set(doc, { realNameState: input.passed === "Y" ? "PASSED" : "FAILED", realNameAt: at.now }),
  });

/** Certificates of a disabled account are revoked. */
const disabled = (e: typeof signPerson | typeof signOrg) =>
  rule(e as typeof signPerson, "doDisable", { decide: (doc) => tell("CCT_ACCOUNT_DISABLED", { id: doc.id, entity: e.name }) });

const authorise = rule(signOrg, "doAuthorise", {
  reads: async (doc, find, input) => ({ person: await find.one(signPerson, String(input.personAccountId)) }),
  decide: (doc, { person }, input) => {
    const others = (doc.authorisedSigners ?? []).filter((right) => right.personAccountId !== person.id);
    const right = {
      personAccountId: person.id,
      sealId: null,
      from: input.from ?? null,
      to: input.to ?? null,
      maxAmount: input.maxAmount ?? null,
      priority: null,
    };
    const isOther = doc.ownerType === "SUPPLIER" ? person.supplierId !== doc.supplierId : person.supplierId !== null;
    return [
      (person.status !== "ACTIVE" || person.realNameState !== "PASSED") &&
        refuse("CCT-040", `签署账户${person.name}未实名或已停用`, `Signature account ${person.name} is not verified or disabled`),
      isOther && refuse("CCT-084", `${person.name}不属于该机构`, `${person.name} does not belong to this organisation`),
      Boolean(right.from && right.to && right.to < right.from) &&
        fault("to", "CCT-083", "授权止日早于起日", "The authorisation ends before it begins"),
      set(doc, { authorisedSigners: [...others, right] }),
    ];
  },
});

export const accountRules = [
  savePerson,
  saveOrg,
  ...[signPerson, signOrg].flatMap((e) => [synced(e as never), checkedBy(e as never), disabled(e as never)]),
  authorise,
];
