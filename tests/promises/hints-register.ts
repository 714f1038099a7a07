import type { Hints } from "../support/generate.ts";
import { officeDay } from "../support/day.ts";

let count = 0;
const next = (): number => ++count;
const ahead = (days: number): string => officeDay(days);

/** Companies on their way in: no two of one name, and none that is known already. */
export const registerHints: Hints = {
  SrmSlcSupplierLead: () => ({
    companyName: `虚构线索${next()}号有限公司`,
    uscc: undefined,
    ownerId: undefined,
    website: undefined,
    email: `lead${next()}@invented.example`,
    mobile: undefined,
  }),
  SrmSupRegisterInvite: () => ({
    companyName: `虚构受邀${next()}号有限公司`,
    uscc: undefined,
    email: `invited${next()}@invented.example`,
    mobile: undefined,
    sceneId: undefined,
    validTo: ahead(30),
  }),
  SrmSupRegister: () => ({
    companyName: `虚构申请${next()}号有限公司`,
    supplierNature: "MAINLAND",
    uscc: `9135${String(10_000_000_000_000 + next())}`,
    taxNo: undefined,
    username: `applicant_${next()}`,
    mobile: undefined,
    email: `applicant${next()}@invented.example`,
  }),
  SrmSupRegisterAccount: () => ({ cnapsCode: "102100099996" }),
  "SrmSupRegisterCert.requireId": async (g) => ({
    requireId: (await g.inState(g.declared.entity("SrmSlcQualificationRequire"), "EFFECTIVE"))["id"],
  }),
  "SrmSupRegisterCompany.registerId": async (g) => ({
    registerId: (await g.inState(g.declared.entity("SrmSupRegister"), "INFO_REVIEW"))["id"],
  }),
  "SrmSupRegisterCompany.doLookUp": async (g) => ({
    registerId: undefined,
    supplierId: await g.id("SrmSupInfo", true),
    provider: "MANUAL",
    facts: { name: "虚构机电有限公司", uscc: "91350100M000100Y43" },
  }),
  // A draft is nobody's business but the visitor's: the example is of a supplier.
  SrmSupRegisterCompany: async (g) => ({ registerId: undefined, supplierId: await g.id("SrmSupInfo", true) }),
};
