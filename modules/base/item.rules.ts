import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, tell, warn, type Decision, type Effect, type Find } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import { total, type Held } from "#modules/admin/index.ts";
import { checkAttributes } from "./attributes.ts";
import { category } from "./category.entity.ts";
import { broughtBy } from "./common.ts";
import { categoryLine, convertUom, getProfile } from "./doors.ts";
import { plain } from "./duplicate.ts";
import { item, itemOrg } from "./item.entity.ts";
import { storage } from "./place.entity.ts";
import { countFiles } from "./told.ts";
import { openUses } from "./uses.ts";

type Item = Doc<typeof item>;

/** Who buys on open lines with this item? They are told when it is frozen or goes. */
export const buyersOfOpenLines = new Question<{ readonly itemId: string }, { readonly userId: string; readonly lines: number }>();

/** What must follow elsewhere, in the same transaction, when an item is made obsolete. */
export const afterObsolete = new Question<{ readonly itemId: string }, Effect>();

const identity = [
  ...(["itemCode", "itemName", "itemNameEn", "specification", "model", "brandName", "manufacturerPartNo"] as const),
  ...(["itemType", "primaryUom", "drawingNo", "drawingVersion"] as const),
];

const noLeaf = (): Refusal =>
  refuse("BASE_ITEM_003", "品类必须为启用的末级品类", "Category must be an enabled leaf", {
    fieldErrors: [{ path: "categoryId", code: "BASE_ITEM_003", text: ["品类必须为启用的末级品类", "Category must be an enabled leaf"] }],
  });

const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

/** Items that may be the same as this one: the same maker's number, or the same name and specification but for spelling. */
async function alike(find: Find, doc: Item): Promise<readonly Item[]> {
  const nameKey = `${plain(doc.itemName)}|${plain(doc.specification)}`;
  const partKey = plain(doc.manufacturerPartNo);
  const [byName, byPart] = await Promise.all([
    find.where(item, { nameKey, itemStatus: { not: "OBSOLETE" } }, 100),
    partKey ? find.where(item, { partKey, itemStatus: { not: "OBSOLETE" } }, 100) : [],
  ]);
  return [...new Map([...byName, ...byPart].filter((row) => row.id !== doc.id).map((row) => [row.id, row])).values()];
}

const changed = (doc: Item, before: Item | null, key: keyof Item): boolean => before === null || before[key] !== doc[key];
const renamed = (doc: Item, before: Item | null): boolean =>
  changed(doc, before, "itemName") || changed(doc, before, "specification") || changed(doc, before, "manufacturerPartNo");

function duplicate(found: readonly Item[], mode: string): Refusal | ReturnType<typeof warn> | false {
  if (found.length === 0 || mode === "OFF") return false;
  const codes = found.slice(0, 5).map((item) => item.itemCode);
  const words = [`疑似重复物料：${codes.join("、")}`, `Possible duplicate of ${codes.join(", ")}`] as const;
  return mode === "BLOCK" ? refuse("BASE_ITEM_002", words[0], words[1]) : warn("BASE_ITEM_002", words[0], words[1]);
}

/** What of an item the rows of its organisations know too. */
const knownOf = (doc: Item) => ({
  categoryId: doc.categoryId,
  itemSpec: doc.specification,
  itemUom: doc.primaryUom,
  itemTaxRate: doc.defaultTaxRate,
});
const isKnownElsewhere = (doc: Item, before: Item): boolean =>
  (["categoryId", "specification", "primaryUom", "defaultTaxRate"] as const).some((key) => before[key] !== doc[key]);

/** The category of an item. Whoever hangs an item in one holds it: it must not become a branch, end or be merged away at the same moment. */
const placeOf = (find: Find, doc: Item, before: Item | null): Promise<Doc<typeof category> | null> =>
  doc.categoryId && changed(doc, before, "categoryId") ? find.lock(category, doc.categoryId) : find.maybe(category, doc.categoryId);

