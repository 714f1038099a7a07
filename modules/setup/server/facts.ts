import { responsibility } from "#kernel/platform/grant.entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import type { Find } from "#kernel/rule.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { item } from "#modules/base/index.ts";
import { receive } from "#modules/delivery/index.ts";
import { order } from "#modules/order/index.ts";
import { ruleSet } from "#modules/rules/index.ts";
import { lackingForOrders, supplierCategory, supplierContact, supplierInfo, supplierSite } from "#modules/supplier/index.ts";
import { billType } from "#modules/workflow/index.ts";
import { approverResponsibility, choiceOf, routeRule } from "../approvals.ts";
import type { SetupFacts } from "../steps.ts";
import type { Work } from "./work.ts";

/** How many suppliers are looked at one by one. */
const looked = 50;

/** How far the company is, told from its data. */
export async function setupFacts(work: Work): Promise<SetupFacts> {
  const find = factsFor(work.kernel, work.ctx.me);
  const kind = (orgType: string) => find.count(organization, { orgType, enabledFlag: "Y" });
  const [group, companies, buyingUnits, warehouses, people, approval, goods, suppliers, order, skipped] = await Promise.all([
    work.first(organization, { orgType: ["GROUP"] }),
    kind("LEDGER"),
    kind("BU"),
    kind("INV"),
    find.count(user, { userType: "INTERNAL", userStatus: "ACTIVE", personId: { not: null } }),
    approvalFacts(find),
    find.count(item, { itemStatus: "ACTIVE" }),
    supplierFacts(work, find),
    firstOrder(work, find),
    find.setting("SETUP_SKIPPED"),
  ]);
  return {
    company: group?.orgName ?? null,
    places: { companies, buyingUnits, warehouses },
    people,
    approval,
    goods,
    suppliers,
    order,
    skipped: skipped.split(",").filter((code) => code !== ""),
  };
}

/** Set-up is over once goods of an order have come in. */
export const isSetUp = (work: Work): Promise<boolean> =>
  factsFor(work.kernel, work.ctx.me).exists(receive, { status: ["POSTED", "INSPECTING"] });

async function approvalFacts(find: Find): Promise<SetupFacts["approval"]> {
  const [[bill], [approver]] = await Promise.all([
    find.where(billType, { billTypeCode: "PUR_ORDER" }, 1),
    find.where(responsibility, { respCode: approverResponsibility }, 1),
  ]);
  const isRouted = bill?.routeRuleCode === routeRule;
  const isOwn = Boolean(bill?.processKey) || (bill?.nodes.length ?? 0) > 0 || (Boolean(bill?.routeRuleCode) && !isRouted);
  const rules = isRouted ? await find.where(ruleSet, { ruleCode: routeRule, status: "EFFECTIVE" }) : [];
  const [newest] = rules.toSorted((a, b) => b.version - a.version);
  const result = isOwn ? null : newest ? choiceOf(newest.rules) : { choice: "ONE_STEP" as const, limit: null };
  const held = approver ? await find.where(userResp, { responsibilityId: approver.id, status: "ACTIVE" }) : [];
  const people = held.length ? await find.where(user, { id: held.map((doc) => doc.userId), userStatus: "ACTIVE" }) : [];
  return {
    choice: result?.choice ?? null,
    limit: result?.limit ?? null,
    isChosen: Boolean(bill?.approvalMode),
    approvers: people.map((person) => person.displayName),
  };
}

async function supplierFacts(work: Work, find: Find): Promise<SetupFacts["suppliers"]> {
  const suppliers = await work.page(supplierInfo, { infoStatus: ["EFFECTIVE"] }, looked);
  if (suppliers.length === 0) return { ready: 0, isMore: false, lacking: [] };
  const supplierId = suppliers.map(({ id }) => id);
  const [contacts, sites, grants, users] = await Promise.all([
    find.where(supplierContact, { supplierId, enabledFlag: "Y" }),
    find.where(supplierSite, { supplierId }),
    find.where(supplierCategory, { supplierId }),
    find.where(user, { supplierId, userStatus: "ACTIVE" }),
  ]);
  const of = <T extends { readonly supplierId: string | null }>(rows: readonly T[], id: string): readonly T[] =>
    rows.filter((row) => row.supplierId === id);
  const judged = suppliers.map((supplier) => ({
    id: supplier.id,
    name: supplier.supplierName,
    lacks: lackingForOrders({
      email: supplier.email,
      contactEmails: of(contacts, supplier.id).map(({ email }) => email),
      hasUser: of(users, supplier.id).length > 0,
      siteStates: of(sites, supplier.id).map(({ siteStatus }) => siteStatus),
      grantStates: of(grants, supplier.id).map(({ categoryStatus }) => categoryStatus),
    }),
  }));
  return {
    ready: judged.filter(({ lacks }) => lacks.length === 0).length,
    isMore: suppliers.length === looked,
    lacking: judged.filter(({ lacks }) => lacks.length > 0),
  };
}

async function firstOrder(work: Work, find: Find): Promise<SetupFacts["order"]> {
  const live = ["DRAFT", "APPROVING", "REJECTED", "APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED"];
  const rows = await work.page(order, { status: live }, 50);
  const [first] = rows.toSorted((a, b) => a.id.localeCompare(b.id));
  if (!first) return null;
  const isReceived = await find.exists(receive, { status: ["POSTED", "INSPECTING"] });
  return { id: first.id, num: first.orderNum ?? "", status: first.status, isPublished: first.publishDate !== null, isReceived };
}
