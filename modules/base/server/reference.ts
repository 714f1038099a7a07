import { idsBy } from "#kernel/server/find/ids-by.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Shipped } from "#kernel/server/install/side.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { bank } from "../bank.entity.ts";
import { billType, billTypeRel } from "../bill-type.entity.ts";
import { bankLines } from "../data/banks.ts";
import { countryLines } from "../data/countries.ts";
import { provinceLines } from "../data/provinces.ts";
import { district } from "../district.entity.ts";
import { configProfile } from "../profile.entity.ts";
import { createHash } from "node:crypto";

const version = "1";

interface Place {
  readonly code: string;
  readonly name: string;
  readonly en: string;
  readonly level: "PROVINCE" | "CITY" | "COUNTY";
  readonly parent: string;
}

/** Provinces, their cities, and the counties of those that have no city between; by the national code table. */
export function chinesePlaces(): readonly Place[] {
  return provinceLines
    .trim()
    .split("\n")
    .flatMap((line): Place[] => {
      const [, code, name, en, below] = /^(\d\d) ([^/]+)\/([^:]+):(.*)$/.exec(line)!;
      const parent = `${code}0000`;
      const places = below!.trim() === "" ? [] : below!.trim().split(/ (?=\d)/);
      return [
        { code: parent, name: name!, en: en!, level: "PROVINCE", parent: "CN" },
        ...places.map((place): Place => {
          const [, digits, own, english] = /^(\d{2}|\d{4})([^\d/]+)\/(.+)$/.exec(place)!;
          return {
            code: `${code}${digits}`.padEnd(6, "0"),
            name: own!,
            en: english!,
            level: digits!.length === 2 ? "CITY" : "COUNTY",
            parent,
          };
        }),
      ];
    });
}

const placesAt = (part: string, levels: readonly Place["level"][]): Shipped => ({
  entity: district,
  part,
  key: ["districtCode"],
  version,
  async rows(kernel) {
    const ids = await idsBy(kernel, district, "districtCode");
    return chinesePlaces()
      .filter((chinesePlace) => levels.includes(chinesePlace.level))
      .map((chinesePlace) => ({
        districtCode: chinesePlace.code,
        districtName: chinesePlace.name,
        districtNameEn: chinesePlace.en,
        districtLevel: chinesePlace.level,
        parentId: ids.get(chinesePlace.parent),
      }));
  },
});

const countries: Shipped = {
  entity: district,
  part: "country",
  key: ["districtCode"],
  version,
  rows: () =>
    countryLines
      .trim()
      .split(/\n| · /)
      .map((line) => {
        const [, districtCode, districtName, districtNameEn] = /^(\w\w) ([^/]+)\/(.+)$/.exec(line)!;
        return { districtCode, districtName, districtNameEn, districtLevel: "COUNTRY" };
      }),
};

const banks: Shipped = {
  entity: bank,
  key: ["bankCode"],
  version,
  async rows(kernel) {
    const china = (await idsBy(kernel, district, "districtCode")).get("CN");
    return bankLines
      .trim()
      .split("\n")
      .map((line) => {
        const [, bankCode, bankName, bankNameEn, swiftCode] = /^(\w+) ([^/]+)\/(.+)\/(\w+)$/.exec(line)!;
        return { bankCode, bankName, bankNameEn, swiftCode, bankLevel: "HEAD", countryId: china };
      });
  },
};

const profileRows = ({ declared }: Kernel): Row[] =>
  [...declared.profiles].map(([profileCode, profileShape]) => ({
    profileCode,
    profileName: profileShape.label[0],
    profileNameEn: profileShape.label[1],
    moduleCode: profileShape.module,
    valueType: profileShape.type,
    lookupType: profileShape.lookup ?? null,
    scopeLevel: "GLOBAL",
    profileValue: profileShape.initial,
    defaultValue: profileShape.initial,
    minValue: profileShape.least ?? null,
    maxValue: profileShape.most ?? null,
    sensitiveFlag: profileShape.sensitive ? "Y" : "N",
  }));

/** Every parameter the modules declare. */
const profiles: Shipped = {
  entity: configProfile,
  key: ["profileCode", "scopeLevel"],
  version: (kernel) =>
    createHash("sha256")
      .update(JSON.stringify(profileRows(kernel)))
      .digest("hex")
      .slice(0, 16),
  rows: profileRows,
};

