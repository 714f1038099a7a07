import { entity } from "#kernel/entity.ts";
import { bilingual, code, pick, ref, text, yn } from "#kernel/field.ts";
import { notFound, switches } from "./common.ts";

/** Countries, provinces, cities and counties, by ISO 3166 and by the national code table. */
export const district = entity("SrmBaseDistrict", "地区", "District", {
  open: true,
  fields: {
    districtCode: code("地区编码", "Code", { max: 20, fixed: "create" }),
    ...bilingual("districtName", "名称", "Name", { max: 80 }),
    parentId: ref("SrmBaseDistrict", "上级", "Parent", { optional: true, pick: { enabledFlag: "Y" } }),
    districtLevel: pick("级别", "Level", "DISTRICT_LEVEL"),
    ...bilingual("fullPath", "全路径", "Full path", { max: 300, computed: true, optional: true }),
    postCode: text("邮编", "Post code", { max: 10, optional: true }),
    phoneArea: text("区号", "Dial code", { max: 10, optional: true }),
    riskLevel: pick("地区风险", "Region risk", "RISK_LEVEL", { optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  tree: { parent: "parentId", depth: 4, cycle: ["BASE_TREE_001", "上级不能是自身或下级", "Parent cannot be itself or a descendant"] },
  unique: [{ fields: ["districtCode"] }],
  actions: switches,
  sees: { internal: "all", supplier: () => ({ enabledFlag: "Y" }), registrant: () => ({ enabledFlag: "Y" }) },
  shows: {
    supplier: [
      "districtCode",
      "districtName",
      "districtNameEn",
      "parentId",
      "districtLevel",
      "fullPath",
      "fullPathEn",
      "postCode",
      "phoneArea",
      "enabledFlag",
    ],
  },
  saves: "internal",
  title: ["districtCode", "districtName"],
  list: [
    "districtName",
    "districtCode",
    "districtNameEn",
    "districtLevel",
    "fullPath",
    "postCode",
    "phoneArea",
    "riskLevel",
    "enabledFlag",
  ],
  search: ["districtName", "districtCode", "districtLevel", "parentId", "riskLevel", "enabledFlag"],
  order: [["districtCode", "asc"]],
  views: {
    countries: ["国家与地区", "Countries", () => ({ districtLevel: "COUNTRY" })],
    provinces: ["省级", "Provinces", () => ({ districtLevel: "PROVINCE" })],
    cities: ["地级", "Cities", () => ({ districtLevel: "CITY" })],
    counties: ["县级", "Counties", () => ({ districtLevel: "COUNTY" })],
  },
  pages: { list: "srmBaseDistrictList" },
  importKey: ["districtCode"],
  codes: notFound,
});
