import { addDays } from "#kernel/days.ts";
import { shift } from "#kernel/time.ts";
import type { Generate, Hints, Row } from "../support/generate.ts";
import { knowSupplier } from "../support/kernel.ts";
import { plant as plantRow } from "../support/plant.ts";

const organisation = async (g: Generate, orgType: string, parentOrgId?: string): Promise<string> => {
  const of = g.declared.entity("BaseOrganization");
  const more = { orgType, parentOrgId, functionalCurrency: "CNY", taxNo: g.word(), invoiceTitle: g.word() };
  return (await g.lone(of, more))["id"] as string;
};
const unit = (g: Generate): Promise<string> => organisation(g, "BU");
const plant = async (g: Generate): Promise<string> => organisation(g, "INV", await unit(g));

/** Makes one organisation buy for another, and for what another keeps. */
const related = async (g: Generate, { id, of, target }: Row): Promise<Row> => {
  const [record] =
    target === "BaseOrganization" ? [{ orgId: id }] : await g.kernel.db.query<Row>(`select "orgId" from "${target}" where id = $1`, [id]);
  const targetOrgId = record?.["orgId"];
  if (!targetOrgId || targetOrgId === of) return {};
  for (const relationType of ["PUR_RECV", "CENTRAL_PUR"])
    await plantRow(g.kernel.db, "SrmBaseOrganizationRelation", `${relationType}${targetOrgId}${of}`.slice(0, 64), {
      relationType,
      sourceOrgId: of,
      targetOrgId,
      defaultFlag: "N",
      startDate: "2000-01-01",
      enabledFlag: "Y",
    });
  return {};
};

const place = async (g: Generate, districtLevel: string, parentId?: string): Promise<string> =>
  (await g.lone(g.declared.entity("SrmBaseDistrict"), { districtLevel, parentId }))["id"] as string;
const city = async (g: Generate): Promise<string> => place(g, "CITY", await place(g, "PROVINCE", await place(g, "COUNTRY")));

const type = async (g: Generate, billCategory: string): Promise<string> =>
  (await g.inState(g.declared.entity("SrmBasePurchaseBillType"), "EFFECTIVE", { billCategory }))["id"] as string;

/** Somebody of the company whose to-do was made last: only the company's own people may be given it. */
const colleague = async (g: Generate): Promise<string> => {
  const last = await g.kernel.db.one<{ supplierId: string | null }>(
    `select "supplierId" from "SrmBaseSupplierPending" order by "creationDate" desc, id desc limit 1`,
  );
  const more = { userType: "SUPPLIER", personId: undefined, supplierId: last?.supplierId ?? g.supplierId };
  return (await g.lone(g.declared.entity("BaseUsers"), more))["id"] as string;
};

/** A colleague who has the responsibility the to-do made last waits for. */
const beside = async (g: Generate): Promise<string> => {
  const last = await g.kernel.db.one<{ respId: string | null }>(
    `select "respId" from "SrmBaseInsidePending" order by "creationDate" desc, id desc limit 1`,
  );
  const more = { userType: "INTERNAL", supplierId: undefined };
  const userId = (await g.lone(g.declared.entity("BaseUsers"), more))["id"] as string;
  if (last?.respId)
    await g.inState(g.declared.entity("BaseUserResp"), "ACTIVE", { userId, responsibilityId: last.respId, supplierId: undefined });
  return userId;
};

let days = 0;
const nextDay = (): string => addDays("2026-01-01", ++days);
const ahead = (n: number): string => shift(new Date(), { days: n }).toISOString();
let seq = 0;

/** A term comes to a hundred, however many parts it has; the last one carries what is left. */
const shared = (nodes: readonly object[]): object[] => {
  const part = Math.floor(1_000_000 / nodes.length);
  const describe = (units: number): string => `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, "0")}`;
  return nodes.map((node, n) => ({ ...node, proportion: describe(n < nodes.length - 1 ? part : 1_000_000 - part * (nodes.length - 1)) }));
};

/** Banks, one after the other: a code of four letters each. */
let banks = 0;
const letters = (n: number): string =>
  [17576, 676, 26, 1].map((place) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[Math.trunc(n / place) % 26]!).join("");

