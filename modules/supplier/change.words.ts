import type { Text } from "#kernel/text.ts";

/** The sections of a change request as people call them. */
export const sectionWords: Readonly<Record<string, Text>> = {
  BASIC: ["基本信息", "Basics"],
  CONTACT: ["联系人", "Contacts"],
  LOCATION: ["地址", "Locations"],
  SITE: ["地点", "Sites"],
  ACCOUNT: ["账户", "Accounts"],
  CERT: ["资质", "Certificates"],
  BRAND: ["品牌", "Brands"],
  DEVICE: ["设备", "Devices"],
  INDIRECT: ["间接供方", "Sub-tier"],
  FINANCE: ["财务", "Finance"],
};
