import { houseZone } from "#kernel/time.ts";
import type { Planting } from "./fill.ts";

/** So many organisations there are, and so many of them the buyer sees. */
export const orgs = 20;
export const seenOrgs = 16;
export const suppliers = 2000;
export const items = 20_000;
const categories = 400;
const buyers = 40;

/** A number from 0 to n - 1 that hops about, always the same for the same row. */
export const hop = (i: string, step: number, n: number): string => `(((${i})::bigint * ${step}) % ${n})`;
/** The same, but few get much: a tenth of them nearly a third. */
export const skewed = (i: string, step: number, n: number): string =>
  `(floor(${n} * power(((${i})::bigint * ${step} % 10007) / 10007.0, 2))::int)`;
export const named = (prefix: string, i: string, digits = 5): string => `'${prefix}' || lpad((${i})::text, ${digits}, '0')`;
export const oneOf = (i: string, ...words: readonly string[]): string =>
  `(array[${words.map((word) => `'${word}'`).join(", ")}])[1 + ${hop(i, 31, words.length)}]`;
const series = (n: number): string => `generate_series(1, ${n}) i`;

/** Organisations with a warehouse each, and the one address all of it goes to. */
export const places: readonly Planting[] = [
  [
    "BaseOrganization",
    series(orgs),
    {
      id: named("org", "i", 3),
      orgCode: `'BU' || i`,
      orgName: `'组织 ' || i`,
      orgType: `'BU'`,
      functionalCurrency: `'CNY'`,
      timeZone: `'${houseZone}'`,
      startDate: `'2020-01-01'`,
      enabledFlag: `'Y'`,
    },
  ],
  [
    "BaseOrganization",
    series(orgs),
    {
      id: named("inv", "i", 3),
      orgCode: `'INV' || i`,
      orgName: `'仓库 ' || i`,
      orgType: `'INV'`,
      parentOrgId: named("org", "i", 3),
      functionalCurrency: `'CNY'`,
      timeZone: `'${houseZone}'`,
      startDate: `'2020-01-01'`,
      enabledFlag: `'Y'`,
    },
  ],
  [
    "SrmBaseDeliveryInfo",
    `(select min(id) as district from "SrmBaseDistrict" where "districtLevel" = 'CITY') x`,
    {
      id: `'dock'`,
      deliveryCode: `'DOCK'`,
      deliveryName: `'收货处'`,
      orgId: `'org001'`,
      districtId: "district",
      address: `'一号'`,
      consignee: `'收货员'`,
      consigneePhone: `'13800000000'`,
      enabledFlag: `'Y'`,
    },
  ],
];

