import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set, type Effect, type Find } from "#kernel/rule.ts";
import { bank } from "./bank.entity.ts";
import { district } from "./district.entity.ts";
import { deliveryInfo } from "./place.entity.ts";
import { counted, parentOff, switchRules } from "./uses.ts";

type District = Doc<typeof district>;

const levels = ["COUNTRY", "PROVINCE", "CITY", "COUNTY"];

/** A county may hang directly under a province: municipalities and some others have no city between. */
export const fitsUnder = (level: string, above: string | null): boolean => {
  if (above === null) return level === "COUNTRY";
  const step = levels.indexOf(level) - levels.indexOf(above);
  return step === 1 || (level === "COUNTY" && above === "PROVINCE");
};

type Named = Pick<District, "districtName" | "districtNameEn" | "fullPath" | "fullPathEn">;
const join = (name: string, above: string | null | undefined): string => (above ? `${above}/${name}` : name);
const pathOf = (named: Named, above: Pick<Named, "fullPath" | "fullPathEn"> | null) => ({
  fullPath: join(named.districtName, above?.fullPath),
  fullPathEn: join(named.districtNameEn || named.districtName, above?.fullPathEn || above?.fullPath),
});

/** New paths of everything below a renamed district. */
function rebuilt(root: District, path: Pick<Named, "fullPath" | "fullPathEn">, below: readonly District[]): Effect[] {
  const children = below.filter((district) => district.parentId === root.id);
  return children.flatMap((child) => {
    const own = pathOf(child, path);
    return [set(child, own), ...rebuilt(child, own, below)];
  });
}

/** What a record newly hangs under is held until it hangs there: it must not be switched off at the same moment. */
const held = <E extends typeof district | typeof bank>(find: Find, above: E, now: string | null, was: string | null | undefined) =>
  now !== null && now !== was ? find.lock(above, now) : find.maybe(above, now);

const isOff = (path: string, above: { readonly id: string; readonly enabledFlag: string } | null, was: string | null | undefined) =>
  above !== null && above.id !== was && above.enabledFlag === "N" && parentOff(path);

const saveDistrict = rule(district, "saveOrUpdate", {
  reads: async (doc, find, { before }) => ({
    parent: await held(find, district, doc.parentId, before?.parentId),
    below:
      before && (["districtName", "districtNameEn", "parentId"] as const).some((key) => before[key] !== doc[key])
        ? await find.where(district, { fullPath: { contains: `${before.fullPath ?? before.districtName}/` } }, 5000)
        : [],
  }),
  decide: (doc, { parent, below }, { before }) => {
    if (!fitsUnder(doc.districtLevel, parent?.districtLevel ?? null))
      return refuse("BASE_TREE_003", "上级须恰好高一级，国家没有上级", "The parent must be exactly one level up; a country has none", {
        fieldErrors: [{ path: "parentId", code: "BASE_TREE_003", text: ["上级须恰好高一级", "The parent must be one level up"] }],
      });
    const path = pathOf(doc, parent);
    return [isOff("parentId", parent, before?.parentId), set(doc, path), ...rebuilt(doc, path, below)];
  },
});

const form = (path: string, cn: string, en: string) =>
  refuse("BASE_BANK_001", cn, en, { fieldErrors: [{ path, code: "BASE_BANK_001", text: [cn, en] }] });

const saveBank = rule(bank, "saveOrUpdate", {
  reads: async (doc, find, { before }) => ({
    country: await find.maybe(district, doc.countryId),
    head: await held(find, bank, doc.parentBankId, before?.parentBankId),
  }),
  decide: (doc, { country, head }, { before }) => {
    const chinese = country?.districtCode === "CN";
    const isBranch = doc.bankLevel === "BRANCH";
    return [
      doc.cnapsCode !== null && !/^\d{12}$/.test(doc.cnapsCode) && form("cnapsCode", "联行号应为12位数字", "CNAPS must be 12 digits"),
      doc.swiftCode !== null &&
        !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(doc.swiftCode) &&
        form("swiftCode", "SWIFT应为8或11位", "SWIFT must be 8 or 11 characters"),
      chinese && isBranch && doc.cnapsCode === null && form("cnapsCode", "境内支行须填联行号", "A branch in China needs a CNAPS number"),
      country !== null && !chinese && doc.swiftCode === null && form("swiftCode", "境外银行须填SWIFT", "A foreign bank needs a SWIFT code"),
      isBranch &&
        head?.bankLevel === "BRANCH" &&
        refuse("BASE_TREE_003", "总行不能是支行", "A branch cannot be the head office of another"),
      isBranch && isOff("parentBankId", head, before?.parentBankId),
      !isBranch && set(doc, { parentBankId: null, branchName: null }),
    ];
  },
});

export const districtRules = [
  saveDistrict,
  ...switchRules(
    district,
    async (find, id) => [
      await counted(find, district, { parentId: id, enabledFlag: "Y" }),
      await counted(find, deliveryInfo, { districtId: id, enabledFlag: "Y" }),
      await counted(find, organization, { districtId: id, enabledFlag: "Y" }),
    ],
    "parentId",
  ),
  saveBank,
  ...switchRules(bank, async (find, id) => [await counted(find, bank, { parentBankId: id, enabledFlag: "Y" })], "parentBankId"),
];
