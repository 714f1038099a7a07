import type { Hints } from "../support/generate.ts";

let no = 0;

/** What the rules of signing demand beyond their declarations. */
export const signingHints: Hints = {
  SrmCctSignPersonAccount: async (g) => ({
    // A person has one account.
    userId: await g.id("BaseUsers", true),
    supplierContactId: undefined,
    idType: "PASSPORT",
    idNo: `E${g.word()}${++no}`,
    mobile: `139${String(10_000_000 + ++no)}`,
    email: undefined,
    provider: "BUILTIN",
  }),
  SrmCctSignOrgAccount: async (g) => ({
    ownerType: "OURS",
    // So has an organisation.
    orgId: await g.id("BaseOrganization", true),
    supplierId: undefined,
    uscc: "91350100M000100Y43",
    sealJson: undefined,
    authorisedSigners: undefined,
    provider: "BUILTIN",
  }),
  SrmCctSignFlow: async (g) => {
    const { id, orgId, supplierId, ownerId } = await g.inState(g.declared.entity("SrmCctContract"), "SIGNING");
    return { objectType: "CONTRACT", contractId: id, orgId, supplierId, ownerId };
  },
  SrmCctSignCallback: async (g) => {
    const { id, orgId } = await g.make(g.declared.entity("SrmCctSignFlow"));
    return { flowId: id, orgId };
  },
};
