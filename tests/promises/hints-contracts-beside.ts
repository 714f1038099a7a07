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
