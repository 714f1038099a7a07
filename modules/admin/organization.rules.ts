import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, type Find } from "#kernel/rule.ts";
import { openInOrganization, postedInOrganization, spoken, total, type Held } from "./questions.ts";

/** Which kinds may stand above which; an organisation without a parent is a root. */
const parents: Readonly<Record<string, readonly string[]>> = {
  GROUP: ["GROUP"],
  LEDGER: ["GROUP", "LEDGER"],
  BU: ["LEDGER", "BU"],
  INV: ["BU"],
  DEPT: ["GROUP", "LEDGER", "BU", "INV", "DEPT"],
};

const inUse = (open: readonly Held[]): Refusal | false => {
  const [cn, en] = spoken(open);
  return (
    total(open) > 0 &&
    refuse("ORG_IN_USE", `组织存在未结单据，不能停用：${cn}`, `Organisation has open documents: ${en}`, { data: { open } })
  );
};

async function openIn(find: Find, orgId: string): Promise<readonly Held[]> {
  const children = await find.count(organization, { parentOrgId: orgId, enabledFlag: "Y" });
  const documents = await openInOrganization.ask(find, { orgId });
  return [...documents, { label: ["启用的下级组织", "Enabled organisations below"], count: children, route: "systemsetting/institution" }];
}

/** Inventory organisations stand under business units, these under legal entities; a used currency stays. */
export const saveOrganization = rule(organization, "saveOrUpdate", {
  reads: async (doc, find, { before }) => ({
    parent: await find.maybe(organization, doc.parentOrgId),
    posted: before && before.functionalCurrency !== doc.functionalCurrency ? await postedInOrganization.ask(find, { orgId: doc.id }) : [],
    open: before && doc.endDate !== null && doc.endDate !== before.endDate ? await openIn(find, doc.id) : [],
  }),
  decide(doc, { parent, posted, open }, { before }, _, at) {
    const misplaced = parent ? !(parents[doc.orgType] ?? []).includes(parent.orgType) : doc.orgType === "INV";
    return [
      misplaced &&
        refuse(
          "ORG_PARENT",
          "库存组织须在业务实体下，业务实体须在法人账套下",
          "Inventory organisations belong under business units, these under legal entities",
        ),
      Boolean(before?.functionalCurrency) &&
        total(posted) > 0 &&
        refuse("ORG_CURRENCY", "已有单据，本位币不能更改", "Documents exist, the currency cannot change"),
      doc.endDate !== null && doc.endDate <= at.today && inUse(open),
      doc.startDate === null && set(doc, { startDate: at.today }),
    ];
  },
});

/** Closes an organisation once nothing is open in it. */
export const disableOrganization = rule(organization, "doDisable", {
  reads: async (doc, find) => ({ open: await openIn(find, doc.id) }),
  decide: (doc, { open }) => [inUse(open), set(doc, { enabledFlag: "N" })],
});

export const enableOrganization = rule(organization, "doEnabled", {
  reads: async (doc, find) => ({ parent: await find.maybe(organization, doc.parentOrgId) }),
  decide: (doc, { parent }) => [
    parent?.enabledFlag === "N" && refuse("ORG_PARENT_OFF", "请先启用上级组织", "Enable the parent organisation first"),
    set(doc, { enabledFlag: "Y" }),
  ],
});

export const organizationRules = [saveOrganization, disableOrganization, enableOrganization];
