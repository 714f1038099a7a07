import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";
import { district } from "./district.entity.ts";
import { itemOrg } from "./item.entity.ts";
import { deliveryInfo, storage } from "./place.entity.ts";
import { counted, secondDefault, switchRules } from "./uses.ts";

const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

const saveStorage = rule(storage, "saveOrUpdate", {
  reads: async (doc, find) => ({
    org: await find.maybe(organization, doc.orgId),
    delivery: await find.maybe(deliveryInfo, doc.deliveryInfoId),
  }),
  decide: (doc, { org, delivery }) => [
    org !== null && org.orgType !== "INV" && fault("orgId", "BASE_ORG_001", "须为库存组织", "Must be an inventory organisation"),
    delivery !== null &&
      delivery.orgId !== doc.orgId &&
      delivery.orgId !== org?.parentOrgId &&
      fault("deliveryInfoId", "BASE_ORG_001", "收货信息须属于同一组织", "The delivery info belongs to another organisation"),
    doc.vmiFlag === "Y" &&
      doc.vmiSupplierId === null &&
      fault("vmiSupplierId", "BASE_STG_001", "VMI仓必须指定供应商", "VMI storage needs a supplier"),
    doc.vmiFlag === "N" && doc.vmiSupplierId !== null && set(doc, { vmiSupplierId: null }),
  ],
});

/** Opening hours by weekday: pairs of times, the earlier first. */
export function areHours(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== "object" || Array.isArray(value)) return false;
  const time = /^([01]\d|2[0-4]):[0-5]\d$/;
  return Object.entries(value).every(
    ([day, spans]) =>
      ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].includes(day) &&
      Array.isArray(spans) &&
      spans.every(
        (span) => Array.isArray(span) && span.length === 2 && span.every((t) => typeof t === "string" && time.test(t)) && span[0] < span[1],
      ),
  );
}

/** An address as letters to China show it, from the country down to the door. */
const fullAddress = (place: Doc<typeof district> | null, address: string): string =>
  `${(place?.fullPath ?? place?.districtName ?? "").replaceAll("/", "")}${address}`;

/** The same from the door up to the country; nothing where the door was written in Chinese alone. */
const fullAddressEn = (place: Doc<typeof district> | null, address: string | null): string | null =>
  address ? [address, ...(place?.fullPathEn ?? place?.districtNameEn ?? "").split("/").toReversed()].filter(Boolean).join(", ") : null;

const saveDelivery = rule(deliveryInfo, "saveOrUpdate", {
  reads: async (doc, find) => ({
    org: await find.maybe(organization, doc.orgId),
    place: await find.maybe(district, doc.districtId),
    storage: await find.maybe(storage, doc.storageId),
    other:
      doc.defaultFlag === "Y"
        ? (await find.where(deliveryInfo, { orgId: doc.orgId, defaultFlag: "Y", id: { not: doc.id } }))[0]
        : undefined,
  }),
  decide: (doc, { org, place, storage: house, other }) => [
    org !== null &&
      !["INV", "BU"].includes(org.orgType) &&
      fault("orgId", "BASE_ORG_001", "须为库存组织或业务实体", "Must be an inventory organisation or a business unit"),
    place !== null &&
      !["CITY", "COUNTY"].includes(place.districtLevel) &&
      fault("districtId", "BASE_TREE_003", "地区须到市或区县", "The district must be a city or a county"),
    house !== null &&
      house.orgId !== doc.orgId &&
      fault("storageId", "BASE_ORG_001", "仓库须属于同一组织", "The storage belongs to another organisation"),
    !areHours(doc.openHours) && fault("openHours", "FIELD_FORMAT", "收货时段格式不符", "The opening hours have the wrong format"),
    other !== undefined && secondDefault(other.deliveryName),
    set(doc, { addressFull: fullAddress(place, doc.address), addressFullEn: fullAddressEn(place, doc.addressEn) }),
  ],
});

/** The organisation is locked, so that two who set a default at once do it one after the other. */
const setDefault = rule(deliveryInfo, "doSetDefault", {
  reads: async (doc, find) => ({
    org: await find.lock(organization, doc.orgId),
    others: await find.where(deliveryInfo, { orgId: doc.orgId, defaultFlag: "Y", id: { not: doc.id } }),
  }),
  decide: (doc, { others }) => [
    doc.enabledFlag !== "Y" && refuse("STATE_NOT_ALLOWED", "已停用的收货信息不能设为默认", "A disabled record cannot be the default"),
    ...others.map((row) => set(row, { defaultFlag: "N" })),
    set(doc, { defaultFlag: "Y" }),
  ],
});

export const placeRules = [
  saveStorage,
  saveDelivery,
  setDefault,
  ...switchRules(storage, async (find, id) => [
    await counted(find, itemOrg, { defaultStorageId: id, status: "ACTIVE" }),
    await counted(find, deliveryInfo, { storageId: id, enabledFlag: "Y" }),
  ]),
  // What is switched off is nobody's default any more.
  ...switchRules(
    deliveryInfo,
    async (find, id) => [await counted(find, storage, { deliveryInfoId: id, enabledFlag: "Y" })],
    null,
    (doc) => [set(doc as { id: string; defaultFlag: string }, { defaultFlag: "N" })],
  ),
];
