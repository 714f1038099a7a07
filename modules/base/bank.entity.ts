import { entity } from "#kernel/entity.ts";
import { bilingual, code, pick, ref, text, yn } from "#kernel/field.ts";
import { notFound, switches } from "./common.ts";

/** Banks and their branches: a Chinese branch is known by its CNAPS number, a foreign bank by its SWIFT code. */
export const bank = entity("SrmBaseBank", "银行", "Bank", {
  open: true,
  fields: {
    bankCode: code("银行编码", "Bank code", { max: 20 }),
    ...bilingual("bankName", "银行名称", "Bank name", { max: 120, width: 250 }),
    bankLevel: pick("级别", "Level", "BANK_LEVEL", { initial: "HEAD" }),
    parentBankId: ref("SrmBaseBank", "总行", "Head office", { optional: true, pick: { bankLevel: "HEAD", enabledFlag: "Y" } }),
    branchName: text("支行名称", "Branch", { max: 200, optional: true }),
    cnapsCode: code("联行号", "CNAPS", { max: 12, optional: true }),
    swiftCode: code("SWIFT", "SWIFT", { max: 11, optional: true }),
    countryId: ref("SrmBaseDistrict", "国家", "Country", { pick: { districtLevel: "COUNTRY", enabledFlag: "Y" } }),
    provinceId: ref("SrmBaseDistrict", "省", "Province", { optional: true, pick: { districtLevel: "PROVINCE", enabledFlag: "Y" } }),
    cityId: ref("SrmBaseDistrict", "市", "City", { optional: true, pick: { districtLevel: "CITY", enabledFlag: "Y" } }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  requires: {
    parentBankId: (doc) => doc.bankLevel === "BRANCH",
    branchName: (doc) => doc.bankLevel === "BRANCH",
  },
  shownWhen: {
    parentBankId: (doc) => doc.bankLevel === "BRANCH",
    branchName: (doc) => doc.bankLevel === "BRANCH",
  },
  tree: { parent: "parentBankId", depth: 2, cycle: ["BASE_TREE_001", "上级不能是自身或下级", "Parent cannot be itself or a descendant"] },
  unique: [
    { fields: ["bankCode"], while: { bankLevel: "HEAD" } },
    { fields: ["cnapsCode"], while: { cnapsCode: { not: null } } },
    { fields: ["swiftCode", "branchName"], while: { swiftCode: { not: null } } },
  ],
  actions: switches,
  sees: { internal: "all", supplier: () => ({ enabledFlag: "Y" }), registrant: () => ({ enabledFlag: "Y" }) },
  shows: {
    supplier: [
      ...(["bankCode", "bankName", "bankNameEn", "bankLevel", "parentBankId", "branchName"] as const),
      ...(["cnapsCode", "swiftCode", "countryId", "provinceId", "cityId", "enabledFlag"] as const),
    ],
  },
  saves: "internal",
  title: ["bankCode", "bankName"],
  list: ["bankName", "bankCode", "branchName", "cnapsCode", "swiftCode", "countryId", "provinceId", "cityId", "enabledFlag"],
  search: ["bankName", "branchName", "cnapsCode", "swiftCode", "bankLevel", "cityId", "enabledFlag"],
  order: [
    ["bankCode", "asc"],
    ["cnapsCode", "asc"],
  ],
  views: {
    heads: ["总行", "Head offices", () => ({ bankLevel: "HEAD" })],
    branches: ["支行", "Branches", () => ({ bankLevel: "BRANCH" })],
  },
  pages: { list: "baseBankList" },
  importKey: ["cnapsCode"],
  codes: notFound,
});