/** Categories, items that two warehouses each may buy, suppliers, and who may supply what. */
export const goods: readonly Planting[] = [
  [
    "SrmBasePurchaseCategory",
    series(categories),
    {
      id: named("cat", "i"),
      categoryCode: `'C' || i`,
      categoryName: `'品类 ' || i`,
      level: "1",
      fullPath: `'品类 ' || i`,
      idPath: named("cat", "i"),
      leafFlag: `'Y'`,
      purchaseKind: `'DIRECT'`,
      importanceLevel: `'ROUTINE'`,
      aslRequired: `'N'`,
      usedFlag: `'Y'`,
      enabledFlag: `'Y'`,
    },
  ],
  [
    "SrmBaseItem",
    series(items),
    {
      id: named("item", "i"),
      itemCode: `'M' || lpad(i::text, 6, '0')`,
      itemName: `'物料 ' || md5(i::text)`,
      itemNameEn: `'Item ' || i`,
      categoryId: named("cat", `i % ${categories} + 1`),
      itemType: `'RAW'`,
      primaryUom: `'PCS'`,
      purchaseUom: `'PCS'`,
      batchControl: `'N'`,
      serialControl: `'N'`,
      hazardousFlag: `'N'`,
      rohsFlag: `'N'`,
      reachFlag: `'N'`,
      itemStatus: `'ACTIVE'`,
      dataSource: `'SRM'`,
      usedFlag: `'Y'`,
      nameKey: "md5(i::text)",
    },
  ],
  [
    "SrmBaseItemOrg",
    `generate_series(1, ${items}) i, generate_series(0, 1) k`,
    {
      id: `${named("io", "i")} || k`,
      itemId: named("item", "i"),
      orgId: named("inv", `(i - 1 + k * 7) % ${orgs} + 1`, 3),
      categoryId: named("cat", `i % ${categories} + 1`),
      purchasableFlag: `'Y'`,
      status: `'ACTIVE'`,
    },
  ],
  [
    "SrmSupInfo",
    series(suppliers),
    {
      id: named("sup", "i"),
      supplierCode: `'S' || lpad(i::text, 5, '0')`,
      supplierName: `'供应商 ' || md5(i::text)`,
      supStatus: `'QUALIFIED'`,
      infoStatus: `'EFFECTIVE'`,
    },
  ],
  [
    "SrmBasePaymentTerm",
    "(values (1)) x",
    { id: `'term'`, termCode: `'B30'`, termName: `'三十天'`, applyScope: `'["ORDER","AGREEMENT","SUPPLIER"]'`, status: `'EFFECTIVE'` },
  ],
  [
    "SrmSupSite",
    series(suppliers),
    {
      id: named("site", "i"),
      supplierId: named("sup", "i"),
      siteCode: `'A'`,
      siteName: `'总部'`,
      orgId: `'org001'`,
      locationId: `'loc'`,
      siteUse: `'["ORDER"]'`,
      currency: `'CNY'`,
      taxRate: `'T13'`,
      termId: `'term'`,
      siteStatus: `'ACTIVE'`,
    },
  ],
  [
    "SrmPurAslHeader",
    `generate_series(1, ${categories}) i, generate_series(1, ${orgs}) o`,
    {
      id: `${named("asl", "i")} || lpad(o::text, 3, '0')`,
      orgId: named("org", "o", 3),
      aslLevel: `'CATEGORY'`,
      categoryId: named("cat", "i"),
      approvedCount: "3",
    },
  ],
  [
    "SrmPurAslHeader",
    `generate_series(1, ${items}, 4) i`,
    {
      id: named("asi", "i"),
      orgId: named("org", `i % ${orgs} + 1`, 3),
      aslLevel: `'ITEM'`,
      itemId: named("item", "i"),
      categoryId: named("cat", `i % ${categories} + 1`),
      approvedCount: "2",
    },
  ],
  [
    "SrmPurAslLine",
    `"SrmPurAslHeader" h, generate_series(1, 3) k`,
    {
      id: `h.id || k`,
      parentId: "h.id",
      aslHeaderId: "h.id",
      orgId: `h."orgId"`,
      aslLevel: `h."aslLevel"`,
      itemId: `h."itemId"`,
      categoryId: `h."categoryId"`,
      supplierId: named("sup", `(abs(hashtext(h.id)) + k * 13) % ${suppliers} + 1`),
      aslStatus: `'APPROVED'`,
      startDate: `current_date - 1500`,
      endDate: `current_date + (abs(hashtext(h.id)) + k * 71) % 900`,
    },
  ],
];

/** Buyers of whom the first signs in, a manager, a warehouse keeper and somebody of a supplier, all with the administrator's password. */
export const people: readonly Planting[] = [
  [
    "BaseUsers",
    `"BaseUsers" u, generate_series(1, ${buyers}) i where u."userName" = 'admin'`,
    {
      id: named("buy", "i", 3),
      userName: `'bench.buyer' || i`,
      displayName: `'采购员 ' || i`,
      userType: `'INTERNAL'`,
      userStatus: `'ACTIVE'`,
      passwordHash: `u."passwordHash"`,
      pepperId: `u."pepperId"`,
      pwdChangedAt: "now()",
    },
  ],
  [
    "BaseUsers",
    `"BaseUsers" u, (values ('bench.chief', 'INTERNAL', null), ('bench.keeper', 'INTERNAL', null), ('bench.vendor', 'SUPPLIER', 'sup00041')) p (name, kind, of) where u."userName" = 'admin'`,
    {
      id: "p.name",
      userName: "p.name",
      displayName: "p.name",
      userType: "p.kind",
      supplierId: "p.of",
      userStatus: `'ACTIVE'`,
      passwordHash: `u."passwordHash"`,
      pepperId: `u."pepperId"`,
      pwdChangedAt: "now()",
    },
  ],
  [
    "BaseUserResp",
    `(values ('buy001', 'BUYER'), ('bench.chief', 'PUR_MANAGER'), ('bench.keeper', 'WAREHOUSE'), ('bench.vendor', 'SUP_ADMIN')) p (person, responsibility)
       join "BaseResponsibility" r on r."respCode" = p.responsibility join "BaseUsers" u on u.id = p.person`,
    { id: `'w' || p.person`, userId: "p.person", responsibilityId: "r.id", supplierId: `u."supplierId"`, status: `'ACTIVE'` },
  ],
  [
    "BaseUserOrgPermit",
    series(seenOrgs),
    { id: named("per", "i", 3), userId: `'buy001'`, orgId: named("org", "i", 3), includeChildren: `'N'`, permitType: `'INCLUDE'` },
  ],
];