/** What the rules of base data demand beyond their declarations. */
export const baseHints: Hints = {
  "fits.receives": related,
  "fits.trades": related,
  "fits.shipsTo": related,
  "fits.works": related,
  SrmBaseDistrict: () => ({ districtLevel: "COUNTRY", parentId: undefined }),
  SrmBaseBank: () => ({
    bankLevel: "HEAD",
    parentBankId: undefined,
    branchName: undefined,
    cnapsCode: undefined,
    swiftCode: `TEST${letters(banks++)}`,
  }),
  SrmBasePurchaseCategory: () => ({ parentId: undefined, buyers: undefined }),
  SrmBaseCategoryBuyer: async (g) => ({ orgId: await plant(g), startDate: nextDay(), endDate: undefined, primaryFlag: "N" }),
  SrmBaseAuctionItemCategory: () => ({ defaultStep: "1", stepMode: "AMOUNT" }),
  SrmBaseStorageLocation: async (g) => ({ orgId: await plant(g), vmiFlag: "N", vmiSupplierId: undefined, deliveryInfoId: undefined }),
  SrmBaseDeliveryInfo: async (g) => ({
    orgId: await plant(g),
    districtId: await city(g),
    storageId: undefined,
    openHours: { mon: [["08:00", "17:00"]] },
    longitude: "120.5",
    latitude: "31.3",
  }),
  SrmBaseItem: () => ({
    primaryUom: "PCS",
    purchaseUom: "PCS",
    hsCode: "847330",
    hazardousFlag: "N",
    netWeight: "1",
    grossWeight: "2",
    uoms: undefined,
  }),
  SrmBaseItemUom: () => ({ originalUnit: "BOX", targetUnit: "EA", convertRate: "12", startDate: nextDay() }),
  SrmBaseItemOrg: async (g) => ({ orgId: await plant(g), defaultStorageId: undefined, moq: "1", maxOrderQty: "100" }),
  SrmBaseExchangeRate: () => ({ fromCurrency: "USD", toCurrency: "CNY", effectiveDate: nextDay(), rate: "7.1" }),
  SrmBasePaymentTerm: (_, { nodes, discountRate }) => ({
    nodes: shared(nodes as readonly object[]),
    discountRate: discountRate ?? "1",
    discountDays: 10,
    applyScope: ["ORDER", "CONTRACT", "AGREEMENT", "SUPPLIER"],
  }),
  SrmBasePaymentTermNode: () => ({ nodeSeq: ++seq, proportion: "50", dueMode: "DAYS_AFTER", days: 30 }),
  SrmBaseConfigProfile: (g) => ({
    profileCode: `P_${g.word().toUpperCase()}`,
    valueType: "TEXT",
    scopeLevel: "GLOBAL",
    orgId: undefined,
    categoryId: undefined,
    lookupType: undefined,
    minValue: undefined,
    maxValue: undefined,
    sensitiveFlag: "N",
  }),
  SrmBaseOrganizationRelation: async (g) => ({
    relationType: "PUR_RECV",
    sourceOrgId: await unit(g),
    targetOrgId: await plant(g),
    startDate: nextDay(),
    endDate: undefined,
  }),
  SrmBasePurchaseBillType: () => ({ defaultFlag: "N", freeFlag: "N" }),
  SrmBasePurchaseBillTypeRel: async (g) => ({
    sourceTypeId: await type(g, "REQUISITION"),
    targetTypeId: await type(g, "ORDER"),
    defaultFlag: "N",
  }),
  SrmBaseProcessTemplate: (_, { nodes }) => {
    const rows = nodes as readonly { readonly nodeCode: string }[];
    return { nodes: [...new Map(rows.map((node) => [node.nodeCode, node])).values()] };
  },
  SrmBaseProcessTemplateNode: () => ({ requiredType: "MUST" }),
  SrmBaseNotice: () => ({
    audience: "ALL_SUPPLIER",
    replyFlag: "N",
    replyDueDate: undefined,
    publishPlanDate: ahead(2),
    expireDate: ahead(9),
  }),
  SrmBaseNoticeViewer: async (g) => ({ noticeId: await g.id("SrmBaseNotice", true) }),
  SrmBaseNoticeReceiver: (g) => ({ receiverKind: "SUPPLIER", receiverId: g.word().toUpperCase() }),
  SrmBaseNotification: async (g) => {
    await knowSupplier(g.kernel, g.supplierId);
    return { ackMode: "READ", replyDueDate: ahead(5), supplierIds: [g.supplierId], userIds: undefined };
  },
  SrmBaseNotificationReceiver: async (g) => ({
    notificationId: (await g.lone(g.declared.entity("SrmBaseNotification"), { supplierIds: [`S-${g.word()}`] }))["id"],
  }),
  "SrmBaseInsidePending.transfer": async (g) => ({ toUserId: await beside(g) }),
  "SrmBaseSupplierPending.assign": async (g) => ({ assigneeId: await colleague(g) }),
  SrmBaseNoticeConfig: () => ({ eventCode: "NOTICE_PUBLISHED", receivers: undefined }),
};
