import type { Hints } from "../support/generate.ts";

/** What the archive, warnings and watermarks of contracts demand beyond their declarations. */
export const besideHints: Hints = {
  SrmCctArchive: () => ({ archiveDate: "2020-01-01", keepYears: 1, electronicFileId: undefined }),
  SrmCctArchiveBorrow: async (g) => ({ archiveId: (await g.make(g.declared.entity("SrmCctArchive")))["id"], returnedAt: undefined }),
  SrmCctWarningRule: async (g) => ({
    orgId: (await g.make(g.declared.entity("BaseOrganization")))["id"],
    leadDays: "30,7",
    receiverRoles: undefined,
  }),
  SrmCctLegacyImport: async (g) => ({
    templateId: (await g.inState(g.declared.entity("SrmCctTemplate"), "APPROVED", {}))["id"],
    scanFileIds: undefined,
    contracts: [],
  }),
  SrmCctLegacyContract: (g) => ({
    contractNum: `OLD-${g.word()}`.toUpperCase(),
    contractStatus: "EFFECTIVE",
    effectiveDate: "2026-01-01",
    expiryDate: "2099-12-31",
    currency: "CNY",
    stages: [],
  }),
  SrmCctLegacyStage: () => ({ percent: "100", trigger: "MANUAL", paidAmount: "0", dueDate: undefined }),
  SrmCctWatermark: async (g) => ({
    orgId: (await g.make(g.declared.entity("BaseOrganization")))["id"],
    audience: "SUPP",
    textPattern: "{supplier} {time}",
    color: "123456",
    opacity: "20",
    fontSize: 20,
    angle: 30,
    supplierId: undefined,
    imageFileId: undefined,
  }),
};
