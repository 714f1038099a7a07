import type { Generate, Hints } from "../support/generate.ts";

const type = async (g: Generate): Promise<string> =>
  (await g.inState(g.declared.entity("SrmBasePurchaseBillType"), "EFFECTIVE", { billCategory: "REQUISITION", costCenterRequired: "N" }))[
    "id"
  ] as string;

/** What the rules of requisitions demand beyond their declarations: needs in words, whole pieces, days to come. */
export const requisitionHints: Hints = {
  SrmPurRequisitionHeader: async (g, row) => ({
    billTypeId: await type(g),
    requisitionType: "SERVICE",
    currency: "CNY",
    planId: undefined,
    deptId: row["deptId"] ?? (await g.id("BaseDepartment")),
  }),
  SrmPurRequisitionLine: async (g, row) => ({
    itemId: undefined,
    uom: "PCS",
    suggestPriceId: undefined,
    customerOrderId: undefined,
    needByDate: "2099-06-30",
    requestQty: Number.isInteger(Number(row["requestQty"])) && Number(row["requestQty"]) > 0 ? row["requestQty"] : "7",
    itemDesc: row["itemDesc"] ?? g.word(),
    categoryId: row["categoryId"] ?? (await g.id("SrmBasePurchaseCategory")),
    invOrgId: row["invOrgId"] ?? (await g.id("BaseOrganization")),
  }),
  "SrmPurRequisitionHeader.doPost": () => ({ moves: [] }),
  "SrmPurRequisitionHeader.doReturn": () => ({ lineIds: undefined }),
  "SrmPurRequisitionHeader.doCancel": () => ({ lineIds: undefined }),
  "SrmPurRequisitionHeader.doSubmitLines": () => ({ lineIds: undefined }),
  "SrmPurRequisitionHeader.doAssignBuyer": () => ({ lineIds: undefined }),
};