const saveItem = rule(item, "saveOrUpdate", {
  reads: async (doc, find, { before }) => {
    const [place, named, likely, dup, rows] = await Promise.all([
      placeOf(find, doc, before),
      before === null && doc.itemCode ? find.where(item, { itemCode: doc.itemCode }, 10) : [],
      renamed(doc, before) ? alike(find, doc) : [],
      getProfile(find, "ITEM_DUP_CHECK", { categoryId: doc.categoryId }),
      before && isKnownElsewhere(doc, before) ? find.where(itemOrg, { itemId: doc.id }) : [],
    ]);
    return { place, taken: named.some((row) => row.id !== doc.id), alike: likely, mode: dup.value, rows };
  },
  decide: (doc, { place, taken, alike: found, mode, rows }, { before }, me): Decision => [
    taken && fault("itemCode", "BASE_ITEM_001", `物料编码${doc.itemCode}已存在`, `Item code ${doc.itemCode} already exists`),
    changed(doc, before, "categoryId") && (place === null || place.leafFlag !== "Y" || place.enabledFlag !== "Y") && noLeaf(),
    before !== null &&
      before.usedFlag === "Y" &&
      before.primaryUom !== doc.primaryUom &&
      fault("primaryUom", "BASE_ITEM_004", "物料已发生业务，主单位不可修改", "Primary UOM cannot change after transactions"),
    before !== null &&
      me.audience !== "system" &&
      me.via === undefined &&
      ["ERP", "PLM"].includes(before.dataSource) &&
      identity.some((key) => before[key] !== doc[key]) &&
      refuse("BASE_ITEM_007", "该字段由ERP维护，不能在此修改", "This field is maintained in the ERP"),
    doc.hazardousFlag === "Y" &&
      countFiles(doc.fileIds) === 0 &&
      fault("fileIds", "BASE_ITEM_006", "危化品必须上传MSDS", "Hazardous items need an MSDS file"),
    duplicate(found, mode),
    before === null && me.audience !== "system" && set(doc, { dataSource: broughtBy(me, "SRM") }),
    place !== null && place.usedFlag !== "Y" && set(place, { usedFlag: "Y" }),
    ...rows.map((row) => set(row, knownOf(doc))),
    before !== null &&
      before.drawingVersion !== doc.drawingVersion &&
      before.itemStatus === "ACTIVE" &&
      warn(
        "ITEM_DRAWING_CHANGED",
        "图纸版本已变更，请确认在途订单是否需要变更通知",
        "The drawing changed: do open orders need a change notice?",
      ),
  ],
});

/** What must be true before an item may be bought. */
const unready = (doc: Item, place: Doc<typeof category> | null, convertible: boolean, faults: readonly Refusal[]): (Refusal | false)[] => [
  (place === null || place.leafFlag !== "Y" || place.enabledFlag !== "Y") && noLeaf(),
  !convertible &&
    fault(
      "purchaseUom",
      "BASE_UOM_001",
      `${doc.purchaseUom}与${doc.primaryUom}之间没有单位换算`,
      `No conversion between ${doc.purchaseUom} and ${doc.primaryUom}`,
    ),
  ...faults,
];

const submitItem = rule(item, "doSubmit", {
  reads: async (doc, find, _, __, at) => ({
    place: await find.maybe(category, doc.categoryId),
    required: (await getProfile(find, "ITEM_APPROVAL_REQUIRED", { categoryId: doc.categoryId })).value,
    convertible:
      !doc.purchaseUom ||
      (await convertUom(find, { itemId: doc.id, qty: "1", from: doc.purchaseUom, to: doc.primaryUom, day: at.today }).then(
        () => true,
        () => false,
      )),
    rows: await find.where(itemOrg, { itemId: doc.id, status: "INVALID" }),
    attributes: (await Promise.all((await categoryLine(find, doc.categoryId)).map((id) => find.one(category, id)))).flatMap(
      (row) => row.attributes,
    ),
  }),
  decide: (doc, { place, required, convertible, rows, attributes }) => [
    ...unready(doc, place, convertible, checkAttributes(attributes, doc.attrJson, "ITEM")),
    required === "Y" ? run(item, doc.id, "doAskApproval", {}) : set(doc, { itemStatus: "ACTIVE" }),
    ...(required === "Y" ? [] : rows.map((row) => set(row, { status: "ACTIVE" }))),
  ],
});

const approveItem = rule(item, "doApproval", {
  reads: async (doc, find) => ({ rows: await find.where(itemOrg, { itemId: doc.id, status: "INVALID" }) }),
  decide: (doc, { rows }) => [
    ...rows.map((row) => set(row, { status: "ACTIVE" })),
    tell("ITEM_APPROVED", { code: doc.itemCode, name: doc.itemName, initiatorId: doc.createdBy, id: doc.id }),
  ],
});
const rejectItem = rule(item, "doReject", {
  decide: (doc) => tell("ITEM_REJECTED", { code: doc.itemCode, name: doc.itemName, initiatorId: doc.createdBy, id: doc.id }),
});

const told = (event: string, doc: Item, buyers: readonly { readonly userId: string; readonly lines: number }[]) =>
  buyers.length > 0 &&
  tell(event, {
    code: doc.itemCode,
    n: buyers.reduce((sum, buyer) => sum + buyer.lines, 0),
    userIds: [...new Set(buyers.map((buyer) => buyer.userId))],
    id: doc.id,
  });

const freezeItem = rule(item, "doFreeze", {
  reads: async (doc, find) => ({ buyers: await buyersOfOpenLines.ask(find, { itemId: doc.id }) }),
  decide: (doc, { buyers }) => [told("ITEM_FROZEN", doc, buyers)],
});