/** The kinds of documents an installation begins with: family, code, names, whether it is the family's default, and what differs. */
const types: readonly (readonly [family: string, code: string, cn: string, en: string, isDefault: boolean, more?: Row])[] = [
  ["REQUISITION", "PR-STD", "标准申请", "Standard requisition", true, { priceRequired: "N" }],
  ["REQUISITION", "PR-ASSET", "资产申请", "Asset requisition", false, { priceRequired: "N", costCenterRequired: "Y" }],
  ["REQUISITION", "PR-SRV", "服务申请", "Service requisition", false, { priceRequired: "N", lineMode: "BOTH" }],
  ["AGREEMENT", "PA-STD", "标准协议", "Standard agreement", true],
  ["ORDER", "PO-STD", "标准订单", "Standard order", true, { inspectFlag: "Y", noticeRequired: "N" }],
  ["ORDER", "PO-ASSET", "资产订单", "Asset order", false, { costCenterRequired: "Y" }],
  ["ORDER", "PO-SRV", "服务订单", "Service order", false, { lineMode: "BOTH", receiveMode: "SERVICE_ACCEPT" }],
  ["ORDER", "PO-OUT", "委外订单", "Outsourcing order", false, { outsourceFlag: "Y", inspectFlag: "Y" }],
  ["ORDER", "PO-VMI", "寄售订单", "Consignment order", false, { consignFlag: "Y" }],
  [
    "ORDER",
    "PO-FREE",
    "免费样品订单",
    "Free sample order",
    false,
    { freeFlag: "Y", priceRequired: "N", settleFlag: "N", priceControl: "NONE" },
  ],
  ["ORDER", "TRIAL", "试用订单", "Trial order", false, { trialFlag: "Y", inspectFlag: "Y", aslControl: "NONE" }],
  ["DELIVERY_NOTICE", "DN-STD", "标准送货通知", "Standard delivery notice", true],
  ["DELIVERY_NOTE", "ASN-STD", "标准送货单", "Standard delivery note", true],
  ["RECEIPT", "RC-STD", "标准接收", "Standard receipt", true],
  ["RETURN", "RT-STD", "标准退货", "Standard return", true],
  ["STATEMENT", "ST-STD", "标准对账", "Standard statement", true],
];

const billTypes: Shipped = {
  entity: billType,
  key: ["billCategory", "billTypeCode"],
  version,
  rows: () =>
    types.map(([billCategory, billTypeCode, billTypeName, billTypeNameEn, isDefault, more]) => ({
      billCategory,
      billTypeCode,
      billTypeName,
      billTypeNameEn,
      defaultFlag: isDefault ? "Y" : "N",
      status: "EFFECTIVE",
      ...more,
    })),
};

/** Which becomes which; the first of a family is its default. */
const chain: readonly (readonly [source: string, targets: readonly string[], priceSource: string])[] = [
  ["PR-STD", ["PA-STD", "PO-STD", "PO-OUT", "PO-VMI", "TRIAL"], "PRICE_LIST"],
  ["PR-ASSET", ["PO-ASSET"], "PRICE_LIST"],
  ["PR-SRV", ["PO-SRV"], "PRICE_LIST"],
  ["PA-STD", ["PO-STD", "PO-OUT", "PO-VMI"], "AGREEMENT"],
  ["PO-STD", ["DN-STD", "ASN-STD", "RC-STD"], "SOURCE_DOC"],
  ["PO-OUT", ["DN-STD", "ASN-STD", "RC-STD"], "SOURCE_DOC"],
  ["PO-ASSET", ["ASN-STD", "RC-STD"], "SOURCE_DOC"],
  ["PO-SRV", ["RC-STD"], "SOURCE_DOC"],
  ["PO-VMI", ["DN-STD", "ASN-STD", "RC-STD"], "SOURCE_DOC"],
  ["PO-FREE", ["ASN-STD", "RC-STD"], "SOURCE_DOC"],
  ["TRIAL", ["ASN-STD", "RC-STD"], "SOURCE_DOC"],
  ["DN-STD", ["ASN-STD"], "SOURCE_DOC"],
  ["ASN-STD", ["RC-STD"], "SOURCE_DOC"],
  ["RC-STD", ["RT-STD", "ST-STD"], "SOURCE_DOC"],
  ["RT-STD", ["ST-STD"], "SOURCE_DOC"],
];

const relations: Shipped = {
  entity: billTypeRel,
  key: ["sourceTypeId", "targetTypeId"],
  version,
  async rows(kernel) {
    const ids = await idsBy(kernel, billType, "billTypeCode");
    const familyOf = new Map(types.map(([family, code]) => [code, family]));
    return chain.flatMap(([source, targets, priceSource]) =>
      targets.map((target, at) => ({
        sourceTypeId: ids.get(source),
        targetTypeId: ids.get(target),
        defaultFlag: targets.findIndex((value) => familyOf.get(value) === familyOf.get(target)) === at ? "Y" : "N",
        priceSource,
        qtyCheck: familyOf.get(target) === "RECEIPT" ? "TOLERANCE" : "NOT_EXCEED",
        status: "EFFECTIVE",
      })),
    );
  },
};

/** What every installation has from the first day, in the order it refers to each other. */
export const reference: readonly Shipped[] = [
  countries,
  placesAt("province", ["PROVINCE"]),
  placesAt("city", ["CITY", "COUNTY"]),
  banks,
  profiles,
  billTypes,
  relations,
];
