import { entity, type Entity } from "#kernel/entity.ts";
import { date, files, pick, ref, refs, text, yn, type Field } from "#kernel/field.ts";
import {
  supplierAccount,
  supplierBrand,
  supplierContact,
  supplierCustomer,
  supplierDevice,
  supplierFinance,
  supplierIndirect,
  supplierLocation,
} from "#modules/supplier/index.ts";
import { enabled } from "./common.ts";

type Drafted<E extends Entity, K extends string> = { readonly [P in K]: Field<E["fields"][P]["$"] | null, false> };

/** Fields of a supplier's file as an applicant fills them in: the same, but none is needed before the file is handed in. */
export function drafted<E extends Entity, const K extends keyof E["fields"] & string>(of: E, ...keys: readonly K[]): Drafted<E, K> {
  return Object.fromEntries(
    keys.map((key) => {
      const { fixed: _, ...field } = of.fields[key]!;
      return [key, { ...field, optional: true, computed: false }];
    }),
  ) as unknown as Drafted<E, K>;
}

/** A table of the supplier's file while it is only an application; suppliers here are applicants, who see all they wrote. */
function draftLine<const N extends string, const F extends Readonly<Record<string, Field>>>(
  name: N,
  cn: string,
  en: string,
  fields: F,
  more: { readonly shownWhen?: Entity["shownWhen"]; readonly list?: readonly (keyof F & string)[] } = {},
) {
  const keys = Object.keys(fields) as (keyof F & string)[];
  return entity(name, cn, en, {
    fields,
    sees: {},
    shows: { supplier: keys },
    title: keys.slice(0, 1),
    list: more.list ?? keys,
    ...(more.shownWhen ? { shownWhen: more.shownWhen } : {}),
  });
}

export const draftContact = draftLine(
  "SrmSupRegisterContact",
  "联系人",
  "Contacts",
  drafted(
    supplierContact,
    ...(["contactName", "contactNameEn", "contactRole", "title", "mobile", "phone", "email", "wechat"] as const),
    ...(["primaryFlag", "emergencyFlag"] as const),
  ),
);

export const draftLocation = draftLine(
  "SrmSupRegisterLocation",
  "地址",
  "Addresses",
  drafted(
    supplierLocation,
    ...(["locationType", "countryId", "provinceId", "cityId", "countyId", "address", "addressEn"] as const),
    ...(["postCode", "phone", "primaryFlag"] as const),
  ),
);

export const draftAccount = draftLine(
  "SrmSupRegisterAccount",
  "银行账户",
  "Bank accounts",
  drafted(
    supplierAccount,
    ...(["accountName", "nameReason", "accountNo", "bankId", "branchName", "cnapsCode", "iban", "swiftCode"] as const),
    ...(["currency", "accountUse", "primaryFlag", "fileIds"] as const),
  ),
);

export const draftCategory = draftLine("SrmSupRegisterCategory", "供货品类", "Categories", {
  categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, pick: enabled }),
  productDesc: text("产品说明", "Products", { max: 300, optional: true }),
});

export const draftCertificate = draftLine(
  "SrmSupRegisterCert",
  "资质证书",
  "Certificates",
  {
    requireId: ref("SrmSlcQualificationRequire", "资质要求", "Requirement", { optional: true, pick: { status: "EFFECTIVE" } }),
    certType: pick("资质类型", "Type", "CERT_TYPE", { optional: true }),
    certName: text("资质名称", "Name", { max: 200, optional: true }),
    certNo: text("证号", "Number", { max: 100, optional: true }),
    issuer: text("发证机构", "Issuer", { max: 200, optional: true }),
    validFrom: date("有效期起", "Valid from", { optional: true }),
    validTo: date("有效期至", "Valid to", { optional: true }),
    longTermFlag: yn("长期有效", "Long-term", { initial: "N" }),
    categoryIds: refs("SrmBasePurchaseCategory", "适用品类", "Categories", { optional: true, pick: enabled }),
    fileIds: files("附件", "Files", { optional: true, max: 10 }),
  },
  { list: ["certType", "certName", "certNo", "issuer", "validFrom", "validTo", "longTermFlag", "categoryIds", "fileIds"] },
);

export const draftBrand = draftLine(
  "SrmSupRegisterBrand",
  "品牌",
  "Brands",
  drafted(
    supplierBrand,
    ...(["brandName", "brandNameEn", "brandRole", "originCountryId", "authLevel", "authValidTo", "categoryIds", "fileIds"] as const),
  ),
);

export const draftDevice = draftLine(
  "SrmSupRegisterDevice",
  "设备",
  "Equipment",
  drafted(
    supplierDevice,
    ...(["deviceName", "model", "maker", "deviceKind", "qty", "purchaseYear", "capacityPerMonth", "capacityUom"] as const),
    ...(["calibrateValidTo", "fileIds"] as const),
  ),
);

export const draftIndirect = draftLine(
  "SrmSupRegisterIndirect",
  "间接供方",
  "Sub-tier sources",
  drafted(
    supplierIndirect,
    ...(["indirectName", "indirectUscc", "countryId", "indirectRole", "categoryIds", "itemDesc", "sharePercent", "fileIds"] as const),
  ),
);

export const draftFinance = draftLine(
  "SrmSupRegisterFinance",
  "财务数据",
  "Finances",
  drafted(supplierFinance, "fiscalYear", "currency", "revenue", "netProfit", "totalAssets", "totalLiabilities", "cashFlow"),
);

export const draftCustomer = draftLine(
  "SrmSupRegisterCustomer",
  "主要客户",
  "Main customers",
  drafted(supplierCustomer, "customerName", "product", "sharePercent", "sinceYear"),
);