const obsoleteItem = rule(item, "doObsolete", {
  reads: async (doc, find, input) => ({
    held: (await openUses.ask(find, { entity: item.name, id: doc.id })) as readonly Held[],
    replacement: await find.maybe(item, input.replacementItemId ?? null),
    rows: await find.where(itemOrg, { itemId: doc.id, status: ["ACTIVE", "FROZEN"] }),
    buyers: await buyersOfOpenLines.ask(find, { itemId: doc.id }),
    follow: await afterObsolete.ask(find, { itemId: doc.id }),
  }),
  decide: (doc, { held, replacement, rows, buyers, follow }) => [
    total(held) > 0 &&
      refuse("BASE_ITEM_005", `存在${total(held)}条未完成单据，不能淘汰`, `${total(held)} open document lines exist`, { data: { held } }),
    replacement?.id === doc.id && refuse("BASE_TREE_001", "替代物料不能是自身", "An item cannot replace itself"),
    set(doc, { replacementItemId: replacement?.id ?? null }),
    ...rows.map((row) => set(row, { status: "INVALID" })),
    told("ITEM_OBSOLETE", doc, buyers),
    ...follow,
  ],
});

const deleteItem = rule(item, "delete", {
  reads: async (doc, find) => ({
    rows: await find.where(itemOrg, { itemId: doc.id }),
    held: await openUses.ask(find, { entity: item.name, id: doc.id }),
  }),
  decide: (doc, { rows, held }) => [
    (doc.usedFlag === "Y" || total(held) > 0) &&
      refuse("BASE_USED_001", "物料已被使用，不能删除", "The item was used and cannot be deleted"),
    ...rows.map((row) => ({ kind: "drop", row }) as const),
  ],
});

const ownKeys = ["itemId", "orgId", "defaultStorageId", "categoryId", "status"];
/** How another organisation buys the item, without what is its own. */
const likeThat = (row: Doc<typeof itemOrg> | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => key in itemOrg.fields && !ownKeys.includes(key)));

/** An item comes to further organisations; those that have it already keep it as it is. */
const assignItem = rule(item, "doAssignOrg", {
  reads: async (doc, find, input) => ({
    rows: await find.where(itemOrg, { itemId: doc.id }),
    orgs: await Promise.all((input.orgIds ?? []).map((id) => find.one(organization, id))),
  }),
  decide: (doc, { rows, orgs }, input, _, at) => {
    const fresh = orgs.filter((org) => !rows.some((row) => row.orgId === org.id));
    const model = likeThat(rows.find((row) => row.orgId === input.copyFromOrgId));
    return [
      orgs.some((org) => org.orgType !== "INV") && fault("orgIds", "BASE_ORG_001", "须为库存组织", "Must be an inventory organisation"),
      fresh.length === 0 && warn("ITEM_ORG_KNOWN", `所选组织已有物料${doc.itemCode}`, `These organisations have ${doc.itemCode} already`),
      ...fresh.map((org) =>
        make(itemOrg, at.newId(), {
          ...model,
          itemId: doc.id,
          orgId: org.id,
          ...knownOf(doc),
          status: doc.itemStatus === "ACTIVE" ? "ACTIVE" : "INVALID",
        }),
      ),
    ];
  },
});

const saveItemOrg = rule(itemOrg, "saveOrUpdate", {
  reads: async (doc, find) => ({
    of: await find.maybe(item, doc.itemId),
    org: await find.maybe(organization, doc.orgId),
    storage: await find.maybe(storage, doc.defaultStorageId),
  }),
  decide: (doc, { of, org, storage: place }, { before }) => [
    org !== null && org.orgType !== "INV" && fault("orgId", "BASE_ORG_001", "须为库存组织", "Must be an inventory organisation"),
    place !== null &&
      place.orgId !== doc.orgId &&
      fault("defaultStorageId", "BASE_ORG_001", "仓库须属于同一组织", "The storage belongs to another organisation"),
    of !== null && set(doc, knownOf(of)),
    before === null && of !== null && set(doc, { status: of.itemStatus === "ACTIVE" ? "ACTIVE" : "INVALID" }),
  ],
});

export const itemRules = [
  saveItem,
  submitItem,
  approveItem,
  rejectItem,
  freezeItem,
  obsoleteItem,
  deleteItem,
  assignItem,
  rule(item, "doMarkUsed", { decide: (doc) => (doc.usedFlag === "Y" ? [] : set(doc, { usedFlag: "Y" })) }),
  saveItemOrg,
  rule(itemOrg, "batchSetBuyer", { decide: (doc, _, input) => set(doc, { buyerId: input.buyerId! }) }),
];
